//! The shared memory of the device header that depends on types (of reductions and scans), and what the functions
//! that a kernel calls reserve. `device::passes::reserved` counts it.

use super::cuda::{Names, Printer};
use super::kernel::Kernel;
use crate::device::value::Reserved;
use crate::device::{Function, HeaderStorage, Storage, Team, skeletons};
use crate::ir::*;
use crate::omp::ReductionOp;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{MOST_WARPS, WARP};
use crate::plan::decisions::reductions::{Combine, Extent, Item, Over, Reduction, slots};
use crate::plan::decisions::unit::UnitPlan;
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

    /// What each function reserves.
    fn reserved(&self) -> impl Iterator<Item = &HeaderStorage> {
        self.all.values().map(|function| &function.reserved)
    }

    /// The functions' code by their names.
    pub fn code(self, names: &Names) -> impl Iterator<Item = (String, Function)> {
        let named = |(func, of): (FuncId, Function)| (names.func(func).to_string(), of);
        self.all.into_iter().map(named)
    }

    /// Adds what the functions that a kernel calls reserve to what its own code does. Tasks are executed through
    /// pointers: for ptxas they may be all tasks of the file, which call `of_tasks`.
    fn include_called(
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

/// What each kernel has in shared memory besides its variables, once all code of the file is known: also what functions
/// reserve that it calls, and what other code of the file keeps in it.
pub fn settle(kernels: &mut [skeletons::Kernel], plan: &UnitPlan, functions: &OfFunctions) {
    let used = functions
        .reserved()
        .chain(kernels.iter().map(|kernel| &kernel.reserved));
    let used: BTreeSet<String> = used.flat_map(|reserved| reserved.keys().cloned()).collect();
    for (kernel, of_kernel) in kernels.iter_mut().zip(&plan.kernels) {
        functions.include_called(of_kernel, &plan.functions_of_tasks, &mut kernel.reserved);
        kernel.reserved.settle(&used);
    }
    share_tasks(kernels.iter_mut().map(|kernel| &mut kernel.reserved));
    let dynamic = plan.kernels.iter().any(|plan| plan.code.dynamic);
    for (kernel, of_kernel) in kernels.iter_mut().zip(&plan.kernels) {
        if dynamic {
            kernel.reserved = std::mem::take(&mut kernel.reserved).in_whole_lines();
        }
        if let Some(shared) = &mut kernel.shared
            && !of_kernel.code.dynamic
        {
            // The kernel's struct takes whole lines beside what the device header has.
            shared.in_whole_lines = !kernel.reserved.is_empty();
        }
    }
}

/// Adds to each kernel with tasks what the others with tasks have: for ptxas a task may be any task of the file.
fn share_tasks<'a>(kernels: impl Iterator<Item = &'a mut HeaderStorage>) {
    let mut all: Vec<&mut HeaderStorage> =
        { kernels }.filter(|one| one.has(Storage::Tasks)).collect();
    let mut together = HeaderStorage::default();
    all.iter().for_each(|one| together.include(one));
    all.iter_mut().for_each(|one| one.include(&together));
}

/// Leaves it to the optimiser of what a kernel's code reserves that it may find unused.
pub fn leave_open(reserved: &mut HeaderStorage, plan: &KernelPlan) {
    let shape = &plan.shape;
    let one_thread = plan.mode() == Mode::SingleThread || shape.exact_block && shape.block == 1;
    match plan.mode() {
        // A thread alone waits for no other, as far as the optimiser finds it out.
        _ if one_thread => reserved.leave_all_open(),
        Mode::ForkJoin => {}
        // What functions ask for, if they do.
        _ => reserved.leave_open(&[Storage::StateAlone, Storage::TeamStack]),
    }
}

impl Kernel<'_> {
    /// The slots for the results of a team's warps: one object for each combination of operators and types.
    pub(super) fn slots(&self, p: &mut Printer, reduction: &Reduction) -> Option<Reserved> {
        let items: Vec<&Item> = reduction.items.iter().filter(|i| !i.is_long()).collect();
        let alone = reduction.over == Over::Teams
            && (reduction.by_turns || self.plan.mode == Mode::ForkJoin);
        // Whether the last team, which combines what each of them has, is found to be one warp is the optimiser's doing.
        let open = self.in_one_warp() && reduction.over == Over::Teams;
        if alone || reduction.over == Over::Task || self.in_one_warp() && !open {
            return None;
        }
        let (key, bytes) = self.values(p, &items);
        Some(Reserved {
            key: format!("slots {key}"),
            what: "results of the warps",
            bytes: slots(bytes) * bytes,
            open,
            is_of_code: items.iter().any(|item| has_own_type(item)),
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
            open: false,
            is_of_code: items.iter().any(|item| has_own_type(item)),
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
                Combine::Operator(op) => {
                    // A difference is a sum (OpenMP 5.2, 5.5.5).
                    let op = match op {
                        ReductionOp::Sub => &ReductionOp::Add,
                        op => op,
                    };
                    key.push_str(&format!(" {op:?} {ty} {bytes}"));
                }
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

/// Whether what combines a list item is a function that stands in the code.
fn has_own_type(item: &Item) -> bool {
    matches!(item.combine, Combine::User(_))
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
