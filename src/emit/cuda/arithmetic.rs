//! Arithmetic that C++ lacks: with GNU's `void *`, with pointers to arrays of variable length, `++` and compound
//! assignments of enums and bools.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text, infix};
use crate::ir::*;

/// The value that `++` or `--` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Before,
    After,
}

impl Printer<'_> {
    /// Additions and subtractions with pointers; none where both operands are arithmetic.
    pub(super) fn pointer_arithmetic(
        &mut self,
        expr: &Expr,
        op: BinOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Option<Text> {
        if !matches!(op, BinOp::Add | BinOp::Sub) {
            return None;
        }
        let is = Cxx::Is(expr.ty);
        let types = &self.program.types;
        let (lt, rt) = (self.program.expr(lhs).ty, self.program.expr(rhs).ty);
        let (lp, rp) = (types.is_pointer(lt.id), types.is_pointer(rt.id));
        if !lp && !rp {
            return None;
        }
        let pointer = if lp { lt } else { rt };
        self.complete_pointee(pointer);
        if lp && rp && self.points_to_vla(lt) {
            let difference = infix(&self.node(lhs), op, &self.node(rhs), is);
            let stride = self.stride(types.element(lt.id)?);
            let text = format!("({}) / {}", difference.text, stride.at_least(Prec::Cast));
            return Some(Text::new(text, Prec::Mul, is));
        }
        let bytes = self.void_pointee(pointer);
        let mut side = |e: ExprId, is_pointer: bool| {
            let text = self.node(e);
            match &bytes {
                Some(bytes) if is_pointer => Text {
                    text: format!("({bytes}){}", text.at_least(Prec::Cast)),
                    prec: Prec::Cast,
                    ..text
                },
                _ => text,
            }
        };
        let text = infix(&side(lhs, lp), op, &side(rhs, rp), is);
        if bytes.is_some() && lp != rp {
            return Some(self.cast(text, expr.ty));
        }
        Some(text)
    }

    /// For a pointer to void the type in which GNU C computes: char.
    fn void_pointee(&self, ty: QualType) -> Option<&'static str> {
        let types = &self.program.types;
        let Type::Pointer(to) = types.resolve(ty.id) else {
            return None;
        };
        let to = types.resolve_qual(*to);
        if *types.get(to.id) != Type::Void {
            return None;
        }
        Some(match (to.quals.is_const, to.quals.is_volatile) {
            (false, false) => "char *",
            (true, false) => "const char *",
            (false, true) => "volatile char *",
            (true, true) => "const volatile char *",
        })
    }

    /// Whether `++`, `--` or compound assignment to an lvalue has to be written out.
    pub(super) fn assigns_specially(&self, lvalue: ExprId) -> bool {
        let ty = self.program.expr(lvalue).ty;
        matches!(
            self.program.types.resolve(ty.id),
            Type::Bool | Type::Enum(_)
        ) || self.void_pointee(ty).is_some()
            || self.points_to_vla(ty)
    }

    pub(super) fn compound_assign(
        &mut self,
        expr: &Expr,
        op: BinOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Text {
        let ty = self.program.expr(lhs).ty;
        let types = &self.program.types;
        self.complete_pointee(ty);
        let is_enum = matches!(types.resolve(ty.id), Type::Enum(_));
        let loses_part = self.is_complex(self.program.expr(rhs).ty) && !self.is_complex(ty);
        if is_enum || loses_part || self.void_pointee(ty).is_some() {
            return self.written_out(lhs, |p, lvalue| {
                let rhs = p.node(rhs);
                p.after(lvalue, ty, op, &rhs)
            });
        }
        let (to, mut value) = (self.assigned_place(lhs), self.node(rhs));
        if let Some(kind) = self.kind_in_c(value.cxx) {
            value = self.as_kind(value, kind);
        }
        if self.points_to_vla(ty)
            && let Some(array) = types.element(ty.id)
        {
            let index = self.node_of_index(rhs);
            value = self.scaled(index, array);
        }
        let text = format!(
            "{} {}= {}",
            to.at_least(Prec::Unary),
            op.spelling(),
            value.at_least(Prec::Assign)
        );
        Text::new(text, Prec::Assign, Cxx::Is(expr.ty))
    }

    /// The value of `lvalue op rhs`, converted back.
    fn after(&mut self, lvalue: &Text, ty: QualType, op: BinOp, rhs: &Text) -> Text {
        let is = Cxx::Is(ty);
        if let Some(bytes) = self.void_pointee(ty) {
            let text = format!("({bytes}){}", lvalue.at_least(Prec::Cast));
            let sum = infix(&Text::new(text, Prec::Cast, is), op, rhs, is);
            return self.cast(sum, ty);
        }
        // The value is converted back, so that only quotients depend on the sign.
        let lvalue = match self.kind_in_c(lvalue.cxx) {
            Some(kind) if matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shr) => {
                self.as_kind(lvalue.clone(), kind)
            }
            _ => lvalue.clone(),
        };
        self.cast(infix(&lvalue, op, rhs, is), ty)
    }

    /// `++` or `--` for types that lack it in C++. `op` is their addition or subtraction of 1.
    pub(super) fn step(&mut self, arg: ExprId, op: BinOp, wanted: Wanted) -> Text {
        let ty = self.program.expr(arg).ty;
        let is = Cxx::Is(ty);
        let types = &self.program.types;
        if self.points_to_vla(ty)
            && let Some(array) = types.element(ty.id)
        {
            let stride = self.stride(array);
            let pointer = self.assigned_place(arg).at_least(Prec::Unary);
            let text = format!(
                "{pointer} {}= {}",
                op.spelling(),
                stride.at_least(Prec::Assign)
            );
            let text = Text::new(text, Prec::Assign, is);
            if wanted == Wanted::After {
                return text;
            }
            let back = match op {
                BinOp::Add => BinOp::Sub,
                _ => BinOp::Add,
            };
            return infix(&text, back, &stride, is);
        }
        let is_bool = *types.resolve(ty.id) == Type::Bool;
        let next = |p: &mut Self, lvalue: &Text| match (is_bool, op) {
            (true, BinOp::Add) => Text::primary("true", is),
            (true, _) => Text::new(format!("!{}", lvalue.at_least(Prec::Cast)), Prec::Unary, is),
            (false, _) => p.after(lvalue, ty, op, &Text::primary("1", Cxx::Bool)),
        };
        if wanted == Wanted::After {
            return self.written_out(arg, next);
        }
        let (declared, lvalue) = self.evaluated_once(arg);
        let was = self.names.fresh("was");
        let next = next(self, &lvalue);
        let lvalue = lvalue.text;
        let text = format!(
            "({{ {declared} auto {was} = {lvalue}; {lvalue} = {}; {was}; }})",
            next.text
        );
        Text::primary(text, is)
    }

    /// `lvalue = value(lvalue)`, the lvalue evaluated once.
    fn written_out(&mut self, lvalue: ExprId, value: impl Fn(&mut Self, &Text) -> Text) -> Text {
        let is = Cxx::Is(self.program.expr(lvalue).ty);
        let to = self.node(lvalue);
        if !self.has_effects(lvalue) {
            let value = value(self, &to);
            let to = self.assigned_place(lvalue);
            let text = format!(
                "{} = {}",
                to.at_least(Prec::Unary),
                value.at_least(Prec::Assign)
            );
            return Text::new(text, Prec::Assign, is);
        }
        let (declared, lvalue) = self.evaluated_once(lvalue);
        let value = value(self, &lvalue);
        let text = format!("({{ {declared} {} = {}; }})", lvalue.text, value.text);
        Text::primary(text, is)
    }

    /// The declaration of a reference by which an lvalue is evaluated once, and the lvalue by this name. No reference
    /// is to a bit-field: there it is to the structure.
    fn evaluated_once(&mut self, lvalue: ExprId) -> (String, Text) {
        let program = self.program;
        let expr = program.expr(lvalue);
        let is = Cxx::Is(expr.ty);
        let name = self.names.fresh("lvalue");
        if program.is_bit_field(lvalue)
            && let ExprKind::Member {
                base,
                arrow,
                name: field,
                ..
            } = &expr.kind
        {
            let object = self.assigned_place(*base);
            let object = match arrow {
                true => format!("*{}", object.at_least(Prec::Cast)),
                false => object.text,
            };
            let text = format!("{name}.{}", self.names.member(field));
            let declared = format!("auto &{name} = {object};");
            return (declared, Text::new(text, Prec::Postfix, is));
        }
        let place = self.assigned_place(lvalue);
        let declared = format!("auto &{name} = {};", place.text);
        (declared, Text::primary(name.as_str(), is))
    }

    /// Whether evaluating an expression twice differs from evaluating it once.
    pub(super) fn has_effects(&self, e: ExprId) -> bool {
        let mut effects = false;
        self.program.walk_expr(e, &mut |_, expr| {
            effects |= expr.kind.has_effect() || self.program.is_volatile(expr);
        });
        effects
    }
}
