//! Parts with edits by hand that have another name, or another place among the others, now.
//!
//! Where an edit goes is for the user to accept, though nothing else of the part changed. Must not know how edits are
//! merged.

use super::edits::Edit;
use super::pairs::{At, Pairs, Role};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Parts of a file that have an order among themselves: launches those of one function.
type Group<'a> = (&'a Path, Role, Option<usize>);

impl Pairs {
    /// Makes changes of kernels and launches that the user edited, and that have another name or another place among
    /// the others now.
    pub fn carry(&mut self, edits: &[Edit]) {
        let stay = self.in_order();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            let both = node.old.is_some() && node.new.is_some();
            let device = matches!(node.role, Role::Kernel | Role::Region);
            let was = node.was_called.as_ref().unwrap_or(&node.name);
            let goes = node.was_called.is_some() || !stay.contains(&at);
            if both && device && goes && edits.iter().any(|edit| edit.is_of(node, was)) {
                node.carries = true;
                node.changed = true;
            }
        }
    }

    /// Kernels, and launches of a function, that have kept their place among the others: as many as can have.
    fn in_order(&self) -> BTreeSet<usize> {
        let mut groups: BTreeMap<Group, Vec<(At, At, usize)>> = BTreeMap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let (Some(old), Some(new)) = (&node.old, &node.new) else {
                continue;
            };
            let function = (node.role == Role::Region).then_some(new.at.part);
            let group = groups.entry((&node.file, node.role, function)).or_default();
            group.push((old.at, new.at, at));
        }
        let mut stay = BTreeSet::new();
        for mut group in groups.into_values() {
            group.sort();
            // The longest ascending sequence that ends with each, and what is in front of it there.
            let mut best: Vec<(usize, Option<usize>)> = vec![];
            for (at, (_, new, _)) in group.iter().enumerate() {
                let below = (0..at).filter(|&it| group[it].1 < *new);
                let last = below.max_by_key(|&it| best[it].0);
                best.push((last.map_or(1, |last| best[last].0 + 1), last));
            }
            let mut next = (0..group.len()).max_by_key(|&it| best[it].0);
            while let Some(at) = next {
                stay.insert(group[at].2);
                next = best[at].1;
            }
        }
        stay
    }
}
