//! The typed program: what `sema` makes, what `analyze` reads, what `emit` prints.
//!
//! Everything lives in arenas of [`Program`] and refers to other things by id, so that facts can
//! stand beside the tree, indexed by the same ids. Types are C's; every conversion that C makes
//! implicitly stands as an [`ExprKind::Convert`]. No lang-c type appears here.

pub mod arithmetic;
pub mod atomics;
pub mod characters;
pub mod constants;
pub mod device_names;
pub mod expr;
pub mod initialisers;
pub mod kernel_names;
pub mod literals;
pub mod loops;
pub mod lvalues;
pub mod nests;
pub mod omp;
pub mod print;
pub mod spell;
pub mod stmt;
pub mod ty;
pub mod vla;
pub mod walk;

pub use arithmetic::*;
pub use expr::*;
pub use loops::*;
pub use lvalues::*;
pub use omp::*;
pub use stmt::*;
pub use ty::*;
pub use vla::*;

use crate::source::Span;
use la_arena::{Arena, ArenaMap, Idx};
use std::collections::{BTreeMap, BTreeSet};

/// The id of a type.
pub type TypeId = Idx<Type>;
/// The id of a struct or union.
pub type RecordId = Idx<Record>;
/// The id of an enumeration.
pub type EnumId = Idx<Enum>;
/// The id of a typedef.
pub type AliasId = Idx<Alias>;
/// The id of a variable or parameter.
pub type VarId = Idx<Var>;
/// The id of a function.
pub type FuncId = Idx<Func>;
/// The id of an expression.
pub type ExprId = Idx<Expr>;
/// The id of a statement.
pub type StmtId = Idx<Stmt>;
/// The id of an executable OpenMP construct.
pub type ConstructId = Idx<Construct>;
/// The id of a `declare reduction` for one type.
pub type ReductionId = Idx<UserReduction>;
/// The id of a `declare mapper`.
pub type MapperId = Idx<Mapper>;

/// One translation unit.
#[derive(Default, Debug)]
pub struct Program {
    /// The types, interned.
    pub types: Types,
    /// Structs and unions.
    pub records: Arena<Record>,
    /// Enumerations.
    pub enums: Arena<Enum>,
    /// Typedefs.
    pub aliases: Arena<Alias>,
    /// Variables and parameters.
    pub vars: Arena<Var>,
    /// Functions, declared or defined.
    pub funcs: Arena<Func>,
    /// Expressions.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
    /// Executable OpenMP constructs, in the order of the text.
    pub constructs: Arena<Construct>,
    /// Declarations at file scope in the order of the text: what `emit` copies it copies in this order.
    pub items: Vec<Item>,
    /// The places of declarations at file scope, from the first word to the semicolon; function definitions are none.
    pub declarations: Vec<Span>,
    /// `requires` clauses seen in this unit.
    pub requires: Requires,
    /// `declare reduction` directives, an entry for each type that they name.
    pub reductions: Arena<UserReduction>,
    /// `declare mapper` directives.
    pub mappers: Arena<Mapper>,
    /// The C text of expressions that mappers and shapes made: these stand nowhere in the program's text.
    pub spelled: BTreeMap<ExprId, String>,
    /// `declare variant` directives.
    pub variants: Vec<Variant>,
    /// `allocate` directives.
    pub allocations: Vec<Allocation>,
    /// Extents in type names of host code whose values may have changed where device code uses the type names.
    pub stale_extents: Vec<ExprId>,
    /// Variables to which pointers may lead from code of the host that was not read.
    pub exposed: BTreeSet<VarId>,
    /// The pointers that the program declares `restrict`, where their types do not say so any more.
    pub restricted: BTreeSet<VarId>,
    /// The loops that pragmas of other compilers unroll, by the places of their first words, and how many iterations are
    /// to be one: none where the compiler chooses.
    pub unrolled: BTreeMap<u32, Option<u32>>,
    /// Loop nests that `transform` has changed.
    pub loops: Loops,
    /// The indices of designators, `[N - 1] =`, in the order of the text: their places, and their values.
    pub designators: Vec<(Span, u64)>,
}

/// A declaration at file scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant holds the declared entity")]
pub enum Item {
    Record(RecordId),
    Enum(EnumId),
    Alias(AliasId),
    Var(VarId),
    Func(FuncId),
}

/// The clauses of `requires` directives (5.2, 8.2): the place of each one that is given.
#[expect(missing_docs, reason = "the fields are the clauses")]
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

/// Where a variable is declared, and with which storage duration and linkage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Block scope, automatic (also `register`).
    Auto,
    /// A parameter.
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
    /// Whether the variable is automatic, parameters included.
    pub fn is_local(self) -> bool {
        matches!(self, Storage::Auto | Storage::Param)
    }
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name in the text.
    pub name: String,
    /// With the qualifiers of the declaration; an array parameter is a pointer already.
    pub ty: QualType,
    /// Its storage duration and linkage.
    pub storage: Storage,
    /// Its initialiser; none where it has none.
    pub init: Option<Init>,
    /// The place of the declarator in the text.
    pub span: Span,
    /// The function it is local to.
    pub func: Option<FuncId>,
    /// The innermost construct in whose structured block or loop nest it is declared.
    pub construct: Option<ConstructId>,
    /// How a `declare target` directive (5.2, 7.8.1) names it, if one does.
    pub declare_target: Option<DeclareTarget>,
    /// A `threadprivate` directive names it (5.2, 5.2).
    pub threadprivate: bool,
    /// Declared `register`.
    pub register: bool,
    /// The host binds it to a register by `asm`.
    pub pinned: bool,
    /// `{ int n; { extern int n; } }`: where it hides what has its name at file scope, that is named all the same.
    pub hides_named: bool,
    /// At file scope, and not `declare target`: some code of the file may change it.
    pub may_change: bool,
    /// `_Alignas` or `aligned` attribute, in bytes, where it was given.
    pub align: Option<u32>,
    /// Declared in a system header.
    pub system: bool,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// It is a weak symbol: a definition in another file takes the place of the one here.
    pub weak: bool,
    /// A file-scope attribute that device code cannot honour (`alias`), as written.
    pub odd_attribute: Option<String>,
    /// The symbol that an `asm` label gives it on the host.
    pub symbol: Option<String>,
    /// It is a constant that the translator makes to store an extent (`sema/extents.rs`).
    pub extent: bool,
    /// It is the value of an extent that the host computes and passes: which one.
    pub extent_of: Option<ExtentOf>,
}

impl Var {
    /// A variable with automatic storage of which nothing more is known.
    pub fn local(name: String, ty: QualType, span: Span) -> Var {
        Var {
            name,
            ty,
            storage: Storage::Auto,
            init: None,
            span,
            func: None,
            construct: None,
            declare_target: None,
            threadprivate: false,
            register: false,
            pinned: false,
            hides_named: false,
            may_change: false,
            align: None,
            system: false,
            thread_local: false,
            weak: false,
            odd_attribute: None,
            symbol: None,
            extent: false,
            extent_of: None,
        }
    }
}

/// An extent of an array that the host declares.
#[derive(Clone, Copy, Debug)]
pub struct ExtentOf {
    /// The array.
    pub var: VarId,
    /// How many subscripts behind `var` designate the array that has this extent.
    pub depth: usize,
    /// The extent as the declaration has it.
    pub written: ExprId,
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Func {
    /// The name in the text.
    pub name: String,
    /// The type that it returns.
    pub ret: QualType,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// Its parameters end with `...`.
    pub variadic: bool,
    /// `f(void)` or with parameters, as against `f()`.
    pub prototyped: bool,
    /// The body's block; none where it is only declared, or its body was not needed and not read.
    pub body: Option<StmtId>,
    /// It is declared `static`.
    pub is_static: bool,
    /// It is declared `inline`.
    pub is_inline: bool,
    /// Other units may use a definition of it: it is not `static`, and some declaration at file scope is without
    /// `inline` or with `extern` (C11, 6.7.4p7).
    pub is_external: bool,
    /// It is declared `gnu_inline`, which gives `inline` another meaning: a copy in each unit does.
    pub is_gnu_inline: bool,
    /// The place of its declarator in the text.
    pub span: Span,
    /// Declared in a system header.
    pub system: bool,
    /// How a `declare target` directive names it, if one does.
    pub declare_target: Option<DeclareTarget>,
    /// `declare simd` was seen (accepted, without effect).
    pub declare_simd: bool,
    /// It is a weak symbol: a definition in another file takes the place of the one here.
    pub weak: bool,
    /// A file-scope attribute that device code cannot honour (`constructor`, `ifunc`, ...), as written.
    pub odd_attribute: Option<String>,
    /// The attribute `malloc` says that its result leads to storage that nothing else leads to.
    pub allocates: bool,
    /// It is a nested function of GNU C, whose body only the host has.
    pub nested: bool,
    /// This unit defines it, and its body was not needed and not read.
    pub unread: bool,
    /// What it returns, where its body was not needed: results of other functions alone.
    pub results: Option<Results>,
}

/// Results of functions that a function returns, and nothing else but null pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The names of these functions.
    pub of: Vec<String>,
    /// The names of the functions to which it gives the results besides.
    pub given_to: Vec<String>,
}

impl Func {
    /// Whether this unit defines it, so that it is not the library's function of its name.
    pub fn is_defined(&self) -> bool {
        self.body.is_some() || self.unread
    }

    /// Whether device code of other units may use it.
    pub fn is_shared(&self) -> bool {
        self.declare_target.is_some() && self.is_external && !self.is_static && !self.is_gnu_inline
    }
}

/// How `declare target` names an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclareTarget {
    /// Which clause names it.
    pub kind: DeclareTargetKind,
    /// The devices for which it is.
    pub device_type: DeviceType,
    /// It may be called through pointers (`indirect`).
    pub indirect: bool,
    /// The place of the directive or clause.
    pub span: Span,
}

/// The clause of `declare target` that names an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclareTargetKind {
    /// `enter` or `to`, or the entity stands between `begin declare target` and its end.
    Enter,
    /// `link`.
    Link,
    /// `local` (6.0).
    Local,
}

/// The argument of the `device_type` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "variants are the words of the clause")]
pub enum DeviceType {
    #[default]
    Any,
    Host,
    NoHost,
}

impl Program {
    /// The expression with this id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    /// The statement with this id.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id]
    }

    /// The function that a call names; none where it calls through a pointer. Casts of the function are looked
    /// through.
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

    /// The constructs whose structured blocks or loop nests enclose `construct`, from the inside out. A construct in
    /// whose place a loop transformation has put other loops encloses nothing any more.
    pub fn enclosing(&self, construct: &Construct) -> impl Iterator<Item = ConstructId> + '_ {
        let chain = std::iter::successors(construct.parent, |&id| self.constructs[id].parent);
        chain.filter(|&id| self.constructs[id].body.is_some())
    }

    /// The whole declaration at file scope that holds a declarator.
    pub fn declaration_of(&self, declarator: Span) -> Option<Span> {
        let mut all = self.declarations.iter();
        all.find(|one| one.contains(declarator)).copied()
    }

    /// Whether a variable is declared in the structured block or loop nest of a construct.
    pub fn is_declared_in(&self, var: VarId, construct: ConstructId) -> bool {
        let around = |&id: &ConstructId| self.constructs[id].parent;
        let mut chain = std::iter::successors(self.vars[var].construct, around);
        // A construct stands behind those that enclose it.
        chain.find(|&id| id <= construct) == Some(construct)
    }

    /// The constructs of [`Program::enclosing`] themselves.
    pub fn around(&self, construct: &Construct) -> impl Iterator<Item = &Construct> {
        self.enclosing(construct).map(|id| &self.constructs[id])
    }

    /// The constructs that stand in each function, in the order of the text.
    pub fn constructs_by_function(&self) -> ArenaMap<FuncId, Vec<ConstructId>> {
        let mut found: ArenaMap<FuncId, Vec<ConstructId>> = ArenaMap::new();
        for (id, construct) in self.constructs.iter() {
            found.entry(construct.func).or_default().push(id);
        }
        found
    }

    /// The type of an expression with aliases and qualifiers removed.
    pub fn type_of(&self, id: ExprId) -> &Type {
        self.types.resolve(self.exprs[id].ty.id)
    }
}
