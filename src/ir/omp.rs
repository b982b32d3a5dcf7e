//! OpenMP constructs with resolved clauses. The clause types themselves are `omp`'s, here filled
//! with expression ids and resolved list items.

use super::{ExprId, FuncId, QualType, StmtId, VarId};
use crate::omp;
use crate::source::Span;

/// A clause whose expressions and list items are resolved in the scope of the construct.
pub type Clause = omp::Clause<ExprId, ListItem>;

/// An executable directive in the text, combined ones as one construct with several leaves.
#[derive(Clone, Debug)]
pub struct Construct {
    pub directive: omp::DirectiveKind,
    pub clauses: Vec<Clause>,
    /// Critical's name, flush's list, `ordered`'s and `depobj`'s arguments.
    pub args: omp::DirectiveArgs<ExprId, ListItem>,
    /// The structured block or loop nest; none for a stand-alone directive.
    pub body: Option<StmtId>,
    /// The pragma's line, from `#` to its end.
    pub pragma: Span,
    /// The function that holds it.
    pub func: FuncId,
}

/// A list item (5.2, 3.2.1): a variable or part of one.
#[derive(Clone, Debug)]
pub struct ListItem {
    pub span: Span,
    /// As the user wrote it, for messages and for the host text.
    pub text: String,
    pub kind: ItemKind,
}

#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A whole variable.
    Var(VarId),
    /// A function (`declare target`, `declare variant` lists).
    Func(FuncId),
    /// Part of a variable: a section, an element, a member, or what a pointer points at.
    Part {
        /// The variable the expression starts from, where it starts from one.
        root: Option<VarId>,
        /// The lvalue without the trailing array section: `s.p` in `s.p[0:n]`, `a` in `a[1:3][0:m]`.
        base: ExprId,
        /// The section's dimensions, outermost first; an index `[i]` in a section has length one.
        /// Empty when the item is an element, member or `*p` named by `base` alone.
        dims: Vec<SectionDim>,
        /// Type of one element past all dimensions.
        elem: QualType,
    },
    /// `omp_all_memory`, or a name that stands for itself (an allocator, a mapper).
    Word(String),
}

/// `[lower : length : stride]` of an array section (5.2, 3.2.5).
#[derive(Clone, Debug)]
pub struct SectionDim {
    /// None: 0.
    pub lower: Option<ExprId>,
    /// None: up to the end of the array dimension.
    pub length: Option<ExprId>,
    pub stride: Option<ExprId>,
    /// The number of elements in this dimension where the type says it (an array, not a pointer).
    pub extent: Option<super::ArrayLen>,
    /// It was `[i]` rather than `[i:1]`.
    pub is_index: bool,
}

impl ListItem {
    /// The variable that the item is, or starts from.
    pub fn var(&self) -> Option<VarId> {
        match &self.kind {
            ItemKind::Var(var) => Some(*var),
            ItemKind::Part { root, .. } => *root,
            _ => None,
        }
    }
}
