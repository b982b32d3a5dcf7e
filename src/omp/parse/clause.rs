//! One clause: its name and its argument become a [`ClauseKind`].
//!
//! Computes from a clause's own tokens, and from the directive's kind where a name means two things
//! (`to`, `update`, `default`). Must not know which clause is allowed where.

use super::data::*;
use super::execution::*;
use super::list::*;
use super::name;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::omp::ast::*;
use crate::omp::{allowed, clauses, suggest};
use crate::source::token::shown;

pub type TextClause = ClauseKind<ExprText, ItemText>;

/// A clause's name and what stands in its parentheses.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    pub directive: &'a DirectiveKind,
    pub name: Run<'a>,
    pub args: Option<Run<'a>>,
}

impl<'a> Written<'a> {
    fn required(self) -> Parsed<Run<'a>> {
        self.args.ok_or_else(|| {
            let name = self.name.text();
            self.name
                .error(format!("clause `{name}` needs an argument in parentheses"))
        })
    }

    /// The argument of a clause that may stand without; empty parentheses are an error.
    fn optional(self) -> Parsed<Option<ExprText>> {
        self.args.map(expr).transpose()
    }
}

/// ```text
/// clause: clause-name [ ( [modifiers :] arguments ) ]                        (5.2, 3.2)
/// ```
pub fn clause(written: Written) -> Parsed<Clause<ExprText, ItemText>> {
    let span = match written.args {
        Some(args) => written.name.span().to(args.line.span(args.hi)),
        None => written.name.span(),
    };
    let (modifier, written) = directive_modifier(written)?;
    Ok(Clause {
        kind: kind(written)?,
        span,
        modifier,
    })
}

/// ```text
/// directive-name-modifier: directive-name :                        (5.2, 3.4; 6.0: on any clause)
/// ```
/// The name of a directive that is no construct of leaves can but repeat the directive's own: it is
/// checked and dropped.
fn directive_modifier(written: Written) -> Parsed<(Option<Vec<Leaf>>, Written)> {
    let clause = written.name.text();
    let takes = clauses::row(clause).is_some_and(|row| row.directive_name);
    let split = written.args.and_then(Run::split_colon);
    let (Some((before, rest)), true) = (split, takes) else {
        return Ok((None, written));
    };
    let written = Written {
        args: Some(rest),
        ..written
    };
    if let Some(leaves) = name::leaves(before) {
        return Ok((Some(leaves), written));
    }
    if clause != "if" {
        let args = Some(Run {
            lo: before.lo,
            ..rest
        });
        return Ok((None, Written { args, ..written }));
    }
    if before.text().replace('_', " ") == written.directive.name() {
        return Ok((None, written));
    }
    let own = written.directive.name();
    let mut known: Vec<&str> = written
        .directive
        .leaves()
        .iter()
        .map(|l| l.name())
        .collect();
    if known.is_empty() {
        known.push(&own);
    }
    let error = unknown_word(before, "part of the directive", &known);
    Err(error.note("`if([directive-name:] expression)` (5.2, 3.4)"))
}

fn kind(written: Written) -> Parsed<TextClause> {
    use ClauseKind as C;
    let name = written.name.text();
    if let Some(bare) = bare(written.directive, name) {
        return match written.args {
            None => Ok(bare),
            Some(args) => Err(written
                .name
                .error(format!("clause `{name}` takes no argument"))
                .says("no parentheses may follow")
                .also(args.span(), "this argument")),
        };
    }
    let args = || written.required();
    let target = matches!(
        written.directive,
        DirectiveKind::DeclareTarget | DirectiveKind::BeginDeclareTarget
    );
    Ok(match name {
        "absent" => C::Absent(names(args()?)?),
        "adjust_args" => adjust_args(args()?)?,
        "affinity" => affinity(args()?)?,
        "align" => C::Align(expr(args()?)?),
        "aligned" => aligned(args()?)?,
        "allocate" => allocate(args()?)?,
        "allocator" => C::Allocator(expr(args()?)?),
        "append_args" => C::AppendArgs(raw(args()?)?),
        "at" => C::At(word(
            args()?,
            "time",
            &[
                ("compilation", AtTime::Compilation),
                ("execution", AtTime::Execution),
            ],
        )?),
        "atomic_default_mem_order" => C::AtomicDefaultMemOrder(word(
            args()?,
            "memory order",
            &[
                ("seq_cst", MemoryOrder::SeqCst),
                ("acq_rel", MemoryOrder::AcqRel),
                ("relaxed", MemoryOrder::Relaxed),
                ("acquire", MemoryOrder::Acquire),
                ("release", MemoryOrder::Release),
            ],
        )?),
        "bind" => C::Bind(word(
            args()?,
            "binding",
            &[
                ("teams", Binding::Teams),
                ("parallel", Binding::Parallel),
                ("thread", Binding::Thread),
            ],
        )?),
        "collapse" => C::Collapse(expr(args()?)?),
        "contains" => C::Contains(names(args()?)?),
        "copyin" => C::Copyin(list(args()?)?),
        "copyprivate" => C::Copyprivate(list(args()?)?),
        "default"
            if matches!(
                written.directive,
                DirectiveKind::Metadirective | DirectiveKind::BeginMetadirective
            ) =>
        {
            C::Otherwise(args()?.text().to_string())
        }
        "default" => C::Default(word(
            args()?,
            "data-sharing attribute of `default`",
            &[
                ("shared", DefaultSharing::Shared),
                ("none", DefaultSharing::None),
                ("private", DefaultSharing::Private),
                ("firstprivate", DefaultSharing::Firstprivate),
            ],
        )?),
        "defaultmap" => defaultmap(args()?)?,
        "depend" => depend(args()?)?,
        "destroy" => C::Destroy(written.args.map(item).transpose()?),
        "detach" => C::Detach(item(args()?)?),
        "device" => device(args()?)?,
        "device_safesync" => C::DeviceSafesync(written.optional()?),
        "device_type" => C::DeviceType(word(
            args()?,
            "device type",
            &[
                ("any", DeviceTypeArg::Any),
                ("host", DeviceTypeArg::Host),
                ("nohost", DeviceTypeArg::Nohost),
            ],
        )?),
        "dist_schedule" => dist_schedule(args()?)?,
        "doacross" => doacross(args()?)?,
        "enter" => enter(args()?)?,
        "exclusive" => C::Exclusive(list(args()?)?),
        "fail" => C::Fail(word(
            args()?,
            "memory order of `fail`",
            &[
                ("seq_cst", MemoryOrder::SeqCst),
                ("acquire", MemoryOrder::Acquire),
                ("relaxed", MemoryOrder::Relaxed),
            ],
        )?),
        "filter" => C::Filter(expr(args()?)?),
        "final" => C::Final(expr(args()?)?),
        "firstprivate" => {
            let (saved, items) = flagged_list(args()?, "saved")?;
            C::Firstprivate { saved, items }
        }
        "from" => C::From(motion(args()?)?),
        "grainsize" => {
            let (strict, size) = strict(args()?)?;
            C::Grainsize {
                strict,
                size: expr(size)?,
            }
        }
        "has_device_addr" => C::HasDeviceAddr(list(args()?)?),
        "hint" => C::Hint(expr(args()?)?),
        "holds" => C::Holds(expr(args()?)?),
        "if" => C::If(expr(args()?)?),
        "in_reduction" => {
            let (op, items) = operator_and_list(args()?)?;
            C::InReduction { op, items }
        }
        "inclusive" => C::Inclusive(list(args()?)?),
        "indirect" => C::Indirect(written.optional()?),
        "init" => C::Init(init_interop(args()?)?),
        "initializer" => C::Initializer(non_empty(args()?)?),
        "interop" => C::Interop(list(args()?)?),
        "is_device_ptr" => C::IsDevicePtr(list(args()?)?),
        "lastprivate" => {
            let (conditional, items) = flagged_list(args()?, "conditional")?;
            C::Lastprivate { conditional, items }
        }
        "linear" => linear(args()?)?,
        "link" => C::Link(list(args()?)?),
        "local" => C::Local(list(args()?)?),
        "map" => C::Map(map(args()?)?),
        "match" => C::Match(raw(args()?)?),
        "memscope" => C::Memscope(ident(args()?, "a memory scope")?),
        "message" => C::Message(expr(args()?)?),
        "nocontext" => C::Nocontext(expr(args()?)?),
        "nontemporal" => C::Nontemporal(list(args()?)?),
        "novariants" => C::Novariants(expr(args()?)?),
        "nowait" => C::Nowait(written.optional()?),
        "num_tasks" => {
            let (strict, count) = strict(args()?)?;
            C::NumTasks {
                strict,
                count: expr(count)?,
            }
        }
        "num_teams" => num_teams(args()?)?,
        "num_threads" => {
            let (strict, threads) = strict(args()?)?;
            C::NumThreads {
                strict,
                threads: exprs(threads)?,
            }
        }
        "order" => order(args()?)?,
        "ordered" => C::Ordered(written.optional()?),
        "otherwise" => C::Otherwise(written.args.map_or("", Run::text).to_string()),
        "partial" => C::Partial(written.optional()?),
        "permutation" => C::Permutation(exprs(args()?)?),
        "priority" => C::Priority(expr(args()?)?),
        "private" => C::Private(list(args()?)?),
        "proc_bind" => C::ProcBind(word(
            args()?,
            "thread affinity policy",
            &[
                ("primary", ProcBind::Primary),
                ("master", ProcBind::Master),
                ("close", ProcBind::Close),
                ("spread", ProcBind::Spread),
            ],
        )?),
        "reduction" => reduction(args()?)?,
        "safelen" => C::Safelen(expr(args()?)?),
        "safesync" => C::Safesync(written.optional()?),
        "schedule" => schedule(args()?)?,
        "severity" => C::Severity {
            fatal: word(args()?, "severity", &[("fatal", true), ("warning", false)])?,
        },
        "shared" => C::Shared(list(args()?)?),
        "simdlen" => C::Simdlen(expr(args()?)?),
        "sizes" => C::Sizes(exprs(args()?)?),
        "task_reduction" => {
            let (op, items) = operator_and_list(args()?)?;
            C::TaskReduction { op, items }
        }
        "thread_limit" => C::ThreadLimit(expr(args()?)?),
        // The spelling of `enter` before 5.2 (5.2, 5.8.4).
        "to" if target => C::Enter {
            automap: false,
            items: list(args()?)?,
        },
        "to" => C::To(motion(args()?)?),
        "transparent" => C::Transparent(written.optional()?),
        "uniform" => C::Uniform(list(args()?)?),
        "update" => C::UpdateDepobj(word(args()?, "dependence type", &DEPENDENCES)?),
        "use" => C::Use(item(args()?)?),
        "use_device_addr" => C::UseDeviceAddr(list(args()?)?),
        "use_device_ptr" => C::UseDevicePtr(list(args()?)?),
        "uses_allocators" => C::UsesAllocators(raw(args()?)?),
        "when" => C::When(raw(args()?)?),
        _ => return Err(unknown(written)),
    })
}

/// The clauses that are a word alone.
fn bare(directive: &DirectiveKind, name: &str) -> Option<TextClause> {
    use ClauseKind as C;
    Some(match name {
        "acq_rel" => C::AcqRel,
        "acquire" => C::Acquire,
        "capture" => C::Capture,
        "compare" => C::Compare,
        "dynamic_allocators" => C::DynamicAllocators,
        "full" => C::Full,
        "inbranch" => C::Inbranch,
        "mergeable" => C::Mergeable,
        "no_openmp" => C::NoOpenmp,
        "no_openmp_routines" => C::NoOpenmpRoutines,
        "no_parallelism" => C::NoParallelism,
        "nogroup" => C::Nogroup,
        "notinbranch" => C::Notinbranch,
        "read" => C::Read,
        "relaxed" => C::Relaxed,
        "release" => C::Release,
        "reverse_offload" => C::ReverseOffload,
        "self_maps" => C::SelfMaps,
        "seq_cst" => C::SeqCst,
        "simd" => C::Simd,
        "threads" => C::Threads,
        "unified_address" => C::UnifiedAddress,
        "unified_shared_memory" => C::UnifiedSharedMemory,
        "untied" => C::Untied,
        "update" if *directive != DirectiveKind::Depobj => C::Update,
        "weak" => C::Weak,
        "write" => C::Write,
        _ => return None,
    })
}

/// Clauses that are not read, and what to say of them.
const ELSEWHERE: &[(&str, &str)] = &[
    ("apply", "6.0"),
    ("collector", "6.0"),
    ("combiner", "6.0"),
    ("counts", "6.0"),
    ("graph_id", "6.0"),
    ("graph_reset", "6.0"),
    ("induction", "6.0"),
    ("inductor", "6.0"),
    ("init_complete", "6.0"),
    ("looprange", "6.0"),
    ("no_openmp_constructs", "6.0"),
    ("replayable", "6.0"),
    ("threadset", "6.0"),
    ("async", "OpenACC has `async`; OpenMP has `nowait`"),
    (
        "attach",
        "OpenACC has `attach`; OpenMP attaches a pointer that is mapped with what it points at",
    ),
    ("copy", "OpenACC has `copy`; OpenMP has `map(tofrom: ...)`"),
    (
        "copyout",
        "OpenACC has `copyout`; OpenMP has `map(from: ...)`",
    ),
    (
        "create",
        "OpenACC has `create`; OpenMP has `map(alloc: ...)`",
    ),
    (
        "deviceptr",
        "OpenACC has `deviceptr`; OpenMP has `is_device_ptr`",
    ),
    ("do", "Fortran has `do`; C has `for`"),
    ("gang", "OpenACC has `gang`; OpenMP has `teams distribute`"),
    (
        "independent",
        "OpenACC has `independent`; OpenMP has `loop`",
    ),
    (
        "num_gangs",
        "OpenACC has `num_gangs`; OpenMP has `num_teams`",
    ),
    (
        "num_workers",
        "OpenACC has `num_workers`; OpenMP has `num_threads`",
    ),
    (
        "present",
        "`present` is a modifier: `map(present, to: ...)`",
    ),
    ("always", "`always` is a modifier: `map(always, to: ...)`"),
    ("tofrom", "`tofrom` is a map type: `map(tofrom: ...)`"),
    ("alloc", "`alloc` is a map type: `map(alloc: ...)`"),
    ("delete", "`delete` is a map type: `map(delete: ...)`"),
    ("vector", "OpenACC has `vector`; OpenMP has `simd`"),
    (
        "vector_length",
        "OpenACC has `vector_length`; OpenMP has `thread_limit` for the threads of a team, `num_threads` for those of a region",
    ),
    ("wait", "OpenACC has `wait`; OpenMP has `depend`"),
    ("worker", "OpenACC has `worker`; OpenMP has `parallel`"),
    (
        "subdevice",
        "`subdevice` is an extension of one vendor's compiler",
    ),
    ("sink", "`sink` is a dependence type: `doacross(sink: ...)`"),
    (
        "source",
        "`source` is a dependence type: `doacross(source:)`",
    ),
];

fn unknown(written: Written) -> Diagnostic {
    let word = written.name.text();
    let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == word);
    match elsewhere {
        Some((_, "6.0")) => {
            let text = format!("clause `{word}` is one of OpenMP 6.0 that is not translated yet");
            return Diagnostic::error(Code::UnsupportedClause, written.name.span(), text);
        }
        Some((_, hint)) => {
            let text = format!("`{word}` is not a clause of OpenMP");
            return written.name.error(text).help(*hint);
        }
        None => {}
    }
    if word.starts_with("ompx_") {
        let text = format!("`{word}` is an extension of one compiler, not of OpenMP");
        return written.name.error(text).help("remove it");
    }
    let error = written
        .name
        .error(format!("unknown clause `{}`", shown(word)));
    let allowed = allowed::clauses(written.directive);
    let allowed = allowed.iter().map(|rule| rule.name);
    let near = suggest::nearest(word, allowed).or_else(|| {
        let all = clauses::CLAUSES.iter();
        suggest::nearest(word, all.map(|row| row.name))
    });
    match near {
        Some(near) => {
            let uncertain = !suggest::is_certain(word, near);
            error.suggest(Suggestion::meant(written.name.span(), near).maybe_if(uncertain))
        }
        None => error,
    }
}
