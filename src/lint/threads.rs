//! Writes to one object by several threads (or teams) at a time, with nothing that orders them.
//!
//! From the IR of a kernel's region and of the functions that it calls. Walks the code as each thread executes it,
//! and records for every variable how many of the enclosing constructs that have several threads execute them
//! (`teams`, `parallel`) enclose its copy, too: the copy's depth. A write at a greater depth is one that several
//! threads do to the same copy. What is found is certain as far as the text determines it; code that is not followed
//! gives no warning. Must not know how code will be laid out.

use super::values::{Same, Values};
use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::analyze::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::library::openmp::{self, Effect};
use crate::omp::{Binding, ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;
use std::collections::BTreeSet;

/// A write that several threads may do at a time.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The variable that is written, or the pointer that leads to what is written.
    pub var: VarId,
    pub whole: bool,
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
    let mut walk = Walk {
        program: facts.program,
        facts,
        values: Values::new(facts, region),
        depth: 0,
        guard: 0,
        threads: false,
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
    fn construct(&mut self, id: ConstructId) {
        let program = self.program;
        let construct = &program.constructs[id];
        let Some(body) = construct.body else {
            return;
        };
        let before = (self.depth, self.guard, self.threads, self.construct);
        let conditions = std::mem::take(&mut self.conditions);
        match &construct.directive {
            DirectiveKind::Atomic | DirectiveKind::Critical | DirectiveKind::Ordered => {
                self.guard = ALL;
            }
            DirectiveKind::Section => self.guard = self.guard.max(self.depth),
            DirectiveKind::Construct(leaves) if leaves[..] != [Leaf::Simd] => {
                self.leaves(id, construct, leaves)
            }
            _ => self.conditions.clone_from(&conditions),
        }
        // The program shares them, whatever they become.
        let by_program = |copy: &(VarId, Private)| !construct.shared_scalars.contains(copy);
        let mut copies = self.facts.privatised(construct);
        copies.retain(by_program);
        let originals: Vec<_> = copies.iter().map(|&(var, _)| self.values.of(var)).collect();
        for &(var, how) in &copies {
            let start = match how {
                Private::Linear => Same::Unknown,
                _ => Same::Yes,
            };
            self.values.copied(var, self.depth, start);
            let reduced = how == Private::Reduction;
            if self.threads && !reduced && program.types.is_array(program.vars[var].ty.id) {
                self.found.arrays.push((var, construct.pragma));
            }
        }
        if !is_serial(construct) {
            for var in loops::iteration_variables(program, construct) {
                self.values.distributed(var, self.depth);
            }
        }
        let ticket = std::mem::replace(&mut self.values.one_at_a_time, self.guard == ALL);
        self.stmt(body);
        self.values.one_at_a_time = ticket;
        for (&(var, how), original) in copies.iter().zip(originals) {
            let back = how.writes_original();
            self.values.back(var, original, back);
        }
        (self.depth, self.guard, self.threads, self.construct) = before;
        self.conditions = conditions;
    }

    fn leaves(&mut self, id: ConstructId, construct: &Construct, leaves: &[Leaf]) {
        let program = self.program;
        let one = |wanted: fn(&ClauseKind<ExprId, ListItem>) -> Option<ExprId>| {
            let mut values = construct.clauses.iter().filter_map(|c| wanted(&c.kind));
            values.any(|value| int_value(program, value) == Some(1))
        };
        let never = construct.clauses.iter().any(|clause| {
            let of_parallel = |m: &Vec<Leaf>| m.contains(&Leaf::Parallel);
            matches!(clause.kind, ClauseKind::If(e) if int_value(program, e) == Some(0))
                && clause.modifier.as_ref().is_none_or(of_parallel)
        });
        let one_thread = never
            || one(|kind| match kind {
                ClauseKind::NumThreads { threads, .. } => threads.first().copied(),
                ClauseKind::ThreadLimit(e) => Some(*e),
                _ => None,
            });
        let one_team = one(|kind| match kind {
            ClauseKind::NumTeams { upper, .. } => Some(*upper),
            _ => None,
        });
        for leaf in leaves {
            match leaf {
                Leaf::Teams if !one_team => self.depth += 1,
                Leaf::Parallel if !one_thread => {
                    self.depth += 1;
                    self.threads = true;
                }
                Leaf::Loop
                    if !leaves.contains(&Leaf::Parallel) && !one_team && !is_serial(construct) =>
                {
                    self.depth += 1;
                    self.threads = true;
                }
                Leaf::Single | Leaf::Masked | Leaf::Master | Leaf::Sections => {
                    self.guard = self.guard.max(self.depth)
                }
                // Which thread executes a task, and when, is not asked here.
                Leaf::Task | Leaf::Taskloop => self.guard = ALL,
                _ => {}
            }
        }
        self.construct = match leaves {
            [Leaf::Target] => self.construct,
            _ => id,
        };
        let doacross = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(Some(_)));
        if construct.clauses.iter().any(doacross) {
            self.guard = ALL;
        }
        if construct.directive.shares_loops() && self.runs_once(construct) {
            self.guard = self.guard.max(self.depth);
        }
    }

    /// Whether constant bounds say that no loop of the construct has more than one iteration.
    fn runs_once(&self, construct: &Construct) -> bool {
        self.facts.nest(construct).is_ok_and(|nest| {
            let trips = |one: &CanonicalLoop| one.constant_trips(self.program);
            nest.loops
                .iter()
                .all(|one| trips(one).is_some_and(|n| n <= 1))
        })
    }

    fn stmt(&mut self, id: StmtId) {
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
                self.expr(*cond);
                let guard = self.guard;
                if self.values.selects(*cond) {
                    self.guard = self.guard.max(self.depth);
                }
                self.conditions.push(*cond);
                self.stmt(*then);
                other.iter().for_each(|&other| self.stmt(other));
                self.conditions.pop();
                self.guard = guard;
            }
            StmtKind::Switch { cond, body } => {
                self.expr(*cond);
                let guard = self.guard;
                if self.values.is_number(*cond) {
                    self.guard = self.guard.max(self.depth);
                }
                self.conditions.push(*cond);
                self.stmt(*body);
                self.conditions.pop();
                self.guard = guard;
            }
            StmtKind::While { cond, body } => {
                self.expr(*cond);
                self.conditions.push(*cond);
                self.stmt(*body);
                self.conditions.pop();
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                init.iter().for_each(|&init| self.stmt(init));
                cond.iter().for_each(|&cond| self.expr(cond));
                self.stmt(*body);
                self.steps = true;
                step.iter().for_each(|&step| self.expr(step));
                self.steps = false;
            }
            _ => {
                program.each_expr_of(node, &mut |expr| self.expr(expr));
                program.each_child(node, &mut |child| self.stmt(child));
            }
        }
    }

    /// A sequence of statements: after `if (i != 0) continue;` one thread is left, after another condition some are.
    fn block(&mut self, stmts: &[StmtId]) {
        let (guard, conditions) = (self.guard, self.conditions.len());
        for &stmt in stmts {
            self.stmt(stmt);
            if self.waits(stmt) {
                self.guard = ALL;
            }
            if let StmtKind::If { cond, then, .. } = self.program.stmt(stmt).kind
                && self.leaves_here(then)
            {
                self.conditions.push(cond);
                if self.values.selects(cond) {
                    self.guard = self.guard.max(self.depth);
                }
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
                if let Some(func) = program.callee(*callee) {
                    self.call(func, args);
                }
            }
            ExprKind::Cond { cond, yes, no } => {
                self.expr(*cond);
                self.conditions.push(*cond);
                yes.iter().for_each(|&yes| self.expr(yes));
                self.expr(*no);
                self.conditions.pop();
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                self.expr(*lhs);
                self.conditions.push(*lhs);
                self.expr(*rhs);
                self.conditions.pop();
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
        if self.depth <= object.depth.max(self.guard) {
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
            // A lock may be held after this call.
            if openmp::effect(&callee.name) == Effect::Locks || is_builtin_atomic(&callee.name) {
                self.guard = ALL;
            }
            return;
        };
        if self.calls.len() == CALLS || self.calls.contains(&func) {
            return;
        }
        let guarded = self.guard >= self.depth;
        let lead: Vec<Option<VarId>> = (callee.params.iter().zip(args))
            .map(|(&param, &arg)| self.values.passed(param, arg, self.depth))
            .collect();
        if !self.called.insert((func, lead, guarded)) {
            return;
        }
        let locks = Uses::of_stmt(program, body).calls;
        let locks = locks
            .iter()
            .any(|&f| openmp::effect(&program.funcs[f].name) == Effect::Locks);
        let guard = self.guard;
        if locks {
            self.guard = ALL;
        }
        self.calls.push(func);
        self.stmt(body);
        self.calls.pop();
        self.guard = guard;
    }
}

/// Whether the construct gives all iterations to one thread.
fn is_serial(construct: &Construct) -> bool {
    let alone = |c: &Clause| matches!(c.kind, ClauseKind::Bind(Binding::Thread));
    if construct.clauses.iter().any(alone) {
        return true;
    }
    let sharing = [Leaf::Distribute, Leaf::For, Leaf::Loop, Leaf::Taskloop];
    !sharing.iter().any(|&leaf| construct.directive.has(leaf))
}

fn is_builtin_atomic(name: &str) -> bool {
    name.starts_with("__sync_") || name.starts_with("__atomic_")
}
