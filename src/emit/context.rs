//! Where the code stands that is being built: who executes it, and inside of what.
//!
//! One value, which changes as a whole for the code of a construct and is as before behind it.

use super::kernel::Kernel;
use crate::device::Team;
use crate::ir::ConstructId;

#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The threads that execute the code together.
    pub team: Team,
    pub level: Level,
    pub tasks: Tasks,
    /// The construct whose steps are built; none outside of constructs.
    pub construct: Option<ConstructId>,
}

/// Whether code stands in a parallel region, as far as its kernel or function shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// In no parallel region of the same kernel or function.
    #[default]
    Sequential,
    Parallel,
}

/// What becomes of tasks that the code generates, and whom its barriers wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tasks {
    /// Each is executed at once by the encountering thread.
    #[default]
    Undeferred,
    /// Threads of the team execute tasks of each other; barriers wait for all of them.
    OfTeam,
}

impl Kernel<'_> {
    /// What `f` builds stands in the present context with that change.
    pub fn within<R>(&self, change: impl FnOnce(&mut Context), f: impl FnOnce() -> R) -> R {
        let mut inner = self.context.borrow().clone();
        change(&mut inner);
        let outer = self.context.replace(inner);
        let result = f();
        self.context.replace(outer);
        result
    }

    /// The team that executes the code.
    pub fn team(&self) -> Team {
        self.context.borrow().team.clone()
    }

    pub fn is_parallel(&self) -> bool {
        self.context.borrow().level == Level::Parallel
    }

    pub fn defers_tasks(&self) -> bool {
        self.context.borrow().tasks == Tasks::OfTeam
    }

    /// The construct whose steps are built.
    pub fn construct_now(&self) -> ConstructId {
        let construct = self.context.borrow().construct;
        construct.expect("a construct is built")
    }
}
