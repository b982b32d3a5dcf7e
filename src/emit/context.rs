//! The surroundings of the code that is being built: which threads execute it, and inside of what.
//!
//! One value, which never changes: the code inside of a construct is built with another one.

use super::cuda::Printer;
use super::kernel::Kernel;
use super::{cancel, doacross, lanes, tasks};
use crate::device::Team;
use crate::ir::atomics::Atomic;
use crate::ir::{ConstructId, StmtId, VarId};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The spellings of variables that are not spelled by their own names.
    pub names: BTreeMap<VarId, String>,
    /// The spellings that mean copies in shared memory.
    pub in_shared_memory: BTreeSet<String>,
    /// The threads that execute the code together.
    pub team: Team,
    pub level: Level,
    pub tasks: Tasks,
    /// The construct whose steps are built; none outside of constructs.
    pub construct: Option<ConstructId>,
    /// The variable of the current task that holds its nthreads-var.
    pub max_threads: Option<String>,
    /// The enclosing loops with `ordered`: the names of the object that keeps the order and of the iteration's
    /// number.
    pub ordered: Vec<(String, String)>,
    /// The linear variables of enclosing loops: the names of their values before the loop.
    pub linear: Vec<(VarId, String)>,
    /// The variables of `lastprivate(conditional: ...)`: the names of the objects that record assignments.
    pub conditional: Vec<(VarId, String)>,
    /// The enclosing loops whose iterations wait for each other.
    pub across: Vec<doacross::Around>,
    /// The enclosing loops whose iterations groups of lanes execute together.
    pub lanes: Vec<lanes::Around>,
    /// In text for checks, the enclosing loops with concurrent iterations: their bodies, and the names of the objects
    /// that say where each iteration begins.
    pub concurrent: Vec<(StmtId, String)>,
    /// The enclosing constructs that may be cancelled.
    pub cancels: Vec<cancel::Target>,
    /// The enclosing taskgroups that may be cancelled and whose tasks may be executed at once.
    pub groups: Vec<cancel::Group>,
    /// The first values of what tasks reduce, where their initialisers read these.
    pub originals: Vec<tasks::Original>,
    /// The statements that update what is reduced, as atomic operations.
    pub updates: Vec<(StmtId, Atomic)>,
}

/// Whether code stands in a parallel region, as far as its kernel or function shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// It stands in no parallel region of the same kernel or function.
    #[default]
    Sequential,
    Parallel,
}

/// How tasks that the code generates are executed, and for what its barriers wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tasks {
    /// The encountering thread executes each immediately.
    #[default]
    Undeferred,
    /// Threads of the team execute tasks of each other, and barriers wait for all of them.
    OfTeam,
}

impl Kernel<'_> {
    /// Builds with `f` in the current surroundings with that change: `f` gets the kernel and the printer that know them.
    pub fn within<R>(
        &self,
        p: &mut Printer,
        change: impl FnOnce(&mut Context),
        f: impl FnOnce(&Kernel, &mut Printer) -> R,
    ) -> R {
        let mut inner = self.clone();
        change(&mut inner.context);
        p.with_hooks(&inner, |p| f(&inner, p))
    }

    /// Whether the printer prints in this context.
    pub(super) fn prints(&self, p: &Printer) -> bool {
        std::ptr::addr_eq(p.hooks, self)
    }

    /// The team that executes the code.
    pub fn team(&self) -> Team {
        self.context.team.clone()
    }

    pub fn is_parallel(&self) -> bool {
        self.context.level == Level::Parallel
    }

    pub fn defers_tasks(&self) -> bool {
        self.context.tasks == Tasks::OfTeam
    }

    /// The construct whose steps are built.
    pub fn construct_now(&self) -> ConstructId {
        self.context.construct.expect("a construct is built")
    }
}
