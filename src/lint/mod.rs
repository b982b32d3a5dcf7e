//! Lints: programs that are valid, and hardly mean what they say.
//!
//! From the IR, the facts and the plans of the unit's kernels. A file for each lint; on top of it stands the user's
//! documentation (`romp2cuda explain`, docs/lints.md). A lint changes nothing and is silent in case of doubt: a false
//! alarm costs more than a fault that is not reported. Other files have what several lints ask:
//! `threads`, `values`, `selection`, `locks` and `hints`, `first`, `paths` and `after`, `pointers`; `mend` and `extent` have the changes that they suggest.

pub mod after;
pub mod allow;
mod extent;
pub mod first;
mod from_read_first;
pub mod hints;
mod large_private_array;
pub mod locks;
mod lost_update;
mod lvalues;
mod mend;
pub mod misspelt_sentinel;
mod needless_double;
mod paths;
mod pointer_mapped;
mod pointers;
mod racy_update;
mod selection;
mod shared_in_loop;
pub mod threads;
mod unmapped_pointer;
pub mod values;

use crate::analyze::facts::Facts;
use crate::analyze::sharing::{Part, part_of};
use crate::diag::Diagnostic;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::kernel::KernelPlan;
use crate::source::Preprocessed;
use std::collections::BTreeSet;

/// A unit as lints look at it.
pub struct Unit<'a> {
    pub facts: &'a Facts<'a>,
    pub kernels: &'a [KernelPlan],
    pub pre: &'a Preprocessed,
}

/// The warnings about a unit, in the order of the text; none about system headers.
pub fn run(unit: &Unit) -> Vec<Diagnostic> {
    let mut all = vec![];
    let mut reported = BTreeSet::new();
    let mut functions = BTreeSet::new();
    let pointers = pointers::Pointers::of(unit.facts.program);
    let one_memory = unit.facts.program.requires.unified_shared_memory.is_some()
        || unit.facts.program.requires.self_maps.is_some();
    for kernel in unit.kernels {
        let found = threads::of_region(unit.facts, kernel.construct);
        let lost = lost_update::check(unit, kernel, &found.conflicts);
        for conflict in &found.conflicts {
            // One warning for each variable and construct; a function's code is reported once for all kernels.
            if lost.iter().any(|(var, _)| *var == conflict.var)
                || !reported.insert((conflict.var, conflict.construct))
            {
                continue;
            }
            all.extend(shared_in_loop::check(unit, conflict));
            all.extend(racy_update::check(unit, conflict));
        }
        all.extend(lost.into_iter().map(|(_, diagnostic)| diagnostic));
        for &(var, place) in &found.arrays {
            if reported.insert((var, kernel.construct)) {
                all.extend(large_private_array::check(unit, var, place));
            }
        }
        all.extend(needless_double::check(unit, kernel, &mut functions));
        if !one_memory && !is_for_host(unit.facts, kernel.construct) {
            all.extend(from_read_first::check(unit, &pointers, kernel));
            all.extend(pointer_mapped::check(unit, &pointers, kernel));
            all.extend(unmapped_pointer::check(unit, &pointers, kernel));
        }
    }
    let place = |one: &Diagnostic| one.labels.first().map_or(0, |label| label.span.lo);
    all.retain(|one| !unit.pre.is_system(place(one) as usize));
    all.sort_by_key(place);
    all.dedup_by(|a, b| a.code == b.code && a.message == b.message && place(a) == place(b));
    all
}

/// Whether the host executes a region, or code of the region asks who does: an `if` clause says so, or
/// `omp_is_initial_device()` is called.
fn is_for_host(facts: &Facts, region: ConstructId) -> bool {
    let program = facts.program;
    let construct = &program.constructs[region];
    let never = construct.clauses.iter().any(|clause| {
        let named = |names: &Vec<Leaf>| names.contains(&Leaf::Target);
        matches!(clause.kind, ClauseKind::If(cond) if int_value(program, cond) == Some(0))
            && clause.modifier.as_ref().is_none_or(named)
    });
    let mut asks = false;
    if let Some(body) = construct.body {
        let calls = &facts.uses(body).calls;
        asks = calls
            .iter()
            .any(|&func| program.funcs[func].name == "omp_is_initial_device");
    }
    never || asks
}

/// The word for messages: whether threads or teams execute what a construct encloses.
fn who(construct: &Construct) -> &'static str {
    let has = |leaf| construct.directive.has(leaf);
    match has(Leaf::Parallel) || has(Leaf::For) || has(Leaf::Loop) {
        true => "threads",
        false => "teams",
    }
}

/// The pointer or array whose elements a list item names, where it names them directly.
fn behind(program: &Program, item: &ListItem) -> Option<VarId> {
    let ItemKind::Part { base, .. } = &item.kind else {
        return None;
    };
    let mut at = *base;
    loop {
        match &program.expr(at).kind {
            ExprKind::Var(var) => {
                return match part_of(program, at) {
                    Part::Record => None,
                    _ => Some(*var),
                };
            }
            ExprKind::Convert { arg, .. } => at = *arg,
            _ => return None,
        }
    }
}
