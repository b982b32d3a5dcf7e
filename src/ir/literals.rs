//! Constants of C as text: reading those of the program, and writing values.
//!
//! Numbers that C++ reads as C does keep their text; strings and characters are read to bytes.

use crate::source::bytes as source;
use std::borrow::Cow;

/// Whether an integer constant's text is a character constant.
pub fn is_char(text: &str) -> bool {
    text.ends_with('\'')
}

/// A character constant that C++ types `char` with the same value: one character, no prefix.
pub fn is_plain_char(text: &str) -> bool {
    text.starts_with('\'') && bytes(text).is_some_and(|bytes| bytes.len() == 1)
}

/// The bytes between the quotes of one character constant or string literal, escapes resolved.
/// None for prefixed or unreadable ones.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let quote = text.chars().next()?;
    if quote != '\'' && quote != '"' {
        return None;
    }
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut out = vec![];
    let inner = source::encode(inner);
    let mut rest = &*inner;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let (&escape, tail) = rest.split_first()?;
        rest = tail;
        let simple = match escape {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'\\' | b'\'' | b'"' | b'?' => escape,
            b'x' => {
                let digits = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
                let value = u64::from_str_radix(std::str::from_utf8(&rest[..digits]).ok()?, 16);
                rest = &rest[digits..];
                value.ok()? as u8
            }
            b'0'..=b'7' => {
                let more = rest
                    .iter()
                    .take(2)
                    .take_while(|b| (b'0'..=b'7').contains(b))
                    .count();
                let mut value = u32::from(escape - b'0');
                for digit in &rest[..more] {
                    value = value * 8 + u32::from(digit - b'0');
                }
                rest = &rest[more..];
                value as u8
            }
            b'u' | b'U' => {
                let digits = if escape == b'u' { 4 } else { 8 };
                let code = std::str::from_utf8(rest.get(..digits)?).ok()?;
                let c = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
                rest = &rest[digits..];
                let mut buffer = [0; 4];
                out.extend(c.encode_utf8(&mut buffer).as_bytes());
                continue;
            }
            _ => return None,
        };
        out.push(simple);
    }
    Some(out)
}

/// The literals of a string expression, which C concatenates, one by one.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut out = vec![];
    let mut start = None;
    let mut escaped = false;
    let mut open = false;
    for (i, c) in text.char_indices() {
        if !open {
            match c {
                '"' => {
                    start.get_or_insert(i);
                    open = true;
                }
                c if c.is_whitespace() => {}
                _ => {
                    start.get_or_insert(i);
                }
            }
        } else if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '"' {
            open = false;
            out.extend(start.take().map(|start| &text[start..=i]));
        }
    }
    out
}

/// The bytes of a whole string expression without the final zero; none where it has a prefix other
/// than `u8`.
pub fn string_bytes(text: &str) -> Option<Vec<u8>> {
    let mut out = vec![];
    for piece in pieces(text) {
        out.extend(bytes(piece.strip_prefix("u8").unwrap_or(piece))?);
    }
    Some(out)
}

/// A constant or string literal as text that is UTF-8 on the disk, too: its bytes that are none as escapes.
pub fn in_utf8(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| source::stray(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match source::stray(c) {
            Some(byte) => out.push_str(&format!("\\{byte:03o}")),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether a floating constant has no digit but zeros in front of its exponent.
pub fn is_zero(text: &str) -> bool {
    // A hexadecimal one has an exponent always, and its suffix behind it.
    let (digits, exponent, suffix): (_, _, &[char]) =
        match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => (digits, ['p', 'P'], &[]),
            None => (text, ['e', 'E'], &['f', 'F', 'l', 'L']),
        };
    let significand = digits.split(exponent).next().unwrap_or_default();
    let significand = significand.trim_end_matches(suffix);
    significand.bytes().all(|b| b == b'0' || b == b'.')
}

/// Bytes as a string literal.
pub fn string_constant(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\'' => text.push('\''),
            0 | 127.. => text.push_str(&format!("\\{byte:03o}")),
            1..32 if !matches!(byte, b'\n' | b'\t' | b'\r') => {
                text.push_str(&format!("\\{byte:03o}"));
            }
            _ => text.push_str(char_constant(byte).trim_matches('\'')),
        }
    }
    text.push('"');
    text
}

/// One byte as a character constant.
pub fn char_constant(byte: u8) -> String {
    match byte {
        b'\n' => "'\\n'".into(),
        b'\t' => "'\\t'".into(),
        b'\r' => "'\\r'".into(),
        0 => "'\\0'".into(),
        b'\'' => "'\\''".into(),
        b'\\' => "'\\\\'".into(),
        32..=126 => format!("'{}'", byte as char),
        _ => format!("'\\x{byte:02x}'"),
    }
}

/// A value of a type of 128 bits, for which neither C nor C++ has constants.
pub fn wide_constant(value: i128, kind: super::IntKind) -> String {
    let ty = kind.spelling();
    let (high, low) = (value >> 64, value as u64);
    match i64::try_from(value) {
        Ok(i64::MIN) | Err(_) => format!("(({ty}){high}ll << 64 | {low}ull)"),
        Ok(small) => format!("({ty}){small}ll"),
    }
}

/// An integer value of a type that is not narrower than int, as a constant of that type.
pub fn int_constant(value: i128, unsigned: bool, long: bool) -> String {
    let suffix = match (unsigned, long) {
        (false, false) => "",
        (true, false) => "u",
        (false, true) => "l",
        (true, true) => "ul",
    };
    // The most negative value has no constant of its own.
    if !unsigned && value == i128::from(i64::MIN) && long {
        return "(-9223372036854775807l - 1)".into();
    }
    if !unsigned && value == i128::from(i32::MIN) && !long {
        return "(-2147483647 - 1)".into();
    }
    format!("{value}{suffix}")
}
