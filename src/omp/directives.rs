//! The table of directives: how each is spelled, where OpenMP describes it, what belongs to it, which clauses it takes,
//! needs and excludes, and whether it is translated.
//!
//! The only such table: the parser, the rules of `check` and `allowed`, the refusals of `plan` and docs/support.md read
//! it. What is true of a clause wherever it stands is said in `clauses`; which leaves combine, in `combine`.

use super::ast::{DirectiveKind, Leaf};
use super::support::{Reason, Support};

/// What belongs to a directive (5.2, 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing, and it is no statement: it is about declarations or the whole file.
    Declarative,
    /// Nothing: it is a statement by itself.
    Standalone,
    /// A loop nest in canonical form.
    Loops,
    /// A structured block.
    Block,
    /// What belongs to the directive that a `metadirective` chooses.
    Chosen,
}

/// Which clauses must stand on a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    AnyClause,
    OneOf(&'static [&'static str]),
}

/// One directive: a leaf, or one that does not combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectiveRow {
    pub name: &'static str,
    /// Where OpenMP 5.2 describes it; `6.0, ` stands in front where 5.2 does not have it.
    pub section: &'static str,
    pub form: Form,
    /// The names of the clauses that it takes: the "Clauses" line of its section in 5.2, with those of 6.0.
    pub clauses: &'static [&'static str],
    pub needs: Needs,
    /// Groups of clauses of which at most one may stand on the directive, and the section that says so.
    pub exclusive: &'static [(&'static [&'static str], &'static str)],
    /// Whether the directive is translated.
    pub support: Support,
    /// Clauses that are translated elsewhere, and not on this directive.
    pub untranslated: &'static [&'static str],
    /// What of a translated directive is refused, in sentences for docs/support.md.
    pub limits: &'static [&'static str],
}

/// A directive without clauses that is translated.
const fn directive(name: &'static str, section: &'static str, form: Form) -> DirectiveRow {
    DirectiveRow {
        name,
        section,
        form,
        clauses: &[],
        needs: Needs::Nothing,
        exclusive: &[],
        support: Support::Translated,
        untranslated: &[],
        limits: &[],
    }
}

impl DirectiveRow {
    const fn takes(self, clauses: &'static [&'static str]) -> DirectiveRow {
        DirectiveRow { clauses, ..self }
    }

    const fn but_not(self, untranslated: &'static [&'static str]) -> DirectiveRow {
        DirectiveRow {
            untranslated,
            ..self
        }
    }

    const fn needs(self, one_of: &'static [&'static str]) -> DirectiveRow {
        DirectiveRow {
            needs: Needs::OneOf(one_of),
            ..self
        }
    }

    const fn needs_a_clause(self) -> DirectiveRow {
        DirectiveRow {
            needs: Needs::AnyClause,
            ..self
        }
    }

    const fn limited(self, limits: &'static [&'static str]) -> DirectiveRow {
        DirectiveRow { limits, ..self }
    }

    const fn exclusive(
        self,
        exclusive: &'static [(&'static [&'static str], &'static str)],
    ) -> DirectiveRow {
        DirectiveRow { exclusive, ..self }
    }

    const fn refused(self, reason: Reason) -> DirectiveRow {
        DirectiveRow {
            support: Support::Refused(reason),
            ..self
        }
    }
}

impl DirectiveRow {
    /// Directives of Fortran alone are kept so that they get a message of their own.
    pub fn is_in_c(&self) -> bool {
        self.support != Support::Refused(NOT_IN_C)
    }
}

/// What is refused of `allocate`, of `linear` and of `depend`, on all directives that take them.
const ALIGNED: &str = "`allocate` with `align`, or by an allocator with the trait `omp_atk_alignment`: copies are aligned as their type says";
const OPEN_TRAITS: &str = "`uses_allocators` with an alignment, a pool size or a fallback that is not a constant of the traits' declaration: call `omp_init_allocator` in the region";
const LEAGUE_ARRAYS: &str = "`bind(teams)` that reduces an array of which each thread needs a copy, in a loop, in a function, or beside another reduction over the teams";
const CONSTANT_LINEAR: &str = "`linear` of a variable that the body does not change: host compilers do not agree on its values";
const ALL_MEMORY: &str = "`depend` of `omp_all_memory`";
const COPY_OF_CAPTURED: &str = "outside of a parallel region, a copy (`firstprivate`, which scalars and arrays are by default, or `private`) of a variable declared before the target region: say `shared`, or declare a variable inside";
const PARTICIPATES: &str = "`in_reduction` in a file with `reduction(task, ...)`, unless the reduction over tasks stands around the construct in the same function";
const TASK_MODIFIER: &str = "`reduction(task, ...)` of an array, or of a variable whose address is taken, around calls of functions of other files";
const VARIANT_BY_CALL: &str = "`match` with `construct`, unless it names `target` alone and another trait leaves the host out; with conditions that are not constants, or with anything else that depends on the call or on the run: write `declare variant` before the base function";

/// The memory orders of `atomic` and `flush`.
const ORDERS: &[&str] = &["acq_rel", "acquire", "relaxed", "release", "seq_cst"];

const DISPATCH: Reason = Reason::new(
    "on the host it is translated; device code calls the variant that `declare variant` names for it",
)
.instead("call the function that is meant itself");
const FUSED_LOOPS: Reason =
    Reason::new("loop transformations of several loops side by side are not translated yet")
        .instead("write the loops as they are to run");
const NOT_IN_C: Reason = Reason::new("C has no such directive");
const THREAD_COPIES: Reason = Reason::new("private copies of globals are not translated yet");

macro_rules! directives {
    (leaves { $($leaf:ident => $leaf_row:expr;)* } others { $($kind:ident => $row:expr;)* }) => {
        impl Leaf {
            pub const ALL: &'static [Leaf] = &[$(Leaf::$leaf),*];

            /// What the table says of it.
            pub fn row(self) -> &'static DirectiveRow {
                match self { $(Leaf::$leaf => const { &$leaf_row },)* }
            }
        }

        impl DirectiveKind {
            /// Every directive that is no construct of leaves, in the order of the type.
            pub const SIMPLE: &'static [DirectiveKind] = &[$(DirectiveKind::$kind),*];

            /// What the table says of it: of one leaf, or of a directive that does not combine. None for a combined one.
            pub fn row(&self) -> Option<&'static DirectiveRow> {
                match self {
                    DirectiveKind::Construct(leaves) => match leaves.as_slice() {
                        [leaf] => Some(leaf.row()),
                        _ => None,
                    },
                    $(DirectiveKind::$kind => Some(const { &$row }),)*
                }
            }
        }
    };
}

#[rustfmt::skip]
directives! {
leaves {
    Target => directive("target", "13.8", Form::Block)
        .takes(&[
            "allocate", "defaultmap", "depend", "device", "firstprivate", "has_device_addr", "if",
            "in_reduction", "is_device_ptr", "map", "nowait", "priority", "private", "thread_limit",
            "uses_allocators",
        ])
        .limited(&[ALIGNED, OPEN_TRAITS]);
    Teams => directive("teams", "10.2", Form::Block)
        .takes(&[
            "allocate", "default", "firstprivate", "if", "num_teams", "private", "reduction", "shared",
            "thread_limit",
        ])
        .limited(&[ALIGNED]);
    Distribute => directive("distribute", "11.6", Form::Loops)
        .takes(&["allocate", "collapse", "dist_schedule", "firstprivate", "lastprivate", "order", "private"])
        .limited(&[ALIGNED]);
    Parallel => directive("parallel", "10.1", Form::Block)
        .takes(&[
            "allocate", "copyin", "default", "firstprivate", "if", "message", "num_threads", "private",
            "proc_bind", "reduction", "safesync", "severity", "shared",
        ])
        .but_not(&["message", "severity"])
        .limited(&[ALIGNED, TASK_MODIFIER]);
    For => directive("for", "11.5.1", Form::Loops)
        .takes(&[
            "allocate", "collapse", "firstprivate", "lastprivate", "linear", "nowait", "order", "ordered",
            "private", "reduction", "schedule",
        ])
        .exclusive(&[(&["order", "ordered"], "10.3")])
        .limited(&[ALIGNED, CONSTANT_LINEAR, TASK_MODIFIER]);
    Sections => directive("sections", "11.3", Form::Block)
        .takes(&["allocate", "firstprivate", "lastprivate", "nowait", "private", "reduction"])
        .limited(&[ALIGNED, TASK_MODIFIER]);
    Single => directive("single", "11.1", Form::Block)
        .takes(&["allocate", "copyprivate", "firstprivate", "nowait", "private"])
        .exclusive(&[(&["copyprivate", "nowait"], "11.1")])
        .limited(&[ALIGNED]);
    Masked => directive("masked", "10.5", Form::Block)
        .takes(&["filter"]);
    Master => directive("master", "10.5", Form::Block);
    Simd => directive("simd", "10.4", Form::Loops)
        .takes(&[
            "aligned", "collapse", "if", "lastprivate", "linear", "nontemporal", "order", "private",
            "reduction", "safelen", "simdlen",
        ])
        .limited(&[CONSTANT_LINEAR]);
    Loop => directive("loop", "11.7", Form::Loops)
        .takes(&["bind", "collapse", "lastprivate", "order", "private", "reduction"])
        .limited(&[LEAGUE_ARRAYS]);
    Task => directive("task", "12.5", Form::Block)
        .takes(&[
            "affinity", "allocate", "default", "depend", "detach", "final", "firstprivate", "if",
            "in_reduction", "mergeable", "priority", "private", "shared", "transparent", "untied",
        ])
        .exclusive(&[(&["detach", "mergeable"], "12.5")])
        .limited(&[
            ALIGNED,
            ALL_MEMORY,
            COPY_OF_CAPTURED,
            PARTICIPATES,
            "`detach` of an undeferred task: outside of a parallel region, with `if(0)` or in a final task",
            "`omp_in_final` in a function without constructs, and where final tasks are undeferred",
        ]);
    Taskloop => directive("taskloop", "12.6", Form::Loops)
        .takes(&[
            "allocate", "collapse", "default", "final", "firstprivate", "grainsize", "if", "in_reduction",
            "lastprivate", "mergeable", "nogroup", "num_tasks", "priority", "private", "reduction", "shared",
            "transparent", "untied",
        ])
        .exclusive(&[
            (&["grainsize", "num_tasks"], "12.6"),
            (&["nogroup", "reduction"], "12.6"),
        ])
        .limited(&[
            ALIGNED,
            COPY_OF_CAPTURED,
            PARTICIPATES,
            "`grainsize` or `num_tasks` with a `firstprivate` copy that iterations change and do not set first",
            "bounds that use a variable of which the tasks have copies with other values",
        ]);
    Scope => directive("scope", "11.2", Form::Block)
        .takes(&["allocate", "firstprivate", "nowait", "private", "reduction"])
        .limited(&[ALIGNED, TASK_MODIFIER]);
    Workshare => directive("workshare", "11.4", Form::Block)
        .takes(&["nowait"])
        .refused(NOT_IN_C);
}
others {
    TargetData => directive("target data", "13.5", Form::Block)
        .takes(&["device", "if", "map", "use_device_addr", "use_device_ptr"])
        .needs(&["map", "use_device_addr", "use_device_ptr"]);
    TargetEnterData => directive("target enter data", "13.6", Form::Standalone)
        .takes(&["depend", "device", "if", "map", "nowait", "priority"])
        .needs(&["map"]);
    TargetExitData => directive("target exit data", "13.7", Form::Standalone)
        .takes(&["depend", "device", "if", "map", "nowait", "priority"])
        .needs(&["map"]);
    TargetUpdate => directive("target update", "13.9", Form::Standalone)
        .takes(&["depend", "device", "from", "if", "nowait", "priority", "to"])
        .needs(&["to", "from"]);
    Section => directive("section", "11.3.1", Form::Block);
    Critical => directive("critical", "15.2", Form::Block)
        .takes(&["hint"]);
    Barrier => directive("barrier", "15.3.1", Form::Standalone);
    Taskwait => directive("taskwait", "15.5", Form::Standalone)
        .takes(&["depend", "nowait"]);
    Taskyield => directive("taskyield", "12.7", Form::Standalone);
    Taskgroup => directive("taskgroup", "15.4", Form::Block)
        .takes(&["allocate", "task_reduction"]);
    Atomic => directive("atomic", "15.8.4", Form::Block)
        .takes(&[
            "acq_rel", "acquire", "capture", "compare", "fail", "hint", "memscope", "read", "relaxed",
            "release", "seq_cst", "update", "weak", "write",
        ])
        .exclusive(&[
            (ORDERS, "15.8.1"),
            (&["read", "write", "update"], "15.8.2"),
            (&["read", "write", "capture"], "15.8.4"),
            (&["read", "write", "compare"], "15.8.4"),
        ]);
    Flush => directive("flush", "15.8.5", Form::Standalone)
        .takes(&["acq_rel", "acquire", "memscope", "release", "seq_cst"])
        .exclusive(&[(ORDERS, "15.8.5")]);
    Ordered => directive("ordered", "15.10.2", Form::Block)
        .takes(&["simd", "threads"]);
    OrderedDoacross => directive("ordered", "15.10.1", Form::Standalone)
        .takes(&["depend", "doacross"])
        .exclusive(&[(&["depend", "doacross"], "15.10.1")])
        .limited(&["`doacross(sink: omp_cur_iteration - 1)` in nests of several loops: name the vector"]);
    Cancel => directive("cancel", "16.1", Form::Standalone)
        .takes(&["if"])
        .limited(&[
            "`cancel for` and `cancel sections` outside of parallel regions, where one thread has nobody to tell",
            "`cancel taskgroup` in a function, of a `taskgroup` that its callers have, where tasks are executed at once: \
             in nested parallel regions, and in regions whose tasks nobody may execute later (the report says of each \
             task which it is)",
            "`cancel parallel` of a region that calls functions with constructs of their own, or through pointers",
            "of a loop with `lastprivate(conditional: ...)`",
        ]);
    CancellationPoint => directive("cancellation point", "16.2", Form::Standalone);
    Scan => directive("scan", "5.6", Form::Standalone)
        .takes(&["exclusive", "inclusive"])
        .needs(&["exclusive", "inclusive"])
        .exclusive(&[(&["exclusive", "inclusive"], "5.6")]);
    Depobj => directive("depobj", "15.9.4", Form::Standalone)
        .takes(&["depend", "destroy", "update"])
        .needs(&["depend", "destroy", "update"])
        .exclusive(&[(&["depend", "destroy", "update"], "15.9.4")]);
    Interop => directive("interop", "14.1", Form::Standalone)
        .takes(&["depend", "destroy", "device", "init", "nowait", "use"])
        .needs(&["destroy", "init", "use"])
        .limited(&[
            "in device code",
            "`prefer_type` with anything but the names and numbers of foreign runtimes",
        ]);
    Dispatch => directive("dispatch", "7.6", Form::Block)
        .takes(&[
            "depend", "device", "has_device_addr", "interop", "is_device_ptr", "nocontext", "novariants",
            "nowait",
        ])
        .refused(DISPATCH);
    Tile => directive("tile", "9.1", Form::Loops)
        .takes(&["sizes"])
        .needs(&["sizes"])
        .limited(&["`collapse` of a construct around it over more loops than `sizes` has sizes: over those within a tile"]);
    Unroll => directive("unroll", "9.2", Form::Loops)
        .takes(&["full", "partial"])
        .exclusive(&[(&["full", "partial"], "9.2")]);
    Interchange => directive("interchange", "6.0, 11.4", Form::Loops)
        .takes(&["permutation"]);
    Reverse => directive("reverse", "6.0, 11.5", Form::Loops);
    Fuse => directive("fuse", "6.0, 11.3", Form::Block)
        .refused(FUSED_LOOPS);
    Error => directive("error", "8.5", Form::Standalone)
        .takes(&["at", "message", "severity"]);
    Nothing => directive("nothing", "8.4", Form::Standalone);
    Metadirective => directive("metadirective", "7.4.3", Form::Chosen)
        .takes(&["otherwise", "when"])
        .limited(&["choices that only the run of the program makes, in target regions: write `if` and `else`"]);
    BeginMetadirective => directive("begin metadirective", "7.4.4", Form::Standalone)
        .takes(&["otherwise", "when"]);
    EndMetadirective => directive("end metadirective", "7.4.4", Form::Standalone);
    Assume => directive("assume", "8.3.3", Form::Block)
        .takes(&["absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism"])
        .needs_a_clause();
    Assumes => directive("assumes", "8.3.2", Form::Declarative)
        .takes(&["absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism"])
        .needs_a_clause();
    BeginAssumes => directive("begin assumes", "8.3.4", Form::Declarative)
        .takes(&["absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism"])
        .needs_a_clause();
    EndAssumes => directive("end assumes", "8.3.4", Form::Declarative);
    Requires => directive("requires", "8.2", Form::Declarative)
        .takes(&[
            "atomic_default_mem_order", "device_safesync", "dynamic_allocators", "reverse_offload",
            "self_maps", "unified_address", "unified_shared_memory",
        ])
        .needs_a_clause();
    Threadprivate => directive("threadprivate", "5.2", Form::Declarative)
        .refused(THREAD_COPIES);
    Allocate => directive("allocate", "6.5", Form::Declarative)
        .takes(&["align", "allocator"]);
    Allocators => directive("allocators", "6.7", Form::Block)
        .takes(&["allocate"])
        .refused(NOT_IN_C);
    DeclareTarget => directive("declare target", "7.8.1", Form::Declarative)
        .takes(&["device_type", "enter", "indirect", "link", "local"]);
    BeginDeclareTarget => directive("begin declare target", "7.8.2", Form::Declarative)
        .takes(&["device_type", "indirect"]);
    EndDeclareTarget => directive("end declare target", "7.8.2", Form::Declarative);
    DeclareSimd => directive("declare simd", "7.7", Form::Declarative)
        .takes(&["aligned", "inbranch", "linear", "notinbranch", "simdlen", "uniform"])
        .exclusive(&[(&["inbranch", "notinbranch"], "7.7.1")]);
    DeclareReduction => directive("declare reduction", "5.5.11", Form::Declarative)
        .takes(&["initializer"]);
    DeclareMapper => directive("declare mapper", "5.8.8", Form::Declarative)
        .takes(&["map"])
        .needs(&["map"]);
    DeclareVariant => directive("declare variant", "7.5.4", Form::Declarative)
        .takes(&["adjust_args", "append_args", "match"])
        .needs(&["match"]);
    BeginDeclareVariant => directive("begin declare variant", "7.5.5", Form::Declarative)
        .takes(&["match"])
        .needs(&["match"])
        .limited(&[VARIANT_BY_CALL]);
    EndDeclareVariant => directive("end declare variant", "7.5.5", Form::Declarative);
    Groupprivate => directive("groupprivate", "6.0, 7.13", Form::Declarative)
        .takes(&["device_type"])
        .refused(THREAD_COPIES);
}
}
