//! Whether a condition lets few threads through.
//!
//! From what a walk knows of values. Some conditions do for certain, such as `i == 0`; of others it cannot be told, such
//! as `is_first(i)` or `i >= n - 1`. Must not know what stands under them.

use super::values::{Same, Values};
use crate::ir::constants::int_value;
use crate::ir::*;

/// Under which answer to a condition code is executed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

impl Values<'_> {
    /// Whether a condition lets few threads through: it compares an iteration's number, a thread's number, or a
    /// ticket.
    pub fn selects(&self, cond: ExprId) -> bool {
        match &self.program.expr(cond).kind {
            ExprKind::Binary {
                op: BinOp::Eq | BinOp::Ne,
                lhs,
                rhs,
            } => self.is_number(*lhs) || self.is_number(*rhs),
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => self.selects(*lhs) || self.selects(*rhs),
            ExprKind::Unary { op: UnOp::Not, arg } => self.is_number(*arg) || self.selects(*arg),
            ExprKind::Convert { arg, .. } => self.selects(*arg),
            ExprKind::Var(var) => self.selecting.contains(var),
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                self.selects(*lhs) || self.selects(*rhs)
            }
            _ => false,
        }
    }

    /// Whether each thread has a different value of the expression: `i`, `omp_get_thread_num()`, `2 * i + 1`.
    pub fn is_number(&self, id: ExprId) -> bool {
        let program = self.program;
        match &program.expr(id).kind {
            ExprKind::Var(var) => {
                self.selecting.contains(var)
                    || self.values.get(var) == Some(&Same::No) && !self.from_memory.contains(var)
            }
            ExprKind::Call { .. } => self.same(id, 0) == Same::No,
            ExprKind::Convert { arg, .. } => self.is_number(*arg),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => self.is_number(*lhs) || self.is_number(*rhs),
            ExprKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
            } => {
                let constant = |e: ExprId| int_value(program, e).is_some();
                self.is_number(*lhs) && constant(*rhs) || constant(*lhs) && self.is_number(*rhs)
            }
            _ => false,
        }
    }

    /// Whether a condition may let a single thread through, since it asks an iteration's or a thread's number in a way
    /// that is not followed.
    pub fn may_select(&self, cond: ExprId, answer: Answer) -> bool {
        let program = self.program;
        self.selects(cond)
            || match &program.expr(cond).kind {
                ExprKind::Binary {
                    op: BinOp::And | BinOp::Or,
                    lhs,
                    rhs,
                } => self.may_select(*lhs, answer) || self.may_select(*rhs, answer),
                ExprKind::Unary { op: UnOp::Not, arg } => {
                    let other = match answer {
                        Answer::Yes => Answer::No,
                        Answer::No => Answer::Yes,
                    };
                    self.may_select(*arg, other)
                }
                ExprKind::Convert { arg, .. } => self.may_select(*arg, answer),
                ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                    let op = match answer {
                        Answer::Yes => *op,
                        Answer::No => negated(*op),
                    };
                    self.may_compare(op, *lhs, *rhs)
                }
                // Of the numbers themselves, 0 alone is false.
                ExprKind::Var(var) => {
                    let zero = answer == Answer::No || !self.distributed.contains(var);
                    zero && self.by_number(cond)
                }
                _ => !self.divides(cond) && self.by_number(cond),
            }
    }

    /// Whether the condition of a loop lets few threads into it: for certain, or with a bound that just one number is
    /// below.
    pub fn selects_iterations(&self, cond: ExprId) -> bool {
        let bound = |id| int_value(self.program, id);
        let below = match self.program.expr(cond).kind {
            ExprKind::Binary {
                op: op @ (BinOp::Lt | BinOp::Le),
                lhs,
                rhs,
            } if self.by_number(lhs) => bound(rhs).is_some_and(|it| may_be_one(op, Some(it))),
            ExprKind::Binary { op, lhs, rhs } if self.by_number(rhs) => {
                let turned = match op {
                    BinOp::Gt => Some(BinOp::Lt),
                    BinOp::Ge => Some(BinOp::Le),
                    _ => None,
                };
                turned.is_some_and(|op| bound(lhs).is_some_and(|it| may_be_one(op, Some(it))))
            }
            _ => false,
        };
        below || self.selects(cond)
    }

    fn may_compare(&self, op: BinOp, lhs: ExprId, rhs: ExprId) -> bool {
        let turned = match op {
            BinOp::Lt => BinOp::Gt,
            BinOp::Gt => BinOp::Lt,
            BinOp::Le => BinOp::Ge,
            BinOp::Ge => BinOp::Le,
            other => other,
        };
        let bound = |id| int_value(self.program, id);
        match (self.is_plain(lhs), self.is_plain(rhs)) {
            (true, false) => may_be_one(op, bound(rhs)),
            (false, true) => may_be_one(turned, bound(lhs)),
            _ => [lhs, rhs]
                .into_iter()
                .any(|side| !self.divides(side) && self.by_number(side)),
        }
    }

    /// Whether an expression is the number of an iteration or of a thread as it is.
    fn is_plain(&self, id: ExprId) -> bool {
        let program = self.program;
        let id = program.unconverted(id);
        match &program.expr(id).kind {
            ExprKind::Var(var) => {
                let written = self.uses.get(*var).maybe_written();
                self.distributed.contains(var)
                    || match &program.vars[*var].init {
                        Some(Init::Expr(init)) if !written => self.is_plain(*init),
                        _ => false,
                    }
            }
            ExprKind::Call { callee, .. } => program.callee(*callee).is_some_and(|func| {
                let name = program.funcs[func].name.as_str();
                matches!(name, "omp_get_thread_num" | "omp_get_team_num")
            }),
            _ => false,
        }
    }

    /// Whether an expression has the same value for several plain numbers: `i % 4`, `i / 4`, `i & 3`.
    fn divides(&self, id: ExprId) -> bool {
        let program = self.program;
        match program.expr(program.unconverted(id)).kind {
            ExprKind::Binary {
                op: BinOp::Rem | BinOp::Div | BinOp::BitAnd | BinOp::Shr,
                lhs,
                rhs,
            } => self.is_plain(lhs) && int_value(program, rhs).is_some(),
            _ => false,
        }
    }

    /// Whether an expression is computed from the number of an iteration or of a thread, and from no memory.
    fn by_number(&self, id: ExprId) -> bool {
        let program = self.program;
        let mut found = false;
        program.walk_expr(id, &mut |_, expr| {
            found |= match &expr.kind {
                ExprKind::Var(var) => {
                    self.selecting.contains(var)
                        || self.values.get(var) == Some(&Same::No)
                        || self.asks(*var)
                }
                ExprKind::Call { callee, .. } => program.callee(*callee).is_none_or(|func| {
                    let asks = self.facts.effects.of_func(func).asks_ids;
                    asks && self.same(id, 0) != Same::Yes
                }),
                _ => false,
            }
        });
        found && !self.loads(id)
    }

    /// Whether a variable begins with what a function says that asks for such a number.
    fn asks(&self, var: VarId) -> bool {
        let Some(Init::Expr(init)) = self.program.vars[var].init else {
            return false;
        };
        let ExprKind::Call { callee, .. } = &self.program.expr(self.program.unconverted(init)).kind
        else {
            return false;
        };
        let func = self.program.callee(*callee);
        func.is_none_or(|func| self.facts.effects.of_func(func).asks_ids)
    }
}

/// The comparison that holds where another does not.
fn negated(op: BinOp) -> BinOp {
    match op {
        BinOp::Lt => BinOp::Ge,
        BinOp::Gt => BinOp::Le,
        BinOp::Le => BinOp::Gt,
        BinOp::Ge => BinOp::Lt,
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        other => other,
    }
}

/// Whether a comparison of a plain number with a bound, which may be known, may hold for a single one.
fn may_be_one(op: BinOp, bound: Option<i128>) -> bool {
    match (op, bound) {
        (BinOp::Lt, Some(bound)) => bound <= 1,
        (BinOp::Le, Some(bound)) => bound <= 0,
        (BinOp::Gt, Some(bound)) => bound > 0,
        (BinOp::Ge, Some(bound)) => bound > 1,
        (BinOp::Lt | BinOp::Le, None) => false,
        _ => true,
    }
}
