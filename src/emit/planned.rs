//! What the output is made from: the program, the user's text, and the decisions of `plan`.

use crate::front::{Choice, Hidden};
use crate::ir::*;
use crate::omp;
use crate::plan::decisions::unit::UnitPlan;
use crate::source::Preprocessed;

/// All that is known of a unit when the output begins.
pub struct Planned<'a> {
    pub program: &'a Program,
    pub pre: &'a Preprocessed,
    pub directives: &'a [omp::Directive],
    /// The directives that metadirectives became.
    pub choices: &'a [Choice],
    /// The text that the host compiler must not see.
    pub hidden: &'a [Hidden],
    pub plan: &'a UnitPlan,
}
