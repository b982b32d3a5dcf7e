//! Keywords that are arguments and modifiers of clauses.

/// The map type of `map` (5.2, 5.8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapKind {
    To,
    From,
    Tofrom,
    Alloc,
    /// 6.0 `storage`: alloc or release by the directive.
    Storage,
    Release,
    Delete,
}

/// `at` (5.2, 8.6): when `error` has its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtTime {
    Compilation,
    Execution,
}

/// A memory-order clause (5.2, 15.8.1), or the argument of `fail` and `atomic_default_mem_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryOrder {
    SeqCst,
    AcqRel,
    Acquire,
    Release,
    Relaxed,
}

/// `bind` (5.2, 11.7.1): the region that a `loop` region binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    Teams,
    Parallel,
    Thread,
}

/// `default` (5.2, 5.4.1): the data-sharing attribute of variables without another rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultSharing {
    Shared,
    None,
    Private,
    Firstprivate,
}

/// `defaultmap` (5.2, 5.8.7): the implicit behavior of variables of a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultmapBehavior {
    Alloc,
    Storage,
    To,
    From,
    Tofrom,
    Firstprivate,
    Private,
    None,
    Default,
    Present,
    SelfMap,
}

/// The category of variables that `defaultmap` is about (5.2, 5.8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableCategory {
    /// No category, or `all`.
    All,
    Scalar,
    Aggregate,
    Pointer,
}

/// The dependence type of `depend` and `update` (5.2, 15.9.1).
#[derive(Clone, Debug, PartialEq)]
pub enum DependKind<E> {
    In,
    Out,
    Inout,
    Mutexinoutset,
    Inoutset,
    Depobj,
    /// Deprecated spelling of doacross.
    Source,
    /// Deprecated spelling of doacross: the vector as written.
    Sink(E),
}

/// The modifier of `device` (5.2, 13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceModifier {
    DeviceNum,
    Ancestor,
}

/// `device_type` (5.2, 13.1): which versions of a procedure there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceTypeArg {
    Any,
    Host,
    Nohost,
}

/// The modifier of `order` (5.2, 10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderModifier {
    Reproducible,
    Unconstrained,
}

/// `proc_bind` (5.2, 10.1.4): the thread affinity policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProcBind {
    Primary,
    /// Deprecated spelling of `primary`.
    Master,
    Close,
    Spread,
}

/// The modifier of `reduction` (5.2, 5.5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReductionModifier {
    Inscan,
    Task,
    Default,
}

/// The reduction identifier (5.2, 5.5.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReductionOp {
    Add,
    /// Deprecated in 5.2.
    Sub,
    Mul,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
    Min,
    Max,
    /// A `declare reduction` identifier.
    User(String),
}

/// The kind of `schedule` (5.2, 11.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScheduleKind {
    Static,
    Dynamic,
    Guided,
    Auto,
    Runtime,
}
