//! Loops inside of a loop whose iterations are executed by groups of lanes: which of them the lanes can share.

use crate::analyze::independent;
use crate::analyze::uses::Uses;
use crate::ir::nests::{CanonicalLoop, Nest};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::loops::{LoopPlan, Order};
use crate::plan::decisions::reductions::{Extent, Item, Over, Reduction};
use crate::plan::decisions::steps::{Lowering, Step, TeamSize};
use crate::plan::lanes::{Checked, Planner, clause_or_all};

/// A loop that lanes could share.
pub struct Inner<'a> {
    pub id: ConstructId,
    pub one: &'a LoopPlan,
    pub reduction: Option<&'a Reduction>,
}

/// The outermost constructs in a loop's body whose loops lanes could share.
pub fn inner_loops(program: &Program, body: StmtId) -> Vec<ConstructId> {
    let mut found = vec![];
    let mut open = vec![body];
    while let Some(id) = open.pop() {
        let node = program.stmt(id);
        match node.kind {
            StmtKind::Omp(inner) if is_inner(&program.constructs[inner]) => found.push(inner),
            _ => program.each_child(node, &mut |child| open.push(child)),
        }
    }
    found.sort();
    found
}

pub fn is_inner(construct: &Construct) -> bool {
    use Leaf::*;
    matches!(
        construct.directive.leaves(),
        [Simd] | [Loop] | [Parallel, For] | [Parallel, For, Simd] | [Parallel, Loop]
    )
}

impl Planner<'_, '_> {
    /// Checks that the lanes can share the loop.
    pub(super) fn inner(&self, id: ConstructId) -> Checked {
        let (program, input) = (self.input.program, self.input);
        let construct = &program.constructs[id];
        let refuse = |why: &'static str| Err((construct.pragma, why));
        for clause in &construct.clauses {
            let harmless = matches!(
                clause.kind,
                ClauseKind::Simdlen(_)
                    | ClauseKind::Aligned { .. }
                    | ClauseKind::Nontemporal(_)
                    | ClauseKind::Private(_)
                    | ClauseKind::Firstprivate { .. }
                    | ClauseKind::Shared(_)
                    | ClauseKind::Default(_)
                    | ClauseKind::Collapse(_)
                    | ClauseKind::Order { .. }
                    | ClauseKind::Bind(_)
                    | ClauseKind::Nowait(_)
                    | ClauseKind::Schedule { .. }
                    | ClauseKind::ProcBind(_)
                    | ClauseKind::Reduction { .. }
            );
            if !harmless {
                return Err((clause.span, "a clause that lanes do not follow"));
            }
        }
        let Some(inner) = (input.lowering)(id).and_then(|lowering| inner_of(id, lowering)) else {
            return refuse("a construct that lanes do not follow");
        };
        let one = inner.one;
        let plain = |how: Private| {
            matches!(
                how,
                Private::Private | Private::Firstprivate | Private::LoopVar
            )
        };
        let ends = one.private.iter().any(|(_, how)| !plain(*how)) || !one.linear.is_empty();
        if ends || one.ordered || one.scan.is_some() || one.across.is_some() {
            return refuse(
                "what the last iteration leaves behind, or the order of iterations, counts",
            );
        }
        if !matches!(one.order, Order::Free | Order::Exact { .. }) {
            let place = clause_or_all(construct, |clause| {
                matches!(clause.kind, ClauseKind::Schedule { .. })
            });
            return Err((place, "iterations are given out while the loop runs"));
        }
        if one.nest.non_rectangular(program).is_some() {
            return refuse("the loops are not rectangular");
        }
        for bound in bounds(&one.nest) {
            self.decides(bound)?;
        }
        for bare in one.nest.loops.iter().filter(|one| !one.declared) {
            if self.uses.uses(bare.var) {
                return Err((bare.span, "the iteration variable is used beside the loop"));
            }
        }
        self.inner_body(construct, &inner)
    }

    fn inner_body(&self, construct: &Construct, inner: &Inner) -> Checked {
        let (program, input) = (self.input.program, self.input);
        let body = inner.one.nest.body;
        let span = program.stmt(body).span;
        let effects = input.facts.effects(body);
        if effects.waits {
            return Err((span, "iterations of the inner loop may wait for each other"));
        }
        let mut place = None;
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                let one = &program.constructs[id];
                let plain = one.directive.leaves() == [Leaf::Simd]
                    || one.directive == DirectiveKind::Atomic;
                if !plain {
                    place = place.or(Some(one.pragma));
                }
            }
        });
        let called = Uses::of_stmt(program, body);
        if input.facts.effects.of_uses(&called).constructs {
            place = place.or(Some(span));
        }
        if let Some(place) = place {
            return Err((place, "a construct in the inner loop"));
        }
        let concurrent = |c: &Clause| {
            matches!(
                c.kind,
                ClauseKind::Order {
                    concurrent: true,
                    ..
                }
            )
        };
        if construct.directive.leaves() == [Leaf::Simd] && !construct.clauses.iter().any(concurrent)
        {
            let copied = |var: VarId| inner.one.private.iter().any(|(one, _)| *one == var);
            let items = inner.reduction.map_or(&[][..], |one| &one.items);
            let own = |var: VarId| {
                self.own.contains(&var) || copied(var) || items.iter().any(|item| item.var == var)
            };
            let outer = input.one.nest.body;
            for one in &inner.one.nest.loops {
                let one = &CanonicalLoop {
                    body,
                    ..one.clone()
                };
                let found = independent::obstacle(input.facts, one, outer, &own);
                if let Some(place) = found {
                    return Err((place, "iterations of `simd` may access what others write"));
                }
            }
        }
        let items: &[Item] = inner.reduction.map_or(&[], |one| &one.items);
        let reduced = |var: VarId| items.iter().any(|item| item.var == var);
        let uses = Uses::of_construct(program, inner.id);
        for var in uses.captured() {
            let mine = self.own.contains(&var);
            let usage = uses.get(var);
            if reduced(var) {
                if !mine && !input.reduced.contains(&var) {
                    return Err((
                        construct.pragma,
                        "the reduction's original is shared by threads",
                    ));
                }
                continue;
            }
            if self.is_first(var) {
                let name = program.vars[var].span;
                return Err((name, "only one lane has the value that the inner loop uses"));
            }
            if usage.maybe_written() && mine {
                let name = program.vars[var].span;
                return Err((
                    name,
                    "iterations of the inner loop share a variable of the outer one",
                ));
            }
        }
        if !items.iter().all(|item| self.in_registers(item)) {
            return Err((construct.pragma, "the reduction of an array"));
        }
        let first = items.iter().filter(|item| self.is_first(item.var)).count();
        if first != 0 && first != items.len() {
            return Err((
                construct.pragma,
                "one reduction for variables of both loops",
            ));
        }
        Ok(())
    }

    /// Whether each lane has what is reduced, and a copy of it: a variable, or elements of an array of the iteration.
    fn in_registers(&self, item: &Item) -> bool {
        let program = self.input.program;
        let is_array = || program.types.is_array(program.vars[item.var].ty.id);
        match item.extent {
            Extent::Whole => true,
            Extent::Elements { .. } => self.own.contains(&item.var) && is_array(),
            Extent::Long(_) => false,
        }
    }
}

/// The bounds and steps of a nest.
pub fn bounds(nest: &Nest) -> Vec<ExprId> {
    let of = |one: &CanonicalLoop| [Some(one.lo), Some(one.hi), one.step.amount];
    nest.loops.iter().flat_map(of).flatten().collect()
}

/// The loop of a construct whose iterations lanes could share, and what it reduces.
pub fn inner_of(id: ConstructId, lowering: &Lowering) -> Option<Inner<'_>> {
    let mut found = None;
    let mut reduction = None;
    for step in &lowering.steps {
        match step {
            Step::Parallel(one) if one.team == TeamSize::One && one.private.is_empty() => {}
            Step::Reduce(one) if matches!(one.over, Over::Thread | Over::Team) => {
                reduction = Some(one)
            }
            Step::Loop(one) => found = Some(one),
            _ => return None,
        }
    }
    Some(Inner {
        id,
        one: found?,
        reduction,
    })
}
