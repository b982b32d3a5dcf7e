//! Positions for the tests of the renderers: spans are offsets into one text, which is `a.c`.

use super::{Place, Places, Stretch};
use crate::source::Span;

/// A file of one line.
pub struct OneLine<'a>(pub &'a str);
/// A file of several.
pub struct Lines<'a>(pub &'a str);

impl Places for OneLine<'_> {
    fn place(&self, span: Span) -> Option<Place> {
        Lines(self.0).place(span)
    }
}

impl Places for Lines<'_> {
    fn place(&self, span: Span) -> Option<Place> {
        let position = |at: usize| {
            let before = &self.0[..at];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            (line, column)
        };
        let (line, column) = position(span.lo as usize);
        let (end_line, end_column) = position(span.hi as usize);
        Some(Place {
            file: "a.c".into(),
            line,
            column,
            end_line,
            end_column,
            line_text: self.0.lines().nth(line - 1).unwrap_or("").into(),
        })
    }

    fn stretch(&self, span: Span) -> Option<Stretch> {
        let bytes = span.lo as usize..span.hi as usize;
        Some(Stretch {
            place: self.place(span)?,
            bytes,
        })
    }

    fn line(&self, _file: &str, line: usize) -> Option<String> {
        self.0.lines().nth(line - 1).map(String::from)
    }
}
