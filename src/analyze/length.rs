//! Whether an iteration is long: worth a thread of its own.
//!
//! From the IR. A body of a few statements that only passes over memory is short: fewer threads that execute several
//! such iterations each start sooner than memory answers. Where a body has loops or conditions, a loop around it keeps
//! registers, so that fewer loads are under way at once, and brings nothing forward from its next iteration.

use super::facts::Facts;
use super::loops::canonical;
use crate::ir::nests::Nest;
use crate::ir::*;

/// Whether code has loops or conditional statements, or calls functions that the program defines.
pub fn is_long(facts: &Facts, body: StmtId) -> bool {
    let program = facts.program;
    let mut branches = false;
    program.walk_all_stmts(body, &mut |_, stmt| {
        branches |= matches!(
            stmt.kind,
            StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::If { .. }
                | StmtKind::Switch { .. }
        );
    });
    let mut calls = facts.uses(body).calls.iter();
    branches || calls.any(|func| program.funcs[*func].body.is_some())
}

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

/// Whether code writes memory in several places: loads that follow one of the writes wait for it, unless the pointers
/// are known not to overlap.
pub fn stores_often(program: &Program, body: StmtId) -> bool {
    let mut stores = 0;
    program.walk_exprs_in(body, &mut |_, expr| {
        let written = match expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
            ExprKind::IncDec { arg, .. } => arg,
            _ => return,
        };
        stores += usize::from(!matches!(program.expr(written).kind, ExprKind::Var(_)));
    });
    stores > 1
}

/// So many accesses are few: those of four iterations fit into registers together.
const FEW_ACCESSES: usize = 6;

/// Whether an iteration has enough loads to wait for by itself. Those of several iterations together take registers that
/// other threads need.
pub fn accesses_much(program: &Program, body: StmtId) -> bool {
    let mut accesses = 0;
    program.walk_exprs_in(body, &mut |id, expr| {
        let is_access = match expr.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) => true,
            ExprKind::Member { arrow, .. } => arrow,
            _ => false,
        };
        // A row of an array, or a structure, is on the way to what is accessed.
        let ty = program.types.resolve(program.expr(id).ty.id);
        let on_the_way = matches!(ty, Type::Array { .. } | Type::Record(_));
        accesses += usize::from(is_access && !on_the_way);
    });
    accesses > FEW_ACCESSES
}

/// Whether code has loops, be they as short as a constant says.
pub fn has_loops(program: &Program, body: StmtId) -> bool {
    let mut found = false;
    program.walk_all_stmts(body, &mut |_, stmt| {
        found |= matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
    });
    found
}
