//! Statements.

use super::{AliasId, ConstructId, EnumId, ExprId, RecordId, StmtId, VarId};
use crate::source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// From the first to the last token of the statement, its sub-statements included.
    pub span: Span,
}

/// The statements of C, and OpenMP constructs. Sub-statements are ids of other statements.
#[derive(Clone, Debug)]
#[expect(
    missing_docs,
    reason = "variants and fields are named after the parts of C's statements"
)]
pub enum StmtKind {
    Null,
    Expr(ExprId),
    /// A declaration statement; the initialisers stand in the variables.
    Decl(Vec<Decl>),
    Block(Vec<StmtId>),
    If {
        cond: ExprId,
        then: StmtId,
        other: Option<StmtId>,
    },
    While {
        cond: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
    },
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch {
        cond: ExprId,
        body: StmtId,
    },
    /// `case lo:` or GNU `case lo ... hi:`.
    Case {
        lo: ExprId,
        hi: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        name: String,
        body: StmtId,
    },
    Goto {
        name: String,
    },
    Break,
    Continue,
    Return(Option<ExprId>),
    /// An OpenMP construct; its structured block is the construct's `body`.
    Omp(ConstructId),
    /// A device construct in a function that devices execute, too: none gets beyond it. Its region is not among the
    /// function's statements.
    DeviceConstruct(ConstructId),
    /// `asm` with instructions, as written.
    Asm {
        text: String,
    },
    /// `asm` without instructions: the compiler keeps no value of memory in a register across it.
    CompilerBarrier,
}

/// What a declaration statement declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant holds the declared entity")]
pub enum Decl {
    Var(VarId),
    Record(RecordId),
    Enum(EnumId),
    Alias(AliasId),
}
