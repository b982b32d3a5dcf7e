//! Diagnostics for people, as rustc prints them: snippet, labels, notes, help.
//!
//! Computes text from a diagnostic and the places of its labels. Colour codes are always in the
//! result when asked for; whether to ask is `cli`'s choice.

use super::{Diagnostic, Label, Place, Places, Severity};
use annotate_snippets::{
    AnnotationKind, Element, Group, Level, Renderer, Snippet, renderer::DEFAULT_TERM_WIDTH,
};

/// Lines longer than this are shown in part, around their labels.
const LONGEST_LINE: usize = 240;
/// The part of a long line that is shown to the left of its first label.
const LEFT_CONTEXT: usize = 60;
/// Lines that may stand between two labelled lines of one snippet.
const NEAR: usize = 3;

/// The message, with a line end.
pub fn render_text(diagnostic: &Diagnostic, places: &dyn Places, colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level
        .primary_title(printable(&diagnostic.message))
        .id(diagnostic.code.number());
    let mut elements: Vec<Element> = vec![];
    let mut cut = vec![];
    for chunk in chunks(&diagnostic.labels, places) {
        elements.push(chunk.snippet().into());
        cut.extend(chunk.headers());
    }
    for note in &diagnostic.notes {
        elements.push(Level::NOTE.message(printable(note)).into());
    }
    for help in &diagnostic.help {
        elements.push(Level::HELP.message(printable(help)).into());
    }
    let mut explain = format!("run romp2cuda explain {}", diagnostic.code.number());
    if let (Severity::Warning, Some(flag)) = (diagnostic.severity, diagnostic.code.flag()) {
        explain.push_str(&format!("; -Wno-{flag} silences it"));
    }
    elements.push(Level::NOTE.message(explain).into());
    let report: [Group; 1] = [title.elements(elements)];
    let mut text = renderer.term_width(DEFAULT_TERM_WIDTH).render(&report);
    for (shown, right) in cut {
        text = text.replacen(&shown, &right, 1);
    }
    text.push('\n');
    text
}

/// Control characters of the user's text must not reach the terminal; bytes that are no UTF-8 stand in
/// it as private-use characters.
fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        '\u{f780}'..='\u{f7ff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Neighbouring lines of one file with the labels on them.
struct Chunk {
    file: String,
    /// The line and column of the place that the header names, and the column within `text`.
    line: usize,
    column: usize,
    shown_column: usize,
    first_line: usize,
    text: String,
    marks: Vec<Mark>,
}

struct Mark {
    range: std::ops::Range<usize>,
    text: String,
    primary: bool,
}

impl Chunk {
    /// The place that the renderer is given where a line is cut, and the place that it stands for.
    fn headers(&self) -> Option<(String, String)> {
        let header = |column| format!("{}:{}:{}\n", self.file, self.line, column);
        (self.shown_column != self.column).then(|| (header(self.shown_column), header(self.column)))
    }

    fn snippet(&self) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
        let marks = self.marks.iter().map(|mark| {
            let kind = if mark.primary {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let text = (!mark.text.is_empty()).then(|| printable(&mark.text));
            kind.span(mark.range.clone()).label(text)
        });
        Snippet::source(self.text.clone())
            .path(self.file.clone())
            .line_start(self.first_line)
            .annotations(marks.collect::<Vec<_>>())
    }
}

/// Groups labels by file and nearness, the chunk of the primary one first.
fn chunks(labels: &[Label], places: &dyn Places) -> Vec<Chunk> {
    let mut placed: Vec<(Place, &Label)> = labels
        .iter()
        .filter_map(|label| Some((places.place(label.span)?, label)))
        .collect();
    placed
        .sort_by(|a, b| (&a.0.file, a.0.line, a.0.column).cmp(&(&b.0.file, b.0.line, b.0.column)));
    let mut groups: Vec<Vec<(Place, &Label)>> = vec![];
    for (place, label) in placed {
        match groups.last_mut() {
            Some(group) if near(&group[group.len() - 1].0, &place, places) => {
                group.push((place, label))
            }
            _ => groups.push(vec![(place, label)]),
        }
    }
    let mut chunks: Vec<Chunk> = groups.iter().map(|group| chunk(group, places)).collect();
    chunks.sort_by_key(|chunk| !chunk.marks.iter().any(|mark| mark.primary));
    chunks
}

fn near(a: &Place, b: &Place, places: &dyn Places) -> bool {
    let between = a.line + 1..b.line;
    a.file == b.file
        && (a.line == b.line
            || between.len() <= NEAR
                && between
                    .into_iter()
                    .all(|line| places.line(&a.file, line).is_some()))
}

fn chunk(group: &[(Place, &Label)], places: &dyn Places) -> Chunk {
    let first = &group[0].0;
    let header = group
        .iter()
        .find(|(_, label)| label.primary)
        .unwrap_or(&group[0]);
    let mut chunk = Chunk {
        file: printable(&first.file),
        line: header.0.line,
        column: header.0.column,
        shown_column: header.0.column,
        first_line: first.line,
        text: String::new(),
        marks: vec![],
    };
    let last_line = group[group.len() - 1].0.line;
    for line in first.line..=last_line {
        let here: Vec<&(Place, &Label)> = group
            .iter()
            .filter(|(place, _)| place.line == line)
            .collect();
        let text = match here.first() {
            Some((place, _)) => place.line_text.clone(),
            None => places.line(&first.file, line).unwrap_or_default(),
        };
        add_line(&mut chunk, &text, &here);
        if line != last_line {
            chunk.text.push('\n');
        }
    }
    chunk
}

/// Appends a line, cut where it is too long, and the marks on it as byte ranges of the chunk's text.
fn add_line(chunk: &mut Chunk, line: &str, here: &[&(Place, &Label)]) {
    let length = line.chars().count();
    let first_column = here
        .iter()
        .map(|(place, _)| place.column)
        .min()
        .unwrap_or(1);
    let skipped = if length > LONGEST_LINE {
        (first_column - 1).saturating_sub(LEFT_CONTEXT).min(length)
    } else {
        0
    };
    let cut_left = if skipped > 0 { "..." } else { "" };
    let shown: String = line.chars().skip(skipped).take(LONGEST_LINE).collect();
    let cut_right = if skipped + LONGEST_LINE < length {
        "..."
    } else {
        ""
    };
    if skipped > 0
        && here
            .iter()
            .any(|(place, _)| (place.line, place.column) == (chunk.line, chunk.column))
    {
        chunk.shown_column = chunk.column - skipped + cut_left.len();
    }
    let start = chunk.text.len();
    chunk.text.push_str(cut_left);
    chunk.text.extend(
        shown
            .chars()
            .map(|c| if c == '\n' || c == '\r' { ' ' } else { c }),
    );
    let end = chunk.text.len();
    chunk.text.push_str(cut_right);
    let offset = |column: usize| {
        let characters = (column - 1).saturating_sub(skipped);
        let bytes: usize = shown.chars().take(characters).map(char::len_utf8).sum();
        (start + cut_left.len() + bytes).min(end)
    };
    for (place, label) in here {
        let lo = offset(place.column.max(1));
        let hi = if place.end_line > place.line {
            end
        } else {
            offset(place.end_column.max(place.column).max(1))
        };
        chunk.marks.push(Mark {
            range: lo..hi.max(lo),
            text: label.text.clone(),
            primary: label.primary,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lines, OneLine};
    use super::*;
    use crate::diag::Code;
    use crate::source::Span;

    #[test]
    fn shows_the_line_the_label_and_the_way_out() {
        let source = OneLine("    y[i] += a * x[i];");
        let diagnostic = Diagnostic::error(Code::Mapping, Span::new(4, 8), "`y` is a pointer")
            .says("of unknown length")
            .also(Span::new(16, 20), "and this too")
            .note("a note")
            .help("write map(tofrom: y[0:n])");
        assert_eq!(
            render_text(&diagnostic, &source, false),
            "\
error[R5001]: `y` is a pointer
 --> a.c:1:5
  |
1 |     y[i] += a * x[i];
  |     ^^^^        ---- and this too
  |     |
  |     of unknown length
  |
  = note: a note
  = help: write map(tofrom: y[0:n])
  = note: run romp2cuda explain R5001
"
        );
    }

    #[test]
    fn a_message_without_a_place_has_no_snippet() {
        let diagnostic =
            Diagnostic::bare(Code::Tool, Severity::Error, "nvcc is missing").help("install it");
        assert_eq!(
            render_text(&diagnostic, &super::super::Nowhere, false),
            "error[R0002]: nvcc is missing\n |\n = help: install it\n = note: run romp2cuda explain R0002\n"
        );
    }

    #[test]
    fn far_labels_get_snippets_of_their_own() {
        let text = "int a;\nint b;\nint c;\n\n\n\n\n\n\nint z;\n";
        let source = Lines(text);
        let diagnostic = Diagnostic::error(
            Code::ListItem,
            Span::new(text.len() - 3, text.len() - 2),
            "z",
        )
        .says("bad")
        .also(Span::new(4, 5), "declared here")
        .also(Span::new(18, 19), "and here");
        let out = render_text(&diagnostic, &source, false);
        assert!(out.contains("  --> a.c:10:5\n"), "{out}");
        assert!(out.contains("::: a.c:1:5\n"), "{out}");
        assert!(out.contains(" 2 | int b;\n"), "{out}");
    }

    #[test]
    fn a_megabyte_on_one_line_is_cut_around_the_label() {
        let mut text = "x".repeat(500_000);
        text.push_str("HERE");
        text.push_str(&"y".repeat(500_000));
        let source = OneLine(&text);
        let diagnostic =
            Diagnostic::error(Code::Type, Span::new(500_000, 500_004), "wide").says("it");
        let out = render_text(&diagnostic, &source, false);
        assert!(out.len() < 2_000, "{}", out.len());
        assert!(out.contains("a.c:1:500001"), "{out}");
        assert!(out.contains("HERE"), "{out}");
        assert!(out.contains("^^^^ it"), "{out}");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let source = OneLine("int \u{1b}[31mx;");
        let diagnostic = Diagnostic::error(Code::Type, Span::new(0, 3), "bad \u{1b}[31m");
        assert!(!render_text(&diagnostic, &source, false).contains('\u{1b}'));
    }

    #[test]
    fn an_empty_span_at_the_end_is_shown() {
        let source = OneLine("int x");
        let diagnostic = Diagnostic::error(Code::CSyntax, Span::new(5, 5), "expected `;`");
        assert!(render_text(&diagnostic, &source, false).contains('^'));
    }
}
