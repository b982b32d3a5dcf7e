//! C's tokens, as byte ranges of a text: one scanner for preprocessed text, raw text and pragmas.
//!
//! GNU C: `$` and any byte from 0x80 on count as letters; strings and characters carry their prefix; an
//! unterminated one ends at the end of its line. Nothing is copied and nothing fails: a byte
//! that begins no token is a token of kind [`Kind::Junk`]. Must not know keywords.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Ident,
    /// A preprocessing number: `1`, `0x1p-3`, `1.0e+5f`.
    Number,
    Str,
    Char,
    Punct,
    /// A whole line that begins with `#`, without its line end. The scanner of raw text joins
    /// continuation lines.
    Line,
    /// Anything else: a stray backslash, a control character.
    Junk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub lo: u32,
    pub hi: u32,
}

impl Token {
    pub fn text<'a>(&self, of: &'a str) -> &'a str {
        of.get(self.lo as usize..self.hi as usize).unwrap_or("")
    }

    pub fn bytes<'a>(&self, of: &'a str) -> &'a [u8] {
        of.as_bytes()
            .get(self.lo as usize..self.hi as usize)
            .unwrap_or(&[])
    }

    pub fn range(&self) -> std::ops::Range<usize> {
        self.lo as usize..self.hi as usize
    }
}

pub(crate) fn is_letter(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80
}

pub(crate) fn is_word(b: u8) -> bool {
    is_letter(b) || b.is_ascii_digit()
}

/// All tokens of preprocessed text. A `#` that is first on its line makes the line one token.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    let mut fresh = true;
    while let Some((token, next)) = next_token(text, at, &mut fresh) {
        out.push(token);
        at = next;
    }
    out
}

/// The tokens of one stretch of preprocessed text that does not begin a line.
pub fn tokens_within(text: &str, lo: usize, hi: usize) -> Vec<Token> {
    let hi = hi.min(text.len());
    let mut out = vec![];
    let mut at = lo;
    let mut fresh = false;
    while let Some((token, next)) = next_token(text, at, &mut fresh) {
        if token.lo as usize >= hi {
            break;
        }
        out.push(token);
        at = next;
    }
    out
}

fn next_token(text: &str, from: usize, fresh: &mut bool) -> Option<(Token, usize)> {
    let b = text.as_bytes();
    let mut at = from;
    while at < b.len() {
        match b[at] {
            b'\n' => *fresh = true,
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
            _ => break,
        }
        at += 1;
    }
    if at >= b.len() {
        return None;
    }
    let (kind, hi) = if b[at] == b'#' && (*fresh || at == 0) {
        (Kind::Line, end_of_line(b, at))
    } else {
        scan(b, at)
    };
    *fresh = false;
    let token = Token {
        kind,
        lo: at as u32,
        hi: hi as u32,
    };
    Some((token, hi))
}

pub(crate) fn end_of_line(b: &[u8], from: usize) -> usize {
    let end = b[from..]
        .iter()
        .position(|&c| c == b'\n')
        .map_or(b.len(), |n| from + n);
    if end > from && b[end - 1] == b'\r' {
        end - 1
    } else {
        end
    }
}

/// The token that begins at `at`, which is no blank: its kind and its end.
pub(crate) fn scan(b: &[u8], at: usize) -> (Kind, usize) {
    let c = b[at];
    if is_letter(c) || universal(b, at) > 0 {
        let mut end = at + universal(b, at).max(1);
        loop {
            if end < b.len() && is_word(b[end]) {
                end += 1;
            } else if universal(b, end) > 0 {
                end += universal(b, end);
            } else {
                break;
            }
        }
        if end < b.len()
            && (b[end] == b'"' || b[end] == b'\'')
            && matches!(&b[at..end], b"L" | b"u" | b"U" | b"u8")
        {
            return quoted(b, end);
        }
        return (Kind::Ident, end);
    }
    let digit = |i: usize| b.get(i).is_some_and(u8::is_ascii_digit);
    if c.is_ascii_digit() || (c == b'.' && digit(at + 1)) {
        return (Kind::Number, number(b, at));
    }
    match c {
        b'"' | b'\'' => quoted(b, at),
        _ => match punctuator(b, at) {
            0 => (Kind::Junk, at + 1),
            n => (Kind::Punct, at + n),
        },
    }
}

/// The length of a universal character name (`\u00e9`, as gcc prints `é`) at `at`, else 0.
pub fn universal(b: &[u8], at: usize) -> usize {
    let digits = match (b.get(at), b.get(at + 1)) {
        (Some(b'\\'), Some(b'u')) => 4,
        (Some(b'\\'), Some(b'U')) => 8,
        _ => return 0,
    };
    let end = at + 2 + digits;
    let hex = b
        .get(at + 2..end)
        .is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit));
    if hex { end - at } else { 0 }
}

/// An identifier with its universal character names written out.
pub fn written_out(word: &str) -> std::borrow::Cow<'_, str> {
    if !word.contains('\\') {
        return word.into();
    }
    let b = word.as_bytes();
    let (mut out, mut at) = (String::new(), 0);
    while at < b.len() {
        let n = universal(b, at);
        let code = word
            .get(at + 2..at + n)
            .and_then(|d| u32::from_str_radix(d, 16).ok());
        if let Some(c) = code.and_then(char::from_u32) {
            out.push(c);
            at += n;
        } else {
            let c = word[at..].chars().next().unwrap_or(' ');
            out.push(c);
            at += c.len_utf8();
        }
    }
    out.into()
}

/// A word for people: as they write it, and what looks like a blank or like nothing by its number.
pub fn shown(word: &str) -> String {
    let mut out = String::new();
    for c in written_out(word).chars() {
        let unseen = !c.is_ascii()
            && (c.is_whitespace()
                || c.is_control()
                || matches!(u32::from(c), 0xad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2064 | 0xfeff));
        match unseen {
            true => out.push_str(&format!("<U+{:04X}>", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

fn number(b: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < b.len() {
        let c = b[end];
        let sign = (c == b'+' || c == b'-') && matches!(b[end - 1], b'e' | b'E' | b'p' | b'P');
        let separator = c == b'\''
            && b[end - 1].is_ascii_hexdigit()
            && b.get(end + 1).is_some_and(u8::is_ascii_hexdigit)
            && b.get(end + 2) != Some(&b'\'');
        if is_word(c) || c == b'.' || sign || separator {
            end += 1;
        } else {
            break;
        }
    }
    end
}

fn quoted(b: &[u8], at: usize) -> (Kind, usize) {
    let quote = b[at];
    let kind = if quote == b'"' { Kind::Str } else { Kind::Char };
    let mut end = at + 1;
    while end < b.len() {
        match b[end] {
            b'\\' if end + 1 < b.len() && b[end + 1] != b'\n' => end += 2,
            b'\n' => return (kind, end),
            c if c == quote => return (kind, end + 1),
            _ => end += 1,
        }
    }
    // An escape may have stepped into the middle of a character at the very end.
    (kind, b.len())
}

/// The length of the longest punctuator at `at`, 0 where there is none.
fn punctuator(b: &[u8], at: usize) -> usize {
    let c = b[at];
    let c1 = b.get(at + 1).copied().unwrap_or(0);
    let c2 = b.get(at + 2).copied().unwrap_or(0);
    match (c, c1) {
        (b'.', b'.') if c2 == b'.' => 3,
        (b'<', b'<') | (b'>', b'>') if c2 == b'=' => 3,
        (b'%', b':') if c2 == b'%' && b.get(at + 3) == Some(&b':') => 4,
        (b'-', b'>' | b'-' | b'=')
        | (b'+', b'+' | b'=')
        | (b'<', b'<' | b'=' | b':' | b'%')
        | (b'>', b'>' | b'=')
        | (b'=' | b'!' | b'*' | b'/' | b'^', b'=')
        | (b'&', b'&' | b'=')
        | (b'|', b'|' | b'=')
        | (b'%', b'=' | b'>' | b':')
        | (b':', b'>')
        | (b'#', b'#') => 2,
        (
            b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'.' | b'&' | b'*' | b'+' | b'-' | b'~'
            | b'!' | b'/' | b'%' | b'<' | b'>' | b'^' | b'|' | b'?' | b':' | b';' | b'=' | b','
            | b'#' | b'@',
            _,
        ) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|t| t.text(text)).collect()
    }

    #[test]
    fn tokens_of_gnu_c() {
        assert_eq!(
            words("a+++b<<=1.e-3f ...L\"x\\\"\" u8'q' 0x1p+3 <:%:%:"),
            [
                "a",
                "++",
                "+",
                "b",
                "<<=",
                "1.e-3f",
                "...",
                "L\"x\\\"\"",
                "u8'q'",
                "0x1p+3",
                "<:",
                "%:%:"
            ]
        );
        assert_eq!(words("1'000'000 x"), ["1'000'000", "x"]);
    }

    #[test]
    fn universal_character_names() {
        assert_eq!(
            words("\\U000000e9t\\u00e9 x\\u12 y"),
            ["\\U000000e9t\\u00e9", "x", "\\", "u12", "y"]
        );
        assert_eq!(written_out("a\\U000000e9t\\u00e9"), "aété");
    }

    #[test]
    fn lines_begin_with_a_hash_only() {
        assert_eq!(
            words("# 1 \"f\"\na # b\n  #pragma x\r\n"),
            ["# 1 \"f\"", "a", "#", "b", "#pragma x"]
        );
    }

    #[test]
    fn junk_never_fails() {
        for text in ["\"abc\nx", "'", "\\", "\"\\", "\"\\é", "\u{1}é$", "\0", "#"] {
            for t in tokens(text) {
                assert!(t.hi > t.lo && t.hi as usize <= text.len());
            }
        }
    }
}
