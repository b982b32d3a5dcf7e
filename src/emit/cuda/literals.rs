//! Constants and string literals, from their values and the user's spelling: as the user wrote them where C++ takes that
//! for the same.

use super::Printer;
use super::cast::Cxx;
use super::constants::float_constant;
use super::precedence::{Prec, Text};
use crate::ir::literals;
use crate::ir::{Expr, FloatKind, QualType, Type};

impl Printer<'_> {
    /// A floating constant: as the user wrote it, where C++ takes it for the same.
    pub(super) fn floating(&mut self, expr: &Expr, value: f64, text: &str) -> Text {
        let is = Cxx::Is(expr.ty);
        if self.misses_its_type(value, text, expr.ty) {
            let Type::Float(kind) = *self.program.types.resolve(expr.ty.id) else {
                unreachable!("a floating constant has a floating type")
            };
            return Text::primary(float_constant(value, kind), is);
        }
        Text::primary(text.trim_end_matches(['l', 'L']), is)
    }

    /// Whether a floating constant is beyond the range of its type, or too small for it: C++ warns about it, and has
    /// no such constant for static storage.
    pub(super) fn misses_its_type(&self, value: f64, text: &str, ty: QualType) -> bool {
        let single = *self.program.types.resolve(ty.id) == Type::Float(FloatKind::Float);
        let held = if single {
            f64::from(value as f32)
        } else {
            value
        };
        held.is_infinite() || held == 0.0 && !literals::is_zero(text)
    }

    /// An integer or character constant: as the user wrote it, where C++ gives it the same type.
    pub(super) fn int(&mut self, expr: &Expr, value: i128, text: &str) -> Text {
        let is = Cxx::Is(expr.ty);
        if literals::is_plain_char(text) {
            return Text::primary(text, Cxx::Char);
        }
        if let Type::Int(kind) = self.program.types.resolve(expr.ty.id)
            && kind.size() > 8
        {
            return Text::new(literals::wide_constant(value, *kind), Prec::Cast, is);
        }
        if literals::is_char(text) || text.is_empty() {
            let types = &self.program.types;
            let (unsigned, long) = match types.resolve(expr.ty.id) {
                Type::Int(kind) => (!kind.signed() && kind.rank() > 2, kind.size() == 8),
                _ => (false, false),
            };
            let text = literals::int_constant(value, unsigned, long);
            let prec = if text.starts_with('-') {
                Prec::Unary
            } else {
                Prec::Primary
            };
            return Text::new(text, prec, is);
        }
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'\'');
        let prec = if plain { Prec::Primary } else { Prec::Comma };
        Text::new(text, prec, is)
    }
}

/// A string literal as C++ reads it. Wide characters have types of their own there, and integer types in C: a wide
/// literal is used through a cast.
pub(super) fn string_literal(text: &str) -> String {
    let pieces = literals::pieces(text);
    let pieces: Vec<&str> = pieces
        .iter()
        .map(|piece| piece.strip_prefix("u8").unwrap_or(piece))
        .collect();
    pieces.join(" ")
}
