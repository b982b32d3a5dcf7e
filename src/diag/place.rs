//! Where a span lies in the user's text: the only thing that renderers ask of `source`.
//!
//! Must not know how positions are found.

use crate::source::bytes;
use crate::source::{FileId, Preprocessed, Span};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A place in a file of the user's. Lines and columns count from 1, columns in characters of
/// `line_text`; the end is one past the last character.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// The whole line `line` as it stands in the file, without its end; bytes that are no UTF-8 replaced.
    pub line_text: String,
}

/// The bytes of a file of the user's that are a span, no more and no less.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub place: Place,
    /// Offsets in the file as it is on disk.
    pub bytes: Range<usize>,
}

/// Maps spans of the preprocessed text to the user's files.
pub trait Places {
    /// None where the span belongs to no file (a built-in or command-line macro).
    fn place(&self, span: Span) -> Option<Place>;

    /// Where a file has the very tokens of a span; an empty one is as `Replacement` says. None where a macro makes
    /// them, or the file is not the user's to change.
    fn stretch(&self, _span: Span) -> Option<Stretch> {
        None
    }

    /// The text of a line that no label names, to be shown between two that are near each other.
    fn line(&self, _file: &str, _line: usize) -> Option<String> {
        None
    }
}

/// For diagnostics without any span.
pub struct Nowhere;

impl Places for Nowhere {
    fn place(&self, _span: Span) -> Option<Place> {
        None
    }
}

impl Places for Preprocessed {
    fn place(&self, span: Span) -> Option<Place> {
        if let Some(place) = Preprocessed::place(self, span) {
            return Some(Place {
                file: place.path.display().to_string(),
                line: place.line as usize,
                column: place.col as usize,
                end_line: place.end_line as usize,
                end_column: place.end_col as usize,
                line_text: place.text.to_string(),
            });
        }
        // The file is gone: the line is known, and how the preprocessor left it.
        let lo = span.range().start;
        let text = self.text();
        let (file, line) = self.location(lo);
        let start = text.get(..lo)?.rfind('\n').map_or(0, |at| at + 1);
        let end = text[lo..].find('\n').map_or(text.len(), |at| lo + at);
        let column = text[start..lo].chars().count() + 1;
        let width = self
            .slice(Span::new(lo, span.range().end.min(end)))
            .chars()
            .count();
        Some(Place {
            file: self.path(file).display().to_string(),
            line: line as usize,
            column,
            end_line: line as usize,
            end_column: column + width,
            line_text: text[start..end].to_string(),
        })
    }

    fn stretch(&self, span: Span) -> Option<Stretch> {
        let (id, range) = self.original_range(span)?;
        let file = self.original(id)?;
        let text = file.text();
        let position = |at: usize| {
            let line = file.line_of(at);
            let before = &text[file.line_range(line).start..at];
            (line as usize, before.chars().count() + 1)
        };
        let (line, column) = position(range.start);
        let (end_line, end_column) = position(range.end);
        let on_disk = |at: usize| bytes::encode(&text[..at]).len();
        Some(Stretch {
            place: Place {
                file: self.path(id).display().to_string(),
                line,
                column,
                end_line,
                end_column,
                line_text: file.line_text(line as u32).to_string(),
            },
            bytes: on_disk(range.start)..on_disk(range.end),
        })
    }

    fn line(&self, file: &str, line: usize) -> Option<String> {
        let id: FileId = self
            .files()
            .find(|&id| self.path(id).display().to_string() == file)?;
        let original = self.original(id)?;
        let line = u32::try_from(line).ok()?;
        (1..=original.line_count() as u32).contains(&line).then(|| {
            original
                .line_text(line)
                .trim_end_matches(['\r', '\n'])
                .to_string()
        })
    }
}
