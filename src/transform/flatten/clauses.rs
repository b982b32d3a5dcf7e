//! Clauses of both constructs that mean the same on the combined one.
//!
//! From the constructs alone, and from what stands in front of the inner one. Clauses that say how many teams there are,
//! or which thread executes which iteration, keep the loops apart.

use super::proof::Proof;
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, Leaf, ReductionOp, ScheduleKind};
use std::collections::BTreeMap;

/// How a construct reduces a variable, or a section of the array that it is or points to.
pub(super) struct Reduced<'a> {
    op: &'a ReductionOp,
    section: Option<&'a SectionDim>,
}

/// What a construct reduces, by variable; none where it does so in a way that the combined construct could not.
pub(super) fn reductions<'a>(
    program: &Program,
    construct: &'a Construct,
) -> Option<BTreeMap<VarId, Reduced<'a>>> {
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
            let (var, section) = reduced_item(program, item)?;
            if modifier.is_some() || found.insert(var, Reduced { op, section }).is_some() {
                return None;
            }
        }
    }
    Some(found)
}

/// The variable of an item, and the section of it where it is one of a single dimension.
fn reduced_item<'a>(
    program: &Program,
    item: &'a ListItem,
) -> Option<(VarId, Option<&'a SectionDim>)> {
    match &item.kind {
        ItemKind::Var(var) => Some((*var, None)),
        ItemKind::Part {
            root: Some(var),
            base,
            dims,
            ..
        } => {
            let mut base = *base;
            while let ExprKind::Convert { arg, .. } = program.expr(base).kind {
                base = arg;
            }
            let whole = matches!(program.expr(base).kind, ExprKind::Var(of) if of == *var);
            match dims.as_slice() {
                [dim] if whole && !dim.is_index && dim.stride.is_none() => Some((*var, Some(dim))),
                _ => None,
            }
        }
        _ => None,
    }
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
        reduced: &BTreeMap<VarId, Reduced>,
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
                    if !items
                        .iter()
                        .all(|item| self.is_reduced_alike(op, item, reduced))
                    {
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
        let own = reductions(self.facts.program, inner)?;
        let both = own.len() == reduced.len() && inner.user_reductions.is_empty();
        both.then_some(kept)
    }

    /// Whether the outer construct reduces an item of the inner one in the same way, all of it and no more.
    fn is_reduced_alike(
        &self,
        op: &ReductionOp,
        item: &ListItem,
        reduced: &BTreeMap<VarId, Reduced>,
    ) -> bool {
        let program = self.facts.program;
        let Some((var, section)) = reduced_item(program, item) else {
            return false;
        };
        let Some(outer) = reduced.get(&var) else {
            return false;
        };
        let alike = match (outer.section, section) {
            (None, None) => true,
            (Some(outer), Some(inner)) => {
                let array = program.types.is_array(program.vars[var].ty.id);
                (array || self.points_alike(var))
                    && self.is_same_bound(outer.lower, inner.lower)
                    && self.is_same_bound(outer.length, inner.length)
            }
            _ => false,
        };
        outer.op == op && alike
    }

    /// Whether a bound of a section has one value for the whole region, which both constructs write alike.
    fn is_same_bound(&self, outer: Option<ExprId>, inner: Option<ExprId>) -> bool {
        match (outer, inner) {
            (None, None) => true,
            (Some(outer), Some(inner)) => {
                self.is_invariant(outer) && is_written_alike(self.facts.program, outer, inner)
            }
            _ => false,
        }
    }
}

/// Whether two expressions without effects compute the same from the same variables.
fn is_written_alike(program: &Program, a: ExprId, b: ExprId) -> bool {
    let same = |a: &ExprId, b: &ExprId| is_written_alike(program, *a, *b);
    let (one, other) = (program.expr(a), program.expr(b));
    if !program.types.same(one.ty.id, other.ty.id) {
        return false;
    }
    if let (Some(x), Some(y)) = (
        constants::int_value(program, a),
        constants::int_value(program, b),
    ) {
        return x == y;
    }
    match (&one.kind, &other.kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Convert { arg, .. }, ExprKind::Convert { arg: of, .. }) => same(arg, of),
        (ExprKind::Unary { op, arg }, ExprKind::Unary { op: how, arg: of }) => {
            op == how && same(arg, of)
        }
        (
            ExprKind::Binary { op, lhs, rhs },
            ExprKind::Binary {
                op: how,
                lhs: left,
                rhs: right,
            },
        ) => op == how && same(lhs, left) && same(rhs, right),
        _ => false,
    }
}
