//! What the printed text refers to, recorded while it is printed: exactly these declarations stand before it. Must
//! not know how anything is spelled.

use crate::ir::{AliasId, EnumId, FuncId, RecordId, VarId};
use crate::plan::decisions::synchronise::Synchronisation;
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
    /// The `atomic` and `critical` constructs that the text uses.
    pub synchronisation: Synchronisation,
}

/// A set that can be added to through a shared reference.
#[derive(Debug)]
pub struct Set<T>(RefCell<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    sorted: BTreeSet<T>,
    /// In the order in which they were added.
    added: Vec<T>,
}

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set(RefCell::new(Inner {
            sorted: BTreeSet::new(),
            added: vec![],
        }))
    }
}

impl<T: Ord + Copy> Set<T> {
    pub fn add(&self, item: T) {
        let mut inner = self.0.borrow_mut();
        if inner.sorted.insert(item) {
            inner.added.push(item);
        }
    }

    pub fn has(&self, item: T) -> bool {
        self.0.borrow().sorted.contains(&item)
    }

    /// A copy, in the order of the arena.
    pub fn all(&self) -> Vec<T> {
        self.0.borrow().sorted.iter().copied().collect()
    }

    /// The elements that were added after the first `known`; sets `known` to the number of all elements.
    pub fn since(&self, known: &mut usize) -> Vec<T> {
        let inner = self.0.borrow();
        let from = std::mem::replace(known, inner.added.len());
        inner.added[from..].to_vec()
    }

    pub fn len(&self) -> usize {
        self.0.borrow().added.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
