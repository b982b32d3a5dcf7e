//! A pointer to memory of the host that nothing maps, used in a region.
//!
//! A pointer that no clause of `target` names gets the device address of what is mapped there already (5.2, 5.8.1:
//! a section of length zero). It is reported where nothing can have been mapped: the function itself allocates the memory
//! (`malloc` and its like) or names a string literal, no clause of the file names the pointer, and nothing else
//! is done with it than to use and to free what it points at.
//!
//! Why: the region gets the host's address, which on a device with memory of its own ends the program.
//!
//! Example:
//!
//! ```c
//! #include <stdlib.h>
//! double first(int n)
//! {
//!     double *x = malloc(n * sizeof *x), s = 0;
//!     for (int i = 0; i < n; i++) x[i] = i;
//!     #pragma omp target map(tofrom: s)
//!     s = x[n - 1];
//!     free(x);
//!     return s;
//! }
//! ```
//!
//! Instead: `map(to: x[0:n])` on the construct, or a `target data` around it.

use super::{Unit, extent, mend, pointers};
use crate::analyze::sharing::DeviceAttr;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::plan::decisions::kernel::KernelPlan;

pub fn check(unit: &Unit, pointers: &pointers::Pointers, kernel: &KernelPlan) -> Vec<Diagnostic> {
    let program = unit.facts.program;
    let construct = &program.constructs[kernel.construct];
    let mut found = vec![];
    for captured in &kernel.data.vars {
        if captured.attr != DeviceAttr::PointerLookup || pointers.is_mapped(captured.var) {
            continue;
        }
        let Some(origin) = pointers.allocated(captured.var) else {
            continue;
        };
        let Some(place) = pointers::used(unit.facts, construct, captured.var) else {
            continue;
        };
        let var = &program.vars[captured.var];
        let name = &var.name;
        let to = program.types.element(var.ty.id);
        let kind = match to.is_some_and(|to| program.types.resolve_qual(to).quals.is_const) {
            true => "to",
            false => "tofrom",
        };
        let extent = extent::of(unit, construct, captured.var, Some(origin));
        let clause = format!("map({kind}: {name}[0:{}])", extent.text);
        let suggestion = Suggestion {
            applicability: extent.applicability,
            ..mend::clause(construct, &clause)
        };
        found.push(
            Diagnostic::warning(
                Code::UnmappedPointer,
                place,
                format!("nothing maps what `{name}` points at"),
            )
            .says("used in the region")
            .also(program.expr(origin).span, "memory of the host")
            .also(construct.pragma, format!("no clause names `{name}`"))
            .suggest(suggestion),
        );
    }
    found
}
