//! Aligns the tokens of preprocessed lines with those of the original lines that they came from.
//!
//! A *group* is everything that the preprocessor printed for one original line: usually one row,
//! more where a `_Pragma` stands in it. Where the tokens on both sides are the same, each has its
//! exact place; where macros were expanded, those before the first and behind the last difference
//! have. Everything here is computed once a group, when it is first asked for. Must not know C's grammar.

use super::expansion::Made;
use super::markers::{FileId, Preprocessed};
use super::original::{DirectiveLine, Original};
use super::pragma_lines::PragmaLines;
use super::token::{self, Kind, Token};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Groups bigger than this are only compared from both ends.
const MOST: usize = 1 << 20;

pub(crate) struct Group {
    pub file: FileId,
    /// Rows of the preprocessed text, `first..end`.
    pub first: usize,
    pub end: usize,
    /// Their tokens; a pragma made of `_Pragma` is one of kind [`Kind::Line`].
    pub tokens: Vec<Token>,
    /// The original line's tokens; `_Pragma("..")` is one.
    pub raw: Vec<Raw>,
    /// Beside `tokens`: which of `raw` it is; exact.
    pub of: Vec<Option<u32>>,
    /// Beside `tokens`: which of `raw` made it, where that is known.
    guess: Vec<u32>,
    /// The object-like macros and calls of others that made some of `tokens`, in the order of their beginnings.
    pub made: Vec<Made>,
    /// Original lines, `from..=to`: all that may have gone into the group.
    pub from: u32,
    pub to: u32,
    pub pragmas: PragmaLines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw {
    pub lo: u32,
    pub hi: u32,
    pub kind: Kind,
    /// How many parentheses are open around it.
    pub depth: u32,
    /// It is `(`.
    pub opens: bool,
}

impl Group {
    /// The index of the token that begins at or holds an offset; else of the next one.
    pub(crate) fn token_at(&self, offset: u32) -> usize {
        self.tokens.partition_point(|t| t.hi <= offset)
    }

    /// The macros whose tokens begin at one of some offsets.
    pub(crate) fn made_from(&self, offsets: RangeInclusive<u32>) -> &[Made] {
        let first = self.made.partition_point(|m| m.lo < *offsets.start());
        let end = self.made.partition_point(|m| m.lo <= *offsets.end());
        self.made.get(first..end).unwrap_or_default()
    }

    /// The raw token that a token came from: itself, or the macro that made it, where that is known.
    pub(crate) fn likely(&self, i: usize) -> Option<Raw> {
        if self.raw.is_empty() {
            return None;
        }
        if let Some(Some(r)) = self.of.get(i) {
            return self.raw.get(*r as usize).copied();
        }
        let guess = self.guess.get(i).copied().unwrap_or(0) as usize;
        self.raw.get(guess.min(self.raw.len() - 1)).copied()
    }
}

impl Preprocessed {
    /// The group that a row belongs to.
    pub(crate) fn group(&self, row: usize) -> Arc<Group> {
        let (first, end) = self.group_rows(row);
        if let Ok(groups) = self.groups.lock()
            && let Some(group) = groups.get(&first)
        {
            return group.clone();
        }
        let group = Arc::new(self.align(first, end));
        if let Ok(mut groups) = self.groups.lock() {
            groups.insert(first, group.clone());
        }
        group
    }

    /// The rows around one that come from the same original line.
    fn group_rows(&self, row: usize) -> (usize, usize) {
        let rows = &self.rows;
        let here = rows[row];
        let same =
            |r: usize| rows[r].marker || (rows[r].line == here.line && rows[r].file == here.file);
        let (mut first, mut end) = (row, row + 1);
        while first > 0 && same(first - 1) && !self.enters(first - 1) {
            first -= 1;
        }
        while end < rows.len() && same(end) && !self.enters(end) {
            end += 1;
        }
        while first < row && rows[first].marker {
            first += 1;
        }
        while end > row + 1 && rows[end - 1].marker {
            end -= 1;
        }
        (first, end)
    }

    /// A marker that begins or ends an included file.
    fn enters(&self, row: usize) -> bool {
        if !self.rows[row].marker {
            return false;
        }
        let text = &self.text()[self.row_range(row)];
        let flags = text.rsplit('"').next().unwrap_or("");
        flags.split_ascii_whitespace().any(|f| f == "1" || f == "2")
    }

    fn align(&self, first: usize, end: usize) -> Group {
        let head = self.rows[first];
        let mut tokens = vec![];
        for row in (first..end).filter(|&r| !self.rows[r].marker) {
            let range = self.row_range(row);
            let line = &self.text()[range.clone()];
            let offset = |mut t: Token| {
                t.lo += range.start as u32;
                t.hi += range.start as u32;
                t
            };
            tokens.extend(token::tokens(line).into_iter().map(offset));
        }
        let mut group = Group {
            file: head.file,
            first,
            end,
            of: vec![None; tokens.len()],
            tokens,
            raw: vec![],
            guess: vec![],
            made: vec![],
            from: head.line,
            to: head.line,
            pragmas: PragmaLines::default(),
        };
        if let Some(file) = self.original(head.file) {
            self.raw_tokens(file, &mut group);
            self.compare(file, &mut group);
            group.made = self.made(file, &group);
            group.made.sort_by_key(|made| made.lo);
        }
        group
    }

    /// The raw tokens that may have gone into the group: those of its line, and of the following
    /// ones where a macro call spans them.
    fn raw_tokens(&self, file: &Original, group: &mut Group) {
        let scanned = file.scan();
        let mut first = scanned.lines.partition_point(|l| l.line < group.from);
        // The preprocessor gives a pragma the line of its second word, which may follow a continuation.
        if let Some(before) = first.checked_sub(1)
            && group.tokens.first().is_some_and(|t| t.kind == Kind::Line)
            && scanned.lines[before].directive == DirectiveLine::Pragma
        {
            let last = scanned.tokens[scanned.lines[before].end as usize - 1];
            if file.line_of(last.lo as usize) >= group.from {
                (first, group.from) = (before, scanned.lines[before].line);
            }
        }
        let line = group.from;
        let next = self.next_line(group);
        let mut depth = 0u32;
        for raw_line in &scanned.lines[first..] {
            let own = raw_line.line == line;
            if !own
                && (depth == 0 || next.is_some_and(|n| raw_line.line >= n) || raw_line.line < line)
            {
                break;
            }
            let pragma = raw_line.directive == DirectiveLine::Pragma;
            if raw_line.directive != DirectiveLine::No && !(own && pragma) {
                if own {
                    break;
                }
                continue;
            }
            let tokens = &scanned.tokens[raw_line.first as usize..raw_line.end as usize];
            if let Some(last) = tokens.last() {
                group.to = group
                    .to
                    .max(file.line_of(last.hi.saturating_sub(1) as usize));
            }
            if pragma {
                if let (Some(a), Some(b)) = (tokens.first(), tokens.last()) {
                    group.raw.push(Raw {
                        lo: a.lo,
                        hi: b.hi,
                        kind: Kind::Line,
                        depth: 0,
                        opens: false,
                    });
                }
                break;
            }
            let mut i = 0;
            while let Some(t) = tokens.get(i) {
                let word = &file.text()[t.lo as usize..t.hi as usize];
                let mut raw = Raw {
                    lo: t.lo,
                    hi: t.hi,
                    kind: t.kind,
                    depth,
                    opens: word == "(",
                };
                match word {
                    "(" => depth += 1,
                    ")" => {
                        depth = depth.saturating_sub(1);
                        raw.depth = depth;
                    }
                    "_Pragma" if tokens.len() > i + 3 && tokens[i + 2].kind == Kind::Str => {
                        raw.hi = tokens[i + 3].hi;
                        raw.kind = Kind::Line;
                        i += 3;
                    }
                    _ => {}
                }
                group.raw.push(raw);
                i += 1;
            }
            if group.raw.len() > MOST {
                break;
            }
        }
    }

    /// The next original line of the same file that has tokens of its own in the text.
    pub(crate) fn next_line(&self, group: &Group) -> Option<u32> {
        let rows = self.rows[group.end..].iter().enumerate().take(4096);
        rows.filter(|(_, r)| !r.marker && r.file == group.file && r.line > group.from)
            .find(|&(i, _)| !self.text()[self.row_range(group.end + i)].trim().is_empty())
            .map(|(_, r)| r.line)
    }

    fn compare(&self, file: &Original, group: &mut Group) {
        let equal = |t: &Token, r: &Raw| -> bool {
            if (t.kind == Kind::Line) != (r.kind == Kind::Line) {
                return false;
            }
            if t.kind == Kind::Line {
                return true;
            }
            let raw = super::original::RawToken {
                kind: r.kind,
                lo: r.lo,
                hi: r.hi,
                row: 0,
            };
            let (raw, text) = (file.spelling(&raw), t.text(self.text()));
            raw == text
                || (t.kind == Kind::Ident
                    && text.contains('\\')
                    && token::written_out(&raw) == token::written_out(text))
        };
        let (n, m) = (group.tokens.len(), group.raw.len());
        let most = n.min(m);
        let head = (0..most)
            .take_while(|&i| equal(&group.tokens[i], &group.raw[i]))
            .count();
        let tail = (0..most - head)
            .take_while(|&i| equal(&group.tokens[n - 1 - i], &group.raw[m - 1 - i]))
            .count();
        self.guess(group, head, &equal);
        if n == m && one_for_one(group, &equal) {
            for i in 0..n {
                if equal(&group.tokens[i], &group.raw[i]) {
                    group.of[i] = Some(i as u32);
                }
            }
            return;
        }
        // Inside the parentheses of a macro call nothing is sure.
        let mut depth = 0u32;
        let depths: Vec<u32> = group
            .tokens
            .iter()
            .map(|t| {
                let text = t.text(self.text());
                if text == ")" {
                    depth = depth.saturating_sub(1);
                }
                let here = depth;
                if text == "(" {
                    depth += 1;
                }
                here
            })
            .collect();
        for (i, &token_depth) in depths.iter().enumerate() {
            let r = if i < head {
                i
            } else if i >= n - tail {
                m - (n - i)
            } else {
                continue;
            };
            if group.raw[r].depth == token_depth {
                group.of[i] = Some(r as u32);
            }
        }
    }

    /// Which raw token each token most likely came from: for columns of messages only.
    fn guess(&self, group: &mut Group, head: usize, equal: &dyn Fn(&Token, &Raw) -> bool) {
        let (n, m) = (group.tokens.len(), group.raw.len());
        let mut guess: Vec<u32> = (0..head as u32).collect();
        let (mut i, mut r) = (head, head);
        while i < n && r < m && n.max(m) <= 4096 {
            if equal(&group.tokens[i], &group.raw[r]) {
                guess.push(r as u32);
                i += 1;
                r += 1;
                continue;
            }
            // A macro: behind its name or its closing parenthesis the tokens agree again.
            let mut next = r + 1;
            if group.raw.get(next).is_some_and(|t| t.opens) {
                let depth = group.raw[next].depth;
                let close = (next + 1..m).find(|&c| group.raw[c].depth == depth);
                next = close.map_or(m, |close| close + 1);
            }
            // Another macro may follow soon: of it nothing is asked.
            let agrees = |k: usize| {
                for d in 0..3 {
                    match (group.tokens.get(k + d), group.raw.get(next + d)) {
                        (Some(t), Some(raw)) if equal(t, raw) => {}
                        (_, Some(raw)) if d > 0 && raw.kind == Kind::Ident => return true,
                        (None, None) => return true,
                        _ => return false,
                    }
                }
                true
            };
            let Some(k) = (i..n.min(i + 64)).find(|&k| agrees(k)) else {
                break;
            };
            guess.extend(std::iter::repeat_n(r as u32, k - i));
            i = k;
            r = next;
        }
        guess.resize(n, r.min(m.saturating_sub(1)) as u32);
        group.guess = guess;
    }
}

/// As many tokens as raw tokens, and those that differ stand alone: each is a macro of one token.
fn one_for_one(group: &Group, equal: &dyn Fn(&Token, &Raw) -> bool) -> bool {
    let same = |i: usize| equal(&group.tokens[i], &group.raw[i]);
    let n = group.tokens.len();
    (0..n).all(|i| {
        same(i)
            || (group.raw[i].kind == Kind::Ident
                && (i == 0 || same(i - 1))
                && (i + 1 == n || same(i + 1) && group.raw[i + 1].depth == group.raw[i].depth))
    })
}
