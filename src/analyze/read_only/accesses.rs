//! What code does with the variables that lead to memory: which of them it only reads through, through which pointers it
//! writes, and what it gives to pointer variables.
//!
//! From the IR of one statement, with the bodies of its constructs and without those of the functions that it calls.

use crate::analyze::synchronise;
use crate::ir::*;
use crate::library::c::{self, Memory};
use crate::library::openmp::{self, Effect};
use crate::omp::{ClauseKind, DirectiveKind};
use std::collections::BTreeSet;

/// The accesses of a statement, or of the body of a function.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    /// The variables of which the code needs more than to read what they lead to: it writes there, changes the
    /// variable, or gives its value or address to something that may write.
    pub(super) exposed: BTreeSet<VarId>,
    /// The pointers through which memory is written.
    pub(super) through: Vec<ExprId>,
    /// The pointers through which memory is read.
    pub(super) read: Vec<ExprId>,
    /// The variables that are written, or of which a part is.
    pub(super) objects: BTreeSet<VarId>,
    /// The variables whose memory a construct's clause may write: their own, and what they point to.
    pub(super) named: BTreeSet<VarId>,
    /// The values that pointer variables and parameters get.
    pub(super) given: Vec<(VarId, ExprId)>,
    /// The variables whose address is taken, or that get values in another way.
    pub(super) addressed: BTreeSet<VarId>,
    /// Something may write any memory.
    pub(super) lost: bool,
    /// A volatile object is accessed: others may change memory meanwhile, and say so by this object.
    pub(super) volatile: bool,
}

impl Accesses {
    pub(super) fn of(program: &Program, body: StmtId) -> Accesses {
        let mut walk = Walk {
            program,
            found: Accesses::default(),
        };
        walk.stmt(body);
        walk.found
    }
}

/// What is done to the memory that a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Read,
    Written,
}

struct Walk<'a> {
    program: &'a Program,
    found: Accesses,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let stmt = program.stmt(id);
        match &stmt.kind {
            StmtKind::Asm { .. } => self.found.lost = true,
            StmtKind::Omp(construct) => self.construct(&program.constructs[*construct]),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.declare(*var);
                    }
                }
            }
            _ => {
                program.each_expr_of(stmt, &mut |expr| self.value(expr));
                program.each_child(stmt, &mut |child| self.stmt(child));
            }
        }
    }

    fn declare(&mut self, var: VarId) {
        match &self.program.vars[var].init {
            Some(Init::Expr(value)) => {
                self.value(*value);
                self.give(var, *value);
            }
            Some(list) => walk::each_in_init(list, &mut |value| self.value(value)),
            None => {}
        }
    }

    /// The directive, its clauses and its body. Which copies a clause makes, and what it writes back, is not followed.
    fn construct(&mut self, construct: &Construct) {
        let program = self.program;
        for clause in &construct.clauses {
            clause.kind.exprs().into_iter().for_each(|&e| self.value(e));
            if !matches!(clause.kind, ClauseKind::Shared(_)) {
                let named = clause.kind.items().iter().filter_map(ListItem::var);
                named.for_each(|var| self.name(var));
            }
        }
        // A combiner may do anything.
        self.found.lost |= !construct.user_reductions.is_empty();
        // The iteration variables of changed loops get their values from the nest.
        if construct.directive.shares_loops()
            && let Some(body) = construct.body
        {
            program.walk_stmts(body, &mut |_, stmt| {
                if let StmtKind::For {
                    step: Some(step), ..
                } = stmt.kind
                {
                    self.iterates(step);
                }
            });
        }
        let Some(body) = construct.body else { return };
        if construct.directive == DirectiveKind::Atomic && synchronise::waits(program, construct) {
            // The location that is read is an argument of the device header's functions.
            program.walk_exprs_in(body, &mut |_, expr| {
                if let ExprKind::Var(var) = expr.kind {
                    self.found.exposed.insert(var);
                }
            });
        }
        self.stmt(body);
    }

    /// A clause other than `shared` names the variable.
    fn name(&mut self, var: VarId) {
        self.found.exposed.insert(var);
        self.found.named.insert(var);
        self.found.addressed.insert(var);
    }

    /// The variable that a loop's step changes.
    fn iterates(&mut self, step: ExprId) {
        self.program.walk_expr(step, &mut |_, expr| {
            if let ExprKind::Var(var) = expr.kind
                && self.program.types.is_pointer(expr.ty.id)
            {
                self.found.addressed.insert(var);
            }
        });
    }

    /// Notes an object through which threads that are not of this region may be heard of.
    fn observe(&mut self, expr: &Expr) {
        self.found.volatile |= self.program.is_volatile(expr) || expr.ty.quals.is_atomic;
    }

    fn give(&mut self, var: VarId, value: ExprId) {
        if self.program.types.is_pointer(self.program.vars[var].ty.id) {
            self.found.given.push((var, value));
        }
    }

    /// An expression that is evaluated, and whose value, where it is a pointer, may go anywhere.
    fn value(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => {
                self.observe(expr);
                if program.types.is_pointer(expr.ty.id) || program.types.is_array(expr.ty.id) {
                    self.found.exposed.insert(*var);
                }
            }
            ExprKind::Convert { arg, why } => match why {
                Conversion::ArrayDecay => self.address(*arg),
                Conversion::Implicit if self.is_to_constant(expr.ty) => self.only_read(*arg),
                _ => self.value(*arg),
            },
            ExprKind::AddrOf(arg) => self.address(*arg),
            ExprKind::Assign { lhs, rhs } => {
                self.value(*rhs);
                self.place(*lhs, How::Written);
                if let ExprKind::Var(var) = program.expr(*lhs).kind {
                    self.give(var, *rhs);
                }
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.value(*rhs);
                self.place(*lhs, How::Written);
            }
            ExprKind::IncDec { arg, .. } => self.place(*arg, How::Written),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                self.place(id, How::Read)
            }
            ExprKind::Binary { op, lhs, rhs }
                if op.is_comparison() || matches!(op, BinOp::And | BinOp::Or) =>
            {
                self.only_read(*lhs);
                self.only_read(*rhs);
            }
            ExprKind::Unary { op: UnOp::Not, arg } => self.only_read(*arg),
            ExprKind::Call { callee, args } => self.call(*callee, args),
            ExprKind::StmtExpr(block) => self.stmt(*block),
            ExprKind::Opaque { .. } => self.found.lost = true,
            _ => program.each_operand(expr, &mut |sub| self.value(sub)),
        }
    }

    /// Whether it is the type of a pointer to what is const.
    fn is_to_constant(&self, ty: QualType) -> bool {
        match self.program.types.resolve(ty.id) {
            Type::Pointer(to) => self.program.is_constant(*to),
            _ => false,
        }
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId]) {
        let program = self.program;
        args.iter().for_each(|&arg| self.value(arg));
        let Some(func) = program.direct_callee(callee) else {
            self.found.lost = true;
            return self.value(callee);
        };
        let data = &program.funcs[func];
        if data.body.is_none() || program.gives_way(func) {
            self.found.lost |= data.is_defined() || !leaves_memory(&data.name);
            let pointers = args.iter().copied();
            let is_pointer = |arg: &ExprId| program.types.is_pointer(program.expr(*arg).ty.id);
            self.found.read.extend(pointers.filter(is_pointer));
            return;
        }
        for (&param, &arg) in data.params.iter().zip(args) {
            self.give(param, arg);
        }
        self.found.lost |= data.variadic || data.params.len() != args.len();
    }

    /// A pointer of which no more is used than what it leads to, for reading, or whether it is equal to another.
    fn only_read(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(_) => self.observe(expr),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.place(*arg, How::Read),
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } => self.only_read(*arg),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } if program.types.is_pointer(expr.ty.id) => {
                self.only_read(*lhs);
                self.only_read(*rhs);
            }
            _ => self.value(id),
        }
    }

    /// The object that `id` designates is read or written.
    fn place(&mut self, id: ExprId, how: How) {
        let program = self.program;
        let expr = program.expr(id);
        self.observe(expr);
        match program.lvalue(id) {
            Lvalue::Var(var) => {
                if how == How::Written {
                    self.found.exposed.insert(var);
                    self.found.objects.insert(var);
                }
            }
            Lvalue::Part(of) => self.place(of, how),
            Lvalue::Behind { pointer, index } => {
                index.into_iter().for_each(|index| self.value(index));
                self.through(pointer, how);
            }
            Lvalue::Other => match &expr.kind {
                ExprKind::Comma { lhs, rhs } => {
                    self.value(*lhs);
                    self.place(*rhs, how);
                }
                ExprKind::Convert {
                    arg,
                    why: Conversion::Cast | Conversion::Implicit,
                } if how == How::Written => self.place(*arg, how),
                _ => self.value(id),
            },
        }
    }

    /// The memory that the pointer `base` leads to is read or written.
    fn through(&mut self, base: ExprId, how: How) {
        match how {
            How::Written => self.found.through.push(base),
            How::Read => self.found.read.push(base),
        }
        self.pointer(base, how);
    }

    fn pointer(&mut self, id: ExprId, how: How) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => {
                self.observe(expr);
                if how == How::Written {
                    self.found.exposed.insert(*var);
                }
            }
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.place(*arg, how),
            ExprKind::Convert { arg, .. } if program.types.is_pointer(program.expr(*arg).ty.id) => {
                self.pointer(*arg, how)
            }
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                for side in [*lhs, *rhs] {
                    match program.types.is_pointer(program.expr(side).ty.id) {
                        true => self.pointer(side, how),
                        false => self.value(side),
                    }
                }
            }
            _ => self.value(id),
        }
    }

    /// The address of the object `id` goes anywhere.
    fn address(&mut self, id: ExprId) {
        match self.program.lvalue(id) {
            Lvalue::Var(var) => {
                self.found.exposed.insert(var);
                self.found.addressed.insert(var);
            }
            Lvalue::Part(of) => self.address(of),
            Lvalue::Behind { pointer, index } => {
                index.into_iter().for_each(|index| self.value(index));
                self.value(pointer);
            }
            Lvalue::Other => self.value(id),
        }
    }
}

/// Whether a function that the unit does not define writes no memory of the program's.
fn leaves_memory(name: &str) -> bool {
    if name.starts_with("omp_") {
        return matches!(openmp::effect(name), Effect::Asks | Effect::Clock);
    }
    match c::memory(name) {
        Some(Memory::Untouched | Memory::Read) => true,
        Some(Memory::Written) => c::only_prints(name),
        None => false,
    }
}
