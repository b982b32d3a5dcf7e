//! Which loop of a collapsed nest gives neighbouring threads neighbouring iterations (`x` of a grid).
//!
//! The iterations of collapsed loops are one space, and without `schedule`, `dist_schedule` or `order` the program
//! leaves open which thread executes which of them (OpenMP 5.2, 4.4.3, 11.5 and 11.6). A warp is fastest where its
//! threads access neighbouring memory, so that few sectors hold what they ask for. From the strides of the body's
//! accesses and the constant numbers of iterations.

use crate::analyze::strides::{self, Access, How, Stride};
use crate::analyze::uses::Uses;
use crate::ir::nests::{CanonicalLoop, Nest};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};
use crate::plan::decisions::note::Note;
use crate::plan::decisions::steps::Step;
use crate::plan::planner::Planner;
use std::collections::BTreeSet;

/// The bytes that memory is read and written in.
const SECTOR: i64 = 32;
/// Of an object that is copied whole, no more bytes count.
const LONG: u64 = 256;
/// The lanes of a warp.
const LANES: u64 = WARP as u64;
/// What a write costs, in reads: parts of sectors reach memory, and no cache of the SM collects them.
const WRITE: u64 = 2;
/// What issuing an access costs, in sectors.
const ISSUE: u64 = 1;
/// Rows of fewer iterations leave lanes idle, and make a grid as long as the other loop.
const SHORT: u64 = 8;
/// The order of the program stays where another one promises less than a quarter.
const KEEPS: (u64, u64) = (3, 4);

impl Planner<'_> {
    /// Puts the loops of each nest whose iterations may be distributed in any order so that the last one is that whose
    /// neighbouring iterations access neighbouring memory. `body` is the region or the function: what it declares is in
    /// registers or in shared memory, where distance does not matter.
    pub(in crate::plan) fn order_nests(&mut self, body: Option<StmtId>) {
        let declared = body.map(|body| self.facts.uses(body).declared.clone());
        let declared = declared.unwrap_or_default();
        let all: Vec<ConstructId> = self.lowerings.keys().copied().collect();
        for id in all {
            let Some(open) = self.open_nest(id) else {
                continue;
            };
            let accesses = self.accesses_of(open, &declared);
            let Some(order) = best_order(self.program, &accesses, &open.nest) else {
                continue;
            };
            let note = self.reason(id, &open.nest, &order);
            self.reasons.push(note);
            let lowering = self.lowerings.get_mut(&id);
            for step in &mut lowering.expect("a planned construct").steps {
                if let Step::Loop(one) = step {
                    let first = one.nest.loops[0].stmt;
                    let counted = self.shape.iterations.iter_mut();
                    for counted in counted.filter(|nest| nest.loops[0].stmt == first) {
                        counted.loops = in_order(&counted.loops, &order);
                    }
                    one.nest.loops = in_order(&one.nest.loops, &order);
                }
            }
        }
    }

    /// The nest that a construct distributes to threads, where the program leaves open which thread executes which
    /// iteration.
    fn open_nest(&self, id: ConstructId) -> Option<&LoopPlan> {
        let program = self.program;
        let says = |clause: &Clause| {
            matches!(
                clause.kind,
                ClauseKind::Schedule { .. }
                    | ClauseKind::DistSchedule { .. }
                    | ClauseKind::Order { .. }
            )
        };
        if program.constructs[id].clauses.iter().any(says) {
            return None;
        }
        let open = |one: &LoopPlan| {
            matches!(one.spread, Spread::League | Spread::Team)
                && one.order == Order::Free
                && one.nest.loops.len() > 1
                && one.is_unordered(program)
                && !hides_bounds(program, &one.nest)
        };
        let steps = &self.lowerings.get(&id)?.steps;
        steps.iter().find_map(|step| match step {
            Step::Loop(one) if open(one) => Some(one),
            _ => None,
        })
    }

    fn accesses_of(&self, one: &LoopPlan, declared: &[VarId]) -> Vec<Access> {
        let loops: Vec<&CanonicalLoop> = one.nest.loops.iter().collect();
        let mut own = one.copied();
        own.extend(declared);
        strides::accesses(self.facts, &loops, &own, one.nest.body)
    }

    fn reason(&self, id: ConstructId, nest: &Nest, order: &[usize]) -> Note {
        let program = self.program;
        let name = |at: usize| &program.vars[nest.loops[at].var].name;
        let (innermost, chosen) = (nest.loops.len() - 1, order[order.len() - 1]);
        let why = match trips(program, &nest.loops[innermost]) {
            Some(n) if n < SHORT => format!("`{}` has only {n}", name(innermost)),
            _ => "they access neighbouring memory".to_string(),
        };
        let text = format!(
            "neighbouring threads execute neighbouring iterations of `{}`: {why}",
            name(chosen)
        );
        Note::new(program.constructs[id].pragma, text)
    }
}

/// Whether an iteration variable has the name of another variable that a bound uses: where the loops stand in another
/// order, the bound would mean the iteration variable.
fn hides_bounds(program: &Program, nest: &Nest) -> bool {
    let bounds = |one: &CanonicalLoop| [Some(one.lo), Some(one.hi), one.step.amount];
    let used = nest.loops.iter().flat_map(bounds).flatten();
    let mut used = used.flat_map(|bound| Uses::of_expr(program, bound).order);
    used.any(|var| {
        let same = |one: &CanonicalLoop| program.vars[one.var].name == program.vars[var].name;
        nest.loops.iter().any(same)
    })
}

fn in_order(loops: &[CanonicalLoop], order: &[usize]) -> Vec<CanonicalLoop> {
    order.iter().map(|&at| loops[at].clone()).collect()
}

/// The places of the loops in the best order, where that is not the program's.
fn best_order(program: &Program, accesses: &[Access], nest: &Nest) -> Option<Vec<usize>> {
    let all: Vec<Option<u64>> = nest.loops.iter().map(|one| trips(program, one)).collect();
    let innermost_first = || (0..all.len()).rev();
    let pairs = innermost_first().flat_map(|x| {
        let others = innermost_first().filter(move |y| *y != x);
        others.map(move |y| (x, y))
    });
    let mut costs = pairs.map(|(x, y)| (cost(accesses, &all, x, y), x, y));
    let (as_written, ..) = costs.next()?;
    // Of equal ones the first, which is nearest to what is written.
    let (least, x, y) = costs.min_by_key(|(cost, ..)| *cost)?;
    if least * KEEPS.1 >= as_written * KEEPS.0 {
        return None;
    }
    let rest = (0..all.len()).filter(|at| *at != x && *at != y);
    Some(rest.chain([y, x]).collect())
}

fn trips(program: &Program, one: &CanonicalLoop) -> Option<u64> {
    let trips = one.constant_trips(program)?;
    Some(u64::try_from(trips).unwrap_or(u64::MAX))
}

/// What an iteration costs, in parts of a sector, if neighbouring threads execute neighbouring iterations of loop `x`,
/// and rows shorter than a warp stand above each other along `y`.
fn cost(accesses: &[Access], trips: &[Option<u64>], x: usize, y: usize) -> u64 {
    const PARTS: u64 = 1 << 10;
    let wide = trips[x].unwrap_or(LANES).clamp(1, LANES);
    // Blocks are as wide as a power of two.
    let rows = LANES / wide.next_power_of_two();
    let high = trips[y].unwrap_or(LANES).clamp(1, rows);
    let each = |access: &Access| {
        let sectors = sectors(access, (access.along[x], wide), (access.along[y], high));
        let moved = match access.how {
            // Functions that get an address mostly read there.
            How::Read | How::Address => sectors,
            How::Write => sectors * WRITE,
            How::ReadAndWrite => sectors * (1 + WRITE),
        };
        access.times * (moved + ISSUE)
    };
    let all: u64 = accesses.iter().map(each).sum::<u64>() + ISSUE;
    let cost = all * PARTS / (wide * high);
    match trips[x] {
        Some(n) if n < SHORT => 2 * cost,
        _ => cost,
    }
}

/// How many sectors the threads of a warp access at once, so many of them along each of two loops.
fn sectors(access: &Access, x: (Stride, u64), y: (Stride, u64)) -> u64 {
    let one = (Stride::NONE, 1);
    let bytes = |stride| match stride {
        Stride::By(bytes) => Some(bytes),
        Stride::Rarely => Some(0),
        Stride::Unknown => None,
    };
    let (x, y) = match (bytes(x.0), bytes(y.0)) {
        (Some(columns), Some(rows)) => ((columns, x.1), (rows, y.1)),
        (None, _) => return x.1 * sectors(access, y, one),
        (_, None) => return y.1 * sectors(access, x, one),
    };
    let size = access.size.clamp(1, LONG) as i64;
    let mut held = BTreeSet::new();
    for at in 0..x.1 * y.1 {
        let (i, j) = ((at % x.1) as i64, (at / x.1) as i64);
        let begin = i.wrapping_mul(x.0).wrapping_add(j.wrapping_mul(y.0));
        let last = begin.saturating_add(size - 1);
        held.extend(begin.div_euclid(SECTOR)..=last.div_euclid(SECTOR));
    }
    held.len() as u64
}
