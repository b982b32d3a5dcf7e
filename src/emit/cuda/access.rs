//! Access to objects: members, addresses, decay of arrays, sizes.

use super::Printer;
use super::cast::Cxx;
use super::init::Literal;
use super::literals::string_literal;
use super::precedence::{Prec, Text, prec_of};
use super::types::is_volatile;
use crate::ir::characters::wide_string;
use crate::ir::is_vla;
use crate::ir::{Expr, ExprId, ExprKind, Field, Measure, QualType, Type};
use crate::source::Span;

/// How C names a member: of an object, or behind a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Dot,
    Arrow,
}

impl Printer<'_> {
    pub(super) fn member(
        &mut self,
        expr: &Expr,
        base: ExprId,
        access: Access,
        name: &str,
        path: &[usize],
    ) -> Text {
        let types = &self.program.types;
        let whole = self.program.expr(base).ty;
        let whole = match access {
            Access::Arrow => types.element(whole.id).unwrap_or(whole),
            Access::Dot => whole,
        };
        self.complete(whole);
        let base = self.node(base);
        let name = self.names.member(name);
        let text = match base.text.strip_prefix('*') {
            // `(*p).x`, where a hook spells a variable as a dereferenced pointer.
            Some(pointer)
                if access == Access::Dot
                    && base.prec == Prec::Unary
                    && prec_of(pointer) >= Prec::Postfix =>
            {
                format!("{pointer}->{name}")
            }
            _ => {
                let dot = match access {
                    Access::Arrow => "->",
                    Access::Dot => ".",
                };
                format!("{}{dot}{name}", base.at_least(Prec::Postfix))
            }
        };
        let cxx = self.field_type(expr, whole, path);
        match self.loses_volatile(expr, whole, path) {
            true => Text::new(format!("romp::as_volatile({text})"), Prec::Postfix, cxx),
            false => Text::new(text, Prec::Postfix, cxx),
        }
    }

    /// Whether a member is volatile in C and not in its declaration here: `decls.rs` leaves `volatile` out where C++
    /// could not copy the whole any more.
    pub(super) fn loses_volatile(&self, expr: &Expr, whole: QualType, path: &[usize]) -> bool {
        let types = &self.program.types;
        if !is_volatile(types, expr.ty) || is_volatile(types, whole) {
            return false;
        }
        match self.field_at(whole, path) {
            Some(field) if field.bits.is_some() => false,
            Some(field) => {
                !is_volatile(types, field.ty) || !super::decls::stays_volatile(types, field.ty)
            }
            None => false,
        }
    }

    /// The field that a path of indices leads to.
    fn field_at(&self, whole: QualType, path: &[usize]) -> Option<&Field> {
        let mut ty = whole;
        let mut found = None;
        for &index in path {
            let Type::Record(id) = self.program.types.resolve(ty.id) else {
                return None;
            };
            let field = self.program.records[*id].fields.as_ref()?.get(index)?;
            ty = field.ty;
            found = Some(field);
        }
        found
    }

    /// A bit-field of enum type is printed as an integer (see `decls.rs`).
    fn field_type(&self, expr: &Expr, whole: QualType, path: &[usize]) -> Cxx {
        match self.field_at(whole, path) {
            Some(field) if field.bits.is_some() => match self.program.types.resolve(field.ty.id) {
                Type::Enum(id) => Cxx::Int(self.program.enums[*id].repr),
                _ => Cxx::Is(expr.ty),
            },
            _ => Cxx::Is(expr.ty),
        }
    }

    pub(super) fn address(&mut self, expr: &Expr, arg: ExprId) -> Text {
        let is = Cxx::Is(expr.ty);
        if let ExprKind::CompoundLiteral { init } = &self.program.expr(arg).kind {
            return self.hoisted_literal(arg, init, expr.ty, Literal::Address);
        }
        let arg = self.node(arg);
        match arg.text.strip_prefix('*') {
            Some(pointer) if arg.prec == Prec::Unary && prec_of(pointer) == Prec::Primary => {
                Text::primary(pointer, is)
            }
            _ => Text::new(format!("&{}", arg.at_least(Prec::Cast)), Prec::Unary, is),
        }
    }

    pub(super) fn array_decay(&mut self, ty: QualType, arg: ExprId) -> Text {
        match &self.program.expr(arg).kind {
            ExprKind::Str { text } if wide_string(text).is_some() => {
                self.cast(Text::primary(string_literal(text), Cxx::ConstChars), ty)
            }
            ExprKind::Str { .. } => Text {
                cxx: Cxx::ConstChars,
                ..self.node(arg)
            },
            ExprKind::CompoundLiteral { init } => {
                self.hoisted_literal(arg, init, ty, Literal::Value)
            }
            _ => Text {
                cxx: Cxx::Is(ty),
                ..self.node(arg)
            },
        }
    }

    /// `sizeof` or `alignof` of a type, whose extents stand in a declarator of the text.
    pub(super) fn size(
        &mut self,
        expr: &Expr,
        (of, declarator): (QualType, Option<Span>),
        value: Option<u64>,
        measure: Measure,
    ) -> Text {
        let is = Cxx::Is(expr.ty);
        if value.is_none() && is_vla(&self.program.types, of.id) {
            return self.vla_size(of, is);
        }
        let spellable = self.program.size_of(of.id).is_some()
            && !super::decls::holds_foreign(self.program, of.id)
            && match measure {
                Measure::Alignment => self.program.bare_align_of(of.id) == value,
                Measure::Size => self.program.size_of(of.id) == value,
            };
        match value {
            Some(value) if !spellable => Text::new(format!("(size_t){value}"), Prec::Cast, is),
            _ => {
                self.complete(of);
                let word = match measure {
                    Measure::Alignment => "alignof",
                    Measure::Size => "sizeof",
                };
                let name = match declarator {
                    Some(at) => self.declaring(at, of, |p| p.type_name(of)),
                    None => self.type_name(of),
                };
                Text::new(format!("{word}({name})"), Prec::Unary, is)
            }
        }
    }

    pub(super) fn complete_pointee(&mut self, ty: QualType) {
        if let Type::Pointer(to) = self.program.types.resolve(ty.id) {
            self.complete(*to);
        }
    }
}
