//! What constructs of tasks become: data between planning and printing; and what a unit is told of them.
//!
//! In a parallel region of several threads all of them run its tasks, when they wait (`romp/tasks.cuh`). Else
//! the encountering thread executes a task immediately, which OpenMP allows (5.2, 12.1 and 12.5): tasks are
//! then done in the order of the program, and dependences and waits hold by themselves.

use crate::analyze::deferral::{self, Obstacle};
use crate::analyze::facts::Facts;
use crate::analyze::tasks;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::steps::{Lowering, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The constructs in these lowerings whose tasks other threads may run.
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

/// What tasks run, in the statements `all`.
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

/// Tasks that the program leaves to any thread, and one runs. `bodies` is all device code.
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
        let name = construct.directive.name();
        let mut warning = Diagnostic::warning(
            Code::Serialised,
            construct.pragma,
            format!("the thread that meets this `{name}` runs all of it at once"),
        );
        if let Some(why) = deferral::why_undeferred(&facts.uses, construct) {
            warning = warning.note(why);
        } else if let Some(obstacle) = obstacle {
            warning = warning.also(obstacle.at, obstacle.why);
        }
        found.push(warning.help("share independent work out with `parallel for`; `if(0)` says that the task need not run beside others"));
    });
    found
}

/// `omp_in_final` asks what a thread is doing, which only regions whose tasks wait keep: a unit with other final
/// tasks must not ask, nor functions that know no team. `told` has the constructs of such regions, `asking` the
/// bodies of functions that know theirs and of kernels.
pub fn in_final(
    program: &Program,
    bodies: &[StmtId],
    told: &BTreeSet<ConstructId>,
    asking: &[StmtId],
) -> Vec<Diagnostic> {
    let (mut any, mut untold) = (None, None);
    each_construct(program, bodies, &mut |id, construct| {
        let is = |c: &&Clause| matches!(c.kind, ClauseKind::Final(value) if int_value(program, value) != Some(0));
        let clause = construct.clauses.iter().find(is).map(|c| c.span);
        any = any.or(clause);
        if !told.contains(&id) {
            untold = untold.or(clause);
        }
    });
    let mut found = vec![];
    for &body in bodies {
        let clause = match asking.contains(&body) {
            true => untold,
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
                        "`omp_in_final` is not translated yet in a function without constructs, and where final tasks run at once",
                    )
                    .also(clause, "a final task")
                    .help("hand the answer to the task's code as a value of its own"),
                );
            }
        });
    }
    found
}

/// The constructs in these lowerings whose tasks say what their thread is doing.
pub fn told<'a>(
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
