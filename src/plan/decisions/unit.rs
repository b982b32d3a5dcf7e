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

/// The plan of a translation unit: everything that `emit` needs to know of it.
pub struct UnitPlan {
    /// The kernels, in the order of the text.
    pub kernels: Vec<KernelPlan>,
    /// The constructs that only map data.
    pub data: Vec<DataPlan>,
    /// What device code reaches.
    pub reach: Reach,
    /// The device functions with constructs of their own, or that fork by what they call.
    pub functions: Vec<FunctionPlan>,
    /// In what surroundings device functions run.
    pub functions_run: FunctionsRun,
    /// The constant tables that lie in constant memory.
    pub constants: BTreeSet<VarId>,
    /// What other units have to know of the device image.
    pub linkage: Linkage,
    /// What is decided of `atomic` and `critical`.
    pub synchronisation: Synchronisation,
    /// The loops with `scan`, the host's included.
    pub scans: Vec<HostScan>,
    /// The nests from which the host's text removes `collapse`.
    pub nests: Vec<HostNest>,
    /// The functions that tasks of device code call, directly or through others.
    pub functions_of_tasks: BTreeSet<FuncId>,
    /// The calls of `dispatch` constructs.
    pub dispatches: Vec<VariantCall>,
    /// The `interop` constructs, which the host executes.
    pub interops: Vec<InteropPlan>,
    /// What the user should know, and `--Werror` may make an error.
    pub warnings: Vec<Diagnostic>,
}

/// A `target data` construct or one of its relatives, and what it maps.
pub struct DataPlan {
    /// The construct.
    pub construct: ConstructId,
    /// What it maps.
    pub args: Vec<Arg>,
}

/// An `interop` construct: what the host does, in order.
pub struct InteropPlan {
    /// The construct.
    pub construct: ConstructId,
    /// The argument of `device`.
    pub device: Option<ExprId>,
    /// What happens to which variable.
    pub actions: Vec<InteropAction>,
}

/// What an `interop` construct does with a variable, at this place of the text.
#[derive(Clone, Copy, Debug)]
pub enum InteropAction {
    /// It gets an object.
    Init {
        /// The variable.
        item: Span,
        /// The object has a stream.
        targetsync: bool,
        /// What the object is for.
        runtime: ForeignRuntime,
    },
    /// Work of both sides waits for each other.
    Use(Span),
    /// The object ends.
    Destroy(Span),
}

/// A library that knows GPUs by handles of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignRuntime {
    /// CUDA's runtime.
    Cuda,
    /// CUDA's driver.
    CudaDriver,
}

/// In what surroundings the device functions of a unit run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionsRun {
    /// Always outside of parallel regions.
    Sequentially,
    /// Always in a region of all threads of the block.
    InParallel,
    /// The kernel's state says it at run time.
    ByState,
}

/// What linking the unit's device image with others requires.
#[derive(Debug, Default)]
pub struct Linkage {
    /// The `declare target` variables that the image defines.
    pub globals: Vec<VarId>,
    /// What other units may refer to.
    pub defines: Vec<Item>,
    /// What other units must define.
    pub needs: Vec<Item>,
}

/// A `dispatch` construct and the call in it.
pub struct VariantCall {
    /// The construct.
    pub construct: ConstructId,
    /// The place of the base function's name in the call.
    pub callee: Span,
    /// The variant that is called; none where no variant fits.
    pub variant: Option<FuncId>,
    /// The condition under which the base function is called nevertheless: `novariants` or `nocontext`.
    pub unless: Option<ExprId>,
    /// The arguments that the variant receives as device pointers.
    pub device_pointers: Vec<ExprId>,
}
