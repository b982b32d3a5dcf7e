//! Lines that are no directives because the word behind `#pragma` is not `omp`, and was meant to be.
//!
//! Computes on one line. Must not know where it stands.

use super::{combine, suggest};
use crate::source::token;
use std::ops::Range;

/// Namespaces of pragmas that look like `omp` and are others': OpenMP keeps `ompx` for extensions (5.2, 2.1), OmpSs
/// has `oss`, XcalableMP `xmp`.
const OTHERS: [&str; 3] = ["ompx", "oss", "xmp"];

/// A word in place of `omp`, in front of the name of a directive.
#[derive(Debug, PartialEq, Eq)]
pub struct Misspelt {
    /// Where the word stands in the line.
    pub word: Range<usize>,
    /// The first word of the directive.
    pub directive: String,
}

/// The misspelt word of a line such as `#pragma opm parallel for`; none where the line says something else.
pub fn misspelt(line: &str) -> Option<Misspelt> {
    let hash = line.find(|c: char| !c.is_whitespace())?;
    let rest = line[hash..].strip_prefix('#')?.trim_start();
    let rest = rest
        .strip_prefix("pragma")?
        .strip_prefix([' ', '\t'])?
        .trim_start();
    let length = |text: &str| {
        text.bytes()
            .take_while(|&byte| token::is_word(byte))
            .count()
    };
    let begin = line.len() - rest.len();
    let word = &rest[..length(rest)];
    let behind = rest[word.len()..].trim_start();
    let directive = &behind[..length(behind)];
    let near = word != "omp"
        && !OTHERS.contains(&word)
        && (2..=4).contains(&word.len())
        && suggest::distance(&word.to_ascii_lowercase(), "omp", 1).is_some();
    (near && is_first_word(directive)).then(|| Misspelt {
        word: begin..begin + word.len(),
        directive: directive.to_string(),
    })
}

fn is_first_word(word: &str) -> bool {
    let mut names = combine::directives().into_iter().map(|kind| kind.name());
    names.any(|name| name.split(' ').next() == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_near_omp_in_front_of_directives() {
        for (line, word) in [
            ("#pragma opm parallel for", Some("opm")),
            ("  # pragma  OMP target map(x)", Some("OMP")),
            ("#pragma mp target", Some("mp")),
            ("#pragma ompp begin declare target", Some("ompp")),
            ("#pragma onp barrier", Some("onp")),
            ("#pragma omp parallel", None),
            ("#pragma omp paralel", None),
            ("#pragma ompx target", None),
            ("#pragma xmp loop on t(i)", None),
            ("#pragma acc parallel loop", None),
            ("#pragma GCC target(\"avx\")", None),
            ("#pragma opm", None),
            ("#pragma opm something", None),
            ("#pragma imp loop_of_ours", None),
            ("opm parallel", None),
        ] {
            let found = misspelt(line).map(|one| &line[one.word]);
            assert_eq!(found, word, "{line}");
        }
    }
}
