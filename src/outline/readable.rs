//! The text as a parser of C can read it: pragmas are blank, a macro of the runtime that runs the statement behind it is an
//! `if`, and macros in front of a type (`API struct point origin(void)`) are blank, too.
//!
//! Every byte keeps its place. Pragmas may stand where C's grammar has no place for a line, such as between `if (x)` and
//! its statement; `ROMP_TARGET(...)` begins a statement, but looks like a call without its semicolon.

use crate::source::token::{self, Kind};
use std::ops::Range;

/// Macros that begin a statement: the words that their names begin with (`romp.h`).
const PREFIXES: &[&str] = &["ROMP_TARGET", "ROMP_USE_DEVICE"];
/// Macros of the runtime.
const OURS: &str = "ROMP_";

/// Words that begin a type or declaration: a macro may stand in front of them, and no name of a type can.
const SPECIFIERS: &[&str] = &[
    "char", "double", "enum", "extern", "float", "inline", "int", "long", "short", "signed",
    "static", "struct", "union", "unsigned", "void",
];

/// A text for the parser.
pub(super) struct Readable {
    pub text: String,
    /// The pragmas, `_Pragma` too, without line ends.
    pub pragmas: Vec<Range<usize>>,
    /// The comments, those behind pragmas too.
    pub comments: Vec<Range<usize>>,
    /// Where an `if` stands in place of a macro's name.
    pub conditions: Vec<usize>,
}

impl Readable {
    pub fn of(text: &str) -> Readable {
        let mut scanner = Scanner {
            bytes: text.as_bytes(),
            out: text.as_bytes().to_vec(),
            pragmas: vec![],
            comments: vec![],
            conditions: vec![],
        };
        scanner.all();
        Readable {
            // Whole tokens were replaced by blanks, so that this is UTF-8 as before.
            text: String::from_utf8(scanner.out).unwrap_or_else(|_| text.to_owned()),
            pragmas: scanner.pragmas,
            comments: scanner.comments,
            conditions: scanner.conditions,
        }
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    out: Vec<u8>,
    pragmas: Vec<Range<usize>>,
    comments: Vec<Range<usize>>,
    conditions: Vec<usize>,
}

impl Scanner<'_> {
    fn all(&mut self) {
        let mut at = 0;
        let mut fresh = true;
        while at < self.bytes.len() {
            let byte = self.bytes[at];
            if byte == b'\n' {
                fresh = true;
                at += 1;
            } else if byte.is_ascii_whitespace() {
                at += 1;
            } else if let Some(end) = comment(self.bytes, at) {
                self.comments.push(at..end);
                at = end;
            } else if fresh && byte == b'#' && is_pragma(&self.bytes[at..]) {
                let end = self.pragma(at);
                self.blank(at..end);
                self.pragmas.push(at..end);
                at = end;
            } else {
                fresh = false;
                let (kind, end) = token::scan(self.bytes, at);
                if kind == Kind::Ident {
                    self.word(at..end);
                }
                at = end.max(at + 1);
            }
        }
    }

    /// The end of a pragma: a comment in it may go on behind the line's end.
    fn pragma(&mut self, from: usize) -> usize {
        let mut at = from;
        loop {
            let end = logical_end(self.bytes, at);
            let comment =
                (at..end).find_map(|at| comment(self.bytes, at).map(|comment_end| at..comment_end));
            let Some(comment) = comment else {
                return end;
            };
            at = comment.end;
            self.comments.push(comment);
        }
    }

    fn word(&mut self, word: Range<usize>) {
        let name = &self.bytes[word.clone()];
        if matches!(name, b"__attribute__" | b"__attribute") {
            self.attribute(word);
            return;
        }
        let prefix = |words: &[&str]| words.iter().any(|it| name.starts_with(it.as_bytes()));
        if name != b"_Pragma" && !prefix(&[OURS]) {
            if is_macro_specifier(self.bytes, &word) {
                self.blank(word);
            }
            return;
        }
        let Some(end) = call(self.bytes, word.end) else {
            return;
        };
        if name == b"_Pragma" {
            self.blank(word.start..end);
            self.pragmas.push(word.start..end);
        } else if !stands_as_expression(self.bytes, end) {
            self.blank(match prefix(PREFIXES) {
                true => word.clone(),
                false => word.start..end,
            });
            if prefix(PREFIXES) {
                self.out[word.start..word.start + 2].copy_from_slice(b"if");
                self.conditions.push(word.start);
            }
        }
    }

    /// Attributes behind the declarator of a variable, which the parser does not know there.
    fn attribute(&mut self, word: Range<usize>) {
        let Some(end) = call(self.bytes, word.end) else {
            return;
        };
        let behind = self.bytes[end..].trim_ascii_start().first();
        if matches!(behind, Some(b';' | b',' | b'=')) {
            self.blank(word.start..end);
        }
    }

    fn blank(&mut self, range: Range<usize>) {
        for byte in &mut self.out[range] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
}

/// The end of a comment that begins at `at`.
fn comment(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(logical_end(bytes, at));
    }
    if !rest.starts_with(b"/*") {
        return None;
    }
    let close = rest[2..].windows(2).position(|two| two == b"*/");
    Some(close.map_or(bytes.len(), |close| at + 2 + close + 2))
}

/// The end of a line with the lines that continue it, without the line end.
fn logical_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let end = token::end_of_line(bytes, at);
        let newline = bytes[end..].iter().position(|&byte| byte == b'\n');
        match newline {
            Some(newline) if end > at && bytes[end - 1] == b'\\' => at = end + newline + 1,
            _ => return end,
        }
        if at >= bytes.len() {
            return bytes.len();
        }
    }
}

/// Whether a word in capitals stands in front of a type: two names and a third, or a name and a word of C's.
fn is_macro_specifier(bytes: &[u8], word: &Range<usize>) -> bool {
    let capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    if word.len() < 2 || !bytes[word.clone()].iter().all(capital) {
        return false;
    }
    let next = |from: usize| {
        let blanks = bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let at = from + blanks;
        let begins = bytes.get(at).is_some_and(|byte| token::is_letter(*byte));
        begins.then(|| at..token::scan(bytes, at).1)
    };
    let Some(second) = next(word.end) else {
        return false;
    };
    let is_specifier = SPECIFIERS
        .iter()
        .any(|it| it.as_bytes() == &bytes[second.clone()]);
    is_specifier || next(second.end).is_some()
}

fn is_pragma(line: &[u8]) -> bool {
    line[1..].trim_ascii_start().starts_with(b"pragma")
}

/// The end of the brackets behind a name.
fn call(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    let mut depth = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if let Some(end) = comment(bytes, at) {
            at = end;
            continue;
        }
        match bytes[at] {
            b'(' => depth += 1,
            _ if depth == 0 => return None,
            b')' => depth -= 1,
            _ => {}
        }
        at = token::scan(bytes, at).1.max(at + 1);
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Whether what follows a macro makes it an expression: C can read it then.
fn stands_as_expression(bytes: &[u8], end: usize) -> bool {
    let rest = bytes[end..].trim_ascii_start();
    let comments = rest.starts_with(b"//") || rest.starts_with(b"/*");
    !comments
        && matches!(
            rest.first(),
            Some(
                b';' | b','
                    | b')'
                    | b'='
                    | b'?'
                    | b':'
                    | b'+'
                    | b'-'
                    | b'/'
                    | b'<'
                    | b'>'
                    | b'|'
                    | b'.'
                    | b']'
            )
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let readable = Readable::of(text);
        assert_eq!(readable.text.len(), text.len());
        readable.text
    }

    #[test]
    fn attributes_behind_declarators_are_blank() {
        assert_eq!(
            read("int b[9] __attribute__((alias(\"a\"))), c;"),
            "int b[9]                            , c;"
        );
        assert_eq!(
            read("int f(void) __attribute((pure));"),
            "int f(void)                    ;"
        );
        // In front of a type or a body they stay.
        for text in [
            "__attribute__((noinline)) int f(void) {}",
            "struct __attribute__((packed)) s {",
        ] {
            assert_eq!(read(text), text);
        }
    }

    #[test]
    fn pragmas_are_blank() {
        assert_eq!(
            read("if (x)\n#pragma omp \\\r\n for\n f();"),
            "if (x)\n             \r\n    \n f();"
        );
        assert_eq!(read("_Pragma(\"a)\") f();"), "              f();");
        let commented = Readable::of("#pragma omp for // a\nx; /* b */");
        assert_eq!(commented.comments, [16..20, 24..31]);
        let longer = Readable::of("#pragma omp for /* a\n */ nowait\nx;");
        assert_eq!(longer.pragmas[0], 0..31);
        // A comment or a string that holds one is none.
        let text = "/*\n#pragma omp for\n*/ char *s = \"#pragma\";";
        assert_eq!(read(text), text);
    }

    #[test]
    fn macros_that_begin_a_statement_are_conditions() {
        assert_eq!(
            read("ROMP_TARGET(\"a)\", f)\nf();"),
            "if         (\"a)\", f)\nf();"
        );
        assert_eq!(
            read("ROMP_UPDATE(\"a\", romp_to(x, 0, n));"),
            "ROMP_UPDATE(\"a\", romp_to(x, 0, n));"
        );
        assert_eq!(read("ROMP_DECLARE_TARGET(x)\nint y;").trim(), "int y;");
        assert_eq!(
            read("API struct p f(API FILE const *x);"),
            "    struct p f(    FILE const *x);"
        );
        assert_eq!(
            read("MAX x; FILE *f; FILE const *g;"),
            "MAX x; FILE *f; FILE const *g;"
        );
        assert_eq!(read("ROMP_TARGET(é"), "ROMP_TARGET(é");
    }
}
