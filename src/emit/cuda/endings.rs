//! Functions that end without a value.
//!
//! In C the closing brace of a function that returns a value may be reached, if no code uses the
//! value (C11, 6.9.1p12). In C++ that is undefined, and compilers let the function run on into
//! whatever stands behind it: a `return` is printed there.

use super::Printer;
use crate::device::Block;
use crate::ir::constants;
use crate::ir::{ExprId, ExprKind, FuncId, Program, StmtId, StmtKind, Type};

impl Printer<'_> {
    /// The `return` at the end of a function that may end without one.
    pub fn ending(&self, out: &mut Block, func: FuncId) {
        let data = &self.program.funcs[func];
        let returns = *self.program.types.resolve(data.ret.id) != Type::Void;
        if let Some(body) = data.body
            && returns
            && completes(self.program, body)
        {
            out.user(format!("return {};  // no value", self.zero(data.ret)));
        }
    }
}

/// Whether control may reach the end of a statement; true where that is not plain.
fn completes(program: &Program, s: StmtId) -> bool {
    let never = |cond: &Option<ExprId>| {
        cond.is_none_or(|e| constants::int_value(program, e).is_some_and(|value| value != 0))
    };
    match &program.stmt(s).kind {
        StmtKind::Return(_) | StmtKind::Goto { .. } => false,
        // These end the loop or switch around them, which looks at them itself.
        StmtKind::Break | StmtKind::Continue => false,
        StmtKind::Block(stmts) => stmts.last().is_none_or(|&last| completes(program, last)),
        StmtKind::If {
            then,
            other: Some(other),
            ..
        } => completes(program, *then) || completes(program, *other),
        StmtKind::While { cond, body } => !never(&Some(*cond)) || breaks(program, *body),
        StmtKind::DoWhile { cond, body } => !never(&Some(*cond)) || breaks(program, *body),
        StmtKind::For { cond, body, .. } => !never(cond) || breaks(program, *body),
        StmtKind::Switch { body, .. } => {
            !has_default(program, *body) || breaks(program, *body) || completes(program, *body)
        }
        StmtKind::Label { body, .. } | StmtKind::Case { body, .. } | StmtKind::Default { body } => {
            completes(program, *body)
        }
        StmtKind::Expr(e) => !never_returns(program, *e),
        _ => true,
    }
}

/// Whether a `break` in the body of a loop or switch leaves it.
fn breaks(program: &Program, s: StmtId) -> bool {
    inside(program, s, &|kind| matches!(kind, StmtKind::Break), false)
}

/// Whether the body of a switch has a `default` of its own.
fn has_default(program: &Program, s: StmtId) -> bool {
    inside(
        program,
        s,
        &|kind| matches!(kind, StmtKind::Default { .. }),
        true,
    )
}

/// Whether a statement holds one for which `found` is true, nested switches, and nested loops unless `loops`, left
/// out.
fn inside(program: &Program, s: StmtId, found: &dyn Fn(&StmtKind) -> bool, loops: bool) -> bool {
    let kind = &program.stmt(s).kind;
    let inner = |s: StmtId| inside(program, s, found, loops);
    found(kind)
        || match kind {
            StmtKind::Block(stmts) => stmts.iter().any(|&s| inner(s)),
            StmtKind::If { then, other, .. } => inner(*then) || other.is_some_and(inner),
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => loops && inner(*body),
            StmtKind::Label { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default { body } => inner(*body),
            _ => false,
        }
}

/// Whether an expression is the call of a function that ends the program.
fn never_returns(program: &Program, e: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = program.expr(e).kind else {
        return false;
    };
    program.direct_callee(callee).is_some_and(|func| {
        matches!(
            program.funcs[func].name.as_str(),
            "abort" | "__builtin_trap" | "__builtin_unreachable" | "__assert_fail"
        )
    })
}
