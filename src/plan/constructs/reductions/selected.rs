//! Short arrays of integers whose elements code finds by comparison with each element's number: a histogram of a few
//! bins, say.
//!
//! Registers have no addresses, so that a copy of which code updates elements by subscripts that it computes lies in the
//! thread's memory otherwise, which every update reads and writes. From the construct's body. Must not know how
//! elements are spelled.

use crate::analyze::updates;
use crate::ir::*;
use crate::plan::decisions::reductions::{Combine, Extent, Item};
use std::collections::BTreeSet;

/// The most elements: each update compares with all of them.
const MOST: u64 = 16;

/// Whether a construct's copies of an item are such arrays: the body does nothing with it but to update its elements by
/// `+=`, `++` and the like.
pub(super) fn is_selected(program: &Program, construct: &Construct, item: &Item) -> bool {
    let Extent::Elements {
        lower: 0,
        count,
        of,
    } = item.extent
    else {
        return false;
    };
    let (Combine::Operator(op), Some(body)) = (&item.combine, construct.body) else {
        return false;
    };
    let integer = matches!(program.types.resolve(of.id), Type::Int(kind) if kind.size() <= 8);
    if !integer || of.quals.is_volatile || !(2..=MOST).contains(&count) {
        return false;
    }
    if !program.types.is_array(program.vars[item.var].ty.id) || holds_constructs(program, body) {
        return false;
    }
    let Some(updates) = updates::of(program, body, item.var, op) else {
        return false;
    };
    let steps = loop_variables(program, body);
    let computed = |subscript: ExprId| {
        let mut constant = constants::int_value(program, subscript).is_some();
        // The compiler unrolls loops over the elements, so that the subscripts are constants.
        program.walk_expr(subscript, &mut |_, e| {
            constant |= matches!(e.kind, ExprKind::Var(var) if steps.contains(&var));
        });
        !constant
    };
    let plain = |stmt: StmtId| match program.stmt(stmt).kind {
        StmtKind::Expr(e) => matches!(
            program.expr(e).kind,
            ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. }
        ),
        _ => false,
    };
    let subscript = |x: ExprId| match program.expr(x).kind {
        ExprKind::Index { index, .. } => Some(index),
        _ => None,
    };
    !updates.is_empty()
        && updates
            .iter()
            .all(|(stmt, atomic)| plain(*stmt) && subscript(atomic.x).is_some_and(computed))
}

fn holds_constructs(program: &Program, body: StmtId) -> bool {
    let mut found = false;
    program.walk_stmts(body, &mut |_, s| {
        found |= matches!(s.kind, StmtKind::Omp(_))
    });
    found
}

/// The variables that the heads of loops inside of the construct's own loop change.
fn loop_variables(program: &Program, body: StmtId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    program.walk_stmts(body, &mut |id, s| {
        let StmtKind::For {
            step: Some(step), ..
        } = s.kind
        else {
            return;
        };
        if id != body {
            program.walk_expr(step, &mut |_, e| {
                if let ExprKind::Var(var) = e.kind {
                    found.insert(var);
                }
            });
        }
    });
    found
}
