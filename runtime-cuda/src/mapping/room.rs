//! Storage for list items that are not mapped yet: one piece of device memory for those that keep their distances, in
//! place of structures that were present only for the pointers in them.
//!
//! A structure that a section is reached through is present without being mapped (`ROMP_AROUND`). A list item may have it
//! and more, such as an array of such structures (OpenMP 5.2, 5.8.3): then larger storage takes over from it.

use super::constructs::Work;
use super::copies::{Copy, Step};
use super::parts::Ranges;
use super::{ALIGNMENT, Context, Entry, Table, failed};
use crate::device::{Address, Purpose};
use crate::error::Result;
use crate::ffi::Arg;
use crate::held;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

impl Entry {
    /// Whether its storage has room for these bytes of the host, among which it has its own.
    fn could_hold(&self, hull: &Range<usize>) -> bool {
        let Some((storage, size)) = self.storage else {
            return false;
        };
        let (below, above) = (self.begin - hull.start, hull.end - self.end());
        let used = (self.device - storage) as usize;
        below <= used && above <= size - used - self.bytes
    }
}

impl Table {
    /// The entries whose storage stands for some of these host bytes.
    pub(super) fn all_overlapping(&self, bytes: &Range<usize>) -> impl Iterator<Item = &Entry> {
        let first = match bytes.is_empty() {
            true => None,
            false => self.hull_at(bytes.start).map(|entry| entry.begin),
        };
        let first = first.unwrap_or(bytes.start);
        let there = self.entries.range(first..bytes.end.max(first));
        there.map(|(_, entry)| entry)
    }

    /// Whether nothing of these host bytes is mapped, so that an entry there can move to larger storage.
    pub(super) fn has_room(&self, bytes: &Range<usize>) -> bool {
        self.all_overlapping(bytes).all(Entry::is_around)
    }

    /// A new entry for `arg`, and for its siblings: the other sections of the same base that are not mapped yet, so
    /// that members of one structure, and elements behind one pointer, keep their distances.
    pub(super) fn create(
        &mut self,
        at: u32,
        list: &[Arg],
        siblings: &[u32],
        cx: &Context,
        work: &mut Work,
    ) -> Result<usize> {
        let arg = &list[at as usize];
        let bytes = self.with_siblings(at, list, siblings);
        let mut outgrown: Vec<usize> = self
            .all_overlapping(&bytes)
            .map(|entry| entry.begin)
            .collect();
        let mut hull = bytes;
        for entry in outgrown.iter().map(|begin| &self.entries[begin]) {
            hull = hull.start.min(entry.begin)..hull.end.max(entry.end());
        }
        let roomy = outgrown
            .iter()
            .position(|begin| self.entries[begin].could_hold(&hull));
        let mut entry = match roomy {
            Some(at) => self.grown(outgrown.remove(at), &hull, arg, cx, work),
            None => self.allocated(&hull, arg, cx)?,
        };
        let mut moved = vec![];
        for begin in outgrown {
            let old = self.take(begin);
            moved.push(Moved {
                begin,
                device: old.device,
                parts: old.around.common(&(begin..old.end())),
                pointers: old.led_to_by.iter().copied().collect(),
                id: old.id,
            });
            self.take_over(&mut entry, old, cx, work);
        }
        self.add(entry);
        for one in &moved {
            self.follow(hull.start, one, arg, cx, work);
        }
        Ok(hull.start)
    }

    /// A new entry with storage for these bytes of the host.
    fn allocated(&mut self, hull: &Range<usize>, arg: &Arg, cx: &Context) -> Result<Entry> {
        let alone = *hull == (arg.host()..arg.host() + arg.bytes);
        // Siblings may have types of stricter alignment than the first list item.
        let skew = if alone { 0 } else { hull.start % ALIGNMENT };
        let size = hull.len() + skew;
        let storage = cx.device.allocate(size);
        let storage = storage.map_err(|f| failed(arg, cx, f))?;
        cx.device.is_for(storage, size, Purpose::Mapped);
        let place = (cx.place)().into();
        let device = storage + skew as u64;
        let entry = self.new_entry(hull.start, hull.len(), device, arg.text().into(), place);
        Ok(Entry {
            storage: Some((storage, size)),
            ..entry
        })
    }

    /// An entry that stands for these bytes of the host from now on, which its storage has room for: that of an array that
    /// was mapped before.
    fn grown(
        &mut self,
        begin: usize,
        hull: &Range<usize>,
        arg: &Arg,
        cx: &Context,
        work: &mut Work,
    ) -> Entry {
        let old = self.take(begin);
        let claimed = work.claimed.iter_mut().filter(|one| **one == begin);
        claimed.for_each(|one| *one = hull.start);
        Entry {
            begin: hull.start,
            bytes: hull.len(),
            device: old.to_device(hull.start),
            extended: old.extended.resized(hull.clone()),
            text: arg.text().into(),
            place: (cx.place)().into(),
            ..old
        }
    }

    /// The bytes of a list item and of its siblings, as far as nothing else is mapped between them; what has a part
    /// elsewhere is no sibling.
    fn with_siblings(&self, at: u32, list: &[Arg], siblings: &[u32]) -> Range<usize> {
        let arg = &list[at as usize];
        let mut bytes = arg.host()..arg.host() + arg.bytes;
        let key = |at: u32| {
            (
                list[at as usize].base as usize,
                list[at as usize].host(),
                at,
            )
        };
        let own = siblings.binary_search_by_key(&key(at), |&other| key(other));
        let own = own.expect("a list item among its siblings");
        let same = |&&other: &&u32| list[other as usize].base == arg.base;
        let mut widen = |other: &u32| {
            let other = &list[*other as usize];
            let (begin, end) = (other.host(), other.host() + other.bytes);
            let reached = self.has_room(&(bytes.end..begin)) && self.has_room(&(end..bytes.start));
            let fits = self.has_room(&(bytes.end.max(begin)..end))
                && self.has_room(&(begin..bytes.start.min(end)));
            if reached && fits {
                bytes = bytes.start.min(begin)..bytes.end.max(end);
            }
            reached
        };
        let behind = siblings[own + 1..].iter().take_while(same);
        behind.take_while(|other| widen(other)).for_each(drop);
        let before = siblings[..own].iter().rev().take_while(same);
        before.take_while(|other| widen(other)).for_each(drop);
        bytes
    }

    /// An entry that is present only for its pointers becomes part of a larger one. Its storage stays allocated as long as
    /// that entry: kernels may use it.
    fn take_over(&mut self, entry: &mut Entry, old: Entry, cx: &Context, work: &mut Work) {
        entry.extended = entry.extended.with_bases_of(&old.extended);
        entry.around.append(old.around);
        entry.attached.extend(old.attached);
        entry.led_to_by.extend(old.led_to_by);
        entry.outgrown.extend(old.storage);
        entry.outgrown.extend(old.outgrown);
        if old.held {
            entry.hand_out();
            held::release();
        }
        if let Some(filled) = old.filled.filter(|filled| filled.0 != cx.stream) {
            work.awaited.push((filled, old.id));
        }
        if old.turn == self.turn {
            let claimed = work.claimed.iter_mut();
            let of_old = claimed.filter(|begin| **begin == old.begin);
            of_old.for_each(|begin| *begin = entry.begin);
        }
    }

    /// Copies an entry that has moved, and attaches the pointers to it to the new storage.
    fn follow(&mut self, begin: usize, moved: &Moved, arg: &Arg, cx: &Context, work: &mut Work) {
        let filled = Some((cx.stream, self.turn));
        let entry = self.entries.get_mut(&begin).expect("made");
        entry.filled = filled;
        work.claimed.push(begin);
        let (id, device) = (entry.id, entry.to_device(moved.begin));
        for part in &moved.parts {
            let offset = (part.start - moved.begin) as u64;
            work.copies.push(Copy {
                step: Step::Within {
                    to: device + offset,
                    from: moved.device + offset,
                },
                arg: arg.piece(part),
            });
        }
        for &at in &moved.pointers {
            let holder = self.hull_at(at).map(|entry| entry.begin);
            let holder = holder.and_then(|begin| self.entries.get_mut(&begin));
            let Some(holder) = holder else { continue };
            let to = holder.to_device(at);
            let Some(held) = holder.attached.get_mut(&at) else {
                continue;
            };
            if held.pointee != moved.id {
                continue;
            }
            held.pointee = id;
            held.value = held.value.wrapping_sub(moved.device).wrapping_add(device);
            let value = held.value;
            holder.filled = filled;
            work.claimed.push(holder.begin);
            work.copies.push(Copy {
                step: Step::Pointer { to, value },
                arg: *arg,
            });
        }
        self.fill_links(begin, &moved.parts, arg, work);
    }
}

/// An entry that has become part of a larger one: what the rest of the table has to update.
struct Moved {
    begin: usize,
    device: Address,
    parts: Ranges,
    /// Host addresses of the pointer objects that lead to it.
    pointers: Vec<usize>,
    id: u64,
}

/// The list's mapping elements by their base addresses, then by their own.
pub(super) fn by_base(list: &[Arg]) -> SmallVec<[u32; 32]> {
    let mut order: SmallVec<[u32; 32]> = smallvec![];
    order.extend((0..list.len() as u32).filter(|&i| list[i as usize].maps()));
    order.sort_by_key(|&i| (list[i as usize].base as usize, list[i as usize].host(), i));
    order
}
