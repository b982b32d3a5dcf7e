//! The present table of one device: which host bytes have a device copy (OpenMP 5.2, 5.8).
//!
//! An interval map by host address, with reference counts and attached pointers. Computes, for a whole construct at
//! once, what to allocate, copy and free (`constructs`), and how pointers find what they lead to; `shared` has the
//! device do it. Each step takes time logarithmic in what is mapped. Must not know launches.

mod assumed;
mod attached;
mod constructs;
mod copies;
mod history;
mod parts;
mod reach;
mod room;
mod rows;
mod settled;
mod shared;
mod structures;

pub use constructs::End;
pub use copies::Traffic;
pub use history::Unmapped;
pub use shared::Present;

use crate::device::{Address, Device, Fault, Stream};
use crate::error::Failure;
use crate::ffi::{self, Arg};
use crate::{held, registry};
use attached::Attachment;
use history::History;
use parts::{Parts, Turn};
use reach::{Extended, Reach};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// The count of what is never unmapped: globals and associated pointers.
pub const FOREVER: u64 = u64::MAX;

/// The place of entries that no construct makes.
pub const DECLARE_TARGET: &str = "declare target";

const POINTER: usize = size_of::<usize>();
/// The greatest alignment of C's own types, in bytes: device addresses equal host addresses modulo this.
const ALIGNMENT: usize = 16;

/// One piece of device memory, and the host's bytes that it stands for: from the first mapped one to the last.
pub struct Entry {
    pub begin: usize,
    pub bytes: usize,
    pub device: Address,
    /// What the table allocated for it and frees with it: address and bytes.
    storage: Option<(Address, usize)>,
    /// Storage of smaller entries that became part of this one, freed with it.
    outgrown: Vec<(Address, usize)>,
    /// The parts that list items have mapped, and their reference counts.
    named: Parts,
    /// The parts that are present only for the pointers in them: structures whose pointer members sections are reached
    /// through.
    around: Parts,
    /// Its extended address range.
    extended: Extended,
    /// The last construct that used it.
    turn: Turn,
    claim: Claim,
    /// The section and the place that mapped it, for messages.
    pub text: Box<str>,
    pub place: Box<str>,
    /// Pointer objects in it whose device copies hold device addresses, by their host addresses.
    attached: BTreeMap<usize, Attachment>,
    /// Host addresses of pointer objects whose device copies lead to it.
    led_to_by: BTreeSet<usize>,
    /// Whether host code got an address of it.
    held: bool,
    /// The stream and the construct of the last copy to it, until another stream has waited for that.
    filled: Option<(Stream, Turn)>,
    id: u64,
}

/// The constructs whose copies use an entry at the moment, while the table is not locked.
#[derive(Default, Clone, Copy)]
struct Claim {
    /// Whether a construct maps or unmaps a part of it, which excludes all others.
    alone: bool,
    /// How many `target update` constructs copy it.
    updates: u32,
}

impl Claim {
    fn is_free(self) -> bool {
        !self.alone && self.updates == 0
    }
}

impl Entry {
    /// The device memory that it has, with what was allocated around it.
    pub fn on_device(&self) -> Range<Address> {
        let (storage, size) = self.storage.unwrap_or((self.device, self.bytes));
        storage.min(self.device)
            ..(storage + size as Address).max(self.device + self.bytes as Address)
    }

    fn end(&self) -> usize {
        self.begin + self.bytes
    }

    pub fn to_device(&self, host: usize) -> Address {
        self.device
            .wrapping_add(host.wrapping_sub(self.begin) as u64)
    }

    /// The bytes of this entry that a list item names.
    fn clip(&self, arg: &Arg) -> Range<usize> {
        arg.host().max(self.begin)..(arg.host() + arg.bytes).min(self.end())
    }

    /// Whether it is never unmapped: a variable of `declare target`, or the memory of an associated pointer.
    pub fn is_forever(&self) -> bool {
        self.named.are_forever()
    }

    /// Whether no list item maps a part of it: it is present only for the pointers in it.
    fn is_around(&self) -> bool {
        self.named.hull().is_none()
    }

    /// Notes that host code gets an address of it.
    fn hand_out(&mut self) {
        if !std::mem::replace(&mut self.held, true) {
            held::hold();
        }
    }

    /// Notes that its memory is not the device's copy any more, so that what host code has is no address.
    fn give_back(self) {
        if self.held {
            held::release();
        }
    }

    fn is_mapped(&self, bytes: &Range<usize>) -> bool {
        self.named.overlap(bytes) || self.around.overlap(bytes)
    }
}

#[derive(Default)]
pub struct Table {
    /// The entries by their first bytes.
    entries: BTreeMap<usize, Entry>,
    /// First bytes of the entries, by device address and by the entries' numbers.
    by_device: BTreeSet<(Address, usize)>,
    by_id: HashMap<u64, usize>,
    reach: Reach,
    /// `declare target link` variables: host addresses, and device-side pointers that are filled while the variable
    /// is mapped.
    links: BTreeSet<(usize, Address)>,
    turn: Turn,
    last_id: u64,
    /// The number of constructs whose copies are under way.
    in_flight: usize,
    history: History,
}

/// Where a construct's work goes, and whom errors name.
pub struct Context<'a> {
    pub device: &'a dyn Device,
    pub number: i32,
    pub stream: Stream,
    /// Whether kernels may run which the host has not waited for.
    pub under_way: bool,
    pub place: &'a dyn Fn() -> String,
}

impl Table {
    /// The entry whose storage stands for this host byte, whether or not a list item has mapped it.
    fn hull_at(&self, host: usize) -> Option<&Entry> {
        let (_, entry) = self.entries.range(..=host).next_back()?;
        (host < entry.end()).then_some(entry)
    }

    /// The entry in which this host byte is mapped.
    pub fn find(&self, host: usize) -> Option<&Entry> {
        let byte = host..host.checked_add(1)?;
        self.hull_at(host).filter(|entry| entry.is_mapped(&byte))
    }

    /// Whether a list item that has this host byte is present (5.2, 5.8.3).
    pub fn is_present(&self, host: usize) -> bool {
        self.hull_at(host)
            .is_some_and(|entry| entry.named.at(host).is_some())
    }

    /// The entry that a pointer's value leads to (5.2, 5.8.6): one that has it in its mapped range, else one that has
    /// it in its extended range.
    pub fn lookup(&self, pointer: usize) -> Option<&Entry> {
        let hull = self.hull_at(pointer);
        let byte = pointer..pointer.checked_add(1)?;
        if let Some(entry) = hull
            && entry.is_mapped(&byte)
        {
            return hull;
        }
        // Between the parts of an entry all addresses are in the range of one of them.
        hull.or_else(|| self.entries.get(&self.reach.find(pointer)?))
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// The entry whose device copy holds this address.
    pub fn find_device(&self, device: Address) -> Option<&Entry> {
        let (_, begin) = self.by_device.range(..=(device, usize::MAX)).next_back()?;
        let entry = &self.entries[begin];
        (device - entry.device < entry.bytes as u64).then_some(entry)
    }

    /// The device address of a mapped host byte.
    pub fn device_address(&self, host: usize) -> Option<Address> {
        self.hull_at(host)
            .filter(|entry| entry.named.at(host).is_some())
            .map(|entry| entry.to_device(host))
    }

    /// The device pointer that corresponds to a pointer of the host (5.2, 5.8.6); none where it points to nothing mapped.
    pub fn device_pointer(&self, pointer: usize) -> Option<Address> {
        Some(self.lookup(pointer)?.to_device(pointer))
    }

    /// [`Table::device_address`] for host code, which may use it as it likes from now on.
    pub fn hand_out_address(&mut self, host: usize) -> Option<Address> {
        let address = self.device_address(host)?;
        self.hand_out(address);
        Some(address)
    }

    /// [`Table::device_pointer`] for host code, which may use it as it likes from now on.
    pub fn hand_out_pointer(&mut self, pointer: usize) -> Option<Address> {
        let begin = self.lookup(pointer)?.begin;
        let entry = self.entries.get_mut(&begin)?;
        entry.hand_out();
        Some(entry.to_device(pointer))
    }

    /// Notes that host code has an address of a device.
    pub fn hand_out(&mut self, device: Address) {
        let begin = self.find_device(device).map(|entry| entry.begin);
        if let Some(entry) = begin.and_then(|begin| self.entries.get_mut(&begin)) {
            entry.hand_out();
        }
    }

    /// An entry in which list items have mapped some of these host bytes. A structure that is there only for the pointers in
    /// it is not mapped (`ROMP_AROUND`).
    pub fn mapped_within(&self, begin: usize, bytes: usize) -> Option<&Entry> {
        let end = begin.saturating_add(bytes);
        let first = self.hull_at(begin).map_or(begin, |entry| entry.begin);
        let mut there = self.entries.range(first..end).map(|(_, entry)| entry);
        there.find(|e| e.named.overlap(&(begin.max(e.begin)..end.min(e.end()))))
    }

    /// The last section that was unmapped and had this host byte.
    pub fn unmapped_at(&self, host: usize) -> Option<&Unmapped> {
        self.history.at_host(host)
    }

    /// The last section that was unmapped and whose device copy had this address.
    pub fn unmapped_on_device(&self, device: Address) -> Option<&Unmapped> {
        self.history.on_device(device)
    }

    /// An entry that some of these bytes belong to.
    fn overlapping(&self, begin: usize, bytes: usize) -> Option<&Entry> {
        let (_, entry) = self
            .entries
            .range(..begin.saturating_add(bytes))
            .next_back()?;
        (entry.end() > begin).then_some(entry)
    }

    /// For a list item that no clause maps: the one part of it that is present, which alone is used (5.2, 5.8.3). Pointers
    /// in a structure need all of it.
    fn only_part(&self, arg: &Arg) -> Option<&Entry> {
        if !arg.has(ffi::IMPLICIT) || arg.has(ffi::AROUND) {
            return None;
        }
        let entry = self.overlapping(arg.host(), arg.bytes)?;
        let inside = entry.begin >= arg.host() && entry.end() <= arg.host() + arg.bytes;
        let alone = self
            .overlapping(arg.host(), entry.begin - arg.host().min(entry.begin))
            .is_none();
        (inside && alone).then_some(entry)
    }

    /// The entry to which a construct's list element leads; none where nothing of it is mapped.
    pub fn entry_of(&self, arg: &Arg) -> Option<&Entry> {
        match arg.bytes {
            // 5.2, 5.8.6: of a section without elements the pointer itself is looked up.
            0 => self.lookup(arg.host()),
            _ => self.hull_at(arg.host()).or_else(|| self.only_part(arg)),
        }
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
        let entry = Entry {
            named: Parts::forever(begin..begin + bytes),
            ..self.new_entry(begin, bytes, device, text.into(), place.into())
        };
        self.add(entry);
        Ok(())
    }

    /// Removes a permanent entry; returns whether there was one that begins here.
    pub fn remove_forever(&mut self, begin: usize) -> bool {
        let there = self
            .entries
            .get(&begin)
            .is_some_and(|e| e.named.are_forever() && e.storage.is_none());
        if there {
            self.take(begin).give_back();
            self.links.retain(|link| link.0 != begin);
        }
        there
    }

    /// Adds a `link` variable of a loaded image.
    pub fn add_link(&mut self, host: usize, pointer: Address) {
        self.links.insert((host, pointer));
    }

    fn new_entry(
        &mut self,
        begin: usize,
        bytes: usize,
        device: Address,
        text: Box<str>,
        place: Box<str>,
    ) -> Entry {
        self.last_id += 1;
        Entry {
            begin,
            bytes,
            device,
            storage: None,
            outgrown: vec![],
            named: Parts::none(),
            around: Parts::none(),
            extended: Extended::of(begin, begin + bytes),
            turn: 0,
            claim: Claim::default(),
            text,
            place,
            attached: BTreeMap::new(),
            led_to_by: BTreeSet::new(),
            held: false,
            filled: None,
            id: self.last_id,
        }
    }

    /// Puts an entry into all indices.
    fn add(&mut self, entry: Entry) {
        self.by_device.insert((entry.device, entry.begin));
        self.by_id.insert(entry.id, entry.begin);
        if entry.extended.reaches_out() {
            self.reach.insert(entry.extended);
        }
        self.entries.insert(entry.begin, entry);
    }

    /// Takes an entry out of all indices.
    fn take(&mut self, begin: usize) -> Entry {
        let entry = self.entries.remove(&begin).expect("an entry to take");
        self.by_device.remove(&(entry.device, begin));
        self.by_id.remove(&entry.id);
        if entry.extended.reaches_out() {
            self.reach.remove(&entry.extended);
        }
        entry
    }

    /// The mapped sections, nearest to an address first: for notes of errors.
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
        if let Some(failure) = self.with_gaps(arg, cx) {
            return failure;
        }
        let mut failure = Failure::new(
            (cx.place)(),
            format!(
                "{}: must be present, but {} is not mapped on device {}",
                arg.text(),
                extent(arg.host(), arg.bytes),
                cx.number
            ),
        );
        if let Some(gone) = self.unmapped_at(arg.host()) {
            failure = failure.note(gone.note());
        }
        failure.note(self.describe(arg.host(), cx.number))
    }

    /// The failure of a list item of which some bytes are mapped and others are not: members that are mapped one by one
    /// leave out what lies between them.
    fn with_gaps(&self, arg: &Arg, cx: &Context) -> Option<Failure> {
        const NAMED: usize = 4;
        let entry = self.overlapping(arg.host(), arg.bytes)?;
        let bytes = arg.host()..arg.host() + arg.bytes;
        let there = entry.named.common(&bytes);
        if there.is_empty() {
            return None;
        }
        let gaps = parts::without(&bytes, there);
        let absent: usize = gaps.iter().map(|gap| gap.len()).sum();
        let named = gaps.iter().take(NAMED);
        let mut named: Vec<String> = named.map(|gap| extent(gap.start, gap.len())).collect();
        if gaps.len() > NAMED {
            named.push(format!("{} more", gaps.len() - NAMED));
        }
        let message = format!(
            "{}: must be present, but {absent} of its {} bytes are not mapped on device {}: {}",
            arg.text(),
            arg.bytes,
            cx.number,
            named.join(", ")
        );
        let why = "list items that name parts of it, such as members, leave out what lies between them, such as padding";
        Some(
            Failure::new((cx.place)(), message)
                .note(format!("parts of it were mapped at {}", entry.place))
                .note(format!("{why}: map all of it where it is mapped first")),
        )
    }
}

/// The value of the device's pointer to a `declare target link` variable while nothing maps the variable.
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
mod model;
#[cfg(test)]
mod tests;
