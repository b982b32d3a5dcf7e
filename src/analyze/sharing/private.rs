//! Which variables a construct gives its threads (teams, lanes) copies of (OpenMP 5.2, section 5.4).

use super::{DeviceAttr, attribute};
use crate::analyze::use_table::UseTable;
use crate::analyze::uses::Uses;
use crate::analyze::{loops, tasks};
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, Leaf};

/// The variables that `construct` privatises, in the order of the clauses, loop variables last; what a task
/// captures behind them.
pub fn privatised(uses: &UseTable, construct: &Construct) -> Vec<(VarId, Private)> {
    uses.privatised(construct)
}

/// The variables that `construct` privatises, for code that collects uses: `inside` is what the construct's block
/// uses, none where it has no block.
pub(in crate::analyze) fn privatised_of(
    program: &Program,
    construct: &Construct,
    inside: Option<&Uses>,
) -> Vec<(VarId, Private)> {
    let mut result: Vec<(VarId, Private)> = vec![];
    for clause in &construct.clauses {
        let how = match &clause.kind {
            ClauseKind::Private(_) => Private::Private,
            // The task's event handle exists when the task is created.
            ClauseKind::Firstprivate { .. } | ClauseKind::Detach(_) => Private::Firstprivate,
            ClauseKind::Lastprivate { .. } => Private::Lastprivate,
            ClauseKind::Reduction { .. } | ClauseKind::InReduction { .. } => Private::Reduction,
            ClauseKind::Linear { .. } => Private::Linear,
            _ => continue,
        };
        for item in clause.kind.items() {
            let Some(var) = item.var() else { continue };
            match result.iter_mut().find(|(v, _)| *v == var) {
                Some((_, had)) => {
                    if matches!(
                        (*had, how),
                        (Private::Firstprivate, Private::Lastprivate)
                            | (Private::Lastprivate, Private::Firstprivate)
                    ) {
                        *had = Private::FirstLastprivate;
                    }
                }
                None => result.push((var, how)),
            }
        }
    }
    result.extend(&construct.shared_scalars);
    by_default(program, construct, inside, &mut result);
    for (var, declared) in loops::iteration_variables_of(program, construct) {
        if !declared && !result.iter().any(|(v, _)| *v == var) {
            let how = match construct.last_values.contains(&var) {
                true => Private::Lastprivate,
                false => Private::LoopVar,
            };
            result.push((var, how));
        }
    }
    tasks::implicit(program, construct, inside, &mut result);
    changed_pointers(program, construct, inside, &mut result);
    result
}

/// Pointers through which a region reaches device memory, and which it changes: each is firstprivate in the region
/// (5.2, 5.8.1 and 5.8.6), and shared in the constructs inside of it.
fn changed_pointers(
    program: &Program,
    construct: &Construct,
    inside: Option<&Uses>,
    result: &mut Vec<(VarId, Private)>,
) {
    let Some(inside) = inside.filter(|_| copies_pointers(construct)) else {
        return;
    };
    for var in inside.captured() {
        let is_pointer = program.types.is_pointer(program.vars[var].ty.id);
        let known = result.iter().any(|(one, _)| *one == var);
        if known || !is_pointer || !inside.get(var).maybe_written() {
            continue;
        }
        let attr = attribute(program, construct, var, inside).map(|(attr, _)| attr);
        if matches!(
            attr,
            Ok(DeviceAttr::SectionBase | DeviceAttr::PointerLookup | DeviceAttr::IsDevicePtr)
        ) {
            result.push((var, Private::Firstprivate));
        }
    }
}

/// Whether the construct's kernel has a copy of each pointer that the region changes: it has where the region begins
/// sequentially. The threads of a `target parallel` share one pointer from the beginning.
pub fn copies_pointers(construct: &Construct) -> bool {
    let leaves = construct.directive.leaves();
    leaves.first() == Some(&Leaf::Target)
        && leaves
            .iter()
            .all(|leaf| matches!(leaf, Leaf::Target | Leaf::Teams))
}

/// `default(private)` and `default(firstprivate)`: every variable that no clause names (5.1, 2.21.4.1).
fn by_default(
    program: &Program,
    construct: &Construct,
    inside: Option<&Uses>,
    result: &mut Vec<(VarId, Private)>,
) {
    let how = construct
        .clauses
        .iter()
        .find_map(|clause| match clause.kind {
            ClauseKind::Default(DefaultSharing::Private) => Some(Private::Private),
            ClauseKind::Default(DefaultSharing::Firstprivate) => Some(Private::Firstprivate),
            _ => None,
        });
    let (Some(how), Some(inside)) = (how, inside) else {
        return;
    };
    let named = |var| {
        construct
            .clauses
            .iter()
            .any(|c| c.items().iter().any(|item| item.var() == Some(var)))
    };
    for var in inside.captured() {
        let v = &program.vars[var];
        if v.storage.is_local() && !v.extent && !named(var) {
            result.push((var, how));
        }
    }
}
