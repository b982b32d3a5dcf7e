//! The objects of SARIF 2.1.0 with those of their properties that are written here; section numbers are the standard's.
//!
//! Tests read what is written with the crate `serde-sarif`, whose types are made from the standard's schema. To build
//! that crate costs more than the translator's front end, so nothing but tests depends on it.

use serde::Serialize;

/// `sarifLog` (3.13).
#[derive(Debug, Serialize)]
pub struct Document {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: Vec<Run>,
}

/// `run` (3.14).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    pub column_kind: &'static str,
    pub results: Vec<Result>,
}

/// `tool` (3.18).
#[derive(Debug, Serialize)]
pub struct Tool {
    pub driver: ToolComponent,
}

/// `toolComponent` (3.19).
#[derive(Debug, Serialize)]
pub struct ToolComponent {
    pub name: &'static str,
    pub version: &'static str,
    pub rules: Vec<ReportingDescriptor>,
}

/// `reportingDescriptor` (3.49).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportingDescriptor {
    pub id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    pub short_description: MultiformatMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_description: Option<MultiformatMessage>,
}

/// `multiformatMessageString` (3.12).
#[derive(Debug, Serialize)]
pub struct MultiformatMessage {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

/// `result` (3.27).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Result {
    pub rule_id: &'static str,
    pub level: Level,
    pub message: Message,
    pub locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
}

/// `level` of a result (3.27.10).
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Note,
    Warning,
    Error,
}

/// `message` (3.11).
#[derive(Debug, Serialize)]
pub struct Message {
    pub text: String,
}

/// `location` (3.28).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

/// `physicalLocation` (3.29).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    pub region: Region,
}

/// `artifactLocation` (3.4).
#[derive(Debug, Serialize)]
pub struct ArtifactLocation {
    pub uri: String,
}

/// `region` (3.30): lines and columns from 1, the end column behind the last character.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: usize,
    pub start_column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<usize>,
}

/// `fix` (3.55).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fix {
    pub description: Message,
    pub artifact_changes: Vec<ArtifactChange>,
}

/// `artifactChange` (3.56).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactChange {
    pub artifact_location: ArtifactLocation,
    pub replacements: Vec<Replacement>,
}

/// `replacement` (3.57).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub deleted_region: Region,
    pub inserted_content: ArtifactContent,
}

/// `artifactContent` (3.3).
#[derive(Debug, Serialize)]
pub struct ArtifactContent {
    pub text: String,
}
