//! What is decided of `atomic` and `critical`, wherever in a unit they stand.

use crate::ir::ConstructId;
use crate::ir::atomics::Atomic;
use la_arena::ArenaMap;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub struct Synchronisation {
    /// What each `atomic` construct of the unit does, the host's included.
    pub atomics: ArenaMap<ConstructId, Atomic>,
    /// The critical sections of device code that end by themselves, whatever other threads do: those that have been
    /// inside may wait until one has.
    pub brief: BTreeSet<ConstructId>,
    /// The locks of device code, which all files of a program share.
    pub locks: Locks,
}

#[derive(Clone, Debug, Default)]
pub struct Locks {
    /// Of critical sections, by their names, each once; the empty name is that of all sections without one.
    pub critical: Vec<String>,
    /// Atomic operations lock locations that are too long for hardware.
    pub wide_atomics: bool,
}

impl Locks {
    pub fn is_empty(&self) -> bool {
        self.critical.is_empty() && !self.wide_atomics
    }
}
