//! Constants and string literals (C11, 6.4.4 and 6.4.5): their values and types.

use super::Lower;
use crate::front::AttributeKind;
use crate::ir::characters::{self, escape, split_prefix, wide_kind};
use crate::ir::*;
use crate::source::Span;
use crate::source::bytes::stray;
use lang_c::ast::{self, Constant, FloatFormat, IntegerBase, IntegerSize, TS18661FloatFormat};
use lang_c::span::Node;

impl Lower<'_> {
    /// constant
    pub(super) fn constant(&mut self, node: &Node<Constant>) -> ExprId {
        let span = self.span(node);
        if let Some(id) = self.rewritten_constant(span) {
            return id;
        }
        let text = self.text(span).to_owned();
        match &node.node {
            Constant::Integer(integer) => {
                let (value, kind) = integer_value(integer);
                if integer.suffix.imaginary {
                    let ty = self.intern(Type::Complex(Part::Int(kind)));
                    return self.expr(ExprKind::Imaginary { text }, ty, span);
                }
                let ty = self.int(kind);
                self.expr(ExprKind::Int { value, text }, ty, span)
            }
            Constant::Float(float) => {
                let value = match float.base {
                    ast::FloatBase::Decimal => float.number.parse().unwrap_or(0.0),
                    ast::FloatBase::Hexadecimal => hex_float(&float.number),
                };
                let mut kind = match &float.suffix.format {
                    FloatFormat::Float => FloatKind::Float,
                    FloatFormat::Double => FloatKind::Double,
                    FloatFormat::LongDouble => FloatKind::LongDouble,
                    FloatFormat::TS18661Format(ts) => match (&ts.format, ts.width) {
                        (TS18661FloatFormat::BinaryInterchange, 16) => FloatKind::Half,
                        (TS18661FloatFormat::BinaryInterchange, 32) => FloatKind::Float,
                        (TS18661FloatFormat::BinaryInterchange, 64) => FloatKind::Double,
                        (TS18661FloatFormat::BinaryExtended, 32) => FloatKind::Double,
                        (TS18661FloatFormat::BinaryExtended, 64) => FloatKind::LongDouble,
                        (
                            TS18661FloatFormat::DecimalInterchange
                            | TS18661FloatFormat::DecimalExtended,
                            width,
                        ) => {
                            let ty = self.intern(Type::Opaque(format!("_Decimal{width}")));
                            return self.opaque(span, ty, "a decimal floating constant");
                        }
                        _ => FloatKind::Quad,
                    },
                };
                if let Some(odd) = self.rewritten_at(span.lo, AttributeKind::ConstantSuffix) {
                    kind = match odd.argument.to_ascii_lowercase() {
                        text if text.contains('q') => FloatKind::Quad,
                        text if text.contains('w') => FloatKind::LongDouble,
                        _ => kind,
                    };
                }
                if float.suffix.imaginary {
                    let ty = self.intern(Type::Complex(Part::Float(kind)));
                    return self.expr(ExprKind::Imaginary { text }, ty, span);
                }
                let ty = self.intern(Type::Float(kind));
                self.expr(ExprKind::Float { value, text }, ty, span)
            }
            Constant::Character(raw) => {
                let written = if text.ends_with('\'') { &text } else { raw };
                let (value, kind) = char_value(written);
                let ty = self.int(kind);
                self.expr(ExprKind::Int { value, text }, ty, span)
            }
        }
    }

    /// A constant that stands for something that lang-c cannot read.
    fn rewritten_constant(&mut self, span: Span) -> Option<ExprId> {
        let attribute = self
            .attributes_in(span.lo as usize, span.lo as usize + 1)
            .into_iter()
            .next()?;
        let place = attribute.span;
        Some(match attribute.kind {
            AttributeKind::LabelAddress => {
                let void = self.intern(Type::Void);
                let ty = self.program.types.pointer_to(void.into());
                self.opaque(place, ty, "the address of a label")
            }
            AttributeKind::TypeBuiltin => self.type_builtin(place),
            // `(T){}`, where the text had no room for more.
            AttributeKind::EmptyBraces => {
                let open = attribute.argument.find('(')? + 1;
                let close = attribute.argument.rfind(')')?;
                let name = attribute.argument.get(open..close)?;
                let ty = self.read_type(name, place.lo as usize + open)?;
                let init = Init::List(vec![]);
                self.expr(ExprKind::CompoundLiteral { init }, ty, place)
            }
            AttributeKind::C23 => match attribute.argument.as_str() {
                word @ ("true" | "false") => {
                    let ty = self.intern(Type::Bool);
                    let value = i128::from(word == "true");
                    let text = word.to_owned();
                    self.expr(ExprKind::Int { value, text }, ty, place)
                }
                "nullptr" => {
                    let int = self.int(IntKind::Int);
                    let text = "0".to_owned();
                    let zero = self.expr(ExprKind::Int { value: 0, text }, int, place);
                    let void = self.intern(Type::Void);
                    let ty = self.program.types.pointer_to(void.into());
                    self.coerce(zero, ty.into())
                }
                // `u8'a'` is a `char8_t`, which is an `unsigned char`.
                character if character.starts_with("u8'") => {
                    let (value, _) = char_value(character);
                    let value = constants::wrap_int(value, IntKind::UChar);
                    let (int, byte) = (self.int(IntKind::Int), self.int(IntKind::UChar));
                    let text = character.to_owned();
                    let whole = self.expr(ExprKind::Int { value, text }, int, place);
                    self.coerce(whole, byte.into())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// string-literal
    pub(super) fn string(&mut self, node: &Node<ast::StringLiteral>) -> ExprId {
        let span = self.span(node);
        let (mut kind, mut units) = (IntKind::Char, 0);
        // The tree has escapes that lang-c does not know as other ones.
        let written = string_tokens(self.text(span));
        let read = || node.node.iter().map(String::as_str).collect();
        let tokens: Vec<&str> = if written.len() == node.node.len() {
            written
        } else {
            read()
        };
        let pieces: Vec<(&str, &str)> = tokens.iter().map(|p| split_prefix(p)).collect();
        for (prefix, _) in &pieces {
            if let Some(wide) = wide_kind(prefix) {
                kind = wide;
            }
        }
        for (_, body) in &pieces {
            units += characters::units(body, kind).len() as u64;
        }
        let text = match self.line(span) {
            text if text.contains('"') => text,
            _ => node.node.join(" "),
        };
        let elem = self.int(kind).into();
        let len = ArrayLen::Known(units + 1);
        let ty = self.intern(Type::Array { elem, len });
        self.expr(ExprKind::Str { text }, ty, span)
    }

    /// `__func__`
    pub(super) fn function_name(&mut self, span: Span) -> ExprId {
        let name = match self.function {
            Some(func) => self.program.funcs[func].name.clone(),
            None => String::new(),
        };
        let char = self.int(IntKind::Char);
        let elem = QualType {
            id: char,
            quals: Quals {
                is_const: true,
                ..Quals::default()
            },
        };
        let len = ArrayLen::Known(name.len() as u64 + 1);
        let ty = self.intern(Type::Array { elem, len });
        let text = format!("\"{name}\"");
        self.expr(ExprKind::Str { text }, ty, span)
    }
}

/// The string literals in a piece of text.
fn string_tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut tokens = vec![];
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'#' {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at] != b'"' {
            at += 1;
        }
        at += 1;
        while at < bytes.len() && bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        at = (at + 1).min(bytes.len());
        match text.get(start..at) {
            Some(token) => tokens.push(token),
            None => return vec![],
        }
    }
    tokens
}

/// The value and type of a character constant, as written.
fn char_value(literal: &str) -> (i128, IntKind) {
    let (prefix, body) = split_prefix(literal);
    let wide = wide_kind(prefix);
    let mut values: Vec<i128> = vec![];
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let (value, wide_char, used) = match (c, stray(c)) {
            ('\\', _) => escape(rest),
            (_, Some(byte)) => (byte.into(), false, c.len_utf8()),
            _ => (i128::from(u32::from(c)), c.len_utf8() > 1, c.len_utf8()),
        };
        rest = &rest[used..];
        match char::from_u32(value as u32) {
            Some(c) if wide_char && wide.is_none() => {
                let mut buffer = [0; 4];
                let bytes = c.encode_utf8(&mut buffer).bytes();
                values.extend(bytes.map(i128::from));
            }
            _ => values.push(value),
        }
    }
    match wide {
        Some(kind) => (
            constants::wrap_int(values.last().copied().unwrap_or(0), kind),
            kind,
        ),
        None if values.len() == 1 => (constants::wrap_int(values[0], IntKind::Char), IntKind::Int),
        None => {
            let all = values.iter().fold(0, |all, v| (all << 8) | (v & 0xff));
            (constants::wrap_int(all, IntKind::Int), IntKind::Int)
        }
    }
}

/// The value and type of an integer constant (6.4.4.1).
fn integer_value(integer: &ast::Integer) -> (i128, IntKind) {
    use IntKind::*;
    let (radix, decimal) = match integer.base {
        IntegerBase::Decimal => (10, true),
        IntegerBase::Octal => (8, false),
        IntegerBase::Hexadecimal => (16, false),
        IntegerBase::Binary => (2, false),
    };
    let value = i128::from_str_radix(&integer.number, radix).unwrap_or(0);
    let candidates: &[IntKind] = match (integer.suffix.size, integer.suffix.unsigned, decimal) {
        (IntegerSize::Int, false, true) => &[Int, Long, Int128],
        (IntegerSize::Int, false, false) => &[Int, UInt, Long, ULong],
        (IntegerSize::Int, true, _) => &[UInt, ULong],
        (IntegerSize::Long, false, true) => &[Long, Int128],
        (IntegerSize::Long, false, false) => &[Long, ULong],
        (IntegerSize::Long, true, _) => &[ULong],
        (IntegerSize::LongLong, false, true) => &[LongLong, Int128],
        (IntegerSize::LongLong, false, false) => &[LongLong, ULongLong],
        (IntegerSize::LongLong, true, _) => &[ULongLong],
    };
    let kind = candidates
        .iter()
        .copied()
        .find(|&kind| kind.holds(value))
        .unwrap_or(ULong);
    (value, kind)
}

/// `1.8p3`, without its `0x`.
fn hex_float(text: &str) -> f64 {
    let text = text.trim_start_matches("0x").trim_start_matches("0X");
    let (digits, exponent) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().unwrap_or(0)),
        None => (text, 0),
    };
    let (mut value, mut scale, mut fraction) = (0f64, exponent, false);
    for c in digits.chars() {
        match c.to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                if fraction {
                    scale -= 4;
                }
            }
            None => fraction |= c == '.',
        }
    }
    // In two steps, so that neither factor leaves the range.
    value * 2f64.powi(scale / 2) * 2f64.powi(scale - scale / 2)
}
