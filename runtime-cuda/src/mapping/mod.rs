//! The present table of one device: which host bytes have a device copy (OpenMP 5.2, 5.8).
//!
//! An interval map by host address, with reference counts and attached pointers. Computes, for a whole
//! construct at once, what to allocate, copy and free; asks the device to do it. Must not know launches.

mod parts;
mod rows;

use crate::device::{Address, Device, Fault, Stream};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg};
use crate::registry;
use parts::{Parts, Turn};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr;

/// The count of what is never unmapped: globals and associated pointers.
pub const FOREVER: u64 = u64::MAX;

const POINTER: usize = size_of::<usize>();
/// That of C's own types: addresses on the device agree with those of the host as far.
const ALIGNMENT: usize = 16;

pub struct Entry {
    pub begin: usize,
    pub bytes: usize,
    pub device: Address,
    /// Bytes of its storage in front.
    skew: usize,
    /// What of it is mapped, and how often.
    parts: Parts,
    /// The last construct that used it.
    turn: Turn,
    /// The table allocated the device copy and frees it.
    pub owned: bool,
    /// The section and the place that mapped it, for messages.
    pub text: Box<str>,
    pub place: Box<str>,
    /// Pointer objects in it whose device copies hold device addresses.
    attached: SmallVec<[Attachment; 1]>,
    /// The stream that a copy to it was put into, until another stream has waited for that.
    filled_on: Option<Stream>,
}

struct Attachment {
    /// Host address of the pointer object.
    at: usize,
    /// What its device copy holds.
    value: Address,
    /// First host byte of the entry that it points into.
    pointee: usize,
}

impl Entry {
    fn end(&self) -> usize {
        self.begin + self.bytes
    }

    fn to_device(&self, host: usize) -> Address {
        self.device
            .wrapping_add(host.wrapping_sub(self.begin) as u64)
    }

    /// What a list item names of it.
    fn named(&self, arg: &Arg) -> Range<usize> {
        arg.host().max(self.begin)..(arg.host() + arg.bytes).min(self.end())
    }
}

/// A `declare target link` variable: its device-side pointer is filled while the variable is mapped.
struct Link {
    host: usize,
    bytes: usize,
    pointer: Address,
}

#[derive(Default)]
pub struct Table {
    entries: BTreeMap<usize, Entry>,
    links: Vec<Link>,
    turn: Turn,
}

/// Where a construct's work goes, and whom errors name.
pub struct Context<'a> {
    pub device: &'a dyn Device,
    pub number: i32,
    pub stream: Stream,
    pub place: &'a dyn Fn() -> String,
}

/// Bytes copied by one call, for the trace.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    pub to: u64,
    pub from: u64,
    /// Whether anything was put into the stream that must be waited for.
    pub pending: bool,
}

impl Table {
    /// The entry that holds this host byte.
    pub fn find(&self, host: usize) -> Option<&Entry> {
        let (_, entry) = self.entries.range(..=host).next_back()?;
        (host < entry.end()).then_some(entry)
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// The entry whose device copy holds this address.
    pub fn find_device(&self, device: Address) -> Option<&Entry> {
        self.entries
            .values()
            .find(|e| device >= e.device && device - e.device < e.bytes as u64)
    }

    /// The device address of a host byte.
    pub fn device_address(&self, host: usize) -> Option<Address> {
        self.find(host).map(|entry| entry.to_device(host))
    }

    /// An entry that some of these bytes belong to.
    fn overlapping(&self, begin: usize, bytes: usize) -> Option<&Entry> {
        let (_, entry) = self
            .entries
            .range(..begin.saturating_add(bytes))
            .next_back()?;
        (entry.end() > begin).then_some(entry)
    }

    /// Of what no clause maps, the one part that is there already: it alone is used (5.2, 5.8.3).
    fn only_part(&self, arg: &Arg) -> Option<&Entry> {
        if !arg.has(ffi::IMPLICIT) {
            return None;
        }
        let entry = self.overlapping(arg.host(), arg.bytes)?;
        let inside = entry.begin >= arg.host() && entry.end() <= arg.host() + arg.bytes;
        let alone = self
            .overlapping(arg.host(), entry.begin - arg.host().min(entry.begin))
            .is_none();
        (inside && alone).then_some(entry)
    }

    /// The entry that a construct's list element uses.
    pub fn used_by(&self, arg: &Arg) -> Option<&Entry> {
        self.find(arg.host()).or_else(|| self.only_part(arg))
    }

    /// The first byte of the entry that holds the whole section; none where nothing of it is mapped.
    fn locate(&self, arg: &Arg, cx: &Context) -> Result<Option<usize>> {
        let Some(entry) = self.overlapping(arg.host(), arg.bytes) else {
            return Ok(None);
        };
        if arg.host() >= entry.begin && arg.host() + arg.bytes <= entry.end() {
            return Ok(Some(entry.begin));
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

    /// The start of a construct's data environment: counts up, allocates, copies to the device, attaches.
    pub fn enter(&mut self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        let mut traffic = Traffic::default();
        self.turn += 1;
        let turn = self.turn;
        let mut created = false;
        for &at in &by_size(list) {
            let arg = &list[at as usize];
            let found = self.locate(arg, cx)?.filter(|begin| {
                let entry = &self.entries[begin];
                !arg.has(ffi::PRESENT) || entry.parts.meet(&entry.named(arg))
            });
            let begin = match found {
                Some(begin) => begin,
                None if arg.has(ffi::PRESENT) => return Err(self.absent(arg, cx)),
                None => {
                    created = true;
                    self.create(arg, list, cx)?
                }
            };
            let entry = self.entries.get_mut(&begin).expect("located");
            if entry.turn != turn {
                entry.turn = turn;
                if let Some(stream) = entry.filled_on.filter(|&s| s != cx.stream) {
                    cx.device
                        .finish(stream, None)
                        .map_err(|f| failed(arg, cx, f))?;
                    entry.filled_on = None;
                }
            }
            let named = entry.named(arg);
            let mut fresh = entry.parts.enter(&named, arg.has(ffi::IMPLICIT), turn);
            if arg.has(ffi::ALWAYS) {
                fresh = smallvec![named];
            }
            for bytes in fresh.iter().filter(|_| arg.has(ffi::TO)) {
                let piece = arg.piece(bytes);
                self.copy_to(begin, &piece, cx)?;
                traffic.to += piece.bytes as u64;
                traffic.pending = true;
            }
        }
        for arg in list
            .iter()
            .filter(|arg| arg.kind == ffi::KIND_MAP && !arg.pointer.is_null())
        {
            traffic.pending |= self.attach(arg, cx)?;
        }
        if created && !self.links.is_empty() {
            traffic.pending |= self.fill_links(cx)?;
        }
        Ok(traffic)
    }

    /// Its end: counts down, copies back what drops to zero, frees it.
    pub fn exit(&mut self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        let mut traffic = Traffic::default();
        self.turn += 1;
        let turn = self.turn;
        let mut touched: SmallVec<[usize; 16]> = SmallVec::new();
        let mut ended = false;
        let order = by_size(list);
        for &at in &order {
            let arg = &list[at as usize];
            let Some(begin) = self.locate(arg, cx)? else {
                if arg.has(ffi::PRESENT) {
                    return Err(self.absent(arg, cx));
                }
                continue;
            };
            let entry = self.entries.get_mut(&begin).expect("located");
            if entry.turn != turn {
                entry.turn = turn;
                touched.push(begin);
            }
            let how = [ffi::IMPLICIT, ffi::RELEASE, ffi::DELETE].map(|flag| arg.has(flag));
            let named = entry.named(arg);
            ended |= entry.parts.leave(&named, turn, how.into());
        }
        for &at in &order {
            let arg = &list[at as usize];
            if !arg.has(ffi::FROM) {
                continue;
            }
            let Some(begin) = self.locate(arg, cx)? else {
                continue;
            };
            let entry = &self.entries[&begin];
            let named = entry.named(arg);
            let bytes = match arg.has(ffi::ALWAYS) {
                true => smallvec![named],
                false => entry.parts.ended(&named),
            };
            for bytes in bytes {
                let piece = arg.piece(&bytes);
                self.copy_from(begin, &piece, cx)?;
                traffic.from += piece.bytes as u64;
                traffic.pending = true;
            }
        }
        if !ended {
            return Ok(traffic);
        }
        if traffic.pending {
            // The copies read what is freed now, and another thread may get that memory.
            cx.device.finish(cx.stream, None).map_err(|f| {
                Failure::new(
                    (cx.place)(),
                    format!("copying back from device {}: {}", cx.number, f.text()),
                )
            })?;
            traffic.pending = false;
        }
        for begin in touched {
            let entry = self.entries.get_mut(&begin).expect("located");
            entry.parts.drop_ended();
            if entry.parts.are_gone() {
                traffic.pending |= self.remove(begin, cx)?;
            }
        }
        Ok(traffic)
    }

    /// `target update`: copies of what is present; the rest is left alone unless `present` was asked.
    pub fn update(&mut self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        let mut traffic = Traffic::default();
        for (at, arg) in list.iter().enumerate().filter(|(_, arg)| arg.maps()) {
            self.update_rows(arg, rows::behind(list, at), cx, &mut traffic)?;
        }
        Ok(traffic)
    }

    /// One piece of memory.
    fn update_piece(&mut self, arg: &Arg, cx: &Context, traffic: &mut Traffic) -> Result<()> {
        let Some(begin) = self.locate(arg, cx)? else {
            if arg.has(ffi::PRESENT) {
                return Err(self.absent(arg, cx));
            }
            return Ok(());
        };
        if arg.has(ffi::TO) {
            self.copy_to(begin, arg, cx)?;
            traffic.to += arg.bytes as u64;
        }
        if arg.has(ffi::FROM) {
            self.copy_from(begin, arg, cx)?;
            traffic.from += arg.bytes as u64;
        }
        traffic.pending = true;
        Ok(())
    }

    /// A permanent entry for storage that the table does not own.
    pub fn insert_forever(
        &mut self,
        begin: usize,
        bytes: usize,
        device: Address,
        text: &str,
        place: &str,
    ) -> std::result::Result<(), String> {
        if let Some(there) = self.overlapping(begin, bytes) {
            if there.begin == begin && there.bytes == bytes && there.device == device {
                return Ok(());
            }
            return Err(format!(
                "{} overlaps {}, mapped at {}",
                text, there.text, there.place
            ));
        }
        self.entries.insert(
            begin,
            Entry {
                begin,
                bytes,
                device,
                skew: 0,
                parts: Parts::forever(begin..begin + bytes),
                turn: 0,
                owned: false,
                text: text.into(),
                place: place.into(),
                attached: SmallVec::new(),
                filled_on: None,
            },
        );
        Ok(())
    }

    /// Takes a permanent entry out again; whether there was one that begins here.
    pub fn remove_forever(&mut self, begin: usize) -> bool {
        let there = self
            .entries
            .get(&begin)
            .is_some_and(|e| e.parts.are_forever() && !e.owned);
        if there {
            self.entries.remove(&begin);
            self.links.retain(|l| l.host != begin);
        }
        there
    }

    /// A `link` variable of a loaded image.
    pub fn add_link(&mut self, host: usize, bytes: usize, pointer: Address) {
        self.links.push(Link {
            host,
            bytes,
            pointer,
        });
    }

    /// What is mapped, nearest to an address first: for notes of errors.
    pub fn describe(&self, near: usize, number: i32) -> String {
        let mut all: Vec<&Entry> = self.entries.values().collect();
        if all.is_empty() {
            return format!("nothing is mapped on device {number}");
        }
        all.sort_by_key(|e| e.begin.abs_diff(near));
        let more = all.len().saturating_sub(6);
        let mut text: Vec<String> = all
            .iter()
            .take(6)
            .map(|e| format!("{} ({}, at {})", e.text, extent(e.begin, e.bytes), e.place))
            .collect();
        if more > 0 {
            text.push(format!("{more} more"));
        }
        format!("mapped on device {number}: {}", text.join(", "))
    }

    fn absent(&self, arg: &Arg, cx: &Context) -> Failure {
        Failure::new(
            (cx.place)(),
            format!(
                "{}: must be present, but {} is not mapped on device {}",
                arg.text(),
                extent(arg.host(), arg.bytes),
                cx.number
            ),
        )
        .note(self.describe(arg.host(), cx.number))
    }

    /// A new entry for `arg`, wide enough for its siblings: the other sections of the same base that are
    /// not mapped yet, so that members of one struct keep their distances.
    fn create(&mut self, arg: &Arg, list: &[Arg], cx: &Context) -> Result<usize> {
        let (mut begin, mut end) = (arg.host(), arg.host() + arg.bytes);
        for other in list.iter().filter(|o| o.maps() && o.base == arg.base) {
            if self.overlapping(other.host(), other.bytes).is_none() {
                begin = begin.min(other.host());
                end = end.max(other.host() + other.bytes);
            }
        }
        if self.overlapping(begin, end - begin).is_some() {
            (begin, end) = (arg.host(), arg.host() + arg.bytes);
        }
        let bytes = end - begin;
        let alone = (begin, bytes) == (arg.host(), arg.bytes);
        // Siblings may be of stricter types than what comes first.
        let skew = if alone { 0 } else { begin % ALIGNMENT };
        let storage = cx.device.allocate(bytes + skew);
        let device = storage.map_err(|f| failed(arg, cx, f))? + skew as u64;
        self.entries.insert(
            begin,
            Entry {
                begin,
                bytes,
                device,
                skew,
                parts: Parts::none(),
                turn: 0,
                owned: true,
                text: arg.text().into(),
                place: (cx.place)().into(),
                attached: SmallVec::new(),
                filled_on: None,
            },
        );
        Ok(begin)
    }

    /// The section's bytes to the device. Attached pointers in it keep their device addresses.
    fn copy_to(&mut self, begin: usize, arg: &Arg, cx: &Context) -> Result<()> {
        let entry = self.entries.get_mut(&begin).expect("located");
        let (host, end) = (arg.host(), arg.host() + arg.bytes);
        let to = entry.to_device(host);
        cx.device
            .copy_to(to, host as *const u8, arg.bytes, cx.stream)
            .map_err(|f| failed(arg, cx, f))?;
        for held in entry
            .attached
            .iter()
            .filter(|a| a.at < end && a.at + POINTER > host)
        {
            let from = ptr::from_ref(&held.value).cast();
            let to = entry.to_device(held.at);
            cx.device
                .copy_to(to, from, POINTER, cx.stream)
                .map_err(|f| failed(arg, cx, f))?;
        }
        entry.filled_on = Some(cx.stream);
        Ok(())
    }

    /// The section's bytes back to the host, around its attached pointers: the host's own stay.
    fn copy_from(&mut self, begin: usize, arg: &Arg, cx: &Context) -> Result<()> {
        let entry = &self.entries[&begin];
        let mut held: SmallVec<[usize; 4]> = entry.attached.iter().map(|a| a.at).collect();
        held.sort_unstable();
        let (mut from, end) = (arg.host(), arg.host() + arg.bytes);
        for at in held.into_iter().chain([end]) {
            let stop = at.clamp(from, end);
            if stop > from {
                cx.device
                    .copy_from(
                        from as *mut u8,
                        entry.to_device(from),
                        stop - from,
                        cx.stream,
                    )
                    .map_err(|f| failed(arg, cx, f))?;
            }
            if at < end {
                from = from.max(at + POINTER);
            }
        }
        Ok(())
    }

    /// Writes the device address of what `arg` maps into the device copy of its host pointer object.
    /// Whether something was put into the stream.
    fn attach(&mut self, arg: &Arg, cx: &Context) -> Result<bool> {
        let at = arg.pointer as usize;
        let Some(pointee) = self.find(arg.host()).map(|e| e.begin) else {
            return Ok(false);
        };
        let value = self.entries[&pointee].to_device(arg.base as usize);
        let Some(holder) = self
            .find(at)
            .filter(|e| at + POINTER <= e.end())
            .map(|e| e.begin)
        else {
            return Ok(false);
        };
        let entry = self.entries.get_mut(&holder).expect("found");
        match entry.attached.iter_mut().find(|a| a.at == at) {
            Some(held) if held.value == value => return Ok(false),
            Some(held) => (held.value, held.pointee) = (value, pointee),
            None => entry.attached.push(Attachment { at, value, pointee }),
        }
        let to = entry.to_device(at);
        cx.device
            .copy_to(to, ptr::from_ref(&value).cast(), POINTER, cx.stream)
            .map_err(|f| failed(arg, cx, f))?;
        entry.filled_on = Some(cx.stream);
        Ok(true)
    }

    /// Takes an entry out, frees its device copy, and gives pointers that led to it the host's value.
    fn remove(&mut self, begin: usize, cx: &Context) -> Result<bool> {
        let gone = self.entries.remove(&begin).expect("to remove");
        let mut pending = false;
        let write = |to: Address, value: usize| {
            cx.device
                .copy_to(to, ptr::from_ref(&value).cast(), POINTER, cx.stream)
                .map_err(|f: Fault| {
                    Failure::new(
                        (cx.place)(),
                        format!("detaching {}: {}", gone.text, f.text()),
                    )
                })
        };
        for entry in self.entries.values_mut() {
            while let Some(i) = entry.attached.iter().position(|a| a.pointee == begin) {
                let held = entry.attached.swap_remove(i);
                // SAFETY: the host pointer object lies in a mapped section, which must outlive its mapping.
                let host = unsafe { ptr::read_unaligned(held.at as *const usize) };
                write(entry.to_device(held.at), host)?;
                pending = true;
            }
        }
        for link in self
            .links
            .iter()
            .filter(|l| l.host >= gone.begin && l.host < gone.end())
        {
            write(link.pointer, unmapped(link.host))?;
            pending = true;
        }
        if gone.owned {
            let storage = gone.device - gone.skew as u64;
            cx.device.free(storage, gone.bytes + gone.skew);
        }
        Ok(pending)
    }

    fn fill_links(&mut self, cx: &Context) -> Result<bool> {
        let mut pending = false;
        for link in &self.links {
            let Some(entry) = self
                .find(link.host)
                .filter(|e| link.host + link.bytes.min(1) <= e.end())
            else {
                continue;
            };
            let value = entry.to_device(link.host);
            cx.device
                .copy_to(
                    link.pointer,
                    ptr::from_ref(&value).cast(),
                    POINTER,
                    cx.stream,
                )
                .map_err(|f| {
                    Failure::new(
                        (cx.place)(),
                        format!("linking {}: {}", entry.text, f.text()),
                    )
                })?;
            pending = true;
        }
        Ok(pending)
    }
}

/// The list's mapping elements, larger sections first: a struct comes before its members, whichever the
/// program wrote first.
fn by_size(list: &[Arg]) -> SmallVec<[u32; 32]> {
    let mut order: SmallVec<[u32; 32]> = (0..list.len() as u32)
        .filter(|&i| list[i as usize].maps())
        .collect();
    order.sort_by_key(|&i| std::cmp::Reverse(list[i as usize].bytes));
    order
}

/// What the device's pointer to a `declare target link` variable holds while nothing maps it.
pub fn unmapped(host: usize) -> usize {
    match registry::shared_memory() {
        true => host,
        false => 0,
    }
}

fn extent(begin: usize, bytes: usize) -> String {
    format!("{bytes} bytes from {begin:#x}")
}

fn failed(arg: &Arg, cx: &Context, fault: Fault) -> Failure {
    let text = arg.text();
    match fault {
        Fault::OutOfMemory => Failure::new(
            (cx.place)(),
            format!(
                "{text}: device {} has no memory left for its {} bytes",
                cx.number, arg.bytes
            ),
        ),
        other => Failure::new(
            (cx.place)(),
            format!("{text}: {} (device {})", other.text(), cx.number),
        ),
    }
}

#[cfg(test)]
mod tests;
