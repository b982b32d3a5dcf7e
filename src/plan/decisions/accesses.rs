//! What the sequential part and the regions that it forks access of the memory that threads of a team share.

use crate::ir::*;
use std::collections::BTreeMap;

/// A piece of such memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Any of it.
    Anything,
    /// What pointers may lead to.
    Pointed,
    /// These bytes of the struct of the team's variables, to which no pointer leads: from the first on, up to the second.
    Team(u64, u64),
}

/// An access to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub place: Place,
    /// Whether the memory may be written.
    pub writes: bool,
}

/// What statements of the sequential part access, wherever it is known what all do.
#[derive(Clone, Debug, Default)]
pub struct SequentialAccesses {
    /// What each statement does that holds no construct.
    pub stmts: BTreeMap<StmtId, Vec<Access>>,
    /// What the initialisation of each variable does that threads of the team share.
    pub initialisers: BTreeMap<VarId, Vec<Access>>,
    /// The statements among them from which control may leave by a jump.
    pub jumping: Vec<StmtId>,
    /// What the threads of each region that is forked do.
    pub regions: BTreeMap<ConstructId, Vec<Access>>,
    /// What conditions, bounds and clauses of statements with constructs do, all together.
    pub heads: Vec<Access>,
}
