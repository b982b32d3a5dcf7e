//! The barriers of a block: who has arrived at each, and when its threads may go on.

use crate::ffi;
use std::ffi::{c_char, c_int};

/// The number of barriers of a block, as CUDA's hardware has them.
pub const BARRIERS: usize = 16;

/// A thread's arrival at a barrier, where it waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    pub barrier: u32,
    /// The number of threads that it waits for; 0: all that have not returned.
    pub count: u32,
    pub kind: Kind,
    pub file: *const c_char,
    pub line: c_int,
}

/// Which threads may wait together at a barrier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Those at the same place of the source.
    OnePlace,
    /// The master and the workers, where a parallel region begins.
    Fork,
    /// The master and the workers, where a parallel region ends.
    Join,
    /// Those at any place: threads of a region that may be cancelled.
    AnyPlace,
}

impl Kind {
    /// The kind that device code passes to `romp_emulated_barrier_of` as a number.
    pub fn of(number: c_int) -> Kind {
        match number {
            0 => Kind::OnePlace,
            1 => Kind::Fork,
            2 => Kind::Join,
            _ => Kind::AnyPlace,
        }
    }
}

impl Arrival {
    /// Whether two threads may wait together: at one place of the source, or at the two ends of a fork.
    fn matches(&self, other: &Arrival) -> bool {
        self.kind == other.kind
            && (self.kind != Kind::OnePlace || (self.file, self.line) == (other.file, other.line))
    }

    fn place(&self) -> String {
        format!("{}:{}", ffi::string(self.file), self.line)
    }

    /// For messages: where the thread waits.
    pub fn text(&self) -> String {
        match self.kind {
            Kind::OnePlace if self.count != 0 => {
                format!(
                    "at the barrier of {}, of {} threads",
                    self.place(),
                    self.count
                )
            }
            Kind::OnePlace => format!("at the barrier of {}", self.place()),
            Kind::Fork => format!("where a parallel region begins, {}", self.place()),
            Kind::Join => format!("where a parallel region ends, {}", self.place()),
            Kind::AnyPlace => "at a barrier of a region that may be cancelled".into(),
        }
    }
}

/// One barrier of a block.
#[derive(Clone, Copy, Default)]
pub struct Barrier {
    waiting: u32,
    first: Option<Arrival>,
    /// Whether its threads wait at places that do not match, so that none may go on.
    mismatched: bool,
}

impl Barrier {
    /// Counts an arrival. The error is the first arrival, where that waits for another number of threads.
    pub fn arrive(&mut self, arrival: Arrival) -> Result<(), Arrival> {
        self.waiting += 1;
        let first = *self.first.get_or_insert(arrival);
        self.mismatched |= !first.matches(&arrival);
        match first.count == arrival.count {
            true => Ok(()),
            false => Err(first),
        }
    }

    /// Whether it is a barrier of the source at which every thread of the block must arrive.
    pub fn wants_all(&self) -> bool {
        self.first
            .is_some_and(|first| first.count == 0 && first.kind == Kind::OnePlace)
    }

    /// Whether it is a barrier of a region that may be cancelled.
    pub fn may_be_cancelled(&self) -> bool {
        self.first.is_some_and(|first| first.kind == Kind::AnyPlace)
    }

    /// Whether all threads have arrived that it waits for, `running` being those that have not returned.
    pub fn is_full(&self, running: u32) -> bool {
        let needed = match self.first {
            Some(Arrival { count: 0, .. }) => running,
            Some(Arrival { count, .. }) => count,
            None => return false,
        };
        self.waiting >= needed && !self.mismatched
    }
}
