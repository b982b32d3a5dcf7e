//! An original file: its text as the user wrote it, its lines, tokens, comments and directives.
//!
//! A scanner of its own rather than tree-sitter: it must see through macros, continuation lines
//! and `_Pragma`, where a grammar sees errors, and nothing but tokens and comments is asked of it. Runs
//! once a file, in linear time, when it is first asked for.

use super::token::{self, Kind};
use std::sync::OnceLock;

pub struct Original {
    text: String,
    line_starts: Vec<u32>,
    scanned: OnceLock<Scanned>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawToken {
    pub kind: Kind,
    pub lo: u32,
    pub hi: u32,
    /// Index of its logical line in `Scanned::lines`.
    pub row: u32,
}

/// A comment as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// With its `/*` or `//`.
    pub text: String,
    /// Its first line in the original file, from 1.
    pub line: u32,
    pub end_line: u32,
    /// No code stands before it on its line, nor behind it.
    pub alone: bool,
    /// Byte range in the original file.
    pub lo: u32,
    pub hi: u32,
}

/// What ends at a line end that is neither spliced nor inside a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawLine {
    /// The physical line (from 1) of its first token: what a line marker says.
    pub line: u32,
    pub first: u32,
    pub end: u32,
    pub directive: DirectiveLine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveLine {
    No,
    Pragma,
    /// `#if`, `#else`, `#endif`, ...
    Conditional,
    Define,
    Include,
    Other,
}

#[derive(Default)]
pub(crate) struct Scanned {
    pub tokens: Vec<RawToken>,
    pub lines: Vec<RawLine>,
    pub comments: Vec<(u32, u32)>,
}

impl Original {
    pub fn new(text: String) -> Original {
        let mut line_starts = vec![0];
        line_starts.extend(
            text.bytes()
                .enumerate()
                .filter(|&(_, b)| b == b'\n')
                .map(|(i, _)| i as u32 + 1),
        );
        Original {
            text,
            line_starts,
            scanned: OnceLock::new(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The line (from 1) that a byte offset of the file stands on.
    pub fn line_of(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|&s| s as usize <= offset) as u32
    }

    /// Byte range of a line (from 1), without its line end.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let i = (line as usize).clamp(1, self.line_starts.len()) - 1;
        let lo = self.line_starts[i] as usize;
        // A line is never searched for its end: all that is asked about a long one would take as long as it is.
        let hi = match self.line_starts.get(i + 1) {
            Some(&next) => next as usize - 1,
            None => self.text.len(),
        };
        let carriage_return = hi > lo && self.text.as_bytes()[hi - 1] == b'\r';
        lo..hi - usize::from(carriage_return)
    }

    /// The line on which the logical line begins that a line belongs to: lines that end with a backslash go on.
    pub fn logical_line_of(&self, line: u32) -> u32 {
        let scanned = self.scan();
        let behind = scanned.lines.partition_point(|raw| raw.line <= line);
        let Some(raw) = behind.checked_sub(1).map(|at| scanned.lines[at]) else {
            return line;
        };
        let last = scanned.tokens[raw.first as usize..raw.end as usize].last();
        let reaches = last.is_some_and(|token| self.line_of(token.hi as usize - 1) >= line);
        if reaches { raw.line } else { line }
    }

    /// The line on which the logical line ends that a line belongs to.
    pub fn logical_end_of(&self, line: u32) -> u32 {
        let scanned = self.scan();
        let behind = scanned.lines.partition_point(|raw| raw.line <= line);
        let Some(raw) = behind.checked_sub(1).map(|at| scanned.lines[at]) else {
            return line;
        };
        let last = scanned.tokens[raw.first as usize..raw.end as usize].last();
        last.map_or(line, |token| self.line_of(token.hi as usize - 1).max(line))
    }

    /// Where a line ends with a carriage return alone, which compilers take for an end, too.
    pub fn lone_carriage_return(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        (0..bytes.len()).find(|&at| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
    }

    pub fn line_text(&self, line: u32) -> &str {
        self.text.get(self.line_range(line)).unwrap_or("")
    }

    /// Byte offset just behind a line's line end.
    pub fn line_end(&self, line: u32) -> usize {
        self.line_starts
            .get(line as usize)
            .map_or(self.text.len(), |&s| s as usize)
    }

    /// The line's leading blanks.
    pub fn indentation(&self, line: u32) -> &str {
        let text = self.line_text(line);
        let end = text.find(|c| c != ' ' && c != '\t').unwrap_or(text.len());
        &text[..end]
    }

    /// `\r\n` where the file's first line ends so.
    pub fn line_ending(&self) -> &'static str {
        match self.text.find('\n') {
            Some(n) if n > 0 && self.text.as_bytes()[n - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }

    /// The comments that begin in a byte range of the file, by position.
    pub fn comments(&self, range: std::ops::Range<usize>) -> Vec<Comment> {
        let all = &self.scan().comments;
        let from = all.partition_point(|c| (c.0 as usize) < range.start);
        all[from..]
            .iter()
            .take_while(|c| (c.0 as usize) < range.end)
            .map(|&(lo, hi)| self.comment(lo, hi))
            .collect()
    }

    /// The comments that begin before an offset, the last first.
    pub fn comments_up_to(&self, offset: usize) -> impl Iterator<Item = Comment> + '_ {
        let all = &self.scan().comments;
        let to = all.partition_point(|c| (c.0 as usize) < offset);
        all[..to].iter().rev().map(|&(lo, hi)| self.comment(lo, hi))
    }

    /// The comments directly above the line of an offset, on lines of their own, with no empty line between.
    pub fn comments_above(&self, offset: usize) -> Vec<Comment> {
        let mut line = self.line_of(offset);
        let mut out = vec![];
        for comment in self.comments_up_to(offset) {
            if !comment.alone || comment.end_line + 1 != line {
                break;
            }
            line = comment.line;
            out.push(comment);
        }
        out.reverse();
        out
    }

    fn comment(&self, lo: u32, hi: u32) -> Comment {
        let (line, end_line) = (self.line_of(lo as usize), self.line_of(hi as usize - 1));
        let before = &self.text[self.line_range(line).start..lo as usize];
        let end = self.line_range(end_line).end.max(hi as usize);
        let after = &self.text[hi as usize..end];
        Comment {
            text: self.text[lo as usize..hi as usize].to_string(),
            line,
            end_line,
            alone: before.trim().is_empty() && after.trim().is_empty(),
            lo,
            hi,
        }
    }

    pub(crate) fn scan(&self) -> &Scanned {
        self.scanned.get_or_init(|| Scanner::new(self).run())
    }

    /// A raw token's spelling, continuation lines taken out.
    pub(crate) fn spelling(&self, token: &RawToken) -> std::borrow::Cow<'_, str> {
        let raw = &self.text[token.lo as usize..token.hi as usize];
        if !raw.contains('\\')
            || matches!(token.kind, Kind::Str | Kind::Char) && !raw.contains('\n')
        {
            return raw.into();
        }
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(n) = rest.find('\\') {
            let splice = splice(rest.as_bytes(), n);
            out.push_str(&rest[..n + usize::from(splice == 0)]);
            rest = &rest[n + splice.max(1)..];
        }
        out.push_str(rest);
        out.into()
    }
}

/// The length of a backslash, blanks and line end at `at`; 0 where it is none.
fn splice(b: &[u8], at: usize) -> usize {
    if b.get(at) != Some(&b'\\') {
        return 0;
    }
    let mut end = at + 1;
    while end < b.len() && matches!(b[end], b' ' | b'\t' | b'\r' | 0x0b | 0x0c) {
        end += 1;
    }
    if b.get(end) == Some(&b'\n') {
        end + 1 - at
    } else {
        0
    }
}

struct Scanner<'a> {
    file: &'a Original,
    b: &'a [u8],
    at: usize,
    out: Scanned,
    /// Index of the current line's first token, and whether it is a directive.
    first: usize,
    directive: DirectiveLine,
}

impl<'a> Scanner<'a> {
    fn new(file: &'a Original) -> Scanner<'a> {
        Scanner {
            file,
            b: file.text.as_bytes(),
            at: if file.text.starts_with('\u{feff}') {
                3
            } else {
                0
            },
            out: Scanned::default(),
            first: 0,
            directive: DirectiveLine::No,
        }
    }

    fn run(mut self) -> Scanned {
        while self.at < self.b.len() {
            let c = self.b[self.at];
            let next = self.b.get(self.at + 1).copied();
            match c {
                b'\n' => {
                    self.end_line();
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if splice(self.b, self.at) > 0 => self.at += splice(self.b, self.at),
                b'/' if next == Some(b'*') => self.block_comment(),
                b'/' if next == Some(b'/') => self.line_comment(),
                _ => self.token(),
            }
        }
        self.end_line();
        self.out
    }

    fn block_comment(&mut self) {
        let lo = self.at;
        let end = self.file.text[lo + 2..].find("*/");
        self.at = end.map_or(self.b.len(), |n| lo + 2 + n + 2);
        self.out.comments.push((lo as u32, self.at as u32));
    }

    fn line_comment(&mut self) {
        let lo = self.at;
        loop {
            let end = token::end_of_line(self.b, self.at);
            let trimmed = self.file.text[lo..end].trim_end();
            if trimmed.ends_with('\\') && end < self.b.len() {
                let newline = self.b[end..].iter().position(|&c| c == b'\n');
                self.at = newline.map_or(self.b.len(), |n| end + n + 1);
            } else {
                self.at = end;
                break;
            }
        }
        self.out.comments.push((lo as u32, self.at as u32));
    }

    fn token(&mut self) {
        let lo = self.at;
        // `#include <a'b.h>`: no tokens of C.
        if self.directive == DirectiveLine::Include && self.b[lo] == b'<' {
            let end = token::end_of_line(self.b, lo);
            let close = self.b[lo..end].iter().position(|&c| c == b'>');
            self.at = close.map_or(end, |n| lo + n + 1);
            return self.push(Kind::Str, lo);
        }
        let (kind, mut hi) = token::scan(self.b, lo);
        if matches!(kind, Kind::Str | Kind::Char) {
            hi = self.quoted(lo);
        } else if self.b.get(hi) == Some(&b'\\') && splice(self.b, hi) > 0 {
            hi = self.spliced(lo, hi, kind);
        }
        // A comment begins inside what the scanner took for one punctuator: `*/` never does, `/=` may not.
        self.at = hi.max(lo + 1);
        self.push(kind, lo);
    }

    /// A string or character; continuation lines belong to it.
    fn quoted(&self, lo: usize) -> usize {
        let b = self.b;
        let mut at = lo;
        while at < b.len() && b[at] != b'"' && b[at] != b'\'' {
            at += 1;
        }
        let quote = b.get(at).copied().unwrap_or(b'"');
        at += 1;
        while at < b.len() {
            match b[at] {
                b'\\' => match splice(b, at) {
                    0 if b.get(at + 1) == Some(&b'\n') || at + 1 >= b.len() => at += 1,
                    0 => at += 2,
                    n => at += n,
                },
                b'\n' => return at,
                c if c == quote => return at + 1,
                _ => at += 1,
            }
        }
        b.len()
    }

    /// A word or number that goes on behind a continuation: rare, so it is put together and read again.
    fn spliced(&self, lo: usize, hi: usize, kind: Kind) -> usize {
        let mut joined = self.b[lo..hi].to_vec();
        let (mut at, mut end) = (hi, hi);
        loop {
            at += splice(self.b, at);
            let Some(&c) = self.b.get(at) else { break };
            joined.push(c);
            let (k, n) = token::scan(&joined, 0);
            if k != kind || n != joined.len() {
                break;
            }
            at += 1;
            end = at;
        }
        end
    }

    fn push(&mut self, kind: Kind, lo: usize) {
        let row = self.out.lines.len() as u32;
        let n = self.out.tokens.len() - self.first;
        let word = &self.file.text[lo..self.at];
        if n == 0 && (word == "#" || word == "%:") {
            self.directive = DirectiveLine::Other;
        } else if n == 1 && self.directive == DirectiveLine::Other {
            self.directive = match word {
                "pragma" => DirectiveLine::Pragma,
                "if" | "ifdef" | "ifndef" | "else" | "elif" | "elifdef" | "elifndef" | "endif" => {
                    DirectiveLine::Conditional
                }
                "define" => DirectiveLine::Define,
                "include" | "include_next" | "import" | "embed" => DirectiveLine::Include,
                _ => DirectiveLine::Other,
            };
        }
        self.out.tokens.push(RawToken {
            kind,
            lo: lo as u32,
            hi: self.at as u32,
            row,
        });
    }

    fn end_line(&mut self) {
        let end = self.out.tokens.len();
        if end > self.first {
            let first = self.out.tokens[self.first];
            self.out.lines.push(RawLine {
                line: self.file.line_of(first.lo as usize),
                first: self.first as u32,
                end: end as u32,
                directive: self.directive,
            });
        }
        self.first = end;
        self.directive = DirectiveLine::No;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(file: &Original) -> Vec<String> {
        file.scan()
            .tokens
            .iter()
            .map(|t| file.spelling(t).into_owned())
            .collect()
    }

    #[test]
    fn tokens_comments_and_splices() {
        let file = Original::new(
            "/* a\n b */ int x; // c \\\n still c\r\n#pragma omp \\\r\n  target /* d */ map(\\\nx)\n ab\\\ncd \"s/*\\\nt\" 'x'\n"
                .to_string(),
        );
        assert_eq!(
            words(&file),
            [
                "int", "x", ";", "#", "pragma", "omp", "target", "map", "(", "x", ")", "abcd",
                "\"s/*t\"", "'x'"
            ]
        );
        let scanned = file.scan();
        let lines: Vec<_> = scanned
            .lines
            .iter()
            .map(|l| (l.line, l.directive))
            .collect();
        assert_eq!(
            lines,
            [
                (2, DirectiveLine::No),
                (4, DirectiveLine::Pragma),
                (7, DirectiveLine::No)
            ]
        );
        let comments = file.comments(0..999);
        assert_eq!(comments.len(), 3);
        assert_eq!(
            (comments[0].line, comments[0].end_line, comments[0].alone),
            (1, 2, false)
        );
        assert_eq!(comments[1].text, "// c \\\n still c");
    }

    #[test]
    fn junk_never_fails() {
        for text in [
            "",
            "\u{feff}int",
            "/*",
            "//\\",
            "\"\\",
            "'\\\n",
            "#include <",
            "\\",
            "a\\\n",
            "\"é\\é",
        ] {
            let file = Original::new(text.to_string());
            words(&file);
            file.comments(0..99);
        }
    }
}
