//! What lvalues designate, and what stands below conversions.

use super::{Conversion, ExprId, ExprKind, Program, Type, VarId};

/// What an lvalue designates, by its outermost operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lvalue {
    /// A variable.
    Var(VarId),
    /// A member of the object that this lvalue designates.
    Part(ExprId),
    /// What a pointer leads to, or a member of it.
    Behind {
        /// The pointer, which may be a decayed array.
        pointer: ExprId,
        /// The subscript, where there is one.
        index: Option<ExprId>,
    },
    /// An object that is made where the expression stands, or by another one: a literal, `a, b`, a conversion.
    Other,
}

impl Program {
    /// The operand of an addition or a subtraction that is the pointer, where one is.
    pub fn pointer_of_sum(&self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match self.types.is_pointer(self.expr(lhs).ty.id) {
            true => lhs,
            false => rhs,
        }
    }

    /// Whether an expression names a bit-field.
    pub fn is_bit_field(&self, x: ExprId) -> bool {
        let ExprKind::Member {
            base, arrow, path, ..
        } = &self.expr(x).kind
        else {
            return false;
        };
        let mut ty = self.expr(*base).ty;
        if *arrow {
            match self.types.element(ty.id) {
                Some(to) => ty = to,
                None => return false,
            }
        }
        let mut bits = None;
        for &index in path {
            let Type::Record(record) = self.types.resolve(ty.id) else {
                return false;
            };
            let Some(field) = self.records[*record]
                .fields
                .as_ref()
                .and_then(|f| f.get(index))
            else {
                return false;
            };
            (ty, bits) = (field.ty, field.bits);
        }
        bits.is_some()
    }

    /// What an lvalue designates.
    pub fn lvalue(&self, id: ExprId) -> Lvalue {
        match self.expr(id).kind {
            ExprKind::Var(var) => Lvalue::Var(var),
            ExprKind::Member {
                base, arrow: false, ..
            } => Lvalue::Part(base),
            ExprKind::Member { base, .. } | ExprKind::Deref(base) => Lvalue::Behind {
                pointer: base,
                index: None,
            },
            ExprKind::Index { base, index } => Lvalue::Behind {
                pointer: base,
                index: Some(index),
            },
            _ => Lvalue::Other,
        }
    }

    /// The variable of which an lvalue is all, or a part by members and subscripts; none where a pointer is on the way.
    pub fn part_of(&self, lvalue: ExprId) -> Option<VarId> {
        match self.lvalue(lvalue) {
            Lvalue::Var(var) => Some(var),
            Lvalue::Part(of) => self.part_of(of),
            Lvalue::Behind {
                pointer,
                index: Some(_),
            } => self.part_of(self.decayed(pointer)?),
            _ => None,
        }
    }

    /// The array whose first element a pointer leads to, where it is a decayed one.
    pub fn decayed(&self, pointer: ExprId) -> Option<ExprId> {
        match self.expr(pointer).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => Some(arg),
            _ => None,
        }
    }

    /// The expression below all conversions.
    pub fn unconverted(&self, id: ExprId) -> ExprId {
        match self.expr(id).kind {
            ExprKind::Convert { arg, .. } => self.unconverted(arg),
            _ => id,
        }
    }

    /// The expression below the conversions that C makes implicitly; arrays and functions that decay stay converted.
    pub fn below_implicit(&self, id: ExprId) -> ExprId {
        match self.expr(id).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } => self.below_implicit(arg),
            _ => id,
        }
    }
}
