//! The decisions of a translation unit.

use crate::analyze::reach::Reach;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::plan::decisions::host::{HostNest, HostScan};
use crate::plan::decisions::kernel::{FunctionPlan, KernelPlan};
use crate::plan::decisions::launch::Arg;
use crate::plan::decisions::synchronise::Synchronisation;
use crate::source::Span;
use std::collections::BTreeSet;

/// The decisions of a unit.
pub struct UnitPlan {
    pub kernels: Vec<KernelPlan>,
    pub data: Vec<DataPlan>,
    pub reach: Reach,
    /// Functions with constructs of their own, or that fork.
    pub functions: Vec<FunctionPlan>,
    pub functions_run: FunctionsRun,
    pub linkage: Linkage,
    pub synchronisation: Synchronisation,
    /// Loops with `scan`, the host's included.
    pub scans: Vec<HostScan>,
    /// Nests that the host's text does not collapse.
    pub nests: Vec<HostNest>,
    /// The functions that tasks of device code reach by calls.
    pub functions_of_tasks: BTreeSet<FuncId>,
    pub dispatches: Vec<VariantCall>,
    pub warnings: Vec<Diagnostic>,
}

/// `target data` or one of its relatives, and what it maps.
pub struct DataPlan {
    pub construct: ConstructId,
    pub args: Vec<Arg>,
}

/// In what surroundings the device functions of a unit run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionsRun {
    /// Always outside of parallel regions.
    Sequentially,
    /// Always in a region of all threads of the block.
    InParallel,
    /// The kernels' state tells.
    ByState,
}

/// What of the unit's device image matters beyond it.
#[derive(Debug, Default)]
pub struct Linkage {
    /// `declare target` variables with storage here.
    pub globals: Vec<VarId>,
    /// What other units may use.
    pub defines: Vec<Item>,
    /// What must come from other units.
    pub needs: Vec<Item>,
}

/// A construct and the call that it makes.
pub struct VariantCall {
    pub construct: ConstructId,
    /// The name of the base function in the call.
    pub callee: Span,
    /// None where no variant is for this construct.
    pub variant: Option<FuncId>,
    /// Where the base function is called all the same: `novariants` or `nocontext`.
    pub unless: Option<ExprId>,
    /// Arguments that the variant takes as device pointers.
    pub device_pointers: Vec<ExprId>,
}
