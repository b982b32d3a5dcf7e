//! Statements.

use super::{AliasId, ConstructId, EnumId, ExprId, RecordId, StmtId, VarId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    /// From the first to the last token of the statement, its sub-statements included.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Null,
    Expr(ExprId),
    /// One declaration; the initialisers stand in the variables.
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
    /// An OpenMP construct; its structured block hangs in the construct.
    Omp(ConstructId),
    /// `asm` with instructions: as written.
    Asm {
        text: String,
    },
    /// `asm` without instructions: the compiler keeps no value of memory in a register across it.
    CompilerBarrier,
}

/// What a declaration statement declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decl {
    Var(VarId),
    Record(RecordId),
    Enum(EnumId),
    Alias(AliasId),
}
