//! The typed program: what `sema` makes, what `analyze` reads, what `emit` prints.
//!
//! Everything lives in arenas of [`Program`] and refers to other things by id, so that facts can
//! stand beside the tree, indexed by the same ids. Types are C's; every conversion that C makes
//! implicitly stands as an [`ExprKind::Convert`]. No lang-c type appears here.

pub mod atomics;
pub mod constants;
pub mod expr;
pub mod literals;
pub mod loops;
pub mod nests;
pub mod omp;
pub mod print;
pub mod spell;
pub mod stmt;
pub mod ty;
pub mod vla;
pub mod walk;

pub use expr::*;
pub use loops::*;
pub use omp::*;
pub use stmt::*;
pub use ty::*;
pub use vla::*;

use crate::source::Span;
use la_arena::{Arena, Idx};

pub type TypeId = Idx<Type>;
pub type RecordId = Idx<Record>;
pub type EnumId = Idx<Enum>;
pub type AliasId = Idx<Alias>;
pub type VarId = Idx<Var>;
pub type FuncId = Idx<Func>;
pub type ExprId = Idx<Expr>;
pub type StmtId = Idx<Stmt>;
pub type ConstructId = Idx<Construct>;
pub type ReductionId = Idx<UserReduction>;
pub type MapperId = Idx<Mapper>;

/// One translation unit.
#[derive(Default, Debug)]
pub struct Program {
    pub types: Types,
    pub records: Arena<Record>,
    pub enums: Arena<Enum>,
    pub aliases: Arena<Alias>,
    pub vars: Arena<Var>,
    pub funcs: Arena<Func>,
    pub exprs: Arena<Expr>,
    pub stmts: Arena<Stmt>,
    /// Executable OpenMP constructs, in the order of the text.
    pub constructs: Arena<Construct>,
    /// Declarations at file scope in the order of the text: what `emit` copies it copies in this order.
    pub items: Vec<Item>,
    /// `requires` clauses seen in this unit.
    pub requires: Requires,
    /// `declare reduction`, one for each type named.
    pub reductions: Arena<UserReduction>,
    /// `declare mapper`.
    pub mappers: Arena<Mapper>,
    /// The C of expressions that mappers made, by raw id: they stand nowhere in the text.
    pub spelled: std::collections::BTreeMap<u32, String>,
    /// `declare variant`.
    pub variants: Vec<Variant>,
    /// `allocate` directives.
    pub allocations: Vec<Allocation>,
    /// Extents of type names of the host's that may have changed where device code uses the names.
    pub stale_extents: Vec<ExprId>,
    /// Loop nests that directives have changed.
    pub loops: Loops,
}

/// A declaration at file scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    Record(RecordId),
    Enum(EnumId),
    Alias(AliasId),
    Var(VarId),
    Func(FuncId),
}

/// `requires` (5.2, 8.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Requires {
    pub unified_address: Option<Span>,
    pub unified_shared_memory: Option<Span>,
    pub reverse_offload: Option<Span>,
    pub dynamic_allocators: Option<Span>,
    /// 6.0 `self_maps`.
    pub self_maps: Option<Span>,
    pub atomic_default_mem_order: Option<crate::omp::MemoryOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Block scope, automatic (also `register`).
    Auto,
    Param,
    /// Block scope, `static`.
    StaticLocal,
    /// File scope, `static`.
    StaticGlobal,
    /// File scope with external linkage, defined or tentatively defined here.
    Global,
    /// `extern`, not defined here.
    Extern,
}

impl Storage {
    pub fn is_local(self) -> bool {
        matches!(self, Storage::Auto | Storage::Param)
    }
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    /// With the qualifiers of the declaration; an array parameter is a pointer already.
    pub ty: QualType,
    pub storage: Storage,
    pub init: Option<Init>,
    /// The declarator in the text.
    pub span: Span,
    /// The function it is local to.
    pub func: Option<FuncId>,
    /// `declare target` (5.2, 7.8.1) or `threadprivate`.
    pub declare_target: Option<DeclareTarget>,
    pub threadprivate: bool,
    /// Declared `register`.
    pub register: bool,
    /// Bound to a register of the host by `asm`.
    pub pinned: bool,
    /// `_Alignas` or `aligned` attribute, in bytes, where it was given.
    pub align: Option<u32>,
    /// Declared in a system header.
    pub system: bool,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// A weak symbol of the linker's: a definition in another file takes the place of the one here.
    pub weak: bool,
    /// A file-scope attribute that device code cannot honour (`alias`), as written.
    pub odd_attribute: Option<String>,
    /// A constant of the translator's that keeps an extent (`sema/extents.rs`).
    pub extent: bool,
    /// Such a value, which the host computes and passes: what it is of.
    pub extent_of: Option<ExtentOf>,
}

/// An extent of an array that the host declares.
#[derive(Clone, Copy, Debug)]
pub struct ExtentOf {
    pub var: VarId,
    /// How often the variable must be indexed to have an array of so many.
    pub depth: usize,
    /// The extent as it is written.
    pub written: ExprId,
}

#[derive(Clone, Debug)]
pub struct Func {
    pub name: String,
    pub ret: QualType,
    pub params: Vec<VarId>,
    pub variadic: bool,
    /// `f(void)` or with parameters, as against `f()`.
    pub prototyped: bool,
    /// The body's block; none where it is only declared, or its body was not needed and not read.
    pub body: Option<StmtId>,
    pub is_static: bool,
    pub is_inline: bool,
    pub span: Span,
    /// Declared in a system header.
    pub system: bool,
    pub declare_target: Option<DeclareTarget>,
    /// `declare simd` was seen (accepted, without effect).
    pub declare_simd: bool,
    /// A weak symbol of the linker's: a definition in another file takes the place of the one here.
    pub weak: bool,
    /// A file-scope attribute that device code cannot honour (`constructor`, `ifunc`, ...), as written.
    pub odd_attribute: Option<String>,
    /// GNU C's nested function, whose body is the host's alone.
    pub nested: bool,
}

/// How `declare target` names an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclareTarget {
    pub kind: DeclareTargetKind,
    pub device_type: DeviceType,
    pub indirect: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclareTargetKind {
    /// `enter` or `to`, or between `begin declare target` and its end.
    Enter,
    Link,
    /// `local` (6.0).
    Local,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DeviceType {
    #[default]
    Any,
    Host,
    NoHost,
}

impl Program {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id]
    }

    /// The function that a call names; none where it calls through a pointer.
    pub fn callee(&self, callee: ExprId) -> Option<FuncId> {
        match self.expr(callee).kind {
            ExprKind::Func(func) => Some(func),
            ExprKind::Convert { arg, .. } | ExprKind::AddrOf(arg) | ExprKind::Deref(arg) => {
                self.callee(arg)
            }
            _ => None,
        }
    }

    /// The function that a call names directly: not one that a cast makes another type's.
    pub fn direct_callee(&self, callee: ExprId) -> Option<FuncId> {
        match self.expr(callee).kind {
            ExprKind::Func(func) => Some(func),
            ExprKind::Convert {
                arg,
                why: Conversion::FunctionDecay,
            } => self.direct_callee(arg),
            ExprKind::Deref(arg) => self.direct_callee(arg),
            _ => None,
        }
    }

    /// The constructs whose structured blocks or loop nests hold `construct`, from the inside out. A construct in
    /// whose place a loop transformation has put other loops holds nothing any more.
    pub fn enclosing(&self, construct: &Construct) -> impl Iterator<Item = ConstructId> + '_ {
        let chain = std::iter::successors(construct.parent, |&id| self.constructs[id].parent);
        chain.filter(|&id| self.constructs[id].body.is_some())
    }

    /// The constructs of [`Program::enclosing`] themselves.
    pub fn around(&self, construct: &Construct) -> impl Iterator<Item = &Construct> {
        self.enclosing(construct).map(|id| &self.constructs[id])
    }

    /// The type of an expression with aliases and qualifiers removed.
    pub fn type_of(&self, id: ExprId) -> &Type {
        self.types.resolve(self.exprs[id].ty.id)
    }
}
