//! Which leaves may be combined into one directive, by rule (5.2, 17.3).
//!
//! Computes from leaves alone. Must not know clauses, nor what is translated.

use super::ast::{DirectiveKind, Leaf};
use super::suggest;

/// The leaves that may stand directly behind this one.
///
/// ```text
/// target      teams | parallel | simd | loop (6.0)
/// teams       distribute | loop
/// distribute  parallel for | simd
/// parallel    for | sections | loop | masked | master | single (6.0)
/// for         simd
/// masked      taskloop
/// taskloop    simd
/// ```
pub fn followers(leaf: Leaf) -> &'static [Leaf] {
    match leaf {
        Leaf::Target => &[Leaf::Teams, Leaf::Parallel, Leaf::Simd, Leaf::Loop],
        Leaf::Teams => &[Leaf::Distribute, Leaf::Loop],
        Leaf::Distribute => &[Leaf::Parallel, Leaf::Simd],
        Leaf::Parallel => &[
            Leaf::For,
            Leaf::Sections,
            Leaf::Loop,
            Leaf::Masked,
            Leaf::Master,
            Leaf::Single,
        ],
        Leaf::For => &[Leaf::Simd],
        Leaf::Masked | Leaf::Master => &[Leaf::Taskloop],
        Leaf::Taskloop => &[Leaf::Simd],
        _ => &[],
    }
}

/// Whether the leaves, outermost first, are one directive of C.
pub fn is_legal(leaves: &[Leaf]) -> bool {
    !leaves.is_empty() && !leaves.contains(&Leaf::Workshare) && why_illegal(leaves).is_none()
}

/// The first leaf that may not stand where it stands, and what may stand there.
pub fn why_illegal(leaves: &[Leaf]) -> Option<(usize, &'static [Leaf])> {
    for at in 1..leaves.len() {
        let allowed = allowed_after(&leaves[..at]);
        if !allowed.contains(&leaves[at]) {
            return Some((at, allowed));
        }
    }
    // `distribute parallel` is nothing without its `for` (5.2, 17.3).
    match leaves {
        [.., Leaf::Distribute, Leaf::Parallel] => Some((leaves.len(), &[Leaf::For])),
        _ => None,
    }
}

/// What may stand behind these leaves.
pub fn allowed_after(leaves: &[Leaf]) -> &'static [Leaf] {
    match leaves {
        [.., Leaf::Distribute, Leaf::Parallel] => &[Leaf::For],
        [.., last] => followers(*last),
        [] => &[],
    }
}

/// Every directive of one leaf or several, in the order of the leaves.
pub fn constructs() -> Vec<Vec<Leaf>> {
    let mut found = vec![];
    let mut open: Vec<Vec<Leaf>> = Leaf::ALL.iter().rev().map(|&leaf| vec![leaf]).collect();
    while let Some(leaves) = open.pop() {
        for &next in allowed_after(&leaves).iter().rev() {
            let mut longer = leaves.clone();
            longer.push(next);
            open.push(longer);
        }
        if is_legal(&leaves) {
            found.push(leaves);
        }
    }
    found
}

/// Every directive that C has.
pub fn directives() -> Vec<DirectiveKind> {
    let combined = constructs().into_iter().map(DirectiveKind::Construct);
    let simple = DirectiveKind::SIMPLE.iter().cloned();
    combined
        .chain(simple.filter(|kind| *kind != DirectiveKind::Allocators))
        .collect()
}

/// The legal directive that these illegal leaves were probably meant to be: the same in another
/// order, else one with a leaf more or less.
pub fn repaired(leaves: &[Leaf]) -> Option<Vec<Leaf>> {
    if leaves.is_empty() || leaves.len() > 8 {
        return None;
    }
    let sorted = |leaves: &[Leaf]| {
        let mut sorted = leaves.to_vec();
        sorted.sort();
        sorted
    };
    let wanted = sorted(leaves);
    let legal = constructs();
    if let Some(same) = legal.iter().find(|legal| sorted(legal) == wanted) {
        return Some(same.clone());
    }
    let letters = |leaves: &[Leaf]| leaves.iter().map(|&leaf| letter(leaf)).collect::<String>();
    let word = letters(leaves);
    let near = |len: usize| {
        let of_len = legal.iter().filter(move |legal| legal.len() == len);
        let mut near =
            of_len.filter(|legal| suggest::distance(&word, &letters(legal), 1) == Some(1));
        near.next().cloned()
    };
    near(leaves.len() + 1).or_else(|| near(leaves.len() - 1).filter(|legal| legal.len() > 1))
}

fn letter(leaf: Leaf) -> char {
    let at = Leaf::ALL.iter().position(|&other| other == leaf);
    (b'a' + at.unwrap_or(25) as u8) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(leaves: &[Leaf]) -> String {
        DirectiveKind::Construct(leaves.to_vec()).name()
    }

    fn leaves(text: &str) -> Vec<Leaf> {
        text.split(' ').filter_map(Leaf::of_name).collect()
    }

    #[test]
    fn legal_combinations() {
        let names: Vec<_> = constructs().iter().map(|l| name(l)).collect();
        for legal in [
            "target",
            "parallel for",
            "for simd",
            "parallel for simd",
            "parallel sections",
            "parallel masked taskloop simd",
            "masked taskloop",
            "master taskloop simd",
            "taskloop simd",
            "distribute simd",
            "distribute parallel for",
            "distribute parallel for simd",
            "teams loop",
            "teams distribute parallel for simd",
            "target simd",
            "target parallel loop",
            "target teams distribute simd",
            "target teams distribute parallel for simd",
            "target teams loop",
        ] {
            assert!(names.iter().any(|name| name == legal), "{legal}");
        }
        for illegal in [
            "teams target",
            "distribute parallel",
            "teams distribute parallel",
            "distribute parallel loop",
            "simd for",
            "parallel simd",
            "target for",
            "for for",
            "teams parallel for",
            "workshare",
        ] {
            assert!(!names.iter().any(|name| name == illegal), "{illegal}");
        }
        let mut unique = names.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), names.len());
    }

    #[test]
    fn repairs() {
        for (wrong, right) in [
            ("teams target", Some("target teams")),
            ("for parallel", Some("parallel for")),
            ("simd for parallel target", Some("target parallel for simd")),
            ("parallel simd", Some("parallel for simd")),
            ("teams parallel for", Some("teams distribute parallel for")),
            ("distribute parallel", Some("distribute parallel for")),
            ("single taskloop target", None),
        ] {
            let repaired = repaired(&leaves(wrong));
            assert_eq!(repaired.map(|l| name(&l)).as_deref(), right, "{wrong}");
        }
    }
}
