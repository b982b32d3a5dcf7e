//! The tables: which clause is allowed on which directive, and how often.
//!
//! Computes from names alone. A combined directive takes what its leaves take, with the exceptions
//! of 5.2, 17.2. Must not know clauses' arguments; what depends on those stands in `check`.

use super::ast::{DirectiveKind, Leaf};

/// A clause that a directive takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    /// Where OpenMP 5.2 (or 6.0) describes the clause.
    pub section: &'static str,
    /// At most one of it may stand on a directive.
    pub unique: bool,
}

/// Every clause that is read, with its section, in the order of the names.
#[rustfmt::skip]
pub const SECTIONS: &[(&str, &str)] = &[
    ("absent", "8.3.1"), ("acq_rel", "15.8.1"), ("acquire", "15.8.1"), ("adjust_args", "7.5.2"),
    ("affinity", "12.5.1"), ("align", "6.3"), ("aligned", "5.11"), ("allocate", "6.6"),
    ("allocator", "6.4"), ("append_args", "7.5.3"), ("at", "8.1"),
    ("atomic_default_mem_order", "8.2.1"), ("bind", "11.7.1"), ("capture", "15.8.3"),
    ("collapse", "4.4.3"), ("compare", "15.8.3"), ("contains", "8.3.1"), ("copyin", "5.7.1"),
    ("copyprivate", "5.7.2"), ("default", "5.4.1"), ("defaultmap", "5.8.7"), ("depend", "15.9.5"),
    ("destroy", "3.5"), ("detach", "12.5.2"), ("device", "13.2"), ("device_safesync", "6.0, 10.5.1.7"),
    ("device_type", "13.1"), ("dist_schedule", "11.6.1"), ("doacross", "15.9.6"),
    ("dynamic_allocators", "8.2.1"), ("enter", "5.8.4"), ("exclusive", "5.6.2"), ("fail", "15.8.3"),
    ("filter", "10.5.1"), ("final", "12.3"), ("firstprivate", "5.4.4"), ("from", "5.9.2"),
    ("full", "9.2.1"), ("grainsize", "12.6.1"), ("has_device_addr", "5.4.9"), ("hint", "15.1.2"),
    ("holds", "8.3.1"), ("if", "3.4"), ("in_reduction", "5.5.10"), ("inbranch", "7.7.1"),
    ("inclusive", "5.6.1"), ("indirect", "7.8.3"), ("init", "14.1.2"), ("initializer", "5.5.4"),
    ("interop", "6.0, 9.7.1"), ("is_device_ptr", "5.4.7"), ("lastprivate", "5.4.5"),
    ("linear", "5.4.6"), ("link", "5.8.5"), ("local", "6.0, 7.14"), ("map", "5.8.3"),
    ("match", "7.5.1"), ("memscope", "6.0, 17.8.4"), ("mergeable", "12.2"), ("message", "8.5.2"),
    ("no_openmp", "8.3.1"), ("no_openmp_routines", "8.3.1"), ("no_parallelism", "8.3.1"),
    ("nocontext", "7.6.2"), ("nogroup", "15.7"), ("nontemporal", "10.4.1"), ("notinbranch", "7.7.1"),
    ("novariants", "7.6.1"), ("nowait", "15.6"), ("num_tasks", "12.6.2"), ("num_teams", "10.2.1"),
    ("num_threads", "10.1.2"), ("order", "10.3"), ("ordered", "4.4.4"), ("otherwise", "7.4.2"),
    ("partial", "9.2.2"), ("permutation", "6.0, 11.4.1"), ("priority", "12.4"), ("private", "5.4.3"),
    ("proc_bind", "10.1.4"), ("read", "15.8.2"), ("reduction", "5.5.8"), ("relaxed", "15.8.1"),
    ("release", "15.8.1"), ("reverse_offload", "8.2.1"), ("safelen", "10.4.2"),
    ("safesync", "6.0, 12.1.5"), ("schedule", "11.5.3"), ("self_maps", "6.0, 10.5.1.6"),
    ("seq_cst", "15.8.1"), ("severity", "8.5.1"), ("shared", "5.4.2"), ("simd", "15.10.3"),
    ("simdlen", "10.4.3"), ("sizes", "9.1.1"), ("task_reduction", "5.5.9"), ("thread_limit", "13.3"),
    ("threads", "15.10.3"), ("to", "5.9.1"), ("transparent", "6.0, 17.9.6"),
    ("unified_address", "8.2.1"), ("unified_shared_memory", "8.2.1"), ("uniform", "5.10"),
    ("untied", "12.1"), ("update", "15.8.2"), ("use", "14.1.3"), ("use_device_addr", "5.4.10"),
    ("use_device_ptr", "5.4.8"), ("uses_allocators", "6.8"), ("weak", "15.8.3"), ("when", "7.4.1"),
    ("write", "15.8.2"),
];

/// Clauses that may stand on a directive any number of times. `if` may once a leaf, `defaultmap`
/// once a category of variables: `check` sees to that.
#[rustfmt::skip]
const REPEATABLE: &[&str] = &[
    "adjust_args", "affinity", "aligned", "allocate", "copyin", "copyprivate", "defaultmap",
    "depend", "destroy", "doacross", "enter", "exclusive", "firstprivate", "from",
    "has_device_addr", "holds", "if", "in_reduction", "inclusive", "init", "interop",
    "is_device_ptr", "lastprivate", "linear", "link", "local", "map", "nontemporal", "private",
    "reduction", "shared", "task_reduction", "to", "uniform", "use", "use_device_addr",
    "use_device_ptr", "uses_allocators", "when",
];

/// The clauses of one leaf (the "Clauses" line of its section in 5.2, with those of 6.0).
#[rustfmt::skip]
pub fn of_leaf(leaf: Leaf) -> &'static [&'static str] {
    match leaf {
        Leaf::Target => &[
            "allocate", "defaultmap", "depend", "device", "firstprivate", "has_device_addr", "if",
            "in_reduction", "is_device_ptr", "map", "nowait", "priority", "private", "thread_limit",
            "uses_allocators",
        ],
        Leaf::Teams => &[
            "allocate", "default", "firstprivate", "if", "num_teams", "private", "reduction",
            "shared", "thread_limit",
        ],
        Leaf::Distribute => &[
            "allocate", "collapse", "dist_schedule", "firstprivate", "lastprivate", "order",
            "private",
        ],
        Leaf::Parallel => &[
            "allocate", "copyin", "default", "firstprivate", "if", "message", "num_threads",
            "private", "proc_bind", "reduction", "safesync", "severity", "shared",
        ],
        Leaf::For => &[
            "allocate", "collapse", "firstprivate", "lastprivate", "linear", "nowait", "order",
            "ordered", "private", "reduction", "schedule",
        ],
        Leaf::Sections => &[
            "allocate", "firstprivate", "lastprivate", "nowait", "private", "reduction",
        ],
        Leaf::Single => &["allocate", "copyprivate", "firstprivate", "nowait", "private"],
        Leaf::Masked => &["filter"],
        Leaf::Master => &[],
        Leaf::Simd => &[
            "aligned", "collapse", "if", "lastprivate", "linear", "nontemporal", "order",
            "private", "reduction", "safelen", "simdlen",
        ],
        Leaf::Loop => &["bind", "collapse", "lastprivate", "order", "private", "reduction"],
        Leaf::Task => &[
            "affinity", "allocate", "default", "depend", "detach", "final", "firstprivate", "if",
            "in_reduction", "mergeable", "priority", "private", "shared", "transparent", "untied",
        ],
        Leaf::Taskloop => &[
            "allocate", "collapse", "default", "final", "firstprivate", "grainsize", "if",
            "in_reduction", "lastprivate", "mergeable", "nogroup", "num_tasks", "priority",
            "private", "reduction", "shared", "transparent", "untied",
        ],
        Leaf::Scope => &["allocate", "firstprivate", "nowait", "private", "reduction"],
        Leaf::Workshare => &["nowait"],
    }
}

/// The clauses of a directive that is no construct of leaves.
#[rustfmt::skip]
fn of_simple(kind: &DirectiveKind) -> &'static [&'static str] {
    use DirectiveKind as D;
    match kind {
        D::Construct(_) => &[],
        D::TargetData => &["device", "if", "map", "use_device_addr", "use_device_ptr"],
        D::TargetEnterData | D::TargetExitData => {
            &["depend", "device", "if", "map", "nowait", "priority"]
        }
        D::TargetUpdate => &["depend", "device", "from", "if", "nowait", "priority", "to"],
        D::Critical => &["hint"],
        D::Taskwait => &["depend", "nowait"],
        D::Taskgroup => &["allocate", "task_reduction"],
        D::Atomic => &[
            "acq_rel", "acquire", "capture", "compare", "fail", "hint", "memscope", "read",
            "relaxed", "release", "seq_cst", "update", "weak", "write",
        ],
        D::Flush => &["acq_rel", "acquire", "memscope", "release", "seq_cst"],
        D::Ordered => &["simd", "threads"],
        D::OrderedDoacross => &["depend", "doacross"],
        D::Cancel => &["if"],
        D::Scan => &["exclusive", "inclusive"],
        D::Depobj => &["depend", "destroy", "update"],
        D::Interop => &["depend", "destroy", "device", "init", "nowait", "use"],
        D::Dispatch => &[
            "depend", "device", "has_device_addr", "interop", "is_device_ptr", "nocontext",
            "novariants", "nowait",
        ],
        D::Tile => &["sizes"],
        D::Unroll => &["full", "partial"],
        D::Interchange => &["permutation"],
        D::Error => &["at", "message", "severity"],
        D::Metadirective | D::BeginMetadirective => &["otherwise", "when"],
        D::Assume | D::Assumes | D::BeginAssumes => &[
            "absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism",
        ],
        D::Requires => &[
            "atomic_default_mem_order", "device_safesync", "dynamic_allocators",
            "reverse_offload", "self_maps", "unified_address", "unified_shared_memory",
        ],
        D::Allocate => &["align", "allocator"],
        D::Allocators => &["allocate"],
        D::DeclareTarget => &["device_type", "enter", "indirect", "link", "local"],
        D::BeginDeclareTarget => &["device_type", "indirect"],
        D::DeclareSimd => &["aligned", "inbranch", "linear", "notinbranch", "simdlen", "uniform"],
        D::DeclareReduction => &["initializer"],
        D::DeclareMapper => &["map"],
        D::DeclareVariant => &["adjust_args", "append_args", "match"],
        D::BeginDeclareVariant => &["match"],
        D::Groupprivate => &["device_type"],
        D::Section | D::Barrier | D::Taskyield | D::CancellationPoint | D::Reverse | D::Fuse
        | D::Nothing | D::EndMetadirective | D::EndAssumes | D::Threadprivate
        | D::EndDeclareTarget | D::EndDeclareVariant => &[],
    }
}

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
pub fn clauses(kind: &DirectiveKind) -> Vec<Rule> {
    let mut names: Vec<&'static str> = match kind {
        DirectiveKind::Construct(leaves) => {
            let all = leaves.iter().flat_map(|&leaf| of_leaf(leaf));
            all.copied().collect()
        }
        simple => of_simple(simple).to_vec(),
    };
    names.sort_unstable();
    names.dedup();
    names.retain(|name| excluded(kind, name).is_none());
    names.into_iter().map(rule).collect()
}

/// Whether a directive takes a clause of this name.
pub fn allows(kind: &DirectiveKind, clause: &str) -> bool {
    clauses(kind).iter().any(|rule| rule.name == clause)
}

/// The leaves of a combined directive that take the clause.
pub fn leaves_with(kind: &DirectiveKind, clause: &str) -> Vec<Leaf> {
    let leaves = kind.leaves().iter().copied();
    leaves
        .filter(|&leaf| of_leaf(leaf).contains(&clause))
        .collect()
}

fn rule(name: &'static str) -> Rule {
    Rule {
        name,
        section: section(name),
        unique: !REPEATABLE.contains(&name),
    }
}

/// Where OpenMP describes the clause.
pub fn section(clause: &str) -> &'static str {
    let found = SECTIONS.iter().find(|(name, _)| *name == clause);
    found.map_or("", |(_, section)| section)
}

/// The directives of one leaf, and those that have no leaves, that take the clause.
pub fn directives_with(clause: &str) -> Vec<String> {
    let leaves = Leaf::ALL.into_iter();
    let leaves = leaves.filter(|&leaf| leaf != Leaf::Workshare && of_leaf(leaf).contains(&clause));
    let mut names: Vec<String> = leaves.map(|leaf| leaf.name().to_string()).collect();
    for kind in DirectiveKind::SIMPLE {
        let name = kind.fixed_name().to_string();
        let takes = kind != DirectiveKind::Allocators && of_simple(&kind).contains(&clause);
        if takes && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::omp::combine;

    #[test]
    fn every_clause_has_a_section_and_a_directive() {
        let mut names = SECTIONS.iter().map(|(name, _)| *name);
        assert!(names.clone().is_sorted());
        let lonely: Vec<_> = names
            .by_ref()
            .filter(|n| directives_with(n).is_empty())
            .collect();
        assert_eq!(lonely, [""; 0]);
        for kind in combine::directives() {
            for rule in clauses(&kind) {
                assert_ne!(rule.section, "", "{} on {}", rule.name, kind.name());
            }
        }
        for name in REPEATABLE {
            assert_ne!(section(name), "", "{name}");
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
