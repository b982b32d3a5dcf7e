//! "Did you mean": the known word nearest to a misspelt one.
//!
//! Computes on words only. Must not know what they name.

/// The number of insertions, deletions, replacements and swaps of neighbours from one to the other, if it is at most
/// `limit`.
///
/// A directive may have thousands of wrong words, each of which is compared with every known one: most of these are
/// known to be too far off after a few letters, or by their length.
pub fn distance(from: &str, to: &str, limit: usize) -> Option<usize> {
    if from.chars().count().abs_diff(to.chars().count()) > limit {
        return None;
    }
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let width = to.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for row in 1..=from.len() {
        let mut this = vec![row; width];
        for column in 1..width {
            let same = from[row - 1] == to[column - 1];
            let swapped = row > 1
                && column > 1
                && from[row - 1] == to[column - 2]
                && from[row - 2] == to[column - 1];
            let mut best = last[column - 1] + usize::from(!same);
            best = best.min(last[column] + 1).min(this[column - 1] + 1);
            if swapped {
                best = best.min(before[column - 2] + 1);
            }
            this[column] = best;
        }
        // What follows is computed from these two rows, and never less than their least.
        if this.iter().chain(&last).all(|&far| far > limit) {
            return None;
        }
        before = last;
        last = this;
    }
    Some(last[width - 1]).filter(|&far| far <= limit)
}

/// The nearest candidate, if it is near enough to be what was meant: a third of the letters off. Of two letters none may
/// be another one: too many words are as near.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 200 {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let limit = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(far) = distance(&lower, candidate, limit) else {
            continue;
        };
        let too_short = lower.len() < 3 && far > 0 && !swapped(&lower, candidate);
        if !too_short && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Whether what is written is so near to what was perhaps meant that nothing else is: of a word of three letters none may
/// be another one.
pub fn is_certain(written: &str, near: &str) -> bool {
    let mut words = written.split(' ').zip(near.split(' '));
    words.all(|(word, near)| {
        let word = word.to_ascii_lowercase();
        let mut rest = near.chars();
        let in_order = word.chars().all(|letter| rest.any(|other| other == letter));
        word.chars().count() > 3 || in_order || swapped(&word, near)
    })
}

/// Whether the one word has the letters of the other.
fn swapped(one: &str, other: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(one) == letters(other)
}

/// "`a`, `b` or `c`".
pub fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    let quoted: Vec<_> = words.iter().map(|w| format!("`{}`", w.as_ref())).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("privat", "private", 9), Some(1));
        assert_eq!(distance("fro", "for", 1), Some(1));
        assert_eq!(distance("", "abc", 3), Some(3));
        assert_eq!(distance("", "abc", 2), None);
        assert_eq!(distance("same", "same", 0), Some(0));
        assert_eq!(distance("private", "reduce", 2), None);
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
    }

    #[test]
    fn certain_words() {
        for (written, near, certain) in [
            ("fro", "for", true),
            ("FOR", "for", true),
            ("frm", "from", true),
            ("foo", "for", false),
            ("mab", "map", false),
            ("target mab", "target map", false),
            ("privat", "private", true),
        ] {
            assert_eq!(is_certain(written, near), certain, "{written}");
        }
    }

    #[test]
    fn nearest_word() {
        let names = ["private", "firstprivate", "for", "map"];
        assert_eq!(nearest("privat", names), Some("private"));
        assert_eq!(nearest("PRIVATE", names), Some("private"));
        assert_eq!(nearest("fro", names), Some("for"));
        assert_eq!(nearest("zzzzz", names), None);
        assert_eq!(nearest("do", ["to", "if"]), None);
        assert_eq!(nearest("fi", ["to", "if"]), Some("if"));
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
