//! What output is made from: the program, the user's text, and the decisions of `plan`.

use crate::analyze::facts::Facts;
use crate::analyze::reach::Reach;
use crate::analyze::regions::Region;
use crate::front::{Choice, Hidden};
use crate::ir::*;
use crate::omp;
use crate::plan::decisions::kernel::{FunctionPlan, KernelPlan};
use crate::plan::decisions::launch::Arg;
use crate::plan::decisions::unit::{FunctionsRun, VariantCall};
use crate::source::Preprocessed;
use std::collections::BTreeSet;

/// All that is known of a unit when output begins.
pub struct Planned<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts<'a>,
    pub pre: &'a Preprocessed,
    pub directives: &'a [omp::Directive],
    /// What metadirectives became.
    pub choices: &'a [Choice],
    /// What the host's compiler must not see.
    pub hidden: &'a [Hidden],
    pub reach: &'a Reach,
    pub kernels: &'a [KernelPlan],
    /// `target data` and its relatives, with what they map.
    pub data: &'a [(Region, Vec<Arg>)],
    pub functions: &'a [FunctionPlan],
    pub functions_run: FunctionsRun,
    /// The critical sections that end by themselves.
    pub brief: &'a BTreeSet<ConstructId>,
    /// Calls of the host's own that `dispatch` chooses.
    pub dispatches: &'a [VariantCall],
}
