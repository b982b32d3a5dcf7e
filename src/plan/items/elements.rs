//! Elements of arrays in list items of `map`: the variable or pointer of which they are elements, and the one from
//! which the device address of an item's storage is computed.
//!
//! From lvalues of the IR. Must not know clauses or arguments.

use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp;
use crate::plan::items::sections::{base_pointer, same_lvalue, strip_decay};

/// For an element `p[1]`, `a[1][2]` or `*p`: the array variable or the pointer that it is an element of; none where
/// that is an array within a record, which is mapped instead.
pub fn holder(program: &Program, element: ExprId) -> Option<ExprId> {
    let (ExprKind::Index { base, .. } | ExprKind::Deref(base)) = program.expr(element).kind else {
        return None;
    };
    let base = strip_decay(program, base);
    if !program.types.is_array(program.expr(base).ty.id) {
        return Some(base);
    }
    match program.expr(base).kind {
        ExprKind::Var(_) => Some(base),
        ExprKind::Index { .. } | ExprKind::Deref(_) => holder(program, base),
        _ => None,
    }
}

/// The variable that an lvalue is a part of; none where a pointer is on the way.
pub fn root(program: &Program, lvalue: ExprId) -> Option<VarId> {
    if base_pointer(program, lvalue).is_some() {
        return None;
    }
    match program.expr(lvalue).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        ExprKind::Convert { arg, .. } => root(program, arg),
        _ => None,
    }
}

/// Whether a section of so many dimensions is reached through a pointer: `base` itself, or an element of it.
pub fn is_behind_pointer(program: &Program, base: ExprId, dimensions: usize) -> bool {
    let types = &program.types;
    let mut ty = program.expr(base).ty.id;
    for _ in 0..dimensions {
        match types.resolve(ty) {
            Type::Array { elem, .. } => ty = elem.id,
            _ => return true,
        }
    }
    false
}

/// The variable from which the device address of an item's storage is computed: the pointer that leads to it, or the
/// array that it is part of. The storage is the lvalue's own.
pub fn stands_for(program: &Program, lvalue: ExprId) -> Option<VarId> {
    let var = |e: ExprId| match program.expr(e).kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    match base_pointer(program, lvalue) {
        Some(pointer) => var(pointer),
        None => root(program, lvalue).filter(|&v| {
            let ty = program.vars[v].ty.id;
            var(lvalue).is_some() || program.types.is_array(ty)
        }),
    }
}

/// Whether `p[0]` is the first of the elements of a pointer that iterators name.
pub fn first_of_all(
    program: &Program,
    lvalue: ExprId,
    iterators: &[omp::Iterator<ExprId>],
    vars: &[VarId],
) -> bool {
    let zero = |e: ExprId| int_value(program, e) == Some(0);
    let begins = |index: ExprId| match program.expr(strip_decay(program, index)).kind {
        ExprKind::Var(var) if vars.contains(&var) => iterators
            .iter()
            .any(|it| it.name == program.vars[var].name && zero(it.begin) && it.step.is_none()),
        _ => zero(index),
    };
    match program.expr(lvalue).kind {
        ExprKind::Member {
            base, arrow: false, ..
        } => first_of_all(program, base, iterators, vars),
        ExprKind::Index { base, index } => {
            let base = strip_decay(program, base);
            begins(index)
                && (matches!(program.expr(base).kind, ExprKind::Var(_))
                    || first_of_all(program, base, iterators, vars))
        }
        ExprKind::Convert { arg, .. } => first_of_all(program, arg, iterators, vars),
        _ => false,
    }
}

/// Whether two expressions have the same value, as far as the text says; widening conversions are looked through.
pub fn same_value(program: &Program, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (strip_decay(program, a), strip_decay(program, b));
    let same = |a: &ExprId, b: &ExprId| same_value(program, *a, *b);
    if let (Some(x), Some(y)) = (int_value(program, a), int_value(program, b)) {
        return x == y;
    }
    match (&program.expr(a).kind, &program.expr(b).kind) {
        (
            ExprKind::Binary { op, lhs, rhs },
            ExprKind::Binary {
                op: other,
                lhs: left,
                rhs: right,
            },
        ) => {
            let turned = matches!(op, BinOp::Add | BinOp::Mul);
            op == other
                && (same(lhs, left) && same(rhs, right)
                    || turned && same(lhs, right) && same(rhs, left))
        }
        (ExprKind::Unary { op, arg }, ExprKind::Unary { op: other, arg: of }) => {
            op == other && same(arg, of)
        }
        (ExprKind::Convert { arg, why }, ExprKind::Convert { arg: of, why: how }) => {
            let (to, too) = (program.expr(a).ty.id, program.expr(b).ty.id);
            why == how && program.types.same(to, too) && same(arg, of)
        }
        _ => same_lvalue(program, a, b),
    }
}

/// Whether the iterators are made for a mapper of many structures, and none is the program's.
pub fn by_mappers(iterators: &[omp::Iterator<ExprId>]) -> bool {
    iterators
        .iter()
        .all(|it| it.name.starts_with(MADE_ITERATOR))
}
