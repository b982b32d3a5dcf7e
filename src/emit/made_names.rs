//! Names of what device code declares beside the user's variables.

use super::cuda::Names;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Makes the names of one kernel or function, each once.
#[derive(Default)]
pub struct NameMaker {
    /// How often each base of a name was asked for.
    asked: RefCell<BTreeMap<String, usize>>,
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
}
