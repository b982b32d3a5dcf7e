//! The memory footprint of a parallel region: which memory beside its own variables its code accesses, and whether each
//! iteration of its loop accesses only elements of its own number.
//!
//! From the IR of the region's body and the effects of what it calls. What is not followed (addresses that escape,
//! pointers declared in the body) gives no answer. Must not know how iterations are scheduled.

use super::effects::FunctionEffects;
use crate::ir::*;

/// A piece of memory that code accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// A variable.
    Object(VarId),
    /// What a pointer variable points at.
    Behind(VarId),
}

/// One piece of memory in a footprint, and how it is accessed.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Which memory.
    pub memory: Memory,
    /// Whether it is written.
    pub written: bool,
    /// Whether an iteration accesses only elements whose first subscript is its own number.
    pub own: bool,
}

/// The memory that a region accesses, each piece once.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// The pieces of memory, in the order of the first access.
    pub all: Vec<Access>,
}

/// The memory that `body` accesses besides the `private` variables and those declared in it; none where an access
/// cannot be followed. `iteration` is the variable whose value no two iterations share; `bounds` are evaluated by
/// every thread.
pub fn of(
    program: &Program,
    effects: &FunctionEffects,
    body: StmtId,
    iteration: Option<VarId>,
    private: &[VarId],
    bounds: &[ExprId],
) -> Option<Footprint> {
    let mut walk = Walk {
        program,
        effects,
        iteration,
        private: private.to_vec(),
        found: Footprint::default(),
        lost: false,
    };
    bounds.iter().for_each(|&bound| walk.expr(bound));
    walk.stmt(body);
    (!walk.lost).then_some(walk.found)
}

/// Whether the same thread executes the iteration of a number in two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameThread {
    /// One thread executes both.
    Yes,
    /// Another one may.
    Unknown,
}

impl Footprint {
    /// Whether a thread of one region may access memory that another thread of the other region accesses too, one of
    /// them writing. `threads`: which threads execute the iteration of a number in both. `apart`: whether two pieces
    /// of memory, one of which a pointer leads to, are certainly not the same one.
    pub fn conflicts(
        &self,
        other: &Footprint,
        threads: SameThread,
        apart: &dyn Fn(Memory, Memory) -> bool,
    ) -> bool {
        self.all.iter().any(|a| {
            other.all.iter().any(|b| {
                if !a.written && !b.written {
                    return false;
                }
                if a.memory == b.memory {
                    return !(threads == SameThread::Yes && a.own && b.own);
                }
                match (a.memory, b.memory) {
                    (Memory::Object(_), Memory::Object(_)) => false,
                    (a, b) => !apart(a, b),
                }
            })
        })
    }
}

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Read,
    Written,
}

struct Walk<'a> {
    program: &'a Program,
    effects: &'a FunctionEffects,
    iteration: Option<VarId>,
    private: Vec<VarId>,
    found: Footprint,
    /// An access has been found that cannot be followed.
    lost: bool,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(_) | StmtKind::Asm { .. } => self.lost = true,
            StmtKind::Decl(decls) => {
                for decl in decls {
                    let Decl::Var(var) = decl else { continue };
                    let data = &program.vars[*var];
                    if !data.storage.is_local() || program.types.is_variably_modified(data.ty.id) {
                        self.lost = true;
                        return;
                    }
                    self.private.push(*var);
                    if let Some(init) = &data.init {
                        walk::each_in_init(init, &mut |e| self.expr(e));
                    }
                }
            }
            _ => {
                program.each_expr_of(node, &mut |e| self.expr(e));
                program.each_child(node, &mut |child| self.stmt(child));
            }
        }
    }

    fn access(&mut self, memory: Memory, how: How, own: bool) {
        let (Memory::Object(var) | Memory::Behind(var)) = memory;
        if self.private.contains(&var) {
            // A pointer that the body declares may lead anywhere.
            self.lost |= matches!(memory, Memory::Behind(_));
            return;
        }
        let written = how == How::Written;
        match self.found.all.iter_mut().find(|t| t.memory == memory) {
            Some(access) => {
                access.written |= written;
                access.own &= own;
            }
            None => self.found.all.push(Access {
                memory,
                written,
                own,
            }),
        }
    }

    fn expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => self.access(Memory::Object(*var), How::Read, false),
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.expr(*rhs);
                self.place(*lhs, How::Written);
            }
            ExprKind::IncDec { arg, .. } => self.place(*arg, How::Written),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                self.place(id, How::Read)
            }
            ExprKind::Call { callee, args } => {
                let callee = match &program.expr(*callee).kind {
                    ExprKind::Convert { arg, .. } => *arg,
                    _ => *callee,
                };
                let harmless = match program.expr(callee).kind {
                    ExprKind::Func(func) => {
                        let what = self.effects.of_func(func);
                        what.repeatable() && !what.loads && !what.waits
                    }
                    _ => false,
                };
                self.lost |= !harmless;
                args.iter().for_each(|&arg| self.expr(arg));
            }
            ExprKind::AddrOf(_)
            | ExprKind::Func(_)
            | ExprKind::StmtExpr(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Opaque { .. }
            | ExprKind::Convert {
                why: Conversion::ArrayDecay | Conversion::FunctionDecay,
                ..
            } => self.lost = true,
            _ => program.each_operand(expr, &mut |sub| self.expr(sub)),
        }
    }

    /// The object that `id` designates is read or written.
    fn place(&mut self, id: ExprId, how: How) {
        match self.program.lvalue(id) {
            Lvalue::Var(var) => self.access(Memory::Object(var), how, false),
            Lvalue::Part(of) => self.place(of, how),
            Lvalue::Behind { pointer, index } => {
                index.into_iter().for_each(|index| self.expr(index));
                let own = index.is_some_and(|index| self.is_iteration(index));
                self.through(pointer, how, own);
            }
            Lvalue::Other => self.lost = true,
        }
    }

    /// Memory that the pointer `base` leads to.
    fn through(&mut self, base: ExprId, how: How, own: bool) {
        let program = self.program;
        match program.expr(base).kind {
            ExprKind::Var(var) => {
                self.access(Memory::Object(var), How::Read, false);
                self.access(Memory::Behind(var), how, own);
            }
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => match program.expr(arg).kind {
                ExprKind::Var(var) => self.access(Memory::Object(var), how, own),
                _ => self.place(arg, how),
            },
            _ => self.lost = true,
        }
    }

    /// The value of the iteration variable, no narrower than it.
    fn is_iteration(&self, index: ExprId) -> bool {
        let program = self.program;
        match program.expr(index).kind {
            ExprKind::Var(var) => self.iteration == Some(var),
            ExprKind::Convert { arg, .. } => {
                let bytes = |e: ExprId| program.size_of(program.expr(e).ty.id);
                let whole = program.types.is_integer(program.expr(index).ty.id);
                whole && bytes(index) >= bytes(arg) && self.is_iteration(arg)
            }
            _ => false,
        }
    }
}

/// Whether two expressions are written alike and name the same variables.
pub fn same(program: &Program, a: ExprId, b: ExprId) -> bool {
    use ExprKind::*;
    let (a, b) = (program.expr(a), program.expr(b));
    if !program.types.same(a.ty.id, b.ty.id) {
        return false;
    }
    match (&a.kind, &b.kind) {
        (Int { value: x, .. }, Int { value: y, .. }) => x == y,
        (Var(x), Var(y)) => x == y,
        (EnumConst { of: x, index: i }, EnumConst { of: y, index: j }) => (x, i) == (y, j),
        (Unary { op: x, arg: i }, Unary { op: y, arg: j }) => x == y && same(program, *i, *j),
        (Convert { arg: i, why: x }, Convert { arg: j, why: y }) => x == y && same(program, *i, *j),
        (
            Binary {
                op: x,
                lhs: i,
                rhs: k,
            },
            Binary {
                op: y,
                lhs: j,
                rhs: l,
            },
        ) => x == y && same(program, *i, *j) && same(program, *k, *l),
        (SizeOf { value: Some(x), .. }, SizeOf { value: Some(y), .. }) => x == y,
        _ => false,
    }
}
