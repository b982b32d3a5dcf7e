//! What the worksharing constructs other than loops become: data between planning and printing.

use crate::analyze::sharing::Private;
use crate::ir::{ExprId, StmtId, VarId};

/// One thread of the team runs the block; the others wait or go on.
#[derive(Clone, Debug)]
pub struct Single {
    /// Blocks that nobody waits for go to different warps in turn; all others to thread 0.
    pub turn: u32,
    pub private: Vec<(VarId, Private)>,
    /// `copyprivate`: that thread's values go to the copies of the others.
    pub copied: Vec<VarId>,
    /// Wait for it.
    pub barrier: bool,
}

/// The thread of this number runs the block; none: thread 0.
#[derive(Clone, Debug)]
pub struct Masked {
    pub filter: Option<ExprId>,
}

/// Every section goes to one thread.
#[derive(Clone, Debug)]
pub struct Sections {
    /// The statements of each.
    pub parts: Vec<Vec<StmtId>>,
    pub private: Vec<(VarId, Private)>,
    /// `lastprivate(conditional: ...)`, and whether it is firstprivate too; not among `private`.
    pub conditional: Vec<(VarId, bool)>,
    /// No thread changes an original before all have copied it.
    pub copy_barrier: bool,
    /// Wait for all threads at the end.
    pub barrier: bool,
}

/// The block stands as it is, with copies of its own, for every thread that comes by.
#[derive(Clone, Debug)]
pub struct Scope {
    pub private: Vec<(VarId, Private)>,
    /// Wait for all threads at the end.
    pub barrier: bool,
}
