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

/// The macros of the user's text that the text names, and their definitions.
pub type Macros = BTreeMap<String, MacroLine>;

/// The definition of a macro.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MacroLine {
    /// Where the user defines it; none on the command line.
    pub place: Option<(FileId, u32)>,
    /// The line that defines it.
    pub line: String,
    /// The comments above it, a line each.
    pub above: Vec<String>,
    /// The one at its end.
    pub behind: Option<String>,
}

impl MacroLine {
    /// The definition with its comments.
    pub fn commented(&self) -> String {
        let behind = self.behind.as_ref().map(|text| format!("  {text}"));
        let line = format!("{}{}", self.line, behind.unwrap_or_default());
        let lines = self.above.iter().map(String::as_str).chain([line.as_str()]);
        lines.collect::<Vec<_>>().join("\n")
    }
}

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
    /// Those about declarations that are not printed where they stand: static variables and types of functions. By the
    /// place of the declaration.
    pub kept: BTreeMap<u32, Kept>,
}

/// The comments about a declaration that is not printed where it stands.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Where the declaration ends.
    pub end: u32,
    /// The comments above it, a line each.
    pub above: Vec<String>,
    /// The one at the end of its line.
    pub behind: Option<String>,
}

impl Comments {
    /// The comments that are kept about the declaration that holds a place.
    pub fn kept_about(&self, at: u32) -> Option<&Kept> {
        let (_, kept) = self.kept.range(..=at).next_back()?;
        Some(kept).filter(|kept| at < kept.end)
    }
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
