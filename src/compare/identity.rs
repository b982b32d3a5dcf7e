//! What makes an item the same one in another text: its kind, what it comes from and, of a kernel, its directive.
//!
//! A generated kernel is called by its function and a number, and the first line of its comment quotes the directive:
//! `// app.c:12: target map(to: x[0:n])`. Must not use the number or the line: they are others as soon as a region or a
//! line is added in front.

use super::canonical::{self, Names};
use super::{Options, Side};
use crate::outline::{Item, Kind};

/// An item without what changes by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// What it is.
    pub kind: Kind,
    /// Its name, without the number of a generated one.
    pub stem: String,
    /// Of a kernel, its directive.
    pub directive: Option<String>,
}

/// The first line of a kernel's comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// `app.c:12`.
    pub place: &'a str,
    /// The directive, without `#pragma omp`.
    pub directive: &'a str,
}

impl Identity {
    /// The identity of an item of a text.
    pub fn of(side: &Side, item: &Item) -> Identity {
        let origin = match item.kind {
            Kind::Kernel => origin(side.comment(item)),
            _ => None,
        };
        Identity {
            kind: item.kind,
            stem: match item.kind {
                Kind::Rest => first_words(side, item),
                _ => stem(&item.name).0.to_owned(),
            },
            directive: origin.map(|it| words(it.directive)),
        }
    }
}

/// Where a kernel comes from, as its comment says.
pub fn origin(comment: &str) -> Option<Origin<'_>> {
    comment.lines().find_map(|line| {
        let line = line.trim_start().strip_prefix("//")?.trim();
        // The directive may hold colons, the file's name too: the number ends the place.
        let at = line
            .match_indices(": ")
            .map(|(at, _)| at)
            .find(|&at| is_place(&line[..at]))?;
        Some(Origin {
            place: &line[..at],
            directive: &line[at + 2..],
        })
    })
}

/// Whether a text is `FILE:LINE`.
pub fn is_place(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(file, line)| {
        !file.is_empty() && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A name without the number at its end, and that number: `relax_2` is `relax` and 2.
pub fn stem(name: &str) -> (&str, Option<u64>) {
    match name.rsplit_once('_') {
        Some((stem, number)) if !stem.is_empty() && !number.starts_with('0') => {
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            match number.parse() {
                Ok(number) if is_number => (stem, Some(number)),
                _ => (name, None),
            }
        }
        _ => (name, None),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the first line with code says: includes and definitions are known by it. Neither comments nor `#line` are code: an
/// item is the same one whatever stands above it.
fn first_words(side: &Side, item: &Item) -> String {
    let code = canonical::leaves(side, &item.span, &Names::new(), &Options::default());
    let Some(first) = code.first() else {
        return String::new();
    };
    let line = side.text[first.span.start..item.span.end].lines().next();
    let words = line.unwrap_or_default().split_whitespace().take(2);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_says_where_a_kernel_comes_from() {
        let of = |text| origin(text).map(|it| (it.place, it.directive));
        assert_eq!(
            of("// app.c:12: target map(to: x[0:n])\n// SPMD"),
            Some(("app.c:12", "target map(to: x[0:n])"))
        );
        assert_eq!(
            of("// why: this\n// a: b.c:3: target"),
            Some(("a: b.c:3", "target"))
        );
        assert_eq!(of("// nothing"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn numbers_end_generated_names() {
        assert_eq!(stem("relax_12"), ("relax", Some(12)));
        assert_eq!(stem("relax_v2_3"), ("relax_v2", Some(3)));
        for name in [
            "relax",
            "relax_",
            "relax_x1",
            "_1",
            "relax_01",
            "relax_99999999999999999999",
        ] {
            assert_eq!(stem(name), (name, None));
        }
    }
}
