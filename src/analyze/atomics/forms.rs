//! The forms that statements of `atomic` constructs have (OpenMP 5.2, section 15.8.4).

use crate::ir::atomics::{Action, Capture, Operand, When};
use crate::ir::*;

/// What the clauses of a construct say that its statement does: `read`, `write`, `update`, `capture`, `compare`.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub read: bool,
    pub write: bool,
    pub capture: bool,
    pub compare: bool,
}

impl Kind {
    pub(super) fn forms(self) -> &'static str {
        match (self.read, self.write, self.capture, self.compare) {
            (true, ..) => "write `v = x;`",
            (_, true, ..) => "write `x = expr;`",
            (_, _, true, true) => {
                "write `{ v = x; if (x < e) { x = e; } }`, `{ v = x; if (x == e) { x = d; } }`, these two with \
                 `v = x;` last, `if (x == e) { x = d; } else { v = x; }`, or \
                 `{ r = x == e; if (r) { x = d; } else { v = x; } }`"
            }
            (_, _, true, _) => {
                "write `v = x++;`, `v = x += e;`, `{ v = x; x = x + e; }`, `{ x += e; v = x; }` or \
                 `{ v = x; x = e; }`, with one of + - * / & ^ | << >>"
            }
            (_, _, _, true) => {
                "write `if (x < e) { x = e; }`, `if (x == e) { x = d; }`, `x = x < e ? e : x;` or \
                 `x = x == e ? d : x;`"
            }
            _ => {
                "write `x++;`, `x += e;`, `x = x + e;` or `x = e + x;`, with one of + - * / & ^ | << >>"
            }
        }
    }
}

/// Location, action, capture, and where to store the result of the comparison.
pub(super) type Found = (ExprId, Action, Option<Capture>, Option<ExprId>);

/// Which of the forms a statement has.
pub(super) struct Shapes<'a> {
    pub program: &'a Program,
}

impl Shapes<'_> {
    pub(super) fn statement(&self, body: StmtId, kind: Kind) -> Option<Found> {
        let program = self.program;
        let body = self.only(body);
        if kind.read {
            let (v, x) = self.assignment(body)?;
            let capture = Capture {
                v,
                when: When::Before,
            };
            return Some((
                self.program.below_implicit(x),
                Action::Read,
                Some(capture),
                None,
            ));
        }
        if kind.write {
            let (x, value) = self.assignment(body)?;
            return Some((x, Action::Write(value), None, None));
        }
        if !kind.capture {
            let (x, action) = match kind.compare {
                true => self.conditional(body)?,
                false => self.update(self.expression(body)?)?,
            };
            return Some((x, action, None, None));
        }
        match &program.stmt(body).kind {
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [first, second] => self.pair(*first, *second, kind),
                _ => None,
            },
            StmtKind::If {
                cond,
                then,
                other: Some(other),
            } if kind.compare => {
                let (x, action) = self.replacement(*cond, *then)?;
                let (v, read) = self.assignment(self.only(*other))?;
                self.same(read, x).then_some(())?;
                let when = When::Failing;
                Some((x, action, Some(Capture { v, when }), None))
            }
            StmtKind::Expr(_) => {
                let (v, value) = self.assignment(body)?;
                let value = self.program.below_implicit(value);
                let (x, action) = self.changing(value, kind)?;
                let old = matches!(
                    program.expr(value).kind,
                    ExprKind::IncDec { postfix: true, .. }
                );
                let when = if old { When::Before } else { When::After };
                Some((x, action, Some(Capture { v, when }), None))
            }
            _ => None,
        }
    }

    /// `{ v = x; change }`, `{ change; v = x; }` or `{ r = x == e; if (r) ... }`.
    fn pair(&self, first: StmtId, second: StmtId, kind: Kind) -> Option<Found> {
        let change = |stmt| match kind.compare {
            true => self.conditional(stmt),
            false => self.changing(self.expression(stmt)?, kind),
        };
        if kind.compare
            && let Some(found) = self.with_result(first, second)
        {
            return Some(found);
        }
        let captures = |stmt, x| {
            let (v, read) = self.assignment(stmt)?;
            self.same(read, x).then_some(v)
        };
        if let Some((x, action)) = change(second)
            && let Some(v) = captures(first, x)
        {
            let when = When::Before;
            return Some((x, action, Some(Capture { v, when }), None));
        }
        let (x, action) = change(first)?;
        let v = captures(second, x)?;
        let when = When::After;
        Some((x, action, Some(Capture { v, when }), None))
    }

    /// `r = x == e; if (r) { x = d; } else { v = x; }`, the last part left out or not.
    fn with_result(&self, first: StmtId, second: StmtId) -> Option<Found> {
        let (r, comparison) = self.assignment(first)?;
        let StmtKind::If { cond, then, other } = self.program.stmt(second).kind else {
            return None;
        };
        self.same(cond, r).then_some(())?;
        let (x, action) = self.replacement(comparison, then)?;
        let capture = match other {
            None => None,
            Some(other) => {
                let (v, read) = self.assignment(self.only(other))?;
                self.same(read, x).then_some(())?;
                let when = When::Failing;
                Some(Capture { v, when })
            }
        };
        Some((x, action, capture, Some(r)))
    }

    /// What an expression does to x: an update, a write, or with `compare` a conditional expression.
    fn changing(&self, expr: ExprId, kind: Kind) -> Option<(ExprId, Action)> {
        if kind.compare {
            return self.conditional_value(expr);
        }
        if let Some(found) = self.update(expr) {
            return Some(found);
        }
        match self.program.expr(expr).kind {
            ExprKind::Assign { lhs, rhs } => Some((lhs, Action::Write(rhs))),
            _ => None,
        }
    }

    /// `x++`, `x op= e`, `x = x op e`, `x = e op x`.
    pub(super) fn update(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let update = |op, operand, reversed| Action::Update {
            op,
            operand,
            reversed,
        };
        match self.program.expr(expr).kind {
            ExprKind::IncDec { arg, increment, .. } => {
                let op = if increment { BinOp::Add } else { BinOp::Sub };
                Some((arg, update(op, Operand::One, false)))
            }
            ExprKind::CompoundAssign { op, lhs, rhs, .. } if is_binop(op) => Some((
                lhs,
                update(op, Operand::Expr(self.program.below_implicit(rhs)), false),
            )),
            ExprKind::Assign { lhs: x, rhs } => {
                let ExprKind::Binary { op, lhs, rhs } =
                    self.program.expr(self.program.below_implicit(rhs)).kind
                else {
                    return None;
                };
                if !is_binop(op) {
                    return None;
                }
                if self.same(lhs, x) {
                    return Some((
                        x,
                        update(op, Operand::Expr(self.program.below_implicit(rhs)), false),
                    ));
                }
                if !self.same(rhs, x) {
                    return None;
                }
                let commutes = !matches!(op, BinOp::Sub | BinOp::Div | BinOp::Shl | BinOp::Shr);
                Some((
                    x,
                    update(
                        op,
                        Operand::Expr(self.program.below_implicit(lhs)),
                        !commutes,
                    ),
                ))
            }
            _ => None,
        }
    }

    /// `x = x && e`, `x = x || e`: a reduction into an array may be written so, `atomic` has no such form.
    pub(super) fn logical(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let ExprKind::Assign { lhs: x, rhs } = self.program.expr(expr).kind else {
            return None;
        };
        let ExprKind::Binary { op, lhs, rhs } =
            self.program.expr(self.program.below_implicit(rhs)).kind
        else {
            return None;
        };
        let logical =
            matches!(op, BinOp::And | BinOp::Or) && self.same(self.program.below_implicit(lhs), x);
        let operand = Operand::Expr(self.program.below_implicit(rhs));
        let reversed = false;
        logical.then_some((
            x,
            Action::Update {
                op,
                operand,
                reversed,
            },
        ))
    }

    /// `if (x < e) { x = e; }`, `if (x == e) { x = d; }` and their forms with `?:`.
    pub(super) fn conditional(&self, stmt: StmtId) -> Option<(ExprId, Action)> {
        match self.program.stmt(stmt).kind {
            StmtKind::If {
                cond,
                then,
                other: None,
            } => self.replacement_or_bound(cond, then),
            StmtKind::Expr(expr) => self.conditional_value(expr),
            _ => None,
        }
    }

    fn conditional_value(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let ExprKind::Assign { lhs: x, rhs } = self.program.expr(expr).kind else {
            return None;
        };
        let ExprKind::Cond {
            cond,
            yes: Some(value),
            no,
        } = self.program.expr(self.program.below_implicit(rhs)).kind
        else {
            return None;
        };
        self.same(no, x).then_some(())?;
        Some((
            x,
            self.compared(cond, x, self.program.below_implicit(value))?,
        ))
    }

    fn replacement_or_bound(&self, cond: ExprId, then: StmtId) -> Option<(ExprId, Action)> {
        let (x, value) = self.assignment(self.only(then))?;
        Some((
            x,
            self.compared(cond, x, self.program.below_implicit(value))?,
        ))
    }

    /// `if (x == e) { x = d; }`, the only conditional form in which a result can be stored (`r = x == e`).
    fn replacement(&self, cond: ExprId, then: StmtId) -> Option<(ExprId, Action)> {
        let found = self.replacement_or_bound(cond, then)?;
        matches!(found.1, Action::Replace { .. }).then_some(found)
    }

    /// The action of `x = value` that stands under the condition `cond` on x.
    fn compared(&self, cond: ExprId, x: ExprId, value: ExprId) -> Option<Action> {
        let ExprKind::Binary { op, lhs, rhs } =
            self.program.expr(self.program.below_implicit(cond)).kind
        else {
            return None;
        };
        let (e, x_first) = match (self.same(lhs, x), self.same(rhs, x)) {
            (true, _) => (self.program.below_implicit(rhs), true),
            (_, true) => (self.program.below_implicit(lhs), false),
            _ => return None,
        };
        match op {
            BinOp::Eq => Some(Action::Replace {
                expected: e,
                desired: value,
            }),
            BinOp::Lt | BinOp::Gt if self.same(e, value) => {
                // `x < e` and `e > x` replace x by a larger value.
                Some(match (op == BinOp::Lt) == x_first {
                    true => Action::Max(e),
                    false => Action::Min(e),
                })
            }
            _ => None,
        }
    }

    /// The only statement of a block, or the statement itself.
    fn only(&self, stmt: StmtId) -> StmtId {
        match &self.program.stmt(stmt).kind {
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [only] => self.only(*only),
                _ => stmt,
            },
            _ => stmt,
        }
    }

    fn expression(&self, stmt: StmtId) -> Option<ExprId> {
        match self.program.stmt(stmt).kind {
            StmtKind::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn assignment(&self, stmt: StmtId) -> Option<(ExprId, ExprId)> {
        match self.program.expr(self.expression(stmt)?).kind {
            ExprKind::Assign { lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Whether two expressions are written the same, conversions aside.
    fn same(&self, a: ExprId, b: ExprId) -> bool {
        use ExprKind::*;
        let program = self.program;
        let (a, b) = (
            self.program.below_implicit(a),
            self.program.below_implicit(b),
        );
        let (first, second) = (program.expr(a), program.expr(b));
        let equal = match (&first.kind, &second.kind) {
            (Var(a), Var(b)) => a == b,
            (Func(a), Func(b)) => a == b,
            (Int { value: a, .. }, Int { value: b, .. }) => a == b,
            (Float { text: a, .. }, Float { text: b, .. }) => a == b,
            (EnumConst { of, index }, EnumConst { of: o, index: i }) => of == o && index == i,
            (Unary { op: a, .. }, Unary { op: b, .. }) => a == b,
            (Binary { op: a, .. }, Binary { op: b, .. }) => a == b,
            (
                Member { arrow, path, .. },
                Member {
                    arrow: w, path: p, ..
                },
            ) => arrow == w && path == p,
            (Convert { why: a, .. }, Convert { why: b, .. }) => {
                a == b && program.types.same(first.ty.id, second.ty.id)
            }
            (SizeOf { value: Some(a), .. }, SizeOf { value: Some(b), .. }) => a == b,
            (Call { .. }, Call { .. })
            | (Cond { .. }, Cond { .. })
            | (Index { .. }, Index { .. })
            | (Deref(_), Deref(_))
            | (AddrOf(_), AddrOf(_)) => true,
            _ => false,
        };
        let operands = |expr| {
            let mut list = vec![];
            program.each_operand(expr, &mut |operand| list.push(operand));
            list
        };
        let (left, right) = (operands(first), operands(second));
        equal
            && left.len() == right.len()
            && left.iter().zip(&right).all(|(a, b)| self.same(*a, *b))
    }
}

/// The operators that the forms of `atomic` allow.
fn is_binop(op: BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        Add | Sub | Mul | Div | BitAnd | BitXor | BitOr | Shl | Shr
    )
}
