//! The text of an original file with replacements in it: where lines and directives around them stay.
//!
//! Must not know what is being replaced, nor how its place was found.

use crate::source::original::{DirectiveLine, Original, RawLine};
use crate::source::token::Kind;
use std::ops::Range;

/// Adds whole lines that are inserted near the start of a main file and at its end.
pub(super) fn insert(
    file: &Original,
    (at_top, at_end): (&[String], &[String]),
    changes: &mut Vec<(Range<usize>, String)>,
) {
    let lines = |texts: &[String]| {
        let mut out = String::new();
        for text in texts {
            out.push_str(text);
            if !text.ends_with('\n') {
                out.push('\n');
            }
        }
        out
    };
    if !at_top.is_empty() {
        let at = top(file);
        let at = changes
            .iter()
            .find(|(r, _)| r.start < at && at < r.end)
            .map_or(at, |(r, _)| r.start);
        let before = &file.text()[..at];
        let open = !before.is_empty() && before != BOM && !before.ends_with('\n');
        changes.push((
            at..at,
            format!("{}{}", if open { "\n" } else { "" }, lines(at_top)),
        ));
    }
    if !at_end.is_empty() {
        let end = file.text().len();
        let open = end > 0 && !file.text().ends_with('\n');
        changes.push((
            end..end,
            format!("{}{}", if open { "\n" } else { "" }, lines(at_end)),
        ));
    }
    changes.sort_by_key(|(range, _)| (range.start, range.end));
}

/// The directives of a range that must be kept: conditionals that begin or end outside of it, and all of them where
/// it also defines macros.
pub(super) fn carried(file: &Original, range: &Range<usize>) -> String {
    let scanned = file.scan();
    let start = |l: &RawLine| scanned.tokens[l.first as usize].lo as usize;
    let from = scanned.lines.partition_point(|l| start(l) <= range.start);
    let lines = scanned.lines[from..]
        .iter()
        .take_while(|l| start(l) < range.end);
    let word = |l: &RawLine| match l.end - l.first {
        0 | 1 => "",
        _ => &file.text()[scanned.tokens[l.first as usize + 1].lo as usize
            ..scanned.tokens[l.first as usize + 1].hi as usize],
    };
    let mut all = vec![];
    let mut open: Vec<usize> = vec![];
    let mut matched = vec![];
    let mut defines = false;
    for line in lines {
        let n = all.len();
        match (line.directive, word(line)) {
            (DirectiveLine::Conditional, "if" | "ifdef" | "ifndef") => open.push(n),
            (DirectiveLine::Conditional, "endif") => {
                if let Some(first) = open.pop() {
                    matched.push(first..n + 1);
                }
            }
            (DirectiveLine::Conditional, _) => {}
            (DirectiveLine::Define, _) | (DirectiveLine::Other, "undef") => defines = true,
            _ => continue,
        }
        all.push(line);
    }
    let mut out = String::new();
    for (n, line) in all.iter().enumerate() {
        if defines || !matched.iter().any(|m| m.contains(&n)) {
            let last = scanned.tokens[line.end as usize - 1].hi as usize;
            out.push('\n');
            out.push_str(&file.text()[start(line)..last]);
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Whether lines leave something in the preprocessed text wherever no conditional hides them, whatever macros there are:
/// a pragma, or a token outside of parentheses that is no name.
pub(super) fn leave_something(file: &Original, lines: (u32, u32)) -> bool {
    let scanned = file.scan();
    let from = scanned.lines.partition_point(|l| l.line < lines.0);
    let within = scanned.lines[from..]
        .iter()
        .take_while(|l| l.line <= lines.1);
    let mut depth = 0u32;
    for line in within {
        match line.directive {
            DirectiveLine::Pragma => return true,
            DirectiveLine::No => {}
            _ => continue,
        }
        for token in &scanned.tokens[line.first as usize..line.end as usize] {
            match &file.text()[token.lo as usize..token.hi as usize] {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "_Pragma" if depth == 0 => return true,
                _ if depth == 0 && token.kind != Kind::Ident => return true,
                _ => {}
            }
        }
    }
    false
}

/// A replacement that begins or ends with a `#` line gets that line for itself.
pub(super) fn on_own_lines(file: &Original, range: &Range<usize>, mut text: String) -> String {
    let is_directive = |line: Option<&str>| line.is_some_and(|l| l.trim_start().starts_with('#'));
    let around = file.text();
    let before = around[..range.start].rsplit('\n').next().unwrap_or("");
    let after = around[range.end..].split('\n').next().unwrap_or("");
    // A comment may stay behind a directive.
    let code = !after.trim().is_empty() && has_code(file, range.end..range.end + after.len());
    if is_directive(text.lines().next_back()) && !text.ends_with('\n') && code {
        text.push('\n');
    }
    if is_directive(text.lines().next()) && !before.trim().is_empty() {
        text.insert(0, '\n');
    }
    text
}

/// Whether a token begins in a range of a file.
fn has_code(file: &Original, range: Range<usize>) -> bool {
    let tokens = &file.scan().tokens;
    let next = tokens.partition_point(|token| (token.lo as usize) < range.start);
    tokens
        .get(next)
        .is_some_and(|token| (token.lo as usize) < range.end)
}

/// The byte order mark, which stays first.
const BOM: &str = "\u{feff}";

/// Where whole lines go near the start of a file: behind its leading comments.
fn top(file: &Original) -> usize {
    let Some(line) = file.scan().lines.first() else {
        return file.text().len();
    };
    let first = &file.scan().tokens[line.first as usize];
    let line_start = |at: u32| file.line_range(file.line_of(at as usize)).start;
    let mut start = line_start(first.lo);
    // A comment may end on the line of the first token: what is inserted stands in front of that comment.
    let comments = file.scan().comments.iter().rev();
    for &(lo, hi) in comments.filter(|&&(lo, _)| lo < first.lo) {
        if (lo as usize) < start && start < hi as usize {
            start = line_start(lo);
        }
    }
    match file.text().starts_with(BOM) {
        true => start.max(BOM.len()),
        false => start,
    }
}

/// The file's text with the replacements in it, which are sorted and apart, their line ends made those of the file.
pub fn spliced(file: &Original, changes: &[(Range<usize>, String)]) -> String {
    let crlf = file.line_ending() == "\r\n";
    let text = file.text();
    let mut out = String::with_capacity(text.len() + 1024);
    let mut at = 0;
    for (range, new) in changes {
        out.push_str(&text[at..range.start]);
        if crlf {
            out.push_str(&new.replace("\r\n", "\n").replace('\n', "\r\n"));
        } else {
            out.push_str(new);
        }
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
