//! Expressions. Each has its C type; lvalue-ness follows from the kind.

use super::{EnumId, ExprId, FuncId, QualType, StmtId, TypeId, VarId};
use crate::source::Span;

/// An expression of the program.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are what their types say")]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: QualType,
    pub span: Span,
}

/// Why an index into a vector of the compiler's own is no device code.
pub const VECTOR_ELEMENT: &str = "an element of a vector, which a GPU does not have";

/// What an expression is. Operands are ids of other expressions.
#[derive(Clone, Debug)]
#[expect(
    missing_docs,
    reason = "variants and fields are named after the parts of C's expressions"
)]
pub enum ExprKind {
    /// An integer or character constant. `text` is as written (`0x10u`, `'a'`); its value fits the type.
    Int {
        value: i128,
        text: String,
    },
    /// A floating constant as written (suffix included).
    Float {
        value: f64,
        text: String,
    },
    /// An imaginary constant as written (`2.0fi`), of complex type.
    Imaginary {
        text: String,
    },
    /// A string literal, as written, adjacent ones apart (`"a" "b"`); type is array of char.
    Str {
        text: String,
    },
    Var(VarId),
    Func(FuncId),
    /// An enumeration constant: `index` is its place in its enumeration. In C it has type int, or a wider one where
    /// it needs that.
    EnumConst {
        of: EnumId,
        index: usize,
    },
    Unary {
        op: UnOp,
        arg: ExprId,
    },
    Binary {
        op: BinOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `lhs = rhs`; `rhs` is converted to the type of `lhs`.
    Assign {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `lhs op= rhs`. C computes `(compute)lhs op rhs` and converts back to the type of `lhs`.
    CompoundAssign {
        op: BinOp,
        lhs: ExprId,
        rhs: ExprId,
        compute: TypeId,
    },
    /// `++x`, `x--` ...
    IncDec {
        arg: ExprId,
        increment: bool,
        postfix: bool,
    },
    /// `c ? a : b`; `yes` absent for GNU `c ?: b`.
    Cond {
        cond: ExprId,
        yes: Option<ExprId>,
        no: ExprId,
    },
    Comma {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `callee` is a `Func` reference or an expression of function-pointer type. Arguments are
    /// converted to the parameters' types (or promoted, where there is no prototype).
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    /// `base[index]` with `base` of pointer type (an array stands under a decay) and `index` an integer.
    Index {
        base: ExprId,
        index: ExprId,
    },
    /// `base.field`, or `base->field` when `arrow`. `path` has the indices from the outer record through anonymous
    /// members to the field. A complex number has the members `re` and `im`.
    Member {
        base: ExprId,
        arrow: bool,
        name: String,
        path: Vec<usize>,
    },
    Deref(ExprId),
    AddrOf(ExprId),
    /// A conversion to the expression's own type.
    Convert {
        arg: ExprId,
        why: Conversion,
    },
    /// `sizeof` or `_Alignof` of a type or expression; `value` is none where it is not constant (a VLA).
    SizeOf {
        measure: Measure,
        of: QualType,
        value: Option<u64>,
        text: String,
        /// Where a declarator writes the extents of `of`: that of the object, or of the type name.
        declarator: Option<Span>,
    },
    /// `offsetof(T, member)`.
    OffsetOf {
        value: u64,
        text: String,
    },
    CompoundLiteral {
        init: Init,
    },
    /// GNU `({ ... })`: the block; its value is the last expression statement's.
    StmtExpr(StmtId),
    /// What is valid C and has no form in device code: `text` as written, and `why` ([`VECTOR_ELEMENT`] is one).
    Opaque {
        text: String,
        why: String,
    },
}

impl ExprKind {
    /// Whether evaluating it does, or may do, more than to compute a value; its operands aside.
    pub fn has_effect(&self) -> bool {
        matches!(
            self,
            ExprKind::Assign { .. }
                | ExprKind::CompoundAssign { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Call { .. }
                | ExprKind::StmtExpr(_)
                | ExprKind::Opaque { .. }
        )
    }
}

/// Why a conversion stands in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The user wrote a cast.
    Cast,
    /// C converts implicitly: usual arithmetic conversions, assignment, argument passing, return, initialisation.
    Implicit,
    /// Array to pointer to its first element.
    ArrayDecay,
    /// Function to pointer.
    FunctionDecay,
}

/// The unary operators that have a value and no other effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "variants are C's operators")]
pub enum UnOp {
    Plus,
    Neg,
    BitNot,
    Not,
}

/// The binary operators, those of compound assignments too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "variants are C's operators")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl BinOp {
    /// The operator as C writes it.
    pub fn spelling(self) -> &'static str {
        use BinOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            Lt => "<",
            Gt => ">",
            Le => "<=",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
            BitAnd => "&",
            BitXor => "^",
            BitOr => "|",
            And => "&&",
            Or => "||",
        }
    }

    /// Whether the result is a truth value: 0 or 1.
    pub fn is_comparison(self) -> bool {
        use BinOp::*;
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne)
    }
}

/// An initialiser, already matched against the type that it initialises (C11, 6.7.9): designators
/// are resolved, braces that C lets one elide are there, what is not mentioned is zero.
#[derive(Clone, Debug)]
pub enum Init {
    /// A scalar, or a record or array copied whole (a string literal for a char array too).
    Expr(ExprId),
    /// For an array or a record: elements by index (array index, or field index), ascending, later
    /// overrides applied; the rest is zero. A union has at most one.
    List(Vec<(u64, Init)>),
}

/// What `ExprKind::SizeOf` asks of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// `sizeof`.
    Size,
    /// `_Alignof`.
    Alignment,
}
