//! The parallel regions and the tasks of a kernel or a device function.

use super::blocks;
use super::{Region, Task, at, brief, location};
use crate::emit::source_text::quoted;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan, Mode};
use crate::plan::decisions::launch::MASTER;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};

/// The constructs of a kernel that several threads execute.
pub fn regions(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Region> {
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    let shape = &plan.shape;
    let asked = |threads: ExprId| asked(program, pre, plan, threads);
    let all = || {
        let planned = blocks::of_region(program, plan);
        match (shape.threads, shape.condition) {
            (Some(n), _) => asked(n),
            _ if let Some(largest) = &shape.largest => {
                format!("{}, or as many as another region asks for", largest.least)
            }
            (None, Some(c)) => format!("{planned}, or 1 where `{}` is false", text(c)),
            (None, None) => planned,
        }
    };
    of_code(program, pre, &plan.code, &all, &asked)
}

/// The threads of a region with `num_threads`: no more than `thread_limit` allows (OpenMP 5.2, 10.1.1), nor than a team
/// can have.
fn asked(program: &Program, pre: &Preprocessed, plan: &KernelPlan, threads: ExprId) -> String {
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    let shape = &plan.shape;
    let master = match plan.mode() {
        Mode::ForkJoin => MASTER,
        _ => 0,
    };
    let most = i128::from(shape.max_block.saturating_sub(master));
    let known = |expr: ExprId| int_value(program, expr);
    match (
        known(threads),
        shape.limit.map(|limit| (limit, known(limit))),
    ) {
        (Some(n), Some((_, Some(limit)))) if limit < n.min(most) => {
            format!("{limit} (`thread_limit`)")
        }
        (Some(n), None | Some((_, Some(_)))) if n > most => {
            format!("{most}, the most of a team")
        }
        (Some(_), Some((_, Some(_)))) | (_, None) => {
            format!("{} (`num_threads`)", text(threads))
        }
        (_, Some((limit, _))) => format!(
            "{} (`num_threads`), at most {} (`thread_limit`)",
            text(threads),
            text(limit)
        ),
    }
}

/// The constructs of a device function that several threads execute: as many as the kernel has.
pub fn regions_of_function(program: &Program, pre: &Preprocessed, code: &CodePlan) -> Vec<Region> {
    let asked = |threads: ExprId| {
        let text = brief(pre.slice(program.expr(threads).span));
        format!("{text} (`num_threads`), at most those of the kernel")
    };
    of_code(program, pre, code, &|| "those of the kernel".into(), &asked)
}

fn of_code(
    program: &Program,
    pre: &Preprocessed,
    code: &CodePlan,
    all: &dyn Fn() -> String,
    asked: &dyn Fn(ExprId) -> String,
) -> Vec<Region> {
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    let mut found = vec![];
    for (id, lowering) in code.lowerings() {
        let forked = lowering.steps.iter().find_map(|step| match step {
            Step::Parallel(parallel) => Some(match parallel.team {
                TeamSize::All => all(),
                TeamSize::Constant(n) => n.to_string(),
                TeamSize::One => "1: nested in another region".into(),
                TeamSize::Asked { threads, condition } => {
                    let threads = threads.map_or_else(all, asked);
                    match condition {
                        Some(c) => format!("{threads}, or 1 where `{}` is false", text(c)),
                        None => threads,
                    }
                }
            }),
            Step::Loop(one) if one.spread == Spread::League => Some(all()),
            Step::Loop(one) if one.spread == Spread::Lanes => {
                Some("lanes of a warp, for each iteration of the loop around it".into())
            }
            _ => None,
        });
        let Some(threads) = forked else { continue };
        let pragma = program.constructs[id].pragma;
        found.push(Region {
            place: at(pre, pragma),
            at: location(pre, pragma),
            directive: quoted(pre, pragma),
            threads,
            id,
        });
    }
    in_order(found, |one| &one.at)
}

/// The constructs that generate tasks.
pub fn tasks(program: &Program, pre: &Preprocessed, code: &CodePlan) -> Vec<Task> {
    let mut found = vec![];
    for (id, lowering) in code.lowerings() {
        let deferred = lowering.steps.iter().find_map(|step| match step {
            Step::Task(_) => Some(false),
            Step::Deferred(_) => Some(true),
            _ => None,
        });
        let Some(deferred) = deferred else { continue };
        let runs = match (deferred, &code.tasks_stay) {
            (true, _) => "any thread of the parallel region, later".to_string(),
            (false, Some(obstacle)) => format!(
                "the thread that generates them, at once: {} ({})",
                obstacle.why,
                at(pre, obstacle.at)
            ),
            (false, None) => "the thread that generates them, at once".into(),
        };
        let pragma: Span = program.constructs[id].pragma;
        found.push(Task {
            place: at(pre, pragma),
            at: location(pre, pragma),
            directive: quoted(pre, pragma),
            deferred,
            runs,
        });
    }
    in_order(found, |one| &one.at)
}

fn in_order<T>(mut found: Vec<T>, at: impl Fn(&T) -> &super::Location) -> Vec<T> {
    found.sort_by(|a, b| at(a).cmp(at(b)));
    found
}
