//! Assignments, `++` and `--`.

use super::Printer;
use super::arithmetic::Wanted;
use super::cast::Cxx;
use super::precedence::{Prec, Text};
use crate::ir::{BinOp, Expr, ExprId, ExprKind};

impl Printer<'_> {
    /// An assignment.
    pub(super) fn assign(&mut self, expr: &Expr, lhs: ExprId, rhs: ExprId) -> Text {
        let to = self.program.expr(lhs).ty;
        self.complete(to);
        let returned = self.hooks.written().is_checked() && self.returns_object(rhs);
        let (lhs, mut rhs) = (self.assigned_place(lhs), self.coerced(rhs, to));
        if returned {
            let text = format!("romp::returned({})", rhs.at_least(Prec::Assign));
            rhs = Text::new(text, Prec::Postfix, rhs.cxx);
        }
        if self.is_volatile_record(to) {
            return self.volatile_copy(&lhs.text, &rhs, to);
        }
        let text = format!(
            "{} = {}",
            lhs.at_least(Prec::Unary),
            rhs.at_least(Prec::Assign)
        );
        Text::new(text, Prec::Assign, Cxx::Is(expr.ty))
    }

    /// `++` or `--`; `op` is their addition or subtraction of 1.
    pub(super) fn inc_dec(&mut self, expr: &Expr, arg: ExprId, op: BinOp, wanted: Wanted) -> Text {
        if self.assigns_specially(arg) {
            return self.step(arg, op, wanted);
        }
        self.complete_pointee(expr.ty);
        let arg = self.assigned_place(arg);
        let sign = match op {
            BinOp::Add => "++",
            _ => "--",
        };
        let (text, prec) = match wanted {
            Wanted::Before => (
                format!("{}{sign}", arg.at_least(Prec::Postfix)),
                Prec::Postfix,
            ),
            Wanted::After => (format!("{sign}{}", arg.at_least(Prec::Unary)), Prec::Unary),
        };
        Text::new(text, prec, Cxx::Is(expr.ty))
    }

    /// The text of the lvalue that an expression assigns.
    pub(super) fn assigned_place(&mut self, lvalue: ExprId) -> Text {
        if let ExprKind::Var(var) = self.program.expr(lvalue).kind
            && let Some(text) = self.hooks.assigned(var)
        {
            return Text::new(text, Prec::Postfix, Cxx::Is(self.program.vars[var].ty));
        }
        self.node(lvalue)
    }
}
