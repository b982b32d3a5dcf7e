//! How clauses and the words in them are spelled.
//!
//! Computes from the types alone. Must not know arguments, nor where a clause is allowed.

use super::ast::*;

impl<E, I> ClauseKind<E, I> {
    /// The clause's name as written in a directive.
    pub fn name(&self) -> &'static str {
        use ClauseKind as C;
        match self {
            C::Absent(_) => "absent",
            C::AcqRel => "acq_rel",
            C::Acquire => "acquire",
            C::AdjustArgs { .. } => "adjust_args",
            C::Affinity { .. } => "affinity",
            C::Align(_) => "align",
            C::Aligned { .. } => "aligned",
            C::Allocate { .. } => "allocate",
            C::Allocator(_) => "allocator",
            C::AppendArgs(_) => "append_args",
            C::At(_) => "at",
            C::AtomicDefaultMemOrder(_) => "atomic_default_mem_order",
            C::Bind(_) => "bind",
            C::Capture => "capture",
            C::Collapse(_) => "collapse",
            C::Compare => "compare",
            C::Contains(_) => "contains",
            C::Copyin(_) => "copyin",
            C::Copyprivate(_) => "copyprivate",
            C::Default(_) => "default",
            C::Defaultmap { .. } => "defaultmap",
            C::Depend { .. } => "depend",
            C::Destroy(_) => "destroy",
            C::Detach(_) => "detach",
            C::Device { .. } => "device",
            C::DeviceSafesync(_) => "device_safesync",
            C::DeviceType(_) => "device_type",
            C::DistSchedule { .. } => "dist_schedule",
            C::Doacross { .. } => "doacross",
            C::DynamicAllocators => "dynamic_allocators",
            C::Enter { .. } => "enter",
            C::Exclusive(_) => "exclusive",
            C::Fail(_) => "fail",
            C::Filter(_) => "filter",
            C::Final(_) => "final",
            C::Firstprivate { .. } => "firstprivate",
            C::From(_) => "from",
            C::Full => "full",
            C::Grainsize { .. } => "grainsize",
            C::HasDeviceAddr(_) => "has_device_addr",
            C::Hint(_) => "hint",
            C::Holds(_) => "holds",
            C::If(_) => "if",
            C::InReduction { .. } => "in_reduction",
            C::Inbranch => "inbranch",
            C::Inclusive(_) => "inclusive",
            C::Indirect(_) => "indirect",
            C::Init { .. } => "init",
            C::Initializer(_) => "initializer",
            C::Interop(_) => "interop",
            C::IsDevicePtr(_) => "is_device_ptr",
            C::Lastprivate { .. } => "lastprivate",
            C::Linear { .. } => "linear",
            C::Link(_) => "link",
            C::Local(_) => "local",
            C::Map(_) => "map",
            C::Match(_) => "match",
            C::Memscope(_) => "memscope",
            C::Mergeable => "mergeable",
            C::Message(_) => "message",
            C::NoOpenmp => "no_openmp",
            C::NoOpenmpRoutines => "no_openmp_routines",
            C::NoParallelism => "no_parallelism",
            C::Nocontext(_) => "nocontext",
            C::Nogroup => "nogroup",
            C::Nontemporal(_) => "nontemporal",
            C::Notinbranch => "notinbranch",
            C::Novariants(_) => "novariants",
            C::Nowait(_) => "nowait",
            C::NumTasks { .. } => "num_tasks",
            C::NumTeams { .. } => "num_teams",
            C::NumThreads { .. } => "num_threads",
            C::Order { .. } => "order",
            C::Ordered(_) => "ordered",
            C::Otherwise(_) => "otherwise",
            C::Partial(_) => "partial",
            C::Permutation(_) => "permutation",
            C::Priority(_) => "priority",
            C::Private(_) => "private",
            C::ProcBind(_) => "proc_bind",
            C::Read => "read",
            C::Reduction { .. } => "reduction",
            C::Relaxed => "relaxed",
            C::Release => "release",
            C::ReverseOffload => "reverse_offload",
            C::Safelen(_) => "safelen",
            C::Safesync(_) => "safesync",
            C::Schedule { .. } => "schedule",
            C::SelfMaps => "self_maps",
            C::SeqCst => "seq_cst",
            C::Severity { .. } => "severity",
            C::Shared(_) => "shared",
            C::Simd => "simd",
            C::Simdlen(_) => "simdlen",
            C::Sizes(_) => "sizes",
            C::TaskReduction { .. } => "task_reduction",
            C::ThreadLimit(_) => "thread_limit",
            C::Threads => "threads",
            C::To(_) => "to",
            C::Transparent(_) => "transparent",
            C::UnifiedAddress => "unified_address",
            C::UnifiedSharedMemory => "unified_shared_memory",
            C::Uniform(_) => "uniform",
            C::Untied => "untied",
            C::Update | C::UpdateDepobj(_) => "update",
            C::Use(_) => "use",
            C::UseDeviceAddr(_) => "use_device_addr",
            C::UseDevicePtr(_) => "use_device_ptr",
            C::UsesAllocators(_) => "uses_allocators",
            C::Weak => "weak",
            C::When(_) => "when",
            C::Write => "write",
        }
    }
}

impl MapKind {
    pub fn name(self) -> &'static str {
        match self {
            MapKind::To => "to",
            MapKind::From => "from",
            MapKind::Tofrom => "tofrom",
            MapKind::Alloc => "alloc",
            MapKind::Storage => "storage",
            MapKind::Release => "release",
            MapKind::Delete => "delete",
        }
    }
}

impl ReductionModifier {
    pub fn name(self) -> &'static str {
        match self {
            ReductionModifier::Inscan => "inscan",
            ReductionModifier::Task => "task",
            ReductionModifier::Default => "default",
        }
    }
}

impl MemoryOrder {
    pub fn name(self) -> &'static str {
        match self {
            MemoryOrder::SeqCst => "seq_cst",
            MemoryOrder::AcqRel => "acq_rel",
            MemoryOrder::Acquire => "acquire",
            MemoryOrder::Release => "release",
            MemoryOrder::Relaxed => "relaxed",
        }
    }
}

impl DefaultSharing {
    pub fn name(self) -> &'static str {
        match self {
            DefaultSharing::Shared => "shared",
            DefaultSharing::None => "none",
            DefaultSharing::Private => "private",
            DefaultSharing::Firstprivate => "firstprivate",
        }
    }
}

impl DefaultmapBehavior {
    pub fn name(self) -> &'static str {
        match self {
            DefaultmapBehavior::Alloc => "alloc",
            DefaultmapBehavior::Storage => "storage",
            DefaultmapBehavior::To => "to",
            DefaultmapBehavior::From => "from",
            DefaultmapBehavior::Tofrom => "tofrom",
            DefaultmapBehavior::Firstprivate => "firstprivate",
            DefaultmapBehavior::Private => "private",
            DefaultmapBehavior::None => "none",
            DefaultmapBehavior::Default => "default",
            DefaultmapBehavior::Present => "present",
            DefaultmapBehavior::SelfMap => "self",
        }
    }
}

impl ScheduleKind {
    pub fn name(self) -> &'static str {
        match self {
            ScheduleKind::Static => "static",
            ScheduleKind::Dynamic => "dynamic",
            ScheduleKind::Guided => "guided",
            ScheduleKind::Auto => "auto",
            ScheduleKind::Runtime => "runtime",
        }
    }
}

impl VariableCategory {
    /// None for all variables: then no category is written.
    pub fn name(self) -> Option<&'static str> {
        match self {
            VariableCategory::All => None,
            VariableCategory::Scalar => Some("scalar"),
            VariableCategory::Aggregate => Some("aggregate"),
            VariableCategory::Pointer => Some("pointer"),
        }
    }
}

impl<E> DependKind<E> {
    pub fn name(&self) -> &'static str {
        match self {
            DependKind::In => "in",
            DependKind::Out => "out",
            DependKind::Inout => "inout",
            DependKind::Mutexinoutset => "mutexinoutset",
            DependKind::Inoutset => "inoutset",
            DependKind::Depobj => "depobj",
            DependKind::Source => "source",
            DependKind::Sink(_) => "sink",
        }
    }
}
