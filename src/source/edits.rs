//! Replacements of spans, applied to the original files.

use super::{Preprocessed, Span};
use crate::diag::Result;
use crate::translate::HostFile;

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
    /// The main file first, then headers that were edited, by path.
    pub files: Vec<HostFile>,
    /// What could not be done exactly: one line each.
    pub notes: Vec<String>,
}

impl Edits {
    pub fn new() -> Edits {
        Edits::default()
    }

    /// Replaces a span of whole tokens.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.replacements.push((span, text.into()));
    }

    /// Whole lines at the start of the main file, behind its leading comments.
    pub fn insert_at_top(&mut self, text: impl Into<String>) {
        self.top.push(text.into());
    }

    /// Whole lines at the end of the main file.
    pub fn insert_at_end(&mut self, text: impl Into<String>) {
        self.bottom.push(text.into());
    }

    pub fn apply(&self, _pre: &Preprocessed) -> Result<Edited> {
        Ok(Edited::default())
    }
}
