//! Writes to one object by several threads (or teams) at a time, with nothing that orders them.
//!
//! From the IR of a kernel's region and of the functions that it calls. Walks the code as each thread executes it,
//! and records for every variable how many of the enclosing constructs that have several threads execute them
//! (`teams`, `parallel`) enclose its copy, too: the copy's depth. A write at a greater depth is one that several
//! threads do to the same copy. What is found is certain as far as the text determines it; code that is not followed
//! gives no warning. Must not know how code will be laid out.

mod constructs;

use super::hints::is_builtin_atomic;
use super::locks::{self, Locks};
use super::selection::Answer;
use super::values::{Same, Values};
use crate::analyze::facts::Facts;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::library::openmp;
use crate::source::Span;
use constructs::Limit;
use std::collections::BTreeSet;

/// A write that several threads may do at a time.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The variable that is written, or the pointer that leads to what is written.
    pub var: VarId,
    pub whole: bool,
    /// It is a member of a structure or union.
    pub member: bool,
    /// It is a bit-field.
    pub bit_field: bool,
    /// The element is chosen by data; otherwise it is the same element for all.
    pub by_data: bool,
    /// The new value is computed from the old one.
    pub update: bool,
    /// It sums up, counts or finds a maximum; it is not the step of a loop.
    pub sums: bool,
    pub place: Span,
    /// The innermost construct that has several threads execute the write.
    pub construct: ConstructId,
}

/// What a walk finds in one kernel.
#[derive(Debug, Default)]
pub struct Found {
    pub conflicts: Vec<Conflict>,
    /// Arrays of which every thread of a parallel region has its own, each with its place.
    pub arrays: Vec<(VarId, Span)>,
}

/// Walks the region of a `target` construct.
pub fn of_region(facts: &Facts, region: ConstructId) -> Found {
    let locks = Locks::of_region(facts, region);
    let body = facts.program.constructs[region].body;
    let hidden = body.is_some_and(|body| locks.hidden(body));
    let mut walk = Walk {
        program: facts.program,
        facts,
        values: Values::new(facts, region),
        depth: 0,
        guard: 0,
        held: if hidden { locks::ALWAYS } else { 0 },
        locks,
        threads: false,
        limit: Limit::default(),
        conditions: vec![],
        construct: region,
        steps: false,
        calls: vec![],
        called: BTreeSet::new(),
        found: Found::default(),
    };
    walk.construct(region);
    walk.found
}

/// How many calls of functions are followed, one inside the other.
const CALLS: usize = 8;
/// More than any depth: under a lock or in an atomic section no other thread writes at the time.
const ALL: usize = usize::MAX;

struct Walk<'a> {
    program: &'a Program,
    facts: &'a Facts<'a>,
    values: Values<'a>,
    /// How many enclosing constructs have several threads execute what they enclose.
    depth: usize,
    /// How many of those a construct has undone that lets a single thread through.
    guard: usize,
    /// How many locks a thread may hold here.
    held: i64,
    locks: Locks<'a>,
    limit: Limit,
    /// Whether a parallel region is among them.
    threads: bool,
    /// The conditions that hold here, of the innermost worksharing construct or function.
    conditions: Vec<ExprId>,
    construct: ConstructId,
    /// Whether the walk is in the step of a `for`.
    steps: bool,
    calls: Vec<FuncId>,
    /// The functions walked so far, each with what its parameters lead to and whether a single thread calls it.
    called: BTreeSet<(FuncId, Vec<Option<VarId>>, bool)>,
    found: Found,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let held = self.held;
        self.inside(id);
        let behind = self.locks.behind(id);
        self.held = locks::sum(held, behind).max(0);
    }

    fn inside(&mut self, id: StmtId) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.declare(*var);
                    }
                }
            }
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::If { cond, then, other } => {
                let (yes, no) = self.locks.decided(*cond);
                let (yes, no) = (locks::sum(self.held, yes), locks::sum(self.held, no));
                self.expr(*cond);
                self.held = yes;
                self.under(*cond, Answer::Yes, |walk| walk.stmt(*then));
                self.held = no;
                if let Some(other) = *other {
                    self.under(*cond, Answer::No, |walk| walk.stmt(other));
                }
            }
            StmtKind::Switch { cond, body } => {
                self.expr(*cond);
                let guard = self.guard;
                if self.values.is_number(*cond) {
                    self.guard = self.guard.max(self.depth);
                }
                self.under(*cond, Answer::Yes, |walk| walk.stmt(*body));
                self.guard = guard;
            }
            StmtKind::While { cond, body } => {
                self.held = locks::sum(self.held, self.locks.repeated(id));
                let (yes, _) = self.locks.decided(*cond);
                let held = locks::sum(self.held, yes);
                self.expr(*cond);
                self.held = held;
                self.under(*cond, Answer::Yes, |walk| walk.stmt(*body));
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                init.iter().for_each(|&init| self.stmt(init));
                self.held = locks::sum(self.held, self.locks.repeated(id));
                let (yes, _) = cond.map_or((0, 0), |cond| self.locks.decided(cond));
                let held = locks::sum(self.held, yes);
                cond.iter().for_each(|&cond| self.expr(cond));
                let guard = self.guard;
                if cond
                    .is_some_and(|cond| self.values.selects_iterations(cond) || self.is_told(cond))
                {
                    self.guard = self.guard.max(self.depth);
                }
                self.held = held;
                self.stmt(*body);
                self.steps = true;
                step.iter().for_each(|&step| self.expr(step));
                self.steps = false;
                self.guard = guard;
            }
            StmtKind::DoWhile { body, cond } => {
                self.held = locks::sum(self.held, self.locks.repeated(id));
                self.stmt(*body);
                self.expr(*cond);
            }
            _ => {
                program.each_expr_of(node, &mut |expr| self.expr(expr));
                program.each_child(node, &mut |child| self.stmt(child));
            }
        }
    }

    /// Walks what is executed under an answer to a condition.
    fn under(&mut self, cond: ExprId, answer: Answer, walk: impl FnOnce(&mut Self)) {
        let guard = self.guard;
        if self.values.may_select(cond, answer) || self.is_told(cond) {
            self.guard = self.guard.max(self.depth);
        }
        self.conditions.push(cond);
        walk(self);
        self.conditions.pop();
        self.guard = guard;
    }

    /// Whether what other threads do decides about a condition.
    fn is_told(&self, cond: ExprId) -> bool {
        self.locks.hints().tells(self.program, cond)
    }

    /// A sequence of statements: after `if (i != 0) continue;` one thread is left, after another condition some are.
    fn block(&mut self, stmts: &[StmtId]) {
        let (guard, conditions) = (self.guard, self.conditions.len());
        for &stmt in stmts {
            self.stmt(stmt);
            if self.waits(stmt) {
                self.guard = ALL;
            }
            if let StmtKind::If { cond, then, other } = self.program.stmt(stmt).kind
                && let Some(answer) = self.answer_behind(then, other)
            {
                self.conditions.push(cond);
                if self.values.may_select(cond, answer) {
                    self.guard = self.guard.max(self.depth);
                }
            }
            if self.sends_away(stmt) {
                self.guard = self.guard.max(self.depth);
            }
        }
        self.conditions.truncate(conditions);
        self.guard = guard;
    }

    /// Whether a statement is a loop around an atomic read: a single thread at a time may execute what follows it.
    fn waits(&self, stmt: StmtId) -> bool {
        let node = self.program.stmt(stmt);
        let repeats = matches!(
            node.kind,
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. }
        );
        repeats && self.facts.uses(stmt).waits
    }

    /// The answer to a condition with which threads come to what stands behind its branches, where one leaves.
    fn answer_behind(&self, then: StmtId, other: Option<StmtId>) -> Option<Answer> {
        match other {
            _ if self.leaves_here(then) => Some(Answer::No),
            Some(other) if self.leaves_here(other) => Some(Answer::Yes),
            _ => None,
        }
    }

    /// Whether a condition in the statement has threads go elsewhere, by what other threads do.
    fn sends_away(&self, id: StmtId) -> bool {
        let node = self.program.stmt(id);
        let decides = match node.kind {
            StmtKind::If { cond, .. } | StmtKind::Switch { cond, .. } => self.is_told(cond),
            _ => false,
        };
        if decides {
            let mut jumps = false;
            self.program.walk_stmts(id, &mut |_, stmt| {
                jumps |= matches!(
                    stmt.kind,
                    StmtKind::Continue
                        | StmtKind::Break
                        | StmtKind::Return(_)
                        | StmtKind::Goto { .. }
                )
            });
            return jumps;
        }
        let mut found = false;
        if self.locks.hints().any {
            let each = &mut |child| found |= self.sends_away(child);
            self.program.each_child(node, each);
        }
        found
    }

    fn leaves_here(&self, stmt: StmtId) -> bool {
        match &self.program.stmt(stmt).kind {
            StmtKind::Block(stmts) => stmts.last().is_some_and(|&last| self.leaves_here(last)),
            kind => matches!(
                kind,
                StmtKind::Continue | StmtKind::Break | StmtKind::Return(_) | StmtKind::Goto { .. }
            ),
        }
    }

    fn declare(&mut self, var: VarId) {
        let program = self.program;
        let data = &program.vars[var];
        if !data.storage.is_local() {
            return;
        }
        let init = match &data.init {
            Some(Init::Expr(init)) => {
                self.expr(*init);
                Some(*init)
            }
            Some(init) => {
                walk::each_in_init(init, &mut |expr| self.expr(expr));
                None
            }
            None => None,
        };
        self.values.declared(var, self.depth, init);
        if self.threads && program.types.is_array(data.ty.id) {
            self.found.arrays.push((var, data.span));
        }
    }

    fn expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Assign { lhs, rhs } => {
                self.expr(*rhs);
                self.operands(*lhs);
                let update = self.mentions(*rhs, *lhs);
                self.write(*lhs, Some(*rhs), update);
                self.values.assigned(*lhs, *rhs);
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.expr(*rhs);
                self.operands(*lhs);
                self.write(*lhs, Some(*rhs), true);
                self.values.assigned(*lhs, *rhs);
            }
            ExprKind::IncDec { arg, .. } => {
                self.operands(*arg);
                self.write(*arg, None, true);
            }
            ExprKind::Call { callee, args } => {
                args.iter().for_each(|&arg| self.expr(arg));
                let held = self.held;
                let more = match program.callee(*callee) {
                    Some(func) => {
                        self.call(func, args);
                        self.locks.called(func)
                    }
                    None if self.locks.hints().unknown_waits => locks::ALWAYS,
                    None => 0,
                };
                self.held = locks::sum(held, more).max(0);
            }
            ExprKind::Cond { cond, yes, no } => {
                self.expr(*cond);
                if let Some(yes) = *yes {
                    self.under(*cond, Answer::Yes, |walk| walk.expr(yes));
                }
                self.under(*cond, Answer::No, |walk| walk.expr(*no));
            }
            ExprKind::Binary {
                op: op @ (BinOp::And | BinOp::Or),
                lhs,
                rhs,
            } => {
                self.expr(*lhs);
                let answer = match op {
                    BinOp::And => Answer::Yes,
                    _ => Answer::No,
                };
                self.under(*lhs, answer, |walk| walk.expr(*rhs));
            }
            ExprKind::StmtExpr(block) => self.stmt(*block),
            _ => program.each_operand(expr, &mut |sub| self.expr(sub)),
        }
    }

    /// The expressions that are evaluated to compute the address of an lvalue.
    fn operands(&mut self, lvalue: ExprId) {
        let program = self.program;
        program.each_operand(program.expr(lvalue), &mut |sub| self.expr(sub));
    }

    /// Whether a value is computed from the object that `lvalue` designates.
    fn mentions(&self, value: ExprId, lvalue: ExprId) -> bool {
        let mut found = false;
        self.program.walk_expr(value, &mut |id, _| {
            found |= self.values.same_object(id, lvalue)
        });
        found
    }

    fn write(&mut self, lvalue: ExprId, value: Option<ExprId>, update: bool) {
        let Some(object) = self.values.object(lvalue) else {
            return;
        };
        if self.held > 0 || self.depth <= object.depth.max(self.guard) {
            return;
        }
        let by_data = |e: &ExprId| self.values.is_scattered(*e, object.depth);
        let same = |e: &ExprId| self.values.same(*e, object.depth) == Same::Yes;
        let all_same = object.subscripts.iter().all(same);
        let scattered = !all_same && object.subscripts.iter().all(|e| same(e) || by_data(e));
        let varies = value.is_some_and(|e| self.values.same(e, object.depth) == Same::No);
        let asked = self
            .conditions
            .iter()
            .any(|&cond| self.mentions(cond, lvalue));
        let bad = match (update, all_same) {
            (true, true) => true,
            (true, false) => scattered,
            (false, true) => varies && (self.conditions.is_empty() || asked),
            (false, false) => false,
        };
        if bad {
            self.found.conflicts.push(Conflict {
                var: object.var,
                whole: object.is_whole(),
                member: object.member,
                bit_field: self.program.is_bit_field(lvalue),
                by_data: !all_same,
                update: update || asked,
                sums: (update || asked) && !self.steps,
                place: self.program.expr(lvalue).span,
                construct: self.construct,
            });
        }
    }

    fn call(&mut self, func: FuncId, args: &[ExprId]) {
        let program = self.program;
        let callee = &program.funcs[func];
        let Some(body) = callee.body else {
            if is_builtin_atomic(&callee.name) {
                self.guard = ALL;
            }
            if callee.name == openmp::SET_NUM_THREADS {
                let one = |&arg: &ExprId| int_value(program, arg) == Some(1);
                self.limit.set = args.first().is_some_and(one);
            }
            return;
        };
        if self.calls.len() == CALLS || self.calls.contains(&func) {
            return;
        }
        let guarded = self.guard >= self.depth || self.held > 0;
        let lead: Vec<Option<VarId>> = (callee.params.iter().zip(args))
            .map(|(&param, &arg)| self.values.passed(param, arg, self.depth))
            .collect();
        if !self.called.insert((func, lead, guarded)) {
            return;
        }
        let guard = self.guard;
        if self.locks.hidden(body) {
            self.held = locks::ALWAYS;
        }
        self.calls.push(func);
        self.stmt(body);
        self.calls.pop();
        self.guard = guard;
    }
}
