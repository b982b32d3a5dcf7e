//! Places and directives of the user's text, as comments, messages and reports show them.

use crate::source::{Preprocessed, Span};

/// `file.c:12` of a span, the file without its folders.
pub fn place(pre: &Preprocessed, span: Span) -> String {
    let (file, line) = pre.location(span.lo as usize);
    let name = pre
        .path(file)
        .file_name()
        .map_or_else(|| "stdin".into(), |n| n.to_string_lossy().into_owned());
    format!("{}:{line}", name.replace(['"', '\\'], "_"))
}

/// The directive as the user wrote it, in one line, without `#pragma omp` and comments.
pub fn quoted(pre: &Preprocessed, pragma: Span) -> String {
    let text = pre.written_pragma(pragma);
    let text = text.as_deref().unwrap_or_else(|| pre.slice(pragma));
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace("*/", "* /");
    let words = text.strip_prefix('#').map(str::trim_start);
    words
        .and_then(|words| words.strip_prefix("pragma omp "))
        .unwrap_or(&text)
        .to_string()
}
