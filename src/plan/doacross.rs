//! Loops with `ordered(n)`, whose iterations wait for earlier ones: data between planning and printing
//! (OpenMP 5.2, 15.10.1 and 15.9.6).

use crate::analyze::loops::CanonicalLoop;

/// The loops that the vectors speak of, outermost first; the first of them is distributed.
#[derive(Clone, Debug)]
pub struct Across {
    pub loops: Vec<CanonicalLoop>,
}

/// One directive in the body.
#[derive(Clone, Debug, Default)]
pub struct Doacross {
    /// This iteration is over, as far as others wait for it.
    pub source: bool,
    /// It waits for these: iterations further in each loop.
    pub sinks: Vec<Vec<i64>>,
}
