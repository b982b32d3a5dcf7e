//! Flags of the C compiler and options of the translator that are not those that were accepted.
//!
//! From what the lock knows of two versions to rows with both. They decide what code is made, how the folder is built
//! and which code the next edit becomes, so they are a change of their own where no code shows them. Must not know what
//! code they change.

use super::Version;
use super::figures::Figure;

const FLAGS: &str = "flags";
const OPTIONS: &str = "options";

/// What differs; nothing where nothing was accepted before.
pub fn differences(old: &Version, new: &Version) -> Vec<Figure> {
    let (was, is) = (&old.known, &new.known);
    if was.unit.is_empty() {
        return vec![];
    }
    let words = |words: &[String]| match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(" "),
    };
    let rows = [
        ("compiler flags", &was.flags, &is.flags),
        ("options", &was.options, &is.options),
        ("options of romp2cuda.toml", &was.project, &is.project),
    ];
    let differ = rows.into_iter().filter(|(_, was, is)| was != is);
    let figure = |(what, was, is): (&str, &[String], &[String])| Figure {
        what: what.to_owned(),
        before: words(was),
        after: words(is),
    };
    differ
        .map(|(what, was, is)| figure((what, was, is)))
        .collect()
}

/// What a change of these is called: `flags`, `options`, or `flags and options`.
pub fn title(rows: &[Figure]) -> String {
    let (flags, options): (Vec<&Figure>, Vec<&Figure>) =
        rows.iter().partition(|row| row.what == "compiler flags");
    match (flags.is_empty(), options.is_empty()) {
        (false, false) => format!("{FLAGS} and {OPTIONS}"),
        (false, true) => FLAGS.to_owned(),
        _ => OPTIONS.to_owned(),
    }
}
