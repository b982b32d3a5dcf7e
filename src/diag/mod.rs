//! Diagnostics: one type, numbered codes, one renderer a format.
//!
//! A diagnostic is data: code that finds a problem builds one and returns it; `cli` renders it.
//! Must not know the IR, OpenMP or how tools are started.

use crate::source::Span;

mod alike;
pub mod codes;
pub mod compiler;
pub mod difference;
pub mod github;
mod json;
mod levels;
mod lines;
mod place;
mod sarif;
mod suggestion;
#[cfg(test)]
mod testing;
mod text;

pub use alike::merged;
pub use codes::Code;
pub use json::render_json;
pub use levels::{Levels, Warning};
pub use lines::{render_gcc, render_github};
pub use place::{Nowhere, Place, Places, Stretch};
pub use sarif::{Remark, SarifLog};
pub use suggestion::{Applicability, Replacement, Suggestion};
pub use text::render_text;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// A place in the translation unit with what is to be said of it there.
#[derive(Clone, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
    /// The place the message is about; the others give context.
    pub primary: bool,
}

/// One message to the user. `labels` may be empty (a missing tool, a missing file).
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    /// What to do instead.
    pub help: Vec<String>,
    /// Changes of the text that do it, the likeliest first.
    pub suggestions: Box<[Suggestion]>,
}

impl Diagnostic {
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::bare(code, Severity::Error, message).label(span, "", true)
    }

    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::bare(code, Severity::Warning, message).label(span, "", true)
    }

    /// A message about no place in the source.
    pub fn bare(code: Code, severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            labels: vec![],
            notes: vec![],
            help: vec![],
            suggestions: Box::default(),
        }
    }

    fn label(mut self, span: Span, text: impl Into<String>, primary: bool) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
            primary,
        });
        self
    }

    /// Sets what stands under the primary place.
    pub fn says(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    pub fn also(self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.label(span, text, false)
    }

    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Says what to do instead, and the change of the text that does it.
    pub fn suggest(mut self, suggestion: Suggestion) -> Diagnostic {
        self.help.push(suggestion.title.clone());
        self.offer(suggestion)
    }

    /// Adds a change that does what a line of `help` says in words of its own.
    pub fn offer(mut self, suggestion: impl Into<Option<Suggestion>>) -> Diagnostic {
        let Some(suggestion) = suggestion.into() else {
            return self;
        };
        let known = self.suggestions.into_iter();
        self.suggestions = known.chain([suggestion]).collect();
        self
    }

    /// The label of the place that it is about; none for a message about no place.
    pub fn primary(&self) -> Option<&Label> {
        self.labels.iter().find(|label| label.primary)
    }

    /// The message, its notes and the ways out, in lines.
    fn without_places(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("\nnote: {note}"));
        let help = self.help.iter().map(|help| format!("\nhelp: {help}"));
        let further: String = notes.chain(help).collect();
        format!("{}{further}", self.message)
    }

    /// All spans of it, for text that stands elsewhere.
    pub fn spans(&mut self) -> impl Iterator<Item = &mut Span> {
        let changes = self.suggestions.iter_mut();
        let changes = changes.flat_map(|one| &mut one.replacements);
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        labels.chain(changes.map(|change| &mut change.span))
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// What a phase returns when it may refuse: everything that it found wrong, at least one error.
pub type Result<T> = std::result::Result<T, Vec<Diagnostic>>;
