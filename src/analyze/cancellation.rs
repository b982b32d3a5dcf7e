//! Which tasks are left where their group is cancelled (OpenMP 5.2, 11.2).
//!
//! From the constructs alone. Must not know how tasks run.

use super::tasks;
use crate::ir::*;
use crate::omp::{DirectiveArgs, DirectiveKind};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// A `cancel taskgroup` stands anywhere: a task that begins may find its group cancelled.
    pub of_groups: bool,
    /// The blocks of task-generating constructs with a cancellation point of their group inside.
    left: BTreeSet<StmtId>,
}

impl Cancellation {
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

    /// Whether a task of the construct may be left before its end.
    pub fn leaves(&self, task: &Construct) -> bool {
        self.of_groups && task.body.is_some_and(|body| self.left.contains(&body))
    }
}
