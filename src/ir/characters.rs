//! Characters of constants and string literals as the values that they have in C (C11, 6.4.4.4 and 6.4.5).
//!
//! From their text; what has no prefix is read to bytes in [`super::literals`].

use super::literals::pieces;
use super::{IntKind, constants};
use crate::source::bytes::stray;

/// The prefix of a character constant or string literal, and what stands between its quotes.
pub fn split_prefix(literal: &str) -> (&str, &str) {
    let quote = literal.find(['"', '\'']).unwrap_or(0);
    let (prefix, rest) = literal.split_at(quote);
    let body = rest.get(1..rest.len().max(2) - 1).unwrap_or("");
    (prefix, body)
}

/// The type of the characters that a prefix asks for (C11, 6.4.5); none for `char`.
pub fn wide_kind(prefix: &str) -> Option<IntKind> {
    match prefix {
        "L" => Some(IntKind::Int),
        "u" => Some(IntKind::UShort),
        "U" => Some(IntKind::UInt),
        _ => None,
    }
}

/// The values of a string's elements without the final zero, from what stands between its quotes.
pub fn units(body: &str, kind: IntKind) -> Vec<i128> {
    let mut units = vec![];
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let (value, is_character, used) = match c {
            '\\' => escape(rest),
            // A byte of the file that is no UTF-8 stays that byte.
            c if stray(c).is_some() => (stray(c).unwrap_or(0).into(), false, c.len_utf8()),
            c => (i128::from(u32::from(c)), true, c.len_utf8()),
        };
        rest = &rest[used..];
        match char::from_u32(value as u32).filter(|_| is_character) {
            Some(c) => encode(c, kind, &mut units),
            None => units.push(constants::wrap_int(value, kind)),
        }
    }
    units
}

fn encode(c: char, kind: IntKind, units: &mut Vec<i128>) {
    match kind {
        IntKind::Char => {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).bytes();
            units.extend(bytes.map(|byte| constants::wrap_int(byte.into(), kind)));
        }
        IntKind::UShort => {
            let mut buffer = [0; 2];
            units.extend(
                c.encode_utf16(&mut buffer)
                    .iter()
                    .map(|&unit| i128::from(unit)),
            );
        }
        _ => units.push(i128::from(u32::from(c))),
    }
}

/// The type and the values of the elements of a wide string expression; none for one of `char`. One prefix is that
/// of all pieces.
pub fn wide_string(text: &str) -> Option<(IntKind, Vec<i128>)> {
    let pieces = pieces(text).into_iter().map(split_prefix);
    let kind = pieces.clone().find_map(|(prefix, _)| wide_kind(prefix))?;
    let units = pieces.flat_map(|(_, body)| units(body, kind)).collect();
    Some((kind, units))
}

/// The escape at the start of `text`: its value, whether it is a universal character name, its length.
pub fn escape(text: &str) -> (i128, bool, usize) {
    let bytes = text.as_bytes();
    let digits = |from: usize, most: usize, radix: u32| {
        let run = bytes[from..]
            .iter()
            .take(most)
            .take_while(|b| char::from(**b).is_digit(radix))
            .count();
        let value = i128::from_str_radix(&text[from..from + run], radix).unwrap_or(0);
        (value, from + run)
    };
    let simple = |value: i128| (value, false, 2);
    match bytes.get(1) {
        Some(b'n') => simple(10),
        Some(b't') => simple(9),
        Some(b'r') => simple(13),
        Some(b'a') => simple(7),
        Some(b'b') => simple(8),
        Some(b'f') => simple(12),
        Some(b'v') => simple(11),
        Some(b'e' | b'E') => simple(27),
        Some(b'x') => {
            let (value, used) = digits(2, 30, 16);
            (value, false, used)
        }
        Some(b'u') => {
            let (value, used) = digits(2, 4, 16);
            (value, true, used)
        }
        Some(b'U') => {
            let (value, used) = digits(2, 8, 16);
            (value, true, used)
        }
        Some(b'0'..=b'7') => {
            let (value, used) = digits(1, 3, 8);
            (value, false, used)
        }
        Some(_) => {
            let c = text[1..].chars().next().unwrap_or('\0');
            (i128::from(u32::from(c)), false, 1 + c.len_utf8())
        }
        None => (0, false, text.len().max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_strings_have_code_units() {
        let units = |text| wide_string(text).map(|(_, units)| units);
        assert_eq!(units("\"a\""), None);
        assert_eq!(units("L\"\""), Some(vec![]));
        assert_eq!(units("L\"a\\n\" \"\u{e9}\""), Some(vec![97, 10, 0xe9]));
        assert_eq!(units("u\"\u{1f600}\""), Some(vec![0xd83d, 0xde00]));
        assert_eq!(units("U\"\\U0001f600\\x41\""), Some(vec![0x1f600, 0x41]));
        assert_eq!(units("L\"\\xffffffff\""), Some(vec![-1]));
    }
}
