//! Names that the translator made unique by a number: `was_2` here is `was_3` there where each use says so.
//!
//! A number counts for nothing only if the user's source does not have the name, each name of the one text is always the
//! same one of the other, and the numbers have the same order in both. So two variables that change places are a
//! difference, and so is one that is used instead of another. Names in a namespace are the device header's: they stay.

use super::identity::stem;
use super::rows::Half;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};

/// Gives names of both items that only a number makes different one name.
pub(super) fn unify(old: &mut Half, new: &mut Half, users: &BTreeSet<String>) {
    let (before, after) = (words(old, users), words(new, users));
    let texts =
        |words: &[Word]| -> Vec<String> { words.iter().map(Word::without_number).collect() };
    let mut pairs: BTreeMap<&str, BTreeSet<(u64, u64)>> = BTreeMap::new();
    let mut alone: BTreeSet<&str> = BTreeSet::new();
    for op in capture_diff_slices(Algorithm::Myers, &texts(&before), &texts(&after)) {
        let (one, other) = (&before[op.old_range()], &after[op.new_range()]);
        if matches!(op, DiffOp::Equal { .. }) {
            for (a, b) in one.iter().zip(other) {
                if let (Some(a_number), Some(b_number)) = (a.number, b.number) {
                    pairs
                        .entry(&a.stem)
                        .or_default()
                        .insert((a_number, b_number));
                }
            }
        } else {
            let numbered = one.iter().chain(other).filter(|it| it.number.is_some());
            alone.extend(numbered.map(|it| it.stem.as_str()));
        }
    }
    pairs.retain(|stem, numbers| !alone.contains(stem) && ascends(numbers));
    rename(old, &before, &pairs, |pair| pair.0);
    rename(new, &after, &pairs, |pair| pair.1);
}

/// Whether each number has one other number, in the same order: of a set, which is in the order of the first ones.
fn ascends(numbers: &BTreeSet<(u64, u64)>) -> bool {
    let numbers: Vec<_> = numbers.iter().collect();
    numbers
        .windows(2)
        .all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1)
}

struct Word {
    stem: String,
    number: Option<u64>,
}

impl Word {
    fn without_number(&self) -> String {
        match self.number {
            Some(_) => format!("{}_#", self.stem),
            None => self.stem.clone(),
        }
    }
}

fn words(half: &mut Half, users: &BTreeSet<String>) -> Vec<Word> {
    let mut scoped = false;
    let word = |leaf: &mut super::canonical::Canonical| {
        let (stem, number) = stem(&leaf.text);
        let made = number.is_some() && !scoped && !users.contains(&*leaf.text);
        scoped = leaf.text == "::";
        Word {
            stem: if made { stem } else { &leaf.text }.to_owned(),
            number: number.filter(|_| made),
        }
    };
    half.leaves_mut().into_iter().map(word).collect()
}

fn rename(
    half: &mut Half,
    words: &[Word],
    pairs: &BTreeMap<&str, BTreeSet<(u64, u64)>>,
    own: impl Fn(&(u64, u64)) -> u64,
) {
    for (leaf, word) in half.leaves_mut().into_iter().zip(words) {
        let Some(number) = word.number else {
            continue;
        };
        let numbers = pairs.get(word.stem.as_str());
        if let Some(at) = numbers.and_then(|it| it.iter().position(|pair| own(pair) == number)) {
            leaf.text = format!("{}_#{at}", word.stem).into();
        }
    }
}
