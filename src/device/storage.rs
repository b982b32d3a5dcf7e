//! The shared memory that the device header's mechanisms reserve in a kernel, besides the struct of the kernel's
//! variables.
//!
//! The sizes stand here and are asserted in `romp/*.cuh`; all are whole lines of 16 bytes, so that there is no gap in
//! whatever order ptxas places the objects, and their sum is what ptxas counts.

use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The work queues from which threads take chunks of iterations.
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
            Storage::WorkQueues => &[("work queues of loops", 4 * 32 + 16 + 1024)],
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
        let what = what.to_string();
        let bytes = bytes.next_multiple_of(LINE);
        self.objects.insert(key, Object { what, bytes });
    }

    /// Reserves another object with each call; `of` names the kernel or function that has it.
    pub fn reserve_another(&mut self, of: &str, what: &str, bytes: u64) {
        let key = format!("copy {} {of}", self.objects.len());
        self.reserve_object(key, what, bytes);
    }

    /// Reserves what a device function reserves that the kernel calls.
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
