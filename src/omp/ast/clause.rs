//! Clauses with their arguments.

use super::{
    AtTime, Binding, DefaultSharing, DefaultmapBehavior, DependKind, DeviceModifier, DeviceTypeArg,
    Leaf, MapKind, MemoryOrder, OrderModifier, ProcBind, ReductionModifier, ReductionOp,
    ScheduleKind, VariableCategory,
};
use crate::source::Span;

/// A clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause<E, I> {
    pub kind: ClauseKind<E, I>,
    /// From the clause's name to its closing parenthesis.
    pub span: Span,
    /// `if(target: ...)`: the name of the directive that it applies to (5.2, 5.4; on any clause in 6.0).
    pub modifier: Option<Vec<Leaf>>,
}

/// Every clause of OpenMP 5.2 that C has, and those of 6.0. In the order of their names.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind<E, I> {
    Absent(Vec<String>),
    AcqRel,
    Acquire,
    AdjustArgs {
        op: String,
        items: Vec<I>,
    },
    Affinity {
        iterators: Vec<Iterator<E>>,
        items: Vec<I>,
    },
    Align(E),
    Aligned {
        items: Vec<I>,
        alignment: Option<E>,
    },
    Allocate {
        allocator: Option<E>,
        align: Option<E>,
        items: Vec<I>,
    },
    Allocator(E),
    AppendArgs(String),
    At(AtTime),
    AtomicDefaultMemOrder(MemoryOrder),
    Bind(Binding),
    /// `capture` on atomic.
    Capture,
    Collapse(E),
    /// `compare` on atomic.
    Compare,
    Contains(Vec<String>),
    Copyin(Vec<I>),
    Copyprivate(Vec<I>),
    Default(DefaultSharing),
    Defaultmap {
        behavior: DefaultmapBehavior,
        category: VariableCategory,
    },
    Depend {
        kind: DependKind<E>,
        iterators: Vec<Iterator<E>>,
        items: Vec<I>,
    },
    Destroy(Option<I>),
    Detach(I),
    Device {
        modifier: Option<DeviceModifier>,
        device: E,
    },
    DeviceSafesync(Option<E>),
    DeviceType(DeviceTypeArg),
    DistSchedule {
        chunk: Option<E>,
    },
    Doacross {
        source: bool,
        /// `omp_cur_iteration`, of a sink less one, stands for the vector.
        current: bool,
        vector: Option<E>,
    },
    DynamicAllocators,
    Enter {
        automap: bool,
        items: Vec<I>,
    },
    Exclusive(Vec<I>),
    /// `fail` on atomic compare.
    Fail(MemoryOrder),
    Filter(E),
    Final(E),
    Firstprivate {
        saved: bool,
        items: Vec<I>,
    },
    From(Motion<E, I>),
    Full,
    Grainsize {
        strict: bool,
        size: E,
    },
    HasDeviceAddr(Vec<I>),
    Hint(E),
    Holds(E),
    If(E),
    InReduction {
        op: ReductionOp,
        items: Vec<I>,
    },
    Inbranch,
    Inclusive(Vec<I>),
    Indirect(Option<E>),
    Init(InitInterop<I>),
    /// `initializer` on declare reduction, as written: `omp_priv = 0` or a call.
    Initializer(E),
    Interop(Vec<I>),
    IsDevicePtr(Vec<I>),
    Lastprivate {
        conditional: bool,
        items: Vec<I>,
    },
    Linear {
        items: Vec<I>,
        step: Option<E>,
        kind: Option<String>,
    },
    Link(Vec<I>),
    /// 6.0 `local` on declare target.
    Local(Vec<I>),
    Map(Map<E, I>),
    Match(String),
    /// 6.0 `memscope`.
    Memscope(String),
    Mergeable,
    Message(E),
    NoOpenmp,
    NoOpenmpRoutines,
    NoParallelism,
    Nocontext(E),
    Nogroup,
    Nontemporal(Vec<I>),
    Notinbranch,
    Novariants(E),
    Nowait(Option<E>),
    NumTasks {
        strict: bool,
        count: E,
    },
    /// 5.2: exactly `upper` teams, or `lower : upper`.
    NumTeams {
        lower: Option<E>,
        upper: E,
    },
    NumThreads {
        strict: bool,
        threads: Vec<E>,
    },
    Order {
        concurrent: bool,
        modifier: Option<OrderModifier>,
    },
    Ordered(Option<E>),
    Otherwise(String),
    /// `parallel`, `sections`, `for`, `taskgroup` as a clause are directive arguments; see `DirectiveArgs`.
    Partial(Option<E>),
    Permutation(Vec<E>),
    Priority(E),
    Private(Vec<I>),
    ProcBind(ProcBind),
    /// `read` on atomic.
    Read,
    Reduction {
        modifier: Option<ReductionModifier>,
        op: ReductionOp,
        items: Vec<I>,
    },
    Relaxed,
    Release,
    ReverseOffload,
    Safelen(E),
    /// 6.0 `safesync`.
    Safesync(Option<E>),
    Schedule {
        kind: ScheduleKind,
        chunk: Option<E>,
        monotonic: Option<bool>,
        simd: bool,
    },
    SelfMaps,
    SeqCst,
    Severity {
        fatal: bool,
    },
    Shared(Vec<I>),
    /// `simd` on ordered.
    Simd,
    Simdlen(E),
    Sizes(Vec<E>),
    TaskReduction {
        op: ReductionOp,
        items: Vec<I>,
    },
    ThreadLimit(E),
    /// `threads` on ordered.
    Threads,
    /// `to` on target update; on declare target it is a list ([`ClauseKind::Enter`], deprecated spelling).
    To(Motion<E, I>),
    /// 6.0 `transparent`.
    Transparent(Option<E>),
    UnifiedAddress,
    UnifiedSharedMemory,
    Uniform(Vec<I>),
    Untied,
    /// `update` on atomic.
    Update,
    /// `update(kind)` on depobj.
    UpdateDepobj(DependKind<E>),
    /// `use` on interop.
    Use(I),
    UseDeviceAddr(Vec<I>),
    UseDevicePtr(Vec<I>),
    UsesAllocators(String),
    Weak,
    When(String),
    /// `write` on atomic.
    Write,
}

/// `iterator(T i = begin : end : step)` (5.2, 3.2.6), as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterator<E> {
    pub ty: Option<String>,
    pub name: String,
    pub begin: E,
    pub end: E,
    pub step: Option<E>,
}

/// `init` on interop (5.2, 14.1.2).
#[derive(Clone, Debug, PartialEq)]
pub struct InitInterop<I> {
    /// The foreign runtimes of `prefer_type`, as written.
    pub prefer: Vec<String>,
    pub target: bool,
    pub targetsync: bool,
    /// The variable that receives the object.
    pub item: I,
}

/// `map` (5.2, 5.8.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Map<E, I> {
    /// None: the default, `tofrom` (on enter data `to`, on exit data `from`).
    pub kind: Option<MapKind>,
    pub always: bool,
    pub close: bool,
    pub present: bool,
    /// 6.0 `self`, `ref_ptee`, ... as written.
    pub other: Vec<String>,
    /// 6.0: `delete` as a modifier.
    pub delete: bool,
    pub mapper: Option<String>,
    pub iterators: Vec<Iterator<E>>,
    pub items: Vec<I>,
}

impl<E, I> Map<E, I> {
    /// `map(kind: items)` without a modifier.
    pub fn of(kind: MapKind, items: Vec<I>) -> Map<E, I> {
        Map {
            kind: Some(kind),
            always: false,
            close: false,
            present: false,
            other: vec![],
            delete: false,
            mapper: None,
            iterators: vec![],
            items,
        }
    }
}

/// `to` and `from` of target update (5.2, 5.9).
#[derive(Clone, Debug, PartialEq)]
pub struct Motion<E, I> {
    pub present: bool,
    pub mapper: Option<String>,
    pub iterators: Vec<Iterator<E>>,
    pub items: Vec<I>,
}
