//! The shared memory that the device header's mechanisms reserve in a kernel, besides the struct of the kernel's
//! variables.
//!
//! The sizes stand here and are asserted in `romp/*.cuh`; all are whole lines of 16 bytes, so that there is no gap in
//! whatever order ptxas places the objects, and their sum is what ptxas counts.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The size and alignment of a line of shared memory: every object takes whole lines.
pub const LINE: u64 = 16;
/// What a mechanism of the header has in shared memory: one object, or several that always stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The state of the team (`romp/state.cuh`), with the partial barrier that its start initialises.
    State,
    /// The state of a kernel with one thread a team, which has no barriers.
    StateAlone,
    /// The partial barrier, for teams that are not made of whole warps.
    PartialBarrier,
    /// The state of the stack on which the team puts variables that its threads share.
    TeamStack,
    /// The state of the stacks on which threads put arrays of variable length.
    ThreadStacks,
    /// Which slice of global memory holds the variables of the team that are spilled there.
    Slice,
    /// Whether this team is the last one to deliver its results to a reduction over teams.
    ReductionEnd,
    /// The counter from which threads take chunks of a loop that ends with a barrier.
    ChunkCounter,
    /// The work queues from which threads take chunks of other loops.
    WorkQueues,
    /// The buffer through which `copyprivate` broadcasts values.
    CopyBuffer,
    /// Which regions and loops are cancelled.
    Cancels,
    /// The value of run-sched-var for each thread, where the kernel changes it.
    Schedules,
    /// The tasks of the team.
    Tasks,
    /// How far the threads have come in their rows of a doacross loop.
    Doacross,
    /// The `ordered` loop that each thread executes.
    Orders,
    /// The number of the tile of a scan that the team computes.
    ScanNumber,
    /// The last iteration that assigned a `lastprivate(conditional)` variable.
    LastAssignment,
}

impl Storage {
    fn parts(self) -> &'static [(&'static str, u64)] {
        match self {
            Storage::State => &[("state of the team", 1072), ("partial barrier", 16)],
            Storage::StateAlone => &[("state of the team", 1072)],
            Storage::PartialBarrier => &[("partial barrier", 16)],
            Storage::TeamStack => &[("stack of the team", 64)],
            Storage::ThreadStacks => &[("stacks of the threads", 32)],
            Storage::Slice => &[("slice of the team", 16)],
            Storage::ReductionEnd => &[("end of a reduction", 16)],
            Storage::ChunkCounter => &[("counter of chunks", 16)],
            Storage::WorkQueues => &[("work queues of loops", 4 * 32 + 1024)],
            Storage::CopyBuffer => &[("copyprivate", 512)],
            Storage::Cancels => &[("cancellation", 16)],
            Storage::Schedules => &[("run-sched-var", 8208)],
            Storage::Tasks => &[("tasks of the team", 432)],
            Storage::Doacross => &[("rows of doacross loops", 8192)],
            Storage::Orders => &[("ordered loops of the threads", 8192)],
            Storage::ScanNumber => &[("tiles of a scan", 16)],
            Storage::LastAssignment => &[("last assignment", 16)],
        }
    }
}

/// The objects of the device header in a kernel's shared memory, each once.
#[derive(Clone, Debug, Default)]
pub struct HeaderStorage {
    objects: BTreeMap<String, Object>,
    /// Those that code writes, whether or not it uses them.
    written: BTreeMap<String, Object>,
    /// The file uses dynamic shared memory: ptxas then counts whole lines for every kernel of it.
    lines: bool,
}

/// An object, as the report shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Object {
    /// What the report calls it.
    pub what: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it depends on the optimiser if the kernel has it: not all code that may use it does.
    #[serde(rename = "at_most", skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

impl HeaderStorage {
    /// Whether the header reserves nothing: the size of the kernel's struct is what ptxas counts.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.lines
    }

    /// The same objects, where ptxas counts whole lines for the kernel's struct.
    pub fn in_whole_lines(self) -> HeaderStorage {
        HeaderStorage {
            lines: true,
            ..self
        }
    }

    /// The objects.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.values()
    }

    /// The sum of the objects' sizes.
    pub fn bytes(&self) -> u64 {
        self.objects().map(|object| object.bytes).sum()
    }

    /// What the kernel has if nothing is left out, as where files are compiled apart and linked.
    pub fn most(&self) -> u64 {
        let written = self.written.iter();
        let written = written.filter(|(key, _)| !self.objects.contains_key(*key));
        self.bytes() + written.map(|(_, object)| object.bytes).sum::<u64>()
    }

    /// Whether the kernel has all of the objects, whatever the optimiser does.
    pub fn is_exact(&self) -> bool {
        !self.objects().any(|object| object.open)
    }

    /// Counts what the kernel writes and does not use, if other code of the file uses it: the optimiser leaves out what
    /// nothing reads of all that it compiles together.
    pub fn settle(&mut self, others: &BTreeSet<String>) {
        for (key, object) in &self.written {
            if others.contains(key) {
                let known = self.objects.entry(key.clone());
                known.or_insert_with(|| Object {
                    open: true,
                    ..object.clone()
                });
            }
        }
    }

    /// The keys of the objects that are used.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.objects.keys()
    }

    /// Leaves it to the optimiser if the kernel has what it has of `storage`.
    pub fn leave_open(&mut self, storage: &[Storage]) {
        let parts = storage.iter().flat_map(|one| one.parts());
        for (what, _) in parts {
            if let Some(object) = self.objects.get_mut(*what) {
                object.open = true;
            }
        }
    }

    /// Likewise of all of it.
    pub fn leave_all_open(&mut self) {
        self.objects
            .values_mut()
            .for_each(|object| object.open = true);
    }

    /// Whether some object of `storage` is reserved.
    pub fn has(&self, storage: Storage) -> bool {
        let mut parts = storage.parts().iter();
        parts.any(|(what, _)| self.objects.contains_key(*what))
    }

    /// Reserves `storage`, once however often it is called.
    pub fn reserve(&mut self, storage: Storage) {
        for (what, bytes) in storage.parts() {
            self.reserve_object(what.to_string(), what, *bytes);
        }
    }

    /// Reserves an object; a second one with the same `key` is the same object.
    pub fn reserve_object(&mut self, key: String, what: &str, bytes: u64) {
        self.objects.insert(key, object(what, bytes));
    }

    /// Likewise where the optimiser may leave it out.
    pub fn reserve_open(&mut self, key: String, what: &str, bytes: u64) {
        let open = Object {
            open: true,
            ..object(what, bytes)
        };
        self.objects.entry(key).or_insert(open);
    }

    /// Notes that code writes `storage`, which need not be a use of it.
    pub fn write(&mut self, storage: Storage) {
        for (what, bytes) in storage.parts() {
            self.written.insert(what.to_string(), object(what, *bytes));
        }
    }

    /// Reserves another object with each call; `of` names the kernel or function that has it.
    pub fn reserve_another(&mut self, of: &str, what: &str, bytes: u64) {
        let key = format!("copy {} {of}", self.objects.len());
        self.reserve_object(key, what, bytes);
    }

    /// Reserves what a device function reserves that the kernel calls: what of it is used depends on the calls.
    pub fn include(&mut self, other: &HeaderStorage) {
        for (key, object) in &other.objects {
            let known = self.objects.entry(key.clone());
            known.or_insert_with(|| Object {
                open: true,
                ..object.clone()
            });
        }
        self.written.extend(other.written.clone());
    }
}

fn object(what: &str, bytes: u64) -> Object {
    Object {
        what: what.to_string(),
        bytes: bytes.next_multiple_of(LINE),
        open: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_count_once_and_in_whole_lines() {
        let mut storage = HeaderStorage::default();
        assert!(storage.is_empty());
        storage.reserve(Storage::State);
        storage.reserve(Storage::PartialBarrier);
        assert_eq!(storage.bytes(), 1072 + 16);
        assert!(storage.has(Storage::StateAlone));
        storage.reserve_object("slots plus int".into(), "results of the warps", 132);
        storage.reserve_object("slots plus int".into(), "results of the warps", 132);
        assert_eq!(storage.bytes(), 1072 + 16 + 144);
    }

    #[test]
    fn what_is_only_written_counts_where_nothing_is_left_out() {
        let mut storage = HeaderStorage::default();
        storage.reserve(Storage::ChunkCounter);
        storage.write(Storage::WorkQueues);
        assert_eq!((storage.bytes(), storage.most()), (16, 1168));
        let mut other = HeaderStorage::default();
        other.reserve(Storage::WorkQueues);
        let mut together = storage.clone();
        together.settle(&other.keys().cloned().collect());
        assert_eq!((together.bytes(), together.is_exact()), (1168, false));
        storage.settle(&BTreeSet::new());
        assert_eq!((storage.bytes(), storage.is_exact()), (16, true));
        storage.reserve(Storage::WorkQueues);
        assert_eq!((storage.bytes(), storage.most()), (1168, 1168));
        assert!(storage.is_exact());
    }

    #[test]
    fn what_functions_reserve_is_an_upper_bound() {
        let (mut kernel, mut function) = (HeaderStorage::default(), HeaderStorage::default());
        kernel.reserve(Storage::Cancels);
        function.reserve(Storage::Cancels);
        kernel.include(&function);
        assert!(kernel.is_exact());
        function.reserve(Storage::CopyBuffer);
        kernel.include(&function);
        assert!(!kernel.is_exact());
        let open: Vec<bool> = kernel.objects().map(|object| object.open).collect();
        assert_eq!(open, [false, true]);
    }

    #[test]
    fn copies_of_a_kernel_and_of_a_function_differ() {
        let (mut kernel, mut function) = (HeaderStorage::default(), HeaderStorage::default());
        kernel.reserve_another("kernel_shared", "copy of a reduced array", 40);
        function.reserve_another("function_frame", "copy of a reduced array", 40);
        kernel.include(&function);
        kernel.include(&function);
        assert_eq!(kernel.bytes(), 96);
    }
}
