//! The shared memory that the device header's mechanisms reserve in a kernel, beside the struct of its variables.
//!
//! The sizes stand here and are asserted in `romp/*.cuh`; all are whole lines of 16 bytes, so that in whatever order
//! ptxas places them there is no gap, and the sum is what it counts.

use serde::Serialize;
use std::collections::BTreeMap;

/// The size of a line of shared memory: what stands side by side has a multiple of it, and its alignment.
pub const LINE: u64 = 16;
/// An object that one of the header's mechanisms has in shared memory, or several that come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// `romp/state.cuh`, whose start makes the barrier of some threads ready.
    State,
    /// Of a kernel with one thread a team, which has no barriers.
    StateAlone,
    /// The barrier of a part of the block that no warps make up.
    PartialBarrier,
    TeamStack,
    ThreadStacks,
    /// The number of the slice of global memory with the variables that are spilled there.
    Slice,
    /// Which team was the last to bring its results.
    ReductionEnd,
    Dispensers,
    /// What `copyprivate` copies through.
    CopyBuffer,
    /// What of a region or a loop is cancelled.
    Cancels,
    /// run-sched-var, where the kernel changes it.
    Schedules,
    /// The team's tasks.
    Tasks,
    /// How far the rows of doacross loops have come.
    Doacross,
    /// Which ordered loop each thread runs.
    Orders,
    /// The number of a team's tile of a scan.
    ScanNumber,
    /// Which iteration assigned a variable last.
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
            Storage::Dispensers => &[("work queues of loops", 4 * 32 + 1024)],
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

/// The objects of a kernel, by what tells one from another.
#[derive(Clone, Debug, Default)]
pub struct HeaderStorage {
    objects: BTreeMap<String, Object>,
    /// The file has dynamic shared memory: ptxas counts whole lines for all its kernels.
    lines: bool,
}

/// One of them, in the words of the report.
#[derive(Clone, Debug, Serialize)]
pub struct Object {
    pub what: String,
    pub bytes: u64,
}

impl HeaderStorage {
    /// The kernel's struct is all, and its size what ptxas counts.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.lines
    }

    pub fn in_whole_lines(self, lines: bool) -> HeaderStorage {
        HeaderStorage { lines, ..self }
    }

    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.values()
    }

    pub fn bytes(&self) -> u64 {
        self.objects().map(|object| object.bytes).sum()
    }

    pub fn has(&self, storage: Storage) -> bool {
        let mut parts = storage.parts().iter();
        parts.any(|(what, _)| self.objects.contains_key(*what))
    }

    /// The kernel has `storage` besides, once.
    pub fn reserve(&mut self, storage: Storage) {
        for (what, bytes) in storage.parts() {
            self.reserve_object(what.to_string(), what, *bytes);
        }
    }

    /// An object of its own kind: `key` says which two are the same one.
    pub fn reserve_object(&mut self, key: String, what: &str, bytes: u64) {
        let what = what.to_string();
        let bytes = bytes.next_multiple_of(LINE);
        self.objects.insert(key, Object { what, bytes });
    }

    /// Another one each time that it is asked for; `of` names who has it.
    pub fn reserve_another(&mut self, of: &str, what: &str, bytes: u64) {
        let key = format!("copy {} {of}", self.objects.len());
        self.reserve_object(key, what, bytes);
    }

    /// What a device function that the kernel calls reserves.
    pub fn include(&mut self, other: &HeaderStorage) {
        self.objects.extend(other.objects.clone());
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
    fn copies_of_a_kernel_and_of_a_function_differ() {
        let (mut kernel, mut function) = (HeaderStorage::default(), HeaderStorage::default());
        kernel.reserve_another("kernel_shared", "copy of a reduced array", 40);
        function.reserve_another("function_frame", "copy of a reduced array", 40);
        kernel.include(&function);
        kernel.include(&function);
        assert_eq!(kernel.bytes(), 96);
    }
}
