//! A decision with the line that led to it, and how to have it otherwise: for the comment above the kernel
//! and the report.
//!
//! Plain data; whoever shows it knows what a span is called.

use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Note {
    pub place: Span,
    pub text: String,
    /// Places that the text ends with.
    pub also: Vec<Span>,
    pub help: Option<String>,
}

impl Note {
    pub fn new(place: Span, text: impl Into<String>) -> Note {
        Note {
            place,
            text: text.into(),
            also: vec![],
            help: None,
        }
    }

    pub fn also(mut self, places: impl IntoIterator<Item = Span>) -> Note {
        self.also.extend(places);
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Note {
        self.help = Some(help.into());
        self
    }

    /// The text with its last places; `place` names one.
    pub fn words(&self, place: impl Fn(Span) -> String) -> String {
        let places: Vec<String> = self.also.iter().map(|&span| place(span)).collect();
        match places.is_empty() {
            true => self.text.clone(),
            false => format!("{} {}", self.text, places.join(", ")),
        }
    }
}
