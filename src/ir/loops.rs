//! What `transform` has done to loop nests, which the edits of the host text have to repeat.

use super::{ConstructId, StmtId};
use crate::diag::Diagnostic;
use crate::source::Span;

/// A nest of the user's, in whose place other loops stand.
#[derive(Clone, Copy, Debug)]
pub struct Transformed {
    /// The outermost directive that transforms it.
    pub construct: ConstructId,
    /// The outermost of the loops made; it stands where the directive stood.
    pub made: StmtId,
    /// The user's innermost body, which the loops made enclose.
    pub body: StmtId,
}

/// Statements between the loops of a nest that have moved into the innermost body.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The construct that collapses the nest.
    pub construct: ConstructId,
    /// The user's innermost body.
    pub body: StmtId,
    /// For each block between two loops, from the outside in: the statements before and after the one that holds the
    /// next loop.
    pub levels: Vec<(Vec<StmtId>, Vec<StmtId>)>,
    /// Whether a `continue` of the body has to skip to the statements that were moved behind it.
    pub continues: bool,
}

/// A `distribute` loop and the `parallel for` in it that have become one collapsed loop.
#[derive(Clone, Copy, Debug)]
pub struct Flattened {
    /// The outer construct, which is the combined one now.
    pub construct: ConstructId,
    /// The pragma of the inner one.
    pub inner: Span,
}

/// All that `transform` has done in a unit.
#[derive(Default, Debug)]
pub struct Loops {
    /// The nests in whose place other loops stand.
    pub transformed: Vec<Transformed>,
    /// The statements that have moved into innermost bodies.
    pub moved: Vec<Moved>,
    /// The loops of teams that have become one with those of their threads.
    pub flattened: Vec<Flattened>,
    /// The numbers of the first statement and the first expression that `transform` made; what has a smaller number
    /// is the user's.
    pub first_made: (u32, u32),
    /// The directives that could not be transformed, and why: an error where device code holds them.
    pub refused: Vec<(ConstructId, Diagnostic)>,
}

impl Loops {
    /// Whether `transform` made the statement.
    pub fn is_made_stmt(&self, stmt: StmtId) -> bool {
        stmt.into_raw().into_u32() >= self.first_made.0
    }

    /// Whether `transform` made the expression.
    pub fn is_made_expr(&self, expr: super::ExprId) -> bool {
        expr.into_raw().into_u32() >= self.first_made.1
    }
}
