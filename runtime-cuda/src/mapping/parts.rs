//! What of an entry's storage list items have mapped, each with a reference count of its own (OpenMP 5.2, 5.8.3).
//!
//! Members of one structure, and elements behind one pointer, that a construct maps share one piece of device memory,
//! so that they keep their distances; each still comes and goes by itself. Must not know devices or copies.

use super::FOREVER;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// The construct that is being worked on: counts of the table's.
pub type Turn = u64;

pub type Ranges = SmallVec<[Range<usize>; 1]>;

struct Part {
    bytes: Range<usize>,
    count: u64,
    /// How many of them are of structures that only sections behind their members asked for.
    implied: u64,
    /// The construct that made it, and the last one that counted it: once a construct.
    made: Turn,
    counted: Turn,
}

impl Part {
    fn meets(&self, bytes: &Range<usize>) -> bool {
        self.bytes.start < bytes.end && bytes.start < self.bytes.end
    }

    fn common(&self, bytes: &Range<usize>) -> Range<usize> {
        self.bytes.start.max(bytes.start)..self.bytes.end.min(bytes.end)
    }
}

/// In the order of their addresses, without common bytes.
pub struct Parts(SmallVec<[Part; 1]>);

impl Parts {
    pub fn none() -> Parts {
        Parts(SmallVec::new())
    }

    /// Never unmapped.
    pub fn forever(bytes: Range<usize>) -> Parts {
        Parts(smallvec![Part {
            bytes,
            count: FOREVER,
            implied: 0,
            made: 0,
            counted: 0,
        }])
    }

    pub fn are_forever(&self) -> bool {
        self.0.iter().any(|part| part.count == FOREVER)
    }

    pub fn are_gone(&self) -> bool {
        self.0.is_empty()
    }

    pub fn meet(&self, bytes: &Range<usize>) -> bool {
        self.0.iter().any(|part| part.meets(bytes))
    }

    #[cfg(test)]
    pub fn count(&self, at: usize) -> Option<u64> {
        let part = self.0.iter().find(|part| part.bytes.contains(&at))?;
        Some(part.count)
    }

    /// Counts up what a list item names, and gives what the construct has made of it. Of an implicit item only what
    /// is there already is meant, where anything is.
    pub fn enter(&mut self, bytes: &Range<usize>, implicit: bool, turn: Turn) -> Ranges {
        let mut fresh = Ranges::new();
        let mut gaps = Ranges::new();
        let mut at = bytes.start;
        for part in self.0.iter_mut().filter(|part| part.meets(bytes)) {
            let common = part.common(bytes);
            if at < common.start {
                gaps.push(at..common.start);
            }
            at = common.end;
            if part.count != FOREVER && part.counted != turn {
                part.count += 1;
                part.implied += u64::from(implicit);
                part.counted = turn;
            }
            if part.made == turn {
                fresh.push(common);
            }
        }
        let nothing = at == bytes.start && !self.meet(bytes);
        if implicit && !nothing || self.are_forever() {
            return fresh;
        }
        if at < bytes.end {
            gaps.push(at..bytes.end);
        }
        for gap in gaps {
            let place = self.0.partition_point(|p| p.bytes.start < gap.start);
            let part = Part {
                bytes: gap.clone(),
                count: 1,
                implied: u64::from(implicit),
                made: turn,
                counted: turn,
            };
            self.0.insert(place, part);
            fresh.push(gap);
        }
        fresh
    }

    /// Counts down. `released`: only for those who asked for a structure by sections behind its members. Whether
    /// something of it goes with this construct.
    pub fn leave(
        &mut self,
        bytes: &Range<usize>,
        turn: Turn,
        (implicit, released, deleted): (bool, bool, bool),
    ) -> bool {
        let mut ended = false;
        for part in self.0.iter_mut().filter(|part| part.meets(bytes)) {
            // Else the program mapped the structure by its name, and will release it so.
            let theirs = implicit && released && part.implied == 0;
            if part.count == FOREVER || theirs {
                continue;
            }
            if deleted {
                part.count = 0;
            } else if part.counted != turn && part.count > 0 {
                part.count -= 1;
                part.implied -= u64::from(implicit && part.implied > 0);
            }
            part.counted = turn;
            ended |= part.count == 0;
        }
        ended
    }

    /// The bytes that go.
    pub fn ended(&self, bytes: &Range<usize>) -> Ranges {
        let parts = self.0.iter().filter(|p| p.count == 0 && p.meets(bytes));
        parts.map(|part| part.common(bytes)).collect()
    }

    pub fn drop_ended(&mut self) {
        self.0.retain(|part| part.count > 0);
    }
}
