//! Diagnostics as SARIF 2.1.0 (OASIS): one document for all messages of a command.
//!
//! From diagnostics and the places of their labels. Suggestions are fixes of the results. What a report finds in right
//! code are notes.

mod document;

use super::{Applicability, Code, Diagnostic, Place, Places, Severity, Stretch, Suggestion};
use document::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Document, Fix, Level, Location, Message,
    MultiformatMessage, PhysicalLocation, Region, Replacement, ReportingDescriptor, Result, Run,
    Tool, ToolComponent,
};
use std::collections::BTreeMap;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The results of one command, in the order in which they were told.
#[derive(Default)]
pub struct SarifLog {
    results: Vec<Result>,
    codes: Vec<Code>,
    /// The kinds of remarks, and what each is about.
    kinds: BTreeMap<&'static str, &'static str>,
}

/// What a report says of a place in code that is right.
#[derive(Clone, Copy, Debug)]
pub struct Remark<'a> {
    /// The name of its kind, which is the rule's.
    pub kind: &'static str,
    /// What remarks of this kind are about, as a sentence.
    pub about: &'static str,
    pub text: &'a str,
    pub help: Option<&'a str>,
    pub file: &'a str,
    /// From 1, as the column.
    pub line: u32,
    pub column: u32,
}

impl SarifLog {
    pub fn add(&mut self, diagnostic: &Diagnostic, places: &dyn Places) {
        if !self.codes.contains(&diagnostic.code) {
            self.codes.push(diagnostic.code);
        }
        self.results.push(result(diagnostic, places));
    }

    /// Adds a result of level note.
    pub fn remark(&mut self, remark: Remark) {
        self.kinds.insert(remark.kind, remark.about);
        let mut text = vec![remark.text.to_string()];
        text.extend(remark.help.map(|help| format!("help: {help}")));
        let region = Region {
            start_line: remark.line as usize,
            start_column: remark.column as usize,
            end_line: None,
            end_column: None,
        };
        let place = Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact(remark.file),
                region,
            },
            message: None,
        };
        self.results.push(Result {
            rule_id: remark.kind,
            level: Level::Note,
            message: message(&text.join("\n")),
            locations: vec![place],
            related_locations: vec![],
            fixes: vec![],
        });
    }

    /// The document, with a line end.
    pub fn render(mut self) -> String {
        self.codes.sort_by_key(|code| code.number());
        let kind = |(&kind, &about): (&&'static str, &&'static str)| ReportingDescriptor {
            id: kind,
            name: None,
            short_description: plain(about),
            full_description: None,
        };
        let codes = self.codes.iter().map(|&code| rule(code));
        let rules: Vec<ReportingDescriptor> = codes.chain(self.kinds.iter().map(kind)).collect();
        let driver = ToolComponent {
            name: "romp2cuda",
            version: env!("CARGO_PKG_VERSION"),
            rules,
        };
        let run = Run {
            tool: Tool { driver },
            // Columns of places count characters.
            column_kind: "unicodeCodePoints",
            results: self.results,
        };
        let document = Document {
            schema: SCHEMA,
            version: "2.1.0",
            runs: vec![run],
        };
        let mut text = serde_json::to_string_pretty(&document).expect("plain data serialises");
        text.push('\n');
        text
    }
}

/// What a code means: the first paragraph of its explanation, and all of it.
fn rule(code: Code) -> ReportingDescriptor {
    let all = code.explanation();
    let paragraphs = all.split("\n\n").map(str::trim);
    let mut sentences = paragraphs.filter(|text| !text.is_empty() && !text.starts_with('#'));
    let short = sentences.next().unwrap_or_default().replace('\n', " ");
    ReportingDescriptor {
        id: code.number(),
        name: Some(code.flag().unwrap_or(code.number())),
        short_description: plain(&short),
        full_description: Some(MultiformatMessage {
            text: all.clone(),
            markdown: Some(all),
        }),
    }
}

fn plain(text: &str) -> MultiformatMessage {
    MultiformatMessage {
        text: text.to_string(),
        markdown: None,
    }
}

fn result(diagnostic: &Diagnostic, places: &dyn Places) -> Result {
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let (mut main, mut related) = (vec![], vec![]);
    for label in &diagnostic.labels {
        let Some(place) = places.place(label.span) else {
            continue;
        };
        let at = location(&place, &label.text);
        match label.primary {
            true => main.push(at),
            false => related.push(at),
        }
    }
    let fixes: Vec<Fix> = (diagnostic.suggestions.iter())
        .filter(|one| one.applicability != Applicability::HasPlaceholders)
        .filter_map(|one| fix(one, places))
        .collect();
    Result {
        rule_id: diagnostic.code.number(),
        level,
        message: message(&diagnostic.without_places()),
        locations: main,
        related_locations: related,
        fixes,
    }
}

fn message(text: &str) -> Message {
    Message {
        text: text.to_string(),
    }
}

fn location(place: &Place, text: &str) -> Location {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact(&place.file),
            region: region(place),
        },
        message: (!text.is_empty()).then(|| message(text)),
    }
}

fn region(place: &Place) -> Region {
    Region {
        start_line: place.line,
        start_column: place.column,
        end_line: Some(place.end_line),
        end_column: Some(place.end_column),
    }
}

/// A file as a URI reference (RFC 3986).
fn artifact(file: &str) -> ArtifactLocation {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+@".contains(&byte);
    let shown = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    let path: String = file.bytes().map(shown).collect();
    let uri = match file.starts_with('/') {
        true => format!("file://{path}"),
        false => path,
    };
    ArtifactLocation { uri }
}

fn fix(suggestion: &Suggestion, places: &dyn Places) -> Option<Fix> {
    let parts = suggestion.replacements.iter().map(|part| {
        let stretch: Stretch = places.stretch(part.span)?;
        let text = part.text_at(&stretch.place);
        let replacement = Replacement {
            deleted_region: region(&stretch.place),
            inserted_content: ArtifactContent { text },
        };
        Some(ArtifactChange {
            artifact_location: artifact(&stretch.place.file),
            replacements: vec![replacement],
        })
    });
    let changes: Vec<ArtifactChange> = parts.collect::<Option<_>>()?;
    Some(Fix {
        description: message(&suggestion.title),
        artifact_changes: changes,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Lines;
    use super::*;
    use crate::source::Span;
    use serde_json::Value;
    use serde_sarif::sarif::Sarif;

    #[test]
    fn files_are_uri_references() {
        assert_eq!(artifact("a b/ä.c").uri, "a%20b/%C3%A4.c");
        assert_eq!(artifact("/x/a.c").uri, "file:///x/a.c");
    }

    /// The properties that the schema requires of the objects that are here.
    #[test]
    fn the_document_has_what_the_schema_requires() {
        let mut log = SarifLog::default();
        let error = Diagnostic::error(Code::Clause, Span::new(0, 3), "wrong")
            .says("here")
            .also(Span::new(4, 5), "and here");
        log.add(&error, &Lines("int a;\n"));
        log.add(
            &Diagnostic::bare(Code::Tool, Severity::Warning, "none"),
            &Lines(""),
        );
        let text = log.render();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["version"], "2.1.0");
        assert!(
            value["$schema"]
                .as_str()
                .unwrap()
                .ends_with("sarif-schema-2.1.0.json")
        );
        let run = &value["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "romp2cuda");
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!((rules.len(), results.len()), (2, 2));
        for result in results {
            assert!(result["message"]["text"].is_string());
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        }
        let region = &results[0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(
            (&region["startLine"], &region["endColumn"]),
            (&1.into(), &4.into())
        );
        assert_eq!(
            results[0]["relatedLocations"][0]["message"]["text"],
            "and here"
        );
    }

    /// The schema's types read the document, and drop none of its properties for being misspelt or misplaced.
    #[test]
    fn the_schema_knows_all_that_is_written() {
        let mut log = SarifLog::default();
        let span = Span::new(0, 3);
        let suggested = Suggestion::new("did you mean `long`?", span, "long");
        let wrong = Diagnostic::warning(Code::Clause, span, "wrong")
            .says("here")
            .also(Span::new(4, 5), "and here")
            .suggest(suggested);
        log.add(&wrong, &Lines("int a;\n"));
        log.add(
            &Diagnostic::bare(Code::Tool, Severity::Note, "none"),
            &Lines(""),
        );
        log.remark(Remark {
            kind: "mode",
            about: "How regions run.",
            text: "SPMD",
            help: None,
            file: "a.c",
            line: 1,
            column: 1,
        });
        let text = log.render();
        assert!(text.contains("insertedContent"), "{text}");
        let written: Value = serde_json::from_str(&text).unwrap();
        let read: Sarif = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), written);
    }
}
