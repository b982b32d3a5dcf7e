//! Merges messages that say the same of several places: for people, one warning, or a few errors, that name the
//! others.
//!
//! From diagnostics in the order of the text. Messages for programs stay as they are.

use super::{Diagnostic, Places, Severity};

/// The most places that are named; the rest is counted.
const NAMED: usize = 6;
/// The most errors that are shown in full: a macro may have hundreds of uses, each with the same error.
const ERRORS: usize = 3;

/// Each diagnostic once, a warning with the places of those that say the same.
pub fn merged(diagnostics: &[Diagnostic], places: &dyn Places) -> Vec<Diagnostic> {
    let mut shown: Vec<(Diagnostic, Vec<String>)> = vec![];
    for one in diagnostics {
        let mut before = shown.iter_mut().filter(|(first, _)| alike(first, one));
        let last = match one.severity {
            Severity::Error => before.nth(ERRORS - 1),
            _ => before.next(),
        };
        match (
            last,
            one.primary().and_then(|label| places.place(label.span)),
        ) {
            (Some((_, others)), Some(place)) => {
                others.push(format!("{}:{}", place.file, place.line));
            }
            _ => shown.push((one.clone(), vec![])),
        }
    }
    shown
        .into_iter()
        .map(|(first, others)| match others.len() {
            0 => first,
            n if n <= NAMED => first.note(format!("the same at {}", others.join(", "))),
            n => {
                let named = others[..NAMED].join(", ");
                first.note(format!("the same at {named} and {} more places", n - NAMED))
            }
        })
        .collect()
}

fn alike(a: &Diagnostic, b: &Diagnostic) -> bool {
    let places_alone = |one: &Diagnostic| one.labels.iter().all(|label| label.primary);
    let words = |one: &Diagnostic| -> Vec<String> {
        one.labels.iter().map(|label| label.text.clone()).collect()
    };
    (a.code, a.severity, &a.message) == (b.code, b.severity, &b.message)
        && (&a.notes, &a.help) == (&b.notes, &b.help)
        && match a.severity {
            Severity::Error => words(a) == words(b),
            _ => places_alone(a) && places_alone(b),
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;
    use crate::diag::testing::Lines;
    use crate::source::Span;

    fn warning(at: usize, message: &str) -> Diagnostic {
        Diagnostic::warning(Code::Serialised, Span::new(at, at + 1), message)
    }

    #[test]
    fn the_first_names_the_others() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let mut all: Vec<Diagnostic> = (0..9).map(|line| warning(2 * line, "slow")).collect();
        all.insert(1, warning(0, "other"));
        all.push(Diagnostic::error(Code::Serialised, Span::new(0, 1), "slow"));
        let shown = merged(&all, &Lines(text));
        assert_eq!(shown.len(), 3);
        assert_eq!(
            shown[0].notes,
            ["the same at a.c:2, a.c:3, a.c:4, a.c:5, a.c:6, a.c:7 and 2 more places"]
        );
        assert!(shown[1].notes.is_empty() && shown[2].is_error());
    }

    #[test]
    fn of_errors_a_few_are_shown() {
        let text = "a\nb\nc\nd\ne\n";
        let error =
            |at: usize| Diagnostic::error(Code::UnsupportedClause, Span::new(at, at + 1), "not so");
        let mut all: Vec<Diagnostic> = (0..5).map(|line| error(2 * line)).collect();
        all.push(Diagnostic::error(
            Code::UnsupportedClause,
            Span::new(0, 1),
            "other",
        ));
        let shown = merged(&all, &Lines(text));
        assert_eq!(shown.len(), 4);
        assert_eq!(shown[2].notes, ["the same at a.c:4, a.c:5"]);
        assert!(shown[1].notes.is_empty() && shown[3].notes.is_empty());
    }

    #[test]
    fn a_warning_of_two_places_is_told_each_time() {
        let both = |at: usize| warning(at, "slow").also(Span::new(0, 1), "declared here");
        assert_eq!(merged(&[both(0), both(2)], &Lines("a\nb\n")).len(), 2);
    }
}
