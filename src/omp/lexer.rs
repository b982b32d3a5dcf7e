//! Tokens of a pragma's text, with their brackets paired.
//!
//! Computes tokens from one logical line. Must not know directives or clauses. Brackets are paired
//! here, once and without recursion, so that no parsing function ever receives an unbalanced argument
//! or needs the stack for a nested one.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::source::token::universal;

/// How deep brackets may nest; the default limit of clang.
pub const MAX_NESTING: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Ident,
    Number,
    /// A string or character literal.
    Literal,
    Open,
    Close,
    Punct,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// Byte offsets in the text.
    pub lo: usize,
    pub hi: usize,
    /// The index of the other bracket of the pair; 0 for what is no bracket.
    pub mate: usize,
}

/// A pragma's tokens, and its text with comments and continued line ends blanked.
#[derive(Debug)]
pub struct Lexed {
    pub text: String,
    pub at: Span,
    pub tokens: Vec<Token>,
}

impl Lexed {
    pub fn str(&self, index: usize) -> &str {
        match self.tokens.get(index) {
            Some(token) => &self.text[token.lo..token.hi],
            None => "",
        }
    }

    /// The span of some bytes of the text.
    pub fn span_of(&self, lo: usize, hi: usize) -> Span {
        let start = self.at.lo as usize;
        Span::new(start + lo, start + hi)
    }

    pub fn span(&self, index: usize) -> Span {
        match self.tokens.get(index) {
            Some(token) => self.span_of(token.lo, token.hi),
            None => self.end(),
        }
    }

    /// The empty place behind the last token.
    pub fn end(&self) -> Span {
        let hi = self.tokens.last().map_or(0, |token| token.hi);
        self.span_of(hi, hi)
    }
}

/// Splits a pragma's text into tokens.
pub fn lex(text: &str, at: Span) -> Result<Lexed, Diagnostic> {
    let mut lexed = Lexed {
        text: blank(text),
        at,
        tokens: vec![],
    };
    let bytes = lexed.text.as_bytes();
    let mut open: Vec<usize> = vec![];
    let mut tokens: Vec<Token> = vec![];
    let mut lo = 0;
    let fault = |lo, hi, message: String| {
        let start = at.lo as usize;
        Err(Diagnostic::error(
            Code::Directive,
            Span::new(start + lo, start + hi),
            message,
        ))
    };
    while lo < bytes.len() {
        let byte = bytes[lo];
        let stray = byte == b'\\' && universal(bytes, lo) == 0;
        if byte.is_ascii_whitespace() || stray || byte == 0 {
            lo += 1;
            continue;
        }
        let (kind, hi) = match byte {
            b'"' | b'\'' => match literal_end(bytes, lo) {
                Some(hi) => (TokenKind::Literal, hi),
                None => {
                    return fault(lo, bytes.len(), "a literal has no closing quote".into());
                }
            },
            b'0'..=b'9' => (TokenKind::Number, number_end(bytes, lo)),
            b'.' if bytes.get(lo + 1).is_some_and(u8::is_ascii_digit) => {
                (TokenKind::Number, number_end(bytes, lo))
            }
            _ if is_word(byte) || universal(bytes, lo) > 0 => {
                (TokenKind::Ident, word_end(bytes, lo))
            }
            b'(' | b'[' | b'{' => (TokenKind::Open, lo + 1),
            b')' | b']' | b'}' => (TokenKind::Close, lo + 1),
            _ => (TokenKind::Punct, lo + punctuator(&bytes[lo..])),
        };
        let index = tokens.len();
        let mut mate = 0;
        if kind == TokenKind::Open {
            if open.len() == MAX_NESTING {
                let what = format!("brackets are nested deeper than {MAX_NESTING} levels");
                return fault(lo, hi, what);
            }
            open.push(index);
        } else if kind == TokenKind::Close {
            match open.pop() {
                Some(start) if closes(bytes[tokens[start].lo], byte) => {
                    mate = start;
                    tokens[start].mate = index;
                }
                Some(start) => {
                    let from = tokens[start];
                    let what = format!(
                        "`{}` does not close `{}`",
                        byte as char, bytes[from.lo] as char
                    );
                    return fault(lo, hi, what).map_err(|d| {
                        d.also(lexed.span_of(from.lo, from.hi), "this bracket is open")
                    });
                }
                None => {
                    return fault(lo, hi, format!("`{}` closes no bracket", byte as char));
                }
            }
        }
        tokens.push(Token { kind, lo, hi, mate });
        lo = hi;
    }
    if let Some(&start) = open.first() {
        let from = tokens[start];
        let what = format!("`{}` is never closed", bytes[from.lo] as char);
        return fault(from.lo, from.hi, what);
    }
    lexed.tokens = tokens;
    Ok(lexed)
}

/// Identifier characters but digits; everything beyond ASCII is taken for one.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Where the identifier that begins at `at` ends.
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        at += match is_word(byte) || byte.is_ascii_digit() {
            true => 1,
            false => match universal(bytes, at) {
                0 => break,
                length => length,
            },
        };
    }
    at
}

fn closes(open: u8, close: u8) -> bool {
    matches!((open, close), (b'(', b')') | (b'[', b']') | (b'{', b'}'))
}

/// The bracket that a digraph stands for (C11, 6.4.6), in as many characters.
fn digraph(first: u8, second: u8) -> Option<[u8; 2]> {
    match (first, second) {
        (b'<', b':') => Some(*b"[ "),
        (b':', b'>') => Some(*b" ]"),
        (b'<', b'%') => Some(*b"{ "),
        (b'%', b'>') => Some(*b" }"),
        _ => None,
    }
}

/// The text at the same length with comments, line ends and the backslashes before them blank, and digraphs as brackets.
fn blank(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let len = match rest {
            [b'"' | b'\'', ..] => {
                at = literal_end(&bytes, at).unwrap_or(bytes.len());
                continue;
            }
            [b'0'..=b'9', ..] if at == 0 || !is_word(bytes[at - 1]) => {
                at = number_end(&bytes, at);
                continue;
            }
            // No digraph begins in a shift.
            [b'<', b'<', ..] => {
                at += 2;
                continue;
            }
            &[first, second, ..] if let Some(bracket) = digraph(first, second) => {
                bytes[at..at + 2].copy_from_slice(&bracket);
                at += 2;
                continue;
            }
            [b'\\', b'\r', b'\n', ..] => 3,
            [b'\\', b'\n', ..] => 2,
            [b'\n' | b'\r' | b'\t' | 0x0b | 0x0c, ..] => 1,
            [b'/', b'/', ..] => rest.iter().take_while(|&&b| b != b'\n').count(),
            [b'/', b'*', ..] => {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        bytes[at..at + len].fill(b' ');
        at += len;
    }
    // Blanks replace whole comments and whole ASCII characters, so this is still UTF-8.
    String::from_utf8(bytes).unwrap_or_else(|_| " ".repeat(text.len()))
}

fn literal_end(bytes: &[u8], lo: usize) -> Option<usize> {
    let mut at = lo + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            quote if quote == bytes[lo] => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// A preprocessing number (C11, 6.4.8).
fn number_end(bytes: &[u8], lo: usize) -> usize {
    let mut at = lo + 1;
    while at < bytes.len() {
        let exponent = matches!(bytes[at - 1], b'e' | b'E' | b'p' | b'P');
        match bytes[at] {
            b'+' | b'-' if exponent => at += 1,
            b'.' => at += 1,
            // C23's digit separator.
            b'\'' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => at += 2,
            byte if is_word(byte) || byte.is_ascii_digit() => at += 1,
            _ => break,
        }
    }
    at
}

/// The length of the punctuator. `::` is two: `a[::2]` is a section.
fn punctuator(rest: &[u8]) -> usize {
    const LONG: [&[u8]; 22] = [
        b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=",
        b"&&", b"||", b"*=", b"/=", b"%=", b"+=", b"-=", b"&=", b"^=", b"|=",
    ];
    let found = LONG.iter().find(|&&long| rest.starts_with(long));
    found.map_or(1, |long| long.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let lexed = lex(text, Span::new(0, text.len())).unwrap();
        let count = lexed.tokens.len();
        (0..count).map(|i| lexed.str(i).to_string()).collect()
    }

    #[test]
    fn tokens() {
        let cases: &[(&str, &[&str])] = &[
            ("a[::2]", &["a", "[", ":", ":", "2", "]"]),
            (
                "a<:0::2:> <<: '<:'",
                &["a", "[", "0", ":", ":", "2", "]", "<<", ":", "'<:'"],
            ),
            ("p->q+1.5e-3f", &["p", "->", "q", "+", "1.5e-3f"]),
            ("\"a)\\\"(\" ')'", &["\"a)\\\"(\"", "')'"]),
            ("a \\\n b /* ( */ c // )", &["a", "b", "c"]),
            ("größe(ü)", &["größe", "(", "ü", ")"]),
            ("x<<=1&&y", &["x", "<<=", "1", "&&", "y"]),
            ("0x1F .5 1..2 1'000", &["0x1F", ".5", "1..2", "1'000"]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(&words(text), expected, "{text}");
        }
    }

    #[test]
    fn spans_are_the_texts() {
        let lexed = lex("ab /* x */ cd", Span::new(100, 113)).unwrap();
        assert_eq!(lexed.span(1), Span::new(111, 113));
        assert_eq!(lexed.text.len(), 13);
    }

    #[test]
    fn unbalanced() {
        for text in ["(", ")", "(]", "a(b[c)", "\"x", "'", "((((", "/*", "\\"] {
            let failed = lex(text, Span::default()).is_err();
            assert_eq!(failed, !["/*", "\\"].contains(&text), "{text}");
        }
    }

    #[test]
    fn nesting_is_capped() {
        let deep = format!("{}{}", "(".repeat(10_000), ")".repeat(10_000));
        let error = lex(&deep, Span::default()).unwrap_err();
        assert!(error.message.contains("nested deeper"));
        let fine = format!("{}{}", "(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
        assert!(lex(&fine, Span::default()).is_ok());
    }
}
