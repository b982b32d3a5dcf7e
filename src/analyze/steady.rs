//! Whether the iterations of a nest take equally long.
//!
//! From the IR and the facts: the text of the body alone. Where they do, a schedule that gives them out at run time only
//! costs time. Must not know which schedule a loop has.

use super::facts::Facts;
use super::loops::canonical;
use crate::ir::nests::Nest;
use crate::ir::*;

/// Whether each iteration of a nest takes as long as any other, as far as its text tells: it has no conditions, and its
/// loops have the same bounds in each of them.
pub fn is_steady(facts: &Facts, nest: &Nest) -> bool {
    let program = facts.program;
    let uses = facts.uses(nest.body);
    let is_same = |expr: ExprId| {
        let mut same = true;
        program.walk_expr(expr, &mut |_, expr| match expr.kind {
            ExprKind::Var(var) => {
                let is_of_nest = nest.loops.iter().any(|one| one.var == var);
                let changes = uses.get(var).maybe_written();
                same &= !is_of_nest && !changes && !uses.declared.contains(&var);
            }
            // What memory holds, or a function returns, may be another value each time.
            ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Call { .. } => same = false,
            _ => {}
        });
        same
    };
    let mut steady = nest.non_rectangular(program).is_none();
    program.walk_all_stmts(nest.body, &mut |id, stmt| {
        steady &= match stmt.kind {
            StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::If { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Goto { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Omp(_) => false,
            StmtKind::For { .. } => canonical(program, id).is_ok_and(|one| {
                let bounds = [Some(one.lo), Some(one.hi), one.step.amount];
                bounds.into_iter().flatten().all(is_same)
            }),
            _ => true,
        };
    });
    program.walk_exprs_in(nest.body, &mut |_, expr| {
        steady &= match &expr.kind {
            ExprKind::Cond { .. } => false,
            ExprKind::Call { callee, .. } => {
                let called = program.callee(*callee);
                called.is_some_and(|func| program.funcs[func].body.is_none())
            }
            _ => true,
        };
    });
    steady
}
