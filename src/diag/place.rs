//! Where a span lies in the user's text: the only thing that renderers ask of `source`.
//!
//! Must not know how positions are found.

use crate::source::{Preprocessed, Span};

/// A place in a file of the user's. Lines and columns count from 1, columns in characters of
/// `line_text`; the end is one past the last character.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// The whole line `line` as it stands in the file, without its end; bytes that are no UTF-8 replaced.
    pub line_text: String,
}

/// Maps spans of the preprocessed text to the user's files.
pub trait Places {
    /// None where the span belongs to no file (a built-in or command-line macro).
    fn place(&self, span: Span) -> Option<Place>;

    /// The text of a line that no label names, to be shown between two that are near each other.
    fn line(&self, _file: &str, _line: usize) -> Option<String> {
        None
    }
}

impl Places for Preprocessed {
    fn place(&self, span: Span) -> Option<Place> {
        let found = Preprocessed::place(self, span)?;
        Some(Place {
            file: found.path.to_string_lossy().into_owned(),
            line: found.line as usize,
            column: found.col as usize,
            end_line: found.end_line as usize,
            end_column: found.end_col as usize,
            line_text: found.text.to_string(),
        })
    }
}

/// For diagnostics without any span.
pub struct Nowhere;

impl Places for Nowhere {
    fn place(&self, _span: Span) -> Option<Place> {
        None
    }
}
