//! What the printed text refers to, recorded while it is printed: exactly these declarations stand before it. Must
//! not know how anything is spelled.

use crate::ir::{AliasId, EnumId, FuncId, RecordId, VarId};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};

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
    /// The functions that were named since [`Uses::take_named_functions`] was called last.
    named_functions: BTreeSet<FuncId>,
    pub macros: Macros,
    pub comments: Comments,
}

impl Uses {
    /// Records that the text names a function.
    pub fn name_function(&mut self, func: FuncId) {
        self.funcs.add(func);
        self.named_functions.insert(func);
    }

    /// The functions that the text names which was printed since the last call.
    pub fn take_named_functions(&mut self) -> BTreeSet<FuncId> {
        std::mem::take(&mut self.named_functions)
    }
}

/// The macros of the user's text that the text names, and the lines that define them.
pub type Macros = BTreeMap<String, String>;

/// Which of the user's comments are printed.
#[derive(Debug, Default)]
pub struct Comments {
    /// The file of the current region or function, and the offset up to which its comments are printed.
    pub at: Option<(FileId, usize)>,
    /// The comments above declarations that are printed, by file and offset.
    pub above: BTreeSet<(FileId, u32)>,
    /// Those that are printed within statements.
    pub within: BTreeSet<(FileId, u32)>,
    /// The same of the current statement, with their text: an expression that is printed need not be used.
    pub taken: Vec<(FileId, u32, String)>,
}

/// A set that knows in which order its items were added.
#[derive(Debug)]
pub struct Set<T> {
    sorted: BTreeSet<T>,
    /// In the order in which they were added.
    added: Vec<T>,
}

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set {
            sorted: BTreeSet::new(),
            added: vec![],
        }
    }
}

impl<T: Ord + Copy> Set<T> {
    pub fn add(&mut self, item: T) {
        if self.sorted.insert(item) {
            self.added.push(item);
        }
    }

    pub fn has(&self, item: T) -> bool {
        self.sorted.contains(&item)
    }

    /// A copy, in the order of the arena.
    pub fn all(&self) -> Vec<T> {
        self.sorted.iter().copied().collect()
    }

    /// The elements that were added after the first `known`; sets `known` to the number of all elements.
    pub fn since(&self, known: &mut usize) -> Vec<T> {
        let from = std::mem::replace(known, self.added.len());
        self.added[from..].to_vec()
    }

    pub fn len(&self) -> usize {
        self.added.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
