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
        debug_assert!(!self.local.borrow().contains_key(base), "{base} is local");
        next(&mut self.asked.borrow_mut(), names, base)
    }

    /// A name for the innermost scope that `within` builds: none of the scopes around it. What is made has other bases.
    pub fn make_local(&self, names: &Names, base: &str) -> String {
        debug_assert!(!self.asked.borrow().contains_key(base), "{base} is not");
        next(&mut self.local.borrow_mut(), names, base)
    }

    /// Builds a scope: what it names is unknown behind it.
    pub fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        let before = self.local.borrow().clone();
        let result = f();
        *self.local.borrow_mut() = before;
        result
    }
}

fn next(asked: &mut BTreeMap<String, usize>, names: &Names, base: &str) -> String {
    let count = asked.entry(base.to_string()).or_default();
    *count += 1;
    match *count {
        1 => names.fresh(base),
        count => names.fresh(&format!("{base}{count}")),
    }
}
