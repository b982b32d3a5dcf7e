//! What threads take one after another, since all of them take it from one place: locks, memory of the device's heap,
//! iterations of a work queue.
//!
//! From the calls of the region and of the functions that it calls, and the plan of its loops. An estimate for the report:
//! nothing is decided by it.

use super::brief;
use super::findings::{Kind, weight};
use super::work::Cost;
use crate::analyze::facts::Facts;
use crate::analyze::{length, steady};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::loops::{LoopPlan, Order};
use crate::plan::decisions::steps::Step;
use crate::source::Preprocessed;
use std::collections::BTreeSet;

/// Routines that wait until the caller has a lock (OpenMP 5.2, 18.9.4).
const TAKES_LOCK: [&str; 2] = ["omp_set_lock", "omp_set_nest_lock"];
/// Those that ask for it, and do the same where a loop does so again and again (18.9.6).
const ASKS_FOR_LOCK: [&str; 2] = ["omp_test_lock", "omp_test_nest_lock"];
/// Functions that get memory of the heap.
const ALLOCATES: [&str; 7] = [
    "malloc",
    "calloc",
    "omp_alloc",
    "omp_aligned_alloc",
    "omp_calloc",
    "omp_aligned_calloc",
    "omp_realloc",
];

/// What a kernel's threads take so.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Cost> {
    let program = facts.program;
    // No other thread of the team waits, and teams of one thread hardly do.
    if plan.mode() == Mode::SingleThread {
        return vec![];
    }
    let mut all = Contended {
        facts,
        pre,
        found: vec![],
    };
    if let Some(body) = program.constructs[plan.construct].body {
        all.calls(body, None);
    }
    for &func in &plan.functions {
        if let Some(body) = program.funcs[func].body {
            all.calls(body, Some(func));
        }
    }
    for (id, lowering) in plan.code.lowerings() {
        for step in &lowering.steps {
            if let Step::Loop(one) = step {
                all.queued(&program.constructs[id], one);
            }
        }
    }
    all.found
}

struct Contended<'a> {
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    found: Vec<Cost>,
}

impl Contended<'_> {
    /// The calls in a region, or in a function that it calls.
    fn calls(&mut self, body: StmtId, func: Option<FuncId>) {
        let program = self.facts.program;
        let mut calls = vec![];
        let mut asking = BTreeSet::new();
        program.walk_all_stmts(body, &mut |_, stmt| {
            let condition = match stmt.kind {
                StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } => Some(cond),
                StmtKind::For { cond, .. } => cond,
                _ => None,
            };
            if let Some(condition) = condition {
                program.walk_expr(condition, &mut |id, _| asking.extend([id]));
            }
        });
        program.walk_exprs_in(body, &mut |id, expr| {
            if let ExprKind::Call { callee, args } = &expr.kind
                && let Some(called) = program.callee(*callee)
                && program.funcs[called].body.is_none()
            {
                calls.push((id, called, args.first().copied()));
            }
        });
        for (call, called, argument) in calls {
            let name = program.funcs[called].name.as_str();
            let within = func.map_or(String::new(), |func| {
                format!("in `{}`: ", program.funcs[func].name)
            });
            let waits = TAKES_LOCK.contains(&name)
                || ASKS_FOR_LOCK.contains(&name) && asking.contains(&call);
            if let (true, Some(lock)) = (waits, argument) {
                self.lock(call, lock, (body, func), &within);
            } else if ALLOCATES.contains(&name) {
                self.add(
                    call,
                    format!(
                        "{within}`{name}`: threads get memory of the device's one heap one after another, and free it so"
                    ),
                    "an array that each thread declares, or the team (in `teams`, outside of `parallel`), or one for all that is mapped with `map(alloc: ...)`, with a part for each thread",
                );
            }
        }
    }

    fn lock(&mut self, call: ExprId, lock: ExprId, within: (StmtId, Option<FuncId>), whose: &str) {
        let text = brief(self.pre.slice(self.facts.program.expr(lock).span));
        let (text, help) = match self.is_one(lock, within) {
            true => (
                format!(
                    "{whose}`{text}`: all threads take one lock, and execute what it protects one after another"
                ),
                "`reduction`, or `atomic` where one variable is updated; a lock for each part of the data lets threads go on that need different parts",
            ),
            false => (
                format!(
                    "{whose}`{text}`: threads that take the same lock execute what it protects one after another, and those of a warp wait for each other"
                ),
                "`atomic` where one variable is updated; an order of the iterations in which neighbouring ones take different locks",
            ),
        };
        self.add(call, text, help);
    }

    /// Whether an argument is the same lock for all threads: it names no variable that a thread has for itself.
    fn is_one(&self, lock: ExprId, (body, func): (StmtId, Option<FuncId>)) -> bool {
        let program = self.facts.program;
        let uses = self.facts.uses(body);
        let mut same = true;
        program.walk_expr(lock, &mut |_, expr| match expr.kind {
            ExprKind::Var(var) => {
                let data = &program.vars[var];
                let own = func.is_some() && data.storage.is_local();
                // The lock itself changes; what says which one it is does not.
                same &= !own && !uses.declared.contains(&var) && !uses.get(var).written;
            }
            ExprKind::Call { .. } | ExprKind::StmtExpr(_) => same = false,
            _ => {}
        });
        same
    }

    /// A loop whose threads ask a work queue for each of its short iterations, or for iterations that all take as long.
    fn queued(&mut self, construct: &Construct, one: &LoopPlan) {
        let Order::Queued {
            guided: false,
            chunk,
            ..
        } = one.order
        else {
            return;
        };
        // The order of `ordered` regions needs the queue.
        if one.ordered {
            return;
        }
        let single = chunk.is_none_or(|chunk| int_value(self.facts.program, chunk) == Some(1));
        let is_long = length::is_long(self.facts, one.nest.body);
        if is_long && steady::is_steady(self.facts, &one.nest) {
            self.found.push(Cost {
                kind: Kind::Waiting,
                at: construct.pragma,
                text: "threads take iterations from a work queue that the team shares, though one takes as long as another, as far as the text tells".into(),
                help: "leave out `schedule(dynamic)`: the same number of iterations for each thread needs no queue".into(),
                weight: weight::usual(Kind::Parallelism),
                called: None,
            });
        }
        if !single || is_long {
            return;
        }
        self.found.push(Cost {
            kind: Kind::Waiting,
            at: construct.pragma,
            text: "threads take each iteration from a work queue that the team shares, which takes longer than an iteration of so few statements".into(),
            help: "leave out `schedule(dynamic)`, or give it a chunk: `schedule(dynamic, 32)`".into(),
            weight: weight::usual(Kind::Waiting),
            called: None,
        });
    }

    fn add(&mut self, call: ExprId, text: String, help: &str) {
        self.found.push(Cost {
            kind: Kind::Waiting,
            at: self.facts.program.expr(call).span,
            text,
            help: help.into(),
            weight: weight::usual(Kind::Waiting),
            called: None,
        });
    }
}
