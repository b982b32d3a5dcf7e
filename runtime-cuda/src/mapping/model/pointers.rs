//! What pointers lead to in the plain model (OpenMP 5.2, 5.8.6).

use super::blocks::{Block, Held, Item, Part};
use super::plain::Model;

impl Model {
    /// Forgets attachments in a structure that is brought anew; returns them.
    pub fn verify_structure(&mut self, at: usize, copied: &[usize]) -> Vec<usize> {
        let attached = &mut self.blocks[at].attached;
        let changed = |a: &Held| copied.contains(&a.at) && self.host[a.at].number() != a.host;
        let stale: Vec<Held> = attached.extract_if(.., |a| changed(a)).collect();
        stale.iter().map(|a| a.at).collect()
    }

    pub fn pointed_into(&mut self, item: &Item) -> Option<&mut Part> {
        let at = self.hull_at(item.from)?;
        let mut parts = self.blocks[at].named.iter_mut();
        parts.find(|p| p.from <= item.from && item.from < p.to)
    }

    pub fn hull_at(&self, word: usize) -> Option<usize> {
        let mut all = 0..self.blocks.len();
        all.find(|&i| self.blocks[i].hull().0 <= word && word < self.blocks[i].hull().1)
    }

    /// The block of a pointer's value, in bytes from the first word: by its bytes, then by a base address, then by the
    /// range that its base addresses give it, of these the nearest.
    pub fn lookup(&self, at: usize) -> Option<usize> {
        if let Some(found) = self.hull_at(at / 8) {
            return Some(found);
        }
        let distance = |b: &Block| (b.hull().0 * 8).abs_diff(at);
        let low = |b: &Block| b.bases.iter().min().map_or(usize::MAX, |base| base * 8);
        let high = |b: &Block| b.bases.iter().max().map_or(0, |base| base * 8);
        let outer_base = |b: &&(usize, &Block)| {
            let (from, to) = (b.1.hull().0 * 8, b.1.hull().1 * 8);
            low(b.1) == at && at < from || high(b.1) == at && at >= to
        };
        let within = |b: &&(usize, &Block)| {
            let (from, to) = (b.1.hull().0 * 8, b.1.hull().1 * 8);
            low(b.1) <= at && at < from || at >= to && at <= high(b.1)
        };
        let all: Vec<(usize, &Block)> = self.blocks.iter().enumerate().collect();
        let nearest = |of: Vec<&(usize, &Block)>| {
            let found = of.into_iter().min_by_key(|b| (distance(b.1), b.1.hull().0));
            found.map(|b| b.0)
        };
        nearest(all.iter().filter(outer_base).collect())
            .or_else(|| nearest(all.iter().filter(within).collect()))
    }
}
