//! Adjacent parallel regions of a sequential part that one fork can run.
//!
//! From the IR, the uses and the steps of each construct: regions of the same size in one list of statements, with
//! nothing between them but sequential code that may as well stand before the first of them. A master runs that code
//! first and forks all of the regions where the last one stands. Between two parts the region's threads wait for each
//! other, unless no access of one part can be observed by the other (`analyze/footprint.rs`). Must not know how the
//! regions are printed, nor in which mode.

use crate::analyze::facts::Facts;
use crate::analyze::footprint::{self, Footprint, Memory, SameThread};
use crate::analyze::uses::Uses;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::loops::{Order, Spread};
use crate::plan::decisions::sequential::{Forks, Fused, Run};
use crate::plan::decisions::steps::{Lowering, Step, TeamSize};

pub struct Input<'a> {
    pub facts: &'a Facts<'a>,
    /// The sequential part and everything in it.
    pub body: StmtId,
    /// Variables of the sequential part that are not declared in it: parameters, private copies.
    pub owned: &'a [VarId],
    pub forks: &'a dyn Fn(ConstructId) -> Forks,
    pub lowering: &'a dyn Fn(ConstructId) -> Option<&'a Lowering>,
    /// Variables whose value the launch passes to every thread.
    pub by_value: &'a dyn Fn(VarId) -> bool,
}

pub fn plan(input: &Input) -> Fused {
    let mut finder = Finder {
        input,
        inside: input.facts.uses(input.body),
        owned: input.owned.to_vec(),
        fused: Fused::default(),
    };
    finder.declared(input.body);
    finder.stmt(input.body);
    finder.fused
}

struct Finder<'a, 'b> {
    input: &'a Input<'b>,
    /// What the sequential part and its regions do.
    inside: &'b Uses,
    /// The variables of the sequential part.
    owned: Vec<VarId>,
    fused: Fused,
}

impl Finder<'_, '_> {
    /// Collects the variables of the sequential part.
    fn declared(&mut self, id: StmtId) {
        let program = self.input.facts.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) if (self.input.forks)(*construct) == Forks::Yes => {}
            StmtKind::Decl(decls) => {
                let vars = decls.iter().filter_map(|decl| match decl {
                    Decl::Var(var) if program.vars[*var].storage.is_local() => Some(*var),
                    _ => None,
                });
                self.owned.extend(vars);
            }
            _ => program.each_child(node, &mut |child| self.declared(child)),
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let program = self.input.facts.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) if (self.input.forks)(*construct) == Forks::Yes => {}
            StmtKind::Block(stmts) => {
                self.list(stmts);
                stmts.iter().for_each(|&stmt| self.stmt(stmt));
            }
            _ => program.each_child(node, &mut |child| self.stmt(child)),
        }
    }

    fn list(&mut self, stmts: &[StmtId]) {
        let program = self.input.facts.program;
        let mut parts: Vec<ConstructId> = vec![];
        let mut adjoins: Vec<bool> = vec![];
        let mut code = false;
        for &stmt in stmts {
            match program.stmt(stmt).kind {
                StmtKind::Omp(id) if self.is_region(id) => {
                    if !parts.iter().all(|&part| self.same_size(part, id)) {
                        self.close(&mut parts, &mut adjoins);
                    }
                    if !parts.is_empty() {
                        adjoins.push(!code);
                    }
                    parts.push(id);
                    code = false;
                }
                StmtKind::Null => {}
                _ if parts.is_empty() || self.may_stand_before(stmt, &parts) => code = true,
                _ => self.close(&mut parts, &mut adjoins),
            }
        }
        self.close(&mut parts, &mut adjoins);
    }

    fn close(&mut self, parts: &mut Vec<ConstructId>, adjoins: &mut Vec<bool>) {
        let (parts, adjoins) = (std::mem::take(parts), std::mem::take(adjoins));
        if parts.len() > 1 {
            let waits = self.waits(&parts);
            self.fused.runs.push(Run {
                parts,
                waits,
                adjoins,
            });
        }
    }

    /// Whether a construct forks a region of one team's threads, with nothing around it.
    fn is_region(&self, id: ConstructId) -> bool {
        let construct = &self.input.facts.program.constructs[id];
        let around = [Leaf::Target, Leaf::Teams, Leaf::Distribute];
        let steps = (self.input.lowering)(id).map_or(&[][..], |l| &l.steps);
        let league = |step: &Step| matches!(step, Step::Loop(one) if one.spread == Spread::League);
        construct.directive.has(Leaf::Parallel)
            && !around.iter().any(|&leaf| construct.directive.has(leaf))
            && matches!(steps.first(), Some(Step::Parallel(one)) if one.team != TeamSize::One)
            && !steps.iter().any(league)
    }

    /// Whether a region behind `first` has the same number of threads.
    fn same_size(&self, first: ConstructId, id: ConstructId) -> bool {
        let program = self.input.facts.program;
        let then = &program.constructs[id];
        let before = &program.constructs[first];
        let constant = |e: ExprId| constants::int_value(program, e);
        let threads = match (before.num_threads(), then.num_threads()) {
            (None, None) => true,
            (Some(a), Some(b)) => match (constant(a), constant(b)) {
                (Some(a), Some(b)) => a == b,
                (None, None) => {
                    // Late threads evaluate the size of the first region when others are in the second.
                    footprint::same(program, a, b) && self.kept_by(first, b) && self.kept_by(id, a)
                }
                _ => false,
            },
            _ => false,
        };
        threads
            && match (before.parallel_if(), then.parallel_if()) {
                (None, None) => true,
                (Some(a), Some(b)) => {
                    constant(a).is_some_and(|a| constant(b).is_some_and(|b| (a != 0) == (b != 0)))
                }
                _ => false,
            }
    }

    /// Whether a region leaves the value of an expression as it is.
    fn kept_by(&self, region: ConstructId, expr: ExprId) -> bool {
        let program = self.input.facts.program;
        let does = self.input.facts.uses_of_construct(region);
        let uses = Uses::of_expr(program, expr);
        self.only_own(&uses) && uses.order.iter().all(|&var| !does.get(var).maybe_written())
    }

    /// Whether code uses nothing but variables of the sequential part and launch constants to which no pointer leads.
    fn only_own(&self, uses: &Uses) -> bool {
        let program = self.input.facts.program;
        let what = self.input.facts.effects.of_uses(uses);
        let constant = |var| (self.input.by_value)(var) && !self.inside.get(var).maybe_written();
        !(what.loads
            || what.stores
            || what.unknown
            || what.asks_ids
            || what.waits
            || what.constructs)
            && uses.declared.is_empty()
            && uses.order.iter().all(|&var| {
                (self.owned.contains(&var) || constant(var))
                    && !self.inside.get(var).escapes
                    && !program.vars[var].ty.quals.is_volatile
            })
    }

    /// Whether a statement behind the regions `parts` does the same before them: it computes values of one thread
    /// alone.
    fn may_stand_before(&self, stmt: StmtId, parts: &[ConstructId]) -> bool {
        let program = self.input.facts.program;
        let mut uses = Uses::default();
        let mut named = vec![];
        match &program.stmt(stmt).kind {
            StmtKind::Expr(expr) => uses.add_expr(program, *expr),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    let Decl::Var(var) = decl else { return false };
                    let data = &program.vars[*var];
                    if !data.storage.is_local()
                        || program.types.is_variably_modified(data.ty.id)
                        || self.inside.get(*var).escapes
                    {
                        return false;
                    }
                    named.push(*var);
                    if let Some(init) = &data.init {
                        walk::each_in_init(init, &mut |e| uses.add_expr(program, e));
                    }
                }
            }
            _ => return false,
        }
        if !self.only_own(&uses) {
            return false;
        }
        parts.iter().all(|&part| {
            let does = self.input.facts.uses_of_construct(part);
            // Before the region the name would mean another variable.
            let hides = does.captured().any(|var| {
                let name = &program.vars[var].name;
                named.iter().any(|&new| program.vars[new].name == *name)
            });
            let apart = uses.order.iter().all(|&var| {
                !(does.get(var).maybe_written() || uses.get(var).maybe_written() && does.uses(var))
            });
            !hides && apart
        })
    }

    /// Before which parts the threads have to wait.
    fn waits(&self, parts: &[ConstructId]) -> Vec<bool> {
        let program = self.input.facts.program;
        let known: Vec<Option<Part>> = parts.iter().map(|&id| self.part(id)).collect();
        let unnamed = |var: VarId| {
            let ours = self.owned.contains(&var) || (self.input.by_value)(var);
            ours && !self.inside.get(var).escapes
        };
        let apart = |a: Memory, b: Memory| match (a, b) {
            (Memory::Behind(p), Memory::Behind(q)) => self.input.facts.are_apart(p, q),
            (Memory::Behind(p), Memory::Object(v)) | (Memory::Object(v), Memory::Behind(p)) => {
                unnamed(v) || self.input.facts.leads_to_no_variable(p)
            }
            (Memory::Object(v), Memory::Object(w)) => v != w,
        };
        // The part before which the threads waited last.
        let mut begin = 0;
        let mut waits = vec![];
        for at in 1..parts.len() {
            let free = known[begin..at].iter().all(|before| {
                let (Some(before), Some(now)) = (before, &known[at]) else {
                    return false;
                };
                let threads = match same_map(program, before, now) {
                    true => SameThread::Yes,
                    false => SameThread::Unknown,
                };
                !before.footprint.conflicts(&now.footprint, threads, &apart)
            });
            waits.push(!free);
            if !free {
                begin = at;
            }
        }
        waits
    }

    /// The uses of a region that only executes a loop, or a block without constructs.
    fn part(&self, id: ConstructId) -> Option<Part> {
        let construct = &self.input.facts.program.constructs[id];
        let steps = &(self.input.lowering)(id)?.steps;
        let (Some(Step::Parallel(parallel)), inner) = (steps.first(), steps.get(1..)?) else {
            return None;
        };
        let plain = |how: Private| matches!(how, Private::Private | Private::LoopVar);
        if parallel.work_queues || !parallel.private.iter().all(|(_, how)| plain(*how)) {
            return None;
        }
        let mut private: Vec<VarId> = parallel.private.iter().map(|(var, _)| *var).collect();
        let (body, one, bounds, order) = match inner {
            [] => (construct.body?, None, vec![], None),
            [Step::Loop(one)] => {
                let simple = one.spread == Spread::Team
                    && !one.ordered
                    && one.linear.is_empty()
                    && one.lanes.is_none()
                    && matches!(one.order, Order::Free | Order::Exact { .. })
                    && one.private.iter().all(|(_, how)| plain(*how));
                if !simple {
                    return None;
                }
                private.extend(one.private.iter().map(|(var, _)| *var));
                private.extend(one.nest.loops.iter().map(|l| l.var));
                let bounds = one.nest.loops.iter();
                let bounds = bounds.flat_map(|l| [l.lo, l.hi].into_iter().chain(l.step.amount));
                let single = match one.nest.loops.as_slice() {
                    [single] => Some(single.clone()),
                    _ => None,
                };
                (one.nest.body, single, bounds.collect(), Some(one.order))
            }
            _ => return None,
        };
        let iteration = one.as_ref().map(|one| one.var);
        let facts = self.input.facts;
        Some(Part {
            footprint: footprint::of(
                facts.program,
                &facts.effects,
                body,
                iteration,
                &private,
                &bounds,
            )?,
            one,
            order,
        })
    }
}

struct Part {
    footprint: Footprint,
    /// Its loop, where there is a single one.
    one: Option<CanonicalLoop>,
    order: Option<Order>,
}

/// Whether iterations of the same number are executed by the same thread in two loops of regions of the same size.
fn same_map(program: &Program, a: &Part, b: &Part) -> bool {
    let (Some(x), Some(y)) = (&a.one, &b.one) else {
        return false;
    };
    let same = |a: Option<ExprId>, b: Option<ExprId>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => footprint::same(program, a, b),
        _ => false,
    };
    let same_assignment = match (a.order, b.order) {
        (Some(Order::Free), Some(Order::Free)) => true,
        (Some(Order::Exact { threads: a, .. }), Some(Order::Exact { threads: b, .. })) => {
            same(a, b)
        }
        _ => false,
    };
    let ty = |one: &CanonicalLoop| program.vars[one.var].ty.id;
    let steps = match (x.step.value, y.step.value) {
        (Some(a), Some(b)) => a == b,
        (None, None) => x.step.subtract == y.step.subtract && same(x.step.amount, y.step.amount),
        _ => false,
    };
    same_assignment
        && steps
        && x.test == y.test
        && program.types.same(ty(x), ty(y))
        && program.types.is_integer(ty(x))
        && same(Some(x.lo), Some(y.lo))
        && same(Some(x.hi), Some(y.hi))
}
