//! Replacements of spans, applied to the original files.
//!
//! A replacement covers whole tokens. Where its first and last token stand in the original text,
//! just those bytes are replaced and everything else stays byte for byte. Where one of them was made by a
//! macro, the original lines around it are replaced by their preprocessed form, and a note says so. A file whose
//! inclusions are edited differently becomes several: see `versions`.
//! Must not know what is being replaced.

mod blocks;
mod lines;
mod names;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod version_tests;
pub mod versions;

pub use lines::spliced;

use crate::diag::{Code, Diagnostic, Result, Severity};
use crate::source::align::Group;
use crate::source::inclusions::Inclusions;
use crate::source::original::Original;
use crate::source::{FileId, Preprocessed, Span};
use lines::{carried, on_own_lines};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use versions::Member;

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
    /// The main file first, then headers that were edited, in the order of their first mention. One that inclusions
    /// need in several versions is there for each of them.
    pub files: Vec<HostFile>,
    /// What they are made of.
    pub parts: Parts,
    /// What could not be done exactly: one line each.
    pub notes: Vec<String>,
}

/// A file of the user, as the host compiler gets it.
#[derive(Clone, Debug)]
pub struct HostFile {
    /// Where it belongs: in its original's place, or beside it under a name of its own.
    pub path: PathBuf,
    /// The original file.
    pub origin: PathBuf,
    pub text: String,
    /// Whether anything was replaced in it.
    pub changed: bool,
}

/// What is replaced in each inclusion of the original files, and inserted into the main file.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// By the number of the inclusion; sorted by place, and apart.
    replaced: BTreeMap<usize, Vec<Replacement>>,
    top: Vec<String>,
    bottom: Vec<String>,
}

/// A part of an original file and what stands there instead.
#[derive(Clone, Debug)]
struct Replacement {
    range: Range<usize>,
    text: String,
    /// The lines whose code it stands for.
    lines: (u32, u32),
    span: Span,
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

    /// Puts text in front of the replacements, from their spans.
    pub fn put_in_front(&mut self, text: impl Fn(Span) -> String) {
        for (span, replacement) in &mut self.replacements {
            replacement.insert_str(0, &text(*span));
        }
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
                ..Edited::default()
            });
        }
        let tree = Inclusions::of(pre);
        let mut notes = vec![];
        let mut changes: BTreeMap<usize, Vec<Change>> = BTreeMap::new();
        for (span, text) in sorted {
            match Change::new(pre, *span, text) {
                Ok((file, change)) => {
                    let at = inclusion_of(&tree, pre, file, *span);
                    changes.entry(at).or_default().push(change)
                }
                Err(error) => errors.push(error),
            }
        }
        let mut parts = Parts {
            replaced: BTreeMap::new(),
            top: self.top.clone(),
            bottom: self.bottom.clone(),
        };
        changes.entry(0).or_default();
        for (at, changes) in changes {
            let id = tree.all[at].file;
            let Some(file) = pre.original(id) else {
                let path = pre.path(id).display();
                let message = format!("cannot read {path} again: it is no file on the disk");
                errors.push(Diagnostic::bare(Code::File, Severity::Error, message));
                continue;
            };
            if let (Some(first), Some(_)) = (changes.first(), file.lone_carriage_return()) {
                errors.push(old_line_ends(pre, id, first.span));
                continue;
            }
            let rows = |row: usize| tree.at_row(row) == at;
            match replacements_of(pre, (file, id), &rows, changes, &mut notes) {
                Ok(replaced) => drop(parts.replaced.insert(at, replaced)),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut said = BTreeSet::new();
        notes.retain(|note| said.insert(note.clone()));
        let member = Member {
            pre,
            parts: &parts,
            name: "",
        };
        let versions = versions::of(&[member]).map_err(|nameless| vec![*nameless.why])?;
        let files = versions.files.into_iter().map(|(_, file)| file).collect();
        Ok(Edited {
            files,
            parts,
            notes,
        })
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
        lines::insert(&file, (&self.top, &self.bottom), &mut changes);
        let text = spliced(&file, &changes);
        HostFile {
            path: source.to_path_buf(),
            origin: source.to_path_buf(),
            changed: text != file.text(),
            text,
        }
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
        if let Some((file, line)) = pre.renumbered_by(first.file) {
            let message = format!(
                "the `#line` directive in line {line} of {} gives lines the numbers of other lines of {}: this code cannot be replaced",
                pre.path(file).display(),
                pre.path(first.file).display()
            );
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

/// The inclusion in which a file's code stands; that of the file's lines by a `#line` directive is any one of the file.
fn inclusion_of(tree: &Inclusions, pre: &Preprocessed, file: FileId, span: Span) -> usize {
    let at = tree.at(pre, span.lo as usize);
    let all = &tree.all;
    match all[at].file == file {
        true => at,
        false => all.iter().position(|it| it.file == file).unwrap_or(0),
    }
}

/// Refuses a file with line ends that editors and tools disagree about.
fn old_line_ends(pre: &Preprocessed, id: FileId, at: Span) -> Diagnostic {
    let message = format!(
        "lines of {} end with a carriage return alone: its directives cannot be replaced",
        pre.path(id).display()
    );
    Diagnostic::error(Code::CUnsupported, at, message)
        .help("give it the line ends of Unix or Windows: `tr '\\r' '\\n'` makes the former of them")
}

/// The replacements of one inclusion, which has some rows, sorted and without overlap.
fn replacements_of(
    pre: &Preprocessed,
    (file, id): (&Original, FileId),
    own: &dyn Fn(usize) -> bool,
    changes: Vec<Change>,
    notes: &mut Vec<String>,
) -> std::result::Result<Vec<Replacement>, Diagnostic> {
    let (mut whole, mut plain) = (vec![], vec![]);
    for change in changes {
        if change.bytes.is_some() {
            plain.push(change)
        } else {
            whole.push(change)
        }
    }
    let blocks = blocks::join(pre, file, own, whole, &mut plain);
    let mut out: Vec<Replacement> = vec![];
    let lines_of = |range: &Range<usize>| {
        let last = range.end.saturating_sub(1).max(range.start);
        (file.line_of(range.start), file.line_of(last))
    };
    for change in plain {
        let range = change.bytes.clone().unwrap_or(0..0);
        let (first, last) = lines_of(&range);
        out.push(Replacement {
            text: on_own_lines(file, &range, change.text + &carried(file, &range)),
            lines: (first.min(change.lines.0), last),
            span: change.span,
            range,
        });
    }
    for block in blocks {
        let (a, b) = (file.logical_line_of(block.lines.0), block.lines.1);
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
        out.push(Replacement {
            text: text + &carried(file, &range),
            lines: lines_of(&range),
            span: block.changes[0].span,
            range,
        });
    }
    out.sort_by_key(|it| (it.range.start, it.range.end, it.span));
    out.dedup_by(|b, a| a.range == b.range && a.text == b.text && pre.inclusions(id) > 1);
    for pair in out.windows(2) {
        if pair[1].range.start < pair[0].range.end {
            let message = format!(
                "lines of {} are edited in more than one way",
                pre.path(id).display()
            );
            return Err(Diagnostic::error(Code::CUnsupported, pair[1].span, message)
                .also(pair[0].span, "and another way here")
                .help("keep a device construct on lines of its own"));
        }
    }
    Ok(out)
}
