//! Diagnostics as lines of other tools' forms: gcc's, which editors match, and GitHub's workflow commands.
//!
//! Computes text from a diagnostic and the places of its labels. Must not know colours.

use super::github::{Annotation, Level};
use super::json::severity_word;
use super::{Diagnostic, Label, Place, Places, Severity};

/// `FILE:LINE:COLUMN: error: MESSAGE [CODE]`, and a line `note:` for each other place, note and way out.
pub fn render_gcc(diagnostic: &Diagnostic, places: &dyn Places) -> String {
    let main = primary(diagnostic, places);
    let at = |place: Option<&Place>| match place {
        Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
        None => "romp2cuda".to_string(),
    };
    let here = at(main.as_ref().map(|(place, _)| place));
    let code = match (diagnostic.severity, diagnostic.code.flag()) {
        (Severity::Warning, Some(flag)) => format!("{}, -W{flag}", diagnostic.code.number()),
        _ => diagnostic.code.number().to_string(),
    };
    let mut out = vec![format!(
        "{here}: {}: {} [{code}]",
        severity_word(diagnostic.severity),
        one_line(&diagnostic.message)
    )];
    if let Some((_, label)) = main.filter(|(_, label)| !label.text.is_empty()) {
        out.push(format!("{here}: note: {}", one_line(&label.text)));
    }
    for label in diagnostic.labels.iter().filter(|label| !label.primary) {
        let place = places.place(label.span);
        out.push(format!(
            "{}: note: {}",
            at(place.as_ref()),
            one_line(&label.text)
        ));
    }
    for note in &diagnostic.notes {
        out.push(format!("{here}: note: {}", one_line(note)));
    }
    for help in &diagnostic.help {
        out.push(format!("{here}: note: help: {}", one_line(help)));
    }
    out.iter().map(|line| format!("{line}\n")).collect()
}

/// An annotation of GitHub's at the primary label.
pub fn render_github(diagnostic: &Diagnostic, places: &dyn Places) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Notice,
    };
    let text = diagnostic.without_places();
    let annotation = Annotation::new(level, diagnostic.code.number(), &text);
    match primary(diagnostic, places) {
        Some((place, _)) => annotation.over(&place).to_string(),
        None => annotation.to_string(),
    }
}

fn primary<'a>(diagnostic: &'a Diagnostic, places: &dyn Places) -> Option<(Place, &'a Label)> {
    let label = diagnostic.primary()?;
    Some((places.place(label.span)?, label))
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::Lines;
    use super::*;
    use crate::diag::Code;
    use crate::source::Span;

    fn warning() -> Diagnostic {
        Diagnostic::warning(Code::Serialised, Span::new(4, 5), "slow, 100%")
            .says("here")
            .also(Span::new(11, 12), "declared here")
            .help("a\nb")
    }

    #[test]
    fn editors_match_lines_of_gcc() {
        let source = Lines("int a;\nint b;\n");
        assert_eq!(
            render_gcc(&warning(), &source),
            "a.c:1:5: warning: slow, 100% [W6002, -Wserialised]\n\
             a.c:1:5: note: here\n\
             a.c:2:5: note: declared here\n\
             a.c:1:5: note: help: a b\n"
        );
        let bare = Diagnostic::bare(Code::Tool, Severity::Error, "no nvcc");
        assert_eq!(
            render_gcc(&bare, &source),
            "romp2cuda: error: no nvcc [R0002]\n"
        );
    }

    #[test]
    fn commands_of_github_are_escaped() {
        let source = Lines("int a;\nint b;\n");
        assert_eq!(
            render_github(&warning(), &source),
            "::warning file=a.c,line=1,endLine=1,col=5,endColumn=6,title=W6002::slow, 100%25%0Ahelp: a%0Ab\n"
        );
    }
}
