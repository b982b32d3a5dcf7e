//! Workflow commands of GitHub: annotations, which it shows at the lines of a pull request.
//!
//! `::error file=app.c,line=12,title=R2001::no such loop`. Must not know what is said.

use super::Place;
use std::fmt::{self, Display};

/// How serious an annotation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something is to be done.
    Error,
    Warning,
    /// For information.
    Notice,
}

/// A command, which is shown as one line.
#[derive(Clone, Debug)]
pub struct Annotation<'a> {
    level: Level,
    /// Properties, as they are written.
    properties: Vec<String>,
    title: &'a str,
    text: &'a str,
}

impl<'a> Annotation<'a> {
    /// An annotation at no line; `text` may have several lines.
    pub fn new(level: Level, title: &'a str, text: &'a str) -> Annotation<'a> {
        Annotation {
            level,
            properties: vec![],
            title,
            text,
        }
    }

    /// The annotation at a line of a file.
    pub fn at(mut self, file: &str, line: impl Display) -> Annotation<'a> {
        self.properties.push(format!("file={}", property(file)));
        self.properties.push(format!("line={line}"));
        self
    }

    /// The annotation at a place with its end.
    pub fn over(self, place: &Place) -> Annotation<'a> {
        let mut all = self.at(&place.file, place.line);
        all.properties.push(format!("endLine={}", place.end_line));
        // GitHub takes columns only where the lines are one.
        if place.line == place.end_line {
            all.properties.push(format!("col={}", place.column));
            all.properties
                .push(format!("endColumn={}", place.end_column));
        }
        all
    }
}

impl Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        };
        write!(f, "::{command} ")?;
        for property in &self.properties {
            write!(f, "{property},")?;
        }
        writeln!(f, "title={}::{}", property(self.title), data(self.text))
    }
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_separates_is_escaped() {
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        let bare = Annotation::new(Level::Notice, "a:b,c%", "d: 1 %\r\ne");
        assert_eq!(
            bare.to_string(),
            "::notice title=a%3Ab%2Cc%25::d: 1 %25%0D%0Ae\n"
        );
        assert_eq!(
            bare.at("x,y.c", 3).to_string(),
            "::notice file=x%2Cy.c,line=3,title=a%3Ab%2Cc%25::d: 1 %25%0D%0Ae\n"
        );
    }
}
