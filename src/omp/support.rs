//! What is translated: the one table that planning consults and docs/support.md is made from.
//!
//! Computes from directives' and clauses' kinds. It speaks of device code and of the constructs that
//! reach the device; host OpenMP outside of target regions is the host compiler's. Must not know
//! the program.

use super::allowed;
use super::ast::*;
use super::combine;

/// Whether something is translated, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    Translated,
    /// Why: a sentence without a full stop, such as "mappers are not translated yet".
    Refused(&'static str),
}

use Support::{Refused, Translated};

impl Support {
    pub fn is_translated(self) -> bool {
        self == Translated
    }

    fn and(self, other: impl FnOnce() -> Support) -> Support {
        match self {
            Translated => other(),
            refused => refused,
        }
    }
}

const VARIANTS: &str = "function variants are not translated yet";
const LOOPS: &str = "loop transformations of several loops side by side are not translated yet";

/// Whether a directive is translated, or a clause on it. A name that the directive does not take is
/// refused too.
pub fn support(directive: &DirectiveKind, clause: Option<&str>) -> Support {
    let whole = of_directive(directive);
    match clause {
        None => whole,
        Some(_) if whole != Translated => whole,
        Some(name) if !allowed::allows(directive, name) => {
            Refused("the clause is not allowed on this directive")
        }
        Some(name) => of_clause(directive, name),
    }
}

/// As [`support`], with the clause's arguments taken into account.
pub fn support_clause<E, I>(directive: &DirectiveKind, clause: &Clause<E, I>) -> Support {
    let is_if = matches!(clause.kind, ClauseKind::If(_));
    support(directive, Some(clause.kind.name())).and(|| {
        if clause.modifier.is_some() && !is_if {
            Refused("a directive's name as modifier (OpenMP 6.0) is not translated yet")
        } else {
            of_arguments(&clause.kind)
        }
    })
}

fn of_directive(directive: &DirectiveKind) -> Support {
    use DirectiveKind as D;
    match directive {
        D::Construct(leaves) if leaves.ends_with(&[Leaf::Parallel, Leaf::Single]) => Refused(
            "OpenMP 5.2 has no such combined directive (17.3): write `single` within `parallel`",
        ),
        D::Construct(leaves) => {
            let refused = leaves.iter().map(|&leaf| of_leaf(leaf));
            refused.fold(Translated, |all, leaf| all.and(|| leaf))
        }
        D::TargetData | D::TargetEnterData | D::TargetExitData | D::TargetUpdate => Translated,
        D::DeclareTarget | D::BeginDeclareTarget | D::EndDeclareTarget => Translated,
        D::Barrier | D::Section | D::Critical | D::Atomic | D::Flush => Translated,
        D::Ordered | D::Cancel | D::CancellationPoint | D::Unroll => Translated,
        D::OrderedDoacross => Translated,
        D::Taskwait | D::Taskyield | D::Taskgroup | D::Depobj => Translated,
        D::Scan => Translated,
        D::Interop => Refused("interoperability is not translated yet"),
        // Device code calls what holds there.
        D::DeclareVariant | D::BeginDeclareVariant | D::EndDeclareVariant => Translated,
        D::Dispatch => Refused(VARIANTS),
        D::Tile | D::Interchange | D::Reverse => Translated,
        D::Fuse => Refused(LOOPS),
        // What they choose is known when the program is translated, or refused.
        D::Metadirective | D::BeginMetadirective | D::EndMetadirective => Translated,
        D::Error | D::Nothing => Translated,
        // Hints.
        D::Assume | D::Assumes | D::BeginAssumes | D::EndAssumes => Translated,
        D::Requires => Translated,
        D::Threadprivate | D::Groupprivate => {
            Refused("private copies of globals are not translated yet")
        }
        D::Allocate => Translated,
        D::Allocators => Refused("C has no such directive"),
        // A hint: each lane of a warp calls the function itself.
        D::DeclareSimd => Translated,
        D::DeclareReduction => Translated,
        // Their items take the place of what they map.
        D::DeclareMapper => Translated,
    }
}

fn of_leaf(leaf: Leaf) -> Support {
    match leaf {
        Leaf::Target
        | Leaf::Teams
        | Leaf::Distribute
        | Leaf::Parallel
        | Leaf::For
        | Leaf::Simd
        | Leaf::Loop
        | Leaf::Sections
        | Leaf::Single
        | Leaf::Masked
        | Leaf::Master
        | Leaf::Scope
        | Leaf::Task
        | Leaf::Taskloop => Translated,
        Leaf::Workshare => Refused("C has no such directive"),
    }
}

fn of_clause(directive: &DirectiveKind, name: &str) -> Support {
    // The team's threads run their tasks, or the thread that meets them does, at once.
    let tasks = match directive {
        DirectiveKind::Taskwait | DirectiveKind::Taskgroup => true,
        other => !other.has(Leaf::Target) && (other.has(Leaf::Task) || other.has(Leaf::Taskloop)),
    };
    match name {
        "acq_rel" | "acquire" | "capture" | "compare" | "fail" | "hint" | "read" | "relaxed"
        | "release" | "seq_cst" | "update" | "weak" | "write" => Translated,
        "aligned" | "bind" | "collapse" | "copyprivate" | "default" | "defaultmap" | "device"
        | "device_type" | "dist_schedule" | "enter" | "filter" | "firstprivate" | "from"
        | "has_device_addr" | "if" | "is_device_ptr" | "lastprivate" | "linear" | "link"
        | "local" | "map" | "nontemporal" | "num_teams" | "ordered" | "threads" | "simd"
        | "full" | "partial" | "num_threads" | "order" | "private" | "proc_bind" | "safelen"
        | "schedule" | "shared" | "simdlen" | "thread_limit" | "to" | "use_device_addr"
        | "use_device_ptr" => Translated,
        // Of a target task: the host waits all the same, which a warning says.
        "nowait" | "depend" | "doacross" => Translated,
        "priority" | "in_reduction" if tasks => Translated,
        "when" | "otherwise" | "match" => Translated,
        "at" | "severity" | "message" if *directive == DirectiveKind::Error => Translated,
        "sizes" | "permutation" => Translated,
        "absent"
        | "contains"
        | "holds"
        | "no_openmp"
        | "no_openmp_routines"
        | "no_parallelism"
        | "no_openmp_constructs" => Translated,
        "inbranch" | "notinbranch" | "uniform" => Translated,
        "atomic_default_mem_order" | "dynamic_allocators" | "unified_address" => Translated,
        // Devices that lack it are none of the program's: the runtime asks them.
        "unified_shared_memory" => Translated,
        "self_maps" => {
            Refused("devices need not reach all memory of the host: map what the regions use")
        }
        "reverse_offload" => Refused("reverse offload is not translated yet"),
        "affinity" | "final" | "grainsize" | "mergeable" | "nogroup" | "num_tasks" | "untied"
        | "task_reduction" => Translated,
        "detach" => Translated,
        "destroy" if *directive == DirectiveKind::Depobj => Translated,
        // A hint.
        "priority" => Translated,
        "reduction" | "inclusive" | "exclusive" => Translated,
        "in_reduction" if directive.leaves() == [Leaf::Target] => Translated,
        "in_reduction" => Refused("task reductions are not translated yet"),
        "allocate" | "uses_allocators" | "allocator" | "align" => Translated,
        "copyin" => Refused("private copies of globals are not translated yet"),
        "initializer" => Translated,
        // On the host, where `dispatch` says that they count.
        "adjust_args" => Translated,
        "indirect" => Refused(
            "device code calls through pointers that it made itself; those of the host are not translated yet",
        ),
        _ => Refused("this clause is not translated yet"),
    }
}

fn of_arguments<E, I>(kind: &ClauseKind<E, I>) -> Support {
    use ClauseKind as C;
    const LATER: Support = Refused("this modifier of OpenMP 6.0 is not translated yet");
    match kind {
        C::Map(map)
            if !map.other.is_empty() || map.delete || map.kind == Some(MapKind::Storage) =>
        {
            LATER
        }
        C::Device {
            modifier: Some(DeviceModifier::Ancestor),
            ..
        } => Refused("reverse offload is not translated yet"),
        C::Defaultmap {
            behavior:
                DefaultmapBehavior::Storage | DefaultmapBehavior::SelfMap | DefaultmapBehavior::Private,
            ..
        }
        | C::Firstprivate { saved: true, .. }
        | C::Enter { automap: true, .. }
        | C::NumThreads { strict: true, .. }
        | C::Nowait(Some(_)) => LATER,
        C::Doacross {
            source: false,
            current: true,
            ..
        } => Refused("the iteration before this one is not translated yet: name its vector"),
        C::NumThreads { threads, .. } if threads.len() > 1 => LATER,
        C::Allocate { align: Some(_), .. } => Refused(
            "the alignment of private copies is their type's: declare a variable with `_Alignas`",
        ),
        _ => Translated,
    }
}

/// The text of docs/support.md.
pub fn support_markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    let (translated, refused) = rows();
    text.push_str("## Directives that are translated\n");
    for kind in translated {
        let name = kind.name();
        text.push_str(&format!("\n### `{name}` ({})\n\n", kind.section()));
        let rules = allowed::clauses(&kind);
        if rules.is_empty() {
            text.push_str("It has no clauses.\n");
            continue;
        }
        text.push_str("| clause | section | |\n|---|---|---|\n");
        for rule in rules {
            let state = said(support(&kind, Some(rule.name)));
            text.push_str(&format!(
                "| `{}` | {} | {state} |\n",
                rule.name, rule.section
            ));
        }
    }
    text.push_str("\n## Directives that are refused in device code\n\n");
    text.push_str("| directive | section | why |\n|---|---|---|\n");
    for kind in refused {
        let (name, state) = (kind.name(), said(support(&kind, None)));
        text.push_str(&format!("| `{name}` | {} | {state} |\n", kind.section()));
    }
    text.push_str(COMBINED);
    for leaves in combine::constructs() {
        let kind = DirectiveKind::Construct(leaves);
        if kind.leaves().len() > 1 && support(&kind, None).is_translated() {
            text.push_str(&format!("- `{}`\n", kind.name()));
        }
    }
    text
}

const INTRODUCTION: &str = "\
# What is translated

Generated from `src/omp/support.rs`, which the translator itself consults; a test keeps the two the
same. Sections are those of OpenMP 5.2 unless they say 6.0.

The tables speak of constructs that reach the device and of what stands in their code. OpenMP outside
of target regions is passed through to the host's compiler as it is. What is refused is an error with
its place and a way out: it is never ignored and never run on the host instead.

";

const COMBINED: &str = "
## Combined directives

A combined directive takes the clauses of its parts, with the exceptions of section 17.2. `nowait` on
one that has `target` belongs to `target`. These are translated:

";

/// The directives of one leaf and those without leaves: translated, refused.
fn rows() -> (Vec<DirectiveKind>, Vec<DirectiveKind>) {
    let mut all = combine::directives();
    all.retain(|kind| kind.leaves().len() <= 1 && *kind != DirectiveKind::OrderedDoacross);
    all.into_iter()
        .partition(|kind| support(kind, None).is_translated())
}

fn said(support: Support) -> &'static str {
    match support {
        Translated => "translated",
        Refused(why) => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, clause: Option<&str>) -> Support {
        let mut all = combine::directives().into_iter();
        let kind = all.find(|kind| kind.name() == name).expect(name);
        support(&kind, clause)
    }

    #[test]
    fn first_release() {
        for (name, clause) in [
            (
                "target teams distribute parallel for simd",
                Some("collapse"),
            ),
            ("target", Some("map")),
            ("target update", Some("to")),
            ("declare target", Some("enter")),
            ("for", Some("nowait")),
            ("target parallel loop", None),
            ("target", Some("nowait")),
            ("target update", Some("depend")),
            ("parallel", Some("reduction")),
            ("task", Some("detach")),
            ("depobj", Some("destroy")),
        ] {
            assert_eq!(of(name, clause), Translated, "{name} {clause:?}");
        }
        for (name, clause) in [
            ("target parallel", Some("in_reduction")),
            ("parallel", Some("map")),
        ] {
            assert_ne!(of(name, clause), Translated, "{name} {clause:?}");
        }
    }

    #[test]
    fn arguments_count() {
        use crate::omp::parse_directive;
        use crate::source::Span;
        for (text, translated) in [
            ("target map(always, to: x)", true),
            ("target map(mapper(m), to: x)", true),
            ("target map(iterator(i=0:n), to: x[i])", true),
            ("target device(ancestor: 1)", false),
            ("target parallel if(target: x)", true),
            ("target parallel private(parallel: x)", false),
            ("parallel num_threads(2, 3)", false),
        ] {
            let directive =
                parse_directive(&format!("#pragma omp {text}"), Span::default()).unwrap();
            let clause = &directive.clauses[0];
            let support = support_clause(&directive.kind, clause);
            assert_eq!(support.is_translated(), translated, "{text}");
        }
    }

    /// `ROMP_BLESS=1 cargo test` rewrites the page.
    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/support.md");
        let wanted = support_markdown();
        if std::env::var_os("ROMP_BLESS").is_some_and(|value| value == "1") {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
            std::fs::write(path, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            found == wanted,
            "docs/support.md is out of date; run the tests with ROMP_BLESS=1"
        );
    }
}
