//! Diagnostics as SARIF 2.1.0 (OASIS): one document for all messages of a command.
//!
//! From diagnostics and the places of their labels. Suggestions are fixes of the results. What a report finds in right
//! code are notes.

use super::{Applicability, Code, Diagnostic, Place, Places, Severity, Stretch};
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Fix, Location, Message,
    MultiformatMessageString, PhysicalLocation, Region, Replacement, ReportingDescriptor, Result,
    ResultLevel, Run, Sarif, Tool, ToolComponent,
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
        let region = Region::builder()
            .start_line(i64::from(remark.line))
            .start_column(i64::from(remark.column))
            .build();
        let physical = PhysicalLocation::builder()
            .artifact_location(artifact(remark.file))
            .region(region)
            .build();
        let place = Location::builder().physical_location(physical).build();
        let result = Result::builder()
            .rule_id(remark.kind)
            .level(ResultLevel::Note)
            .message(message(&text.join("\n")))
            .locations(vec![place])
            .build();
        self.results.push(result);
    }

    /// The document, with a line end.
    pub fn render(mut self) -> String {
        self.codes.sort_by_key(|code| code.number());
        let kind = |(&kind, &about): (&&'static str, &&'static str)| {
            ReportingDescriptor::builder()
                .id(kind)
                .short_description(MultiformatMessageString::builder().text(about).build())
                .build()
        };
        let codes = self.codes.iter().map(|&code| rule(code));
        let rules: Vec<ReportingDescriptor> = codes.chain(self.kinds.iter().map(kind)).collect();
        let driver = ToolComponent::builder()
            .name("romp2cuda")
            .version(env!("CARGO_PKG_VERSION"))
            .rules(rules)
            .build();
        let run = Run::builder()
            .tool(Tool::builder().driver(driver).build())
            // Columns of places count characters.
            .column_kind("unicodeCodePoints")
            .results(self.results)
            .build();
        let document = Sarif::builder()
            .schema(SCHEMA)
            .version("2.1.0")
            .runs(vec![run])
            .build();
        let mut text = serde_json::to_string_pretty(&document).expect("plain data serialises");
        text.push('\n');
        text
    }
}

/// What a code means: the first paragraph of its explanation, and all of it.
fn rule(code: Code) -> ReportingDescriptor {
    let all = code.explanation();
    let paragraphs = all.split("\n\n").map(str::trim);
    let mut plain = paragraphs.filter(|text| !text.is_empty() && !text.starts_with('#'));
    let short = plain.next().unwrap_or_default().replace('\n', " ");
    ReportingDescriptor::builder()
        .id(code.number())
        .name(code.flag().unwrap_or(code.number()))
        .short_description(MultiformatMessageString::builder().text(short).build())
        .full_description(
            MultiformatMessageString::builder()
                .text(all.clone())
                .markdown(all)
                .build(),
        )
        .build()
}

fn result(diagnostic: &Diagnostic, places: &dyn Places) -> Result {
    let level = match diagnostic.severity {
        Severity::Error => ResultLevel::Error,
        Severity::Warning => ResultLevel::Warning,
        Severity::Note => ResultLevel::Note,
    };
    let mut text = vec![diagnostic.message.clone()];
    text.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
    text.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
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
    let mut result = Result::builder()
        .rule_id(diagnostic.code.number())
        .level(level)
        .message(message(&text.join("\n")))
        .locations(main)
        .build();
    result.related_locations = (!related.is_empty()).then_some(related);
    result.fixes = (!fixes.is_empty()).then_some(fixes);
    result
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
}

fn location(place: &Place, text: &str) -> Location {
    let physical = PhysicalLocation::builder()
        .artifact_location(artifact(&place.file))
        .region(region(place))
        .build();
    let mut location = Location::builder().physical_location(physical).build();
    location.message = (!text.is_empty()).then(|| message(text));
    location
}

fn region(place: &Place) -> Region {
    Region::builder()
        .start_line(place.line as i64)
        .start_column(place.column as i64)
        .end_line(place.end_line as i64)
        .end_column(place.end_column as i64)
        .build()
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
    ArtifactLocation::builder().uri(uri).build()
}

fn fix(suggestion: &super::Suggestion, places: &dyn Places) -> Option<Fix> {
    let parts = suggestion.replacements.iter().map(|part| {
        let stretch: Stretch = places.stretch(part.span)?;
        let text = part.text_at(&stretch.place);
        let replacement = Replacement::builder()
            .deleted_region(region(&stretch.place))
            .inserted_content(ArtifactContent::builder().text(text).build())
            .build();
        Some(
            ArtifactChange::builder()
                .artifact_location(artifact(&stretch.place.file))
                .replacements(vec![replacement])
                .build(),
        )
    });
    let changes: Vec<ArtifactChange> = parts.collect::<Option<_>>()?;
    let description = message(&suggestion.title);
    Some(
        Fix::builder()
            .description(description)
            .artifact_changes(changes)
            .build(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::Lines;
    use super::*;
    use crate::source::Span;

    #[test]
    fn files_are_uri_references() {
        assert_eq!(artifact("a b/ä.c").uri.as_deref(), Some("a%20b/%C3%A4.c"));
        assert_eq!(artifact("/x/a.c").uri.as_deref(), Some("file:///x/a.c"));
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
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
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
        // It is what the crate reads: enumerations included.
        let again: Sarif = serde_json::from_str(&text).unwrap();
        assert_eq!(again.runs.len(), 1);
    }
}
