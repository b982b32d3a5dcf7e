//! The user's edits of generated text, and new generated text: merged, or marked where they meet.
//!
//! Three texts: what was generated when it was accepted, what stands in the folder, what is generated now. Nothing of
//! the user's is ever left out: lines that both changed get the marks of a merge conflict. Must not know what the texts
//! contain.

use super::hunks::Apart;
use super::merge::{self, Both};
use super::units::Names;
use std::collections::BTreeSet;

/// A text for the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    pub text: String,
    /// Whether it has edits of the user's.
    pub edited: bool,
    /// The lines, from 1, where conflicts begin.
    pub conflicts: Vec<usize>,
}

/// Kernels' present names, for a text that is merged unit by unit; none for one that is merged line by line.
pub type ByUnits<'a> = Option<&'a Names>;

/// The edits from `base` to `edited` in `generated`. Where git marked conflicts between two generated texts, those of
/// both sides, of which each has its names.
pub fn merge(base: &str, edited: &str, generated: &str, [ours, theirs]: [ByUnits; 2]) -> Merged {
    let (base, edited) = (
        &with_lines_of(base, generated),
        &with_lines_of(edited, generated),
    );
    if marks(edited).is_empty() {
        return merge_one(base, edited, generated, ours);
    }
    let apart = Apart::of(base, edited, [ours, theirs]);
    let (base, base_of_theirs) = super::lock::sides(base);
    let mine = merge_one(&base, &apart.ours, generated, ours);
    let other = merge_one(&base_of_theirs, &apart.theirs, generated, theirs);
    let text = apart.put_back(&joined(
        generated,
        [&mine.text, &other.text],
        ours.is_some() && theirs.is_some(),
    ));
    Merged {
        edited: text != generated,
        // Also those of one side, and those that both sides have.
        conflicts: match left_over(&text, &[generated]) {
            Some(_) => marks(&text),
            None => vec![],
        },
        text,
    }
}

/// The generated text with the edits of both sides of a merge.
fn joined(generated: &str, [mine, other]: [&str; 2], by_units: bool) -> String {
    if mine == generated || mine == other {
        return other.to_owned();
    }
    if other == generated {
        return mine.to_owned();
    }
    match by_units {
        true => merge::sides_by_units(generated, mine, other).text,
        false => merge::sides_by_lines(generated, mine, other).text,
    }
}

fn merge_one(base: &str, edited: &str, generated: &str, names: ByUnits) -> Merged {
    if base == edited || edited == generated {
        return Merged {
            text: generated.to_owned(),
            edited: false,
            conflicts: vec![],
        };
    }
    let Both { text, conflict } = match names {
        Some(names) => merge::by_units(base, edited, generated, names),
        None => merge::by_lines(base, edited, generated),
    };
    Merged {
        conflicts: match conflict {
            true => marks(&text),
            false => vec![],
        },
        edited: text != generated,
        text,
    }
}

/// A text with the line ends of another one: an editor or git may have changed them all.
pub fn with_lines_of(text: &str, other: &str) -> String {
    match text.contains("\r\n") && !other.contains("\r\n") {
        true => text.replace("\r\n", "\n"),
        false => text.to_owned(),
    }
}

/// The lines, from 1, where conflicts begin that nobody has resolved.
pub fn marks(text: &str) -> Vec<usize> {
    let begins = |line: &str| line.starts_with("<<<<<<< ");
    let ends = text.lines().any(|line| line.starts_with(">>>>>>> "));
    let lines = text.lines().enumerate();
    let found = lines.filter(|(_, line)| begins(line) && ends);
    found.map(|(at, _)| at + 1).collect()
}

/// The lines, from 1, where conflicts begin that [`merge`] marked.
pub fn unresolved(text: &str) -> Vec<usize> {
    let all = marks(text).into_iter();
    all.filter(|line| text.lines().nth(line - 1) == Some(merge::MARKS[0]))
        .collect()
}

/// The first line, from 1, that is a mark of a merge conflict, whoever wrote it, and is in none of the generated texts.
pub fn left_over(text: &str, generated: &[&str]) -> Option<usize> {
    let marked = |line: &str| mark(line).is_some();
    let own: BTreeSet<&str> = generated
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| marked(line))
        .collect();
    let found = text
        .lines()
        .position(|line| marked(line) && !own.contains(line));
    found.map(|at| at + 1)
}

/// Whether each conflict that is marked has both sides: not where somebody resolved one in part.
pub fn is_whole(text: &str) -> bool {
    let mut at = '>';
    for sign in text.lines().filter_map(mark) {
        match (at, sign) {
            ('>', '<') | ('<', '|' | '=') | ('|', '=') | ('=', '>') => at = sign,
            _ => return false,
        }
    }
    at == '>'
}

/// The sign of a line that is a mark of a merge conflict.
fn mark(line: &str) -> Option<char> {
    let sign = line.chars().next().filter(|sign| "<|=>".contains(*sign))?;
    let rest = line.trim_start_matches(sign);
    let fits = line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '));
    (fits && (sign != '=' || rest.is_empty())).then_some(sign)
}

/// A text in which git marked conflicts, as it was on one side.
pub fn ours(text: &str) -> String {
    match marks(text).is_empty() {
        true => text.to_owned(),
        false => super::lock::sides(text).0,
    }
}

/// The other side of such a text.
pub fn theirs(text: &str) -> String {
    match marks(text).is_empty() {
        true => text.to_owned(),
        false => super::lock::sides(text).1,
    }
}

/// How many stretches of lines the user edited.
pub fn edits(base: &str, edited: &str) -> usize {
    let diff = similar::TextDiff::from_lines(base, edited);
    diff.ops()
        .iter()
        .filter(|op| op.tag() != similar::DiffTag::Equal)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [ByUnits; 2] = [None, None];

    #[test]
    fn edits_and_changes_of_other_lines_go_together() {
        let merged = merge(
            "1\n2\n3\n4\n5\n",
            "one\n2\n3\n4\n5\n",
            "1\n2\n3\n4\nfive\n",
            LINES,
        );
        assert_eq!(merged.text, "one\n2\n3\n4\nfive\n");
        assert!(merged.edited && merged.conflicts.is_empty());
        let undone = merge("1\n", "2\n", "2\n", LINES);
        assert!(!undone.edited);
        let untouched = merge("1\n", "1\n", "2\n", LINES);
        assert_eq!((untouched.text.as_str(), untouched.edited), ("2\n", false));
    }

    #[test]
    fn what_both_changed_is_marked() {
        let merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n", LINES);
        assert_eq!(merged.conflicts, [2]);
        for line in [
            "mine",
            "theirs",
            "<<<<<<< edited by hand",
            ">>>>>>> generated now",
            "||||||| generated before",
        ] {
            assert!(merged.text.contains(line), "{}", merged.text);
        }
        assert_eq!(marks(&merged.text), [2]);
        assert_eq!(marks("x <<<<<<< y\n"), [] as [usize; 0]);
    }

    #[test]
    fn a_conflict_that_both_sides_of_a_merge_have_is_one() {
        let edited = "a\nmine\nc\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n";
        let base = "a\nb\nc\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n";
        let merged = merge(base, edited, "a\ntheirs\nc\nz\n", LINES);
        assert_eq!(merged.conflicts, [2], "{}", merged.text);
        let merged = merge(base, edited, "a\nb\nc\nz\n", LINES);
        assert_eq!(merged.text, "a\nmine\nc\nz\n");
        assert_eq!(merged.conflicts, [] as [usize; 0]);
    }

    #[test]
    fn marks_that_are_left_over_are_found() {
        assert_eq!(left_over("a\n=======\nb\n", &[]), Some(2));
        assert_eq!(left_over("a\n>>>>>>> theirs\n", &[]), Some(2));
        assert_eq!(left_over("<<<<<<<\n", &[]), Some(1));
        assert_eq!(left_over("======= x\n========\n <<<<<<< y\n", &[]), None);
        // Such a line of the user's C file is none.
        assert_eq!(left_over("a\n=======\n", &["=======\n"]), None);
        assert!(is_whole("<<<<<<< a\n||||||| b\n=======\n>>>>>>> c\n"));
        assert!(is_whole("no marks\n"));
        for text in [
            "=======\n",
            "<<<<<<< a\n",
            "<<<<<<< a\n>>>>>>> c\n",
            "=======\n>>>>>>> c\n",
        ] {
            assert!(!is_whole(text), "{text}");
        }
    }
}
