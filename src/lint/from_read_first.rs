//! A region reads what `map(from: ...)` brings to the device without its value.
//!
//! `from` (like a reduction over what is mapped so) copies at the region's end alone: on entry the device has
//! memory of the right size, and anything in it. It is reported where the first thing that the region does to the variable
//! is to read it, `y[i] += x[i]` included, no data construct of the file has put it there before,
//! and neither `present` nor `always` says that it is there.
//!
//! Why: the region reads junk; it may be right on the host, and in the debugger.
//!
//! Example:
//!
//! ```c
//! void add(int n, const double *x, double *y)
//! {
//!     #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
//!     for (int i = 0; i < n; i++) y[i] += x[i];
//! }
//! ```
//!
//! Instead: `map(tofrom: y[0:n])`.

use super::first::{First, FirstUse};
use super::{Unit, behind, mend};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, MapKind};
use crate::plan::decisions::kernel::KernelPlan;

pub fn check(unit: &Unit, kernel: &KernelPlan) -> Vec<Diagnostic> {
    let program = unit.facts.program;
    let construct = &program.constructs[kernel.construct];
    let mut found = vec![];
    for clause in &construct.clauses {
        let ClauseKind::Map(map) = &clause.kind else {
            continue;
        };
        // `always` asks for a copy of what is on the device before: alone, it would change nothing.
        let plain = !map.present && !map.always && map.mapper.is_none() && map.iterators.is_empty();
        if map.kind != Some(MapKind::From) || !plain {
            continue;
        }
        for item in &map.items {
            let Some(var) = item.var() else { continue };
            let whole = matches!(item.kind, ItemKind::Var(_));
            if !whole && behind(program, item) != Some(var) || elsewhere(unit, construct, var) {
                continue;
            }
            let first = FirstUse {
                program,
                facts: unit.facts,
                var,
                elements: !program.types.is_scalar(program.vars[var].ty.id) || !whole,
                may: false,
            };
            let First::Read(place) = first.construct(construct) else {
                continue;
            };
            let name = &program.vars[var].name;
            found.push(
                Diagnostic::warning(
                    Code::FromReadFirst,
                    place,
                    format!("`{name}` is read before it is written, and `map(from: ...)` brings no value"),
                )
                .says("read here")
                .also(item.span, "copied at the region's end alone")
                .help(format!("write `map(tofrom: {})`", item.text))
                .offer(mend::both_ways(unit.pre, clause)),
            );
        }
    }
    found
}

/// Whether the variable may have a value on the device when the region begins: other code put it there, or another
/// clause of the construct does.
fn elsewhere(unit: &Unit, region: &Construct, var: VarId) -> bool {
    let program = unit.facts.program;
    let names = |one: &Construct, kinds: fn(Option<MapKind>) -> bool| {
        one.clauses.iter().any(|clause| match &clause.kind {
            ClauseKind::Map(map) => {
                kinds(map.kind) && map.items.iter().any(|item| item.var() == Some(var))
            }
            _ => false,
        })
    };
    let data = |one: &&Construct| {
        matches!(
            one.directive,
            DirectiveKind::TargetData | DirectiveKind::TargetEnterData
        )
    };
    names(region, |kind| kind != Some(MapKind::From))
        || program.vars[var].declare_target.is_some()
        || program
            .constructs
            .values()
            .filter(data)
            .any(|one| names(one, |_| true))
}
