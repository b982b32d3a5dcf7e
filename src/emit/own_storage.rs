//! What the device header keeps in shared memory for a kernel, beside the struct of its variables.
//!
//! Recorded while code is printed: each algorithm that is called brings its storage, once a kernel. The sizes stand
//! here and are asserted in `romp/*.cuh`; all are whole lines of 16 bytes, so that in whatever order ptxas places
//! them there is no gap, and the sum is what it counts. Must not know why a construct is printed as it is.

use super::cuda::Printer;
use super::kernel::Kernel;
use crate::analyze::orphans::address_taken;
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::plan::Mode;
use crate::plan::reduction::{self, Combine, Extent, Item, Over, Reduction};
use serde::Serialize;
use std::collections::BTreeMap;

/// Sizes and alignments of what stands side by side.
pub const LINE: u64 = 16;
/// A slot for each warp of the largest block.
const WARPS: u64 = 32;

/// An object, or several that come together.
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
    /// The number of the slice with displaced variables.
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
    /// The team's copy of a reduced array.
    Copy(u64),
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
            Storage::Dispensers => &[("dispensers of loops", 4 * 32 + 1024)],
            Storage::CopyBuffer => &[("copyprivate", 512)],
            Storage::Cancels => &[("cancellation", 16)],
            Storage::Schedules => &[("run-sched-var", 8208)],
            Storage::Tasks => &[("tasks of the team", 432)],
            Storage::Doacross => &[("rows of doacross loops", 8192)],
            Storage::Orders => &[("ordered loops of the threads", 8192)],
            Storage::ScanNumber => &[("tiles of a scan", 16)],
            Storage::LastAssignment => &[("last assignment", 16)],
            Storage::Copy(_) => &[],
        }
    }
}

/// A kernel's, by what tells one object from another.
#[derive(Clone, Debug, Default)]
pub struct Own {
    objects: BTreeMap<String, Object>,
    /// The file has dynamic shared memory: ptxas counts whole lines for all its kernels.
    lines: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Object {
    pub what: String,
    pub bytes: u64,
}

impl Own {
    /// The kernel's struct is all, and its size what ptxas counts.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.lines
    }

    pub fn in_whole_lines(self, lines: bool) -> Own {
        Own { lines, ..self }
    }

    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.values()
    }

    pub fn bytes(&self) -> u64 {
        self.objects().map(|object| object.bytes).sum()
    }

    fn has(&self, storage: Storage) -> bool {
        let mut parts = storage.parts().iter();
        parts.any(|(what, _)| self.objects.contains_key(*what))
    }

    fn add(&mut self, key: String, what: &str, bytes: u64) {
        let what = what.to_string();
        self.objects.insert(key, Object { what, bytes });
    }
}

/// What functions with constructs bring to the kernels that call them.
#[derive(Debug, Default)]
pub struct OfFunctions {
    all: BTreeMap<u32, Own>,
}

impl OfFunctions {
    pub fn add(&mut self, func: FuncId, own: Own) {
        self.all.insert(func.into_raw().into_u32(), own);
    }

    /// What the statement's own code has, and what it calls. Who runs tasks runs them by pointers: for ptxas all of
    /// the file's, `tasks`.
    pub fn called(
        &self,
        program: &Program,
        body: Option<StmtId>,
        tasks: &[StmtId],
        mut own: Own,
    ) -> Own {
        let mut seen: Vec<FuncId> = vec![];
        let mut tasks = tasks.iter();
        let mut open: Vec<StmtId> = body.into_iter().collect();
        loop {
            if open.is_empty() && own.has(Storage::Tasks) {
                open.extend(tasks.by_ref());
            }
            let Some(body) = open.pop() else { return own };
            let uses = Uses::of_stmt(program, body);
            let mut calls = uses.calls;
            if uses.calls_unknown {
                calls.extend(address_taken(program));
            }
            for func in calls {
                if seen.contains(&func) {
                    continue;
                }
                seen.push(func);
                if let Some(of) = self.all.get(&func.into_raw().into_u32()) {
                    own.objects.extend(of.objects.clone());
                }
                open.extend(program.funcs[func].body);
            }
        }
    }
}

impl Kernel<'_> {
    pub(super) fn keeps(&self, storage: Storage) {
        let mut own = self.own.borrow_mut();
        for (what, bytes) in storage.parts() {
            own.add(what.to_string(), what, *bytes);
        }
        if let Storage::Copy(bytes) = storage {
            // Functions that a kernel calls have copies of their own.
            let key = format!("copy {} {}", own.objects.len(), self.shared.tag());
            own.add(key, "copy of a reduced array", bytes.next_multiple_of(LINE));
        }
    }

    /// A call of one of the header's algorithms.
    pub(super) fn keeps_for(&self, algorithm: &str) {
        match algorithm {
            "begin_dispensers" => self.keeps(Storage::Dispensers),
            "copyprivate" => self.keeps(Storage::CopyBuffer),
            "begin_cancellation" | "begin_cancellable" => self.keeps(Storage::Cancels),
            "begin_tasks" => self.keeps(Storage::Tasks),
            "leave_last" => self.keeps(Storage::LastAssignment),
            "begin_doacross" => self.keeps(Storage::Doacross),
            "reduce_copies_league" => self.keeps(Storage::ReductionEnd),
            "taskwait_for" | "taskyield" | "taskwait" | "taskloop" | "task" | "task_barrier"
            | "detached_task" | "discards_tasks" | "in_final" | "cancel_taskgroup"
            | "reduce_task" => self.asks_for_tasks(),
            _ => {}
        }
    }

    /// In functions, which ask whether their kernel has tasks, whatever the answer is.
    pub(super) fn asks_for_tasks(&self) {
        if self.called() {
            self.keeps(Storage::StateAlone);
            self.keeps(Storage::Tasks);
        }
    }

    /// Where the warps of a team leave their results: one object for each combination of operators and types.
    pub(super) fn keeps_slots(&self, p: &Printer, reduction: &Reduction) {
        let items: Vec<&Item> = reduction.items.iter().filter(|i| !i.is_long()).collect();
        if reduction.over.crosses_teams() {
            self.keeps(Storage::ReductionEnd);
        }
        if reduction.over == Over::Task {
            return;
        }
        let alone = reduction.over == Over::Teams && self.plan.mode == Mode::ForkJoin;
        if alone || self.in_one_warp() {
            return;
        }
        let (key, bytes) = self.values(p, &items);
        self.keeps_values(
            format!("slots {key}"),
            "results of the warps",
            reduction::slots(bytes) * bytes,
        );
    }

    /// What warps of a scan leave for each other, before and behind it.
    pub(super) fn keeps_scan(&self, p: &Printer, items: &[Item], crosses_teams: bool) {
        if crosses_teams {
            self.keeps(Storage::ScanNumber);
        }
        if self.in_one_warp() {
            return;
        }
        let items: Vec<&Item> = items.iter().collect();
        let (key, bytes) = self.values(p, &items);
        self.keeps_values(format!("scan {key}"), "values of a scan", 2 * WARPS * bytes);
    }

    fn keeps_values(&self, key: String, what: &str, bytes: u64) {
        let mut own = self.own.borrow_mut();
        own.add(key, what, bytes.next_multiple_of(LINE));
    }

    /// The header's type of the values of all items, in words, and its size.
    fn values(&self, p: &Printer, items: &[&Item]) -> (String, u64) {
        let mut key = String::new();
        let mut layout = (0, 1);
        for item in items.iter().rev() {
            let (bytes, align) = value(p.program, item);
            // A struct of the value and of those behind it.
            let (rest, around) = layout;
            let align = align.max(around);
            let at = bytes.next_multiple_of(around);
            layout = ((at + rest).next_multiple_of(align), align);
        }
        for item in items {
            let (bytes, _) = value(p.program, item);
            let ty = p.type_name(QualType::from(p.program.vars[item.var].ty.id));
            match &item.combine {
                Combine::Operator(op) => key.push_str(&format!(" {op:?} {ty} {bytes}")),
                // Each has a type of its own.
                Combine::User(_) => key.push_str(&format!(" user {}", self.made_name("combiner"))),
            }
        }
        (key, layout.0)
    }

    /// The present team's threads are lanes of a warp.
    fn in_one_warp(&self) -> bool {
        let declared = self.declared_teams.borrow();
        let threads = self
            .team
            .with(|team| declared.get(team.unwrap_or_default()).copied());
        threads.is_some_and(|threads| threads <= 32)
    }
}

/// Size and alignment of what is combined of a list item.
fn value(program: &Program, item: &Item) -> (u64, u64) {
    let ty = match item.extent {
        Extent::Whole => program.vars[item.var].ty,
        Extent::Elements { of, .. } => of,
        Extent::Long(long) => long.of,
    };
    let count = match item.extent {
        Extent::Elements { count, .. } => count,
        _ => 1,
    };
    let bytes = program.size_of(ty.id).unwrap_or(1).max(1);
    (bytes * count, program.align_of(ty.id).unwrap_or(1))
}
