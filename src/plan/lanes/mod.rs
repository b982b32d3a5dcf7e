//! A loop whose iterations are executed by groups of lanes: what all lanes repeat, what the first one does for all,
//! which inner loops the lanes share, and where they converge.
//!
//! From the IR, the effects and the plan of the loops. A group takes the place of the thread that had the iteration:
//! its lanes have variables of their own with the same values, so that everything is an obstacle which could make
//! these differ, or which would keep a value for the next iteration. Must not know whether it pays, nor how it is
//! printed.

mod choice;
mod convergence;
pub mod inner;

use crate::analyze::atomics;
use crate::analyze::effects::Effects;
use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::omp::DirectiveKind;
use crate::plan::check::placement;
use crate::plan::decisions::loops::{Lanes, LoopPlan, Obstacle};
use crate::plan::decisions::steps::Lowering;
use crate::plan::lanes::convergence::Seen;
use crate::plan::lanes::inner::{bounds, inner_loops, inner_of, is_inner};
use crate::source::Span;
use std::collections::BTreeSet;

/// The place of a clause that is an obstacle, of the directive where no clause is.
fn clause_or_all(construct: &Construct, is: impl Fn(&Clause) -> bool) -> Span {
    let clause = construct.clauses.iter().find(|clause| is(clause));
    clause.map_or(construct.pragma, |clause| clause.span)
}

pub struct Input<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts<'a>,
    pub lowering: &'a dyn Fn(ConstructId) -> Option<&'a Lowering>,
    /// Whether a variable from outside of the loop lies in memory that all lanes access.
    pub in_memory: &'a dyn Fn(VarId) -> bool,
    /// Whether each thread has its own variable, where it is from outside of the loop.
    pub of_thread: &'a dyn Fn(VarId) -> bool,
    pub one: &'a LoopPlan,
    /// The variables that the loop's own construct reduces: only the first lane changes its copies.
    pub reduced: Vec<VarId>,
}

/// The plan of the loop, whose `width` the caller sets.
pub fn plan(input: &Input) -> Result<Lanes, Obstacle> {
    let body = input.one.nest.body;
    let uses = input.facts.uses(body);
    let mut own = uses.declared.clone();
    own.extend(input.one.nest.loops.iter().map(|one| one.var));
    own.extend(input.one.private.iter().map(|(var, _)| *var));
    let mut planner = Planner {
        input,
        uses,
        own,
        first: input.reduced.iter().copied().collect(),
        concurrently_modified: vec![],
        entered: Seen::default(),
        changed: false,
        result: Lanes::default(),
    };
    planner.outside(body)?;
    planner.concurrently_modified = planner.written_by_others(body);
    loop {
        planner.changed = false;
        planner.result = Lanes::default();
        planner.stmt(body)?;
        if !planner.changed {
            break;
        }
    }
    planner.result.spread.sort();
    planner.convergence_points(body)?;
    planner.results(body);
    Ok(planner.result)
}

struct Planner<'g, 'a> {
    input: &'g Input<'a>,
    /// The uses of the whole body.
    uses: &'a Uses,
    /// The variables of an iteration: each lane has them.
    own: Vec<VarId>,
    /// Those of them whose values only the first lane has.
    first: BTreeSet<VarId>,
    /// Variables or memory that other iterations may write concurrently: lanes might read different values.
    concurrently_modified: Vec<VarId>,
    /// The accesses before the innermost `switch`.
    entered: Seen,
    changed: bool,
    result: Lanes,
}

type Checked = Result<(), Obstacle>;

impl Planner<'_, '_> {
    /// Checks that iterations leave nothing behind in variables of their threads, and need no thread of their own.
    fn outside(&self, body: StmtId) -> Checked {
        let (program, input) = (self.input.program, self.input);
        let span = program.stmt(body).span;
        let effects = input.facts.effects.of_uses(self.uses);
        if effects.unknown {
            return Err((span, "the loop's body may call anything"));
        }
        if effects.asks_ids {
            return Err((span, "the loop's body asks which thread runs it"));
        }
        for var in self.uses.captured() {
            let usage = self.uses.get(var);
            let v = &program.vars[var];
            let place = v.span;
            let copied = input.one.private.iter().find(|(one, _)| *one == var);
            if let Some((_, Private::Firstprivate)) = copied
                && usage.maybe_written()
            {
                return Err((place, "a thread keeps this from one iteration to the next"));
            }
            if self.own.contains(&var) || input.reduced.contains(&var) {
                continue;
            }
            if (input.of_thread)(var) {
                return Err((place, "each thread of the region has a variable of its own"));
            }
            if usage.maybe_written() && !(input.in_memory)(var) {
                return Err((place, "the loop's body changes a variable around it"));
            }
        }
        for &var in &self.own {
            let v = &program.vars[var];
            if self.uses.get(var).escapes && !v.ty.quals.is_const {
                return Err((
                    v.span,
                    "the address of a variable of the iteration is taken",
                ));
            }
            if program.types.is_variably_modified(v.ty.id) && program.types.is_array(v.ty.id) {
                return Err((v.span, "an array of variable length"));
            }
        }
        let mut place = None;
        program.walk_exprs_in(body, &mut |_, expr| {
            if program.is_volatile(expr) {
                place = place.or(Some(expr.span));
            }
        });
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Label { .. } | StmtKind::Goto { .. } | StmtKind::Asm { .. } = stmt.kind
            {
                place = place.or(Some(stmt.span));
            }
        });
        place.map_or(Ok(()), |place| {
            Err((
                place,
                "volatile accesses, `goto` and `asm` stay on one thread",
            ))
        })
    }

    /// The variables that code of the body writes atomically, or writes through subscripts that it reads from memory:
    /// other iterations may write the same elements.
    fn written_by_others(&self, body: StmtId) -> Vec<VarId> {
        let program = self.input.program;
        let mut found = vec![];
        program.walk_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind
                && let construct = &program.constructs[id]
                && construct.directive == DirectiveKind::Atomic
                && let Ok(atomic) = atomics::of(program, construct)
            {
                found.extend(root(program, atomic.x));
            }
        });
        program.walk_exprs_in(body, &mut |_, expr| {
            let place = match expr.kind {
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
                ExprKind::IncDec { arg, .. } => arg,
                _ => return,
            };
            let uses = Uses::of_expr(program, place);
            let mut indirect = uses.calls_unknown || !uses.calls.is_empty();
            let mut subscripts = 0;
            program.walk_expr(place, &mut |_, part| {
                if let ExprKind::Index { index, .. } = part.kind {
                    subscripts += 1;
                    indirect |= Uses::of_expr(program, index).loads;
                }
            });
            if indirect || subscripts == 0 {
                found.extend(root(program, place));
            }
        });
        found.retain(|var| !self.own.contains(var));
        found
    }

    /// Checks that all lanes read the same values.
    fn uniform(&self, uses: &Uses, place: Span) -> Checked {
        let concurrently_modified = |var: VarId| self.concurrently_modified.contains(&var);
        match uses.captured().any(concurrently_modified) {
            true => Err((place, "other iterations may change what the lanes read")),
            false => Ok(()),
        }
    }

    fn is_first(&self, var: VarId) -> bool {
        self.first.contains(&var)
    }

    /// Whether memory is read, and whether it is written; variables that lie in memory count.
    fn memory(&self, uses: &Uses, effects: Effects) -> (bool, bool) {
        let (mut reads, mut writes) = (effects.loads, effects.stores);
        for var in uses.captured() {
            if !self.own.contains(&var) && (self.input.in_memory)(var) {
                reads |= uses.get(var).read;
                // What is written through its address counts as memory.
                writes |= uses.get(var).written;
            }
        }
        (reads, writes)
    }

    /// Whether every lane may execute it.
    fn every(&self, uses: &Uses) -> bool {
        let effects = self.input.facts.effects.of_uses(uses);
        let (_, writes) = self.memory(uses, effects);
        !writes && effects.repeatable() && uses.captured().all(|var| !self.is_first(var))
    }

    /// The first lane executes it for all: from now on only that lane has the values of the variables that it
    /// changes.
    fn for_all(&mut self, uses: &Uses) {
        for var in uses.captured() {
            if uses.get(var).maybe_written() && self.own.contains(&var) {
                self.changed |= self.first.insert(var);
            }
        }
    }

    /// Checks that all lanes have the value of an expression that decides on the control flow.
    fn decides(&self, expr: ExprId) -> Checked {
        let uses = Uses::of_expr(self.input.program, expr);
        let span = self.input.program.expr(expr).span;
        if self.every(&uses) {
            return self.uniform(&uses, span);
        }
        Err((
            span,
            "only one lane can evaluate what the inner loop depends on",
        ))
    }

    fn holds_inner(&self, stmt: StmtId) -> bool {
        !inner_loops(self.input.program, stmt).is_empty()
    }

    fn stmt(&mut self, id: StmtId) -> Checked {
        let program = self.input.program;
        let node = program.stmt(id);
        if let StmtKind::Omp(inner) = node.kind {
            return self.construct(id, inner);
        }
        if self.holds_inner(id) {
            return self.parts(id);
        }
        let uses = self.input.facts.uses(id);
        if let Some(place) = other_construct(program, id) {
            return Err((place, "a construct beside the inner loop"));
        }
        if self.every(uses) {
            return self.uniform(uses, node.span);
        }
        match &node.kind {
            StmtKind::Decl(_) => Err((node.span, "the first value of a variable has side effects")),
            StmtKind::Block(_) | StmtKind::Case { .. } | StmtKind::Default { .. } => self.parts(id),
            StmtKind::Expr(_) => {
                self.for_all(uses);
                self.result.first.insert(id);
                Ok(())
            }
            // A jump out of it takes all lanes along.
            _ if loops::jumps_out(program, id).is_some() => self.parts(id),
            _ => {
                self.for_all(uses);
                self.result.first.insert(id);
                Ok(())
            }
        }
    }

    fn parts(&mut self, id: StmtId) -> Checked {
        let program = self.input.program;
        let node = program.stmt(id);
        let mut exprs = vec![];
        program.each_expr_of(node, &mut |expr| exprs.push(expr));
        for expr in exprs {
            self.decides(expr)?;
        }
        if let StmtKind::For {
            init: Some(init), ..
        } = node.kind
            && !self.every(self.input.facts.uses(init))
        {
            return Err((node.span, "only one lane can begin the loop"));
        }
        let mut children = vec![];
        program.each_child(node, &mut |child| children.push(child));
        children.into_iter().try_for_each(|child| self.stmt(child))
    }

    fn construct(&mut self, stmt: StmtId, id: ConstructId) -> Checked {
        let program = self.input.program;
        let construct = &program.constructs[id];
        if is_inner(construct) {
            self.inner(id)?;
            self.result.spread.push(id);
            return Ok(());
        }
        if construct.directive != DirectiveKind::Atomic {
            return Err((construct.pragma, "a construct beside the inner loop"));
        }
        self.for_all(self.input.facts.uses(stmt));
        self.result.first.insert(stmt);
        Ok(())
    }

    /// Finds the reductions whose results only the first lane reads.
    fn results(&mut self, body: StmtId) {
        let found = |id: &ConstructId| {
            let inner = (self.input.lowering)(*id).and_then(|one| inner_of(*id, one));
            let items = inner.and_then(|one| one.reduction).map(|one| &one.items);
            items.is_some_and(|items| !items.iter().any(|item| self.all_read(body, item.var)))
        };
        self.result.for_first = self.result.spread.iter().copied().filter(found).collect();
    }

    /// Whether other lanes than the first one read the variable.
    fn all_read(&self, id: StmtId, var: VarId) -> bool {
        let program = self.input.program;
        let node = program.stmt(id);
        if self.result.is_first(id) {
            return false;
        }
        if let StmtKind::Omp(inner) = node.kind
            && self.result.spread.contains(&inner)
        {
            let one = (self.input.lowering)(inner).and_then(|one| inner_of(inner, one));
            let reduced = one.as_ref().and_then(|one| one.reduction);
            let reduced = reduced.is_some_and(|one| one.items.iter().any(|item| item.var == var));
            let bounds = one.map_or(vec![], |one| bounds(&one.one.nest));
            return !reduced && Uses::of_construct(program, inner).get(var).read
                || bounds.iter().any(|e| Uses::of_expr(program, *e).uses(var));
        }
        let uses = self.input.facts.uses(id);
        if !self.holds_inner(id) && self.every(uses) && !jumps_in(program, id) {
            return uses.get(var).read;
        }
        let mut read = false;
        program.each_expr_of(node, &mut |e| read |= Uses::of_expr(program, e).uses(var));
        program.each_child(node, &mut |child| read |= self.all_read(child, var));
        read
    }
}

/// Whether a statement in it leaves it, or is a case of an enclosing `switch`.
fn jumps_in(program: &Program, id: StmtId) -> bool {
    loops::jumps_out(program, id).is_some() || placement::entered_by_case(program, id).is_some()
}

fn other_construct(program: &Program, id: StmtId) -> Option<Span> {
    let mut place = None;
    program.walk_all_stmts(id, &mut |_, stmt| {
        if let StmtKind::Omp(inner) = stmt.kind {
            let construct = &program.constructs[inner];
            if construct.directive != DirectiveKind::Atomic {
                place = place.or(Some(construct.pragma));
            }
        }
    });
    place
}

/// The variable at which the expression for an object begins.
fn root(program: &Program, place: ExprId) -> Option<VarId> {
    match program.expr(place).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert { arg, .. } | ExprKind::Deref(arg) | ExprKind::AddrOf(arg) => {
            root(program, arg)
        }
        ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        ExprKind::Binary { lhs, rhs, .. } => {
            let points = |e: ExprId| program.types.is_pointer(program.expr(e).ty.id);
            root(program, if points(lhs) { lhs } else { rhs })
        }
        _ => None,
    }
}
