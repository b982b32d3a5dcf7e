//! Sections of `target update` that are not contiguous (OpenMP 5.2, 13.9): pieces at equal distances, in as
//! many dimensions as the list gives behind a section.
//!
//! Knows the list and the table; the device copies one dimension at once where it can.

use super::constructs::{Work, copy_from, copy_to};
use super::copies::{Copy, Step};
use super::{Context, Table};
use crate::device::Rows;
use crate::error::Result;
use crate::ffi::{self, Arg};

/// The dimensions behind a section, outermost first.
fn behind(list: &[Arg], at: usize) -> &[Arg] {
    let rest = &list[at + 1..];
    let count = rest.iter().take_while(|arg| arg.kind == ffi::KIND_ROWS);
    &rest[..count.count()]
}

fn count(rows: &Arg) -> usize {
    usize::try_from(rows.base as isize).unwrap_or(0)
}

impl Table {
    /// `target update`: the copies of its list.
    pub(super) fn update(&mut self, list: &[Arg], cx: &Context) -> Result<Work> {
        self.turn += 1;
        let mut work = Work::default();
        for (at, arg) in list.iter().enumerate().filter(|(_, arg)| arg.maps()) {
            self.update_rows(arg, behind(list, at), cx, &mut work)?;
        }
        self.take_claims(&mut work);
        Ok(work)
    }

    /// Adds the copies of one section with its dimensions.
    fn update_rows(
        &mut self,
        arg: &Arg,
        rows: &[Arg],
        cx: &Context,
        work: &mut Work,
    ) -> Result<()> {
        let Some((outer, inner)) = rows.split_first() else {
            return self.update_piece(arg, cx, work);
        };
        if inner.is_empty() && self.update_plane(arg, outer, cx, work) {
            return Ok(());
        }
        for row in 0..count(outer) {
            let piece = Arg {
                begin: arg.begin.wrapping_byte_add(row * outer.bytes),
                ..*arg
            };
            self.update_rows(&piece, inner, cx, work)?;
        }
        Ok(())
    }

    /// Adds the copy of a contiguous section.
    fn update_piece(&mut self, arg: &Arg, cx: &Context, work: &mut Work) -> Result<()> {
        let located = self.locate(arg, cx)?;
        let bytes = arg.host()..arg.host() + arg.bytes;
        let covered = located.is_some_and(|begin| self.entries[&begin].named.cover(&bytes));
        if arg.has(ffi::PRESENT) && !covered {
            return Err(self.absent(arg, cx));
        }
        let Some(begin) = located else {
            return Ok(());
        };
        if arg.has(ffi::TO) {
            let named = self.entries[&begin].named.common(&bytes);
            self.verify(begin, &named, work);
        }
        let (turn, addresses) = (self.turn, self.device_range());
        let entry = self.entries.get_mut(&begin).expect("located");
        for bytes in entry.named.common(&bytes) {
            let piece = arg.piece(&bytes);
            if arg.has(ffi::TO) {
                work.copies.push(copy_to(entry, &piece));
                entry.filled = Some((cx.stream, turn));
            }
            if arg.has(ffi::FROM) {
                work.copies.push(copy_from(entry, &piece, &addresses));
            }
            work.claimed.push(begin);
        }
        Ok(())
    }

    /// Adds one copy for all pieces of one dimension, where list items have mapped all of them and no attached pointer is
    /// among them. False where that is not so.
    fn update_plane(&mut self, arg: &Arg, rows: &Arg, cx: &Context, work: &mut Work) -> bool {
        let (rows, pitch) = (count(rows), rows.bytes);
        if rows < 2 || pitch < arg.bytes {
            return false;
        }
        let all = Arg {
            bytes: (rows - 1) * pitch + arg.bytes,
            ..*arg
        };
        let bytes = all.host()..all.host() + all.bytes;
        let turn = self.turn;
        let Some(begin) = self.hull_at(arg.host()).map(|entry| entry.begin) else {
            return false;
        };
        let entry = self.entries.get_mut(&begin).expect("found");
        if !entry.named.cover(&bytes) || entry.pointers_in(&all).next().is_some() {
            return false;
        }
        let device = entry.to_device(arg.host());
        let rows = Rows {
            bytes: arg.bytes,
            pitch,
            count: rows,
        };
        let mut copy = |step| work.copies.push(Copy { step, arg: *arg });
        if arg.has(ffi::TO) {
            copy(Step::RowsTo { to: device, rows });
            entry.filled = Some((cx.stream, turn));
        }
        if arg.has(ffi::FROM) {
            copy(Step::RowsFrom { from: device, rows });
        }
        work.claimed.push(begin);
        true
    }
}
