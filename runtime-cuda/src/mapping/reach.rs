//! The entry to which a pointer belongs that points into none: by the extended address ranges of mapped list items (OpenMP
//! 5.2, 5.8.6).
//!
//! The base pointer of a section may lie below its first element or behind its last one: `p` of `map(p[64:128])`. Only
//! such entries stand here: a balanced tree by host address, whose nodes know how far the entries under them reach, so
//! that each question takes logarithmic time. Must not know what an entry is.

use std::collections::BTreeSet;
use std::ops::Range;

/// An entry's bytes, and its lowest and highest base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended {
    begin: usize,
    end: usize,
    bases: Option<(usize, usize)>,
}

impl Extended {
    pub fn of(begin: usize, end: usize) -> Extended {
        Extended {
            begin,
            end,
            bases: None,
        }
    }

    pub fn with_base(self, base: usize) -> Extended {
        let (low, high) = self.bases.unwrap_or((base, base));
        Extended {
            bases: Some((low.min(base), high.max(base))),
            ..self
        }
    }

    /// The range with the base addresses of a smaller entry that became part of this one.
    pub fn with_bases_of(self, part: &Extended) -> Extended {
        match part.bases {
            Some((low, high)) => self.with_base(low).with_base(high),
            None => self,
        }
    }

    /// The range of an entry that has these bytes now.
    pub fn resized(self, to: Range<usize>) -> Extended {
        Extended {
            begin: to.start,
            end: to.end,
            ..self
        }
    }

    /// The first address of the extended range.
    fn low(&self) -> usize {
        self.bases
            .map_or(self.begin, |bases| self.begin.min(bases.0))
    }

    /// The end of the extended range. A base address right behind the entry counts: that is where the base pointer points.
    fn high(&self) -> usize {
        let base = self.bases.filter(|bases| bases.1 >= self.end);
        base.map_or(self.end, |bases| bases.1.saturating_add(1))
    }

    pub fn reaches_out(&self) -> bool {
        self.low() < self.begin || self.high() > self.end
    }

    /// Its outermost base addresses, where they lie outside.
    fn bases(&self) -> impl Iterator<Item = usize> {
        let below = (self.low() < self.begin).then(|| self.low());
        let above = (self.high() > self.end).then(|| self.high() - 1);
        below.into_iter().chain(above)
    }
}

#[derive(Default)]
pub struct Reach {
    root: Link,
    /// Base addresses, each with the entry that it belongs to.
    bases: BTreeSet<(usize, usize)>,
}

type Link = Option<Box<Node>>;

struct Node {
    entry: Extended,
    priority: u64,
    /// The least `low` and the greatest `high` of this node and all below it.
    least: usize,
    greatest: usize,
    left: Link,
    right: Link,
}

impl Reach {
    pub fn insert(&mut self, entry: Extended) {
        self.bases
            .extend(entry.bases().map(|base| (base, entry.begin)));
        let (left, right) = split(self.root.take(), entry.begin);
        let node = Box::new(Node {
            entry,
            priority: scattered(entry.begin as u64),
            least: entry.low(),
            greatest: entry.high(),
            left: None,
            right: None,
        });
        self.root = merge(merge(left, Some(node)), right);
    }

    pub fn remove(&mut self, entry: &Extended) {
        for base in entry.bases() {
            self.bases.remove(&(base, entry.begin));
        }
        let (left, rest) = split(self.root.take(), entry.begin);
        let (_, right) = split(rest, entry.begin + 1);
        self.root = merge(left, right);
    }

    /// The entry that an address outside of all entries stands for: one that has it as its base address, else the
    /// nearest of those whose extended range has it.
    pub fn find(&self, at: usize) -> Option<usize> {
        self.root.as_ref()?;
        let behind = self.bases.range((at, at)..=(at, usize::MAX)).next();
        let before = self.bases.range((at, 0)..(at, at)).next_back();
        let next = behind.map(|b| b.1).or_else(|| match before {
            Some(_) => None,
            None => next(&self.root, at),
        });
        let previous = before.map(|b| b.1).or_else(|| match behind {
            Some(_) => None,
            None => previous(&self.root, at),
        });
        match (previous, next) {
            (Some(p), Some(n)) if at - p <= n - at => Some(p),
            (previous, None) => previous,
            (_, next) => next,
        }
    }
}

/// The first entry behind `at` whose range begins no later.
fn next(link: &Link, at: usize) -> Option<usize> {
    let node = link.as_ref().filter(|node| node.least <= at)?;
    if node.entry.begin <= at {
        return next(&node.right, at);
    }
    next(&node.left, at)
        .or_else(|| (node.entry.low() <= at).then_some(node.entry.begin))
        .or_else(|| next(&node.right, at))
}

/// The last entry before `at` whose range ends behind it.
fn previous(link: &Link, at: usize) -> Option<usize> {
    let node = link.as_ref().filter(|node| node.greatest > at)?;
    if node.entry.begin >= at {
        return previous(&node.left, at);
    }
    previous(&node.right, at)
        .or_else(|| (node.entry.high() > at).then_some(node.entry.begin))
        .or_else(|| previous(&node.left, at))
}

impl Node {
    fn summed(mut self: Box<Self>) -> Link {
        let links = [&self.left, &self.right];
        let below = links.into_iter().flatten();
        let (mut least, mut greatest) = (self.entry.low(), self.entry.high());
        for node in below {
            least = least.min(node.least);
            greatest = greatest.max(node.greatest);
        }
        (self.least, self.greatest) = (least, greatest);
        Some(self)
    }
}

/// Splits a tree into the entries that begin before `at`, and the rest.
fn split(link: Link, at: usize) -> (Link, Link) {
    let Some(mut node) = link else {
        return (None, None);
    };
    if node.entry.begin < at {
        let (left, right) = split(node.right.take(), at);
        node.right = left;
        (node.summed(), right)
    } else {
        let (left, right) = split(node.left.take(), at);
        node.left = right;
        (left, node.summed())
    }
}

/// Joins two trees; all of `left` lies before all of `right`.
fn merge(left: Link, right: Link) -> Link {
    match (left, right) {
        (Some(mut l), Some(mut r)) => {
            if l.priority > r.priority {
                l.right = merge(l.right.take(), Some(r));
                l.summed()
            } else {
                r.left = merge(Some(l), r.left.take());
                r.summed()
            }
        }
        (left, None) => left,
        (None, right) => right,
    }
}

/// Priorities of the tree's nodes: the same for the same address, unrelated to its order (splitmix64).
fn scattered(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}
