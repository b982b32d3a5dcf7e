//! Changes of the user's text that mend what a diagnostic is about.
//!
//! A suggestion is data, made where the problem is found: spans of the preprocessed text and what belongs there.
//! `fix` makes edits of original files of it. Must not know files.

use super::Place;
use crate::source::Span;

/// A change, in one place or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What the change does, as it stands among the diagnostic's `help`.
    pub title: String,
    pub replacements: Vec<Replacement>,
    pub applicability: Applicability,
}

/// How much is known of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// The change makes the program say what it must have meant; `--fix` makes it unasked.
    MachineApplicable,
    /// The change is valid, and may not be what was meant: a person chooses.
    MaybeIncorrect,
    /// The text has words in capitals for what only the user knows.
    HasPlaceholders,
}

impl Applicability {
    /// As messages for programs say it.
    pub fn word(self) -> &'static str {
        match self {
            Applicability::MachineApplicable => "machine-applicable",
            Applicability::MaybeIncorrect => "maybe-incorrect",
            Applicability::HasPlaceholders => "has-placeholders",
        }
    }
}

/// Text in place of a span of whole tokens. An empty span is the place behind the token that ends there; where none
/// does, in front of the one that begins there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub span: Span,
    pub text: String,
}

impl Replacement {
    /// The text as it belongs into a file at a place: a directive has its line for itself.
    pub fn text_at(&self, place: &Place) -> String {
        let directive = |line: Option<&str>| line.is_some_and(|l| l.trim_start().starts_with('#'));
        let line: Vec<char> = place.line_text.chars().collect();
        let before: String = line.iter().take(place.column - 1).collect();
        let behind: String = match place.end_line == place.line {
            true => line.iter().skip(place.end_column - 1).collect(),
            false => String::new(),
        };
        let mut text = self.text.clone();
        if directive(text.lines().next()) && !before.trim().is_empty() {
            text.insert(0, '\n');
        }
        let more = !behind.trim().is_empty() && !behind.trim_start().starts_with("//");
        if directive(text.lines().next_back()) && !text.ends_with('\n') && more {
            text.push('\n');
        }
        text
    }
}

impl Suggestion {
    /// A change in one place that makes the program say what it must have meant.
    pub fn new(title: impl Into<String>, span: Span, text: impl Into<String>) -> Suggestion {
        Suggestion {
            title: title.into(),
            replacements: vec![],
            applicability: Applicability::MachineApplicable,
        }
        .and(span, text)
    }

    /// `did you mean` with the word that was.
    pub fn meant(span: Span, word: &str) -> Suggestion {
        Suggestion::new(format!("did you mean `{word}`?"), span, word)
    }

    /// A clause behind those that a directive has; `pragma` is the whole line.
    pub fn clause(title: impl Into<String>, pragma: Span, clause: &str) -> Suggestion {
        Suggestion::new(title, pragma.end(), format!(" {clause}"))
    }

    /// The same with a clause on another directive.
    pub fn and_clause(self, pragma: Span, clause: &str) -> Suggestion {
        self.and(pragma.end(), format!(" {clause}"))
    }

    /// The same with another place.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Suggestion {
        self.replacements.push(Replacement {
            span,
            text: text.into(),
        });
        self
    }

    /// The same, for a person to choose.
    pub fn maybe(self) -> Suggestion {
        Suggestion {
            applicability: Applicability::MaybeIncorrect,
            ..self
        }
    }

    /// The same, for a person to choose under a condition.
    pub fn maybe_if(self, uncertain: bool) -> Suggestion {
        if uncertain { self.maybe() } else { self }
    }
}
