//! Replacements of spans, applied to the original files.
//!
//! A replacement covers whole tokens. Where its first and last token stand in the original text,
//! just those bytes are replaced and everything else stays byte for byte. Where one of them was made by a
//! macro, the original lines around it are replaced by their preprocessed form, and a note says so.
//! Must not know what is being replaced.

mod blocks;
#[cfg(test)]
mod tests;

use crate::diag::{Code, Diagnostic, Result, Severity};
use crate::source::align::Group;
use crate::source::original::{DirectiveLine, Original};
use crate::source::{FileId, Preprocessed, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Replacements, collected in any order.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    replacements: Vec<(Span, String)>,
    top: Vec<String>,
    bottom: Vec<String>,
}

/// The original files with the edits in them.
#[derive(Clone, Debug, Default)]
pub struct Edited {
    /// The main file first, then headers that were edited, in the order of their first mention.
    pub files: Vec<HostFile>,
    /// What could not be done exactly: one line each.
    pub notes: Vec<String>,
}

/// A file of the user, as the host compiler gets it.
#[derive(Clone, Debug)]
pub struct HostFile {
    pub path: PathBuf,
    pub text: String,
    /// Whether anything was replaced in it.
    pub changed: bool,
}

impl Edits {
    pub fn new() -> Edits {
        Edits::default()
    }

    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty() && self.top.is_empty() && self.bottom.is_empty()
    }

    /// Replaces a span of whole tokens. Lines end with `\n` in `text`, whatever the file has.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.replacements.push((span, text.into()));
    }

    /// Inserts whole lines near the start of the main file: behind its leading includes, else in front of its first
    /// declaration.
    pub fn insert_at_top(&mut self, text: impl Into<String>) {
        self.top.push(text.into());
    }

    /// Inserts whole lines at the end of the main file.
    pub fn insert_at_end(&mut self, text: impl Into<String>) {
        self.bottom.push(text.into());
    }

    pub fn apply(&self, pre: &Preprocessed) -> Result<Edited> {
        let mut sorted: Vec<&(Span, String)> = self.replacements.iter().collect();
        sorted.sort_by_key(|(span, _)| *span);
        let mut errors = vec![];
        for pair in sorted.windows(2) {
            if pair[1].0.lo < pair[0].0.hi {
                let message = "two edits of the host text overlap";
                errors.push(
                    Diagnostic::error(Code::Internal, pair[1].0, message)
                        .also(pair[0].0, "the other"),
                );
            }
        }
        if let (Some(source), []) = (pre.given_in(), errors.as_slice()) {
            let file = self.in_given_text(pre, source, &sorted);
            return Ok(Edited {
                files: vec![file],
                notes: vec![],
            });
        }
        let mut notes = vec![];
        let mut files: BTreeMap<FileId, Vec<Change>> = BTreeMap::new();
        for (span, text) in sorted {
            match Change::new(pre, *span, text) {
                Ok((file, change)) => files.entry(file).or_default().push(change),
                Err(error) => errors.push(error),
            }
        }
        files.entry(pre.main_id()).or_default();
        let mut out: Vec<(FileId, HostFile)> = vec![];
        for (id, changes) in files {
            let Some(file) = pre.original(id) else {
                let message = format!("cannot read {}", pre.path(id).display());
                errors.push(Diagnostic::bare(Code::File, Severity::Error, message));
                continue;
            };
            let mut changes = match replacements_of(pre, file, id, changes, &mut notes) {
                Ok(changes) => changes,
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            if id == pre.main_id() {
                self.insertions(file, &mut changes);
            }
            let text = spliced(file, &changes);
            let changed = text != file.text();
            out.push((
                id,
                HostFile {
                    path: pre.path(id).to_path_buf(),
                    text,
                    changed,
                },
            ));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        out.sort_by_key(|(id, _)| (*id != pre.main_id(), *id));
        let files = out.into_iter().map(|(_, file)| file).collect();
        Ok(Edited { files, notes })
    }

    /// Text that was preprocessed by the user is its own original: spans are its bytes.
    fn in_given_text(
        &self,
        pre: &Preprocessed,
        source: &Path,
        sorted: &[&(Span, String)],
    ) -> HostFile {
        let file = Original::new(pre.text().to_string());
        let place = |(span, text): &&(Span, String)| {
            let range = span.range();
            (range.clone(), on_own_lines(&file, &range, text.clone()))
        };
        let mut changes: Vec<_> = sorted.iter().map(place).collect();
        self.insertions(&file, &mut changes);
        let text = spliced(&file, &changes);
        HostFile {
            path: source.to_path_buf(),
            changed: text != file.text(),
            text,
        }
    }

    fn insertions(&self, file: &Original, changes: &mut Vec<(Range<usize>, String)>) {
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
        if !self.top.is_empty() {
            let at = top(file);
            let at = changes
                .iter()
                .find(|(r, _)| r.start < at && at < r.end)
                .map_or(at, |(r, _)| r.start);
            let before = &file.text()[..at];
            let open = !before.is_empty() && before != BOM && !before.ends_with('\n');
            changes.push((
                at..at,
                format!("{}{}", if open { "\n" } else { "" }, lines(&self.top)),
            ));
        }
        if !self.bottom.is_empty() {
            let end = file.text().len();
            let open = end > 0 && !file.text().ends_with('\n');
            changes.push((
                end..end,
                format!("{}{}", if open { "\n" } else { "" }, lines(&self.bottom)),
            ));
        }
        changes.sort_by_key(|(range, _)| (range.start, range.end));
    }
}

/// A replacement whose place in the original text is being determined.
pub(super) struct Change {
    pub span: Span,
    pub text: String,
    /// The original lines that it changes.
    pub lines: (u32, u32),
    /// The bytes of the original text, where both ends were found there.
    pub bytes: Option<Range<usize>>,
    /// Rows of the preprocessed text.
    pub rows: Range<usize>,
}

impl Change {
    fn new(
        pre: &Preprocessed,
        span: Span,
        text: &str,
    ) -> std::result::Result<(FileId, Change), Diagnostic> {
        let first = pre.group(pre.row_at(span.lo as usize));
        let last = pre.group(pre.row_at((span.hi as usize).max(1) - 1));
        if first.file != last.file {
            let message = "this code begins in one file and ends in another: it cannot be replaced";
            return Err(Diagnostic::error(Code::CUnsupported, span, message)
                .help("keep a device construct within one file"));
        }
        if first.file != pre.main_id() && pre.inclusions(first.file) == 0 {
            let message = "this code comes from another file by a `#line` directive: it cannot be replaced there";
            return Err(Diagnostic::error(Code::CUnsupported, span, message)
                .help("translate the file without its `#line` directives"));
        }
        let exact = |group: &Group, i: usize| {
            let raw = group.of.get(i).copied().flatten()?;
            group.raw.get(raw as usize).copied()
        };
        let (i, j) = (first.token_at(span.lo), last.token_at(span.hi.max(1) - 1));
        let fits = first.tokens.get(i).is_some_and(|t| t.lo == span.lo)
            && last.tokens.get(j).is_some_and(|t| t.hi == span.hi);
        let bytes = match (exact(&first, i), exact(&last, j)) {
            (Some(a), Some(b)) if fits && a.lo < b.hi => Some(a.lo as usize..b.hi as usize),
            _ => None,
        };
        let change = Change {
            span,
            text: text.to_string(),
            lines: (first.from, blocks::last_line(pre, &last)),
            bytes,
            rows: first.first..last.end,
        };
        Ok((first.file, change))
    }
}

/// The byte replacements of one file, sorted and without overlap.
fn replacements_of(
    pre: &Preprocessed,
    file: &Original,
    id: FileId,
    changes: Vec<Change>,
    notes: &mut Vec<String>,
) -> std::result::Result<Vec<(Range<usize>, String)>, Diagnostic> {
    let (mut whole, mut plain) = (vec![], vec![]);
    for change in changes {
        if change.bytes.is_some() {
            plain.push(change)
        } else {
            whole.push(change)
        }
    }
    let blocks = blocks::join(pre, file, whole, &mut plain);
    let mut out: Vec<(Range<usize>, String, Span)> = vec![];
    for change in plain {
        let range = change.bytes.clone().unwrap_or(0..0);
        let text = on_own_lines(file, &range, change.text + &carried(file, &range));
        out.push((range, text, change.span));
    }
    for block in blocks {
        let (a, b) = block.lines;
        let text = block.text(pre, id)?;
        let lines = if a == b {
            format!("line {a}")
        } else {
            format!("lines {a}-{b}")
        };
        notes.push(format!(
            "{}: {lines}: a macro makes this code; it was edited in its preprocessed form",
            pre.path(id).display()
        ));
        let range = file.line_range(a).start..file.line_range(b).end;
        let text = text + &carried(file, &range);
        out.push((range, text, block.changes[0].span));
    }
    out.sort_by_key(|(range, _, span)| (range.start, range.end, *span));
    out.dedup_by(|b, a| a.0 == b.0 && a.1 == b.1 && pre.inclusions(id) > 1);
    for pair in out.windows(2) {
        if pair[1].0.start < pair[0].0.end {
            return Err(included_twice(pre, id, pair[1].2).also(pair[0].2, "and another way here"));
        }
    }
    if pre.inclusions(id) > 1 && id != pre.main_id() {
        for (_, _, span) in &out {
            check_same(pre, id, *span)?;
        }
    }
    Ok(out
        .into_iter()
        .map(|(range, text, _)| (range, text))
        .collect())
}

/// The directives of a range that must be kept: conditionals that begin or end outside of it, and all of them where
/// it also defines macros.
fn carried(file: &Original, range: &Range<usize>) -> String {
    let scanned = file.scan();
    let start = |l: &crate::source::original::RawLine| scanned.tokens[l.first as usize].lo as usize;
    let from = scanned.lines.partition_point(|l| start(l) <= range.start);
    let lines = scanned.lines[from..]
        .iter()
        .take_while(|l| start(l) < range.end);
    let word = |l: &crate::source::original::RawLine| match l.end - l.first {
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

/// A replacement that begins or ends with a `#` line gets that line for itself.
fn on_own_lines(file: &Original, range: &Range<usize>, mut text: String) -> String {
    let is_directive = |line: Option<&str>| line.is_some_and(|l| l.trim_start().starts_with('#'));
    let around = file.text();
    let before = around[..range.start].rsplit('\n').next().unwrap_or("");
    let after = around[range.end..].split('\n').next().unwrap_or("");
    if is_directive(text.lines().next_back()) && !text.ends_with('\n') && !after.trim().is_empty() {
        text.push('\n');
    }
    if is_directive(text.lines().next()) && !before.trim().is_empty() {
        text.insert(0, '\n');
    }
    text
}

fn included_twice(pre: &Preprocessed, id: FileId, span: Span) -> Diagnostic {
    let message = format!(
        "{} is included more than once, and this construct means another thing each time",
        pre.path(id).display()
    );
    Diagnostic::error(Code::CUnsupported, span, message)
        .help("guard the header against double inclusion, or write the construct out in the file that includes it")
}

/// Other inclusions of an edited file have the very same text in the line.
fn check_same(pre: &Preprocessed, id: FileId, span: Span) -> std::result::Result<(), Diagnostic> {
    let form =
        |group: &Group| -> Vec<&str> { group.tokens.iter().map(|t| t.text(pre.text())).collect() };
    let here = pre.group(pre.row_at(span.lo as usize));
    let row = pre.rows[here.first];
    let mut at = 0;
    while at < pre.rows.len() {
        let other = pre.rows[at];
        if other.marker || other.file != row.file || other.line != row.line {
            at += 1;
            continue;
        }
        let group = pre.group(at);
        let form = (form(&group), form(&here));
        if !form.0.is_empty() && form.0 != form.1 {
            return Err(included_twice(pre, id, span));
        }
        at = group.end.max(at + 1);
    }
    Ok(())
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
