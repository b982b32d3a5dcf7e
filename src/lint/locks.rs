//! How many locks a thread may hold behind a statement: by how many more the statement takes than it releases.
//!
//! From the IR of the region and of the functions that it calls, along all paths; where they disagree, the larger
//! number counts. A loop that waits for what atomics say, as locks made of atomics do, counts as locks that are never
//! released: which code releases them is not known. Must not know what is written meanwhile.

use super::hints::Hints;
use crate::analyze::facts::Facts;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::library::openmp::{self, Effect};
use crate::omp::Leaf;
use std::collections::BTreeMap;

/// More locks than any code releases.
pub const ALWAYS: i64 = i64::MAX / 4;

/// What a call of a routine does to the locks that its thread holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Routine {
    Takes,
    Tries,
    Releases,
    Other,
}

/// By how many locks more a thread may hold at each end of some code, where the code may come to that end.
#[derive(Clone, Copy, Debug)]
struct Net {
    through: Option<i64>,
    breaks: Option<i64>,
    continues: Option<i64>,
    returns: Option<i64>,
}

impl Net {
    const NOWHERE: Net = Net {
        through: None,
        breaks: None,
        continues: None,
        returns: None,
    };

    fn by(count: i64) -> Net {
        Net {
            through: Some(count),
            ..Net::NOWHERE
        }
    }

    fn or(self, other: Net) -> Net {
        Net {
            through: self.through.max(other.through),
            breaks: self.breaks.max(other.breaks),
            continues: self.continues.max(other.continues),
            returns: self.returns.max(other.returns),
        }
    }

    fn then(self, next: Net) -> Net {
        let Some(before) = self.through else {
            return self;
        };
        let behind = |end: Option<i64>| end.map(|count| sum(before, count));
        let next = Net {
            through: behind(next.through),
            breaks: behind(next.breaks),
            continues: behind(next.continues),
            returns: behind(next.returns),
        };
        Net {
            through: None,
            ..self
        }
        .or(next)
    }
}

/// The sum, in which [`ALWAYS`] stays what it is.
pub fn sum(a: i64, b: i64) -> i64 {
    match a >= ALWAYS || b >= ALWAYS {
        true => ALWAYS,
        false => a + b,
    }
}

pub struct Locks<'a> {
    facts: &'a Facts<'a>,
    hints: Hints,
    stmts: BTreeMap<StmtId, Net>,
    /// What calling a function comes to; those that are being followed are [`ALWAYS`].
    funcs: BTreeMap<FuncId, i64>,
}

impl<'a> Locks<'a> {
    pub fn of_region(facts: &'a Facts<'a>, region: ConstructId) -> Self {
        Locks {
            facts,
            hints: Hints::of_region(facts, region),
            stmts: BTreeMap::new(),
            funcs: BTreeMap::new(),
        }
    }

    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    /// By how many locks more a thread may hold behind a statement than in front of it.
    pub fn behind(&mut self, stmt: StmtId) -> i64 {
        match self.hints.any {
            true => self.stmt(stmt).through.unwrap_or(0),
            false => 0,
        }
    }

    /// The same for a condition that holds, and for one that does not.
    pub fn decided(&mut self, cond: ExprId) -> (i64, i64) {
        match self.hints.any {
            true => self.cond(cond),
            false => (0, 0),
        }
    }

    /// The same for a call.
    pub fn called(&mut self, func: FuncId) -> i64 {
        match self.hints.any {
            true => self.call(func),
            false => 0,
        }
    }

    /// How many locks more a thread may hold at the beginning of an iteration than in front of the loop.
    pub fn repeated(&mut self, stmt: StmtId) -> i64 {
        if !self.hints.any {
            return 0;
        }
        match self.iteration(stmt) > 0 {
            true => ALWAYS,
            false => 0,
        }
    }

    /// Whether jumps in a function's body, or in a region, hide when locks are held.
    pub fn hidden(&self, body: StmtId) -> bool {
        self.hints.any && self.hints.has_jumps(self.facts, body)
    }

    fn stmt(&mut self, id: StmtId) -> Net {
        if let Some(&known) = self.stmts.get(&id) {
            return known;
        }
        let net = self.compute(id);
        self.stmts.insert(id, net);
        net
    }

    fn compute(&mut self, id: StmtId) -> Net {
        let program = self.facts.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::If { cond, then, other } => {
                let (yes, no) = self.cond(*cond);
                let then = Net::by(yes).then(self.stmt(*then));
                let other = other.map_or(Net::by(0), |other| self.stmt(other));
                then.or(Net::by(no).then(other))
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                self.repetition(id)
            }
            StmtKind::Switch { cond, body } => {
                let inside = self.cases(*body);
                Net::by(self.expr(*cond)).then(inside.or(Net::by(0)))
            }
            StmtKind::Break => Net {
                breaks: Some(0),
                ..Net::NOWHERE
            },
            StmtKind::Continue => Net {
                continues: Some(0),
                ..Net::NOWHERE
            },
            StmtKind::Return(value) => Net {
                returns: Some(value.map_or(0, |value| self.expr(value))),
                ..Net::NOWHERE
            },
            StmtKind::Omp(construct) => {
                let construct = &program.constructs[*construct];
                let own = |leaf| construct.directive.has(leaf);
                // Their threads hold locks of their own.
                let body = construct
                    .body
                    .filter(|_| !own(Leaf::Parallel) && !own(Leaf::Teams));
                body.map_or(Net::by(0), |body| self.stmt(body))
            }
            StmtKind::Asm { .. } => Net::by(ALWAYS),
            _ => {
                let mut exprs = vec![];
                program.each_expr_of(node, &mut |expr| exprs.push(expr));
                let mut children = vec![];
                program.each_child(node, &mut |child| children.push(child));
                let first = exprs.into_iter().map(|expr| self.expr(expr));
                let first = first.fold(0, sum);
                let all = children.into_iter();
                all.fold(Net::by(first), |net, child| net.then(self.stmt(child)))
            }
        }
    }

    /// The paths through the body of a switch, which begin at any of its statements.
    fn cases(&mut self, body: StmtId) -> Net {
        let stmts = match &self.facts.program.stmt(body).kind {
            StmtKind::Block(stmts) => stmts.as_slice(),
            _ => &[body],
        };
        let mut from_here = Net::by(0);
        let mut all = Net::by(0);
        for &stmt in stmts.iter().rev() {
            from_here = self.stmt(stmt).then(from_here);
            all = all.or(from_here);
        }
        Net {
            through: all.through.max(all.breaks),
            breaks: None,
            ..all
        }
    }

    /// By how many locks more a thread may hold behind one iteration of a loop, its condition included.
    fn iteration(&mut self, id: StmtId) -> i64 {
        let (cond, step, body) = parts(self.facts.program, id);
        let body = self.stmt(body);
        let end = body.through.max(body.continues);
        let step = step.map_or(0, |step| self.expr(step));
        let (yes, _) = cond.map_or((0, 0), |cond| self.cond(cond));
        end.map_or(0, |end| sum(sum(end, step), yes))
    }

    fn repetition(&mut self, id: StmtId) -> Net {
        let program = self.facts.program;
        if self.hints.waits(self.facts, id) {
            return Net::by(ALWAYS);
        }
        let (cond, _, body) = parts(program, id);
        let first = match program.stmt(id).kind {
            StmtKind::For {
                init: Some(init), ..
            } => self.stmt(init),
            _ => Net::by(0),
        };
        let more = self.repeated(id);
        let body = self.stmt(body);
        let (yes, no) = cond.map_or((0, 0), |cond| self.cond(cond));
        let once = match program.stmt(id).kind {
            StmtKind::DoWhile { .. } => body,
            _ => Net::by(yes).then(body),
        };
        let end = once.through.max(once.continues).max(Some(0));
        let ended = end.map(|end| sum(end, no));
        first.then(Net::by(more)).then(Net {
            through: ended.max(once.breaks),
            breaks: None,
            continues: None,
            returns: once.returns,
        })
    }

    /// What evaluating a condition comes to where it holds, and where it does not.
    fn cond(&mut self, id: ExprId) -> (i64, i64) {
        let program = self.facts.program;
        match &program.expr(id).kind {
            ExprKind::Call { callee, args } => {
                let before = args.iter().map(|&arg| self.expr(arg)).fold(0, sum);
                let tries = |func: FuncId| routine(&program.funcs[func].name) == Routine::Tries;
                match program.callee(*callee) {
                    Some(func) if tries(func) => (sum(before, 1), before),
                    _ => {
                        let all = self.expr(id);
                        (all, all)
                    }
                }
            }
            ExprKind::Unary { op: UnOp::Not, arg } => {
                let (yes, no) = self.cond(*arg);
                (no, yes)
            }
            ExprKind::Convert { arg, .. } => self.cond(*arg),
            ExprKind::Binary {
                op: op @ (BinOp::Eq | BinOp::Ne),
                lhs,
                rhs,
            } => {
                let (yes, no) = match int_value(program, *rhs) {
                    Some(0) => self.cond(*lhs),
                    _ => {
                        let all = self.expr(id);
                        (all, all)
                    }
                };
                match op {
                    BinOp::Eq => (no, yes),
                    _ => (yes, no),
                }
            }
            ExprKind::Binary {
                op: op @ (BinOp::And | BinOp::Or),
                lhs,
                rhs,
            } => {
                let (first, second) = (self.cond(*lhs), self.cond(*rhs));
                match op {
                    BinOp::And => (sum(first.0, second.0), first.1.max(sum(first.0, second.1))),
                    _ => (first.0.max(sum(first.1, second.0)), sum(first.1, second.1)),
                }
            }
            _ => {
                let all = self.expr(id);
                (all, all)
            }
        }
    }

    fn expr(&mut self, id: ExprId) -> i64 {
        let program = self.facts.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                let before = args.iter().map(|&arg| self.expr(arg)).fold(0, sum);
                let call = match program.callee(*callee) {
                    Some(func) => self.call(func),
                    None if self.hints.unknown_waits => ALWAYS,
                    None => 0,
                };
                sum(before, call)
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                ..
            } => {
                let (yes, no) = self.cond(id);
                yes.max(no)
            }
            ExprKind::Cond { cond, yes, no } => {
                let (holds, not) = self.cond(*cond);
                let yes = yes.map_or(0, |yes| self.expr(yes));
                sum(holds, yes).max(sum(not, self.expr(*no)))
            }
            ExprKind::StmtExpr(block) => self.stmt(*block).through.unwrap_or(0),
            _ => {
                let mut parts = vec![];
                program.each_operand(expr, &mut |sub| parts.push(sub));
                parts.into_iter().map(|part| self.expr(part)).fold(0, sum)
            }
        }
    }

    fn call(&mut self, func: FuncId) -> i64 {
        if let Some(&known) = self.funcs.get(&func) {
            return known;
        }
        let program = self.facts.program;
        let data = &program.funcs[func];
        let waits = self.facts.effects.of_func(func).waits || self.hints.waiting.contains(&func);
        let net = match (routine(&data.name), data.body) {
            (Routine::Takes | Routine::Tries, _) => 1,
            (Routine::Releases, _) => -1,
            _ if !waits => 0,
            // Another file defines it; the routines that make and destroy locks hold none.
            (_, None) => match openmp::effect(&data.name) == Effect::Locks {
                true => 0,
                false => ALWAYS,
            },
            (_, Some(body)) => {
                self.funcs.insert(func, ALWAYS);
                match self.hidden(body) || program.gives_way(func) {
                    true => ALWAYS,
                    false => {
                        let net = self.stmt(body);
                        net.through.max(net.returns).unwrap_or(0)
                    }
                }
            }
        };
        self.funcs.insert(func, net);
        net
    }
}

/// The condition, the step and the body of a loop.
fn parts(program: &Program, id: StmtId) -> (Option<ExprId>, Option<ExprId>, StmtId) {
    match program.stmt(id).kind {
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            (Some(cond), None, body)
        }
        StmtKind::For {
            cond, step, body, ..
        } => (cond, step, body),
        _ => (None, None, id),
    }
}

fn routine(name: &str) -> Routine {
    match name {
        "omp_set_lock" | "omp_set_nest_lock" => Routine::Takes,
        "omp_test_lock" | "omp_test_nest_lock" => Routine::Tries,
        "omp_unset_lock" | "omp_unset_nest_lock" => Routine::Releases,
        _ => Routine::Other,
    }
}
