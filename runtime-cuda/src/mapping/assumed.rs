//! Attached pointers whose structure may be gone.
//!
//! A structure that is present only for the pointers in it (`ROMP_AROUND`) may end its life while what they lead to stays
//! mapped, and its memory may become something else: a function returns the structure by value, or frees it. A list item
//! that is mapped there later gets the host's values (OpenMP 5.2, 5.8.3). Where the host's bytes are still those that were
//! attached, it is assumed that the pointer object is there still, until the host or a kernel writes something else.
//! Must not know what constructs are executed.

use super::attached::Attachment;
use super::constructs::Work;
use super::parts::{Leaving, Ranges};
use super::{Context, Entry, POINTER, Table};
use crate::device::{Address, Fault};
use crate::error::{Failure, Result};
use crate::ffi::Arg;
use smallvec::SmallVec;
use std::ops::Range;

impl Table {
    /// Notes that a list item maps bytes of an entry, with the pointers that were attached there before.
    pub(super) fn assume(&mut self, begin: usize, made: &Ranges) {
        let turn = self.turn;
        let entry = self.entries.get_mut(&begin).expect("located");
        if entry.attached.is_empty() {
            return;
        }
        for bytes in made {
            let objects = entry.attached.range_mut(objects_in(bytes));
            objects.for_each(|(_, held)| held.assumed = turn);
        }
    }

    /// Forgets assumed attachments in bytes of list items whose objects have other values on the host by now.
    pub(super) fn verify(&mut self, begin: usize, copied: &Ranges, work: &mut Work) {
        self.forget_changed(begin, copied, |held| held.assumed != 0, work);
    }

    /// The same of a structure that a construct brings for its pointers, with the host's values: it may be another one than
    /// was there, with something else in place of a pointer.
    pub(super) fn verify_structure(&mut self, begin: usize, copied: &Ranges, work: &mut Work) {
        self.forget_changed(begin, copied, |_| true, work);
    }

    fn forget_changed(
        &mut self,
        begin: usize,
        copied: &Ranges,
        asked: impl Fn(&Attachment) -> bool,
        work: &mut Work,
    ) {
        let entry = &self.entries[&begin];
        if entry.attached.is_empty() {
            return;
        }
        let mut stale = vec![];
        for bytes in copied {
            let attached = entry.attached.range(objects_in(bytes));
            let asked = attached.filter(|(_, held)| asked(held));
            let changed = asked.filter(|(at, held)| !host_holds(**at, held.host, bytes));
            stale.extend(changed.map(|(&at, held)| (at, held.pointee)));
        }
        for (at, pointee) in stale {
            let entry = self.entries.get_mut(&begin).expect("located");
            entry.attached.remove(&at);
            self.forget_leading(pointee, at);
            work.stale.push(at);
        }
    }

    /// Ends structures, present only for the pointers in them, that have a part of a list item and bytes outside of it, beside
    /// list items of other constructs elsewhere in their entries: objects that live do not lie across each other.
    pub(super) fn make_way(&mut self, arg: &Arg, cx: &Context) -> Result<()> {
        let bytes = arg.host()..arg.host() + arg.bytes;
        let turn = self.turn;
        let lies_across = |part: &Range<usize>| part.start < bytes.start || part.end > bytes.end;
        let in_the_way = |entry: &&Entry| {
            let inside = entry.begin <= bytes.start && bytes.end <= entry.end();
            let used = entry.turn == turn;
            !used && !inside && !entry.is_around() && !entry.named.overlap(&bytes)
        };
        let entries: SmallVec<[usize; 1]> = self
            .all_overlapping(&bytes)
            .filter(in_the_way)
            .map(|entry| entry.begin)
            .collect();
        for begin in entries {
            let around = &mut self.entries.get_mut(&begin).expect("found").around;
            let ends = [around.at(bytes.start), around.at(bytes.end - 1)];
            for part in ends.into_iter().flatten().filter(lies_across) {
                around.leave(&part, turn, Leaving::Deleted);
            }
            // Something else of the entry stays: no memory is freed.
            self.forget(begin, Ranges::new(), cx)?;
        }
        Ok(())
    }

    /// From the first device address of a mapped byte to the last one: what lies outside is no device address of these.
    pub(super) fn device_range(&self) -> Range<Address> {
        let ends = self.by_device.first().zip(self.by_device.last());
        let Some((&(low, _), &(last, begin))) = ends else {
            return 0..0;
        };
        low..last + self.entries[&begin].bytes as u64
    }

    /// Ends the structures that were present for attachments which are forgotten, where they have none left.
    pub(super) fn end_emptied(&mut self, work: &mut Work) {
        let turn = self.turn;
        for at in std::mem::take(&mut work.stale) {
            let Some(begin) = self.hull_at(at).map(|entry| entry.begin) else {
                continue;
            };
            let entry = self.entries.get_mut(&begin).expect("found");
            let Some(structure) = entry.around.at(at) else {
                continue;
            };
            let used = entry.around.is_counted(at, turn)
                || entry.attached.range(structure.clone()).next().is_some();
            if !used && entry.around.leave(&structure, turn, Leaving::Deleted) {
                work.ending.push(begin);
                work.claimed.push(begin);
            }
        }
    }
}

/// The host addresses of pointer objects that have some of these bytes.
fn objects_in(bytes: &Range<usize>) -> Range<usize> {
    (bytes.start + 1).saturating_sub(POINTER)..bytes.end
}

/// Whether a pointer object of the host still has this value, as far as it lies in the bytes of a list item.
fn host_holds(at: usize, value: u64, bytes: &Range<usize>) -> bool {
    let object = at.max(bytes.start)..(at + POINTER).min(bytes.end);
    // SAFETY: bytes of a list item, which the host may read.
    let there = unsafe { std::slice::from_raw_parts(object.start as *const u8, object.len()) };
    there == &value.to_ne_bytes()[object.start - at..object.end - at]
}

/// Whether a pointer object of the device still has this value.
pub(super) fn device_holds(at: Address, value: Address, what: &str, cx: &Context) -> Result<bool> {
    let mut there = [0u8; POINTER];
    let read = cx
        .device
        .copy_from(there.as_mut_ptr(), at, POINTER, cx.stream)
        .and_then(|()| cx.device.finish(cx.stream, None));
    let failed = |f: Fault| Failure::new((cx.place)(), format!("detaching {what}: {}", f.text()));
    read.map_err(failed)?;
    Ok(there == value.to_ne_bytes())
}
