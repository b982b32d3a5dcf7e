//! Which loops give each iteration to a group of lanes (`plan/lanes/`), and how many lanes a group has.
//!
//! From the plans of all loops of a region. Unless the user asks for it, only where neighbouring iterations of the
//! inner loop access neighbouring memory and those of the outer loop do not, and where the lanes have little to
//! repeat besides the inner loop. Where all iterations of the outer loop access the same memory, threads read it as
//! well as lanes do, and only the user knows whether there are enough of them: `simdlen` says that lanes are wanted.

use crate::analyze::length;
use crate::analyze::loops::canonical;
use crate::analyze::sharing::DeviceAttr;
use crate::analyze::strides::{self, How, Stride};
use crate::analyze::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf, ScheduleKind};
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{Lanes, LoopPlan, Obstacle, Order, Spread};
use crate::plan::decisions::note::Note;
use crate::plan::decisions::reductions::Over;
use crate::plan::decisions::steps::Step;
use crate::plan::lanes::inner::{Inner, bounds, inner_loops, inner_of};
use crate::plan::lanes::{self, Input};
use crate::plan::options::SimdMode;
use crate::plan::planner::Planner;
use crate::source::Span;
use std::collections::BTreeMap;

/// An inner loop with fewer iterations leaves most of a group idle, and lanes may repeat a loop of fewer iterations as
/// the statements that it stands for.
const FEW_TRIPS: i128 = 8;
/// The lanes for loops whose length is read from memory, such as rows of a sparse matrix. Rows of 4, 10, 48 and 400
/// elements take 1.4, 0.8, 0.45 and 0.7 of one thread's time with 8 lanes, 3.5, 1.5, 0.4 and 0.4 with 32
/// (docs/measured.md).
const OPEN_TRIPS: u32 = 8;
/// A lane whose iteration loads so many bytes has loads enough under way. Unrolled by the compiler, such a loop takes so
/// many registers that fewer teams are on an SM, or that some of them go to memory: a sweep of streamcluster takes 26.4
/// microseconds then, and 23.1 otherwise.
const MUCH_AT_ONCE: u64 = 64;
/// So many iterations of a lane are executed at once where each reads what another load tells. Left alone, nvcc unrolls
/// such a loop four times and ptxas that one four times more: it then keeps to 32 registers by loading one after the
/// other. A sparse product takes 60 microseconds so, and 47 with four iterations at once.
const AT_ONCE: u32 = 4;

impl<'a> Planner<'a> {
    /// Gives lanes to the loops for which that is right; `root` is the region, none for a function.
    pub(in crate::plan) fn use_lanes(&mut self, root: Option<ConstructId>, mode: SimdMode) {
        if mode == SimdMode::Serial {
            return;
        }
        let cancels = |step: &Step| matches!(step, Step::Cancellable(_) | Step::Cancel(_));
        if self.lowerings.values().flat_map(|l| &l.steps).any(cancels) {
            return;
        }
        let all: Vec<ConstructId> = self.lowerings.keys().copied().collect();
        for id in all {
            let Some(one) = self.distributed(id) else {
                continue;
            };
            let inner = inner_loops(self.program, one.nest.body);
            if inner.is_empty() {
                continue;
            }
            let pragma = self.program.constructs[inner[0]].pragma;
            match self.lanes_of(root, id, one, &inner, mode) {
                Ok(found) => {
                    let text = format!("{} lanes of a warp share this loop", found.width);
                    self.reasons.push(
                        Note::new(pragma, text).help("`--simd=serial` has one thread run it"),
                    );
                    self.apply(id, found);
                }
                Err((place, why)) => {
                    // Loops with nothing but loops of nested regions in their bodies get a note of their own.
                    let text = format!("not shared by the lanes of a warp: {why}, at");
                    self.reasons.push(Note::missed(pragma, text).also([place]));
                    let obstacles = inner.iter().map(|&one| (one, (place, why)));
                    self.obstacles.extend(obstacles);
                }
            }
        }
    }

    /// The loop whose iterations a construct distributes to threads.
    fn distributed(&self, id: ConstructId) -> Option<&LoopPlan> {
        let lowering = self.lowerings.get(&id)?;
        lowering.steps.iter().find_map(|step| match step {
            Step::Loop(one) if matches!(one.spread, Spread::League | Spread::Team) => Some(one),
            _ => None,
        })
    }

    fn lanes_of(
        &self,
        root: Option<ConstructId>,
        id: ConstructId,
        one: &LoopPlan,
        inner: &[ConstructId],
        mode: SimdMode,
    ) -> Result<Lanes, Obstacle> {
        let program = self.program;
        let construct = &program.constructs[id];
        let refuse = |why: &'static str| Err((construct.pragma, why));
        let nested = self.nested.contains(&id);
        let plain = |how: Private| {
            matches!(
                how,
                Private::Private | Private::Firstprivate | Private::LoopVar
            )
        };
        if nested {
            return refuse("the loop around it is one thread's already");
        }
        if one.ordered || one.scan.is_some() || one.across.is_some() || !one.linear.is_empty() {
            let place = lanes::clause_or_all(construct, |clause| {
                matches!(
                    clause.kind,
                    ClauseKind::Ordered(_) | ClauseKind::Linear { .. }
                )
            });
            return Err((place, "the order of the outer iterations counts"));
        }
        if one.private.iter().any(|(_, how)| !plain(*how)) || !one.conditional.is_empty() {
            let place = lanes::clause_or_all(construct, |clause| {
                matches!(clause.kind, ClauseKind::Lastprivate { .. })
            });
            return Err((place, "the last outer iteration leaves values behind"));
        }
        if one.nest.non_rectangular(program).is_some() {
            return refuse("the outer loops are not rectangular");
        }
        match one.order {
            Order::Free => {}
            // Which thread executes an iteration is not observable, and the device balances teams that take longer.
            Order::Queued { .. } if one.spread == Spread::League && !self.exact => {}
            _ => {
                let place = lanes::clause_or_all(construct, is_schedule);
                return Err((place, "the schedule says which thread has which iteration"));
            }
        }
        // Another loop may rely on the same thread for the same iteration.
        let fixed = |c: &&Clause| match c.kind {
            ClauseKind::Schedule { kind, .. } => kind == ScheduleKind::Static,
            ClauseKind::DistSchedule { .. } => true,
            _ => false,
        };
        if root != Some(id)
            && let Some(clause) = construct.clauses.iter().find(fixed)
        {
            let why = "the schedule is static, and another loop may rely on it";
            return Err((clause.span, why));
        }
        let around = self.around(id);
        let orphaned = self.function
            && !construct.directive.has(Leaf::Parallel)
            && !around.iter().any(|&id| self.is_parallel(id));
        if orphaned {
            return refuse("the callers of the function decide who runs the loop");
        }
        let reduced = self.reduced(id);
        let lowering = |id: ConstructId| self.lowerings.get(&id);
        let of_thread = |var: VarId| self.is_of_thread(&around, var);
        let in_memory = |var: VarId| self.is_in_memory(id, &around, var);
        let mut found = lanes::plan(&Input {
            program,
            facts: self.facts,
            lowering: &lowering,
            in_memory: &in_memory,
            of_thread: &of_thread,
            one,
            reduced,
        })?;
        let loops: Vec<Inner> = inner
            .iter()
            .filter_map(|id| inner_of(*id, lowering(*id)?))
            .collect();
        if mode == SimdMode::Auto {
            self.pays(one, &loops)?;
        }
        found.width = loops
            .iter()
            .map(|inner| self.width(inner))
            .max()
            .unwrap_or(WARP);
        Ok(found)
    }

    /// The constructs around one, innermost last.
    fn around(&self, id: ConstructId) -> Vec<ConstructId> {
        let program = self.program;
        let mut around: Vec<ConstructId> = program.enclosing(&program.constructs[id]).collect();
        around.reverse();
        around
    }

    /// Whether each thread of an enclosing parallel region has its own variable.
    fn is_of_thread(&self, around: &[ConstructId], var: VarId) -> bool {
        let program = self.program;
        let Some(at) = around.iter().position(|&id| self.is_parallel(id)) else {
            return false;
        };
        let declared =
            program.vars[var].storage.is_local() && program.is_declared_in(var, around[at]);
        declared || around[at..].iter().any(|&id| self.has_copies(id, var))
    }

    fn is_parallel(&self, id: ConstructId) -> bool {
        self.program.constructs[id].directive.has(Leaf::Parallel)
    }

    /// The construct gives its threads copies of the variable.
    fn has_copies(&self, id: ConstructId, var: VarId) -> bool {
        let private = self.facts.privatised(&self.program.constructs[id]);
        private.iter().any(|(one, _)| *one == var)
    }

    /// Whether the variable lies in memory that all threads can access.
    fn is_in_memory(&self, id: ConstructId, around: &[ConstructId], var: VarId) -> bool {
        let program = self.program;
        let mut all = around.iter().copied().chain([id]);
        if all.any(|id| self.has_copies(id, var)) || program.vars[var].thread_local {
            return false;
        }
        let mapped = |attr| matches!(attr, DeviceAttr::Map(_) | DeviceAttr::HasDeviceAddr);
        !program.vars[var].storage.is_local()
            || self.data.get(var).is_some_and(|found| mapped(found.attr))
    }

    fn reduced(&self, id: ConstructId) -> Vec<VarId> {
        let lowering = self.lowerings.get(&id);
        let steps = lowering.into_iter().flat_map(|lowering| &lowering.steps);
        let items = steps.flat_map(|step| match step {
            Step::Reduce(one) => one.items.as_slice(),
            _ => &[],
        });
        items.map(|item| item.var).collect()
    }

    /// Whether lanes gain: neighbouring lanes access neighbouring elements where threads with iterations of their own
    /// would not, and they repeat little.
    fn pays(&self, one: &LoopPlan, inner: &[Inner]) -> Result<(), Obstacle> {
        let program = self.program;
        let outer = one.nest.loops.last().expect("a nest has loops");
        let (mut lanes, mut threads, mut next) = (0, 0, 0);
        for inner in inner {
            let along = inner.one.nest.loops.last().expect("a nest has loops");
            if let Some(trips) = trips(program, along)
                && trips < FEW_TRIPS
                && inner.one.nest.loops.len() == 1
            {
                return Err((along.span, "the loop is short"));
            }
            let body = inner.one.nest.body;
            for access in strides::accesses(self.facts, &[outer, along], &one.copied(), body) {
                next += u32::from(access.is_next(1));
                lanes += u32::from(access.is_next(1) && access.is_scattered(0));
                threads += u32::from(access.is_next(0) && access.is_scattered(1));
            }
        }
        let place = program.stmt(inner[0].one.nest.loops[0].stmt).span;
        let asked = || inner.iter().any(|one| self.simdlen(one).is_some());
        let wanted = lanes == 0 && threads == 0 && next > 0 && asked();
        if lanes == 0 && !wanted {
            return Err((place, "its accesses are not next to each other"));
        }
        if threads >= lanes && !wanted {
            return Err((place, "accesses of outer iterations are next to each other"));
        }
        match self.repeated_loop(one.nest.body) {
            Some(place) => Err((place, "lanes would repeat a loop")),
            None => Ok(()),
        }
    }

    /// A loop that the lanes would repeat: one besides the inner loops, if not of a few iterations.
    fn repeated_loop(&self, stmt: StmtId) -> Option<Span> {
        let program = self.program;
        let node = program.stmt(stmt);
        let is_loop = matches!(
            node.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        let is_short = || {
            let one = canonical(program, stmt).ok();
            let trips = one.and_then(|one| one.constant_trips(program));
            trips.is_some_and(|trips| trips <= FEW_TRIPS.unsigned_abs())
        };
        if inner_loops(program, stmt).is_empty() && is_loop && !is_short() {
            return Some(node.span);
        }
        if let StmtKind::Omp(_) = node.kind {
            return None;
        }
        let mut found = None;
        program.each_child(node, &mut |child| {
            found = found.or_else(|| self.repeated_loop(child));
        });
        found
    }

    /// The number of lanes: as `simdlen` or a constant number of iterations says, else a warp.
    fn width(&self, inner: &Inner) -> u32 {
        let program = self.program;
        let asked = self.simdlen(inner);
        let single = match inner.one.nest.loops.as_slice() {
            [one] => trips(program, one),
            _ => None,
        };
        let from_memory = |e: &ExprId| Uses::of_expr(program, *e).loads;
        let open = match bounds(&inner.one.nest).iter().any(from_memory) {
            true => OPEN_TRIPS,
            false => WARP,
        };
        let wanted = asked.or(single).unwrap_or(i128::from(open));
        let wanted = wanted.clamp(2, i128::from(WARP)) as u32;
        match asked {
            // The largest power of two that is not larger.
            Some(_) => 1 << wanted.ilog2(),
            None => wanted.next_power_of_two(),
        }
    }

    /// How many lanes the user asks for.
    fn simdlen(&self, inner: &Inner) -> Option<i128> {
        let program = self.program;
        let clauses = &program.constructs[inner.id].clauses;
        clauses.iter().find_map(|c| match c.kind {
            ClauseKind::Simdlen(n) => int_value(program, n),
            _ => None,
        })
    }

    /// The inner loops of which the compiler is told how many iterations to execute at once, and how many: one of those
    /// whose iterations load much, several of short ones that read what another load tells.
    fn told_to_unroll(&self, one: &LoopPlan, inner: &[ConstructId]) -> BTreeMap<ConstructId, u32> {
        let outer = one.nest.loops.last().expect("a nest has loops");
        let told = |id: &ConstructId| {
            let inner = self.lowerings.get(id).and_then(|l| inner_of(*id, l))?;
            let along = inner.one.nest.loops.last().expect("a nest has loops");
            let body = inner.one.nest.body;
            let all = strides::accesses(self.facts, &[outer, along], &one.copied(), body);
            let loads = all.iter().filter(|access| {
                matches!(access.how, How::Read | How::ReadAndWrite)
                    && access.along[1] != Stride::NONE
            });
            let bytes: u64 = loads.clone().map(|access| access.size).sum();
            let mut told = loads.map(|access| access.along[1]);
            let constant = inner.one.nest.constant_trips(self.program).is_some();
            let short = !constant && !length::has_loops(self.program, body);
            match bytes >= MUCH_AT_ONCE {
                true => Some((*id, 1)),
                false if short && told.any(|along| along == Stride::Unknown) => {
                    Some((*id, AT_ONCE))
                }
                false => None,
            }
        };
        inner.iter().filter_map(told).collect()
    }

    fn apply(&mut self, id: ConstructId, found: Lanes) {
        self.barriers = true;
        let unrolled = match self.distributed(id) {
            Some(one) => self.told_to_unroll(one, &found.spread),
            None => BTreeMap::new(),
        };
        for inner in &found.spread {
            self.nested.retain(|one| one != inner);
            let first = found.for_first.contains(inner);
            let lowering = self.lowerings.get_mut(inner);
            let steps = &mut lowering.expect("a planned construct").steps;
            steps.retain(|step| !matches!(step, Step::Parallel(_)));
            for step in steps {
                match step {
                    Step::Reduce(one) => {
                        one.over = if first { Over::FirstLane } else { Over::Lanes };
                        one.barrier = false;
                    }
                    Step::Loop(one) => {
                        one.spread = Spread::Lanes;
                        one.order = Order::Free;
                        one.unrolled = unrolled.get(inner).copied();
                        one.barrier = false;
                    }
                    _ => {}
                }
            }
        }
        let lowering = self.lowerings.get_mut(&id);
        for step in &mut lowering.expect("a planned construct").steps {
            if let Step::Loop(one) = step {
                if one.spread == Spread::League {
                    self.shape.lanes = found.width;
                }
                one.order = Order::Free;
                one.lanes = Some(found.clone());
            }
        }
    }
}

fn is_schedule(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Schedule { .. } | ClauseKind::DistSchedule { .. }
    )
}

/// The number of iterations where it is constant.
fn trips(program: &Program, one: &CanonicalLoop) -> Option<i128> {
    let (lo, hi) = (int_value(program, one.lo)?, int_value(program, one.hi)?);
    let step = one.step.value?;
    let distance = match one.test {
        Test::Le => hi - lo + 1,
        Test::Ge => lo - hi + 1,
        Test::Lt => hi - lo,
        Test::Gt => lo - hi,
        Test::Ne => (hi - lo) * step.signum(),
    };
    Some((distance.max(0) + step.abs() - 1) / step.abs())
}
