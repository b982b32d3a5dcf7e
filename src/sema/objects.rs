//! Expressions that name objects: keeping compound literals alive, and whether an expression may be evaluated twice.

use super::Lower;
use crate::ir::*;

impl Lower<'_> {
    /// Names a compound literal by its address where its object is used, not its value alone: in C it is an object
    /// that lives as long as its block (C11, 6.5.2.5), in C++ a temporary.
    pub(super) fn keep_literal(&mut self, place: ExprId) {
        let mut root = place;
        while let ExprKind::Member {
            base, arrow: false, ..
        } = self.program.exprs[root].kind
        {
            root = base;
        }
        let Expr { ref kind, ty, span } = self.program.exprs[root];
        if !matches!(kind, ExprKind::CompoundLiteral { .. }) {
            return;
        }
        let kind = kind.clone();
        let literal = self.expr(kind, ty, span);
        let pointer = self.program.types.pointer_to(ty);
        let address = self.expr(ExprKind::AddrOf(literal), pointer, span);
        self.program.exprs[root].kind = ExprKind::Deref(address);
    }

    /// Whether an expression may be computed twice where the program has it once.
    pub(super) fn may_repeat(&self, e: ExprId) -> bool {
        let mut pure = true;
        self.program.walk_expr(e, &mut |_, expr| {
            pure &= !expr.kind.has_effect()
                && !self.program.is_volatile(expr)
                && !matches!(expr.kind, ExprKind::CompoundLiteral { .. });
        });
        pure
    }
}
