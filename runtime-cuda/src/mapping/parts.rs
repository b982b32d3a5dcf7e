//! The parts of an entry's storage that list items have mapped, each with a reference count of its own (OpenMP 5.2,
//! 5.8.3).
//!
//! Members of one structure, and elements behind one pointer, that a construct maps share one piece of device memory,
//! so that they keep their distances; each still comes and goes by itself. Every call takes time logarithmic in the
//! number of parts, for each part that it is about. Must not know devices or copies.

use super::FOREVER;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of a construct: the table counts the constructs that it executes.
pub type Turn = u64;

pub type Ranges = SmallVec<[Range<usize>; 1]>;

#[derive(Clone, Copy)]
struct Part {
    end: usize,
    count: u64,
    /// The construct that made the part, and the last one that counted it: a construct counts it once.
    made: Turn,
    counted: Turn,
}

/// Parts by their first bytes; they do not overlap. Most entries have one part.
enum Store {
    None,
    One(usize, Part),
    Many(BTreeMap<usize, Part>),
}

/// How a list item is unmapped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// Its reference count is decremented.
    Released,
    /// Its reference count is set to zero (`delete`).
    Deleted,
}

pub struct Parts {
    store: Store,
    /// The first bytes of parts that nothing counts any more, until `drop_ended`.
    ended: SmallVec<[usize; 1]>,
}

impl Parts {
    pub fn none() -> Parts {
        Parts {
            store: Store::None,
            ended: SmallVec::new(),
        }
    }

    /// One part that is never unmapped.
    pub fn forever(bytes: Range<usize>) -> Parts {
        let part = Part {
            end: bytes.end,
            count: FOREVER,
            made: 0,
            counted: 0,
        };
        Parts {
            store: Store::One(bytes.start, part),
            ended: SmallVec::new(),
        }
    }

    pub fn are_forever(&self) -> bool {
        matches!(self.store, Store::One(_, part) if part.count == FOREVER)
    }

    /// The range from the first byte of the first part to the end of the last one.
    pub fn hull(&self) -> Option<Range<usize>> {
        match &self.store {
            Store::None => None,
            Store::One(begin, part) => Some(*begin..part.end),
            Store::Many(all) => Some(*all.first_key_value()?.0..all.last_key_value()?.1.end),
        }
    }

    /// Calls `f` for each part that has some of these bytes, in the order of their addresses.
    fn each(&self, bytes: &Range<usize>, mut f: impl FnMut(Range<usize>, &Part)) {
        if bytes.is_empty() {
            return;
        }
        match &self.store {
            Store::None => {}
            Store::One(begin, part) => {
                if *begin < bytes.end && bytes.start < part.end {
                    f(*begin..part.end, part);
                }
            }
            Store::Many(all) => {
                let first = first_meeting(all, bytes);
                for (&begin, part) in all.range(first..bytes.end) {
                    f(begin..part.end, part);
                }
            }
        }
    }

    fn each_mut(&mut self, bytes: &Range<usize>, mut f: impl FnMut(usize, &mut Part)) {
        if bytes.is_empty() {
            return;
        }
        match &mut self.store {
            Store::None => {}
            Store::One(begin, part) => {
                if *begin < bytes.end && bytes.start < part.end {
                    f(*begin, part);
                }
            }
            Store::Many(all) => {
                let first = first_meeting(all, bytes);
                for (&begin, part) in all.range_mut(first..bytes.end) {
                    f(begin, part);
                }
            }
        }
    }

    fn insert(&mut self, begin: usize, part: Part) {
        match &mut self.store {
            Store::None => self.store = Store::One(begin, part),
            Store::One(at, there) => {
                self.store = Store::Many(BTreeMap::from([(*at, *there), (begin, part)]));
            }
            Store::Many(all) => {
                all.insert(begin, part);
            }
        }
    }

    /// Adds the parts of another entry, which have no byte of these.
    pub fn append(&mut self, other: Parts) {
        match other.store {
            Store::None => {}
            Store::One(begin, part) => self.insert(begin, part),
            Store::Many(all) => all.into_iter().for_each(|(at, part)| self.insert(at, part)),
        }
        self.ended.extend(other.ended);
    }

    /// Those of these bytes that parts have.
    pub fn common(&self, bytes: &Range<usize>) -> Ranges {
        let mut common = Ranges::new();
        self.each(bytes, |part, _| {
            common.push(part.start.max(bytes.start)..part.end.min(bytes.end));
        });
        common
    }

    /// The parts that have some of these bytes.
    pub fn meeting(&self, bytes: &Range<usize>) -> Ranges {
        let mut found = Ranges::new();
        self.each(bytes, |part, _| found.push(part));
        found
    }

    /// Whether a part has some of these bytes.
    pub fn overlap(&self, bytes: &Range<usize>) -> bool {
        let mut found = false;
        self.each(bytes, |_, _| found = true);
        found
    }

    /// Whether parts have all of these bytes.
    pub fn cover(&self, bytes: &Range<usize>) -> bool {
        without(bytes, self.common(bytes)).is_empty()
    }

    /// The part that has this byte.
    pub fn at(&self, byte: usize) -> Option<Range<usize>> {
        let mut found = None;
        self.each(&(byte..byte.saturating_add(1)), |part, _| {
            found = Some(part)
        });
        found
    }

    /// The reference count of the one part that has all of these bytes; 0 where there is none such.
    pub fn count_of(&self, bytes: &Range<usize>) -> u64 {
        let mut count = 0;
        self.each(bytes, |part, there| {
            if part.start <= bytes.start && bytes.end <= part.end {
                count = there.count;
            }
        });
        count
    }

    /// Changes the reference count of the part that has all of these bytes, and stays: what [`Parts::enter`] and
    /// [`Parts::leave`] come to then.
    pub fn recount(&mut self, bytes: &Range<usize>, by: i64, turn: Turn) {
        self.each_mut(bytes, |_, part| {
            if part.count != FOREVER && part.counted != turn {
                part.count = part.count.wrapping_add_signed(by);
                part.counted = turn;
            }
        });
    }

    /// Whether this construct has counted the part that has this byte.
    pub fn is_counted(&self, byte: usize, turn: Turn) -> bool {
        let mut counted = false;
        self.each(&(byte..byte.saturating_add(1)), |_, part| {
            counted = part.counted == turn;
        });
        counted
    }

    #[cfg(test)]
    pub fn count(&self, byte: usize) -> Option<u64> {
        let mut count = None;
        self.each(&(byte..byte + 1), |_, part| count = Some(part.count));
        count
    }

    /// Counts up the parts that a list item names, and makes parts of the rest; returns the bytes that this construct has
    /// made. With `only_what_is_there` nothing is made of the rest where parts have some of the bytes.
    pub fn enter(&mut self, bytes: &Range<usize>, only_what_is_there: bool, turn: Turn) -> Ranges {
        let (mut fresh, mut there) = (Ranges::new(), Ranges::new());
        let mut forever = false;
        self.each_mut(bytes, |begin, part| {
            let common = begin.max(bytes.start)..part.end.min(bytes.end);
            forever |= part.count == FOREVER;
            if part.count != FOREVER && part.counted != turn {
                part.count += 1;
                part.counted = turn;
            }
            if part.made == turn && !forever {
                fresh.push(common.clone());
            }
            there.push(common);
        });
        if forever || only_what_is_there && !there.is_empty() {
            return fresh;
        }
        for gap in without(bytes, there) {
            let part = Part {
                end: gap.end,
                count: 1,
                made: turn,
                counted: turn,
            };
            self.insert(gap.start, part);
            fresh.push(gap);
        }
        fresh
    }

    /// Counts down. Returns whether this construct unmaps some of the bytes.
    pub fn leave(&mut self, bytes: &Range<usize>, turn: Turn, how: Leaving) -> bool {
        let mut ended: SmallVec<[usize; 1]> = SmallVec::new();
        self.each_mut(bytes, |begin, part| {
            // One that was kept (`keep_ended`) has ended before.
            if part.count == FOREVER || part.count == 0 && how == Leaving::Released {
                return;
            }
            if how == Leaving::Deleted {
                part.count = 0;
            } else if part.counted != turn {
                part.count -= 1;
            }
            part.counted = turn;
            if part.count == 0 {
                ended.push(begin);
            }
        });
        self.ended.extend(ended);
        !self.ended.is_empty()
    }

    /// Those of these bytes that are to be unmapped.
    pub fn ended(&self, bytes: &Range<usize>) -> Ranges {
        let mut ended = Ranges::new();
        self.each(bytes, |range, part| {
            if part.count == 0 {
                ended.push(range.start.max(bytes.start)..range.end.min(bytes.end));
            }
        });
        ended
    }

    /// Of the parts that nothing counts any more, those with this property stay: until another construct counts them and
    /// they end again, or they are deleted.
    pub fn keep_ended(&mut self, stays: impl Fn(&Range<usize>) -> bool) {
        let mut ended = std::mem::take(&mut self.ended);
        ended.retain(|begin| !self.at(*begin).is_some_and(|part| stays(&part)));
        self.ended = ended;
    }

    /// Forgets the parts that nothing counts any more.
    pub fn drop_ended(&mut self) -> Ranges {
        let mut dropped = Ranges::new();
        for begin in std::mem::take(&mut self.ended) {
            match &mut self.store {
                Store::Many(all) => {
                    // It may have ended twice: released and deleted.
                    if let Some(part) = all.remove(&begin) {
                        dropped.push(begin..part.end);
                    }
                }
                Store::One(at, part) if *at == begin => {
                    dropped.push(begin..part.end);
                    self.store = Store::None;
                }
                _ => {}
            }
        }
        dropped
    }
}

fn first_meeting(all: &BTreeMap<usize, Part>, bytes: &Range<usize>) -> usize {
    match all.range(..=bytes.start).next_back() {
        Some((&begin, part)) if part.end > bytes.start => begin,
        _ => bytes.start,
    }
}

/// The rest of `bytes`; `taken` is in the order of addresses.
pub fn without(bytes: &Range<usize>, taken: Ranges) -> Ranges {
    let mut rest = Ranges::new();
    let mut at = bytes.start;
    for one in taken {
        if at < one.start {
            rest.push(at..one.start);
        }
        at = one.end;
    }
    if at < bytes.end {
        rest.push(at..bytes.end);
    }
    rest
}
