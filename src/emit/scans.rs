//! Loops with `scan`: one call of the device header with the two phases as functions of an iteration.
//!
//! From a [`LoopPlan`] with a scan. The algorithms are in `romp/scans.cuh`.

use super::cuda::Printer;
use super::kernel::Kernel;
use super::{loops, reductions};
use crate::device::tree::{Braces, Lambda, Stmt};
use crate::device::{Block, Call, DeviceFn, Team};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::loops::{LoopPlan, Scan, Spread};
use crate::plan::decisions::reductions::{Combine, Item};
use std::collections::BTreeSet;

pub fn print(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan, scan: &Scan) {
    let alone = plan.spread == Spread::Thread;
    let body = Some(plan.nest.body);
    let copies: Vec<(VarId, Private)> = plan
        .private
        .iter()
        .copied()
        .filter(|(_, how)| match how {
            // The only thread has the last iteration, too.
            Private::FirstLastprivate => !alone,
            how => *how == Private::Firstprivate,
        })
        .filter(|(var, how)| k.needs_copy(body, *var, *how))
        .collect();
    let last = plan.last_values();
    // Variables that get their last values at the ends of the loops.
    let ends: Vec<usize> = (0..plan.nest.loops.len())
        .filter(|at| {
            let one = &plan.nest.loops[*at];
            last.contains(&one.var) || alone && !one.declared
        })
        .collect();
    let numbered = plan.nest.loops.len() > 1 || !last.is_empty() || !ends.is_empty();
    let braces = if numbered || !copies.is_empty() {
        Braces::Own
    } else {
        Braces::None
    };
    k.in_scope_where(braces, out, |out| {
        let entry: Vec<(VarId, String)> = copies
            .iter()
            .map(|(var, how)| (*var, k.declare_private(p, out, *var, *how)))
            .collect();
        let both = |(_, how): &(VarId, Private)| *how == Private::FirstLastprivate;
        if plan.spread == Spread::Team && copies.iter().any(both) {
            k.barrier(out);
        }
        let numbers = numbered.then(|| numbers(k, p, out, plan));
        let what = match &numbers {
            None => loops::range(p, &plan.nest.loops[0]),
            Some(numbers) => numbers.trips.clone(),
        };
        let printing = Printing {
            k,
            plan,
            scan,
            entry: &entry,
            numbers: numbers.as_ref(),
            last: if alone { &[] } else { &last },
            depth: out.depth() + 2,
        };
        let call = printing.call(p, &what, alone);
        // In the order of the text, since the user's comments are printed in that order.
        let inclusive = scan.phases.inclusive;
        let before = printing.phase(p, &scan.phases.before, &scan.used_before, inclusive);
        let after = printing.phase(p, &scan.phases.after, &scan.used_after, !inclusive);
        let (input, seen) = if inclusive {
            (before, after)
        } else {
            (after, before)
        };
        out.push(Stmt::CallWith {
            name: None,
            call,
            functions: vec![input, seen],
        });
        if let Some(numbers) = &numbers {
            for at in ends {
                let one = &plan.nest.loops[at];
                if alone {
                    let range = &numbers.ranges[at];
                    let original = k.spelling(p, one.var);
                    out.assign(original, format!("{range}[{range}.trips()]"));
                }
            }
        }
    });
}

/// The iterations by their numbers: of several loops, or where the last one has to be known.
struct Numbers {
    ranges: Vec<String>,
    trips: String,
    number: String,
}

fn numbers(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan) -> Numbers {
    let ranges = loops::ranges_of(k, p, out, &plan.nest.loops);
    let product: Vec<String> = ranges
        .iter()
        .enumerate()
        .map(|(at, range)| match at {
            0 if ranges.len() > 1 => format!("(unsigned long long){range}.trips()"),
            _ => format!("{range}.trips()"),
        })
        .collect();
    let trips = k.local_name("trips");
    out.constant(&trips, product.join(" * "));
    Numbers {
        ranges,
        trips,
        number: k.local_name("trip"),
    }
}

struct Printing<'a> {
    k: &'a Kernel<'a>,
    plan: &'a LoopPlan,
    scan: &'a Scan,
    entry: &'a [(VarId, String)],
    numbers: Option<&'a Numbers>,
    last: &'a [VarId],
    depth: usize,
}

impl Printing<'_> {
    /// `romp::inclusive_scan(range, items,`
    fn call(&self, p: &mut Printer, what: &str, alone: bool) -> Call {
        let items: Vec<String> = self
            .scan
            .items
            .iter()
            .map(|item| self.item(p, item))
            .collect();
        let items = match items.as_slice() {
            [one] => format!(" {one}"),
            several => format!("\n    romp::together({})", several.join(",\n        ")),
        };
        let league = self.plan.spread == Spread::League;
        let function = match (self.scan.phases.inclusive, league) {
            (true, false) => DeviceFn::InclusiveScan,
            (false, false) => DeviceFn::ExclusiveScan,
            (true, true) => DeviceFn::InclusiveScanLeague,
            (false, true) => DeviceFn::ExclusiveScanLeague,
        };
        let arguments = match league {
            true => format!(
                "{}, {what},{items}",
                self.k.names.fresh(reductions::SCRATCH)
            ),
            false => format!("{what},{items}"),
        };
        let call = match alone {
            true => Call::new(function, &Team::OneThread, arguments),
            false => {
                let values = self.k.values_of_scan(p, &self.scan.items);
                self.k.on_team(function, &arguments).reserving(values)
            }
        };
        match self.scan.one_each {
            true => call.of(1),
            false => call,
        }
    }

    /// The header's value for a list item: the original, and how it is combined.
    fn item(&self, p: &mut Printer, item: &Item) -> String {
        let k = self.k;
        let original = k.spelling(p, item.var);
        match &item.combine {
            Combine::User(user) => {
                let combiner =
                    reductions::combiner(k, p, *user, reductions::element_type(k.program, item));
                format!("romp::by({original}, {combiner})")
            }
            Combine::Operator(op) => {
                format!("romp::{}({original})", reductions::named(k, item, op, ""))
            }
        }
    }

    /// A phase as a function: `[&](int i, double &x_private)`, and what it does.
    fn phase(
        &self,
        p: &mut Printer,
        stmts: &[StmtId],
        uses: &BTreeSet<VarId>,
        is_input: bool,
    ) -> Lambda {
        let (k, plan) = (self.k, self.plan);
        let mut out = Block::at(self.depth);
        let mut names: Vec<(VarId, String)> = self.entry.to_vec();
        let mut parameters = vec![];
        match self.numbers {
            None => {
                let one = &plan.nest.loops[0];
                parameters.push(loops::loop_variable(p, one, p.names.var(one.var)));
                names.push((one.var, p.names.var(one.var).to_string()));
            }
            Some(numbers) => {
                parameters.push(format!("auto {}", numbers.number));
                self.loop_variables(p, numbers, &mut out, &mut names);
            }
        }
        for item in &self.scan.items {
            // It is the same in both phases.
            let name = k.names.fresh(&format!("{}_private", p.names.var(item.var)));
            parameters.push(reductions::declared(k, p, item, &format!("&{name}")));
            if is_input {
                let original = k.spelling(p, item.var);
                reductions::begin(k, p, &mut out, item, &original, &name);
            }
            names.push((item.var, name));
        }
        let originals: Vec<(VarId, String)> = self
            .last
            .iter()
            .map(|var| (*var, k.spelling(p, *var)))
            .collect();
        for (var, how) in loops::privates_here(k, plan) {
            let direct = plan.spread == Spread::Thread && how == Private::Lastprivate;
            if uses.contains(&var) && !direct {
                names.push((var, k.declare_private(p, &mut out, var, how)));
            }
        }
        k.renaming_all(p, &names, |k, p| {
            k.in_iterations(p, plan.spread, |_, p| {
                stmts.iter().for_each(|stmt| p.stmt(&mut out, *stmt));
            });
        });
        self.ending(p, &mut out, uses, &names, &originals, is_input);
        Lambda {
            head: format!("[&]({})", parameters.join(", ")).into(),
            body: out,
        }
    }

    /// Declares the iteration variables for an iteration's number.
    fn loop_variables(
        &self,
        p: &mut Printer,
        numbers: &Numbers,
        out: &mut Block,
        names: &mut Vec<(VarId, String)>,
    ) {
        let nest = &self.plan.nest.loops;
        let name = |one: &CanonicalLoop| match one.declared {
            true => p.names.var(one.var).to_string(),
            false => self.k.name_beside(p.names.var(one.var), "private"),
        };
        let own: Vec<String> = nest.iter().map(name).collect();
        let spelled = (numbers.ranges.as_slice(), own.as_slice());
        loops::variables_of(self.k, p, out, nest, spelled, &numbers.number);
        names.extend(nest.iter().map(|one| one.var).zip(own));
    }

    /// The assignments of the last iteration: each variable in the phase that gives it its value.
    fn ending(
        &self,
        p: &mut Printer,
        out: &mut Block,
        uses: &BTreeSet<VarId>,
        names: &[(VarId, String)],
        originals: &[(VarId, String)],
        is_input: bool,
    ) {
        let (k, plan) = (self.k, self.plan);
        let Some(numbers) = self.numbers else { return };
        let mut ends = Block::at(out.depth() + 1);
        for (var, original) in originals {
            let copy = names.iter().rev().find(|(v, _)| v == var);
            let at = plan.nest.loops.iter().position(|one| one.var == *var);
            match (at, copy) {
                (Some(at), Some((_, name))) if !is_input => {
                    let end = loops::after(p, &plan.nest.loops[at], name);
                    ends.assign(original, end);
                }
                (None, Some((_, name))) => {
                    // A copy declared before the loop has its last value after the scan phase.
                    let kept = self.entry.iter().any(|(v, _)| v == var);
                    if kept && !is_input || !kept && uses.contains(var) {
                        k.assign(p, &mut ends, *var, original, name);
                    }
                }
                _ => {}
            }
        }
        if ends.is_empty() {
            return;
        }
        let (number, trips) = (&numbers.number, &numbers.trips);
        out.if_then(format!("{number} + 1 == {trips}"), |out| out.append(ends));
    }
}
