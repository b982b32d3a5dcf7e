//! What the host's text must say otherwise than the user's, beyond the words of directives: what only the program's
//! meaning tells.

use crate::ir::nests::Phases;
use crate::ir::{ConstructId, StmtId, VarId};

/// A loop with `scan` (OpenMP 5.2, 5.6), on the host or on a device.
#[derive(Clone, Debug)]
pub struct HostScan {
    pub construct: ConstructId,
    pub phases: Phases,
    /// The innermost body, which holds the phases.
    pub body: StmtId,
    /// The iteration variables that are private by rule (5.1.1).
    pub loop_variables: Vec<VarId>,
}

/// A non-rectangular nest whose bounds the host's compiler does not take (OpenMP 5.2, 4.4.2): without `collapse` the
/// outermost loop alone is shared out, which gives each iteration once as well.
#[derive(Clone, Debug)]
pub struct HostNest {
    pub construct: ConstructId,
    /// Iteration variables of inner loops that `collapse` made private.
    pub private: Vec<VarId>,
}

/// Variables that host compilers would copy for a target region, since they do not see `declare target` and
/// `defaultmap`: on the host the region's own variables are the originals.
#[derive(Clone, Debug, Default)]
pub struct HostVersion {
    /// The region has the original.
    pub mapped: Vec<VarId>,
    /// The region has a copy, which `defaultmap(firstprivate)` asks for.
    pub copied: Vec<VarId>,
}
