//! Bit-fields wider than `int` in arithmetic.
//!
//! C leaves their type to the compiler (C11, 6.7.2.1): gcc computes in a type of exactly the
//! field's width, which ranks between `int` and the 64-bit types, so that 40 bits shifted by 8
//! stay 40 bits. C++ computes in the declared type. What can leave an unsigned field's width is
//! cut to it here; signed overflow has no defined value.

use super::Lower;
use crate::ir::*;

/// An integer type by its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exact {
    width: u32,
    signed: bool,
}

impl Lower<'_> {
    /// Records that a promoted expression names a bit-field of this width.
    pub(super) fn note_field(&mut self, id: ExprId, width: u32, kind: IntKind) {
        if width > 32 && u64::from(width) < 8 * kind.size() {
            let signed = kind.signed();
            self.exact.insert(id, Exact { width, signed });
        }
    }

    /// The type of a promoted expression where that is none of C's named types.
    pub(super) fn exact(&self, id: ExprId) -> Option<Exact> {
        self.exact.get(&id).copied()
    }

    /// The usual arithmetic conversions of promoted integers where one is a wide bit-field: the
    /// wider type, among types of one width the unsigned one.
    pub(super) fn usual_exact(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId, TypeId)> {
        if self.exact(a).is_none() && self.exact(b).is_none() {
            return None;
        }
        let (x, y) = (self.width(a)?, self.width(b)?);
        let second = x.width < y.width || x.width == y.width && x.signed;
        let (common, of) = if second { (y, b) } else { (x, a) };
        let kind = self.int_kind(self.ty(of).id)?;
        Some((
            self.made_exact(a, common, kind),
            self.made_exact(b, common, kind),
            self.int(kind),
        ))
    }

    fn width(&self, id: ExprId) -> Option<Exact> {
        let of_type = |kind: IntKind| Exact {
            width: 8 * kind.size() as u32,
            signed: kind.signed(),
        };
        let kind = self.int_kind(self.ty(id).id)?;
        Some(self.exact(id).unwrap_or(of_type(kind)))
    }

    fn made_exact(&mut self, id: ExprId, common: Exact, kind: IntKind) -> ExprId {
        let from = self.int_kind(self.ty(id).id);
        let ty = self.int(kind);
        // C++ would choose the unsigned one of two declared types of the same size.
        let id = match from {
            Some(from) if from.size() == kind.size() && from.signed() != kind.signed() => {
                let (span, why) = (self.program.exprs[id].span, Conversion::Cast);
                self.expr(ExprKind::Convert { arg: id, why }, ty, span)
            }
            _ => self.coerce(id, ty.into()),
        };
        match u64::from(common.width) < 8 * kind.size() {
            true => self.exact.insert(id, common),
            false => self.exact.remove(&id),
        };
        id
    }

    /// An operand of a comparison or division, where a negative number that became unsigned must
    /// be no larger than the field's type.
    pub(super) fn exact_operand(&mut self, op: BinOp, id: ExprId) -> ExprId {
        if !op.is_comparison() && !matches!(op, BinOp::Div | BinOp::Rem) {
            return id;
        }
        let ExprKind::Convert { arg, .. } = self.program.exprs[id].kind else {
            return id;
        };
        let signed = self.int_kind(self.ty(arg).id).is_some_and(IntKind::signed);
        match self.program.exprs[arg].kind {
            ExprKind::Int { value: 0.., .. } => id,
            _ if signed => self.cut(id),
            _ => id,
        }
    }

    /// The result of an operator on operands of this type.
    pub(super) fn exact_result(&mut self, op: BinOp, id: ExprId, exact: Option<Exact>) -> ExprId {
        use BinOp::*;
        let Some(exact) = exact else { return id };
        if op.is_comparison() {
            return id;
        }
        self.exact.insert(id, exact);
        match op {
            Add | Sub | Mul | Shl | BitOr | BitXor => self.cut(id),
            _ => id,
        }
    }

    /// Whether `lhs op= rhs` divides in the type of a wide bit-field, which C++ does not have.
    pub(super) fn divides_exactly(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> bool {
        let types = &self.program.types;
        let integers = types.is_integer(self.ty(lhs).id) && types.is_integer(self.ty(rhs).id);
        integers && matches!(op, BinOp::Div | BinOp::Rem) && {
            let (lhs, rhs) = (self.promote(lhs), self.promote(rhs));
            self.exact(lhs).is_some() || self.exact(rhs).is_some()
        }
    }

    /// The test of a `for` statement: what it compares with a field is the variable itself, so that
    /// the loop is in canonical form (OpenMP 5.2, 4.4.1).
    pub(super) fn loop_test(&mut self, test: ExprId) {
        let ExprKind::Binary { op, lhs, rhs } = self.program.exprs[test].kind else {
            return;
        };
        if op.is_comparison() {
            let (lhs, rhs) = (self.uncut_variable(lhs), self.uncut_variable(rhs));
            self.program.exprs[test].kind = ExprKind::Binary { op, lhs, rhs };
        }
    }

    fn uncut_variable(&self, id: ExprId) -> ExprId {
        match self.program.exprs[id].kind {
            ExprKind::Binary {
                op: BinOp::BitAnd,
                lhs,
                rhs,
            } if self.exact(id).is_some() && self.is_mask(rhs) => {
                match self.program.exprs[lhs].kind {
                    ExprKind::Convert { arg, .. }
                        if matches!(self.program.exprs[arg].kind, ExprKind::Var(_)) =>
                    {
                        lhs
                    }
                    _ => id,
                }
            }
            _ => id,
        }
    }

    fn is_mask(&self, id: ExprId) -> bool {
        matches!(self.program.exprs[id].kind, ExprKind::Int { .. })
    }

    /// Cuts a value of an unsigned type to the type's width.
    pub(super) fn cut(&mut self, id: ExprId) -> ExprId {
        let Some(exact) = self.exact(id).filter(|exact| !exact.signed) else {
            return id;
        };
        let Expr { ty, span, .. } = self.program.exprs[id];
        let mask = (1u64 << exact.width) - 1;
        let suffix = match self.int_kind(ty.id) {
            Some(IntKind::ULong) => "UL",
            _ => "ULL",
        };
        let mask = ExprKind::Int {
            value: i128::from(mask),
            text: format!("0x{mask:x}{suffix}"),
        };
        let rhs = self.expr(mask, ty, span);
        let (lhs, op) = (id, BinOp::BitAnd);
        let id = self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span);
        self.exact.insert(id, exact);
        id
    }
}
