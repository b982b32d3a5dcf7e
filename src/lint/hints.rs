//! Which variables and functions tell a thread what others do: what an atomic or a critical section read, what is
//! volatile, whether a lock was free. A condition on them may let a single thread through.
//!
//! From the IR of a region and of all functions that it may call, in no order: a variable that ever gets such a value
//! counts everywhere. Must not know what stands under the conditions.

use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::library::openmp::{self, Effect};
use crate::omp::DirectiveKind;
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Hints {
    /// Whether there is anything in the region by which threads may wait for each other.
    pub any: bool,
    /// Functions that may wait, use atomics of the compiler's own, or access what is volatile.
    pub waiting: BTreeSet<FuncId>,
    /// A function behind a pointer may wait.
    pub unknown_waits: bool,
    vars: BTreeSet<VarId>,
    /// Functions whose values tell it.
    funcs: BTreeSet<FuncId>,
}

/// Whether a function without a body is an atomic operation of the compiler's.
pub fn is_builtin_atomic(name: &str) -> bool {
    name.starts_with("__sync_") || name.starts_with("__atomic_")
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    func: Option<FuncId>,
    /// A condition on what others do is around it, or has left other threads behind.
    decided: bool,
    /// In an atomic or a critical section.
    alone: bool,
}

impl Hints {
    pub fn of_region(facts: &Facts, region: ConstructId) -> Hints {
        let mut hints = Hints::default();
        let Some(body) = facts.program.constructs[region].body else {
            return hints;
        };
        let mut bodies = vec![(None, body)];
        let mut seen = BTreeSet::new();
        let mut at = 0;
        while let Some(&(_, body)) = bodies.get(at) {
            at += 1;
            let uses = facts.uses(body);
            hints.unknown_waits |= uses.calls_unknown;
            hints.any |= uses.waits || uses.calls_unknown || uses.opaque;
            for &func in &uses.calls {
                if !seen.insert(func) {
                    continue;
                }
                let data = &facts.program.funcs[func];
                if facts.effects.of_func(func).waits || is_builtin_atomic(&data.name) {
                    hints.waiting.insert(func);
                    hints.any = true;
                }
                bodies.extend(data.body.map(|body| (Some(func), body)));
            }
        }
        for &(func, body) in &bodies {
            let program = facts.program;
            let mut volatile = false;
            program.walk_exprs_in(body, &mut |_, expr| volatile |= program.is_volatile(expr));
            if volatile {
                hints.any = true;
                hints.waiting.extend(func);
            }
        }
        if hints.any {
            hints.spread(facts, &bodies);
        }
        hints
    }

    /// Adds what gets its value from what is known so far, until there is nothing more.
    fn spread(&mut self, facts: &Facts, bodies: &[(Option<FuncId>, StmtId)]) {
        loop {
            let before = (self.vars.len(), self.funcs.len(), self.waiting.len());
            for &(func, body) in bodies {
                let place = Place {
                    func,
                    decided: false,
                    alone: false,
                };
                self.stmt(facts, body, place);
                let calls = &facts.uses(body).calls;
                if calls.iter().any(|callee| self.waiting.contains(callee)) {
                    self.waiting.extend(func);
                }
            }
            if before == (self.vars.len(), self.funcs.len(), self.waiting.len()) {
                return;
            }
        }
    }

    /// Whether an expression says something of what other threads do.
    pub fn tells(&self, program: &Program, id: ExprId) -> bool {
        self.any && self.is_told(program, id, true)
    }

    /// The same; `routines` asks whether a lock that is free counts, too.
    fn is_told(&self, program: &Program, id: ExprId, routines: bool) -> bool {
        let mut found = false;
        program.walk_expr(id, &mut |_, expr| {
            found |= match &expr.kind {
                ExprKind::Var(var) => self.vars.contains(var) || program.is_volatile(expr),
                ExprKind::Call { callee, .. } => match program.callee(*callee) {
                    Some(func) => {
                        let data = &program.funcs[func];
                        let locks = openmp::effect(&data.name) == Effect::Locks;
                        let outside = data.body.is_none() && (routines || !locks);
                        self.funcs.contains(&func) || outside && self.waiting.contains(&func)
                    }
                    None => true,
                },
                _ => program.is_volatile(expr),
            }
        });
        found
    }

    /// Whether a loop waits for other threads: what they do decides when it ends.
    pub fn waits(&self, facts: &Facts, id: StmtId) -> bool {
        if !self.any || !self.may_wait(facts, id) {
            return false;
        }
        let program = facts.program;
        let mut found = match program.stmt(id).kind {
            StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } => {
                self.is_told(program, cond, false)
            }
            StmtKind::For { cond, .. } => {
                cond.is_some_and(|cond| self.is_told(program, cond, false))
            }
            _ => false,
        };
        program.walk_all_stmts(id, &mut |_, stmt| {
            found |= match stmt.kind {
                StmtKind::If { cond, then, other } => {
                    let leaves = |branch| leaves(program, branch);
                    let jump = leaves(then) || other.is_some_and(leaves);
                    jump && self.tells(program, cond)
                }
                StmtKind::Omp(construct) => {
                    program.constructs[construct].directive == DirectiveKind::Flush
                }
                _ => false,
            }
        });
        found
    }

    /// Whether a statement has a `goto` beside something by which threads wait: how often code is executed is not
    /// followed.
    pub fn has_jumps(&self, facts: &Facts, body: StmtId) -> bool {
        let mut found = false;
        facts.program.walk_all_stmts(body, &mut |_, stmt| {
            found |= matches!(stmt.kind, StmtKind::Goto { .. })
        });
        found && self.may_wait(facts, body)
    }

    fn may_wait(&self, facts: &Facts, id: StmtId) -> bool {
        let program = facts.program;
        let uses = facts.uses(id);
        let mut found = uses.waits || uses.opaque || uses.calls_unknown;
        found |= uses.calls.iter().any(|func| self.waiting.contains(func));
        program.walk_exprs_in(id, &mut |_, expr| found |= program.is_volatile(expr));
        found
    }

    /// Follows a statement. True where code behind it is executed by those alone whom a condition has not sent away.
    fn stmt(&mut self, facts: &Facts, id: StmtId, place: Place) -> bool {
        let program = facts.program;
        let node = program.stmt(id);
        let mut exprs = vec![];
        program.each_expr_of(node, &mut |expr| exprs.push(expr));
        for &expr in &exprs {
            self.expr(facts, expr, place);
        }
        let mut inside = place;
        match &node.kind {
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. }
            | StmtKind::For {
                cond: Some(cond), ..
            } => inside.decided |= self.tells(program, *cond),
            StmtKind::Omp(construct) => {
                let construct = &program.constructs[*construct];
                inside.alone |= match construct.directive {
                    DirectiveKind::Critical => true,
                    DirectiveKind::Atomic => construct
                        .clauses
                        .iter()
                        .any(|one| matches!(one.kind.name(), "read" | "capture" | "compare")),
                    _ => false,
                }
            }
            StmtKind::Decl(decls) => self.declared(program, decls),
            StmtKind::Break | StmtKind::Continue | StmtKind::Goto { .. } => return place.decided,
            StmtKind::Return(value) => {
                let told = value.is_some_and(|value| self.tells(program, value));
                if place.decided || place.alone || told {
                    self.funcs.extend(place.func);
                }
                return place.decided;
            }
            _ => {}
        }
        let mut children = vec![];
        program.each_child(node, &mut |child| children.push(child));
        let sequence = matches!(node.kind, StmtKind::Block(_));
        let mut left = false;
        for child in children {
            left |= self.stmt(facts, child, inside);
            inside.decided |= sequence && left;
        }
        left
    }

    fn declared(&mut self, program: &Program, decls: &[Decl]) {
        for decl in decls {
            if let Decl::Var(var) = decl
                && let Some(init) = &program.vars[*var].init
            {
                let mut told = false;
                walk::each_in_init(init, &mut |expr| told |= self.tells(program, expr));
                if told {
                    self.vars.insert(*var);
                }
            }
        }
    }

    fn expr(&mut self, facts: &Facts, id: ExprId, place: Place) {
        let program = facts.program;
        let mut blocks = vec![];
        each_part(program, id, &mut |id, expr| match &expr.kind {
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. }
                if place.decided || place.alone || self.tells(program, *rhs) =>
            {
                self.vars.extend(root(program, *lhs));
            }
            ExprKind::IncDec { arg, .. } if place.decided || place.alone => {
                self.vars.extend(root(program, *arg));
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs: cond,
                ..
            }
            | ExprKind::Cond { cond, .. }
                if !place.decided && self.tells(program, *cond) =>
            {
                let mut written = vec![];
                program.walk_expr(id, &mut |_, expr| match expr.kind {
                    ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => {
                        written.extend(root(program, lhs))
                    }
                    ExprKind::IncDec { arg, .. } => written.extend(root(program, arg)),
                    _ => {}
                });
                self.vars.extend(written);
            }
            ExprKind::Call { callee, args } => self.call(facts, *callee, args, place),
            ExprKind::StmtExpr(block) => blocks.push(*block),
            _ => {}
        });
        for block in blocks {
            self.stmt(facts, block, place);
        }
    }

    /// A call hands values to parameters, and a function that waits hands them back through pointers.
    fn call(&mut self, facts: &Facts, callee: ExprId, args: &[ExprId], place: Place) {
        let program = facts.program;
        let func = program.callee(callee);
        if let Some(func) = func {
            for (&param, &arg) in program.funcs[func].params.iter().zip(args) {
                if self.tells(program, arg) {
                    self.vars.insert(param);
                }
            }
        }
        let tells = func.is_none_or(|func| {
            let locks = openmp::effect(&program.funcs[func].name) == Effect::Locks;
            self.waiting.contains(&func) && !(locks && program.funcs[func].body.is_none())
        });
        if tells || place.decided {
            for &arg in args {
                if program.types.is_pointer(program.expr(arg).ty.id) {
                    self.vars.extend(root(program, arg));
                }
            }
        }
    }
}

/// Calls `f` on an expression and all below it, statement expressions not entered.
fn each_part(program: &Program, id: ExprId, f: &mut dyn FnMut(ExprId, &Expr)) {
    let expr = program.expr(id);
    f(id, expr);
    program.each_operand(expr, &mut |sub| each_part(program, sub, f));
}

/// Whether a statement may leave the loop or the function around it.
fn leaves(program: &Program, id: StmtId) -> bool {
    let mut found = false;
    program.walk_stmts(id, &mut |_, stmt| {
        found |= matches!(
            stmt.kind,
            StmtKind::Break | StmtKind::Return(_) | StmtKind::Goto { .. }
        )
    });
    found
}

/// The variable by which an lvalue, or what a pointer leads to, is reached.
fn root(program: &Program, id: ExprId) -> Option<VarId> {
    match program.expr(id).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Index { base, .. } | ExprKind::Deref(base) | ExprKind::Member { base, .. } => {
            root(program, base)
        }
        ExprKind::AddrOf(arg) | ExprKind::Convert { arg, .. } => root(program, arg),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => root(program, lhs).or_else(|| root(program, rhs)),
        _ => None,
    }
}
