//! A map of a pointer itself, where the region uses what it points at.
//!
//! `map(to: p)` copies the pointer: the region gets the host's address, and nothing behind it. It is reported where the
//! region uses what the pointer leads to, and no clause of the file maps a section of it.
//!
//! Why: on a device with memory of its own the access is to an address that is none there.
//!
//! Example:
//!
//! ```c
//! void clear(int n, double *x)
//! {
//!     #pragma omp target map(tofrom: x)
//!     for (int i = 0; i < n; i++) x[i] = 0;
//! }
//! ```
//!
//! Instead: map the elements, `map(tofrom: x[0:n])`. An address that is one of the device's is passed by
//! `is_device_ptr(x)`.

use super::{Unit, extent, pointers};
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::decisions::kernel::KernelPlan;

pub fn check(unit: &Unit, pointers: &pointers::Pointers, kernel: &KernelPlan) -> Vec<Diagnostic> {
    let program = unit.facts.program;
    let construct = &program.constructs[kernel.construct];
    let mut found = vec![];
    let around: Vec<&Construct> = program.around(construct).collect();
    let around = around.into_iter().rev();
    for clause in around.chain([construct]).flat_map(|one| &one.clauses) {
        let ClauseKind::Map(map) = &clause.kind else {
            continue;
        };
        for item in map.items.iter().filter(|_| map.mapper.is_none()) {
            let ItemKind::Var(var) = item.kind else {
                continue;
            };
            let data = &program.vars[var];
            if !program.types.is_pointer(data.ty.id)
                || data.declare_target.is_some()
                || pointers.is_mapped(var)
                || pointers.may_be_of_device(var)
                || set_by_a_region(unit, var)
            {
                continue;
            }
            let Some(place) = pointers::used(unit.facts, construct, var) else {
                continue;
            };
            let name = &data.name;
            let extent = extent::of(unit, construct, var, pointers.allocated(var));
            let section = format!("{name}[0:{}]", extent.text);
            let title = format!("map the elements: `{section}`");
            let suggestion = Suggestion {
                applicability: extent.applicability,
                ..Suggestion::new(title, item.span, section)
            };
            found.push(
                Diagnostic::warning(
                    Code::PointerMapped,
                    item.span,
                    format!("this maps the pointer `{name}`, and nothing of what it points at"),
                )
                .says("the pointer itself")
                .also(place, "the region uses what it points at")
                .suggest(suggestion),
            );
        }
    }
    found
}

/// Whether a region assigns the pointer, so that it leads to device memory.
fn set_by_a_region(unit: &Unit, var: VarId) -> bool {
    let captured = unit.kernels.iter().filter_map(|one| one.data.get(var));
    captured.into_iter().any(|one| one.usage.maybe_written())
}
