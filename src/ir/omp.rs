//! OpenMP constructs with resolved clauses. The clause types themselves are `omp`'s, here filled
//! with expression ids and resolved list items.

use super::constants::int_value;
use super::walk::each_in_init;
use super::{
    ConstructId, Conversion, ExprId, ExprKind, FuncId, Init, MapperId, Program, QualType,
    ReductionId, StmtId, VarId,
};
use crate::omp;
use crate::source::Span;

/// A clause whose expressions and list items are resolved in the scope of the construct.
pub type Clause = omp::Clause<ExprId, ListItem>;

/// An executable directive in the text, combined ones as one construct with several leaves.
#[derive(Clone, Debug)]
pub struct Construct {
    /// Its own id in [`super::Program::constructs`].
    pub id: ConstructId,
    /// The directive, with its leaves where it is combined.
    pub directive: omp::DirectiveKind,
    /// The directive of the text, where `directive` is what it stands for (`transform/bind.rs`).
    pub written: Option<omp::DirectiveKind>,
    /// Its clauses, in the order of the text.
    pub clauses: Vec<Clause>,
    /// Critical's name, flush's list, `ordered`'s and `depobj`'s arguments.
    pub args: omp::DirectiveArgs<ExprId, ListItem>,
    /// The structured block or loop nest; none for a stand-alone directive.
    pub body: Option<StmtId>,
    /// The pragma's line, from `#` to its end.
    pub pragma: Span,
    /// The function that holds it.
    pub func: FuncId,
    /// The innermost construct of the text whose structured block or loop nest it stands in.
    pub parent: Option<ConstructId>,
    /// The variables of the clauses' `iterator` modifiers, in the order of the text.
    pub iterators: Vec<VarId>,
    /// The `declare reduction` that a reduction clause's item uses, where it uses one.
    pub user_reductions: Vec<UseOf<ReductionId>>,
    /// The `declare mapper` that an item of a map or motion clause asks for by name.
    pub user_mappers: Vec<UseOf<MapperId>>,
    /// Iteration variables whose last values something behind the loop may read (`transform/last_values.rs`).
    pub last_values: Vec<VarId>,
    /// Scalars that the program has the loop's threads share, though each iteration assigns them before it reads them:
    /// they are privatised as if a clause named them (`transform/shared_scalars.rs`).
    pub shared_scalars: Vec<(VarId, Private)>,
    /// For a target construct: variables with static storage that share a name with a copy that an enclosing host
    /// construct has.
    pub copied: Vec<VarId>,
}

impl Construct {
    /// The directive's name in the program's words, for messages.
    pub fn name(&self) -> String {
        self.written.as_ref().unwrap_or(&self.directive).name()
    }

    /// What `defaultmap` says of variables of a category, and where (5.2, 5.8.7).
    pub fn defaultmap(
        &self,
        category: omp::VariableCategory,
    ) -> Option<(omp::DefaultmapBehavior, Span)> {
        let mut all = None;
        for clause in &self.clauses {
            if let omp::ClauseKind::Defaultmap {
                behavior,
                category: of,
            } = &clause.kind
            {
                if *of == category {
                    return Some((*behavior, clause.span));
                }
                if *of == omp::VariableCategory::All {
                    all = Some((*behavior, clause.span));
                }
            }
        }
        all
    }

    /// Whether the construct has a `nowait` clause (5.2, 15.6).
    pub fn nowait(&self) -> bool {
        let is = |clause: &Clause| matches!(clause.kind, omp::ClauseKind::Nowait(_));
        self.clauses.iter().any(is)
    }

    /// The argument of a parallel construct's `num_threads` clause.
    pub fn num_threads(&self) -> Option<ExprId> {
        self.clauses.iter().find_map(|c| match &c.kind {
            omp::ClauseKind::NumThreads { threads, .. } => threads.first().copied(),
            _ => None,
        })
    }

    /// The `if` clause that applies to a parallel leaf. One without a modifier on a combined target construct has
    /// moved the whole region to the host already when it is false.
    pub fn parallel_if(&self) -> Option<ExprId> {
        use omp::{ClauseKind, Leaf};
        let target = self.directive.has(Leaf::Target);
        self.clauses
            .iter()
            .find_map(|c| match (&c.kind, &c.modifier) {
                (ClauseKind::If(cond), Some(leaves)) if leaves.contains(&Leaf::Parallel) => {
                    Some(*cond)
                }
                (ClauseKind::If(cond), None) if !target => Some(*cond),
                _ => None,
            })
    }

    /// Whether constants in the clauses of a parallel construct ask for a region of one thread.
    pub fn asks_for_one_thread(&self, program: &Program) -> bool {
        let constant = |e: Option<ExprId>| e.and_then(|e| int_value(program, e));
        constant(self.num_threads()) == Some(1) || constant(self.parallel_if()) == Some(0)
    }

    /// The `reduction` clause with `inscan`, which makes a loop one with `scan` (5.2, 5.6).
    pub fn inscan(&self) -> Option<&Clause> {
        use omp::{ClauseKind, ReductionModifier};
        let is = |clause: &&Clause| match clause.kind {
            ClauseKind::Reduction { modifier, .. } => modifier == Some(ReductionModifier::Inscan),
            _ => false,
        };
        self.clauses.iter().find(is)
    }

    /// The variables whose reduction over tasks begins with the construct, and whose initialiser reads the original: tasks
    /// begin with the value that it has here.
    pub fn kept_originals(&self, program: &Program) -> Vec<VarId> {
        use omp::{ClauseKind, Leaf};
        let begins = |clause: &Clause| match clause.kind {
            ClauseKind::TaskReduction { .. } => true,
            ClauseKind::Reduction { .. } => self.directive.has(Leaf::Taskloop),
            _ => false,
        };
        let used = self.user_reductions.iter().filter(|used| {
            begins(&self.clauses[used.clause])
                && program.reductions[used.what].reads_original(program)
        });
        let items = used.map(|used| &self.clauses[used.clause].items()[used.item]);
        items.filter_map(ListItem::var).collect()
    }

    /// The name of a critical section (5.2, 15.2), empty where it has none; none for other constructs.
    pub fn critical_name(&self) -> Option<&str> {
        if self.directive != omp::DirectiveKind::Critical {
            return None;
        }
        Some(match &self.args {
            omp::DirectiveArgs::Name(name, _) => name,
            _ => "",
        })
    }
}

/// How a construct privatises a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "variants are named after the clauses")]
pub enum Private {
    Private,
    Firstprivate,
    Lastprivate,
    FirstLastprivate,
    Reduction,
    Linear,
    /// The iteration variable of an associated loop, predetermined (5.2, 5.1.1).
    LoopVar,
    /// An iteration variable as above, in a loop that a thread executes as written and without a variable of its own.
    LoopCopy,
}

impl Private {
    /// Whether copies are initialised with the original variable's value, or combined with it.
    pub fn reads_original(self) -> bool {
        matches!(
            self,
            Private::Firstprivate
                | Private::FirstLastprivate
                | Private::Reduction
                | Private::Linear
        )
    }

    /// Whether copies begin with the original variable's value.
    pub fn is_first(self) -> bool {
        matches!(self, Private::Firstprivate | Private::FirstLastprivate)
    }

    /// Whether the original variable gets the value of the last iteration or section.
    pub fn is_last(self) -> bool {
        matches!(self, Private::Lastprivate | Private::FirstLastprivate)
    }

    /// Whether a value goes back to the original variable.
    pub fn writes_original(self) -> bool {
        matches!(
            self,
            Private::Lastprivate | Private::FirstLastprivate | Private::Reduction | Private::Linear
        )
    }
}

/// A clause's list item and the user's declaration that applies to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseOf<T> {
    /// Index in the construct's clauses.
    pub clause: usize,
    /// Index in the clause's list.
    pub item: usize,
    /// The declaration.
    pub what: T,
}

/// `declare reduction` (5.2, 5.5.11) for one type.
#[derive(Clone, Debug)]
pub struct UserReduction {
    /// The operator or identifier that it declares.
    pub op: omp::ReductionOp,
    /// The type that it is for.
    pub ty: QualType,
    /// Stores in `omp_out` what `omp_out` and `omp_in` make.
    pub combiner: ExprId,
    /// The initialiser of private copies; none means zero.
    pub initializer: Option<ReductionInit>,
    /// The variable `omp_in` of the combiner.
    pub omp_in: VarId,
    /// The variable `omp_out` of the combiner.
    pub omp_out: VarId,
    /// The variable `omp_priv` of the initialiser.
    pub omp_priv: VarId,
    /// The variable `omp_orig` of the initialiser.
    pub omp_orig: VarId,
    /// The place of the directive.
    pub span: Span,
    /// The function that it is declared in; none at file scope.
    pub func: Option<FuncId>,
}

impl UserReduction {
    /// Whether the initialiser reads the original: a copy that is made later begins with another value.
    pub fn reads_original(&self, program: &Program) -> bool {
        self.initialises_by(
            program,
            |kind| matches!(kind, ExprKind::Var(var) if *var == self.omp_orig),
        )
    }

    /// Whether the initialiser has the address of an object, or of an array's first element.
    pub fn has_addresses(&self, program: &Program) -> bool {
        self.initialises_by(program, |kind| {
            let why = Conversion::ArrayDecay;
            matches!(kind, ExprKind::AddrOf(_))
                || matches!(kind, ExprKind::Convert { why: one, .. } if *one == why)
        })
    }

    /// Whether the initialiser has such an expression.
    fn initialises_by(&self, program: &Program, is: impl Fn(&ExprKind) -> bool) -> bool {
        let mut found = false;
        let mut one = |e| program.walk_expr(e, &mut |_, expr| found |= is(&expr.kind));
        match &self.initializer {
            None => {}
            Some(ReductionInit::Value(init)) => each_in_init(init, &mut one),
            Some(ReductionInit::Call(call)) => one(*call),
        }
        found
    }
}

/// The `initializer` clause of `declare reduction`.
#[derive(Clone, Debug)]
pub enum ReductionInit {
    /// `initializer(omp_priv = ...)`
    Value(Init),
    /// `initializer(f(&omp_priv, ...))`
    Call(ExprId),
}

/// `declare mapper` (5.2, 5.8.8).
#[derive(Clone, Debug)]
pub struct Mapper {
    /// Its name; none means `default`.
    pub name: Option<String>,
    /// The type that it maps.
    pub ty: QualType,
    /// The variable that its clauses use.
    pub var: VarId,
    /// Its `map` clauses.
    pub clauses: Vec<Clause>,
    /// The variables of the clauses' `iterator` modifiers, in the order of the text.
    pub iterators: Vec<VarId>,
    /// The place of the directive.
    pub span: Span,
    /// The function that it is declared in; none at file scope.
    pub func: Option<FuncId>,
}

/// `declare variant` (5.2, 7.5.4).
#[derive(Clone, Debug)]
pub struct Variant {
    /// The base function, which calls name.
    pub base: FuncId,
    /// The function that is called in its place.
    pub variant: FuncId,
    /// The context selector, as written.
    pub selector: String,
    /// The place of the directive.
    pub span: Span,
    /// The positions of parameters for which `dispatch` passes device pointers (`adjust_args(need_device_ptr: ..)`).
    pub device_pointers: Vec<usize>,
    /// Whether the variant takes more arguments than its base (`append_args`).
    pub appends: bool,
}

/// `allocate` as a directive (5.2, 6.6), for one variable.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// The variable.
    pub var: VarId,
    /// The `allocator` clause's argument.
    pub allocator: Option<ExprId>,
    /// The `align` clause's argument.
    pub align: Option<ExprId>,
    /// The alignment in bytes that the clause or the traits of the allocator ask for, where it is known.
    pub bytes: Option<u32>,
    /// The place of the directive.
    pub span: Span,
}

/// A list item (5.2, 3.2.1): a variable or part of one.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// Its place in the text.
    pub span: Span,
    /// As the user wrote it, for messages and for the host text.
    pub text: String,
    /// What it names.
    pub kind: ItemKind,
}

/// The prefix of the names of iterators that are made for arrays of mapped structures; a number follows.
pub const MADE_ITERATOR: &str = "romp_at_";

/// What a list item names.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A whole variable.
    Var(VarId),
    /// A function (`declare target`, `declare variant` lists).
    Func(FuncId),
    /// Part of a variable: a section, an element, a member, or what a pointer points at.
    Part {
        /// The variable at which the expression begins, where it begins with one.
        root: Option<VarId>,
        /// The lvalue without the trailing array section: `s.p` in `s.p[0:n]`, `a` in `a[1:3][0:m]`.
        base: ExprId,
        /// The section's dimensions, outermost first; an index `[i]` in a section has length one.
        /// Empty when the item is an element, member or `*p` named by `base` alone.
        dims: Vec<SectionDim>,
        /// Type of one element past all dimensions.
        elem: QualType,
    },
    /// `omp_all_memory`, or a name without a declaration: an allocator, a mapper.
    Word(String),
}

/// `[lower : length : stride]` of an array section (5.2, 3.2.5).
#[derive(Clone, Debug)]
pub struct SectionDim {
    /// The first index; none means 0.
    pub lower: Option<ExprId>,
    /// The number of elements; none means up to the end of the array dimension.
    pub length: Option<ExprId>,
    /// The distance of elements; none means 1.
    pub stride: Option<ExprId>,
    /// The number of elements in this dimension where the type says it (an array, not a pointer).
    pub extent: Option<super::ArrayLen>,
    /// The text has `[i]`, not `[i:1]`.
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
