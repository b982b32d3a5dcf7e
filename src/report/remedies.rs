//! What would bring the accesses of neighbouring threads together: another loop as the innermost one of those that are
//! collapsed, threads for the loop that teams share, or tiles where no order suits all accesses.
//!
//! From the strides of accesses in each of the loops. An estimate for advice: nothing is decided by it.

use super::accesses::{Group, SECTOR};
use super::collapse;
use crate::analyze::facts::Facts;
use crate::analyze::strides::{self, Access, How, Stride};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::steps::Step;

/// What helps the accesses of a loop.
#[derive(Default)]
pub(super) struct Remedies {
    /// The loops that can be collapsed with those that are, by name, where neighbouring iterations of it access memory
    /// that is nearer.
    further: Option<String>,
    /// One of the collapsed loops would be better as the innermost one, and the program decides their order.
    order: bool,
    /// The accesses that are near along one of the loops, which is worse for others.
    tiles: Vec<ExprId>,
    /// The loop around it whose iterations teams share, by name, where neighbouring iterations of that one access memory
    /// that is nearer.
    around: Option<String>,
}

impl Remedies {
    /// What helps a loop; `own` are the variables of which each thread has a copy.
    pub fn of(
        facts: &Facts,
        plan: &KernelPlan,
        construct: &Construct,
        one: &LoopPlan,
        own: &[VarId],
    ) -> Remedies {
        let program = facts.program;
        let around = around(facts, plan, construct, one, own);
        let further = collapse::inner(facts, &one.nest).filter(|_| one.is_unordered(program));
        let loops: Vec<&CanonicalLoop> = one.nest.loops.iter().chain(&further).collect();
        if loops.len() < 2 || !one.is_unordered(program) {
            return Remedies {
                around,
                ..Remedies::default()
            };
        }
        let body = further.as_ref().map_or(one.nest.body, |inner| inner.body);
        let mut all = strides::reached(facts, &loops, (own, None), body).accesses;
        all.retain(|access| access.how != How::Address);
        let along = one.nest.loops.len() - 1;
        let moved = |at: usize| moved(program, &all, at);
        // Less than a quarter is no difference.
        let is_better = |at: usize| moved(at).saturating_mul(4) < moved(along).saturating_mul(3);
        // Without these clauses the translator has chosen the order, by the accesses that stand in the text.
        let decides = |clause: &Clause| {
            matches!(
                clause.kind,
                ClauseKind::Schedule { .. }
                    | ClauseKind::DistSchedule { .. }
                    | ClauseKind::Order { .. }
            )
        };
        let is_open = construct.clauses.iter().any(decides)
            || all.iter().any(|access| access.called.is_some());
        let order = is_open && (0..along).any(is_better);
        let helps = further.is_some() && is_better(along + 1);
        let name = |inner: &CanonicalLoop| program.vars[inner.var].name.clone();
        let further = further.as_ref().filter(|_| helps).map(name);
        let mut tiles = vec![];
        if further.is_none() && !order {
            let near = |access: &&Access| {
                let others = (0..loops.len()).filter(|at| *at != along);
                { others }.any(|at| access.is_next(at))
            };
            tiles = all.iter().filter(near).map(|access| access.expr).collect();
        }
        Remedies {
            further,
            order,
            tiles,
            around,
        }
    }

    /// What helps accesses that are a row apart, in front of what else does; none where another order of loops does not.
    pub fn of_rows(&self) -> Option<String> {
        match &self.around {
            _ if self.has_order() => Some("another loop as the innermost one of `collapse`, where its iterations do not depend on each other, or ".into()),
            Some(name) => Some(by_loop_around(name)),
            None => None,
        }
    }

    /// Whether another order of loops helps.
    pub fn has_order(&self) -> bool {
        self.order || self.further.is_some()
    }

    /// What helps these accesses, in front of what else does.
    pub fn words(&self, exprs: &[ExprId]) -> String {
        match (&self.further, &self.around) {
            (Some(name), _) => format!(
                "`collapse` with the loop of `{name}` as the innermost one, if its iterations do not depend on each other, or "
            ),
            (None, _) if self.order => {
                "another loop as the innermost one of `collapse`, or ".into()
            }
            (None, Some(name)) => by_loop_around(name),
            (None, None) if exprs.iter().any(|expr| self.tiles.contains(expr)) => "no order of the loops suits all accesses; tiles that a team copies through an array of its own do, or ".into(),
            (None, None) => String::new(),
        }
    }
}

/// How threads share the loop that teams share.
fn by_loop_around(name: &str) -> String {
    format!(
        "`distribute parallel for` on the loop of `{name}`, each thread of which executes all of this one, or "
    )
}

/// The loop around a `parallel for` whose iterations teams share, where the accesses of neighbouring iterations of that one
/// are nearer to each other, and it has enough iterations for all threads. These do not depend on each other; nothing else
/// in its body is shared by threads, or asks which they are.
fn around(
    facts: &Facts,
    plan: &KernelPlan,
    construct: &Construct,
    one: &LoopPlan,
    own: &[VarId],
) -> Option<String> {
    /// What a few SMs have room for.
    const ENOUGH: u128 = 16 << 10;
    let program = facts.program;
    let alone = [Leaf::Parallel, Leaf::For]
        .iter()
        .all(|leaf| construct.directive.has(*leaf));
    if one.spread != Spread::Team || !alone || !one.is_unordered(program) {
        return None;
    }
    let mut steps = plan.code.lowerings().flat_map(|(_, one)| &one.steps);
    let outer = steps.find_map(|step| match step {
        Step::Loop(outer) if outer.spread == Spread::Teams => {
            let body = program.stmt(outer.nest.body).span;
            (body.contains(construct.pragma) && outer.is_unordered(program)).then_some(outer)
        }
        _ => None,
    })?;
    let trips = outer.nest.constant_trips(program);
    let called = &facts.uses(outer.nest.body).calls;
    let shares = |func: &FuncId| {
        let body = program.funcs[*func].body;
        body.is_some_and(|body| facts.effects(body).constructs)
    };
    if trips.is_some_and(|trips| trips < ENOUGH)
        || facts.effects(outer.nest.body).asks_ids
        || called.iter().any(shares)
    {
        return None;
    }
    let mut constructs = 0;
    program.walk_all_stmts(outer.nest.body, &mut |_, stmt| {
        constructs += usize::from(matches!(stmt.kind, StmtKind::Omp(_)));
    });
    let near = outer.nest.loops.last()?;
    if constructs != 1 {
        return None;
    }
    let loops: Vec<&CanonicalLoop> = std::iter::once(near).chain(&one.nest.loops).collect();
    let mut all = strides::reached(facts, &loops, (own, None), one.nest.body).accesses;
    all.retain(|access| access.how != How::Address);
    let moved = |at: usize| moved(program, &all, at);
    let is_better = moved(0).saturating_mul(4) < moved(loops.len() - 1).saturating_mul(3);
    is_better.then(|| program.vars[near.var].name.clone())
}

/// The bytes that are moved for a warp whose threads execute neighbouring iterations of a loop.
fn moved(program: &Program, all: &[Access], along: usize) -> u64 {
    let sectors = |access: &Access, sectors: u64| access.times * sectors * SECTOR as u64;
    let stays = |access: &&Access| matches!(access.along[along], Stride::By(0) | Stride::Rarely);
    let one = all.iter().filter(stays).map(|access| sectors(access, 1));
    let (groups, unknown) = Group::of(program, all.to_vec(), along);
    let far = unknown.iter().map(|access| sectors(access, WARP.into()));
    let known = groups.iter().map(|group| group.times() * group.moves().1);
    one.chain(far).chain(known).fold(0, u64::saturating_add)
}
