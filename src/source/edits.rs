//! Replacements of spans, applied to the original files.
//!
//! A replacement covers whole tokens. Where its first and last token stand in the original text,
//! just those bytes are replaced and everything else stays byte for byte. Where one of them was made by a
//! macro, the original lines around it are replaced by their preprocessed form, and a note says so.
//! Must not know what is being replaced.

use super::align::Group;
use super::original::{DirectiveLine, Original};
use super::token::{self, Kind};
use super::{FileId, Preprocessed, Span};
use crate::diag::{Code, Diagnostic, Result, Severity};
use crate::translate::HostFile;
use std::collections::BTreeMap;
use std::ops::Range;

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

    /// Whole lines near the start of the main file: behind its leading includes, else in front of its first
    /// declaration.
    pub fn insert_at_top(&mut self, text: impl Into<String>) {
        self.top.push(text.into());
    }

    /// Whole lines at the end of the main file.
    pub fn insert_at_end(&mut self, text: impl Into<String>) {
        self.bottom.push(text.into());
    }

    pub fn apply(&self, pre: &Preprocessed) -> Result<Edited> {
        let mut errors = vec![];
        let mut notes = vec![];
        let mut files: BTreeMap<FileId, Vec<Change>> = BTreeMap::new();
        let mut sorted: Vec<&(Span, String)> = self.replacements.iter().collect();
        sorted.sort_by_key(|(span, _)| *span);
        for pair in sorted.windows(2) {
            if pair[1].0.lo < pair[0].0.hi {
                let message = "two edits of the host text overlap";
                errors.push(
                    Diagnostic::error(Code::Internal, pair[1].0, message)
                        .also(pair[0].0, "the other"),
                );
            }
        }
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
            let mut changes = match settled(pre, file, id, changes, &mut notes) {
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
            let open = at > 0 && !file.text()[..at].ends_with('\n');
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

/// One replacement, on its way to the original text.
struct Change {
    span: Span,
    text: String,
    /// Original lines that it touches.
    lines: (u32, u32),
    /// The bytes of the original text, where both ends were found there.
    bytes: Option<Range<usize>>,
    /// Rows of the preprocessed text.
    rows: Range<usize>,
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
            lines: (first.from, last_line(pre, &last)),
            bytes,
            rows: first.first..last.end,
        };
        Ok((first.file, change))
    }
}

/// The last original line that has gone into a group: up to the next one with tokens of its own,
/// but not over a directive.
fn last_line(pre: &Preprocessed, group: &Group) -> u32 {
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

/// Byte replacements of one file, sorted and apart from each other.
fn settled(
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
    // Lines that are replaced as a whole take along whatever else is edited on them.
    let mut blocks: Vec<Vec<Change>> = whole.into_iter().map(|c| vec![c]).collect();
    loop {
        let before = (blocks.len(), plain.len());
        blocks.sort_by_key(|b| (first_line(b), b[0].span));
        let mut joined: Vec<Vec<Change>> = vec![];
        for block in blocks {
            match joined.last_mut() {
                Some(last) if first_line(&block) <= final_line(last) => last.extend(block),
                _ => joined.push(block),
            }
        }
        for block in &mut joined {
            let (a, b) = (first_line(block), final_line(block));
            let touches = |c: &mut Change| c.lines.0 <= b && a <= c.lines.1;
            block.extend(plain.extract_if(.., touches));
        }
        blocks = joined;
        if (blocks.len(), plain.len()) == before {
            break;
        }
    }
    let mut out: Vec<(Range<usize>, String, Span)> = vec![];
    for change in plain {
        let range = change.bytes.clone().unwrap_or(0..0);
        out.push((range, change.text, change.span));
    }
    for mut block in blocks {
        block.sort_by_key(|c| c.span);
        let (a, b) = (first_line(&block), final_line(&block));
        let text = preprocessed_form(pre, id, &block)?;
        let lines = if a == b {
            format!("line {a}")
        } else {
            format!("lines {a}-{b}")
        };
        notes.push(format!(
            "{}: {lines}: a macro makes this code; it was edited in its preprocessed form",
            pre.path(id).display()
        ));
        out.push((
            file.line_range(a).start..file.line_range(b).end,
            text,
            block[0].span,
        ));
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

fn first_line(block: &[Change]) -> u32 {
    block.iter().map(|c| c.lines.0).min().unwrap_or(1)
}

fn final_line(block: &[Change]) -> u32 {
    block.iter().map(|c| c.lines.1).max().unwrap_or(1)
}

fn included_twice(pre: &Preprocessed, id: FileId, span: Span) -> Diagnostic {
    let message = format!(
        "{} is included more than once, and this construct means another thing each time",
        pre.path(id).display()
    );
    Diagnostic::error(Code::CUnsupported, span, message)
        .help("guard the header against double inclusion, or write the construct out in the file that includes it")
}

/// The other inclusions of an edited line have the very same text.
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

/// The preprocessed text of the lines that a block of changes touches, the changes made.
fn preprocessed_form(
    pre: &Preprocessed,
    id: FileId,
    block: &[Change],
) -> std::result::Result<String, Diagnostic> {
    let first = block.iter().map(|c| c.rows.start).min().unwrap_or(0);
    let end = block.iter().map(|c| c.rows.end).max().unwrap_or(0);
    let text = pre.text();
    let mut out = String::new();
    let mut at = first;
    let mut skip_to = 0usize;
    let mut changes = block.iter().peekable();
    while at < end {
        let row = pre.rows[at];
        let range = pre.row_range(at);
        at += 1;
        if row.marker || range.end <= skip_to {
            continue;
        }
        let mut from = range.start.max(skip_to);
        if row.file != id {
            let span = block[0].span;
            let message = "an include stands among the lines that a macro makes into this code";
            return Err(Diagnostic::error(Code::CUnsupported, span, message));
        }
        while let Some(change) = changes.peek().filter(|c| (c.span.lo as usize) < range.end) {
            push_piece(
                &mut out,
                text.get(from..change.span.lo as usize).unwrap_or(""),
            );
            push_line(&mut out, &change.text);
            skip_to = change.span.hi as usize;
            from = skip_to.min(range.end);
            changes.next();
        }
        push_piece(&mut out, text.get(from..range.end).unwrap_or(""));
    }
    Ok(out.trim_end().to_string())
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

/// Where whole lines go near the start of a file: behind the includes that it begins with.
fn top(file: &Original) -> usize {
    let mut depth = 0usize;
    let mut opened = None;
    let mut best = None;
    let mut included = false;
    for line in &file.scan().lines {
        let first = &file.scan().tokens[line.first as usize];
        let last = &file.scan().tokens[line.end as usize - 1];
        let word = file
            .scan()
            .tokens
            .get(line.first as usize + 1)
            .map_or("".into(), |t| file.spelling(t));
        let end = file.line_end(file.line_of(last.hi as usize - 1));
        match line.directive {
            DirectiveLine::Include => {
                included = true;
                if depth == 0 {
                    best = Some(end);
                }
            }
            DirectiveLine::Conditional => match &*word {
                "if" | "ifdef" | "ifndef" => {
                    if depth == 0 {
                        opened = Some(file.line_range(line.line).start);
                        included = false;
                    }
                    depth += 1;
                }
                "endif" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        if included {
                            best = Some(end);
                        }
                        opened = None;
                    }
                }
                _ => {}
            },
            DirectiveLine::Define | DirectiveLine::Other => {}
            DirectiveLine::No | DirectiveLine::Pragma => {
                let here = file.line_range(file.line_of(first.lo as usize)).start;
                return best.or(opened).unwrap_or(here);
            }
        }
    }
    best.unwrap_or(file.text().len())
}

/// The file's text with the replacements in it, their line ends made those of the file.
fn spliced(file: &Original, changes: &[(Range<usize>, String)]) -> String {
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
