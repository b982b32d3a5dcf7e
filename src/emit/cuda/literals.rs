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
        Text::primary(without_width(text), is)
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
            return Text::primary(literals::in_utf8(text), Cxx::Char);
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
    literals::in_utf8(&pieces.join(" ")).into_owned()
}

/// A floating constant without a suffix that C++ does not know: those of long double, and those that name a width (C23,
/// H.5.2). `1.5f32` is `1.5f`, and `1.5f64` and `1.5f32x` are `1.5`.
fn without_width(text: &str) -> String {
    const LONGER: &[char] = &['l', 'L', 'q', 'Q', 'w', 'W'];
    let named = ["f16", "f32x", "f64", "f64x", "f128"];
    let lower = text.to_ascii_lowercase();
    let bare = named.iter().find_map(|suffix| lower.strip_suffix(suffix));
    match (bare, lower.strip_suffix("f32")) {
        (_, Some(digits)) => format!("{}f", &text[..digits.len()]),
        (Some(digits), None) => text[..digits.len()].to_string(),
        (None, None) => text.trim_end_matches(LONGER).to_string(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn suffixes_that_name_widths() {
        for (text, expected) in [
            ("1.5", "1.5"),
            ("1.5f", "1.5f"),
            ("1.5L", "1.5"),
            ("1.5F32", "1.5f"),
            ("1.5f32x", "1.5"),
            ("0x1.8p3f64", "0x1.8p3"),
            ("1e3F64x", "1e3"),
            ("2.5f128", "2.5"),
            ("2.5Q", "2.5"),
            ("1.f16", "1."),
        ] {
            assert_eq!(super::without_width(text), expected, "{text}");
        }
    }
}
