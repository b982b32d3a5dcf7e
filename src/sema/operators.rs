//! Operators (C11, 6.5.3 to 6.5.16): the operands' conversions and the result's type.

use super::Lower;
use crate::front::AttributeKind;
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, BinaryOperator, UnaryOperator};

const WIDE_DIVISION: &str =
    "`/=` or `%=` with a bit-field wider than `int`, where what is assigned to has side effects";

impl Lower<'_> {
    /// unary-expression, and postfix `++` and `--`
    pub(super) fn unary(&mut self, node: &ast::UnaryOperatorExpression, span: Span) -> ExprId {
        let at = self.start(node.operator.span) as u32;
        let arg = self.expression(&node.operand);
        let op = match node.operator.node {
            UnaryOperator::PostIncrement => return self.inc_dec(arg, true, true, span),
            UnaryOperator::PostDecrement => return self.inc_dec(arg, false, true, span),
            UnaryOperator::PreIncrement => return self.inc_dec(arg, true, false, span),
            UnaryOperator::PreDecrement => return self.inc_dec(arg, false, false, span),
            UnaryOperator::Address => {
                if !matches!(
                    self.program.exprs[arg].kind,
                    ExprKind::CompoundLiteral { .. }
                ) {
                    self.keep_literal(arg);
                }
                let ty = self.program.types.pointer_to(self.ty(arg));
                return self.expr(ExprKind::AddrOf(arg), ty, span);
            }
            UnaryOperator::Indirection => return self.deref(arg, span),
            UnaryOperator::Plus => {
                if self.rewritten_at(at, AttributeKind::RealPart).is_some() {
                    return self.part(0, arg, span);
                }
                if self
                    .rewritten_at(at, AttributeKind::ImaginaryPart)
                    .is_some()
                {
                    return self.part(1, arg, span);
                }
                if self
                    .rewritten_at(at, AttributeKind::SizeofLiteral)
                    .is_some()
                {
                    return self.size_of(self.ty(arg), Some(arg), span);
                }
                UnOp::Plus
            }
            UnaryOperator::Minus => UnOp::Neg,
            UnaryOperator::Complement => UnOp::BitNot,
            UnaryOperator::Negate => UnOp::Not,
        };
        let arg = self.decay(arg);
        if op == UnOp::Not {
            let int = self.int(IntKind::Int);
            return self.expr(ExprKind::Unary { op, arg }, int, span);
        }
        let arg = self.promote(arg);
        let ty = self.unqualified(self.ty(arg));
        if !self.program.types.is_arithmetic(ty.id) {
            return self.opaque(span, ty, "an operator on a type of the compiler's own");
        }
        let exact = self.exact(arg);
        let result = self.expr(ExprKind::Unary { op, arg }, ty, span);
        // Minus and complement overflow where a difference does.
        self.exact_result(BinOp::Sub, result, exact)
    }

    fn inc_dec(&mut self, arg: ExprId, increment: bool, postfix: bool, span: Span) -> ExprId {
        self.keep_literal(arg);
        let ty = self.unqualified(self.ty(arg));
        let kind = ExprKind::IncDec {
            arg,
            increment,
            postfix,
        };
        self.expr(kind, ty, span)
    }

    /// `*arg`
    pub(super) fn deref(&mut self, arg: ExprId, span: Span) -> ExprId {
        let arg = self.decay(arg);
        match *self.program.types.resolve(self.ty(arg).id) {
            Type::Pointer(to) => self.expr(ExprKind::Deref(arg), to, span),
            _ => {
                let int = self.int(IntKind::Int);
                self.opaque(span, int, "`*` on something that is no pointer")
            }
        }
    }

    /// GNU `__real__` and `__imag__`: part 0 and part 1 of a complex number, an lvalue where that is one. A real
    /// number is its own real part.
    fn part(&mut self, index: usize, arg: ExprId, span: Span) -> ExprId {
        let ty = self.ty(arg);
        let Type::Complex(part) = *self.program.types.resolve(ty.id) else {
            if index == 0 {
                return arg;
            }
            let ty = self.unqualified(ty);
            let int = self.int(IntKind::Int);
            let text = "0".to_owned();
            let zero = self.expr(ExprKind::Int { value: 0, text }, int, span);
            let rhs = self.coerce(zero, ty);
            return self.expr(ExprKind::Comma { lhs: arg, rhs }, ty, span);
        };
        let id = self.intern(part.real());
        let quals = self.program.types.resolve_qual(ty).quals;
        let kind = ExprKind::Member {
            base: arg,
            arrow: false,
            name: if index == 0 { "re" } else { "im" }.to_owned(),
            path: vec![index],
        };
        self.expr(kind, QualType { id, quals }, span)
    }

    pub(super) fn binary_operator(
        &mut self,
        node: &ast::BinaryOperatorExpression,
        span: Span,
    ) -> ExprId {
        use BinaryOperator as B;
        let compound = match node.operator.node {
            B::Assign => None,
            B::AssignMultiply => Some(BinOp::Mul),
            B::AssignDivide => Some(BinOp::Div),
            B::AssignModulo => Some(BinOp::Rem),
            B::AssignPlus => Some(BinOp::Add),
            B::AssignMinus => Some(BinOp::Sub),
            B::AssignShiftLeft => Some(BinOp::Shl),
            B::AssignShiftRight => Some(BinOp::Shr),
            B::AssignBitwiseAnd => Some(BinOp::BitAnd),
            B::AssignBitwiseXor => Some(BinOp::BitXor),
            B::AssignBitwiseOr => Some(BinOp::BitOr),
            _ => {
                let lhs = self.value(&node.lhs);
                let rhs = self.value(&node.rhs);
                return match simple(&node.operator.node) {
                    Some(op) => self.binary(op, lhs, rhs, span),
                    None => self.index(lhs, rhs, span),
                };
            }
        };
        let lhs = self.expression(&node.lhs);
        self.keep_literal(lhs);
        let rhs = self.value(&node.rhs);
        match compound {
            None => self.assign(lhs, rhs, span),
            Some(op) if self.divides_exactly(op, lhs, rhs) => {
                if !self.may_repeat(lhs) {
                    let ty = self.unqualified(self.ty(lhs));
                    return self.opaque(span, ty, WIDE_DIVISION);
                }
                let old = self.value(&node.lhs);
                let new = self.binary(op, old, rhs, span);
                self.assign(lhs, new, span)
            }
            Some(op) => self.compound_assign(op, lhs, rhs, span),
        }
    }

    pub(super) fn assign(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let ty = self.unqualified(self.ty(lhs));
        let rhs = self.coerce(rhs, ty);
        self.expr(ExprKind::Assign { lhs, rhs }, ty, span)
    }

    fn compound_assign(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let ty = self.unqualified(self.ty(lhs));
        let (rhs, compute) = if self.program.types.is_pointer(ty.id) {
            (self.promote(rhs), ty.id)
        } else if matches!(op, BinOp::Shl | BinOp::Shr) {
            let promoted = self.promote(lhs);
            (self.promote(rhs), self.ty(promoted).id)
        } else {
            match self.usual(lhs, rhs) {
                Some((_, rhs, common)) => (rhs, common),
                None => {
                    return self.opaque(span, ty, "an operator on a type of the compiler's own");
                }
            }
        };
        let compute = match self.program.types.get(compute) {
            Type::Alias(_) => self.program.types.resolve_qual(compute.into()).id,
            _ => compute,
        };
        let kind = ExprKind::CompoundAssign {
            op,
            lhs,
            rhs,
            compute,
        };
        self.expr(kind, ty, span)
    }

    /// `lhs[rhs]`, either way round
    pub(super) fn index(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let (base, index) = if self.program.types.is_pointer(self.ty(lhs).id) {
            (lhs, rhs)
        } else {
            (rhs, lhs)
        };
        let Type::Pointer(to) = *self.program.types.resolve(self.ty(base).id) else {
            let int = self.int(IntKind::Int);
            let vector = [lhs, rhs].into_iter().any(|side| {
                let ty = self.program.types.resolve(self.ty(side).id);
                matches!(ty, Type::Opaque(text) if text.contains("vector_size"))
            });
            let why = match vector {
                true => VECTOR_ELEMENT,
                false => "an index into something that is no pointer",
            };
            return self.opaque(span, int, why);
        };
        let index = self.promote(index);
        self.expr(ExprKind::Index { base, index }, to, span)
    }

    /// A binary operator on decayed operands.
    pub(super) fn binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let int = self.int(IntKind::Int);
        if matches!(op, BinOp::And | BinOp::Or) {
            return self.expr(ExprKind::Binary { op, lhs, rhs }, int, span);
        }
        let types = &self.program.types;
        let (x, y) = (self.ty(lhs).id, self.ty(rhs).id);
        let pointers = (types.is_pointer(x), types.is_pointer(y));
        match (op, pointers) {
            (BinOp::Sub, (true, true)) => {
                let ty = self.int(IntKind::Long);
                self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            (BinOp::Add | BinOp::Sub, (true, false)) => {
                let rhs = self.promote(rhs);
                let ty = self.unqualified(self.ty(lhs));
                self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            (BinOp::Add, (false, true)) => {
                let lhs = self.promote(lhs);
                let ty = self.unqualified(self.ty(rhs));
                self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            (_, (true, _) | (_, true)) if op.is_comparison() => {
                let (lhs, rhs, _) = self.composite(lhs, rhs);
                self.expr(ExprKind::Binary { op, lhs, rhs }, int, span)
            }
            (BinOp::Shl | BinOp::Shr, _)
                if self.int_kind(x).is_some() || self.program.types.is_integer(x) =>
            {
                let (lhs, rhs) = (self.promote(lhs), self.promote(rhs));
                let ty = self.unqualified(self.ty(lhs));
                let exact = self.exact(lhs);
                let result = self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span);
                self.exact_result(op, result, exact)
            }
            _ => match self.usual(lhs, rhs) {
                Some((lhs, rhs, common)) => {
                    let ty = if op.is_comparison() { int } else { common };
                    let exact = self.exact(lhs);
                    let lhs = self.exact_operand(op, lhs);
                    let rhs = self.exact_operand(op, rhs);
                    let result = self.expr(ExprKind::Binary { op, lhs, rhs }, ty, span);
                    self.exact_result(op, result, exact)
                }
                None => {
                    let ty = self.ty(lhs);
                    self.opaque(span, ty, "an operator on a type of the compiler's own")
                }
            },
        }
    }

    /// Two operands of which one is a pointer, brought to their composite type (6.5.15).
    fn composite(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId, QualType) {
        let (x, y) = (self.ty(a), self.ty(b));
        let pointee = |lower: &Self, ty: QualType| match *lower.program.types.resolve(ty.id) {
            Type::Pointer(to) => Some(to),
            _ => None,
        };
        let (px, py) = (pointee(self, x), pointee(self, y));
        let to = match (px, py) {
            (Some(_), None) => self.unqualified(x),
            (None, Some(_)) => self.unqualified(y),
            (Some(_), _) if self.is_null(b) => self.unqualified(x),
            (_, Some(_)) if self.is_null(a) => self.unqualified(y),
            (Some(px), Some(py)) => {
                let quals = self
                    .program
                    .types
                    .resolve_qual(px)
                    .quals
                    .union(self.program.types.resolve_qual(py).quals);
                let void = |ty: QualType| matches!(self.program.types.resolve(ty.id), Type::Void);
                let id = if void(px) || !void(py) { px.id } else { py.id };
                let target = QualType { id, quals };
                if self.identical(x.id, y.id) {
                    self.unqualified(x)
                } else {
                    self.program.types.pointer_to(target).into()
                }
            }
            (None, None) => self.unqualified(x),
        };
        (self.coerce(a, to), self.coerce(b, to), to)
    }

    /// conditional-expression
    pub(super) fn conditional(&mut self, node: &ast::ConditionalExpression, span: Span) -> ExprId {
        let cond = self.value(&node.condition);
        let elvis = self.is_elvis(&node.then_expression);
        let yes = if elvis {
            cond
        } else {
            self.value(&node.then_expression)
        };
        let no = self.value(&node.else_expression);
        let (x, y) = (self.ty(yes), self.ty(no));
        let types = &self.program.types;
        let (yes, no, ty) = if types.is_arithmetic(x.id) && types.is_arithmetic(y.id) {
            match self.usual(yes, no) {
                Some((yes, no, common)) => (yes, no, common.into()),
                None => (yes, no, self.unqualified(x)),
            }
        } else if types.is_pointer(x.id) || types.is_pointer(y.id) {
            self.composite(yes, no)
        } else if matches!(types.resolve(y.id), Type::Void) {
            (yes, no, y.id.into())
        } else {
            (yes, no, self.unqualified(x))
        };
        let kind = ExprKind::Cond {
            cond,
            yes: (!elvis).then_some(yes),
            no,
        };
        let exact = self.exact(yes).and(self.exact(no));
        let result = self.expr(kind, ty, span);
        self.exact_result(BinOp::BitOr, result, exact)
    }
}

/// The operators without side effects; none for an index.
fn simple(op: &BinaryOperator) -> Option<BinOp> {
    use BinaryOperator::*;
    Some(match op {
        Multiply => BinOp::Mul,
        Divide => BinOp::Div,
        Modulo => BinOp::Rem,
        Plus => BinOp::Add,
        Minus => BinOp::Sub,
        ShiftLeft => BinOp::Shl,
        ShiftRight => BinOp::Shr,
        Less => BinOp::Lt,
        Greater => BinOp::Gt,
        LessOrEqual => BinOp::Le,
        GreaterOrEqual => BinOp::Ge,
        Equals => BinOp::Eq,
        NotEquals => BinOp::Ne,
        BitwiseAnd => BinOp::BitAnd,
        BitwiseXor => BinOp::BitXor,
        BitwiseOr => BinOp::BitOr,
        LogicalAnd => BinOp::And,
        LogicalOr => BinOp::Or,
        _ => return None,
    })
}
