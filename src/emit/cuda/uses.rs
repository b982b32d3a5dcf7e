//! What the printed text refers to, recorded while it is printed: the declarations that stand
//! before it are exactly these. Must not know how anything is spelled.

use crate::ir::{AliasId, ConstructId, EnumId, FuncId, RecordId, VarId};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// One record for all text of a CUDA file; every [`super::Printer`] of that file shares it.
#[derive(Debug, Default)]
pub struct Uses {
    pub records: Set<RecordId>,
    /// Records whose definition is needed, not only their name.
    pub complete: Set<RecordId>,
    pub enums: Set<EnumId>,
    /// Enums that are named, not only their constants.
    pub named: Set<EnumId>,
    pub aliases: Set<AliasId>,
    /// Variables with static storage.
    pub vars: Set<VarId>,
    pub funcs: Set<FuncId>,
    /// The critical sections that end by themselves.
    pub brief: BTreeSet<ConstructId>,
}

/// A set that can be added to through a shared reference.
#[derive(Debug)]
pub struct Set<T>(RefCell<BTreeSet<T>>);

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set(RefCell::new(BTreeSet::new()))
    }
}

impl<T: Ord + Copy> Set<T> {
    pub fn add(&self, item: T) {
        self.0.borrow_mut().insert(item);
    }

    pub fn has(&self, item: T) -> bool {
        self.0.borrow().contains(&item)
    }

    /// A copy, in the order of the arena.
    pub fn all(&self) -> Vec<T> {
        self.0.borrow().iter().copied().collect()
    }

    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Uses {
    /// Grows whenever anything is added: for fixpoints.
    pub fn size(&self) -> usize {
        self.records.len()
            + self.complete.len()
            + self.enums.len()
            + self.aliases.len()
            + self.vars.len()
            + self.funcs.len()
    }
}
