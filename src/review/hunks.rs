//! Conflicts that git marked in a file of the folder, where the accepted text has none.
//!
//! git marks lines that both branches changed. Where it joined the accepted texts of both without a mark, only one branch
//! accepted something there, and the lines of the other one are an edit by hand of a text that is in neither file: nobody
//! can tell what of them was edited from what was generated then. So both sides stay for the user to choose from.
//! [`Apart::of`] puts one line in the place of each such conflict, which is merged as an edit, and [`Apart::put_back`]
//! writes both sides where that line is then. Must not know what the texts contain.

use super::lock;
use super::merge::{MARKS, MERGED};
use super::units::Names;
use similar::{DiffOp, DiffTag, TextDiff};
use std::ops::Range;

/// A text with marks of git on its two sides, in which a line stands for each conflict that is not known.
#[derive(Debug)]
pub struct Apart {
    pub ours: String,
    pub theirs: String,
    conflicts: Vec<Conflict>,
}

#[derive(Debug)]
struct Conflict {
    /// What a user wrote.
    edited: String,
    /// What the other side has in its place.
    other: String,
    /// Whether a user wrote that, too.
    is_edited_twice: bool,
}

/// Such a line begins with this.
const STAND: &str = "/*\u{3}";

impl Apart {
    /// From the accepted text, perhaps with marks, and the text of the folder. Each side has the present names of kernels
    /// in what is put back.
    pub fn of(base: &str, edited: &str, names: [Option<&Names>; 2]) -> Apart {
        let (base_sides, edited_sides) = (lock::sides(base), lock::sides(edited));
        let bases = [lines(&base_sides.0), lines(&base_sides.1)];
        let texts = [lines(&edited_sides.0), lines(&edited_sides.1)];
        let known = conflicts(base);
        let diffs = [0, 1].map(|side| TextDiff::from_slices(&bases[side], &texts[side]));
        let mut apart = Apart {
            ours: String::new(),
            theirs: String::new(),
            conflicts: vec![],
        };
        let mut copied = [0; 2];
        for ranges in conflicts(edited) {
            let was = [0, 1].map(|side| before(diffs[side].ops(), &ranges[side]));
            let is_known = known.iter().any(|known| {
                [0, 1].into_iter().all(|side| {
                    known[side].start <= was[side].start && was[side].end <= known[side].end
                })
            });
            let own = [0, 1].map(|side| texts[side][ranges[side].clone()].concat());
            let old = [0, 1].map(|side| bases[side][was[side].clone()].concat());
            let is_edited = [0, 1].map(|side| own[side] != old[side]);
            let (by, is_edited_twice) = match is_edited {
                _ if is_known || own[0] == own[1] => continue,
                [false, false] => continue,
                [true, is_edited_twice] => (0, is_edited_twice),
                [false, true] => (1, false),
            };
            let named = |side: usize, text: &String| match names[side] {
                Some(names) => names.in_text(text),
                None => text.clone(),
            };
            let stand = format!("{STAND}{}*/\n", apart.conflicts.len());
            for side in [0, 1] {
                let text = if side == 0 {
                    &mut apart.ours
                } else {
                    &mut apart.theirs
                };
                text.push_str(&texts[side][copied[side]..ranges[side].start].concat());
                text.push_str(if side == by { &stand } else { &old[side] });
                copied[side] = ranges[side].end;
            }
            apart.conflicts.push(Conflict {
                edited: named(by, &own[by]),
                other: match is_edited_twice {
                    true => named(1, &own[1]),
                    false => named(by, &old[by]),
                },
                is_edited_twice,
            });
        }
        apart.ours.push_str(&texts[0][copied[0]..].concat());
        apart.theirs.push_str(&texts[1][copied[1]..].concat());
        apart
    }

    /// The merged text with both sides of each conflict, in marks; in what is marked already, what the user wrote.
    pub fn put_back(&self, merged: &str) -> String {
        let mut out = String::new();
        let mut seen = vec![false; self.conflicts.len()];
        let mut is_marked = false;
        for line in merged.split_inclusive('\n') {
            is_marked = match line.get(..7) {
                Some("<<<<<<<") => true,
                Some(">>>>>>>") => false,
                _ => is_marked,
            };
            let number = line.trim().strip_prefix(STAND);
            let number = number.and_then(|rest| rest.strip_suffix("*/")?.parse::<usize>().ok());
            let Some((conflict, seen)) = number
                .and_then(|number| Some((self.conflicts.get(number)?, seen.get_mut(number)?)))
            else {
                out.push_str(line);
                continue;
            };
            *seen = true;
            match is_marked {
                true => {
                    push(&mut out, &conflict.edited);
                    if conflict.is_edited_twice {
                        push(&mut out, &conflict.other);
                    }
                }
                false => conflict.mark(&mut out),
            }
        }
        // Nothing of the user's is left out, whatever became of its place.
        let lost = self.conflicts.iter().zip(seen).filter(|(_, seen)| !seen);
        lost.for_each(|(conflict, _)| conflict.mark(&mut out));
        out
    }
}

impl Conflict {
    fn mark(&self, out: &mut String) {
        let [begin, _, end] = if self.is_edited_twice { MERGED } else { MARKS };
        for text in [begin, &self.edited, "=======", &self.other, end] {
            push(out, text);
        }
    }
}

/// Adds whole lines.
fn push(out: &mut String, text: &str) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(text);
    if !text.is_empty() && !text.ends_with('\n') {
        out.push('\n');
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The conflicts that are marked, as ranges of the lines of either side.
fn conflicts(text: &str) -> Vec<[Range<usize>; 2]> {
    let mut all: Vec<[Range<usize>; 2]> = vec![];
    let (mut ours, mut theirs) = (0, 0);
    // Which sides a line is of, as [`lock::sides`] reads it.
    let mut of = (true, true);
    for line in text.split_inclusive('\n') {
        match line.get(..7) {
            Some("<<<<<<<") => {
                all.push([ours..ours, theirs..theirs]);
                of = (true, false);
            }
            Some("|||||||") => of = (false, false),
            Some("=======") => of = (false, true),
            Some(">>>>>>>") => {
                if let Some([own, other]) = all.last_mut() {
                    (own.end, other.end) = (ours, theirs);
                }
                of = (true, true);
            }
            _ => {
                ours += usize::from(of.0);
                theirs += usize::from(of.1);
            }
        }
    }
    all
}

/// The lines of the old text that became a range of the new one, with those that went away at its ends.
fn before(ops: &[DiffOp], range: &Range<usize>) -> Range<usize> {
    let places = |at: usize| {
        let touching = ops
            .iter()
            .filter(move |op| op.new_range().start <= at && at <= op.new_range().end);
        touching.flat_map(move |op| {
            let (old, new) = (op.old_range(), op.new_range());
            match op.tag() {
                DiffTag::Equal => [old.start + at - new.start; 2],
                _ if at == new.start && at < new.end => [old.start; 2],
                _ if at == new.end && at > new.start => [old.end; 2],
                _ => [old.start, old.end],
            }
        })
    };
    let start = places(range.start).min().unwrap_or(0);
    let end = places(range.end).max().unwrap_or(0);
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(ours: &str, theirs: &str) -> String {
        format!("1\n<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n9\n")
    }

    #[test]
    fn a_conflict_that_the_accepted_text_has_is_left() {
        let base = marked("a\n", "b\n");
        let edited = marked("mine\n", "b\n");
        let apart = Apart::of(&base, &edited, [None; 2]);
        assert_eq!(
            (apart.ours.as_str(), apart.theirs.as_str()),
            ("1\nmine\n9\n", "1\nb\n9\n")
        );
        assert_eq!(apart.put_back("x\n"), "x\n");
    }

    #[test]
    fn an_edit_of_either_side_is_put_back_beside_what_was_accepted() {
        let base = "1\nnew\n9\n";
        let wanted =
            "1\n<<<<<<< edited by hand\nold, mine\n=======\nnew\n>>>>>>> generated now\n9\n";
        let apart = Apart::of(base, &marked("new\n", "old, mine\n"), [None; 2]);
        assert_eq!(apart.ours, base);
        assert_eq!(apart.put_back(&apart.theirs), wanted);
        let apart = Apart::of(base, &marked("old, mine\n", "new\n"), [None; 2]);
        assert_eq!(apart.theirs, base);
        assert_eq!(apart.put_back(&apart.ours), wanted);
        // What was generated went away.
        let apart = Apart::of("1\n9\n", &marked("old, mine\n", ""), [None; 2]);
        assert_eq!(apart.theirs, "1\n9\n");
        assert!(
            apart
                .put_back(&apart.ours)
                .contains("old, mine\n=======\n>>>>>>>")
        );
    }

    #[test]
    fn two_edits_are_called_so() {
        let apart = Apart::of("1\n5\n9\n", &marked("mine\n", "yours\n"), [None; 2]);
        assert_eq!(apart.theirs, "1\n5\n9\n");
        assert_eq!(
            apart.put_back(&apart.ours),
            format!(
                "1\n<<<<<<< edited by hand\nmine\n=======\nyours\n{}\n9\n",
                MERGED[2]
            )
        );
    }

    #[test]
    fn what_lost_its_place_stands_at_the_end() {
        let apart = Apart::of("1\nnew\n9\n", &marked("new\n", "mine\n"), [None; 2]);
        let text = apart.put_back("0\n");
        assert!(
            text.starts_with("0\n<<<<<<<") && text.contains("mine"),
            "{text}"
        );
    }
}
