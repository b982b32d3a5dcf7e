//! What the tasks of a unit mean for the rest of it: which are deferred, which are serialised, where `omp_in_final`
//! has an answer.
//!
//! In a parallel region of several threads all of them execute its tasks, when they wait (`romp/tasks.cuh`).
//! Elsewhere the encountering thread executes a task immediately, which OpenMP allows (5.2, 12.1 and 12.5): tasks are
//! then executed in the order of the program, and dependences and waits need no code.

use crate::analyze::facts::Facts;
use crate::analyze::tasks;
use crate::analyze::tasks::deferral::Obstacle;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::steps::{Lowering, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The constructs in these lowerings whose tasks other threads may execute.
pub fn deferred<'a>(
    lowerings: impl Iterator<Item = &'a BTreeMap<ConstructId, Lowering>>,
) -> BTreeSet<ConstructId> {
    let is = |step: &Step| matches!(step, Step::Deferred(_));
    lowerings
        .flatten()
        .filter(|(_, lowering)| lowering.steps.iter().any(is))
        .map(|(id, _)| *id)
        .collect()
}

/// The blocks of tasks in the statements `all`.
pub fn bodies(program: &Program, all: &[StmtId]) -> Vec<StmtId> {
    let mut found = vec![];
    each_construct(program, all, &mut |_, construct| {
        if matches!(
            construct.directive.leaves().last(),
            Some(Leaf::Task | Leaf::Taskloop)
        ) {
            found.extend(construct.body);
        }
    });
    found
}

/// Warnings about tasks that the program allows any thread to execute, and that the encountering thread executes
/// immediately. `bodies` is all device code.
pub fn serialised(
    facts: &Facts,
    bodies: &[StmtId],
    deferred: &BTreeSet<ConstructId>,
    obstacle: Option<Obstacle>,
) -> Vec<Diagnostic> {
    let program = facts.program;
    let mut found = vec![];
    each_construct(program, bodies, &mut |id, construct| {
        if !tasks::deferrable(program, construct) || deferred.contains(&id) {
            return;
        }
        let name = construct.name();
        let mut warning = Diagnostic::warning(
            Code::Serialised,
            construct.pragma,
            format!("the encountering thread executes all of this `{name}` immediately"),
        );
        if let Some(why) = facts.deferral.undeferred.why(id) {
            warning = warning.note(why);
        } else if let Some(obstacle) = obstacle {
            warning = warning.also(obstacle.at, obstacle.why);
        }
        found.push(warning.help("share independent work out with `parallel for`; `if(0)` says that the task need not run beside others"));
    });
    found
}

/// Errors for calls of `omp_in_final` that have no answer. Whether a thread executes a final task is known only in
/// regions whose tasks may be deferred: neither a unit with other final tasks may ask, nor a function that does not
/// know its team. `recorded` are the constructs of such regions, `asking` the bodies of kernels and of functions that
/// know their team.
pub fn in_final(
    program: &Program,
    bodies: &[StmtId],
    recorded: &BTreeSet<ConstructId>,
    asking: &BTreeSet<StmtId>,
) -> Vec<Diagnostic> {
    let (mut any, mut unknown) = (None, None);
    each_construct(program, bodies, &mut |id, construct| {
        let is = |c: &&Clause| matches!(c.kind, ClauseKind::Final(value) if int_value(program, value) != Some(0));
        let clause = construct.clauses.iter().find(is).map(|c| c.span);
        any = any.or(clause);
        if !recorded.contains(&id) {
            unknown = unknown.or(clause);
        }
    });
    let mut found = vec![];
    for &body in bodies {
        let clause = match asking.contains(&body) {
            true => unknown,
            false => any,
        };
        let Some(clause) = clause else { continue };
        program.walk_exprs_in(body, &mut |_, expr| {
            if let ExprKind::Func(func) = expr.kind
                && program.funcs[func].name == "omp_in_final"
            {
                found.push(
                    Diagnostic::error(
                        Code::UnsupportedTask,
                        expr.span,
                        "`omp_in_final` is not translated yet in a function without constructs, and where final tasks are undeferred",
                    )
                    .also(clause, "a final task")
                    .help("pass the answer to the task's code as a value of its own"),
                );
            }
        });
    }
    found
}

/// The constructs in these lowerings that tell the header which task their thread executes.
pub fn recorded<'a>(
    lowerings: impl Iterator<Item = &'a BTreeMap<ConstructId, Lowering>>,
) -> BTreeSet<ConstructId> {
    let is = |step: &Step| match step {
        Step::Deferred(_) => true,
        Step::Task(task) => task.tasks_deferred,
        _ => false,
    };
    lowerings
        .flatten()
        .filter(|(_, lowering)| lowering.steps.iter().any(is))
        .map(|(id, _)| *id)
        .collect()
}

fn each_construct(
    program: &Program,
    bodies: &[StmtId],
    f: &mut dyn FnMut(ConstructId, &Construct),
) {
    for &body in bodies {
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                f(id, &program.constructs[id]);
            }
        });
    }
}
