//! Worksharing loops: a range-for over the iterations that are distributed to this thread.
//!
//! From a [`LoopPlan`]. The device header distributes them (`romp/ranges.cuh`, `romp/schedules.cuh`).

mod concurrent;
mod header;
mod nests;
mod non_rectangular;
mod ranges;

pub(super) use self::concurrent::in_sequence;
use self::header::header;
pub(super) use self::ranges::range;
use self::ranges::simple_range;
use super::conditional::Readers;
use super::context::Context;
use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::tree::Head;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};

/// The kernel's parameter where the grid has the dimensions of a nest.
pub const GRID_PART: &str = "part";

pub fn print(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &LoopPlan) {
    if plan.spread == Spread::League && plan.uses_work_queue() {
        out.call(k.on_team(DeviceFn::BeginWorkQueues, ""));
    }
    if plan.uses_work_queue() || plan.across.is_some() {
        k.converge(out);
    }
    if plan.schedules {
        out.call(Call::plain(DeviceFn::BeginSchedule, ""));
    }
    concurrent::marked(k, p, out, id, plan, |k, p, out| {
        over_threads(k, p, out, id, plan)
    });
    if plan.barrier {
        k.barrier(out);
    }
}

/// The loop, as its threads execute it.
fn over_threads(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &LoopPlan) {
    if !plan.conditional.is_empty() {
        let readers = match plan.spread {
            Spread::Team => Readers::Team,
            _ => Readers::Encountering,
        };
        super::conditional::print(k, p, out, readers, &plan.conditional, |k, p, out| {
            with_copies(k, p, out, plan)
        });
    } else if let Some(scan) = &plan.scan {
        super::scans::print(k, p, out, plan, scan);
    } else if plan.spread == Spread::Thread {
        serial(k, p, out, id, plan);
    } else if let Some(lanes) = &plan.lanes {
        super::lanes::groups(k, p, out, plan, lanes, |k, p, out| {
            with_copies(k, p, out, plan)
        });
    } else {
        with_copies(k, p, out, plan);
    }
}

/// The loop over this thread's iterations, and the copies that are made before it.
fn with_copies(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan) {
    let entry: Vec<(VarId, Private)> = plan
        .private
        .iter()
        .copied()
        .filter(|(_, how)| matches!(how, Private::Firstprivate | Private::FirstLastprivate))
        .filter(|(var, how)| k.needs_copy(Some(plan.nest.body), *var, *how))
        .collect();
    if entry.is_empty() {
        return distributed(k, p, out, plan, &[]);
    }
    out.scope(|out| {
        let names: Vec<(VarId, String)> = entry
            .iter()
            .map(|(var, how)| (*var, k.declare_private(p, out, *var, *how)))
            .collect();
        let both = |(_, how): &(VarId, Private)| *how == Private::FirstLastprivate;
        if plan.spread == Spread::Team && entry.iter().any(both) {
            k.barrier(out);
        }
        linear_starts(k, p, out, plan, &names, |k, p, out| {
            distributed(k, p, out, plan, &names)
        });
    });
}

/// Declares the values of linear variables before the loop, beside the copies, and builds the loop with `f`.
fn linear_starts(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    names: &[(VarId, String)],
    f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
) {
    let mut starts = vec![];
    for linear in &plan.linear {
        if let Some((_, copy)) = names.iter().find(|(var, _)| *var == linear.var) {
            let start = k.made_name(&format!("{}_start", p.names.var(linear.var)));
            out.constant(&start, copy);
            starts.push((linear.var, start));
        }
    }
    let change = |context: &mut Context| context.linear.extend(starts);
    k.within(p, change, |k, p| f(k, p, out));
}

/// The loops as they stand, which one thread executes.
fn serial(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &LoopPlan) {
    let outer = plan.nest.loops[0].stmt;
    let copies: Vec<(VarId, Private)> = plan
        .private
        .iter()
        .copied()
        .filter(|(var, how)| {
            // With one thread, the original serves as a private copy whose last value it gets.
            !matches!(
                how,
                Private::Lastprivate | Private::FirstLastprivate | Private::LoopVar
            ) && k.needs_copy(Some(plan.nest.body), *var, *how)
        })
        .collect();
    let records = plan.records_order && k.is_parallel();
    if copies.is_empty() && !records {
        concurrent::spare(k, p, out, plan, id);
        k.code(p, out, outer);
        return;
    }
    out.scope(|out| {
        if records {
            // A function that is called from this loop waits for no other iteration.
            out.object(Object::new(Class::CurrentOrder, k.made_name("current")));
        }
        let names: Vec<(VarId, String)> = copies
            .iter()
            .map(|(var, how)| (*var, k.declare_private(p, out, *var, *how)))
            .collect();
        k.renaming_all(p, &names, |k, p| {
            concurrent::spare(k, p, out, plan, id);
            k.code(p, out, outer)
        });
        for ((var, how), (_, copy)) in copies.iter().zip(&names) {
            if *how == Private::LoopCopy && k.keeps_last_value(*var) {
                out.assign(k.spelling(p, *var), copy);
            }
        }
    });
}

/// The loop over this thread's iterations; `entry` are copies that are made before it.
fn distributed(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
) {
    let last: Vec<VarId> = plan
        .private
        .iter()
        .filter(|(_, how)| matches!(how, Private::Lastprivate | Private::FirstLastprivate))
        .map(|(var, _)| *var)
        .collect();
    if plan.nest.non_rectangular(k.program).is_some() {
        return non_rectangular::print(k, p, out, plan, entry, &last);
    }
    let one = &plan.nest.loops[0];
    let numbered = !last.is_empty() || !plan.conditional.is_empty();
    if plan.nest.loops.len() == 1 && !numbered && !plan.ordered && plan.across.is_none() {
        let what = if plan.order == Order::Free {
            simple_range(p, one)
        } else {
            range(p, one)
        };
        let variable = loop_variable(p, one, p.names.var(one.var));
        let heads = header(k, p, plan, &what, &variable);
        if plan.spread != Spread::Teams && heads.len() == 1 && privates_here(k, plan).is_empty() {
            // As a person would write it: no braces that the user did not write.
            let mut names = entry.to_vec();
            names.push((one.var, p.names.var(one.var).to_string()));
            k.renaming_all(p, &names, |k, p| {
                k.in_parallel(p, |_, p| p.loop_over(out, heads, plan.nest.body))
            });
            return;
        }
        out.range_for(heads, |out| {
            body(
                k,
                p,
                out,
                plan,
                entry,
                &[p.names.var(one.var).to_string()],
                None,
            )
        });
        return;
    }
    if plan.order == Order::Grid {
        return nests::along_grid(k, p, out, plan, entry);
    }
    if plan.by_place(k.program) {
        return nests::by_place(k, p, out, plan, entry);
    }
    // By the number of the iteration: longer nests, and loops whose last iteration has to be known. An iteration
    // variable whose original keeps its name gets another name beside it.
    let names: Vec<String> = plan
        .nest
        .loops
        .iter()
        .map(|one| {
            let own = p.names.var(one.var);
            if last.contains(&one.var) {
                k.name_beside(own, "private")
            } else {
                own.to_string()
            }
        })
        .collect();
    out.scope(|out| {
        let ranges: Vec<String> = plan
            .nest
            .loops
            .iter()
            .map(|one| {
                let name = k.made_name(&format!("{}_range", p.names.var(one.var)));
                out.constant(&name, range(p, one));
                name
            })
            .collect();
        let trips = match ranges.as_slice() {
            [one] => format!("{one}.trips()"),
            several => {
                let name = k.made_name("trips");
                let product: Vec<String> = several.iter().map(|r| format!("{r}.trips()")).collect();
                let product = product.join(" * ");
                // Iteration numbers have 32 bits where these are known to suffice.
                let mut counts = plan
                    .nest
                    .loops
                    .iter()
                    .map(|one| one.constant_trips(k.program));
                let all = counts.try_fold(1u128, |all, one| all.checked_mul(one?));
                let value = match all {
                    Some(all) if all <= u128::from(u32::MAX) => format!("(unsigned)({product})"),
                    _ => format!("(unsigned long long){product}"),
                };
                out.constant(&name, value);
                name
            }
        };
        let number = k.made_name("k");
        let order = plan.ordered.then(|| {
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
        });
        let across = plan.across.as_ref().map(|across| {
            let inner: Vec<String> = across.loops[plan.nest.loops.len()..]
                .iter()
                .map(|one| {
                    let name = k.made_name(&format!("{}_range", p.names.var(one.var)));
                    out.constant(&name, range(p, one));
                    name
                })
                .collect();
            super::doacross::begin(k, out, across, &ranges, &inner)
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
            variables_of(k, p, out, plan, &ranges, &names, &number);
            let ending = Ending {
                number: &number,
                trips: &trips,
                last: &last,
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

/// The copies that are declared anew in each iteration, since no iteration passes a value to the next.
pub(super) fn privates_here(k: &Kernel, plan: &LoopPlan) -> Vec<(VarId, Private)> {
    let is_loop_var = |var| plan.nest.loops.iter().any(|l| l.var == var);
    let declared = |how| matches!(how, Private::Private | Private::Lastprivate);
    plan.private
        .iter()
        .copied()
        .filter(|(var, how)| {
            !is_loop_var(*var) && declared(*how) && k.needs_copy(Some(plan.nest.body), *var, *how)
        })
        .collect()
}

/// How the last iteration is known, and the variables whose values it leaves.
struct Ending<'a> {
    number: &'a str,
    trips: &'a str,
    last: &'a [VarId],
}

/// The loop's body with its private variables, and the assignments of the last iteration.
fn body(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
    loop_names: &[String],
    last: Option<Ending>,
) {
    let statement = plan.nest.body;
    let mut names: Vec<(VarId, String)> = entry.to_vec();
    let loop_vars: Vec<VarId> = plan.nest.loops.iter().map(|l| l.var).collect();
    for (var, how) in privates_here(k, plan) {
        names.push((var, k.declare_private(p, out, var, how)));
    }
    // Iteration variables have their own names, whatever stands for them outside.
    let outer: Vec<(VarId, String)> = loop_vars
        .iter()
        .map(|var| (*var, k.spelling(p, *var)))
        .collect();
    for (var, name) in loop_vars.iter().zip(loop_names) {
        names.push((*var, name.clone()));
    }
    names.extend(super::conditional::copies(k, &plan.conditional));
    for linear in &plan.linear {
        let copy = names.iter().find(|(var, _)| *var == linear.var);
        let start = k.context.linear.iter().rfind(|(var, _)| *var == linear.var);
        let (Some((_, copy)), Some((_, start)), Some(end)) = (copy, start, &last) else {
            unreachable!("a linear variable has a copy, and its loop numbers its iterations");
        };
        let steps = match linear.step {
            None => format!("(long long){}", end.number),
            Some(step) => format!("(long long){} * ({})", end.number, p.expr(step)),
        };
        out.assign(copy, format!("{start} + {steps}"));
    }
    let jumps = (plan.ordered
        || plan.across.is_some()
        || !plan.conditional.is_empty()
        || last.as_ref().is_some_and(|end| !end.last.is_empty()))
        && has_continue(k.program, statement);
    k.renaming_all(p, &names, |k, p| {
        k.in_iterations(p, plan.spread, |k, p| {
            if jumps {
                // `continue` must lead to what follows the body.
                let once = out.below(|out| k.code(p, out, statement));
                out.do_while("0", once);
            } else {
                k.code(p, out, statement);
            }
        });
    });
    if let Some(end) = &last {
        super::conditional::end(k, out, &plan.conditional, end.number);
    }
    let Some(Ending {
        number,
        trips,
        last,
    }) = last.filter(|end| !end.last.is_empty())
    else {
        return;
    };
    let once = match (plan.spread, k.plan.mode) {
        (Spread::Teams, Mode::Spmd | Mode::GuardedSpmd) => " && romp::thread() == 0",
        _ => "",
    };
    out.if_then(format!("{number} + 1 == {trips}{once}"), |out| {
        for var in last {
            let original = outer
                .iter()
                .find(|(v, _)| v == var)
                .map_or_else(|| k.spelling(p, *var), |(_, name)| name.clone());
            match plan.nest.loops.iter().position(|l| l.var == *var) {
                Some(at) => {
                    let one = &plan.nest.loops[at];
                    out.assign(original, after(p, one, &loop_names[at]));
                }
                None => {
                    let copy = names
                        .iter()
                        .find(|(v, _)| v == var)
                        .map(|(_, name)| name.clone());
                    if let Some(copy) = copy {
                        k.assign(p, out, *var, &original, &copy);
                    }
                }
            }
        }
    });
}

/// The value of the iteration variable after its loop: one step past the last.
pub(super) fn after(p: &mut Printer, one: &CanonicalLoop, name: &str) -> String {
    let op = if one.step.subtract { "-" } else { "+" };
    match one.step.amount {
        None => format!("{name} {op} 1"),
        Some(amount) => format!("{name} {op} ({})", p.expr(amount)),
    }
}

fn has_continue(program: &Program, body: StmtId) -> bool {
    fn find(program: &Program, id: StmtId) -> bool {
        let stmt = program.stmt(id);
        match stmt.kind {
            StmtKind::Continue => true,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => false,
            _ => {
                let mut found = false;
                program.each_child(stmt, &mut |child| found |= find(program, child));
                found
            }
        }
    }
    find(program, body)
}

pub(super) fn loop_variable(p: &mut Printer, one: &CanonicalLoop, name: &str) -> String {
    let v = &p.program.vars[one.var];
    p.declarator(super::kernel::unqualified(v.ty), name)
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
    let mut ranges = vec![];
    let mut names = vec![];
    for one in &plan.nest.loops {
        let own = p.names.var(one.var);
        let name = k.made_name(&format!("{own}_range"));
        out.constant(&name, range(p, one));
        ranges.push(name);
        names.push(match last.contains(&one.var) {
            true => k.name_beside(own, "private"),
            false => own.to_string(),
        });
    }
    let product: Vec<String> = ranges.iter().map(|r| format!("{r}.trips()")).collect();
    let trips = match product.as_slice() {
        [one] => one.clone(),
        several => {
            let name = k.made_name("trips");
            let product = several.join(" * ");
            let declared = format!("const unsigned long long {name}");
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
fn variables_of(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    ranges: &[String],
    names: &[String],
    number: &str,
) {
    let mut rest = number.to_string();
    for (at, (one, range)) in plan.nest.loops.iter().zip(ranges).enumerate().rev() {
        let variable = loop_variable(p, one, &names[at]);
        if at == 0 {
            out.declare_as(variable, format!("{range}[{rest}]"));
        } else {
            let (outer, inner) = (k.made_name("outer"), k.made_name("inner"));
            let parts = Call::plain(DeviceFn::Split, format!("{rest}, {range}.trips()"));
            out.declare_as(format!("const auto [{outer}, {inner}]"), parts);
            out.declare_as(variable, format!("{range}[{inner}]"));
            rest = outer;
        }
    }
}

/// The iterations `from` to `to` of such loops.
pub fn chunk(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan, all: &Numbered) {
    let number = k.made_name("k");
    let head = format!("auto {number} = from; {number} < to; {number}++");
    out.range_for(vec![Head::Counting(head.into())], |out| {
        variables_of(k, p, out, plan, &all.ranges, &all.names, &number);
        let ending = Ending {
            number: &number,
            trips: &all.trips,
            last: &all.last,
        };
        body(k, p, out, plan, &[], &all.names, Some(ending));
    });
}
