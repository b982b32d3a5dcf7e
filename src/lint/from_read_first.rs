//! A region reads what `map(from: ...)` brings to the device without its value.
//!
//! `from` (like a reduction over what is mapped so) copies at the region's end alone: on entry the device has
//! memory of the right size, and anything in it. It is reported where the first thing that the region does to the variable
//! is to read it, `y[i] += x[i]` included, no data construct of the file can have put it there before,
//! and neither `present` nor `always` says that it is there. Silent where another path writes it first: a loop in
//! front of the write may have no iteration, unless its bounds are the same throughout the region.
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

use super::first::{First, FirstUse, Question, Region};
use super::pointers::Pointers;
use super::{Unit, behind, mend};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, MapKind};
use crate::plan::decisions::kernel::KernelPlan;
use std::collections::BTreeSet;

pub fn check(unit: &Unit, pointers: &Pointers, kernel: &KernelPlan) -> Vec<Diagnostic> {
    let program = unit.facts.program;
    let construct = &program.constructs[kernel.construct];
    let mut found = vec![];
    let Some(body) = construct.body else {
        return found;
    };
    let items = construct.clauses.iter().flat_map(|one| one.kind.items());
    let named: BTreeSet<VarId> = items.filter_map(ListItem::var).collect();
    let region = Region {
        uses: unit.facts.uses(body),
        named: &named,
    };
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
            if !whole && behind(program, item) != Some(var)
                || elsewhere(unit, pointers, construct, var)
            {
                continue;
            }
            let first = FirstUse {
                program,
                facts: unit.facts,
                var,
                elements: !program.types.is_scalar(program.vars[var].ty.id) || !whole,
                question: Question::Certain(region),
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
fn elsewhere(unit: &Unit, pointers: &Pointers, region: &Construct, var: VarId) -> bool {
    let program = unit.facts.program;
    let data = &program.vars[var];
    let other_kind = region.clauses.iter().any(|clause| match &clause.kind {
        ClauseKind::Map(map) => {
            map.kind != Some(MapKind::From) && map.items.iter().any(|item| item.var() == Some(var))
        }
        _ => false,
    });
    // Memory that other names lead to, too: the caller's, what a pointer got from one.
    let known = match program.types.is_pointer(data.ty.id) {
        true => pointers.allocated(var).is_some(),
        false => {
            let body = data.func.and_then(|func| program.funcs[func].body);
            body.is_some_and(|body| !unit.facts.uses(body).get(var).escapes)
        }
    };
    let maps = |one: &Construct| {
        let brings = matches!(
            one.directive,
            DirectiveKind::TargetData | DirectiveKind::TargetEnterData
        );
        let mut items = one.clauses.iter().flat_map(|clause| match &clause.kind {
            ClauseKind::Map(map) => map.items.as_slice(),
            _ => &[],
        });
        brings
            && items.any(|item| {
                item.var() == Some(var) || !known && may_alias(unit, pointers, region, var, item)
            })
    };
    other_kind
        || data.declare_target.is_some()
        || !known && pointers.device_memory()
        || program.constructs.values().any(maps)
}

/// Whether a mapped list item may be the memory that a variable of the region names. What one function names by its
/// parameters, its own objects and the memory that it has allocated is taken to be different.
fn may_alias(
    unit: &Unit,
    pointers: &Pointers,
    region: &Construct,
    var: VarId,
    item: &ListItem,
) -> bool {
    let program = unit.facts.program;
    let Some(mapped) = item.var() else {
        return true;
    };
    let apart = |one: VarId| {
        let data = &program.vars[one];
        let own = !program.types.is_pointer(data.ty.id)
            || program.funcs[region.func].params.contains(&one)
            || pointers.allocated(one).is_some();
        data.func == Some(region.func) && own
    };
    let direct = behind(program, item) == Some(mapped) || matches!(item.kind, ItemKind::Var(_));
    !(direct && apart(mapped) && apart(var))
}
