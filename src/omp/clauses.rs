//! The table of clauses: how each is spelled, where OpenMP describes it, how often it may stand on a directive, whether
//! a directive's name may stand in front of its argument, and whether it is translated.
//!
//! The only such table: the parser, the rules of `check`, the refusals of `plan` and docs/support.md read it. Which
//! directive takes which clause stands in `directives`. A clause's grammar stands above its function in `parse`.

use super::ast::ClauseKind;
use super::support::{Reason, Support};

/// One clause. What does not follow from the name is said of it by the methods below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseRow {
    pub name: &'static str,
    /// Where OpenMP 5.2 describes it; `6.0, ` stands in front where 5.2 does not have it.
    pub section: &'static str,
    /// At most one of it may stand on a directive. `if` may once a leaf, `defaultmap` once a category of variables:
    /// `check` sees to that.
    pub unique: bool,
    /// `clause(directive-name: argument)` (5.2, 3.4, for `if`; 6.0 for others).
    pub directive_name: bool,
    /// Whether the clause is translated on the directives that are.
    pub support: Support,
}

/// A clause that may stand once on a directive, and that is translated.
const fn clause(name: &'static str, section: &'static str) -> ClauseRow {
    ClauseRow {
        name,
        section,
        unique: true,
        directive_name: false,
        support: Support::Translated,
    }
}

impl ClauseRow {
    const fn repeatable(self) -> ClauseRow {
        ClauseRow {
            unique: false,
            ..self
        }
    }

    const fn takes_directive_name(self) -> ClauseRow {
        ClauseRow {
            directive_name: true,
            ..self
        }
    }

    const fn refused(self, reason: Reason) -> ClauseRow {
        ClauseRow {
            support: Support::Refused(reason),
            ..self
        }
    }
}

const HOST_POINTERS: Reason = Reason::new(
    "device code calls through pointers that it made itself; those of the host are not translated yet",
);
const NOT_TRANSLATED: Reason = Reason::new("this clause is not translated yet");
const REVERSE_OFFLOAD: Reason = Reason::new("reverse offload is not translated yet")
    .instead("do on the host what needs the host");
const SELF_MAPS: Reason =
    Reason::new("devices need not reach all memory of the host: map what the regions use").instead(
        "map what the regions use: `map(tofrom: a[0:n])`, or allocate it by `omp_target_alloc`; a GPU reaches memory of \
         `malloc` and of the stack only where its driver pages for it",
    );
const THREAD_COPIES: Reason = Reason::new("private copies of globals are not translated yet");

macro_rules! clauses {
    ($($kind:ident => $row:expr;)*) => {
        /// Every clause that is read, in the order of the names.
        pub const CLAUSES: &[ClauseRow] = &[$($row),*];

        impl<E, I> ClauseKind<E, I> {
            /// The clause's name as written in a directive.
            pub fn name(&self) -> &'static str {
                match self {
                    $(ClauseKind::$kind { .. } => const { $row.name },)*
                    ClauseKind::UpdateDepobj { .. } => "update",
                }
            }
        }
    };
}

#[rustfmt::skip]
clauses! {
    Absent => clause("absent", "8.3.1");
    AcqRel => clause("acq_rel", "15.8.1");
    Acquire => clause("acquire", "15.8.1");
    AdjustArgs => clause("adjust_args", "7.5.2").repeatable();
    Affinity => clause("affinity", "12.5.1").repeatable();
    Align => clause("align", "6.3");
    Aligned => clause("aligned", "5.11").repeatable();
    Allocate => clause("allocate", "6.6").repeatable();
    Allocator => clause("allocator", "6.4");
    AppendArgs => clause("append_args", "7.5.3").refused(NOT_TRANSLATED);
    At => clause("at", "8.1");
    AtomicDefaultMemOrder => clause("atomic_default_mem_order", "8.2.1");
    Bind => clause("bind", "11.7.1");
    Capture => clause("capture", "15.8.3");
    Collapse => clause("collapse", "4.4.3").takes_directive_name();
    Compare => clause("compare", "15.8.3");
    Contains => clause("contains", "8.3.1");
    Copyin => clause("copyin", "5.7.1").repeatable().takes_directive_name().refused(THREAD_COPIES);
    Copyprivate => clause("copyprivate", "5.7.2").repeatable();
    Default => clause("default", "5.4.1").takes_directive_name();
    Defaultmap => clause("defaultmap", "5.8.7").repeatable();
    Depend => clause("depend", "15.9.5").repeatable();
    Destroy => clause("destroy", "3.5").repeatable();
    Detach => clause("detach", "12.5.2");
    Device => clause("device", "13.2").takes_directive_name();
    DeviceSafesync => clause("device_safesync", "6.0, 10.5.1.7").refused(NOT_TRANSLATED);
    DeviceType => clause("device_type", "13.1");
    DistSchedule => clause("dist_schedule", "11.6.1");
    Doacross => clause("doacross", "15.9.6").repeatable();
    DynamicAllocators => clause("dynamic_allocators", "8.2.1");
    Enter => clause("enter", "5.8.4").repeatable();
    Exclusive => clause("exclusive", "5.6.2").repeatable();
    Fail => clause("fail", "15.8.3");
    Filter => clause("filter", "10.5.1");
    Final => clause("final", "12.3");
    Firstprivate => clause("firstprivate", "5.4.4").repeatable().takes_directive_name();
    From => clause("from", "5.9.2").repeatable();
    Full => clause("full", "9.2.1");
    Grainsize => clause("grainsize", "12.6.1");
    HasDeviceAddr => clause("has_device_addr", "5.4.9").repeatable().takes_directive_name();
    Hint => clause("hint", "15.1.2");
    Holds => clause("holds", "8.3.1").repeatable();
    If => clause("if", "3.4").repeatable().takes_directive_name();
    InReduction => clause("in_reduction", "5.5.10").repeatable();
    Inbranch => clause("inbranch", "7.7.1");
    Inclusive => clause("inclusive", "5.6.1").repeatable();
    Indirect => clause("indirect", "7.8.3").refused(HOST_POINTERS);
    Init => clause("init", "14.1.2").repeatable();
    Initializer => clause("initializer", "5.5.4");
    Interop => clause("interop", "6.0, 9.7.1").repeatable().refused(NOT_TRANSLATED);
    IsDevicePtr => clause("is_device_ptr", "5.4.7").repeatable().takes_directive_name();
    Lastprivate => clause("lastprivate", "5.4.5").repeatable();
    Linear => clause("linear", "5.4.6").repeatable();
    Link => clause("link", "5.8.5").repeatable();
    Local => clause("local", "6.0, 7.14").repeatable();
    Map => clause("map", "5.8.3").repeatable().takes_directive_name();
    Match => clause("match", "7.5.1");
    Memscope => clause("memscope", "6.0, 17.8.4").refused(NOT_TRANSLATED);
    Mergeable => clause("mergeable", "12.2");
    Message => clause("message", "8.5.2");
    NoOpenmp => clause("no_openmp", "8.3.1");
    NoOpenmpRoutines => clause("no_openmp_routines", "8.3.1");
    NoParallelism => clause("no_parallelism", "8.3.1");
    Nocontext => clause("nocontext", "7.6.2").refused(NOT_TRANSLATED);
    Nogroup => clause("nogroup", "15.7");
    Nontemporal => clause("nontemporal", "10.4.1").repeatable();
    Notinbranch => clause("notinbranch", "7.7.1");
    Novariants => clause("novariants", "7.6.1").refused(NOT_TRANSLATED);
    Nowait => clause("nowait", "15.6").takes_directive_name();
    NumTasks => clause("num_tasks", "12.6.2");
    NumTeams => clause("num_teams", "10.2.1");
    NumThreads => clause("num_threads", "10.1.2").takes_directive_name();
    Order => clause("order", "10.3");
    Ordered => clause("ordered", "4.4.4");
    Otherwise => clause("otherwise", "7.4.2");
    Partial => clause("partial", "9.2.2");
    Permutation => clause("permutation", "6.0, 11.4.1");
    Priority => clause("priority", "12.4");
    Private => clause("private", "5.4.3").repeatable().takes_directive_name();
    ProcBind => clause("proc_bind", "10.1.4").takes_directive_name();
    Read => clause("read", "15.8.2");
    Reduction => clause("reduction", "5.5.8").repeatable();
    Relaxed => clause("relaxed", "15.8.1");
    Release => clause("release", "15.8.1");
    ReverseOffload => clause("reverse_offload", "8.2.1").refused(REVERSE_OFFLOAD);
    Safelen => clause("safelen", "10.4.2");
    Safesync => clause("safesync", "6.0, 12.1.5").refused(NOT_TRANSLATED);
    Schedule => clause("schedule", "11.5.3");
    SelfMaps => clause("self_maps", "6.0, 10.5.1.6").refused(SELF_MAPS);
    SeqCst => clause("seq_cst", "15.8.1");
    Severity => clause("severity", "8.5.1");
    Shared => clause("shared", "5.4.2").repeatable().takes_directive_name();
    Simd => clause("simd", "15.10.3");
    Simdlen => clause("simdlen", "10.4.3");
    Sizes => clause("sizes", "9.1.1");
    TaskReduction => clause("task_reduction", "5.5.9").repeatable();
    ThreadLimit => clause("thread_limit", "13.3").takes_directive_name();
    Threads => clause("threads", "15.10.3");
    To => clause("to", "5.9.1").repeatable();
    Transparent => clause("transparent", "6.0, 17.9.6").refused(NOT_TRANSLATED);
    UnifiedAddress => clause("unified_address", "8.2.1");
    UnifiedSharedMemory => clause("unified_shared_memory", "8.2.1");
    Uniform => clause("uniform", "5.10").repeatable();
    Untied => clause("untied", "12.1");
    Update => clause("update", "15.8.2");
    Use => clause("use", "14.1.3").repeatable();
    UseDeviceAddr => clause("use_device_addr", "5.4.10").repeatable();
    UseDevicePtr => clause("use_device_ptr", "5.4.8").repeatable();
    UsesAllocators => clause("uses_allocators", "6.8").repeatable();
    Weak => clause("weak", "15.8.3");
    When => clause("when", "7.4.1").repeatable();
    Write => clause("write", "15.8.2");
}

/// The clause of that name.
pub fn row(name: &str) -> Option<&'static ClauseRow> {
    let found = CLAUSES.binary_search_by_key(&name, |row| row.name);
    found.ok().map(|at| &CLAUSES[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_their_names() {
        assert!(CLAUSES.is_sorted_by_key(|row| row.name));
    }
}
