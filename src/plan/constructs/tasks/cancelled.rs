//! Cancellation of taskgroups (OpenMP 5.2, 11.2): which tasks are discarded, and which groups can be cancelled.
//!
//! From the facts of cancellation and from whether tasks of the team are deferred; nothing here makes steps.

use crate::analyze::tasks::cancellation;
use crate::ir::Construct;
use crate::omp::DirectiveKind;
use crate::plan::decisions::steps::{CancellableGroup, Discarded};
use crate::plan::planner::{Context, Planner};

impl Planner<'_> {
    /// Who decides that the task is discarded: the taskgroup around it that a `cancel` names, or its team.
    pub(super) fn discarded(&self, construct: &Construct, context: Context) -> Discarded {
        let tasks_deferred = self.tasks_deferred(construct, context);
        let cancellation = &self.facts.cancellation;
        if construct.directive == DirectiveKind::Taskgroup || !cancellation.of_groups {
            return Discarded::Never;
        }
        let group = cancellation::taskgroup(self.program, construct)
            .filter(|group| cancellation.cancels(group) && (!tasks_deferred || self.function));
        match group {
            Some(group) => Discarded::ByGroup(group.id),
            None if tasks_deferred => Discarded::ByTeam,
            None => Discarded::Never,
        }
    }

    /// The taskgroup that begins with the construct, if a `cancel` in its text names it and its tasks may be executed at
    /// once.
    pub(super) fn cancellable_group(
        &self,
        construct: &Construct,
        context: Context,
    ) -> Option<CancellableGroup> {
        let how = match (self.tasks_deferred(construct, context), self.function) {
            (false, _) => CancellableGroup::AtOnce,
            (true, true) => CancellableGroup::ByState,
            (true, false) => return None,
        };
        self.facts.cancellation.cancels(construct).then_some(how)
    }
}
