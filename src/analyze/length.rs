//! Whether an iteration is long: worth a thread of its own.
//!
//! From the IR. A body of a few statements that only passes over memory is short: fewer threads that execute several
//! such iterations each start sooner than memory answers. Where a body has loops or conditions, a loop around it keeps
//! registers, so that fewer loads are under way at once, and brings nothing forward from its next iteration. Where an
//! iteration accesses much, it has loads enough to wait for without those of the next ones.

use super::facts::Facts;
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
