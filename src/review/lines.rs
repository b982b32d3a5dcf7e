//! The lines of the user's code that a change is about, and their numbers.
//!
//! From two texts of a part, and the file that the newer one is of. Must not know what a part becomes.

use similar::{ChangeTag, TextDiff};

/// The lines of one text that the other one does not have, but for directives of regions, and how many it is without.
pub fn changed_lines(old: &str, new: &str) -> (Vec<String>, usize) {
    let lines = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines
            .filter(|line| !line.is_empty() && !line.starts_with("#pragma omp target"))
            .collect()
    };
    let (old, new) = (lines(old), lines(new));
    let diff = TextDiff::from_slices(&refs(&old), &refs(&new));
    let (mut come, mut gone) = (vec![], 0);
    for change in diff.iter_all_changes() {
        match change.tag() {
            ChangeTag::Insert => come.push(change.value().to_owned()),
            ChangeTag::Delete => gone += 1,
            ChangeTag::Equal => {}
        }
    }
    (come, gone)
}

fn refs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// The numbers of lines behind the directive that have such texts, in their order: `122, 124`.
pub fn numbers(source: Option<&String>, from: usize, wanted: &[String]) -> String {
    let lines = source.map(|text| text.lines()).into_iter().flatten();
    let mut lines = lines.enumerate().skip(from.saturating_sub(1));
    let mut found: Vec<usize> = vec![];
    for text in wanted {
        let same = |line: &str| line.split_whitespace().eq(text.split_whitespace());
        match lines.find(|(_, line)| same(line)) {
            Some((at, _)) => found.push(at + 1),
            None => break,
        }
    }
    let mut ranges: Vec<(usize, usize)> = vec![];
    for line in found {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == line => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let words = ranges.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
