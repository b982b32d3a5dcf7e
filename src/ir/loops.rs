//! What `transform` has made of loop nests: what the host text must say too.

use super::{ConstructId, StmtId};
use crate::diag::Diagnostic;

/// A nest whose loops other loops stand for.
#[derive(Clone, Copy, Debug)]
pub struct Transformed {
    /// The outermost directive that says so.
    pub construct: ConstructId,
    /// The outermost of the loops made, where the directive stood.
    pub made: StmtId,
    /// The user's innermost body, which stands in them.
    pub body: StmtId,
}

/// Statements between the loops of a nest that have moved into the innermost body.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The construct that collapses the nest.
    pub construct: ConstructId,
    /// The user's innermost body.
    pub body: StmtId,
    /// For each block between two loops, from the outside in: what stands before and behind what holds the next loop.
    pub levels: Vec<(Vec<StmtId>, Vec<StmtId>)>,
    /// `continue` in the body goes to what stands behind it.
    pub continues: bool,
}

#[derive(Default, Debug)]
pub struct Loops {
    pub transformed: Vec<Transformed>,
    pub moved: Vec<Moved>,
    /// Statements and expressions from here on are made: the numbers of the first ones.
    pub first_made: (u32, u32),
    /// Why directives stand untransformed; an error where device code holds them.
    pub refused: Vec<(ConstructId, Diagnostic)>,
}

impl Loops {
    pub fn is_made_stmt(&self, stmt: StmtId) -> bool {
        stmt.into_raw().into_u32() >= self.first_made.0
    }

    pub fn is_made_expr(&self, expr: super::ExprId) -> bool {
        expr.into_raw().into_u32() >= self.first_made.1
    }
}
