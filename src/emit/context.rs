//! Where the code stands that is being built: who executes it, and inside of what.
//!
//! One value, which changes as a whole for the code of a construct and is as before behind it.

use super::kernel::Kernel;
use super::{cancel, doacross, lanes};
use crate::device::Team;
use crate::ir::atomics::Atomic;
use crate::ir::{ConstructId, StmtId, VarId};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How variables are spelled that are not spelled by their own names.
    pub names: BTreeMap<VarId, String>,
    /// Spellings of copies that stand in shared memory.
    pub in_shared_memory: BTreeSet<String>,
    /// The threads that execute the code together.
    pub team: Team,
    pub level: Level,
    pub tasks: Tasks,
    /// The construct whose steps are built; none outside of constructs.
    pub construct: Option<ConstructId>,
    /// The variable of the present task that holds its nthreads-var.
    pub max_threads: Option<String>,
    /// The ordered loops around: the names of what keeps the order and of the iteration's number.
    pub ordered: Vec<(String, String)>,
    /// The linear variables of the loops around: the names of what they were before.
    pub linear: Vec<(VarId, String)>,
    /// The variables of which the last assignment counts: the names of what records it.
    pub conditional: Vec<(VarId, String)>,
    /// The loops around whose iterations wait for each other.
    pub across: Vec<doacross::Around>,
    /// The loops around each iteration of which lanes run together.
    pub lanes: Vec<lanes::Around>,
    /// In text for checks, the loops around whose iterations may run at once: their bodies, and the names of what is
    /// told where each begins.
    pub concurrent: Vec<(StmtId, String)>,
    /// The constructs around that may be cancelled.
    pub cancels: Vec<cancel::Target>,
    /// Statements that update what is reduced, atomically.
    pub updates: Vec<(StmtId, Atomic)>,
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
