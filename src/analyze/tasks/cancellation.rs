//! Which tasks stop before their end because their taskgroup is cancelled (OpenMP 5.2, 11.2).
//!
//! From the constructs alone. Must not know how tasks are executed.

use crate::analyze::tasks;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveArgs, DirectiveKind, Leaf};
use std::collections::BTreeSet;

/// What `cancel taskgroup` and its cancellation points mean for the tasks of a unit.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// The unit has a `cancel taskgroup`: a task that begins may find its group cancelled.
    pub of_groups: bool,
    /// The blocks of task-generating constructs with a cancellation point of their taskgroup inside.
    left: BTreeSet<StmtId>,
    /// The constructs whose taskgroup a `cancel` in their text names.
    cancelled: BTreeSet<ConstructId>,
}

/// The construct in whose text the taskgroup begins to which a task, or the task around a `cancel taskgroup`, belongs
/// (OpenMP 5.2, 15.4): `taskgroup`, or a `taskloop` that has a taskgroup of its own (12.6). None where the taskgroup may
/// begin in a calling function.
pub fn taskgroup<'a>(program: &'a Program, inside: &Construct) -> Option<&'a Construct> {
    let mut around = program.around(inside);
    around
        .find(|outer| begins_taskgroup(outer) || is_task_region(outer))
        .filter(|outer| begins_taskgroup(outer))
}

/// Whether the construct begins a taskgroup region for the tasks in its text.
pub fn begins_taskgroup(construct: &Construct) -> bool {
    let nogroup = |clause: &Clause| matches!(clause.kind, ClauseKind::Nogroup);
    match construct.directive {
        DirectiveKind::Taskgroup => true,
        _ => construct.directive.has(Leaf::Taskloop) && !construct.clauses.iter().any(nogroup),
    }
}

/// Whether the tasks in the construct's text belong to no taskgroup outside of it: it has implicit tasks of its own.
fn is_task_region(construct: &Construct) -> bool {
    [Leaf::Parallel, Leaf::Teams, Leaf::Target]
        .iter()
        .any(|leaf| construct.directive.has(*leaf))
}

impl Cancellation {
    /// The cancellation of a program's tasks.
    pub fn of(program: &Program) -> Cancellation {
        let mut found = Cancellation::default();
        for (_, construct) in program.constructs.iter() {
            if !matches!(construct.args, DirectiveArgs::CancelsTaskgroup(_)) {
                continue;
            }
            if construct.directive == DirectiveKind::Cancel {
                found.of_groups = true;
                found
                    .cancelled
                    .extend(taskgroup(program, construct).map(|group| group.id));
            }
            let mut around = program.around(construct);
            let task = around.find(|outer| tasks::generates(outer));
            found.left.extend(task.and_then(|task| task.body));
        }
        found
    }

    /// Whether a `cancel` in the construct's text names the taskgroup that the construct begins.
    pub fn cancels(&self, group: &Construct) -> bool {
        self.cancelled.contains(&group.id)
    }

    /// Whether a task of the construct may stop before its end.
    pub fn leaves(&self, task: &Construct) -> bool {
        self.of_groups && task.body.is_some_and(|body| self.left.contains(&body))
    }
}
