//! Structures that are on the device only for list items that are members of them or are reached through them
//! (`ROMP_AROUND`): what of their bytes no list item has mapped, and when they end. Must not know what is copied.

use super::parts::{Leaving, Ranges, Turn, without};
use super::{Context, Entry, Table};
use crate::error::Result;
use std::ops::Range;

impl Entry {
    /// Those of these bytes that are there only for the structure that has them.
    pub(super) fn only_around(&self, bytes: &Range<usize>) -> Ranges {
        let around = self.around.common(bytes);
        let rest = around
            .iter()
            .map(|part| without(part, self.named.common(part)));
        rest.flatten().collect()
    }

    /// Ends the structures among these bytes, which list items had mapped, that are needed neither for other list items nor
    /// for pointers in them.
    pub(super) fn end_structures(&mut self, dropped: &Ranges, turn: Turn) {
        let meeting = dropped.iter().flat_map(|bytes| self.around.meeting(bytes));
        for part in meeting.collect::<Ranges>() {
            let leads = self.attached.range(part.clone()).next().is_some();
            let needed = self.named.overlap(&part) || leads && self.around.count_of(&part) > 0;
            if !needed {
                self.around.leave(&part, turn, Leaving::Deleted);
            }
        }
    }
}

impl Table {
    /// Ends the structures, present only for the pointers in them, that have some of these bytes, before host code says
    /// what memory stands for them. Nothing changes where a list item has mapped some of the bytes.
    pub fn make_way_for_host(&mut self, begin: usize, bytes: usize, cx: &Context) -> Result<()> {
        let bytes = begin..begin.saturating_add(bytes);
        self.turn += 1;
        let turn = self.turn;
        let stays = |entry: &Entry| !entry.claim.is_free() || entry.named.overlap(&bytes);
        if self.all_overlapping(&bytes).any(stays) {
            return Ok(());
        }
        let there = self.all_overlapping(&bytes);
        let entries: Vec<usize> = there.map(|entry| entry.begin).collect();
        for at in entries {
            let around = &mut self.entries.get_mut(&at).expect("found").around;
            if around.leave(&bytes, turn, Leaving::Deleted) {
                self.forget(at, Ranges::new(), cx)?;
            }
        }
        Ok(())
    }
}
