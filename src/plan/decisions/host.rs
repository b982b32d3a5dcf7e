//! Where the host's text must differ from the user's beyond the words of directives, because of what names and types
//! mean.

use crate::ir::nests::Phases;
use crate::ir::{ConstructId, StmtId, VarId};

/// A loop with `scan` (OpenMP 5.2, 5.6), on the host or on a device.
#[derive(Clone, Debug)]
pub struct HostScan {
    /// The construct.
    pub construct: ConstructId,
    /// The phases of its body.
    pub phases: Phases,
    /// The innermost body, which holds the phases.
    pub body: StmtId,
    /// The iteration variables that are private by predetermination (5.1.1).
    pub loop_variables: Vec<VarId>,
}

/// A non-rectangular nest whose bounds the host compiler does not accept (OpenMP 5.2, 4.4.2): without `collapse` only
/// the outermost loop is distributed, which executes each iteration once as well.
#[derive(Clone, Debug)]
pub struct HostNest {
    /// The construct.
    pub construct: ConstructId,
    /// Iteration variables of inner loops, which were private because of `collapse`.
    pub private: Vec<VarId>,
}

/// The variables of a target region that host compilers would privatise, since they do not see `declare target` and
/// `defaultmap`: the region on the host uses the originals.
#[derive(Clone, Debug, Default)]
pub struct HostVersion {
    /// Variables of which the region uses the original.
    pub mapped: Vec<VarId>,
    /// Variables of which the region has a copy, because of `defaultmap(firstprivate)`.
    pub copied: Vec<VarId>,
}
