//! Diagnostics as editors show them.
//!
//! From our diagnostics, and from what the C compiler prints of the user's errors. Must not know which document is open.

use super::positions::{Encoding, uri_of};
use crate::diag::compiler::Line;
use crate::diag::{Diagnostic, Place, Places, Severity};
use crate::fix;
use lsp_types as lsp;
use std::path::{Path, PathBuf};

/// A message with the file that it is about, and what it suggests.
#[derive(Clone, Debug)]
pub struct Found {
    pub file: PathBuf,
    pub diagnostic: lsp::Diagnostic,
    pub actions: Vec<Action>,
}

/// A change that a user may choose.
#[derive(Clone, Debug)]
pub struct Action {
    pub title: String,
    pub applicability: crate::diag::Applicability,
    pub edits: Vec<(PathBuf, lsp::TextEdit)>,
}

/// How places become positions: paths of line markers are absolute for absolute sources, but for those of headers that
/// the words of a command line name otherwise.
#[derive(Clone, Debug)]
pub struct Writer<'a> {
    pub encoding: Encoding,
    /// Where the messages go that are about no place, and its text.
    pub document: &'a Path,
    pub text: &'a str,
}

impl Writer<'_> {
    /// One of our diagnostics.
    pub fn found(&self, diagnostic: &Diagnostic, places: &dyn Places) -> Found {
        let mut labels = vec![];
        for label in &diagnostic.labels {
            if let Some(place) = places.place(label.span) {
                labels.push((place, label));
            }
        }
        let primary = labels.iter().position(|(_, label)| label.primary);
        let primary = primary.map(|at| labels.remove(at));
        let mut message = diagnostic.message.clone();
        let mut add = |word: &str, text: &str| {
            if !text.is_empty() {
                message.push_str(&format!("\n{word}{text}"));
            }
        };
        if let Some((_, label)) = &primary {
            add("", &label.text);
        }
        diagnostic.notes.iter().for_each(|note| add("note: ", note));
        diagnostic.help.iter().for_each(|help| add("help: ", help));
        let related = labels
            .iter()
            .map(|(place, label)| lsp::DiagnosticRelatedInformation {
                location: lsp::Location::new(
                    uri_of(&self.file(place)),
                    self.encoding.range(place, places),
                ),
                message: match label.text.is_empty() {
                    true => "here".to_owned(),
                    false => label.text.clone(),
                },
            });
        let related: Vec<_> = related.collect();
        let place = primary.map(|(place, _)| place);
        Found {
            file: place
                .as_ref()
                .map_or_else(|| self.document.to_path_buf(), |place| self.file(place)),
            diagnostic: lsp::Diagnostic {
                range: place.map_or_else(lsp::Range::default, |place| {
                    self.encoding.range(&place, places)
                }),
                severity: Some(severity(diagnostic.severity)),
                code: Some(lsp::NumberOrString::String(diagnostic.code.number().into())),
                source: Some("romp2cuda".into()),
                message,
                related_information: (!related.is_empty()).then_some(related),
                ..lsp::Diagnostic::default()
            },
            actions: self.actions(diagnostic, places),
        }
    }

    fn actions(&self, diagnostic: &Diagnostic, places: &dyn Places) -> Vec<Action> {
        let actions = fix::actions(diagnostic, places).into_iter();
        let action = actions.map(|action| {
            let edits = action.edits.iter().map(|edit| {
                let range = self.encoding.range(&edit.place, places);
                let edited = lsp::TextEdit::new(range, edit.text.clone());
                (self.file(&edit.place), edited)
            });
            Action {
                title: action.title.clone(),
                applicability: action.applicability,
                edits: edits.collect(),
            }
        });
        action.collect()
    }

    /// A message about the document as a whole.
    pub fn about_document(&self, severity: Severity, message: &str) -> Found {
        Found {
            file: self.document.to_path_buf(),
            diagnostic: lsp::Diagnostic {
                severity: Some(self::severity(severity)),
                source: Some("romp2cuda".into()),
                message: message.trim_end().to_owned(),
                ..lsp::Diagnostic::default()
            },
            actions: vec![],
        }
    }

    /// What the C compiler says, as `FILE:LINE:COLUMN: error: TEXT`, with the notes that follow it. All of it is about
    /// the document where no line has that form.
    pub fn compiler(&self, text: &str) -> Vec<Found> {
        let mut found: Vec<Found> = vec![];
        for line in text.lines() {
            let Some(one) = Line::read(line) else {
                continue;
            };
            let file = self
                .document
                .parent()
                .unwrap_or(Path::new("/"))
                .join(one.file);
            let position = self.of_byte(&file, one.line, one.column);
            match (one.kind, found.last_mut()) {
                ("note", Some(last)) => {
                    let related = last.diagnostic.related_information.get_or_insert_default();
                    related.push(lsp::DiagnosticRelatedInformation {
                        location: lsp::Location::new(
                            uri_of(&file),
                            lsp::Range::new(position, position),
                        ),
                        message: one.text.to_owned(),
                    });
                }
                (kind, _) => found.push(Found {
                    file,
                    diagnostic: lsp::Diagnostic {
                        range: lsp::Range::new(position, position),
                        severity: Some(severity(match kind {
                            "warning" => Severity::Warning,
                            "note" => Severity::Note,
                            _ => Severity::Error,
                        })),
                        source: Some("C compiler".into()),
                        message: one.text.to_owned(),
                        ..lsp::Diagnostic::default()
                    },
                    actions: vec![],
                }),
            }
        }
        if found.is_empty() {
            found.push(self.about_document(Severity::Error, text));
        }
        found
    }

    /// The position of a byte, which is what the compiler counts; of other files' text nothing is known here.
    fn of_byte(&self, file: &Path, line: usize, byte: usize) -> lsp::Position {
        let text = self.text.lines().nth(line.saturating_sub(1));
        let text = text.filter(|_| file == self.document).unwrap_or("");
        match text.get(..byte.saturating_sub(1)) {
            Some(before) => self
                .encoding
                .position(line, before.chars().count() + 1, text),
            None => {
                lsp::Position::new(line.saturating_sub(1) as u32, byte.saturating_sub(1) as u32)
            }
        }
    }

    fn file(&self, place: &Place) -> PathBuf {
        self.document
            .parent()
            .unwrap_or(Path::new("/"))
            .join(&place.file)
    }
}

fn severity(severity: Severity) -> lsp::DiagnosticSeverity {
    match severity {
        Severity::Error => lsp::DiagnosticSeverity::ERROR,
        Severity::Warning => lsp::DiagnosticSeverity::WARNING,
        Severity::Note => lsp::DiagnosticSeverity::INFORMATION,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_compiler_have_places() {
        let writer = Writer {
            encoding: Encoding::Utf16,
            document: Path::new("/p/a.c"),
            text: "",
        };
        let text = "/p/a.c: In function 'f':\n/p/a.c:3:5: error: 'x' undeclared\n    3 |     x = 1;\n\
                    b.h:7:1: note: declared here\na.c:9: warning: odd\n";
        let found = writer.compiler(text);
        assert_eq!(found.len(), 2);
        let first = &found[0].diagnostic;
        assert_eq!(first.message, "'x' undeclared");
        assert_eq!(first.range.start, lsp::Position::new(2, 4));
        let related = first.related_information.as_ref().unwrap();
        assert_eq!(related[0].location.uri.as_str(), "file:///p/b.h");
        assert_eq!(found[1].file, Path::new("/p/a.c"));
        assert_eq!(found[1].diagnostic.range.start.line, 8);
        assert_eq!(
            writer.compiler("cc1 died\n")[0].diagnostic.message,
            "cc1 died"
        );
    }
}
