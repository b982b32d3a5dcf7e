//! Work that costs time by how it is distributed: loops that threads repeat or wait for, loops with fewer iterations
//! than threads, launches with less work than an SM has room for, and one element that all threads update.
//!
//! From the plan and constant trip counts. An estimate for the report: nothing is decided by it.

use super::brief;
use super::findings::{Kind, weight};
use crate::analyze::facts::Facts;
use crate::analyze::loops::{canonical_in, nest_head};
use crate::analyze::strides::{self, Called, How, Stride};
use crate::ir::constants::int_value;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};
use std::collections::BTreeSet;

/// Something that costs time at a place of the text.
pub(super) struct Cost {
    pub kind: Kind,
    pub at: Span,
    pub text: String,
    pub help: String,
    pub weight: u64,
    /// The call in the region's text by which it is reached, where it stands in a function.
    pub called: Option<Called>,
}

/// A loop of fewer trips is not worth to be told of, where they are constant.
const FEW_TRIPS: u128 = 9;
/// The threads that an SM holds, of the architectures that have the most.
const OF_AN_SM: u128 = 2048;

/// What the plan of a region says.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Cost> {
    let mut all = Costs {
        facts,
        pre,
        plan,
        found: vec![],
        called: None,
        seen: BTreeSet::new(),
    };
    for (id, lowering) in plan.code.lowerings() {
        let construct = &facts.program.constructs[id];
        for step in &lowering.steps {
            match step {
                Step::Loop(one) => {
                    all.short(construct, one);
                    all.one_element_by_calls(construct, one);
                }
                Step::Parallel(one) => all.few_threads(construct, one.team),
                Step::Synchronise if construct.directive == DirectiveKind::Atomic => {
                    all.one_element(construct)
                }
                _ => {}
            }
        }
    }
    let region = &facts.program.constructs[plan.construct];
    if let Some(body) = region.body
        && plan.mode() != Mode::SingleThread
        && !facts.effects(body).asks_ids
    {
        all.construct(region, Executed::OutsideOfParallel);
    }
    all.found
}

/// Who executes code outside of constructs that distribute work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Executed {
    /// One thread of each team, or all of them to the same effect.
    OutsideOfParallel,
    /// All threads of a team, each all of it.
    ByAllThreads,
}

struct Costs<'a> {
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    plan: &'a KernelPlan,
    found: Vec<Cost>,
    /// By which call of the region's text the code is reached that is looked at.
    called: Option<Called>,
    /// The functions that were looked at, and who executes them.
    seen: BTreeSet<(FuncId, Executed)>,
}

impl Costs<'_> {
    fn add(&mut self, kind: Kind, at: Span, text: String, help: &str) {
        self.found.push(Cost {
            kind,
            at,
            text,
            help: help.into(),
            weight: weight::usual(kind),
            called: self.called,
        });
    }

    /// The constant of `num_threads` of the parallel region that executes a construct.
    fn threads_around(&self, construct: &Construct) -> Option<u128> {
        let around = self.facts.program.around(construct);
        let mut teams = std::iter::once(construct).chain(around).filter_map(|one| {
            let steps = &self.plan.code.lowering(one.id)?.steps;
            steps.iter().find_map(|step| match step {
                Step::Parallel(one) => Some(one.team),
                _ => None,
            })
        });
        match teams.next()? {
            TeamSize::Constant(threads) => Some(threads.into()),
            _ => None,
        }
    }

    /// A parallel region of few threads in a team that has more for another region.
    fn few_threads(&mut self, construct: &Construct, team: TeamSize) {
        let program = self.facts.program;
        let shape = &self.plan.shape;
        let threads = match team {
            TeamSize::Constant(threads) => Some(i128::from(threads)),
            TeamSize::Asked {
                threads: Some(threads),
                ..
            } => int_value(program, threads),
            _ => None,
        };
        let largest = shape.largest.as_ref().map(|largest| largest.least);
        let team = i128::from(largest.unwrap_or(0).max(shape.block));
        let Some(threads) = threads.filter(|threads| (1..=team / 2).contains(threads)) else {
            return;
        };
        if team <= WARP.into() {
            return;
        }
        let verb = if threads == 1 { "executes" } else { "execute" };
        self.add(
            Kind::Parallelism,
            construct.pragma,
            format!("{threads} of the {team} threads of a team {verb} this region: the others wait"),
            "leave out `num_threads`, or ask for as many threads as the other regions of the kernel do",
        );
    }

    /// A distributed loop whose constant number of iterations is less than the threads or teams that share them.
    fn short(&mut self, construct: &Construct, one: &LoopPlan) {
        const MORE: &str =
            "`collapse` with an inner loop whose iterations do not depend on each other gives more";
        const ALONE: &str = "more iterations in one region; `collapse` gives them where a loop is all of the body, with bounds that are the same in each iteration";
        let program = self.facts.program;
        let Some(trips) = one.nest.constant_trips(program) else {
            return;
        };
        let shape = &self.plan.shape;
        let asked = shape
            .threads
            .and_then(|threads| int_value(program, threads));
        let block = match asked {
            Some(threads) => u128::try_from(threads).unwrap_or_default(),
            None => u128::from(shape.block),
        };
        let block = block.min(self.threads_around(construct).unwrap_or(u128::MAX));
        let lanes = u128::from(shape.lanes.max(1));
        let text = match one.spread {
            Spread::League if !shape.one_team && trips * lanes <= OF_AN_SM => format!(
                "{trips} iterations are work for {} threads, and one SM alone holds {OF_AN_SM}",
                trips * lanes
            ),
            // Threads beside those of a few lanes are what the fork costs in any case.
            Spread::League | Spread::Team
                if one.lanes.is_none() && trips * 2 <= block && block > WARP.into() =>
            {
                format!("{trips} iterations for the {block} threads of a team: the others wait")
            }
            _ => return,
        };
        let help = match collapses(self.facts, &one.nest) {
            true => MORE,
            false => ALONE,
        };
        self.add(Kind::Parallelism, construct.pragma, text, help);
    }

    /// An atomic update, in a distributed loop, of what is the same element in all iterations.
    fn one_element(&mut self, construct: &Construct) {
        let program = self.facts.program;
        let Some(body) = construct.body else {
            return;
        };
        let distributed = |outer: &&Construct| {
            self.loop_of(outer)
                .is_some_and(|one| !matches!(one.spread, Spread::Thread))
        };
        let Some(outer) = program.around(construct).find(distributed) else {
            return;
        };
        let Some(one) = self.loop_of(outer) else {
            return;
        };
        let updated = updated(program, construct, body);
        let shared = |var: VarId| {
            !one.copied().contains(&var) && !self.facts.uses(one.nest.body).declared.contains(&var)
        };
        let at = match updated.map(|expr| (expr, &program.expr(expr).kind)) {
            Some((expr, &ExprKind::Var(var))) if shared(var) => expr,
            Some((expr, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. })) => {
                let loops: Vec<_> = one.nest.loops.iter().collect();
                let accesses = strides::accesses(self.facts, &loops, &one.copied(), one.nest.body);
                let stays = accesses.iter().any(|access| {
                    access.expr == expr
                        && access.how != How::Address
                        && access.along.iter().all(|along| *along == Stride::NONE)
                });
                match stays {
                    true => expr,
                    false => return,
                }
            }
            _ => return,
        };
        self.tell_one_element(construct, at, None);
    }

    /// The same, in functions that the body of a distributed loop calls.
    fn one_element_by_calls(&mut self, construct: &Construct, one: &LoopPlan) {
        if one.spread == Spread::Thread {
            return;
        }
        let program = self.facts.program;
        let loops: Vec<_> = one.nest.loops.iter().collect();
        let copied = one.copied();
        let reached = strides::reached(self.facts, &loops, (&copied, None), one.nest.body);
        let mut told = vec![];
        for access in reached.accesses {
            let (Some(called), Some(atomic)) = (access.called, access.atomic) else {
                continue;
            };
            let atomic = &program.constructs[atomic];
            let updated = atomic.body.and_then(|body| updated(program, atomic, body));
            let stays = access.along.iter().all(|along| *along == Stride::NONE);
            if updated == Some(access.expr)
                && stays
                && !told.contains(&access.expr)
                && !self.is_in_inner_loop(construct, called.call)
            {
                self.tell_one_element(atomic, access.expr, Some(called));
                told.push(access.expr);
            }
        }
    }

    /// Whether an expression in a distributed loop stands in another one inside of it.
    fn is_in_inner_loop(&self, outer: &Construct, expr: ExprId) -> bool {
        let program = self.facts.program;
        let place = program.expr(expr).span;
        self.plan.code.lowerings().any(|(id, _)| {
            let inner = &program.constructs[id];
            program.around(inner).any(|around| around.id == outer.id)
                && self.loop_of(inner).is_some_and(|one| {
                    one.spread != Spread::Thread && program.stmt(one.nest.body).span.contains(place)
                })
        })
    }

    fn tell_one_element(&mut self, construct: &Construct, at: ExprId, called: Option<Called>) {
        let element = brief(self.pre.slice(self.facts.program.expr(at).span));
        let help = match captures(construct) {
            true => "let a thread take a range of values at once, for several iterations",
            false => {
                "`reduction` in place of `atomic`: each thread has a copy, and the copies are combined"
            }
        };
        self.found.push(Cost {
            kind: Kind::Waiting,
            at: construct.pragma,
            text: format!("`{element}`: all iterations update one element, one after another"),
            help: help.into(),
            weight: weight::usual(Kind::Waiting),
            called,
        });
    }

    fn loop_of(&self, construct: &Construct) -> Option<&LoopPlan> {
        let lowering = self.plan.code.lowering(construct.id)?;
        lowering.steps.iter().find_map(|step| match step {
            Step::Loop(one) => Some(one),
            _ => None,
        })
    }

    /// Loops outside of what a construct distributes.
    fn construct(&mut self, construct: &Construct, outside: Executed) {
        let Some(body) = construct.body else {
            return;
        };
        let (mut executed, mut inside) = (outside, None);
        for leaf in construct.directive.leaves() {
            (executed, inside) = match leaf {
                Leaf::Target | Leaf::Teams => (Executed::OutsideOfParallel, Some(body)),
                Leaf::Parallel => (Executed::ByAllThreads, Some(body)),
                Leaf::Distribute => (Executed::OutsideOfParallel, self.teams_iteration(construct)),
                // Its iterations, or its body, are executed by one thread each.
                _ => return,
            };
        }
        if let Some(inside) = inside {
            self.repeated(inside, executed);
        }
    }

    /// The body of a loop whose iterations are distributed to teams, and not to lanes as well.
    fn teams_iteration(&self, construct: &Construct) -> Option<StmtId> {
        let one = self.loop_of(construct)?;
        (one.spread == Spread::Teams && one.lanes.is_none()).then_some(one.nest.body)
    }

    fn repeated(&mut self, id: StmtId, executed: Executed) {
        let program = self.facts.program;
        let stmt = program.stmt(id);
        match stmt.kind {
            StmtKind::Omp(inner) => self.construct(&program.constructs[inner], executed),
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. } => {
                if self.facts.effects(id).constructs {
                    self.repeated(body, executed);
                } else if !self.is_short(id) {
                    self.tell(stmt.span, executed);
                }
            }
            _ => {
                program.each_child(stmt, &mut |child| self.repeated(child, executed));
                let mut calls = vec![];
                program.each_expr_of(stmt, &mut |expr| {
                    program.walk_expr(expr, &mut |id, expr| {
                        if let ExprKind::Call { callee, .. } = expr.kind {
                            calls.extend(program.callee(callee).map(|func| (id, func)));
                        }
                    });
                });
                for (call, func) in calls {
                    self.repeated_by_call(call, func, executed);
                }
            }
        }
    }

    fn repeated_by_call(&mut self, call: ExprId, func: FuncId, executed: Executed) {
        let Some(body) = self.facts.program.funcs[func].body else {
            return;
        };
        if !self.seen.insert((func, executed)) {
            return;
        }
        let outside = self.called;
        let call = outside.map_or(call, |called| called.call);
        self.called = Some(Called { call, func });
        self.repeated(body, executed);
        self.called = outside;
    }

    fn is_short(&self, id: StmtId) -> bool {
        canonical_in(&self.facts.uses, id)
            .ok()
            .and_then(|one| one.constant_trips(self.facts.program))
            .is_some_and(|trips| trips < FEW_TRIPS)
    }

    fn tell(&mut self, span: Span, executed: Executed) {
        let (kind, text, help) = match executed {
            Executed::ByAllThreads => (
                Kind::Parallelism,
                "each thread of the team executes all of this loop",
                "`#pragma omp for` has the threads share its iterations, where they do not depend on each other (with `reduction` where they add up); `masked` has one thread execute it, where its results are for all",
            ),
            Executed::OutsideOfParallel => (
                Kind::Waiting,
                match self.plan.mode() {
                    Mode::Spmd => {
                        "each thread of a team repeats all of this loop, which stands outside of `parallel`"
                    }
                    _ => "one thread of a team executes this loop, and the others wait",
                },
                "`#pragma omp parallel for` has the team's threads share its iterations, where they do not depend on each other (with `reduction` where they add up)",
            ),
        };
        self.add(kind, span, text.into(), help);
    }
}

/// Whether a further loop can be collapsed with a nest: it is all of the body, and its bounds and its step are the same
/// in all iterations (OpenMP 5.2, 4.4.1; bounds that depend on an outer loop leave threads without iterations).
pub(super) fn collapses(facts: &Facts, nest: &Nest) -> bool {
    let program = facts.program;
    let inner = nest_head(program, nest.body);
    let Some(Ok(inner)) = inner.map(|inner| canonical_in(&facts.uses, inner)) else {
        return false;
    };
    let uses = facts.uses(nest.body);
    let changes = |var: VarId| {
        nest.loops.iter().any(|one| one.var == var)
            || uses.declared.contains(&var)
            || uses.get(var).written
    };
    let mut is_same = true;
    for expr in [Some(inner.lo), Some(inner.hi), inner.step.amount]
        .into_iter()
        .flatten()
    {
        program.walk_expr(expr, &mut |_, expr| {
            is_same &= match expr.kind {
                ExprKind::Var(var) => !changes(var),
                ExprKind::Call { .. } | ExprKind::StmtExpr(_) => false,
                _ => true,
            };
        });
    }
    is_same
}

/// What an atomic statement reads and writes; none where it does one of both.
fn updated(program: &Program, construct: &Construct, body: StmtId) -> Option<ExprId> {
    let reads_or_writes = |c: &Clause| matches!(c.kind, ClauseKind::Read | ClauseKind::Write);
    if construct.clauses.iter().any(reads_or_writes) {
        return None;
    }
    let (mut updated, mut assigned) = (None, None);
    program.walk_exprs_in(body, &mut |_, expr| match expr.kind {
        ExprKind::CompoundAssign { lhs, .. } => updated = updated.or(Some(lhs)),
        ExprKind::IncDec { arg, .. } => updated = updated.or(Some(arg)),
        ExprKind::Assign { lhs, .. } => assigned = assigned.or(Some(lhs)),
        _ => {}
    });
    // A capture assigns to the variable that gets the value, too.
    updated.or(assigned.filter(|_| !captures(construct)))
}

fn captures(construct: &Construct) -> bool {
    let is = |c: &Clause| matches!(c.kind, ClauseKind::Capture);
    construct.clauses.iter().any(is)
}
