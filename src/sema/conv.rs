//! Conversions (C11, 6.3): which one C makes at a place, and its node in the IR.
//!
//! Works on typed expressions of the IR alone; must not know the tree from which they come.

use super::Lower;
use crate::ir::*;

impl Lower<'_> {
    /// Array and function designators become pointers (6.3.2.1); everything else stays.
    pub(super) fn decay(&mut self, id: ExprId) -> ExprId {
        let Expr { ty, span, .. } = self.program.exprs[id];
        let (shape, quals) = self.resolved(ty);
        let (to, why) = match shape {
            Type::Array { elem, .. } => {
                if matches!(self.program.exprs[id].kind, ExprKind::Member { .. }) {
                    self.keep_literal(id);
                }
                let elem = QualType {
                    id: elem.id,
                    quals: elem.quals.union(quals),
                };
                (elem, Conversion::ArrayDecay)
            }
            Type::Function { .. } => (ty.id.into(), Conversion::FunctionDecay),
            _ => return id,
        };
        let to = self.program.types.pointer_to(to);
        self.expr(ExprKind::Convert { arg: id, why }, to, span)
    }

    /// The integer kind behind an integer type; `_Bool` counts as none.
    pub(super) fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.program.types.resolve(ty) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(id) => Some(self.program.enums[*id].repr),
            _ => None,
        }
    }

    /// The width of the bit-field that an expression names.
    pub(super) fn bit_width(&self, id: ExprId) -> Option<u32> {
        match &self.program.exprs[id].kind {
            ExprKind::Member { base, path, .. } => {
                let mut ty = self.program.exprs[*base].ty.id;
                if let Type::Pointer(to) = self.program.types.resolve(ty) {
                    ty = to.id;
                }
                let mut bits = None;
                for &index in path {
                    let Type::Record(record) = self.program.types.resolve(ty) else {
                        return None;
                    };
                    let field = self.program.records[*record].fields.as_ref()?.get(index)?;
                    (ty, bits) = (field.ty.id, field.bits);
                }
                bits
            }
            _ => None,
        }
    }

    /// Integer promotions (6.3.1.1) on a decayed operand.
    pub(super) fn promote(&mut self, id: ExprId) -> ExprId {
        let ty = self.ty(id);
        let is_bool = matches!(self.program.types.resolve(ty.id), Type::Bool);
        let Some(kind) = self.int_kind(ty.id).or(is_bool.then_some(IntKind::UChar)) else {
            return id;
        };
        let width = self.bit_width(id);
        let to = match width {
            Some(bits) if bits < 32 || (bits == 32 && kind.signed()) => IntKind::Int,
            Some(32) => IntKind::UInt,
            _ if kind.rank() < IntKind::Int.rank() => IntKind::Int,
            _ => kind,
        };
        let ty = self.int(to);
        let id = self.coerce(id, ty.into());
        if let Some(width) = width {
            self.note_field(id, width, to);
        }
        id
    }

    /// Implicit conversion to `to`, where the type is another one. The operand is decayed here.
    pub(super) fn coerce(&mut self, id: ExprId, to: QualType) -> ExprId {
        let id = self.decay(id);
        let Expr { ty, span, .. } = self.program.exprs[id];
        let shape = self.program.types.resolve(to.id);
        if matches!(shape, Type::Opaque(_) | Type::Void)
            || matches!(self.program.types.resolve(ty.id), Type::Opaque(_))
            || self.identical(ty.id, to.id)
        {
            return id;
        }
        self.expr(
            ExprKind::Convert {
                arg: id,
                why: Conversion::Implicit,
            },
            to.id,
            span,
        )
    }

    /// Whether no conversion lies between two types, their own qualifiers aside. Arrays of variable
    /// or unknown length agree with every other.
    pub(super) fn identical(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let types = &self.program.types;
        match (types.resolve(a), types.resolve(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.identical_qual(*x, *y),
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                self.identical_qual(*x, *y)
                    && match (m, n) {
                        (ArrayLen::Known(m), ArrayLen::Known(n)) => m == n,
                        _ => true,
                    }
            }
            (
                Type::Function {
                    ret: r1,
                    params: p1,
                    variadic: v1,
                    prototyped: t1,
                },
                Type::Function {
                    ret: r2,
                    params: p2,
                    variadic: v2,
                    prototyped: t2,
                },
            ) => {
                self.identical(r1.id, r2.id)
                    && (!t1
                        || !t2
                        || v1 == v2
                            && p1.len() == p2.len()
                            && p1.iter().zip(p2).all(|(x, y)| self.identical(x.id, y.id)))
            }
            (x, y) => x == y,
        }
    }

    fn identical_qual(&self, a: QualType, b: QualType) -> bool {
        let (x, y) = (
            self.program.types.resolve_qual(a),
            self.program.types.resolve_qual(b),
        );
        let element_quals = |mut ty: QualType| {
            let mut quals = ty.quals;
            while let Type::Array { elem, .. } = self.program.types.get(ty.id) {
                ty = self.program.types.resolve_qual(*elem);
                quals = quals.union(ty.quals);
            }
            quals
        };
        element_quals(x) == element_quals(y) && self.identical(a.id, b.id)
    }

    /// Usual arithmetic conversions (6.3.1.8): both operands converted, and the common type.
    /// None where an operand is not arithmetic.
    pub(super) fn usual(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId, TypeId)> {
        let (x, y) = (self.ty(a).id, self.ty(b).id);
        let parts = (self.part_type(x)?, self.part_type(y)?);
        let complex = (self.is_complex(x), self.is_complex(y));
        let floating = matches!(parts.0, Part::Float(_)) || matches!(parts.1, Part::Float(_));
        if floating || complex.0 && complex.1 {
            return Some(self.with_parts(a, b, parts.0.common(parts.1)));
        }
        let (a, b) = (self.promote(a), self.promote(b));
        if complex.0 || complex.1 {
            // No type of the IR is a complex number whose parts have the width of a bit-field.
            if self.exact(a).is_some() || self.exact(b).is_some() {
                return None;
            }
            let common = self
                .part_type(self.ty(a).id)?
                .common(self.part_type(self.ty(b).id)?);
            return Some(self.with_parts(a, b, common));
        }
        if let Some(converted) = self.usual_exact(a, b) {
            return Some(converted);
        }
        let (x, y) = (self.int_kind(self.ty(a).id)?, self.int_kind(self.ty(b).id)?);
        let common = self.int(x.common(y));
        Some((
            self.coerce(a, common.into()),
            self.coerce(b, common.into()),
            common,
        ))
    }

    /// Two operands, real or complex, with parts of the common type; a real operand stays real.
    fn with_parts(&mut self, a: ExprId, b: ExprId, common: Part) -> (ExprId, ExprId, TypeId) {
        let real = self.intern(common.real());
        let complex = self.intern(Type::Complex(common));
        let of = |lower: &Self, id| match lower.is_complex(lower.ty(id).id) {
            true => complex,
            false => real,
        };
        let (x, y) = (of(self, a), of(self, b));
        let result = if x == complex { x } else { y };
        (self.coerce(a, x.into()), self.coerce(b, y.into()), result)
    }

    /// Whether a type is complex.
    pub(super) fn is_complex(&self, ty: TypeId) -> bool {
        matches!(self.program.types.resolve(ty), Type::Complex(_))
    }

    /// The type of a complex number's parts, a real number's own type; none where a type is not arithmetic.
    pub(super) fn part_type(&self, ty: TypeId) -> Option<Part> {
        match self.program.types.resolve(ty) {
            Type::Float(kind) => Some(Part::Float(*kind)),
            Type::Complex(part) => Some(*part),
            Type::Bool => Some(Part::Int(IntKind::UChar)),
            _ => self.int_kind(ty).map(Part::Int),
        }
    }

    /// Default argument promotions (6.5.2.2).
    pub(super) fn promote_argument(&mut self, id: ExprId) -> ExprId {
        let id = self.decay(id);
        match self.program.types.resolve(self.ty(id).id) {
            Type::Float(FloatKind::Float) => {
                let to = self.intern(Type::Float(FloatKind::Double));
                self.coerce(id, to.into())
            }
            _ => self.promote(id),
        }
    }

    /// Whether an expression is a null pointer constant (6.3.2.3).
    pub(super) fn is_null(&self, id: ExprId) -> bool {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::Int { value: 0, .. } => true,
            ExprKind::Convert {
                arg,
                why: Conversion::Cast,
            } => {
                let to_void = match self.program.types.resolve(expr.ty.id) {
                    Type::Pointer(to) => {
                        matches!(self.program.types.resolve(to.id), Type::Void)
                            && to.quals == Quals::default()
                    }
                    Type::Int(_) => true,
                    _ => false,
                };
                to_void && self.is_null(*arg)
            }
            _ => {
                self.program.types.is_integer(expr.ty.id)
                    && !matches!(expr.kind, ExprKind::Var(_))
                    && constants::int_value(&self.program, id) == Some(0)
            }
        }
    }
}
