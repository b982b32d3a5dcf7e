//! Access to objects: members, addresses, decay of arrays, sizes.

use super::Printer;
use super::cast::Cxx;
use super::expr::{Prec, Text, prec_of};
use super::types::is_vla;
use crate::ir::{Expr, ExprId, ExprKind, QualType, Type};

impl Printer<'_> {
    pub(super) fn member(
        &self,
        expr: &Expr,
        base: ExprId,
        arrow: bool,
        name: &str,
        path: &[usize],
    ) -> Text {
        let types = &self.program.types;
        let whole = self.program.expr(base).ty;
        let whole = if arrow {
            types.element(whole.id).unwrap_or(whole)
        } else {
            whole
        };
        self.complete(whole);
        let base = self.node(base);
        let name = self.names.member(name);
        let text = match base.text.strip_prefix('*') {
            // `(*p).x` where a hook put a pointer in a variable's place.
            Some(pointer)
                if !arrow && base.prec == Prec::Unary && prec_of(pointer) >= Prec::Postfix =>
            {
                format!("{pointer}->{name}")
            }
            _ => {
                let dot = if arrow { "->" } else { "." };
                format!("{}{dot}{name}", base.at_least(Prec::Postfix))
            }
        };
        Text::new(text, Prec::Postfix, self.field_type(expr, whole, path))
    }

    /// A bit-field of enum type is printed as an integer (see `decls.rs`).
    fn field_type(&self, expr: &Expr, whole: QualType, path: &[usize]) -> Cxx {
        let types = &self.program.types;
        let mut ty = whole;
        for (depth, &index) in path.iter().enumerate() {
            let Type::Record(id) = types.resolve(ty.id) else {
                break;
            };
            let Some(field) = self.program.records[*id]
                .fields
                .as_ref()
                .and_then(|f| f.get(index))
            else {
                break;
            };
            if depth + 1 == path.len()
                && field.bits.is_some()
                && let Type::Enum(id) = types.resolve(field.ty.id)
            {
                return Cxx::Int(self.program.enums[*id].repr);
            }
            ty = field.ty;
        }
        Cxx::Is(expr.ty)
    }

    pub(super) fn address(&self, expr: &Expr, arg: ExprId) -> Text {
        let is = Cxx::Is(expr.ty);
        if let ExprKind::CompoundLiteral { init } = &self.program.expr(arg).kind {
            return self.hoisted_literal(arg, init, expr.ty, true);
        }
        let arg = self.node(arg);
        match arg.text.strip_prefix('*') {
            Some(pointer) if arg.prec == Prec::Unary && prec_of(pointer) == Prec::Primary => {
                Text::primary(pointer, is)
            }
            _ => Text::new(format!("&{}", arg.at_least(Prec::Cast)), Prec::Unary, is),
        }
    }

    pub(super) fn array_decay(&self, ty: QualType, arg: ExprId) -> Text {
        match &self.program.expr(arg).kind {
            ExprKind::Str { .. } => Text {
                cxx: Cxx::ConstChars,
                ..self.node(arg)
            },
            ExprKind::CompoundLiteral { init } => self.hoisted_literal(arg, init, ty, false),
            _ => Text {
                cxx: Cxx::Is(ty),
                ..self.node(arg)
            },
        }
    }

    pub(super) fn size(&self, expr: &Expr, of: QualType, value: Option<u64>, text: &str) -> Text {
        let is = Cxx::Is(expr.ty);
        let alignment = text.contains("lignof");
        if value.is_none() && is_vla(&self.program.types, of.id) {
            return self.vla_size(of, is);
        }
        let spellable = self.program.size_of(of.id).is_some()
            && !super::decls::holds_foreign(self.program, of.id)
            && match alignment {
                true => self.program.bare_align_of(of.id) == value,
                false => self.program.size_of(of.id) == value,
            };
        match value {
            Some(value) if !spellable => Text::new(format!("(size_t){value}"), Prec::Cast, is),
            _ => {
                self.complete(of);
                let word = if alignment { "alignof" } else { "sizeof" };
                Text::new(format!("{word}({})", self.type_name(of)), Prec::Unary, is)
            }
        }
    }

    pub(super) fn complete_pointee(&self, ty: QualType) {
        if let Type::Pointer(to) = self.program.types.resolve(ty.id) {
            self.complete(*to);
        }
    }
}
