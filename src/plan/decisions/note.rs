//! A decision with the line that is the reason for it, and what to write for another decision: for the comment above
//! the kernel and the report.
//!
//! Plain data; the reader of a note turns spans into file names and lines.

use crate::source::Span;

/// A decision and its reason.
#[derive(Clone, Debug)]
pub struct Note {
    /// The place of the reason.
    pub place: Span,
    /// The decision and the reason in words.
    pub text: String,
    /// Further places, at the end of the text.
    pub also: Vec<Span>,
    /// What to write for another decision.
    pub help: Option<String>,
    /// Whether it says what the program does not get, as against what it gets.
    pub missed: bool,
}

impl Note {
    /// A note without further places and without help.
    pub fn new(place: Span, text: impl Into<String>) -> Note {
        Note {
            place,
            text: text.into(),
            also: vec![],
            help: None,
            missed: false,
        }
    }

    /// A note on what the program does not get, without further places and without help.
    pub fn missed(place: Span, text: impl Into<String>) -> Note {
        Note {
            missed: true,
            ..Note::new(place, text)
        }
    }

    /// The note with further places.
    pub fn also(mut self, places: impl IntoIterator<Item = Span>) -> Note {
        self.also.extend(places);
        self
    }

    /// The note with what to write for another decision.
    pub fn help(mut self, help: impl Into<String>) -> Note {
        self.help = Some(help.into());
        self
    }

    /// The text with the further places; `place` gives the words for one.
    pub fn words(&self, place: impl Fn(Span) -> String) -> String {
        let places: Vec<String> = self.also.iter().map(|&span| place(span)).collect();
        match places.is_empty() {
            true => self.text.clone(),
            false => format!("{} {}", self.text, places.join(", ")),
        }
    }
}
