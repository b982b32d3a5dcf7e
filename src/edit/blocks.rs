//! Original lines that are replaced as a whole, because macros make what is edited on them.
//!
//! A block is a run of such lines with all edits on them, and the rows of the preprocessed text that
//! came from them. Must not know what is being replaced.

use super::Change;
use crate::diag::{Code, Diagnostic};
use crate::source::align::Group;
use crate::source::original::{DirectiveLine, Original};
use crate::source::token::{self, Kind};
use crate::source::{FileId, Preprocessed};
use std::ops::Range;

/// How many groups a block may grow to find the end of a macro call.
const GROWTH: usize = 64;

pub(super) struct Block {
    pub changes: Vec<Change>,
    pub lines: (u32, u32),
    rows: Range<usize>,
}

/// Makes blocks of the changes in `whole`, and adds those of `plain` that stand on the same lines. `own` says of a row
/// whether it belongs to their inclusion of the file.
pub(super) fn join(
    pre: &Preprocessed,
    file: &Original,
    own: &dyn Fn(usize) -> bool,
    whole: Vec<Change>,
    plain: &mut Vec<Change>,
) -> Vec<Block> {
    let mut blocks: Vec<Block> = whole.into_iter().map(Block::of).collect();
    loop {
        let before = (blocks.len(), plain.len());
        for block in &mut blocks {
            block.grow(pre, file, own);
        }
        blocks.sort_by_key(|b| (b.lines, b.changes[0].span));
        let mut joined: Vec<Block> = vec![];
        for block in blocks {
            match joined.last_mut() {
                Some(last) if block.lines.0 <= last.lines.1 => last.take(block),
                _ => joined.push(block),
            }
        }
        for block in &mut joined {
            let (a, b) = block.lines;
            let touching: Vec<Change> = plain
                .extract_if(.., |c| c.lines.0 <= b && a <= c.lines.1)
                .collect();
            for change in touching {
                block.take(Block::of(change));
            }
        }
        blocks = joined;
        if (blocks.len(), plain.len()) == before {
            break;
        }
    }
    for block in &mut blocks {
        block.changes.sort_by_key(|c| c.span);
    }
    blocks
}

impl Block {
    fn of(change: Change) -> Block {
        Block {
            lines: change.lines,
            rows: change.rows.clone(),
            changes: vec![change],
        }
    }

    fn take(&mut self, other: Block) {
        self.lines = (
            self.lines.0.min(other.lines.0),
            self.lines.1.max(other.lines.1),
        );
        self.rows = self.rows.start.min(other.rows.start)..self.rows.end.max(other.rows.end);
        self.changes.extend(other.changes);
    }

    /// A macro call that begins or ends outside: the block grows until as many parentheses are
    /// open at both ends of the original lines as of the rows.
    fn grow(&mut self, pre: &Preprocessed, file: &Original, own: &dyn Fn(usize) -> bool) {
        let (mut lines, mut rows) = (self.lines, self.rows.clone());
        for _ in 0..GROWTH {
            (lines, rows) = of_whole_lines(pre, file, own, lines, rows);
            let (raw, text) = (raw_balance(file, lines), balance(pre, &rows));
            if raw == text {
                self.lines = lines;
                self.rows = rows;
                return;
            }
            let other = if raw.0 < text.0 {
                (0..rows.start)
                    .rev()
                    .find(|&r| own(r) && counts(pre, r, &rows))
            } else {
                (rows.end..pre.rows.len()).find(|&r| own(r) && counts(pre, r, &rows))
            };
            let Some(other) = other else { return };
            let group = pre.group(other);
            lines = (lines.0.min(group.from), lines.1.max(last_line(pre, &group)));
            rows = rows.start.min(group.first)..rows.end.max(group.end);
        }
    }

    /// The preprocessed text of the lines, the changes made.
    pub fn text(&self, pre: &Preprocessed, id: FileId) -> std::result::Result<String, Diagnostic> {
        let text = pre.text();
        let mut out = String::new();
        let mut skip_to = 0usize;
        let mut changes = self.changes.iter().peekable();
        for at in self.rows.clone() {
            let row = pre.rows[at];
            let range = pre.row_range(at);
            if row.marker || range.end <= skip_to {
                continue;
            }
            let mut from = range.start.max(skip_to);
            if row.file != id {
                let span = self.changes[0].span;
                let message = "an include stands among the lines that a macro makes into this code";
                return Err(Diagnostic::error(Code::CUnsupported, span, message));
            }
            while let Some(change) = changes.peek().filter(|c| (c.span.lo as usize) < range.end) {
                let lo = change.span.lo as usize;
                push_piece(&mut out, text.get(from..lo).unwrap_or(""));
                push_line(&mut out, &change.text);
                skip_to = change.span.hi as usize;
                from = skip_to.min(range.end);
                changes.next();
            }
            push_piece(&mut out, text.get(from..range.end).unwrap_or(""));
        }
        Ok(out.trim_end().to_string())
    }
}

/// Whole logical lines, and all rows that came from them: what stands in front of a macro call, or behind it, has rows of
/// its own where lines end with a backslash, since rows have the numbers of physical lines.
fn of_whole_lines(
    pre: &Preprocessed,
    file: &Original,
    own: &dyn Fn(usize) -> bool,
    (first, last): (u32, u32),
    rows: Range<usize>,
) -> ((u32, u32), Range<usize>) {
    let whole = |last: u32| file.logical_end_of(last);
    let (mut lines, mut rows) = ((file.logical_line_of(first), whole(last)), rows);
    let within = |row: usize, lines: (u32, u32)| {
        let line = pre.rows[row].line;
        lines.0 <= line && line <= lines.1
    };
    let before = |rows: &Range<usize>| {
        let mut before = (0..rows.start).rev();
        before.find(|&r| own(r) && counts(pre, r, rows))
    };
    while let Some(row) = before(&rows).filter(|&row| within(row, lines)) {
        rows.start = pre.group(row).first.min(row);
    }
    let behind = |rows: &Range<usize>| {
        let mut behind = rows.end..pre.rows.len();
        behind.find(|&r| own(r) && counts(pre, r, rows))
    };
    while let Some(row) = behind(&rows).filter(|&row| within(row, lines)) {
        let group = pre.group(row);
        lines.1 = lines.1.max(whole(last_line(pre, &group)));
        rows.end = group.end.max(row + 1);
    }
    (lines, rows)
}

/// A row of the block's file with something on it.
fn counts(pre: &Preprocessed, row: usize, rows: &Range<usize>) -> bool {
    let here = pre.rows[row];
    let same = !here.marker && here.file == pre.rows[rows.start].file;
    same && !pre.text()[pre.row_range(row)].trim().is_empty()
}

/// The lowest number of open parentheses within original lines, and the number at their end.
fn raw_balance(file: &Original, lines: (u32, u32)) -> (i64, i64) {
    let scanned = file.scan();
    let from = scanned.lines.partition_point(|l| l.line < lines.0);
    let within = scanned.lines[from..]
        .iter()
        .take_while(|l| l.line <= lines.1);
    let tokens = within
        .filter(|l| l.directive == DirectiveLine::No)
        .flat_map(|l| &scanned.tokens[l.first as usize..l.end as usize]);
    count(tokens.map(|t| &file.text()[t.lo as usize..t.hi as usize]))
}

/// The lowest number of open parentheses within rows of the preprocessed text, and the number at their end.
fn balance(pre: &Preprocessed, rows: &Range<usize>) -> (i64, i64) {
    let file = pre.rows[rows.start].file;
    let own = rows
        .clone()
        .filter(|&r| !pre.rows[r].marker && pre.rows[r].file == file);
    let tokens = own.flat_map(|r| {
        let line = &pre.text()[pre.row_range(r)];
        let tokens = token::tokens(line).into_iter();
        tokens
            .filter(|t| t.kind == Kind::Punct)
            .map(|t| t.text(line))
    });
    count(tokens)
}

fn count<'a>(tokens: impl Iterator<Item = &'a str>) -> (i64, i64) {
    let (mut lowest, mut depth) = (0, 0);
    for token in tokens {
        match token {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        lowest = lowest.min(depth);
    }
    (lowest, depth)
}

/// The last original line that has gone into a group: up to the next one with tokens of its own,
/// but not over a directive.
pub(super) fn last_line(pre: &Preprocessed, group: &Group) -> u32 {
    let Some(file) = pre.original(group.file) else {
        return group.to;
    };
    let next = pre.next_line(group).unwrap_or(u32::MAX);
    let lines = &file.scan().lines;
    let from = lines.partition_point(|l| l.line <= group.from);
    let mut last = group.to;
    for line in &lines[from..] {
        if line.line >= next || line.directive != DirectiveLine::No {
            break;
        }
        let tokens = &file.scan().tokens[line.first as usize..line.end as usize];
        last = last.max(tokens.last().map_or(0, |t| file.line_of(t.hi as usize - 1)));
    }
    last
}

/// Preprocessed text between two changes: blank lines go, pragmas stand on lines of their own.
fn push_piece(out: &mut String, piece: &str) {
    if piece.trim().is_empty() {
        return;
    }
    let is_pragma = token::tokens(piece)
        .first()
        .is_some_and(|t| t.kind == Kind::Line);
    if !out.is_empty() && !out.ends_with('\n') && (is_pragma || last_is_pragma(out)) {
        out.push('\n');
    }
    out.push_str(piece);
}

fn push_line(out: &mut String, text: &str) {
    if !out.is_empty()
        && !out.ends_with('\n')
        && (text.trim_start().starts_with('#') || last_is_pragma(out))
    {
        out.push('\n');
    }
    out.push_str(text);
}

fn last_is_pragma(out: &str) -> bool {
    out.lines()
        .next_back()
        .is_some_and(|l| l.trim_start().starts_with('#'))
}
