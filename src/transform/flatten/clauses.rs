//! Clauses of both constructs that mean the same on the combined one.
//!
//! From the constructs alone, and from what stands in front of the inner one. Clauses that say how many teams there are,
//! or which thread executes which iteration, keep the loops apart.

use super::proof::Proof;
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, Leaf, ReductionOp, ScheduleKind};
use std::collections::BTreeMap;

/// The variables that a construct reduces; none where it does so in a way that the combined construct could not.
pub(super) fn reductions(construct: &Construct) -> Option<BTreeMap<VarId, &ReductionOp>> {
    let mut found = BTreeMap::new();
    for clause in &construct.clauses {
        let ClauseKind::Reduction {
            modifier,
            op,
            items,
        } = &clause.kind
        else {
            continue;
        };
        for item in items {
            match item.kind {
                ItemKind::Var(var) if modifier.is_none() => found.insert(var, op),
                _ => return None,
            };
        }
    }
    Some(found)
}

/// Whether a clause of the outer construct means the same on the combined one, and leaves open how many teams there are
/// and which of them executes which iteration.
pub(super) fn outer_allows(clause: &Clause) -> bool {
    match &clause.kind {
        ClauseKind::If(_) => match &clause.modifier {
            None => true,
            Some(leaves) => leaves == &[Leaf::Target],
        },
        ClauseKind::Map(_)
        | ClauseKind::Private(_)
        | ClauseKind::Firstprivate { saved: false, .. }
        | ClauseKind::Shared(_)
        | ClauseKind::Default(_)
        | ClauseKind::Defaultmap { .. }
        | ClauseKind::Reduction { .. }
        | ClauseKind::ThreadLimit(_)
        | ClauseKind::Collapse(_)
        | ClauseKind::Depend { .. }
        | ClauseKind::Nowait(_)
        | ClauseKind::Device { .. }
        | ClauseKind::IsDevicePtr(_)
        | ClauseKind::HasDeviceAddr(_)
        | ClauseKind::Order { .. } => clause.modifier.is_none(),
        _ => false,
    }
}

impl Proof<'_, '_> {
    /// The clauses of the inner construct that the combined one gets, where all of them may stand there.
    pub(super) fn inner_clauses(
        &self,
        inner: &Construct,
        reduced: &BTreeMap<VarId, &ReductionOp>,
    ) -> Option<Vec<Clause>> {
        let mut kept = vec![];
        for clause in &inner.clauses {
            if clause.modifier.is_some() {
                return None;
            }
            match &clause.kind {
                ClauseKind::Collapse(_)
                | ClauseKind::Shared(_)
                | ClauseKind::Default(DefaultSharing::Shared | DefaultSharing::None)
                | ClauseKind::ProcBind(_)
                | ClauseKind::Order { .. } => {}
                // Who executes which iteration shows nowhere.
                ClauseKind::Schedule {
                    kind: ScheduleKind::Static,
                    ..
                } => {}
                ClauseKind::Private(items) => {
                    let mut vars = items.iter().map(|item| match item.kind {
                        ItemKind::Var(var) => Some(var),
                        _ => None,
                    });
                    let outside = vars.try_fold(vec![], |mut all, var| {
                        all.extend(var.filter(|var| !self.declared.contains(var)));
                        var.map(|_| all)
                    })?;
                    let used = |&var: &VarId| self.before_uses(var);
                    if outside.iter().any(used) {
                        return None;
                    }
                    let mut clause = clause.clone();
                    if let ClauseKind::Private(items) = &mut clause.kind {
                        items.retain(|item| item.var().is_some_and(|var| outside.contains(&var)));
                    }
                    if !outside.is_empty() {
                        kept.push(clause);
                    }
                }
                ClauseKind::Reduction { op, items, .. } => {
                    let same = |item: &ListItem| {
                        item.var().and_then(|var| reduced.get(&var)).copied() == Some(op)
                    };
                    if !items.iter().all(same) {
                        return None;
                    }
                }
                ClauseKind::NumThreads { threads, strict } => {
                    let fixed = |e: &ExprId| constants::int_value(self.facts.program, *e).is_some();
                    if *strict || !threads.iter().all(fixed) {
                        return None;
                    }
                    kept.push(clause.clone());
                }
                _ => return None,
            }
        }
        let own = reductions(inner)?;
        let both = own.len() == reduced.len() && inner.user_reductions.is_empty();
        both.then_some(kept)
    }
}
