//! How far an inner loop goes whose bounds depend on the outer loops: the distance from its first value to its bound is
//! at most a number that is known before the region.
//!
//! From the bounds and from what the statements in front of the loop compute: `first + TILE < n ? first + TILE : n`, and
//! bounds that an `if` makes smaller. Distances are those of the numbers, without overflow; where the program's own
//! arithmetic wraps around, the bound is less than the first value, and there are no iterations.

use crate::analyze::footprint;
use crate::ir::constants::int_value;
use crate::ir::*;

/// The largest distance of a loop's bound from its first value: `distance` less a constant.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub distance: ExprId,
    pub less: i128,
}

/// What finds distances.
pub(super) struct Search<'a> {
    pub program: &'a Program,
    /// The statements in front of the loop.
    pub before: &'a [StmtId],
    /// Whether an expression has one value for the whole region, which is known before.
    pub invariant: &'a dyn Fn(ExprId) -> bool,
}

/// How deep definitions are followed.
const DEPTH: usize = 8;
/// The longest tile of which the places are counted.
const LONGEST: i128 = 1 << 16;

impl Search<'_> {
    /// The largest distance of `hi` from `lo`.
    pub fn limit(&self, lo: ExprId, hi: ExprId) -> Option<Limit> {
        let limit = self.distance(lo, hi, DEPTH)?;
        let is_known = self.is_short(limit.distance);
        (is_known && matches!(self.program.type_of(limit.distance), Type::Int(_))).then_some(limit)
    }

    /// Whether a distance is a constant, with which the number of all places is one of 64 bits that a launch can have:
    /// tiles may be much shorter than the program says that they can be.
    fn is_short(&self, distance: ExprId) -> bool {
        let value = int_value(self.program, distance);
        value.is_some_and(|value| (0..=LONGEST).contains(&value))
    }

    fn distance(&self, lo: ExprId, hi: ExprId, depth: usize) -> Option<Limit> {
        let depth = depth.checked_sub(1)?;
        if let Some(distance) = self.sum(lo, hi) {
            return Some(Limit { distance, less: 0 });
        }
        match self.program.expr(hi).kind {
            ExprKind::Var(var) => self.distance(lo, self.at_most(var)?, depth),
            ExprKind::Binary {
                op: BinOp::Sub,
                lhs,
                rhs,
            } => {
                // A difference of unsigned numbers may wrap to the largest one.
                let ty = self.program.type_of(hi);
                let signed = matches!(ty, Type::Int(kind) if kind.signed());
                let by = int_value(self.program, rhs).filter(|by| signed && *by >= 0)?;
                let limit = self.distance(lo, lhs, depth)?;
                let less = limit.less + by;
                Some(Limit { less, ..limit })
            }
            ExprKind::Cond {
                cond,
                yes: Some(yes),
                no,
            } => {
                let direct = |e| self.distance(lo, e, depth);
                let yes = direct(yes).or_else(|| self.under(lo, yes, cond, true, depth))?;
                let no = direct(no).or_else(|| self.under(lo, no, cond, false, depth))?;
                self.larger(yes, no)
            }
            _ => None,
        }
    }

    /// `hi` is `lo + e`, or `(k + 1) * e` where `lo` is `k * e`.
    pub(super) fn sum(&self, lo: ExprId, hi: ExprId) -> Option<ExprId> {
        let parts = |e: ExprId, wanted: BinOp| match self.program.expr(e).kind {
            ExprKind::Binary { op, lhs, rhs } if op == wanted => Some((lhs, rhs)),
            _ => None,
        };
        if let Some((lhs, rhs)) = parts(hi, BinOp::Add) {
            for (one, other) in [(lhs, rhs), (rhs, lhs)] {
                if self.same(one, lo) && (self.invariant)(other) {
                    return Some(other);
                }
            }
        }
        let (first, by) = parts(self.value(lo), BinOp::Mul)?;
        let (next, same) = parts(hi, BinOp::Mul)?;
        let (k, one) = parts(next, BinOp::Add)?;
        let fits = self.same(k, first)
            && int_value(self.program, one) == Some(1)
            && self.same(by, same)
            && (self.invariant)(by);
        fits.then_some(by)
    }

    /// The operands of a comparison of which the first is not greater than the second, where the comparison holds or
    /// does not.
    fn order(&self, cond: ExprId, holds: bool) -> Option<(ExprId, ExprId)> {
        let ExprKind::Binary { op, lhs, rhs } = self.program.expr(cond).kind else {
            return None;
        };
        match (op, holds) {
            (BinOp::Lt | BinOp::Le, true) | (BinOp::Gt | BinOp::Ge, false) => Some((lhs, rhs)),
            (BinOp::Gt | BinOp::Ge, true) | (BinOp::Lt | BinOp::Le, false) => Some((rhs, lhs)),
            _ => None,
        }
    }

    /// The distance of `value`, which is what a condition chooses: `a < b` says of `a` that it is less than `b`, where
    /// it holds, and of `b` that it is at most `a`, where it does not.
    fn under(
        &self,
        lo: ExprId,
        value: ExprId,
        cond: ExprId,
        holds: bool,
        depth: usize,
    ) -> Option<Limit> {
        let (less, more) = self.order(cond, holds)?;
        if self.same(less, value) {
            return self.distance(lo, more, depth);
        }
        // `value - lo < e`.
        match self.program.expr(less).kind {
            ExprKind::Binary {
                op: BinOp::Sub,
                lhs,
                rhs,
            } if self.same(lhs, value) && self.same(rhs, lo) && (self.invariant)(more) => {
                let distance = more;
                Some(Limit { distance, less: 0 })
            }
            _ => None,
        }
    }

    fn larger(&self, a: Limit, b: Limit) -> Option<Limit> {
        let value = |limit: Limit| int_value(self.program, limit.distance);
        match (value(a), value(b)) {
            (Some(x), Some(y)) if x - a.less >= y - b.less => Some(a),
            (Some(_), Some(_)) => Some(b),
            _ if !footprint::same(self.program, a.distance, b.distance) => None,
            _ if a.less <= b.less => Some(a),
            _ => Some(b),
        }
    }

    /// Whether both expressions have the same value where the loop begins.
    pub(super) fn same(&self, a: ExprId, b: ExprId) -> bool {
        footprint::same(self.program, a, b)
            || footprint::same(self.program, self.value(a), self.value(b))
    }

    /// The expression whose value a variable has that nothing changes behind its declaration.
    pub(super) fn value(&self, e: ExprId) -> ExprId {
        match self.program.expr(e).kind {
            ExprKind::Var(var) => match self.definition(var) {
                Some((init, changes)) if changes.is_empty() => init,
                _ => e,
            },
            _ => e,
        }
    }

    /// An expression whose value a variable has at most: its initial one, where later statements only make it smaller.
    fn at_most(&self, var: VarId) -> Option<ExprId> {
        let (init, changes) = self.definition(var)?;
        changes
            .iter()
            .all(|&stmt| self.makes_smaller(stmt, var).is_some())
            .then_some(init)
    }

    /// The initial value of a variable that the statements in front of the loop declare, without a conversion, and the
    /// statements that change it.
    pub(super) fn definition(&self, var: VarId) -> Option<(ExprId, Vec<StmtId>)> {
        let program = self.program;
        let declares = |stmt: &&StmtId| {
            let StmtKind::Decl(decls) = &program.stmt(**stmt).kind else {
                return false;
            };
            decls.contains(&Decl::Var(var))
        };
        self.before.iter().find(declares)?;
        let Some(Init::Expr(init)) = program.vars[var].init else {
            return None;
        };
        let ty = program.vars[var].ty.id;
        if !program.types.same(program.expr(init).ty.id, ty) {
            return None;
        }
        // What the initial value was computed from has that value still.
        let mut kept = true;
        program.walk_expr(init, &mut |_, expr| {
            if let ExprKind::Var(used) = expr.kind {
                kept &= !self.before.iter().any(|&stmt| self.changes(stmt, used));
            }
        });
        let changes = self.before.iter().filter(|stmt| self.changes(**stmt, var));
        kept.then(|| (init, changes.copied().collect()))
    }

    /// Whether a statement may assign to a variable.
    fn changes(&self, stmt: StmtId, var: VarId) -> bool {
        let program = self.program;
        let mut found = false;
        program.walk_exprs_in(stmt, &mut |_, expr| {
            let place = match expr.kind {
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
                ExprKind::IncDec { arg, .. } | ExprKind::AddrOf(arg) => arg,
                _ => return,
            };
            found |= program.mentions(place, var);
        });
        found
    }

    /// The `e` of `if (var > e) var = e;` and `var = var > e ? e : var;`.
    pub(super) fn makes_smaller(&self, stmt: StmtId, var: VarId) -> Option<ExprId> {
        let program = self.program;
        let is_var = |e: ExprId| matches!(program.expr(e).kind, ExprKind::Var(one) if one == var);
        let assigned = |stmt: StmtId| match program.stmt(stmt).kind {
            StmtKind::Expr(e) => match program.expr(e).kind {
                ExprKind::Assign { lhs, rhs } if is_var(lhs) => Some(rhs),
                _ => None,
            },
            _ => None,
        };
        let exceeds = |cond: ExprId, e: ExprId| {
            let order = self.order(cond, true);
            order.is_some_and(|(less, more)| is_var(more) && footprint::same(program, less, e))
        };
        let falls_short = |cond: ExprId, e: ExprId| {
            let order = self.order(cond, true);
            order.is_some_and(|(less, more)| is_var(less) && footprint::same(program, more, e))
        };
        match program.stmt(stmt).kind {
            StmtKind::If {
                cond,
                then,
                other: None,
            } => {
                let only = match program.stmt(then).kind {
                    StmtKind::Block(ref stmts) if stmts.len() == 1 => stmts[0],
                    _ => then,
                };
                assigned(only).filter(|&e| !program.mentions(e, var) && exceeds(cond, e))
            }
            _ => assigned(stmt).and_then(|e| match program.expr(e).kind {
                ExprKind::Cond {
                    cond,
                    yes: Some(yes),
                    no,
                } => {
                    let kept = |a: ExprId, b: ExprId| is_var(a) && !program.mentions(b, var);
                    let other = if is_var(no) { yes } else { no };
                    let fits = kept(no, yes) && exceeds(cond, yes)
                        || kept(yes, no) && falls_short(cond, no);
                    fits.then_some(other)
                }
                _ => None,
            }),
        }
    }
}
