//! The walk through statements, expressions and constructs that collects what they use.

use super::{Use, Uses};
use crate::analyze::run_schedule;
use crate::analyze::sharing::privatised_of;
use crate::analyze::synchronise;
use crate::analyze::tasks;
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveArgs, DirectiveKind, Leaf};
use std::borrow::Cow;

const READ: Use = Use {
    read: true,
    written: false,
    escapes: false,
    whole: false,
    value: false,
};
const WRITE: Use = Use {
    read: false,
    written: true,
    escapes: false,
    whole: false,
    value: false,
};
const ESCAPE: Use = Use {
    read: true,
    written: false,
    escapes: true,
    whole: false,
    value: false,
};

pub(super) struct Collector<'a> {
    pub(super) program: &'a Program,
    /// The table that knows the uses of nested blocks, where the program does not change any more.
    pub(super) table: Option<&'a UseTable<'a>>,
    pub(super) uses: &'a mut Uses,
}

impl Collector<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let stmt = self.program.stmt(id);
        match &stmt.kind {
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.declare(*var);
                    }
                }
            }
            StmtKind::Omp(construct) => self.construct(*construct),
            StmtKind::Asm { .. } => self.uses.opaque = true,
            _ => {
                let program = self.program;
                program.each_expr_of(stmt, &mut |expr| self.read(expr));
                program.each_child(stmt, &mut |child| self.stmt(child));
            }
        }
    }

    fn declare(&mut self, var: VarId) {
        self.uses.declared.push(var);
        let program = self.program;
        self.extents(program.vars[var].ty.id);
        if let Some(init) = &program.vars[var].init {
            walk::each_in_init(init, &mut |expr| self.read(expr));
        }
    }

    /// A variably modified type uses the variables of its extents.
    pub(super) fn extents(&mut self, ty: TypeId) {
        match self.program.types.resolve(ty) {
            Type::Array { elem, len } => {
                if let ArrayLen::Vla(expr) = len {
                    self.read(*expr);
                }
                self.extents(elem.id);
            }
            Type::Pointer(to) => self.extents(to.id),
            _ => {}
        }
    }

    /// A construct: the expressions in its clauses, its body with what it privatises left out, and
    /// what the private copies do to their originals.
    pub(super) fn construct(&mut self, id: ConstructId) {
        let program = self.program;
        let construct = &program.constructs[id];
        for clause in &construct.clauses {
            if !evaluated_by_host(construct, clause) {
                self.clause(construct, clause);
            }
        }
        if let DirectiveArgs::Object(object) = &construct.args {
            self.dependence_object(construct, object);
        }
        let (inside, private) = match self.table {
            Some(table) => (
                construct.body.map(|body| Cow::Borrowed(table.of(body))),
                table.privatised(construct),
            ),
            None => {
                let inside = construct.body.map(|body| Uses::of_stmt(program, body));
                let private = privatised_of(program, construct, inside.as_ref());
                (inside.map(Cow::Owned), private)
            }
        };
        if let Some(inside) = inside {
            self.body(&inside, &private);
        }
        self.uses.constructs |= !construct.directive.orders_accesses()
            && !tasks::in_place(construct)
            && construct.directive != DirectiveKind::Depobj;
        self.uses.runtime_loops |= run_schedule::is_runtime(construct);
        if construct.directive.orders_accesses() {
            // Inline assembly is executed as often as the text says: no thread may repeat it or leave it out.
            self.uses.loads = true;
            self.uses.stores = true;
            self.uses.waits |= synchronise::waits(program, construct);
        }
        for (var, how) in private {
            let how = Use {
                read: how.reads_original(),
                written: how.writes_original(),
                ..Use::default()
            };
            if how != Use::default() {
                self.note(var, how);
            }
        }
    }

    /// What a clause evaluates, and the list items whose values it needs.
    fn clause(&mut self, construct: &Construct, clause: &Clause) {
        let orders = tasks::only_orders(construct, clause);
        if orders && !tasks::evaluated(clause) {
            return;
        }
        if orders {
            let named = clause.kind.items().iter().filter_map(ListItem::var);
            named.for_each(|var| self.note(var, READ));
            // The iterators belong to the clause.
            if matches!(&clause.kind, ClauseKind::Depend { iterators, .. } if !iterators.is_empty())
            {
                return;
            }
        }
        clause
            .kind
            .exprs()
            .into_iter()
            .for_each(|expr| self.read(*expr));
        if matches!(clause.kind, ClauseKind::Private(_) | ClauseKind::Shared(_)) {
            return;
        }
        for item in clause.kind.items() {
            if let (ClauseKind::Copyprivate(_) | ClauseKind::Detach(_), Some(var)) =
                (&clause.kind, item.var())
            {
                self.note(
                    var,
                    Use {
                        read: true,
                        ..WRITE
                    },
                );
            }
            if let ItemKind::Part { base, dims, .. } = &item.kind {
                match reduces(clause) && self.is_pointer(*base) {
                    // Elements behind a pointer are the originals, which are combined with the copies.
                    true => self.through(
                        *base,
                        Use {
                            read: true,
                            ..WRITE
                        },
                    ),
                    false => self.read(*base),
                }
                for dim in dims {
                    [dim.lower, dim.length, dim.stride]
                        .into_iter()
                        .flatten()
                        .for_each(|e| self.read(e));
                }
            }
        }
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        let program = self.program;
        program.types.is_pointer(program.expr(expr).ty.id)
    }

    /// What the body of a construct does to variables outside; `private` are those of which it uses copies.
    fn body(&mut self, inside: &Uses, private: &[(VarId, Private)]) {
        let hidden = |var| private.iter().any(|(v, _)| *v == var);
        for &var in &inside.order {
            if !hidden(var) {
                let outer = self.uses.in_extent;
                self.uses.in_extent |= !inside.names(var);
                self.note(var, inside.get(var));
                self.uses.in_extent = outer;
            }
        }
        self.uses.declared.extend(&inside.declared);
        inside.calls.iter().for_each(|&func| self.call(func));
        self.uses.calls_unknown |= inside.calls_unknown;
        self.uses.loads |= inside.loads;
        self.uses.stores |= inside.stores;
        self.uses.opaque |= inside.opaque;
        self.uses.waits |= inside.waits;
        self.uses.constructs |= inside.constructs;
        self.uses.runtime_loops |= inside.runtime_loops;
    }

    /// `depobj`: the object is written, and what it names need only be there.
    fn dependence_object(&mut self, construct: &Construct, object: &ListItem) {
        if let Some(var) = object.var() {
            self.note(
                var,
                Use {
                    read: true,
                    ..WRITE
                },
            );
        }
        let named = construct.clauses.iter().flat_map(Clause::items);
        let named: Vec<VarId> = named.filter_map(|item| item.var()).collect();
        named.into_iter().for_each(|var| self.note(var, READ));
        if let ItemKind::Part { base, dims, .. } = &object.kind {
            self.read(*base);
            let exprs = dims.iter().flat_map(|d| [d.lower, d.length, d.stride]);
            exprs.flatten().for_each(|e| self.read(e));
            self.uses.stores = true;
        }
    }

    fn note(&mut self, var: VarId, how: Use) {
        if !self.program.vars[var].storage.is_local() {
            self.uses.loads |= how.read;
            self.uses.stores |= how.maybe_written();
        }
        let new = !self.uses.uses(var);
        self.uses.note(var, how);
        if new {
            let outer = std::mem::replace(&mut self.uses.in_extent, true);
            self.extents(self.program.vars[var].ty.id);
            self.uses.in_extent = outer;
        }
    }

    /// An expression evaluated for its value (or effects).
    pub(super) fn read(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => {
                let whole = program.types.is_array(expr.ty.id);
                self.note(*var, Use { whole, ..READ });
            }
            ExprKind::Assign { lhs, rhs } => {
                self.read(*rhs);
                self.lvalue(*lhs, WRITE);
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.read(*rhs);
                self.lvalue(
                    *lhs,
                    Use {
                        read: true,
                        ..WRITE
                    },
                );
            }
            ExprKind::IncDec { arg, .. } => self.lvalue(
                *arg,
                Use {
                    read: true,
                    ..WRITE
                },
            ),
            ExprKind::AddrOf(arg) => self.address(*arg, true),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.address(*arg, false),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                self.lvalue(id, READ)
            }
            ExprKind::Call { callee, args } => {
                match &program.expr(*callee).kind {
                    ExprKind::Func(func) => self.call(*func),
                    ExprKind::Convert {
                        arg,
                        why: Conversion::FunctionDecay,
                    } => match program.expr(*arg).kind {
                        ExprKind::Func(func) => self.call(func),
                        _ => {
                            self.uses.calls_unknown = true;
                            self.read(*callee);
                        }
                    },
                    _ => {
                        self.uses.calls_unknown = true;
                        self.read(*callee);
                    }
                }
                args.iter().for_each(|&arg| self.read(arg));
            }
            ExprKind::Func(func) => self.call(*func),
            ExprKind::StmtExpr(block) => self.stmt(*block),
            ExprKind::Opaque { .. } => self.uses.opaque = true,
            ExprKind::SizeOf {
                of, value: None, ..
            } => self.extents(of.id),
            ExprKind::Convert {
                arg,
                why: Conversion::Cast,
            } => {
                self.extents(expr.ty.id);
                self.read(*arg);
            }
            ExprKind::CompoundLiteral { .. } => self.literal(expr),
            _ => program.each_operand(expr, &mut |sub| self.read(sub)),
        }
    }

    /// A compound literal: its type may be variably modified, as that of a cast.
    fn literal(&mut self, expr: &Expr) {
        self.extents(expr.ty.id);
        let program = self.program;
        program.each_operand(expr, &mut |sub| self.read(sub));
    }

    fn call(&mut self, func: FuncId) {
        if self.uses.called.insert(func) {
            self.uses.calls.push(func);
        }
    }

    /// The object that `id` designates is used as `how` says.
    fn lvalue(&mut self, id: ExprId, how: Use) {
        let program = self.program;
        let expr = program.expr(id);
        match program.lvalue(id) {
            Lvalue::Var(var) => self.note(var, how),
            Lvalue::Part(of) => self.lvalue(of, how),
            Lvalue::Behind { pointer, index } => {
                index.into_iter().for_each(|index| self.read(index));
                self.through(pointer, how);
            }
            Lvalue::Other => match &expr.kind {
                ExprKind::Comma { lhs, rhs } => {
                    self.read(*lhs);
                    self.lvalue(*rhs, how);
                }
                ExprKind::Convert { arg, .. } => self.lvalue(*arg, how),
                ExprKind::CompoundLiteral { .. } => self.literal(expr),
                _ => self.read(id),
            },
        }
    }

    /// Memory that the pointer `base` points at is used as `how` says; a decayed array is the array itself.
    fn through(&mut self, base: ExprId, how: Use) {
        let program = self.program;
        match &program.expr(base).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.lvalue(*arg, how),
            ExprKind::AddrOf(arg) => self.lvalue(*arg, how),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                for side in [*lhs, *rhs] {
                    if program.types.is_pointer(program.expr(side).ty.id) {
                        self.through(side, how);
                    } else {
                        self.read(side);
                    }
                }
            }
            _ => {
                self.uses.loads |= how.read;
                self.uses.stores |= how.maybe_written();
                self.read(base);
            }
        }
    }

    /// The address of the object `id` is taken and goes somewhere that is not followed.
    fn address(&mut self, id: ExprId, explicit: bool) {
        let program = self.program;
        let expr = program.expr(id);
        match program.lvalue(id) {
            Lvalue::Var(var) => {
                let whole = explicit && program.types.is_array(expr.ty.id);
                self.note(var, Use { whole, ..ESCAPE });
            }
            Lvalue::Part(of) => self.address(of, false),
            Lvalue::Behind { pointer, index } => {
                index.into_iter().for_each(|index| self.read(index));
                self.read(pointer);
            }
            Lvalue::Other if matches!(expr.kind, ExprKind::CompoundLiteral { .. }) => {
                self.literal(expr)
            }
            Lvalue::Other => self.read(id),
        }
    }
}

/// Whether a clause combines copies of its list items with the originals.
fn reduces(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Reduction { .. }
            | ClauseKind::InReduction { .. }
            | ClauseKind::TaskReduction { .. }
    )
}

/// Whether the host evaluates a clause of `target`, so that the region's code has no part in it.
fn evaluated_by_host(construct: &Construct, clause: &Clause) -> bool {
    construct.directive.has(Leaf::Target)
        && match &clause.kind {
            // The dependences between target tasks are the host's to keep.
            ClauseKind::Depend { .. } => true,
            // Sections with the clause's own iterators.
            ClauseKind::Map(map) => !map.iterators.is_empty(),
            _ => false,
        }
}
