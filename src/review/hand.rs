//! The user's edits of generated text, and new generated text: merged, or marked where they meet.
//!
//! Three texts: what was generated when it was accepted, what stands in the folder, what is generated now. Nothing of
//! the user's is ever left out: lines that both changed get the marks of a merge conflict. Must not know what the texts
//! contain.

use similar::{ConflictStyle, TextMerge};

/// A text for the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    pub text: String,
    /// Whether it has edits of the user's.
    pub edited: bool,
    /// The lines, from 1, where conflicts begin.
    pub conflicts: Vec<usize>,
}

/// How a conflict begins that [`merge`] marked.
const OURS: &str = "<<<<<<< edited by hand";

/// The edits from `base` to `edited` in `generated`. Where git marked conflicts between two generated texts, those of
/// both sides.
pub fn merge(base: &str, edited: &str, generated: &str) -> Merged {
    if marks(edited).is_empty() {
        return merge_one(base, edited, generated);
    }
    let (ours, theirs) = super::lock::sides(edited);
    let (base, base_of_theirs) = super::lock::sides(base);
    let ours = merge_one(&base, &ours, generated);
    let theirs = merge_one(&base_of_theirs, &theirs, generated);
    merge_one(generated, &ours.text, &theirs.text)
}

fn merge_one(base: &str, edited: &str, generated: &str) -> Merged {
    if base == edited || edited == generated {
        return Merged {
            text: generated.to_owned(),
            edited: false,
            conflicts: vec![],
        };
    }
    let mut merge = TextMerge::from_lines(base, edited, generated);
    merge.conflict_style(ConflictStyle::Diff3);
    merge.labels("generated before", "edited by hand", "generated now");
    let text = merge.to_string();
    Merged {
        conflicts: match merge.is_conflicted() {
            true => marks(&text),
            false => vec![],
        },
        edited: text != generated,
        text,
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
    all.filter(|line| text.lines().nth(line - 1) == Some(OURS))
        .collect()
}

/// A text in which git marked conflicts, as it was on one side.
pub fn ours(text: &str) -> String {
    match marks(text).is_empty() {
        true => text.to_owned(),
        false => super::lock::sides(text).0,
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

    #[test]
    fn edits_and_changes_of_other_lines_go_together() {
        let merged = merge("1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n");
        assert_eq!(merged.text, "one\n2\n3\n4\nfive\n");
        assert!(merged.edited && merged.conflicts.is_empty());
        let undone = merge("1\n", "2\n", "2\n");
        assert!(!undone.edited);
        let untouched = merge("1\n", "1\n", "2\n");
        assert_eq!((untouched.text.as_str(), untouched.edited), ("2\n", false));
    }

    #[test]
    fn what_both_changed_is_marked() {
        let merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n");
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
}
