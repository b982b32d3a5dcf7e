//! Attached pointers (OpenMP 5.2, 5.8.3 and 5.8.9): pointer objects whose device copies hold device addresses.
//!
//! An attachment is recorded at both ends, so that either can be unmapped in logarithmic time: the entry that holds the
//! pointer object has the attachment, the entry of the pointee has the pointer object's address.

use super::assumed::device_holds;
use super::constructs::Work;
use super::copies::{Copy, Step};
use super::parts::{Leaving, Ranges, Turn};
use super::{Context, Entry, POINTER, Table};
use crate::device::{Address, Fault};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg};
use std::ptr;

pub struct Attachment {
    /// The device address that the device copy of the pointer object holds.
    pub value: Address,
    /// The number of the entry of the pointee.
    pub pointee: u64,
    /// The host's value of the pointer object when it was attached.
    pub host: u64,
    /// The construct that mapped the object's bytes later than they were attached, 0 where none did: that the object is
    /// there still is an assumption then (`assumed`).
    pub assumed: Turn,
}

impl Entry {
    /// The attached pointers that have bytes in a section, in the order of their addresses.
    pub(super) fn pointers_in(&self, arg: &Arg) -> impl Iterator<Item = (usize, &Attachment)> {
        let first = (arg.host() + 1).saturating_sub(POINTER);
        let all = self.attached.range(first..arg.host() + arg.bytes);
        all.map(|(&at, held)| (at, held))
    }
}

impl Table {
    /// Attaches the pointer object `arg.pointer` to the list item `arg`, where both are mapped.
    pub(super) fn attach(&mut self, arg: &Arg, cx: &Context, work: &mut Work) {
        let at = arg.pointer as usize;
        let pointee = match arg.bytes {
            0 => self.lookup(arg.host()),
            _ => self.hull_at(arg.host()),
        };
        let Some(pointee) = pointee else { return };
        let (id, begin) = (pointee.id, pointee.begin);
        let value = pointee.to_device(arg.base as usize);
        let bytes = at..at + POINTER;
        let Some(holder) = self.hull_at(at) else {
            return;
        };
        if bytes.end > holder.end() || !holder.is_mapped(&bytes) {
            return;
        }
        let (holder, to) = (holder.begin, holder.to_device(at));
        let turn = self.turn;
        let entry = self.entries.get_mut(&holder).expect("found");
        // SAFETY: a pointer object of the construct's, by way of which it names a list item.
        let host = unsafe { ptr::read_unaligned(at as *const u64) };
        let now = Attachment {
            value,
            pointee: id,
            host,
            assumed: 0,
        };
        let before = entry.attached.insert(at, now);
        // What an earlier construct has assumed, a kernel may have written.
        let holds = |held: &Attachment| [0, turn].contains(&held.assumed);
        if before
            .as_ref()
            .is_some_and(|held| held.value == value && held.pointee == id && holds(held))
        {
            return;
        }
        entry.filled = Some((cx.stream, turn));
        if let Some(before) = before {
            self.forget_leading(before.pointee, at);
        }
        let pointee = self.entries.get_mut(&begin).expect("found");
        pointee.led_to_by.insert(at);
        work.claimed.push(holder);
        work.copies.push(Copy {
            step: Step::Pointer { to, value },
            arg: Arg {
                kind: ffi::KIND_MAP,
                ..*arg
            },
        });
    }

    pub(super) fn forget_leading(&mut self, pointee: u64, at: usize) {
        let entry = self
            .by_id
            .get(&pointee)
            .and_then(|b| self.entries.get_mut(b));
        if let Some(entry) = entry {
            entry.led_to_by.remove(&at);
        }
    }

    /// Forgets the attachments of pointer objects of an entry that are not mapped any more.
    pub(super) fn forget_attached(&mut self, begin: usize, gone: &Ranges) {
        for bytes in gone {
            let Some(entry) = self.entries.get_mut(&begin) else {
                return;
            };
            let first = (bytes.start + 1).saturating_sub(POINTER);
            let objects = entry.attached.range(first..bytes.end);
            let objects: Vec<(usize, u64)> =
                objects.map(|(&at, held)| (at, held.pointee)).collect();
            for (at, pointee) in objects {
                if let Some(entry) = self.entries.get_mut(&begin) {
                    entry.attached.remove(&at);
                }
                self.forget_leading(pointee, at);
            }
        }
    }

    /// Detaches the pointers to an entry that is unmapped: they get the host's value. Returns whether something was put into
    /// the stream. `emptied` receives the entries with structures that were present only for such pointers and have none
    /// left: what a list item brought with it is unmapped with it, also where `delete` or another item unmapped the item.
    pub(super) fn detach(
        &mut self,
        gone: &Entry,
        emptied: &mut Vec<usize>,
        cx: &Context,
    ) -> Result<bool> {
        for (&at, held) in &gone.attached {
            self.forget_leading(held.pointee, at);
        }
        let mut pending = false;
        let turn = self.turn;
        for &at in &gone.led_to_by {
            let holder = self.hull_at(at).map(|entry| entry.begin);
            let Some(holder) = holder.and_then(|begin| self.entries.get_mut(&begin)) else {
                continue;
            };
            let leads_here = |held: &Attachment| held.pointee == gone.id;
            if !holder.attached.get(&at).is_some_and(leads_here) {
                continue;
            }
            let Some(held) = holder.attached.remove(&at) else {
                continue;
            };
            if let Some(structure) = holder.around.at(at)
                && holder.claim.is_free()
                && holder.attached.range(structure.clone()).next().is_none()
                && holder.around.leave(&structure, turn, Leaving::Deleted)
            {
                emptied.push(holder.begin);
            }
            let to = holder.to_device(at);
            let host = match holder.named.cover(&(at..at + POINTER)) {
                // SAFETY: the host pointer object lies in a mapped section, which must outlive its mapping.
                true => unsafe { ptr::read_unaligned(at as *const u64) },
                // The structure, which nothing maps, may be gone.
                false => held.host,
            };
            if held.assumed == 0 || device_holds(to, held.value, &gone.text, cx)? {
                write_pointer(to, host, &gone.text, cx)?;
                pending = true;
            }
        }
        Ok(pending)
    }
}

pub(super) fn write_pointer(to: Address, value: u64, what: &str, cx: &Context) -> Result<()> {
    cx.device
        .copy_to(to, ptr::from_ref(&value).cast(), POINTER, cx.stream)
        .map_err(|f: Fault| Failure::new((cx.place)(), format!("detaching {what}: {}", f.text())))
}
