//! The effect of a construct's list on the present table (OpenMP 5.2, 5.8.3): reference counts, storage, and which bytes
//! are to be copied. The copies themselves are made when the table is not locked (`shared`).

use super::attached::Attachment;
use super::copies::{Copy, Kept, Step};
use super::parts::{Leaving, Ranges, Turn, without};
use super::{Context, Entry, Table, extent, room, unmapped};
use crate::device::{Address, Stream};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::Range;

/// Which construct ends a data environment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The end of a region: `present` was checked when it began.
    Region,
    /// `target exit data`.
    ExitData,
}

/// The work of one construct that remains when its list has been entered into the table.
#[derive(Default)]
pub struct Work {
    pub(super) copies: Vec<Copy>,
    /// Streams of other host threads with copies under way to entries that this construct uses, and these entries.
    pub(super) awaited: SmallVec<[((Stream, Turn), u64); 1]>,
    /// First bytes of the entries that the copies read or write, and whether the construct must have them alone.
    pub(super) claimed: SmallVec<[usize; 8]>,
    pub(super) alone: bool,
    /// First bytes of the entries in which parts are to be unmapped.
    pub(super) ending: SmallVec<[usize; 8]>,
    /// Pointer objects that turned out not to be attached any more.
    pub(super) stale: Vec<usize>,
}

impl Table {
    /// The first byte of the entry that holds the whole section; none where nothing of it is mapped. What is there only
    /// for the pointers in it is not mapped: a section that reaches beyond it gets larger storage (`create`).
    pub(super) fn locate(&self, arg: &Arg, cx: &Context) -> Result<Option<usize>> {
        let Some(entry) = self.overlapping(arg.host(), arg.bytes) else {
            return Ok(None);
        };
        if arg.host() >= entry.begin && arg.host() + arg.bytes <= entry.end() {
            return Ok(Some(entry.begin));
        }
        if self.has_room(&(arg.host()..arg.host() + arg.bytes)) {
            return Ok(None);
        }
        if self.only_part(arg).is_some() {
            return Ok(Some(entry.begin));
        }
        Err(Failure::new(
            (cx.place)(),
            format!(
                "{}: only a part of it is mapped on device {}: {} asked for, {} is there",
                arg.text(),
                cx.number,
                extent(arg.host(), arg.bytes),
                extent(entry.begin, entry.bytes)
            ),
        )
        .note(format!("{} was mapped at {}", entry.text, entry.place))
        .note("map the larger section first, or unmap the smaller one before"))
    }

    /// [`Table::locate`] for a list item that is unmapped. One of which only a part is present is not present, and left alone
    /// (5.2, 5.8.3); an error where the part's values were to be copied back, which would be lost.
    fn locate_leaving(&self, arg: &Arg, cx: &Context) -> Result<Option<usize>> {
        match self.locate(arg, cx) {
            Err(_) if !arg.has(ffi::FROM) || arg.has(ffi::AROUND) => Ok(None),
            located => located,
        }
    }

    /// Fails where a list item has the `present` modifier and is not present.
    fn check_present(&self, arg: &Arg, cx: &Context) -> Result<()> {
        if !arg.has(ffi::PRESENT) {
            return Ok(());
        }
        let there = self.locate(arg, cx)?.is_some_and(|begin| {
            let entry = &self.entries[&begin];
            let bytes = entry.clip(arg);
            match arg.has(ffi::IMPLICIT) {
                true => entry.named.overlap(&bytes),
                false => entry.named.cover(&bytes),
            }
        });
        match there {
            true => Ok(()),
            false => Err(self.absent(arg, cx)),
        }
    }

    /// The start of a construct's data environment: counts up, allocates, and returns the copies to the device.
    pub(super) fn enter(&mut self, list: &[Arg], cx: &Context) -> Result<Work> {
        self.turn += 1;
        let turn = self.turn;
        let mut work = Work {
            alone: true,
            ..Work::default()
        };
        let order = by_size(list);
        for &at in &order {
            self.check_present(&list[at as usize], cx)?;
        }
        let mut siblings = None;
        for &at in &order {
            let arg = &list[at as usize];
            self.make_way(arg, cx)?;
            let begin = match self.locate(arg, cx)? {
                Some(begin) => begin,
                None => {
                    let siblings = siblings.get_or_insert_with(|| room::by_base(list));
                    self.create(at, list, siblings, cx, &mut work)?
                }
            };
            self.use_entry(begin, cx, &mut work);
            let copied = self.enter_item(begin, arg, &mut work);
            let entry = self.entries.get_mut(&begin).expect("located");
            for bytes in copied.iter().filter(|_| arg.has(ffi::TO)) {
                work.copies.push(copy_to(entry, &arg.piece(bytes)));
                entry.filled = Some((cx.stream, turn));
                work.claimed.push(begin);
            }
            self.fill_links(begin, &copied, arg, &mut work);
        }
        for arg in list
            .iter()
            .filter(|arg| arg.kind == ffi::KIND_MAP && !arg.pointer.is_null())
        {
            self.attach(arg, cx, &mut work);
        }
        self.end_emptied(&mut work);
        self.take_claims(&mut work);
        Ok(work)
    }

    /// `target enter data` counts what a zero-length section points into, too (5.2, 5.8.3).
    pub(super) fn enter_zero_lengths(&mut self, list: &[Arg]) {
        let turn = self.turn;
        for arg in list.iter().filter(|arg| is_zero_length(arg)) {
            let Some((begin, part)) = self.pointed_into(arg) else {
                continue;
            };
            let entry = self.entries.get_mut(&begin).expect("found");
            entry.named.enter(&part, true, turn);
        }
    }

    /// The mapped list item that a zero-length section points into.
    fn pointed_into(&self, arg: &Arg) -> Option<(usize, Range<usize>)> {
        let entry = self.hull_at(arg.host())?;
        Some((entry.begin, entry.named.at(arg.host())?))
    }

    /// Records that the construct uses an entry, and which copies to it have to be complete before.
    fn use_entry(&mut self, begin: usize, cx: &Context, work: &mut Work) {
        let turn = self.turn;
        let entry = self.entries.get_mut(&begin).expect("located");
        if entry.turn == turn {
            return;
        }
        entry.turn = turn;
        if let Some(filled) = entry.filled.filter(|filled| filled.0 != cx.stream) {
            work.awaited.push((filled, entry.id));
        }
    }

    /// Counts a list item up; returns the bytes that are to be copied if its map type says so.
    fn enter_item(&mut self, begin: usize, arg: &Arg, work: &mut Work) -> Ranges {
        let turn = self.turn;
        let entry = self.entries.get_mut(&begin).expect("located");
        let bytes = entry.clip(arg);
        let made = match arg.has(ffi::AROUND) {
            _ if entry.named.are_forever() => entry.named.enter(&bytes, true, turn),
            true => {
                let made = entry.around.enter(&bytes, false, turn);
                // The parts that list items have mapped have their values already.
                match arg.has(ffi::ALWAYS) {
                    true => entry.only_around(&bytes),
                    false => made
                        .iter()
                        .flat_map(|made| entry.only_around(made))
                        .collect(),
                }
            }
            false => entry.named.enter(&bytes, arg.has(ffi::IMPLICIT), turn),
        };
        let extended = entry.extended.with_base(arg.base as usize);
        if extended != entry.extended && !entry.named.are_forever() {
            if entry.extended.reaches_out() {
                self.reach.remove(&entry.extended);
            }
            if extended.reaches_out() {
                self.reach.insert(extended);
            }
            entry.extended = extended;
        }
        if arg.has(ffi::AROUND) {
            if arg.has(ffi::ALWAYS) {
                self.verify_structure(begin, &made, work);
            }
            return made;
        }
        self.assume(begin, &made);
        self.verify(begin, &made, work);
        if !arg.has(ffi::ALWAYS) {
            return made;
        }
        let copied = self.entries[&begin].named.common(&bytes);
        if arg.has(ffi::TO) {
            self.verify(begin, &copied, work);
        }
        copied
    }

    /// The end of a data environment: counts down, and returns the copies back to the host.
    pub(super) fn exit(&mut self, list: &[Arg], end: End, cx: &Context) -> Result<Work> {
        self.turn += 1;
        let turn = self.turn;
        let mut work = Work {
            alone: true,
            ..Work::default()
        };
        let order = by_size(list);
        let checked = order.iter().filter(|_| end == End::ExitData);
        for &at in checked {
            self.check_present(&list[at as usize], cx)?;
        }
        for &at in &order {
            let arg = &list[at as usize];
            let Some(begin) = self.locate_leaving(arg, cx)? else {
                continue;
            };
            let entry = self.entries.get_mut(&begin).expect("located");
            let bytes = entry.clip(arg);
            let ended = match arg.has(ffi::AROUND) {
                true => entry.around.leave(&bytes, turn, Leaving::Released),
                false => entry.named.leave(&bytes, turn, leaving(arg)),
            };
            if ended && entry.turn != turn {
                entry.turn = turn;
                work.ending.push(begin);
                work.claimed.push(begin);
            }
        }
        for arg in list
            .iter()
            .filter(|arg| end == End::ExitData && is_zero_length(arg))
        {
            let Some((begin, part)) = self.pointed_into(arg) else {
                continue;
            };
            let entry = self.entries.get_mut(&begin).expect("found");
            if entry.named.leave(&part, turn, leaving(arg)) && entry.turn != turn {
                entry.turn = turn;
                work.ending.push(begin);
                work.claimed.push(begin);
            }
        }
        let addresses = self.device_range();
        for &at in &order {
            let arg = &list[at as usize];
            if !arg.has(ffi::FROM) {
                continue;
            }
            let Some(begin) = self.locate_leaving(arg, cx)? else {
                continue;
            };
            let entry = &self.entries[&begin];
            let bytes = entry.clip(arg);
            let pieces = match (arg.has(ffi::AROUND), arg.has(ffi::ALWAYS)) {
                (true, _) => entry.only_around(&bytes),
                (false, true) => entry.named.common(&bytes),
                (false, false) => entry.named.ended(&bytes),
            };
            for bytes in &pieces {
                work.copies
                    .push(copy_from(entry, &arg.piece(bytes), &addresses));
                work.claimed.push(begin);
            }
        }
        self.take_claims(&mut work);
        Ok(work)
    }

    /// Fills the device's pointers to `link` variables among the parts that were made.
    pub(super) fn fill_links(&mut self, begin: usize, made: &Ranges, arg: &Arg, work: &mut Work) {
        if self.links.is_empty() {
            return;
        }
        let entry = &self.entries[&begin];
        for bytes in made {
            for &(host, pointer) in self.links.range((bytes.start, 0)..(bytes.end, 0)) {
                let value = entry.to_device(host);
                work.copies.push(Copy {
                    step: Step::Pointer { to: pointer, value },
                    arg: *arg,
                });
            }
        }
    }

    /// Claims the entries that the copies read or write.
    pub(super) fn take_claims(&mut self, work: &mut Work) {
        work.claimed.sort_unstable();
        work.claimed.dedup();
        for begin in &work.claimed {
            let claim = &mut self.entries.get_mut(begin).expect("claimed").claim;
            match work.alone {
                true => claim.alone = true,
                false => claim.updates += 1,
            }
        }
        self.in_flight += usize::from(!work.claimed.is_empty());
    }

    /// The copies are made: gives up the claims and unmaps what nothing counts any more. Returns whether something was put
    /// into the stream.
    pub(super) fn complete(&mut self, work: &Work, cx: &Context) -> Result<bool> {
        self.in_flight -= usize::from(!work.claimed.is_empty());
        for begin in &work.claimed {
            let Some(entry) = self.entries.get_mut(begin) else {
                continue;
            };
            match work.alone {
                true => entry.claim.alone = false,
                false => entry.claim.updates -= 1,
            }
        }
        for (filled, id) in &work.awaited {
            let entry = self.by_id.get(id).and_then(|at| self.entries.get_mut(at));
            if let Some(entry) = entry
                && entry.filled == Some(*filled)
            {
                entry.filled = None;
            }
        }
        let mut pending = false;
        for &begin in &work.ending {
            pending |= self.drop_ended(begin, cx)?;
        }
        Ok(pending)
    }

    /// Forgets the parts of an entry that nothing counts any more, and the entry with its last one. A structure stays while
    /// a list item has some of it: a region may reach another member of it.
    pub(super) fn drop_ended(&mut self, begin: usize, cx: &Context) -> Result<bool> {
        let turn = self.turn;
        // An entry that was removed before, by the same construct, may have taken this one with it.
        let Some(entry) = self.entries.get_mut(&begin) else {
            return Ok(false);
        };
        let dropped = entry.named.drop_ended();
        entry.end_structures(&dropped, turn);
        let named = &entry.named;
        entry.around.keep_ended(|part| named.overlap(part));
        self.forget(begin, dropped, cx)
    }

    /// Forgets the structures of an entry that have ended, and parts that were dropped.
    pub(super) fn forget(&mut self, begin: usize, dropped: Ranges, cx: &Context) -> Result<bool> {
        let Some(entry) = self.entries.get_mut(&begin) else {
            return Ok(false);
        };
        let around = entry.around.drop_ended();
        let place: Box<str> = (cx.place)().into();
        for bytes in &dropped {
            self.history.push(super::Unmapped {
                begin: bytes.start,
                bytes: bytes.len(),
                device: entry.to_device(bytes.start),
                text: entry.text.clone(),
                place: entry.place.clone(),
                gone: place.clone(),
            });
        }
        let hull = match (entry.named.hull(), entry.around.hull()) {
            (Some(a), Some(b)) => Some(a.start.min(b.start)..a.end.max(b.end)),
            (a, b) => a.or(b),
        };
        let gone: Ranges = dropped
            .iter()
            .flat_map(|bytes| without(bytes, entry.around.common(bytes)))
            .chain(
                around
                    .iter()
                    .flat_map(|bytes| without(bytes, entry.named.common(bytes))),
            )
            .collect();
        let pending = self.unlink(&gone, cx)?;
        let Some(hull) = hull else {
            return Ok(pending | self.remove(begin, cx)?);
        };
        self.forget_attached(begin, &gone);
        if hull != (begin..self.entries[&begin].end()) {
            // Its outer parts are unmapped, and other constructs may map that memory again.
            let mut entry = self.take(begin);
            entry.device = entry.to_device(hull.start);
            (entry.begin, entry.bytes) = (hull.start, hull.len());
            entry.extended = entry.extended.resized(hull);
            self.add(entry);
        }
        Ok(pending)
    }

    /// Removes an entry, frees its device copy, and gives attached pointers to it the host's value.
    fn remove(&mut self, begin: usize, cx: &Context) -> Result<bool> {
        let gone = self.take(begin);
        let mut emptied = vec![];
        let mut pending = self.detach(&gone, &mut emptied, cx)?;
        for (at, bytes) in gone.storage.iter().chain(&gone.outgrown) {
            cx.device.free(*at, *bytes);
        }
        gone.give_back();
        for begin in emptied {
            pending |= self.drop_ended(begin, cx)?;
        }
        Ok(pending)
    }

    /// Resets the device's pointers to `link` variables that are not mapped any more.
    fn unlink(&mut self, gone: &Ranges, cx: &Context) -> Result<bool> {
        let mut pending = false;
        for bytes in gone.iter().filter(|_| !self.links.is_empty()) {
            for &(host, pointer) in self.links.range((bytes.start, 0)..(bytes.end, 0)) {
                super::attached::write_pointer(pointer, unmapped(host) as u64, "a link", cx)?;
                pending = true;
            }
        }
        Ok(pending)
    }
}

/// The copy of a section's bytes to the device. Attached pointers in it keep their device addresses.
pub(super) fn copy_to(entry: &Entry, arg: &Arg) -> Copy {
    Copy {
        step: Step::To {
            to: entry.to_device(arg.host()),
            pointers: entry
                .pointers_in(arg)
                .map(|(at, held)| (at, held.value))
                .collect(),
        },
        arg: *arg,
    }
}

/// The copy of a section's bytes to the host, around its attached pointers: the host's own values stay. `addresses` are
/// those of the device, which the host never gets.
pub(super) fn copy_from(entry: &Entry, arg: &Arg, addresses: &Range<Address>) -> Copy {
    let kept = |(at, held): (usize, &Attachment)| Kept {
        at,
        unless_written: (held.assumed != 0).then_some(held.value),
    };
    Copy {
        step: Step::From {
            from: entry.to_device(arg.host()),
            pointers: entry.pointers_in(arg).map(kept).collect(),
            addresses: addresses.clone(),
        },
        arg: *arg,
    }
}

fn leaving(arg: &Arg) -> Leaving {
    match arg.has(ffi::DELETE) {
        true => Leaving::Deleted,
        false => Leaving::Released,
    }
}

/// Whether a list element is a zero-length section of a clause.
fn is_zero_length(arg: &Arg) -> bool {
    let looked_up = ffi::ZERO_LENGTH | ffi::FRESH | ffi::IMPLICIT | ffi::AROUND;
    arg.kind == ffi::KIND_MAP && arg.bytes == 0 && !arg.has(looked_up)
}

/// The list's mapping elements, larger sections first: a struct comes before its members, whichever the
/// program wrote first.
fn by_size(list: &[Arg]) -> SmallVec<[u32; 32]> {
    let mut order: SmallVec<[u32; 32]> = (0..list.len() as u32)
        .filter(|&i| list[i as usize].maps())
        .collect();
    order.sort_by_key(|&i| Reverse(list[i as usize].bytes));
    order
}
