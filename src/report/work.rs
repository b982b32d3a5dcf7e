//! Work that costs time by how it is distributed: loops with fewer iterations than threads, launches with less work than
//! an SM has room for, and one element, or a few, that all threads update; with the loops that `repeated` finds.
//!
//! From the plan and constant trip counts. An estimate for the report: nothing is decided by it.

use super::findings::{Kind, weight};
use super::{brief, collapse, repeated};
use crate::analyze::facts::Facts;
use crate::analyze::strides::{self, Called, How, Stride};
use crate::ir::atomics::Action;
use crate::ir::constants::int_value;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::plan::architectures::Chosen;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};

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

/// How many threads an SM holds, in words, of the architectures that code is made for and that hold more than so many:
/// one number where it is the same for all of them, else each with the architectures that it is of.
pub(super) fn room_of_an_sm(chosen: Chosen, threads: u128) -> Option<String> {
    let all = chosen.all();
    let mut rooms: Vec<u64> = all.iter().map(|one| one.threads).collect();
    rooms.sort_unstable();
    rooms.dedup();
    let same = rooms.len() == 1;
    let larger = rooms.into_iter().filter(|room| u128::from(*room) > threads);
    let of = |room: u64| {
        let names = all.iter().filter(|one| one.threads == room);
        let names: Vec<String> = names.map(|one| one.name()).collect();
        match same {
            true => room.to_string(),
            false => format!("{room} ({})", names.join(", ")),
        }
    };
    let words: Vec<String> = larger.map(of).collect();
    let (last, others) = words.split_last()?;
    Some(match others {
        [] => last.clone(),
        _ => format!("{} or {last}", others.join(", ")),
    })
}

/// What the plan of a region says.
pub(super) fn of(
    facts: &Facts,
    pre: &Preprocessed,
    plan: &KernelPlan,
    chosen: Chosen,
) -> Vec<Cost> {
    let mut all = Costs {
        facts,
        pre,
        plan,
        chosen,
        found: vec![],
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
    all.found.extend(repeated::of(facts, plan));
    all.found
}

struct Costs<'a> {
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    plan: &'a KernelPlan,
    chosen: Chosen,
    found: Vec<Cost>,
}

impl Costs<'_> {
    fn add(&mut self, kind: Kind, at: Span, text: String, help: &str) {
        self.found.push(Cost {
            kind,
            at,
            text,
            help: help.into(),
            weight: weight::usual(kind),
            called: None,
        });
    }

    /// The threads of the parallel region that executes a construct, where a constant says it.
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
            TeamSize::One => Some(1),
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
        let room = room_of_an_sm(self.chosen, trips.saturating_mul(lanes));
        let text = match (one.spread, room) {
            (Spread::League, Some(room)) if !shape.one_team => format!(
                "{trips} iterations are work for {} threads, and one SM alone holds {room}",
                trips * lanes
            ),
            // Threads beside those of a few lanes are what the fork costs in any case.
            (Spread::League | Spread::Team, _)
                if one.lanes.is_none() && trips * 2 <= block && block > WARP.into() =>
            {
                format!("{trips} iterations for the {block} threads of a team: the others wait")
            }
            _ => return,
        };
        let help = more_iterations(self.facts, &one.nest);
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
        let (at, elements) = match updated.map(|expr| (expr, &program.expr(expr).kind)) {
            Some((expr, &ExprKind::Var(var))) if shared(var) => (expr, 1),
            Some((expr, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. })) => {
                let loops: Vec<_> = one.nest.loops.iter().collect();
                let accesses = strides::accesses(self.facts, &loops, &one.copied(), one.nest.body);
                let stays = accesses.iter().any(|access| {
                    access.expr == expr
                        && access.how != How::Address
                        && access.along.iter().all(|along| *along == Stride::NONE)
                });
                let few = few_elements(program, expr, &shared);
                match (stays, few.filter(|few| *few <= WARP.into())) {
                    (true, _) => (expr, 1),
                    (false, Some(few)) => (expr, few),
                    (false, None) => return,
                }
            }
            _ => return,
        };
        self.tell_elements(construct, (at, elements), None);
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
                self.tell_elements(atomic, (access.expr, 1), Some(called));
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

    /// An element that all iterations update, or so many elements.
    fn tell_elements(
        &mut self,
        construct: &Construct,
        (at, elements): (ExprId, u64),
        called: Option<Called>,
    ) {
        let element = brief(self.pre.slice(self.facts.program.expr(at).span));
        let help = match (captures(construct), self.is_reducible(construct), elements) {
            (true, ..) => "let a thread take a range of values at once, for several iterations",
            (false, false, _) => {
                "let a thread combine what several iterations do into one update, where that is possible: no `reduction` computes this"
            }
            (false, true, 1) => {
                "`reduction` in place of `atomic`: each thread has a copy, and the copies are combined"
            }
            (false, true, _) => {
                "`reduction` over these elements in place of `atomic`: each thread has a copy of them, and the copies are combined"
            }
        };
        let text = match elements {
            1 => format!("`{element}`: all iterations update one element, one after another"),
            few => format!(
                "`{element}`: all iterations update {few} elements, and those that update the same one do so one after another"
            ),
        };
        self.found.push(Cost {
            kind: Kind::Waiting,
            at: construct.pragma,
            text,
            help: help.into(),
            weight: weight::usual(Kind::Waiting),
            called,
        });
    }

    /// Whether a reduction clause computes what an atomic update does, however often: a sum, a product, bits, the smallest
    /// or largest value; not `x = e - x`, a quotient or a shift.
    fn is_reducible(&self, construct: &Construct) -> bool {
        let Some(Ok(atomic)) = self.facts.atomics.get(construct.id) else {
            return false;
        };
        match atomic.action {
            Action::Update { op, reversed, .. } => match op {
                BinOp::Add | BinOp::Mul | BinOp::BitAnd | BinOp::BitXor | BinOp::BitOr => true,
                BinOp::Sub => !reversed,
                _ => false,
            },
            Action::Min(_) | Action::Max(_) => true,
            _ => false,
        }
    }

    fn loop_of(&self, construct: &Construct) -> Option<&LoopPlan> {
        let lowering = self.plan.code.lowering(construct.id)?;
        lowering.steps.iter().find_map(|step| match step {
            Step::Loop(one) => Some(one),
            _ => None,
        })
    }
}

/// How the threads or teams that share the iterations of a nest get more of them.
pub(super) fn more_iterations(facts: &Facts, nest: &Nest) -> &'static str {
    if collapse::inner(facts, nest).is_some() {
        "`collapse` with an inner loop whose iterations do not depend on each other gives more"
    } else if collapse::has_loops(facts, nest) {
        "more iterations in one region; `collapse` gives them where a loop is all of the body, with bounds that are the same in each iteration, and its iterations do not depend on each other"
    } else {
        "more iterations in one region"
    }
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

/// How many elements an lvalue designates at most, whatever the values of its subscripts; none where that is not known,
/// or where it is no part of a variable that is shared, or of what one points at.
pub(super) fn few_elements(
    program: &Program,
    lvalue: ExprId,
    shared: &dyn Fn(VarId) -> bool,
) -> Option<u64> {
    match program.expr(lvalue).kind {
        ExprKind::Var(var) => shared(var).then_some(1),
        ExprKind::Member {
            base, arrow: false, ..
        } => few_elements(program, base, shared),
        ExprKind::Index { base, index } => {
            let (outer, length) = match program.decayed(base) {
                Some(array) => {
                    let length = match program.type_of(array) {
                        Type::Array {
                            len: ArrayLen::Known(length),
                            ..
                        } => Some(*length),
                        _ => None,
                    };
                    (few_elements(program, array, shared)?, length)
                }
                None => (few_elements(program, base, shared)?, None),
            };
            let own = few_values(program, index);
            let own = own.into_iter().chain(length).min()?;
            outer.checked_mul(own)
        }
        _ => None,
    }
}

/// How many values an index has at most that a remainder, a mask or a comparison gives.
fn few_values(program: &Program, index: ExprId) -> Option<u64> {
    let constant = |expr: ExprId| {
        let value = int_value(program, expr)?;
        u64::try_from(value).ok()
    };
    match program.expr(program.unconverted(index)).kind {
        ExprKind::Binary { op, lhs, rhs } => match op {
            BinOp::Rem => constant(rhs),
            BinOp::BitAnd => {
                let mask = constant(lhs).or_else(|| constant(rhs))?;
                1u64.checked_shl(mask.count_ones())
            }
            BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge | BinOp::Eq | BinOp::Ne => Some(2),
            BinOp::And | BinOp::Or => Some(2),
            _ => None,
        },
        ExprKind::Unary { op: UnOp::Not, .. } => Some(2),
        _ => None,
    }
}
