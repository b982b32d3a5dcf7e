//! Collapsed nests whose inner bounds depend on outer iteration variables (OpenMP 5.2, 4.4.2).
//!
//! Rows are counted from their own first iteration, and every row gets as many numbers as the longest one has: a
//! number beyond the end of its row is skipped. Bounds are affine, so that the longest row is found at the ends of
//! the outer loops and nothing is summed up or stored.

use super::{Ending, body, header, heads_end, loop_variable, range};
use crate::device::tree::{Jump, Style};
use crate::device::{Block, Call, DeviceFn};
use crate::emit::cuda::Printer;
use crate::emit::kernel::{Kernel, unqualified};
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::plan::decisions::loops::LoopPlan;

pub fn print(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
    last: &[VarId],
) {
    let nest = &plan.nest;
    let own: Vec<(VarId, String)> = nest
        .loops
        .iter()
        .map(|one| (one.var, p.names.var(one.var).to_string()))
        .collect();
    // The heads are taken apart: what is said in them stands above.
    p.with_comments_of_loops(out, heads_end(k.program, plan), |_| String::new());
    k.in_scope(out, |out| {
        let mut ranges = vec![];
        let mut trips = vec![];
        for (at, one) in nest.loops.iter().enumerate() {
            let name = k.local_name(&format!("{}_range", own[at].1));
            let on = nest.bounds_use(k.program, at);
            if on.is_empty() {
                out.constant(&name, range(p, one));
                trips.push(format!("{name}.trips()"));
            } else {
                let text = k.renaming_all(p, &own[..at], |_, p| range(p, one));
                let params = parameters(p, nest, &on);
                out.constant(&name, format!("[&]({params}) {{ return {text}; }}"));
                let most = k.local_name(&format!("{}_trips", own[at].1));
                let longest = longest(k.program, p, nest, &ranges, at, &name);
                out.constant(&most, longest);
                trips.push(most);
            }
            ranges.push(name);
        }
        let all = k.local_name("trips");
        out.constant(&all, format!("(unsigned long long){}", trips.join(" * ")));
        let rows = Rows {
            nest,
            own: &own,
            ranges: &ranges,
            trips: &trips,
        };
        let mut end = all.clone();
        if !last.is_empty() {
            // The last number may be beyond the end of its row.
            end = k.local_name("end");
            let number = k.local_name("trip");
            let search = Call::plain(DeviceFn::EndOfRows, &all);
            let head = format!("[&](unsigned long long {number})");
            out.constant_by(&end, search, head, |out| {
                let outside = Jump::Return(Some("false".into()));
                rows.place(k, p, out, &number, outside);
                out.jump(Jump::Return(Some("true".into())));
            });
        }
        let number = k.local_name("trip");
        let heads = header(k, p, plan, &all, &format!("auto {number}"));
        out.range_for(heads, |out| {
            rows.place(k, p, out, &number, Jump::Continue);
            let names: Vec<String> = own.iter().map(|(_, name)| name.clone()).collect();
            let ending = Ending {
                number: &number,
                trips: &end,
                last,
            };
            body(k, p, out, plan, entry, &names, Some(ending));
        });
    });
}

/// The loops of a nest as they are printed, from the outermost in.
struct Rows<'a> {
    nest: &'a Nest,
    /// Their variables, with the names that they have here.
    own: &'a [(VarId, String)],
    ranges: &'a [String],
    trips: &'a [String],
}

impl Rows<'_> {
    /// The iteration variables of iteration `number`; a number beyond the end of its row makes the jump `outside`.
    fn place(&self, k: &Kernel, p: &mut Printer, out: &mut Block, number: &str, outside: Jump) {
        let loops = &self.nest.loops;
        let mut numbers = vec![String::new(); loops.len()];
        let mut rest = number.to_string();
        for at in (1..loops.len()).rev() {
            let (outer, inner) = (k.local_name("outer"), k.local_name("inner"));
            let parts = Call::plain(DeviceFn::Split, format!("{rest}, {}", self.trips[at]));
            out.declare_as(format!("const auto [{outer}, {inner}]"), parts);
            numbers[at] = inner;
            rest = outer;
        }
        numbers[0] = rest;
        for (at, one) in loops.iter().enumerate() {
            let on = self.nest.bounds_use(k.program, at);
            let mut row = self.ranges[at].clone();
            if !on.is_empty() {
                row = k.local_name(&format!("{}_row", self.own[at].1));
                let names: Vec<&str> = on.iter().map(|&v| self.own[v].1.as_str()).collect();
                let value = format!("{}({})", self.ranges[at], names.join(", "));
                out.declare_as(format!("const auto {row}"), value);
                let beyond = format!("{} >= {row}.trips()", numbers[at]);
                out.if_styled(beyond, Style::Indented, |out| out.jump(outside.clone()));
            }
            // The search for the last iteration needs only those on which rows depend.
            let used = |inner| self.nest.bounds_use(k.program, inner).contains(&at);
            if outside == Jump::Continue || (at + 1..loops.len()).any(used) {
                let variable = loop_variable(p, one, &self.own[at].1);
                out.declare_as(variable, format!("{row}[{}]", numbers[at]));
            }
        }
    }
}

fn parameters(p: &mut Printer, nest: &Nest, on: &[usize]) -> String {
    let declared: Vec<String> = on
        .iter()
        .map(|&outer| {
            let var = nest.loops[outer].var;
            p.declarator(unqualified(p.program.vars[var].ty), p.names.var(var))
        })
        .collect();
    declared.join(", ")
}

/// The number of iterations of the longest row of loop `at`, as an expression. Only the ends of an outer loop are
/// looked at, unless the bounds of another one that matters depend on it.
fn longest(
    program: &Program,
    p: &mut Printer,
    nest: &Nest,
    ranges: &[String],
    at: usize,
    name: &str,
) -> String {
    let on = nest.bounds_use(program, at);
    let mut matter = on.clone();
    let mut next = 0;
    while next < matter.len() {
        for more in nest.bounds_use(program, matter[next]) {
            if !matter.contains(&more) {
                matter.push(more);
            }
        }
        next += 1;
    }
    matter.sort_unstable();
    if let [outer] = matter.as_slice() {
        return format!("romp::most_trips({}, {name})", ranges[*outer]);
    }
    let arguments: Vec<&str> = on
        .iter()
        .map(|&outer| p.names.var(nest.loops[outer].var))
        .collect();
    let mut text = format!("{name}({})", arguments.join(", "));
    for &outer in matter.iter().rev() {
        let own = nest.bounds_use(program, outer);
        let row = if own.is_empty() {
            ranges[outer].clone()
        } else {
            let arguments: Vec<&str> = own
                .iter()
                .map(|&v| p.names.var(nest.loops[v].var))
                .collect();
            format!("{}({})", ranges[outer], arguments.join(", "))
        };
        let moves = matter
            .iter()
            .any(|&other| nest.bounds_use(program, other).contains(&outer));
        let which = if moves {
            "most_trips_of_all"
        } else {
            "most_trips"
        };
        let parameter = parameters(p, nest, &[outer]);
        text = format!("romp::{which}({row}, [&]({parameter}) {{ return {text}; }})");
    }
    text
}
