//! Which tasks stop before their end because their taskgroup is cancelled (OpenMP 5.2, 11.2).
//!
//! From the constructs alone. Must not know how tasks are executed.

use crate::analyze::tasks;
use crate::ir::*;
use crate::omp::{DirectiveArgs, DirectiveKind};
use std::collections::BTreeSet;

/// What `cancel taskgroup` and its cancellation points mean for the tasks of a unit.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// The unit has a `cancel taskgroup`: a task that begins may find its group cancelled.
    pub of_groups: bool,
    /// The blocks of task-generating constructs with a cancellation point of their taskgroup inside.
    left: BTreeSet<StmtId>,
}

impl Cancellation {
    /// The cancellation of a program's tasks.
    pub fn of(program: &Program) -> Cancellation {
        let mut found = Cancellation::default();
        for (_, construct) in program.constructs.iter() {
            if !matches!(construct.args, DirectiveArgs::CancelsTaskgroup(_)) {
                continue;
            }
            found.of_groups |= construct.directive == DirectiveKind::Cancel;
            let mut around = program.around(construct);
            let task = around.find(|outer| tasks::generates(outer));
            found.left.extend(task.and_then(|task| task.body));
        }
        found
    }

    /// Whether a task of the construct may stop before its end.
    pub fn leaves(&self, task: &Construct) -> bool {
        self.of_groups && task.body.is_some_and(|body| self.left.contains(&body))
    }
}
