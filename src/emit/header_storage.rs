//! The shared memory of the device header that depends on types (of reductions and scans), and what the functions
//! that a kernel calls reserve. `device::passes::reserved` counts it.

use super::cuda::{Names, Printer};
use super::kernel::Kernel;
use crate::device::value::Reserved;
use crate::device::{Function, HeaderStorage, Storage, Team};
use crate::ir::*;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{MOST_WARPS, WARP};
use crate::plan::decisions::reductions::{Combine, Extent, Item, Over, Reduction, slots};
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// What functions with constructs reserve in the kernels that call them.
pub struct OfFunctions {
    all: ArenaMap<FuncId, Function>,
}

impl OfFunctions {
    pub fn new(all: ArenaMap<FuncId, Function>) -> OfFunctions {
        OfFunctions { all }
    }

    /// The functions' code by their names.
    pub fn code(self, names: &Names) -> impl Iterator<Item = (String, Function)> {
        let named = |(func, of): (FuncId, Function)| (names.func(func).to_string(), of);
        self.all.into_iter().map(named)
    }

    /// Adds what the functions that a kernel calls reserve to what its own code does. Tasks are executed through
    /// pointers: for ptxas they may be all tasks of the file, which call `of_tasks`.
    pub fn include_called(
        &self,
        plan: &KernelPlan,
        of_tasks: &BTreeSet<FuncId>,
        reserved: &mut HeaderStorage,
    ) {
        self.include(&plan.functions, reserved);
        if reserved.has(Storage::Tasks) {
            self.include(of_tasks, reserved);
        }
    }

    fn include(&self, functions: &BTreeSet<FuncId>, own: &mut HeaderStorage) {
        for func in functions {
            if let Some(of) = self.all.get(*func) {
                own.include(&of.reserved);
            }
        }
    }
}

impl Kernel<'_> {
    /// The slots for the results of a team's warps: one object for each combination of operators and types.
    pub(super) fn slots(&self, p: &mut Printer, reduction: &Reduction) -> Option<Reserved> {
        let items: Vec<&Item> = reduction.items.iter().filter(|i| !i.is_long()).collect();
        let alone = reduction.over == Over::Teams
            && (reduction.by_turns || self.plan.mode == Mode::ForkJoin);
        if alone || reduction.over == Over::Task || self.in_one_warp() {
            return None;
        }
        let (key, bytes) = self.values(p, &items);
        Some(Reserved {
            key: format!("slots {key}"),
            what: "results of the warps",
            bytes: slots(bytes) * bytes,
        })
    }

    /// The values that warps of a scan pass to each other, before and after the scan.
    pub(super) fn values_of_scan(&self, p: &mut Printer, items: &[Item]) -> Option<Reserved> {
        if self.in_one_warp() {
            return None;
        }
        let items: Vec<&Item> = items.iter().collect();
        let (key, bytes) = self.values(p, &items);
        Some(Reserved {
            key: format!("scan {key}"),
            what: "values of a scan",
            // Each warp of the largest block has a slot.
            bytes: 2 * u64::from(MOST_WARPS) * bytes,
        })
    }

    /// The header's type of the values of all items, as a key, and its size.
    fn values(&self, p: &mut Printer, items: &[&Item]) -> (String, u64) {
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
                // Each combiner has a type of its own.
                Combine::User(_) => key.push_str(&format!(" user {}", self.made_name("combiner"))),
            }
        }
        (key, layout.0)
    }

    /// Whether the current team's threads are lanes of a warp.
    fn in_one_warp(&self) -> bool {
        let threads = match self.team() {
            Team::Block => self.stated_block,
            team => team.threads(),
        };
        threads.is_some_and(|threads| threads <= WARP)
    }
}

/// The size and alignment of what is combined of a list item.
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
