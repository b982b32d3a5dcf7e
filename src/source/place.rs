//! Where a span stands in the user's files, for diagnostics; and what the user wrote there.

use super::{Comment, FileId, Preprocessed, Span};
use std::path::Path;

#[derive(Default)]
pub struct Named;

/// Where a span stands in the user's files. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub file: FileId,
    pub path: &'a Path,
    pub line: u32,
    pub col: u32,
    pub end_line: u32,
    /// Just behind the last character.
    pub end_col: u32,
    /// The text of the first line, without its line end.
    pub text: &'a str,
    /// The columns are those of the user's tokens; else the best guess (a macro's name).
    pub exact: bool,
}

impl Preprocessed {
    /// None for spans in files that cannot be read.
    pub fn place(&self, _span: Span) -> Option<Place<'_>> {
        None
    }
    /// The original text of a span, where the tokens there are the same ones.
    pub fn raw_text(&self, _span: Span) -> Option<&str> {
        None
    }
    /// One token made by an object-like macro: the macro's name.
    pub fn raw_token_of(&self, _span: Span) -> Option<&str> {
        None
    }
    /// The leading blanks of the original line.
    pub fn indentation(&self, _span: Span) -> &str {
        ""
    }
    /// Comments inside the span.
    pub fn comments_inside(&self, _span: Span) -> Vec<Comment> {
        vec![]
    }
    /// The comments that stand directly above the span's first line, with no empty line between.
    pub fn comments_before(&self, _span: Span) -> Vec<Comment> {
        vec![]
    }
}
