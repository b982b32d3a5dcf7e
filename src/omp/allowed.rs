//! Which clause is allowed on which directive, combined ones included.
//!
//! Computes from the tables of `directives` and `clauses`. A combined directive takes what its leaves take, with the
//! exceptions of 5.2, 17.2. Must not know clauses' arguments; what depends on those stands in `check`.

use super::ast::{DirectiveKind, Leaf};
use super::clauses::{self, ClauseRow};

/// Why a clause that a leaf takes is not allowed on the combined directive, if it is not.
pub fn excluded(kind: &DirectiveKind, clause: &str) -> Option<&'static str> {
    let leaves = kind.leaves();
    if leaves.len() < 2 {
        return None;
    }
    let has = |leaf| leaves.contains(&leaf);
    match clause {
        // On a combined target construct it is the target's (5.2, 17.2).
        "nowait" if has(Leaf::Parallel) && !has(Leaf::Target) => {
            Some("the barrier at the end is the one of `parallel`, which nothing can remove")
        }
        "copyin" if has(Leaf::Target) => Some("threadprivate data does not reach the device"),
        "ordered" if has(Leaf::Distribute) => {
            Some("iterations of different teams have no order (5.2, 11.6)")
        }
        "linear"
            if leaves
                .windows(3)
                .any(|w| w == [Leaf::Distribute, Leaf::Parallel, Leaf::For])
                && !has(Leaf::Simd) =>
        {
            Some("iterations of one chunk do not follow each other across teams (5.2, 11.6)")
        }
        _ => None,
    }
}

/// All clauses that a directive takes, in the order of their names.
pub fn clauses(kind: &DirectiveKind) -> Vec<&'static ClauseRow> {
    let mut names: Vec<&'static str> = match kind.row() {
        Some(row) => row.clauses.to_vec(),
        None => {
            let leaves = kind.leaves().iter();
            leaves
                .flat_map(|leaf| leaf.row().clauses)
                .copied()
                .collect()
        }
    };
    names.sort_unstable();
    names.dedup();
    names.retain(|name| excluded(kind, name).is_none());
    names.into_iter().filter_map(clauses::row).collect()
}

/// Whether a directive takes a clause of this name.
pub fn allows(kind: &DirectiveKind, clause: &str) -> bool {
    clauses(kind).iter().any(|row| row.name == clause)
}

/// The leaves of a combined directive that take the clause.
pub fn leaves_with(kind: &DirectiveKind, clause: &str) -> Vec<Leaf> {
    let leaves = kind.leaves().iter().copied();
    leaves
        .filter(|leaf| leaf.row().clauses.contains(&clause))
        .collect()
}

/// Where OpenMP describes the clause.
pub fn section(clause: &str) -> &'static str {
    clauses::row(clause).map_or("", |row| row.section)
}

/// The directives of one leaf, and those that have no leaves, that take the clause.
pub fn directives_with(clause: &str) -> Vec<String> {
    let leaves = Leaf::ALL
        .iter()
        .map(|&leaf| DirectiveKind::Construct(vec![leaf]));
    let all = leaves.chain(DirectiveKind::SIMPLE.iter().cloned());
    let mut names: Vec<String> = vec![];
    for row in all.filter_map(|kind| kind.row()) {
        let takes = row.is_in_c() && row.clauses.contains(&clause);
        if takes && !names.iter().any(|name| name == row.name) {
            names.push(row.name.to_string());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::omp::combine;

    #[test]
    fn every_clause_has_a_row_and_a_directive() {
        let lonely = clauses::CLAUSES
            .iter()
            .filter(|row| directives_with(row.name).is_empty());
        assert_eq!(lonely.map(|row| row.name).collect::<Vec<_>>(), [""; 0]);
        for row in combine::directives().iter().filter_map(DirectiveKind::row) {
            let groups = row.exclusive.iter().flat_map(|(group, _)| *group);
            let named = row.clauses.iter().chain(row.untranslated).chain(groups);
            for name in named {
                assert!(clauses::row(name).is_some(), "{name} on {}", row.name);
            }
            for name in row.untranslated {
                assert!(row.clauses.contains(name), "{name} on {}", row.name);
            }
        }
    }

    #[test]
    fn combined_directives() {
        use Leaf::*;
        let kind = |leaves: &[Leaf]| DirectiveKind::Construct(leaves.to_vec());
        let full = kind(&[Target, Teams, Distribute, Parallel, For, Simd]);
        for name in [
            "map",
            "num_teams",
            "schedule",
            "safelen",
            "nowait",
            "linear",
        ] {
            assert!(allows(&full, name), "{name}");
        }
        for name in ["copyin", "ordered", "bind", "to"] {
            assert!(!allows(&full, name), "{name}");
        }
        assert!(!allows(&kind(&[Parallel, For]), "nowait"));
        assert!(allows(&kind(&[For, Simd]), "nowait"));
        assert!(!allows(&kind(&[Distribute, Parallel, For]), "linear"));
        assert_eq!(leaves_with(&full, "collapse"), [Distribute, For, Simd]);
    }
}
