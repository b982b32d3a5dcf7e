//! What a C compiler says of a program, as diagnostics with places: `FILE:LINE:COLUMN: error: MESSAGE`, the lines of
//! source below it, and the notes that follow.
//!
//! Computes from the text that gcc and clang print. Must not know which compiler it was, or which command.

use super::{Code, Diagnostic, Place, Places, Severity};
use crate::source::Span;

/// A line with a place.
pub struct Line<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
    /// `fatal error`, `error`, `warning` or `note`.
    pub kind: &'a str,
    pub text: &'a str,
}

impl Line<'_> {
    /// None where the line has another form.
    pub fn read(text: &str) -> Option<Line<'_>> {
        const KINDS: [&str; 4] = ["fatal error", "error", "warning", "note"];
        let (at, kind) = KINDS.iter().find_map(|kind| {
            let at = text.find(&format!(": {kind}: "))?;
            Some((at, *kind))
        })?;
        let (place, message) = (&text[..at], &text[at + kind.len() + 4..]);
        let mut parts = place.rsplitn(3, ':');
        let (last, middle, first) = (parts.next()?, parts.next()?, parts.next());
        let (file, line, column) = match (first, middle.parse(), last.parse()) {
            (Some(file), Ok(line), Ok(column)) => (file, line, column),
            // Without a column.
            (_, _, Ok(line)) => (&place[..place.len() - last.len() - 1], line, 1),
            _ => return None,
        };
        Some(Line {
            file,
            line,
            column,
            kind,
            text: message,
        })
    }
}

/// The diagnostics, and the places of their labels.
pub struct Told {
    pub diagnostics: Vec<Diagnostic>,
    /// The span of a label is the index of its place.
    places: Vec<Place>,
}

impl Places for Told {
    fn place(&self, span: Span) -> Option<Place> {
        self.places.get(span.lo as usize).cloned()
    }
}

/// All that a compiler says; one diagnostic without a place where no line has one.
pub fn told(text: &str) -> Told {
    let mut all = Told {
        diagnostics: vec![],
        places: vec![],
    };
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(one) = Line::read(line) else {
            continue;
        };
        let (mut source, mut marks) = (None, None);
        // `   12 |     x = 1;` and `      |     ^`.
        while let Some((number, shown)) = lines.peek().and_then(|line| excerpt(line)) {
            match number {
                Some(number) if number == one.line => source = Some(shown),
                None if source.is_some() && marks.is_none() => marks = Some(shown),
                _ => {}
            }
            lines.next();
        }
        all.add(&one, source.unwrap_or_default(), marks.unwrap_or_default());
    }
    if all.diagnostics.is_empty() {
        let whole = Diagnostic::bare(Code::CSyntax, Severity::Error, text.trim_end());
        all.diagnostics.push(whole);
    }
    all
}

impl Told {
    fn add(&mut self, one: &Line, source: &str, marks: &str) {
        let at = u32::try_from(self.places.len()).expect("fewer messages");
        let span = Span::new(at as usize, at as usize);
        self.places.push(Place {
            file: one.file.to_string(),
            line: one.line,
            column: one.column,
            end_line: one.line,
            end_column: one.column + marked(marks, one.column),
            line_text: source.to_string(),
        });
        let severity = match one.kind {
            "note" => match self.diagnostics.pop() {
                Some(last) => {
                    self.diagnostics.push(last.also(span, one.text));
                    return;
                }
                None => Severity::Note,
            },
            "warning" => Severity::Warning,
            _ => Severity::Error,
        };
        let mut diagnostic = Diagnostic::error(Code::CSyntax, span, one.text);
        diagnostic.severity = severity;
        self.diagnostics.push(diagnostic);
    }
}

/// The line's number and text of a line of source, or the text below one, where marks stand.
fn excerpt(line: &str) -> Option<(Option<usize>, &str)> {
    let (number, text) = line.split_once(" |")?;
    let text = text.strip_prefix(' ').unwrap_or(text);
    match number.trim() {
        "" => Some((None, text)),
        number => Some((Some(number.parse().ok()?), text)),
    }
}

/// How many characters `^~~~` marks from a column on.
fn marked(marks: &str, column: usize) -> usize {
    let mut marks = marks.chars().skip(column - 1);
    match marks.next() {
        Some('^') => 1 + marks.take_while(|&c| c == '~').count(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
In file included from a.c:1:
a.c: In function ‘main’:
a.c:5:3: error: ‘undeclared’ undeclared (first use in this function)
    5 |   undeclared = 3;
      |   ^~~~~~~~~~
a.c:5:3: note: each undeclared identifier is reported only once
a.c:6:13: error: invalid operands to binary * (have ‘char *’ and ‘int’)
    6 |   s = \"abc\" * 3;
      |       ~~~~~ ^
      |       |
      |       char *
b.h:7: warning: without a column
";

    #[test]
    fn errors_have_places_and_notes() {
        let told = told(TEXT);
        assert_eq!(told.diagnostics.len(), 3);
        let first = &told.diagnostics[0];
        assert!(first.message.starts_with("‘undeclared’"));
        let place = told.place(first.labels[0].span).unwrap();
        assert_eq!((&*place.file, place.line, place.column), ("a.c", 5, 3));
        assert_eq!((place.end_line, place.end_column), (5, 13));
        assert_eq!(place.line_text, "  undeclared = 3;");
        assert!(first.labels[1].text.starts_with("each undeclared"));
        let second = told.place(told.diagnostics[1].labels[0].span).unwrap();
        assert_eq!((second.column, second.end_column), (13, 14));
        let third = &told.diagnostics[2];
        assert_eq!(third.severity, Severity::Warning);
        let third = told.place(third.labels[0].span).unwrap();
        assert_eq!((&*third.file, third.line, third.column), ("b.h", 7, 1));
    }

    #[test]
    fn text_of_another_form_is_one_error() {
        let told = told("ld: cannot find -lnone\ncollect2: error: ld returned 1 exit status\n");
        assert_eq!(told.diagnostics.len(), 1);
        assert!(told.diagnostics[0].labels.is_empty());
        assert!(told.diagnostics[0].message.contains("-lnone"));
    }

    #[test]
    fn marks_end_where_they_end() {
        for (marks, column, width) in [("  ^~~", 3, 3), ("~~^~", 3, 2), ("", 4, 1), ("^", 9, 1)] {
            assert_eq!(marked(marks, column), width, "{marks}");
        }
    }
}
