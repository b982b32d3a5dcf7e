//! Variables that the code of constructs declares for its threads.

use crate::ir::{Private, StmtId, VarId};
use std::collections::BTreeSet;

/// The copies that code needs of what constructs privatise, by the block that uses them.
#[derive(Clone, Debug, Default)]
pub struct Copies(BTreeSet<(StmtId, VarId, Private)>);

impl Copies {
    pub(in crate::plan) fn add(&mut self, body: StmtId, var: VarId, how: Private) {
        self.0.insert((body, var, how));
    }

    /// Whether the block `body` has a copy of the variable; without a block there is none.
    pub fn has(&self, body: Option<StmtId>, var: VarId, how: Private) -> bool {
        body.is_some_and(|body| self.0.contains(&(body, var, how)))
    }
}

/// What a kernel does to the parameters that it receives by value.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    /// Variables that some code changes, or may change.
    pub written: BTreeSet<VarId>,
    /// Variables that some clause lists, so that there may be copies of them.
    pub listed: BTreeSet<VarId>,
}
