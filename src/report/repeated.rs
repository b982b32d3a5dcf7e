//! Loops in no construct that distributes work: those that all threads of a team repeat, and those that one of them
//! executes, in `single` or `masked` or outside of `parallel`.
//!
//! From the plan, which says of each statement of the sequential part who executes it. An estimate for the report: nothing
//! is decided by it.

use super::findings::{Kind, weight};
use super::work::Cost;
use crate::analyze::facts::Facts;
use crate::analyze::loops::canonical_in;
use crate::analyze::strides::Called;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::sequential::How;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::Span;
use std::collections::BTreeSet;

/// A loop of fewer trips is not worth to be told of, where they are constant.
const FEW_TRIPS: u128 = 9;

/// Who executes code outside of constructs that distribute work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Executed {
    /// All threads of a team to the same effect, but for what one of them does for all.
    OutsideOfParallel,
    /// One thread of a team, outside of `parallel`.
    ByOneOutside,
    /// The thread of `single`, for which the others wait.
    BySingle,
    /// The thread of `masked`.
    ByMasked,
    /// All threads of a team, each all of it.
    ByAllThreads,
}

/// The loops of a region that are not distributed.
pub(super) fn of(facts: &Facts, plan: &KernelPlan) -> Vec<Cost> {
    let region = &facts.program.constructs[plan.construct];
    let mut all = Repeated {
        facts,
        plan,
        found: vec![],
        called: None,
        seen: BTreeSet::new(),
    };
    if let Some(body) = region.body
        && plan.mode() != Mode::SingleThread
        && plan.shape.max_block > 1
        && !facts.effects(body).asks_ids
    {
        all.construct(region, all.outside());
    }
    all.found
}

struct Repeated<'a> {
    facts: &'a Facts<'a>,
    plan: &'a KernelPlan,
    found: Vec<Cost>,
    /// By which call of the region's text the code is reached that is looked at.
    called: Option<Called>,
    /// The functions that were looked at, and who executes them.
    seen: BTreeSet<(FuncId, Executed)>,
}

impl Repeated<'_> {
    /// Who executes what stands outside of `parallel`.
    fn outside(&self) -> Executed {
        match self.plan.mode() {
            Mode::ForkJoin => Executed::ByOneOutside,
            _ => Executed::OutsideOfParallel,
        }
    }

    /// Loops outside of what a construct distributes.
    fn construct(&mut self, construct: &Construct, outside: Executed) {
        let Some(body) = construct.body else {
            return;
        };
        let (mut executed, mut inside) = (outside, None);
        for leaf in construct.directive.leaves() {
            (executed, inside) = match leaf {
                Leaf::Target | Leaf::Teams => (self.outside(), Some(body)),
                Leaf::Parallel if self.is_serialised(construct) => return,
                Leaf::Parallel => (Executed::ByAllThreads, Some(body)),
                Leaf::Distribute => (self.outside(), self.teams_iteration(construct)),
                Leaf::Single if executed == Executed::ByAllThreads => {
                    let nowait = |c: &Clause| matches!(c.kind, ClauseKind::Nowait(_));
                    match construct.clauses.iter().any(nowait) {
                        true => return,
                        false => (Executed::BySingle, Some(body)),
                    }
                }
                Leaf::Masked if executed == Executed::ByAllThreads => {
                    (Executed::ByMasked, Some(body))
                }
                // Its iterations, or its body, are executed by one thread each.
                _ => return,
            };
        }
        if let Some(inside) = inside {
            self.repeated(inside, executed);
        }
    }

    /// Whether a parallel region is executed by one thread, or may be.
    fn is_serialised(&self, construct: &Construct) -> bool {
        let lowering = self.plan.code.lowering(construct.id);
        let mut steps = lowering.into_iter().flat_map(|one| &one.steps);
        steps.any(|step| {
            matches!(step, Step::Parallel(one) if matches!(one.team, TeamSize::One | TeamSize::Constant(1)))
        })
    }

    /// The body of a loop whose iterations are distributed to teams, and not to lanes as well.
    fn teams_iteration(&self, construct: &Construct) -> Option<StmtId> {
        let lowering = self.plan.code.lowering(construct.id)?;
        let mut steps = lowering.steps.iter();
        let one = steps.find_map(|step| match step {
            Step::Loop(one) => Some(one),
            _ => None,
        })?;
        (one.spread == Spread::Teams && one.lanes.is_none()).then_some(one.nest.body)
    }

    fn repeated(&mut self, id: StmtId, executed: Executed) {
        let program = self.facts.program;
        let stmt = program.stmt(id);
        let guarded = self.plan.code.sequential.how(id) == How::Guarded;
        let executed = match executed {
            Executed::OutsideOfParallel if guarded => Executed::ByOneOutside,
            other => other,
        };
        match stmt.kind {
            StmtKind::Omp(inner) => self.construct(&program.constructs[inner], executed),
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. } => {
                let one_of_parallel = matches!(executed, Executed::BySingle | Executed::ByMasked);
                let tasks = one_of_parallel && self.generates_tasks(id);
                if tasks || self.facts.effects(id).constructs {
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
        // Tasks that the function generates may call it again, and then other threads execute its loops.
        let one_of_parallel = matches!(executed, Executed::BySingle | Executed::ByMasked);
        if one_of_parallel && self.generates_tasks(body) {
            return;
        }
        if !self.seen.insert((func, executed)) {
            return;
        }
        let outside = self.called;
        let call = outside.map_or(call, |called| called.call);
        self.called = Some(Called { call, func });
        self.repeated(body, executed);
        self.called = outside;
    }

    /// Whether a statement generates tasks, or calls what may: other threads execute these.
    fn generates_tasks(&self, id: StmtId) -> bool {
        let program = self.facts.program;
        let has = |stmt: StmtId| {
            let mut any = false;
            program.walk_all_stmts(stmt, &mut |_, stmt| {
                any |= matches!(stmt.kind, StmtKind::Omp(id) if {
                    let directive = &program.constructs[id].directive;
                    directive.has(Leaf::Task) || directive.has(Leaf::Taskloop)
                });
            });
            any
        };
        let uses = self.facts.uses(id);
        let calls = uses.calls_unknown
            || uses
                .calls
                .iter()
                .any(|func| program.funcs[*func].body.is_some());
        let mut bodies = self
            .plan
            .functions
            .iter()
            .filter_map(|func| program.funcs[*func].body);
        has(id) || calls && bodies.any(has)
    }

    fn is_short(&self, id: StmtId) -> bool {
        canonical_in(&self.facts.uses, id)
            .ok()
            .and_then(|one| one.constant_trips(self.facts.program))
            .is_some_and(|trips| trips < FEW_TRIPS)
    }

    fn tell(&mut self, span: Span, executed: Executed) {
        const OUTSIDE: &str = "`#pragma omp parallel for` has the team's threads share its iterations, where they do not depend on each other (with `reduction` where they add up)";
        const INSIDE: &str = "`#pragma omp for` in its place has the threads share its iterations, where they do not depend on each other (with `reduction` where they add up)";
        let (kind, text, help) = match executed {
            Executed::ByAllThreads => (
                Kind::Parallelism,
                "each thread of the team executes all of this loop",
                "`#pragma omp for` has the threads share its iterations, where they do not depend on each other (with `reduction` where they add up); `masked` has one thread execute it, where its results are for all",
            ),
            Executed::OutsideOfParallel => (
                Kind::Waiting,
                "each thread of a team repeats all of this loop, which stands outside of `parallel`",
                OUTSIDE,
            ),
            Executed::ByOneOutside => (
                Kind::Waiting,
                "one thread of a team executes this loop, and the others wait",
                OUTSIDE,
            ),
            Executed::BySingle => (
                Kind::Waiting,
                "one thread of the team executes this loop in `single`, and the others wait",
                INSIDE,
            ),
            Executed::ByMasked => (
                Kind::Parallelism,
                "one thread of the team executes this loop in `masked`",
                INSIDE,
            ),
        };
        self.found.push(Cost {
            kind,
            at: span,
            text: text.into(),
            help: help.into(),
            weight: weight::usual(kind),
            called: self.called,
        });
    }
}
