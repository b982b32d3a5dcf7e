//! Directives and their arguments.

use super::{Clause, ExprText, ItemText, ReductionOp};
use crate::source::Span;

/// A leaf directive: combined and composite directives consist of them (5.2, 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaf {
    Target,
    Teams,
    Distribute,
    Parallel,
    For,
    Sections,
    Single,
    Masked,
    /// Deprecated spelling of `masked`.
    Master,
    Simd,
    Loop,
    Task,
    Taskloop,
    Scope,
    Workshare,
}

/// Which directive a pragma is. Combined and composite ones are a list of leaves, outermost first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DirectiveKind {
    /// One leaf or several: `target teams distribute parallel for simd`.
    Construct(Vec<Leaf>),
    TargetData,
    TargetEnterData,
    TargetExitData,
    TargetUpdate,
    Section,
    Critical,
    Barrier,
    Taskwait,
    Taskyield,
    Taskgroup,
    Atomic,
    Flush,
    /// `ordered` with a block.
    Ordered,
    /// `ordered` with `depend` or `doacross`: stand-alone.
    OrderedDoacross,
    Cancel,
    CancellationPoint,
    Scan,
    Depobj,
    Interop,
    Dispatch,
    Tile,
    Unroll,
    /// 6.0 loop transformations.
    Interchange,
    Reverse,
    Fuse,
    Error,
    Nothing,
    Metadirective,
    BeginMetadirective,
    EndMetadirective,
    Assume,
    // Declarative and informational.
    Assumes,
    BeginAssumes,
    EndAssumes,
    Requires,
    Threadprivate,
    /// As a directive at block or file scope.
    Allocate,
    /// `allocators` (Fortran's block form has no C; kept so that it gets its own message).
    Allocators,
    DeclareTarget,
    BeginDeclareTarget,
    EndDeclareTarget,
    DeclareSimd,
    DeclareReduction,
    DeclareMapper,
    DeclareVariant,
    BeginDeclareVariant,
    EndDeclareVariant,
    /// 6.0 `groupprivate`.
    Groupprivate,
}

impl DirectiveKind {
    /// The leaves of a construct, outermost first; none of other directives.
    pub fn leaves(&self) -> &[Leaf] {
        match self {
            DirectiveKind::Construct(leaves) => leaves,
            _ => &[],
        }
    }

    /// Whether the leaf is one of the construct.
    pub fn has(&self, leaf: Leaf) -> bool {
        self.leaves().contains(&leaf)
    }
}

/// A parsed directive.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    pub kind: DirectiveKind,
    pub args: DirectiveArgs<ExprText, ItemText>,
    pub clauses: Vec<Clause<ExprText, ItemText>>,
    /// The pragma's line in the preprocessed text, from `#` to its last token.
    pub span: Span,
    /// The directive's name within it.
    pub name_span: Span,
}

/// The arguments in parentheses behind a directive's name (5.2, 3.1); `cancel` has its construct as one, too.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum DirectiveArgs<E, I> {
    #[default]
    None,
    /// `critical(name)`.
    Name(String, Span),
    /// `flush(list)`, `threadprivate(list)`, `allocate(list)`, `declare target(list)`, `groupprivate(list)`.
    List(Vec<I>),
    /// `depobj(o)`.
    Object(I),
    /// `cancel` and `cancellation point`: which construct.
    Cancels(Leaf, Span),
    /// `cancel taskgroup`.
    CancelsTaskgroup(Span),
    /// `declare reduction(id : types : combiner)`. Types and combiner as written.
    Reduction {
        id: ReductionOp,
        types: Vec<E>,
        combiner: Option<E>,
    },
    /// `declare mapper([id :] type var)`.
    Mapper { id: Option<String>, declaration: E },
    /// `declare variant(f)`, `declare simd(f)`.
    Function(E),
}
