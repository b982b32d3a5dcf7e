//! Worksharing loops: a range-for over the iterations that are distributed to this thread.
//!
//! From a [`LoopPlan`]. The device header distributes them (`romp/ranges.cuh`, `romp/schedules.cuh`, `romp/work_queues.cuh`).

mod by_number;
mod concurrent;
mod counted;
mod header;
mod nests;
mod non_rectangular;
mod ranges;

pub(super) use self::by_number::{chunk, numbered, ranges_of, variables_of};
pub(super) use self::concurrent::in_sequence;
pub(super) use self::counted::counted;
use self::header::header;
pub(super) use self::ranges::range;
use self::ranges::simple_range;
use super::conditional::Readers;
use super::context::Context;
use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};

/// The kernel's parameter where the grid has the dimensions of its loops.
pub const GRID_PART: &str = "part";

pub fn print(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &LoopPlan) {
    // What stands between the directive and its loop is about the loop.
    p.comments(out, plan.nest.loops[0].span.lo);
    if plan.spread == Spread::League && plan.uses_work_queue() {
        out.call(k.on_team(DeviceFn::BeginWorkQueues, ""));
    }
    if plan.uses_work_queue() || plan.across.is_some() {
        k.converge(out);
    }
    if plan.keeps_run_schedule {
        out.call(Call::plain(DeviceFn::BeginSchedule, ""));
    }
    let start = out.len();
    concurrent::marked(k, p, out, id, plan, |k, p, out| {
        over_threads(k, p, out, id, plan)
    });
    p.comment_behind(out, start, plan.nest.loops[0].span);
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
        .filter(|(_, how)| how.is_first())
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
            let start = k.local_name(&format!("{}_start", p.names.var(linear.var)));
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
    let last = plan.last_values();
    if plan.nest.non_rectangular(k.program).is_some() {
        return non_rectangular::print(k, p, out, plan, entry, &last);
    }
    if let Order::Grid(turns) = plan.order {
        return nests::along_grid(k, p, out, plan, turns, entry);
    }
    let numbered = !last.is_empty() || !plan.conditional.is_empty();
    if plan.nest.loops.len() == 1 && !numbered && !plan.ordered && plan.across.is_none() {
        return single(k, p, out, plan, entry);
    }
    if plan.by_place(k.program) || plan.by_place_in_team(k.program) {
        return nests::by_place(k, p, out, plan, entry);
    }
    by_number::print(k, p, out, plan, entry, &last);
}

/// A single loop of which nothing needs the number of an iteration.
fn single(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    entry: &[(VarId, String)],
) {
    let one = &plan.nest.loops[0];
    let what = p.with_comments_of_loops(out, heads_end(k.program, plan), |p| match plan.order {
        Order::Free => simple_range(p, one),
        _ => range(p, one),
    });
    let variable = loop_variable(p, one, p.names.var(one.var));
    let heads = header(k, p, plan, &what, &variable);
    if let Some(times) = plan.unrolled {
        p.directive(out, &format!("#pragma unroll {times}"));
    }
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
}

/// What stands last in the heads of a nest of loops, and the body behind them; none where these are not the user's. Where
/// statements stood between the loops, comments may be about these: the heads end with the outermost one.
pub(super) fn heads_end(program: &Program, plan: &LoopPlan) -> Option<(ExprId, StmtId)> {
    let loops = &plan.nest.loops;
    let one = match program.loops.is_made_stmt(plan.nest.body) {
        true => loops.first(),
        false => loops.last(),
    }?;
    let last = one.step.amount.unwrap_or(one.hi);
    let made = program.loops.is_made_stmt(one.stmt) || program.loops.is_made_expr(last);
    (!made).then_some((last, one.body))
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
