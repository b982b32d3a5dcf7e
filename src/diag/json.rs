//! Diagnostics for programs: one JSON object a line.
//!
//! Computes text from a diagnostic and the places of its labels. Must not know colours.

use super::{Diagnostic, Places, Severity};
use serde::Serialize;

#[derive(Serialize)]
struct Message<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    labels: Vec<Label<'a>>,
    notes: &'a [String],
    help: &'a [String],
    suggestions: Vec<Suggestion<'a>>,
}

#[derive(Serialize)]
struct Label<'a> {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: &'a str,
    primary: bool,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<Edit>,
}

/// Text in place of `start..end`, bytes of the file.
#[derive(Serialize)]
struct Edit {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: usize,
    end: usize,
    text: String,
}

/// None where a macro makes one of its places: there is no text to replace.
fn suggestion<'a>(one: &'a super::Suggestion, places: &dyn Places) -> Option<Suggestion<'a>> {
    let edits = one.replacements.iter().map(|part| {
        let stretch = places.stretch(part.span)?;
        Some(Edit {
            text: part.text_at(&stretch.place),
            file: stretch.place.file,
            line: stretch.place.line,
            column: stretch.place.column,
            end_line: stretch.place.end_line,
            end_column: stretch.place.end_column,
            start: stretch.bytes.start,
            end: stretch.bytes.end,
        })
    });
    Some(Suggestion {
        title: &one.title,
        applicability: one.applicability.word(),
        edits: edits.collect::<Option<_>>()?,
    })
}

/// One line, with its line end.
pub fn render_json(diagnostic: &Diagnostic, places: &dyn Places) -> String {
    let labels = diagnostic.labels.iter().filter_map(|label| {
        let place = places.place(label.span)?;
        Some(Label {
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            text: &label.text,
            primary: label.primary,
        })
    });
    let suggestions = diagnostic.suggestions.iter();
    let suggestions = suggestions.filter_map(|one| suggestion(one, places));
    let message = Message {
        code: diagnostic.code.number(),
        severity: severity_word(diagnostic.severity),
        message: &diagnostic.message,
        labels: labels.collect(),
        notes: &diagnostic.notes,
        help: &diagnostic.help,
        suggestions: suggestions.collect(),
    };
    let mut line = serde_json::to_string(&message).expect("plain data serialises");
    line.push('\n');
    line
}

pub(super) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::OneLine;
    use super::*;
    use crate::diag::Code;
    use crate::source::Span;

    #[test]
    fn is_one_object_a_line() {
        let source = OneLine("    y[i] += \"a\";");
        let diagnostic = Diagnostic::error(Code::Mapping, Span::new(4, 8), "cannot map \"y\"")
            .says("here")
            .help("write a section");
        let text = render_json(&diagnostic, &source);
        assert!(text.ends_with("}\n"));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["code"], "R5001");
        assert_eq!(value["severity"], "error");
        assert_eq!(value["message"], "cannot map \"y\"");
        assert_eq!(value["labels"][0]["file"], "a.c");
        assert_eq!(value["labels"][0]["column"], 5);
        assert_eq!(value["labels"][0]["end_column"], 9);
        assert_eq!(value["help"][0], "write a section");
        assert_eq!(value["suggestions"], serde_json::json!([]));
    }
}
