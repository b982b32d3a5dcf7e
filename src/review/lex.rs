//! Tokens of C and CUDA text with their bytes: as coarse as exchanging parts of a text needs them.
//!
//! Comments and lines of the preprocessor are tokens; only blanks lie between tokens. From text alone.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    /// A string or character.
    Text,
    Sign,
    Comment,
    /// A line of the preprocessor with those that continue it.
    Line,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

impl Token {
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        &text[self.span.clone()]
    }
}

/// All tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = vec![];
    let mut at = 0;
    let mut fresh = true; // nothing but blanks and comments on this line yet
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            fresh |= byte == b'\n';
            at += 1;
            continue;
        }
        let (kind, end) = match byte {
            b'#' if fresh => (Kind::Line, line_end(bytes, at)),
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                (Kind::Comment, comment_end(bytes, at))
            }
            b'"' | b'\'' => (Kind::Text, text_end(bytes, at)),
            b'0'..=b'9' => (Kind::Number, word_end(bytes, at, |byte| byte == b'.')),
            _ if is_word(byte) => (Kind::Word, word_end(bytes, at, |_| false)),
            _ => (Kind::Sign, at + 1),
        };
        fresh &= kind == Kind::Comment;
        found.push(Token {
            kind,
            span: at..end,
        });
        at = end;
    }
    found
}

/// Letters beyond ASCII may stand in names, too.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn word_end(bytes: &[u8], from: usize, more: impl Fn(u8) -> bool) -> usize {
    let rest = bytes[from..].iter();
    from + rest
        .take_while(|&&byte| is_word(byte) || more(byte))
        .count()
}

fn text_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != bytes[from] && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn comment_end(bytes: &[u8], from: usize) -> usize {
    if bytes[from + 1] == b'/' {
        return line_end(bytes, from);
    }
    let rest = &bytes[from + 2..];
    let end = rest.windows(2).position(|two| two == b"*/");
    end.map_or(bytes.len(), |at| from + 2 + at + 2)
}

/// The end of a line and of those that continue it; a comment over several lines continues it, too.
fn line_end(bytes: &[u8], from: usize) -> usize {
    let one_line_comment = bytes[from] == b'/';
    let mut at = from;
    while at < bytes.len() && bytes[at] != b'\n' {
        let rest = &bytes[at..];
        if rest.starts_with(b"\\\n") {
            at += 2;
        } else if rest.starts_with(b"\\\r\n") {
            at += 3;
        } else if !one_line_comment && rest.starts_with(b"/*") {
            at = comment_end(bytes, at);
        } else {
            at += 1;
        }
    }
    at.min(bytes.len())
}
