//! What is decided of `atomic` and `critical`, wherever in a unit they stand.

use crate::ir::ConstructId;
use crate::ir::atomics::Atomic;
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// The decisions about such constructs.
#[derive(Clone, Debug, Default)]
pub struct Synchronisation {
    /// The operation of each `atomic` construct of the unit, the host's included.
    pub atomics: ArenaMap<ConstructId, Atomic>,
    /// The critical sections of device code whose blocks end whatever other threads do, so that threads may wait for
    /// them.
    pub brief: BTreeSet<ConstructId>,
    /// The locks of device code, which all files of a program share.
    pub locks: Locks,
}

/// The locks that a unit uses.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    /// The names of its critical sections, each once; the empty name stands for all sections without one.
    pub critical: Vec<String>,
    /// Whether atomic operations may take a lock, since hardware may not change their locations in one step.
    pub wide_atomics: bool,
    /// Whether teams take turns to reduce into originals.
    pub reductions: bool,
}

impl Locks {
    /// Whether it uses none.
    pub fn is_empty(&self) -> bool {
        self.critical.is_empty() && !self.wide_atomics && !self.reductions
    }
}
