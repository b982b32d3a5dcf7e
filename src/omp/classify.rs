//! What kind of thing a directive is, its name, and where OpenMP 5.2 describes it.
//!
//! Computes from a [`DirectiveKind`] alone. Must not know clauses' arguments, nor the text.

use super::ast::*;

impl Leaf {
    pub const ALL: [Leaf; 15] = [
        Leaf::Target,
        Leaf::Teams,
        Leaf::Distribute,
        Leaf::Parallel,
        Leaf::For,
        Leaf::Sections,
        Leaf::Single,
        Leaf::Masked,
        Leaf::Master,
        Leaf::Simd,
        Leaf::Loop,
        Leaf::Task,
        Leaf::Taskloop,
        Leaf::Scope,
        Leaf::Workshare,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Leaf::Target => "target",
            Leaf::Teams => "teams",
            Leaf::Distribute => "distribute",
            Leaf::Parallel => "parallel",
            Leaf::For => "for",
            Leaf::Sections => "sections",
            Leaf::Single => "single",
            Leaf::Masked => "masked",
            Leaf::Master => "master",
            Leaf::Simd => "simd",
            Leaf::Loop => "loop",
            Leaf::Task => "task",
            Leaf::Taskloop => "taskloop",
            Leaf::Scope => "scope",
            Leaf::Workshare => "workshare",
        }
    }

    pub fn of_name(name: &str) -> Option<Leaf> {
        Leaf::ALL.into_iter().find(|leaf| leaf.name() == name)
    }

    /// It is written in front of a loop nest.
    pub fn is_loop_associated(self) -> bool {
        matches!(
            self,
            Leaf::Distribute | Leaf::For | Leaf::Simd | Leaf::Loop | Leaf::Taskloop
        )
    }

    /// A worksharing construct: its iterations, sections or block are shared out among the threads
    /// of a team (5.2, 11). `loop` counts too when it binds to a parallel region.
    pub fn is_worksharing(self) -> bool {
        matches!(
            self,
            Leaf::For | Leaf::Sections | Leaf::Single | Leaf::Scope | Leaf::Workshare
        )
    }

    /// The section of OpenMP 5.2 that describes it.
    pub fn section(self) -> &'static str {
        match self {
            Leaf::Target => "13.8",
            Leaf::Teams => "10.2",
            Leaf::Distribute => "11.6",
            Leaf::Parallel => "10.1",
            Leaf::For => "11.5.1",
            Leaf::Sections => "11.3",
            Leaf::Single => "11.1",
            Leaf::Masked | Leaf::Master => "10.5",
            Leaf::Simd => "10.4",
            Leaf::Loop => "11.7",
            Leaf::Task => "12.5",
            Leaf::Taskloop => "12.6",
            Leaf::Scope => "11.2",
            Leaf::Workshare => "11.4",
        }
    }
}

impl DirectiveKind {
    /// Every directive that is no construct of leaves, in the order of the type.
    pub const SIMPLE: [DirectiveKind; 48] = {
        use DirectiveKind as D;
        [
            D::TargetData,
            D::TargetEnterData,
            D::TargetExitData,
            D::TargetUpdate,
            D::Section,
            D::Critical,
            D::Barrier,
            D::Taskwait,
            D::Taskyield,
            D::Taskgroup,
            D::Atomic,
            D::Flush,
            D::Ordered,
            D::OrderedDoacross,
            D::Cancel,
            D::CancellationPoint,
            D::Scan,
            D::Depobj,
            D::Interop,
            D::Dispatch,
            D::Tile,
            D::Unroll,
            D::Interchange,
            D::Reverse,
            D::Fuse,
            D::Error,
            D::Nothing,
            D::Metadirective,
            D::BeginMetadirective,
            D::EndMetadirective,
            D::Assume,
            D::Assumes,
            D::BeginAssumes,
            D::EndAssumes,
            D::Requires,
            D::Threadprivate,
            D::Allocate,
            D::Allocators,
            D::DeclareTarget,
            D::BeginDeclareTarget,
            D::EndDeclareTarget,
            D::DeclareSimd,
            D::DeclareReduction,
            D::DeclareMapper,
            D::DeclareVariant,
            D::BeginDeclareVariant,
            D::EndDeclareVariant,
            D::Groupprivate,
        ]
    };

    /// The canonical spelling: `target teams distribute parallel for`.
    pub fn name(&self) -> String {
        match self {
            DirectiveKind::Construct(leaves) => {
                let names: Vec<_> = leaves.iter().map(|leaf| leaf.name()).collect();
                names.join(" ")
            }
            simple => simple.fixed_name().to_string(),
        }
    }

    /// The spelling of a directive that is no construct of leaves; empty for one that is.
    pub fn fixed_name(&self) -> &'static str {
        use DirectiveKind as D;
        match self {
            D::Construct(_) => "",
            D::TargetData => "target data",
            D::TargetEnterData => "target enter data",
            D::TargetExitData => "target exit data",
            D::TargetUpdate => "target update",
            D::Section => "section",
            D::Critical => "critical",
            D::Barrier => "barrier",
            D::Taskwait => "taskwait",
            D::Taskyield => "taskyield",
            D::Taskgroup => "taskgroup",
            D::Atomic => "atomic",
            D::Flush => "flush",
            D::Ordered | D::OrderedDoacross => "ordered",
            D::Cancel => "cancel",
            D::CancellationPoint => "cancellation point",
            D::Scan => "scan",
            D::Depobj => "depobj",
            D::Interop => "interop",
            D::Dispatch => "dispatch",
            D::Tile => "tile",
            D::Unroll => "unroll",
            D::Interchange => "interchange",
            D::Reverse => "reverse",
            D::Fuse => "fuse",
            D::Error => "error",
            D::Nothing => "nothing",
            D::Metadirective => "metadirective",
            D::BeginMetadirective => "begin metadirective",
            D::EndMetadirective => "end metadirective",
            D::Assume => "assume",
            D::Assumes => "assumes",
            D::BeginAssumes => "begin assumes",
            D::EndAssumes => "end assumes",
            D::Requires => "requires",
            D::Threadprivate => "threadprivate",
            D::Allocate => "allocate",
            D::Allocators => "allocators",
            D::DeclareTarget => "declare target",
            D::BeginDeclareTarget => "begin declare target",
            D::EndDeclareTarget => "end declare target",
            D::DeclareSimd => "declare simd",
            D::DeclareReduction => "declare reduction",
            D::DeclareMapper => "declare mapper",
            D::DeclareVariant => "declare variant",
            D::BeginDeclareVariant => "begin declare variant",
            D::EndDeclareVariant => "end declare variant",
            D::Groupprivate => "groupprivate",
        }
    }

    /// It is no statement: it speaks of declarations or of the whole file, and stands where a
    /// declaration may stand (5.2, 3.1: declarative and informational directives).
    ///
    /// `error at(compilation)`, `nothing` and `metadirective` may stand anywhere; they count as
    /// executable here, and the front end decides by their place.
    pub fn is_declarative(&self) -> bool {
        use DirectiveKind as D;
        matches!(
            self,
            D::Assumes
                | D::BeginAssumes
                | D::EndAssumes
                | D::Requires
                | D::Threadprivate
                | D::Allocate
                | D::DeclareTarget
                | D::BeginDeclareTarget
                | D::EndDeclareTarget
                | D::DeclareSimd
                | D::DeclareReduction
                | D::DeclareMapper
                | D::DeclareVariant
                | D::BeginDeclareVariant
                | D::EndDeclareVariant
                | D::Groupprivate
        )
    }

    /// An executable directive that no statement belongs to (5.2, 3.1). The clauses matter for
    /// `ordered` where the caller built the kind by hand; the parser tells the two apart. What a
    /// `metadirective` is depends on what it selects: it is none of the three.
    pub fn is_standalone<E, I>(&self, clauses: &[Clause<E, I>]) -> bool {
        use DirectiveKind as D;
        match self {
            D::TargetEnterData
            | D::TargetExitData
            | D::TargetUpdate
            | D::Barrier
            | D::Taskwait
            | D::Taskyield
            | D::Flush
            | D::OrderedDoacross
            | D::Cancel
            | D::CancellationPoint
            | D::Scan
            | D::Depobj
            | D::Interop
            | D::Error
            | D::Nothing
            | D::BeginMetadirective
            | D::EndMetadirective => true,
            D::Ordered => clauses.iter().any(|clause| {
                matches!(
                    clause.kind,
                    ClauseKind::Depend { .. } | ClauseKind::Doacross { .. }
                )
            }),
            _ => false,
        }
    }

    /// The statement that belongs to it is a loop nest in canonical form (5.2, 4.4).
    pub fn is_loop_associated(&self) -> bool {
        use DirectiveKind as D;
        match self {
            D::Construct(leaves) => leaves.last().is_some_and(|leaf| leaf.is_loop_associated()),
            D::Tile | D::Unroll | D::Interchange | D::Reverse => true,
            // `fuse` belongs to a block of loops.
            _ => false,
        }
    }

    /// The statement that belongs to it is a structured block (5.2, 3.1), not a loop nest.
    pub fn is_block_associated(&self) -> bool {
        use DirectiveKind as D;
        match self {
            D::Construct(_) => !self.is_loop_associated(),
            D::TargetData
            | D::Section
            | D::Critical
            | D::Taskgroup
            | D::Atomic
            | D::Ordered
            | D::Dispatch
            | D::Fuse
            | D::Assume
            | D::Allocators => true,
            _ => false,
        }
    }

    /// The section of OpenMP 5.2 that describes it; of 6.0 where 5.2 has none.
    pub fn section(&self) -> &'static str {
        use DirectiveKind as D;
        match self {
            D::Construct(leaves) => match leaves.as_slice() {
                [leaf] => leaf.section(),
                _ => "17",
            },
            D::TargetData => "13.5",
            D::TargetEnterData => "13.6",
            D::TargetExitData => "13.7",
            D::TargetUpdate => "13.9",
            D::Section => "11.3.1",
            D::Critical => "15.2",
            D::Barrier => "15.3.1",
            D::Taskwait => "15.5",
            D::Taskyield => "12.7",
            D::Taskgroup => "15.4",
            D::Atomic => "15.8.4",
            D::Flush => "15.8.5",
            D::OrderedDoacross => "15.10.1",
            D::Ordered => "15.10.2",
            D::Cancel => "16.1",
            D::CancellationPoint => "16.2",
            D::Scan => "5.6",
            D::Depobj => "15.9.4",
            D::Interop => "14.1",
            D::Dispatch => "7.6",
            D::Tile => "9.1",
            D::Unroll => "9.2",
            D::Interchange => "6.0, 11.4",
            D::Reverse => "6.0, 11.5",
            D::Fuse => "6.0, 11.3",
            D::Error => "8.5",
            D::Nothing => "8.4",
            D::Metadirective => "7.4.3",
            D::BeginMetadirective | D::EndMetadirective => "7.4.4",
            D::Assume => "8.3.3",
            D::Assumes => "8.3.2",
            D::BeginAssumes | D::EndAssumes => "8.3.4",
            D::Requires => "8.2",
            D::Threadprivate => "5.2",
            D::Allocate => "6.5",
            D::Allocators => "6.7",
            D::DeclareTarget => "7.8.1",
            D::BeginDeclareTarget | D::EndDeclareTarget => "7.8.2",
            D::DeclareSimd => "7.7",
            D::DeclareReduction => "5.5.11",
            D::DeclareMapper => "5.8.8",
            D::DeclareVariant => "7.5.4",
            D::BeginDeclareVariant | D::EndDeclareVariant => "7.5.5",
            D::Groupprivate => "6.0, 7.13",
        }
    }
}
