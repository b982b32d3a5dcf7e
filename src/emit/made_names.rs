//! Names of what device code declares beside the user's variables.

use super::cuda::Names;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Makes the names of one kernel or function, each once; in scopes beside one another the same.
#[derive(Default)]
pub struct NameMaker {
    /// How often each base of a name was asked for.
    asked: RefCell<BTreeMap<String, usize>>,
    /// How often each base of a local name was, in the scopes around what is built.
    local: RefCell<BTreeMap<String, usize>>,
}

impl NameMaker {
    /// A name that nothing in the program has, nor anything made before: `base`, `base2`, `base3`...
    pub fn make(&self, names: &Names, base: &str) -> String {
        let mut asked = self.asked.borrow_mut();
        let count = asked.entry(base.to_string()).or_default();
        *count += 1;
        match *count {
            1 => names.fresh(base),
            count => names.fresh(&format!("{base}{count}")),
        }
    }

    /// A name for the innermost scope that `within` builds: no name that `make` makes, and none of the scopes around it.
    pub fn make_local(&self, names: &Names, base: &str) -> String {
        let mut local = self.local.borrow_mut();
        let count = local.entry(base.to_string()).or_default();
        *count += 1;
        match *count {
            1 => names.fresh(base),
            count => names.fresh(&format!("{base}{count}")),
        }
    }

    /// Builds a scope: what it names is unknown behind it.
    pub fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        let before = self.local.borrow().clone();
        let result = f();
        *self.local.borrow_mut() = before;
        result
    }
}
