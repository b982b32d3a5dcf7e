//! Loops whose iterations have numbers: longer nests, and loops whose last iteration has to be known or whose iterations
//! wait for each other. Chunks of such loops are what the tasks of a `taskloop` execute.

use super::super::doacross;
use super::{Ending, body, header, heads_end, loop_variable, range};
use crate::device::tree::Head;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::emit::context::Context;
use crate::emit::cuda::Printer;
use crate::emit::kernel::Kernel;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::loops::LoopPlan;

/// The loop over the numbers of this thread's iterations; `entry` are copies that are made before it, `last` the
/// variables whose last values the originals get.
pub(super) fn print(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
    last: &[VarId],
) {
    let names = names_of(k, p, plan, last);
    k.in_scope(out, |out| {
        let mut declared = Block::at(out.depth());
        let ranges = p.with_comments_of_loops(out, heads_end(k.program, plan), |p| {
            ranges_of(k, p, &mut declared, &plan.nest.loops)
        });
        out.append(declared);
        let trips = trips(k, out, plan, &ranges);
        let number = k.local_name("trip");
        let order = plan.ordered.then(|| begin_order(k, out, plan));
        let across = plan.across.as_ref().map(|across| {
            let inner = ranges_of(k, p, out, &across.loops[plan.nest.loops.len()..]);
            doacross::begin(k, out, across, &ranges, &inner)
        });
        let change = |context: &mut Context| {
            let order = order.iter().cloned();
            context
                .ordered
                .extend(order.map(|order| (order, number.clone())));
            context.across.extend(across.clone());
        };
        let heads = header(k, p, plan, &trips, &format!("auto {number}"));
        let iteration = |k: &Kernel, p: &mut Printer, out: &mut Block| {
            if let Some(across) = &across {
                out.method(&across.name, "begin", &number);
            }
            if let Some(order) = order.as_ref().filter(|_| plan.records_order) {
                out.assign(format!("{order}.now"), &number);
            }
            variables_of(k, p, out, &plan.nest.loops, (&ranges, &names), &number);
            let ending = Ending {
                number: &number,
                trips: &trips,
                last,
            };
            body(k, p, out, plan, entry, &names, Some(ending));
            if let Some(order) = &order {
                out.method(order, "skip", &number);
            }
            if let Some(across) = &across {
                out.method(&across.name, "end", &number);
            }
        };
        k.within(p, change, |k, p| {
            out.range_for(heads, |out| iteration(k, p, out))
        });
        if let Some(order) = &order {
            out.method(order, "end", "");
        }
    });
}

/// The names of the iteration variables: one whose original keeps its name gets another name beside it.
fn names_of(k: &Kernel, p: &Printer, plan: &LoopPlan, last: &[VarId]) -> Vec<String> {
    let name = |one: &CanonicalLoop| {
        let own = p.names.var(one.var);
        match last.contains(&one.var) {
            true => k.name_beside(own, "private"),
            false => own.to_string(),
        }
    };
    plan.nest.loops.iter().map(name).collect()
}

/// Declares the ranges of loops; returns their names.
pub fn ranges_of(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    loops: &[CanonicalLoop],
) -> Vec<String> {
    let declared = |one: &CanonicalLoop| {
        let name = k.local_name(&format!("{}_range", p.names.var(one.var)));
        out.constant(&name, range(p, one));
        name
    };
    loops.iter().map(declared).collect()
}

/// The number of iterations in all these ranges together.
fn product(ranges: &[String]) -> String {
    let trips: Vec<String> = ranges.iter().map(|r| format!("{r}.trips()")).collect();
    trips.join(" * ")
}

/// The number of iterations of all loops together.
fn trips(k: &Kernel, out: &mut Block, plan: &LoopPlan, ranges: &[String]) -> String {
    match ranges {
        [one] => format!("{one}.trips()"),
        several => {
            let name = k.local_name("trips");
            let product = product(several);
            let value = match plan.has_short_numbers(k.program) {
                true => format!("(unsigned)({product})"),
                false => format!("(unsigned long long){product}"),
            };
            out.constant(&name, value);
            name
        }
    }
}

/// Declares what lets `ordered` regions wait for those of earlier iterations; returns its name.
fn begin_order(k: &Kernel, out: &mut Block, plan: &LoopPlan) -> String {
    let name = k.made_name("order");
    out.declare_as(
        format!("auto {name}"),
        k.on_team(DeviceFn::BeginOrdered, ""),
    );
    if plan.records_order {
        let current = k.made_name("current");
        out.object(Object::new(Class::CurrentOrder, current).from([&name]));
    }
    name
}

/// A loop's iterations by number, for tasks of which each executes a range.
pub struct Numbered {
    ranges: Vec<String>,
    pub trips: String,
    names: Vec<String>,
    last: Vec<VarId>,
}

/// Declares the ranges of the loops.
pub fn numbered(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan) -> Numbered {
    let last: Vec<VarId> = plan
        .private
        .iter()
        .filter(|(_, how)| *how == Private::Lastprivate)
        .map(|(var, _)| *var)
        .collect();
    let ranges = ranges_of(k, p, out, &plan.nest.loops);
    let names = names_of(k, p, plan, &last);
    let trips = match ranges.len() {
        1 => product(&ranges),
        _ => {
            let name = k.local_name("trips");
            let declared = format!("const unsigned long long {name}");
            let product = product(&ranges);
            out.declare_as(declared, format!("(unsigned long long){product}"));
            name
        }
    };
    Numbered {
        ranges,
        trips,
        names,
        last,
    }
}

/// Declares the variables of collapsed loops in the iteration with this number, counted over all of them.
pub fn variables_of(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    loops: &[CanonicalLoop],
    (ranges, names): (&[String], &[String]),
    number: &str,
) {
    let mut rest = number.to_string();
    for (at, (one, range)) in loops.iter().zip(ranges).enumerate().rev() {
        let variable = loop_variable(p, one, &names[at]);
        if at == 0 {
            out.declare_as(variable, format!("{range}[{rest}]"));
        } else {
            let (outer, inner) = (k.local_name("outer"), k.local_name("inner"));
            let parts = Call::plain(DeviceFn::Split, format!("{rest}, {range}.trips()"));
            out.declare_as(format!("const auto [{outer}, {inner}]"), parts);
            out.declare_as(variable, format!("{range}[{inner}]"));
            rest = outer;
        }
    }
}

/// The iterations of such loops from one number to before another, both given as the names that hold them.
pub fn chunk(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    all: &Numbered,
    (from, to): (&str, &str),
) {
    let number = k.local_name("trip");
    let head = format!("auto {number} = {from}; {number} < {to}; {number}++");
    out.range_for(vec![Head::Counting(head.into())], |out| {
        let names = (all.ranges.as_slice(), all.names.as_slice());
        variables_of(k, p, out, &plan.nest.loops, names, &number);
        let ending = Ending {
            number: &number,
            trips: &all.trips,
            last: &all.last,
        };
        body(k, p, out, plan, &[], &all.names, Some(ending));
    });
}
