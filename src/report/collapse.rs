//! Loops that could be collapsed with those that are distributed: whether there is one, and whether the accesses of its
//! body show that its iterations depend on each other.
//!
//! From the IR and the strides of accesses. An estimate for advice: what is not seen here may still depend, so that
//! advice says what must hold.

use crate::analyze::facts::Facts;
use crate::analyze::loops::{canonical_in, nest_head};
use crate::analyze::strides::{self, Access, How, Stride};
use crate::ir::nests::{CanonicalLoop, Nest};
use crate::ir::*;

/// The further loop that can be collapsed with a nest: it is all of the body, its bounds and its step are the same in
/// all iterations (OpenMP 5.2, 4.4.1; bounds that depend on an outer loop leave threads without iterations), and nothing
/// shows that its iterations depend on each other.
pub(super) fn inner(facts: &Facts, nest: &Nest) -> Option<CanonicalLoop> {
    let program = facts.program;
    let inner = canonical_in(&facts.uses, nest_head(program, nest.body)?).ok()?;
    let uses = facts.uses(nest.body);
    let changes = |var: VarId| {
        nest.loops.iter().any(|one| one.var == var)
            || uses.declared.contains(&var)
            || uses.get(var).written
    };
    let mut is_same = true;
    for expr in [Some(inner.lo), Some(inner.hi), inner.step.amount]
        .into_iter()
        .flatten()
    {
        program.walk_expr(expr, &mut |_, expr| {
            is_same &= match expr.kind {
                ExprKind::Var(var) => !changes(var),
                ExprKind::Call { .. } | ExprKind::StmtExpr(_) => false,
                _ => true,
            };
        });
    }
    (is_same && !is_dependent(facts, &inner)).then_some(inner)
}

/// Whether there is a loop in the body of a nest.
pub(super) fn has_loops(facts: &Facts, nest: &Nest) -> bool {
    let mut any = false;
    facts.program.walk_all_stmts(nest.body, &mut |_, stmt| {
        any |= matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
    });
    any
}

/// Whether an iteration of a loop uses what another one writes: a variable, the same element, or one of another
/// iteration.
fn is_dependent(facts: &Facts, one: &CanonicalLoop) -> bool {
    let program = facts.program;
    let uses = facts.uses(one.body);
    let is_array = |var: VarId| {
        let ty = program.types.resolve(program.vars[var].ty.id);
        matches!(ty, Type::Array { .. })
    };
    let carried = uses.vars.iter().any(|(var, used)| {
        *var != one.var && used.written && !uses.declared.contains(var) && !is_array(*var)
    });
    if carried {
        return true;
    }
    let all = strides::reached(facts, &[one], (&[], None), one.body).accesses;
    let writes = |access: &&Access| {
        matches!(access.how, How::Write | How::ReadAndWrite) && access.atomic.is_none()
    };
    all.iter().filter(writes).any(|written| {
        let stride = match written.along[0] {
            Stride::By(bytes) if bytes != 0 => bytes,
            Stride::By(_) | Stride::Rarely => return true,
            Stride::Unknown => return false,
        };
        let mut others = all.iter().filter(|other| other.how != How::Address);
        others.any(|other| {
            written.address.is_beside(program, &other.address)
                && are_iterations_apart(written, other, stride)
        })
    })
}

/// Whether two accesses at a constant distance are to what another iteration accesses by the first of them.
fn are_iterations_apart(written: &Access, other: &Access, stride: i64) -> bool {
    let places = |access: &Access| {
        let offset = access.address.offset;
        let repeated = access.repeated.iter();
        repeated
            .map(|at| offset.wrapping_add(*at))
            .collect::<Vec<i64>>()
    };
    let others = places(other);
    places(written).into_iter().any(|at| {
        let mut apart = others.iter().map(|other| at.wrapping_sub(*other));
        apart.any(|bytes| bytes != 0 && bytes.wrapping_rem(stride) == 0)
    })
}
