//! How the words in clauses are spelled; clauses themselves stand in `clauses`.
//!
//! Computes from the types alone. Must not know arguments, nor where a clause is allowed.

use super::ast::*;

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
