//! Whether the iterations of `distribute` and of the `parallel for` in it may go to the threads of the league one by
//! one.
//!
//! From facts of the program as the user wrote it. The statements in front of the inner construct are executed for each
//! iteration of it, at any time while others run: they write nothing but variables that they declare, and read nothing
//! that the region may write. Each thread has such variables for itself afterwards: the inner loop's iterations leave
//! them as they are.

use super::clauses::{outer_allows, reductions};
use super::tiles::Search;
use super::{BY_PLACE, Bounds, Candidate, Flat};
use crate::analyze::facts::Facts;
use crate::analyze::length;
use crate::analyze::read_only::Behind;
use crate::analyze::sharing::DeviceAttr;
use crate::analyze::uses::Uses;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use std::collections::{BTreeMap, BTreeSet};

/// The most loads and divisions in front of the inner loop that every iteration may repeat.
const REPEATED: usize = 8;

/// What is needed to flatten the candidate, if it may be.
pub(super) fn of(facts: &Facts, of: Candidate) -> Option<Flat> {
    let program = facts.program;
    let (outer, inner) = (&program.constructs[of.outer], &program.constructs[of.inner]);
    let data = facts.device_data(of.outer).ok()?;
    let body = outer.body?;
    let reached = facts.calls.reached(&facts.uses, outer.body);
    let proof = Proof {
        facts,
        of: &of,
        region: facts.uses(body),
        behind: facts.behind(outer, data, &reached),
        by_value: data
            .vars
            .iter()
            .filter(|one| is_by_value(one.attr))
            .map(|one| one.var)
            .collect(),
        declared: proof_declared(facts, &of.before),
    };
    let reduced = reductions(program, outer)?;
    if !outer.clauses.iter().all(outer_allows) || !outer.user_reductions.is_empty() {
        return None;
    }
    let clauses = proof.inner_clauses(inner, &reduced)?;
    let scalars = proof.scalars(inner)?;
    if !(proof.threads_are_free() && proof.is_repeatable() && proof.keeps_values(outer, inner)) {
        return None;
    }
    let bounds = of.threads.loops.iter().map(|one| proof.bounds(one));
    let bounds = proof.each_once(bounds.collect::<Option<Vec<_>>>()?);
    let whole = bounds
        .iter()
        .filter(|bound| matches!(bound, Bounds::Whole(..)));
    if of.teams.loops.len() + of.threads.loops.len() - whole.count() > BY_PLACE
        && !length::is_long(facts, of.threads.body)
    {
        return None;
    }
    if !proof.names_stay() {
        return None;
    }
    let inside = facts.uses(of.threads.body);
    let in_tiles = bounds.iter().any(|bound| matches!(bound, Bounds::Tile(_)));
    let keeps_before = in_tiles || proof.declared.iter().any(|var| inside.uses(*var));
    let uses = |var: &VarId| inside.uses(*var) || keeps_before && proof.before_uses(*var);
    let used = of.teams.loops.iter().map(|one| one.var).filter(uses);
    Some(Flat {
        used: used.collect(),
        keeps_before,
        bounds,
        scalars,
        clauses,
        of,
    })
}

/// Whether the launch passes a variable, or a pointer that device code does not share.
fn is_by_value(attr: DeviceAttr) -> bool {
    matches!(
        attr,
        DeviceAttr::Firstprivate
            | DeviceAttr::PointerLookup
            | DeviceAttr::SectionBase
            | DeviceAttr::IsDevicePtr
    )
}

/// The variables that statements declare.
fn proof_declared(facts: &Facts, before: &[StmtId]) -> BTreeSet<VarId> {
    let uses = before.iter().map(|&stmt| facts.uses(stmt));
    uses.flat_map(|uses| uses.declared.iter().copied())
        .collect()
}

/// What is known of a candidate.
pub(super) struct Proof<'a, 'b> {
    pub(super) facts: &'a Facts<'a>,
    of: &'b Candidate,
    /// What the region does.
    region: &'a Uses,
    /// What is known of the memory behind captured pointers and arrays.
    behind: BTreeMap<VarId, Behind>,
    /// The captured variables whose values the launch passes.
    by_value: BTreeSet<VarId>,
    /// The variables that the statements in front of the inner construct declare.
    pub(super) declared: BTreeSet<VarId>,
}

impl Proof<'_, '_> {
    pub(super) fn before_uses(&self, var: VarId) -> bool {
        let mut before = self.of.before.iter();
        before.any(|&stmt| self.facts.uses(stmt).uses(var))
    }

    /// The shared scalars of the inner loop that every iteration has for itself.
    fn scalars(&self, inner: &Construct) -> Option<Vec<(VarId, Private)>> {
        let scalars = inner.shared_scalars.iter().copied();
        let outside = scalars.filter(|(var, _)| !self.declared.contains(var));
        let outside: Vec<(VarId, Private)> = outside.collect();
        let plain =
            |(var, how): &(VarId, Private)| *how == Private::Private && !self.before_uses(*var);
        outside.iter().all(plain).then_some(outside)
    }

    /// Whether nothing in the region can tell which thread executes an iteration, or waits for others.
    fn threads_are_free(&self) -> bool {
        let program = self.facts.program;
        let body = self.of.threads.body;
        let of_before = self.of.before.iter().map(|&stmt| self.facts.effects(stmt));
        let effects = of_before.fold(self.facts.effects(body), |all, one| all.union(one));
        let shows = effects.unknown || effects.asks_ids || effects.waits;
        let schedule = effects.reads_schedule || effects.sets_schedule;
        let mut plain = !(shows || schedule);
        let mut look = |stmt: StmtId| {
            program.walk_all_stmts(stmt, &mut |_, stmt| {
                plain &= match &stmt.kind {
                    StmtKind::Omp(id) => {
                        let directive = &program.constructs[*id].directive;
                        directive.leaves() == [Leaf::Simd] || *directive == DirectiveKind::Atomic
                    }
                    StmtKind::Label { .. }
                    | StmtKind::Goto { .. }
                    | StmtKind::Return(_)
                    | StmtKind::DeviceConstruct(_)
                    | StmtKind::Asm { .. } => false,
                    _ => true,
                };
            });
        };
        look(body);
        self.of.before.iter().for_each(|&stmt| look(stmt));
        let mut calls = self.region.calls.iter();
        plain && !calls.any(|&func| self.facts.effects.of_func(func).constructs)
    }

    /// Whether every iteration may repeat what stands in front of the inner construct.
    fn is_repeatable(&self) -> bool {
        let mut work = 0;
        self.of.before.iter().all(|&stmt| {
            self.is_plain(stmt) && self.writes_own(stmt) && self.reads_kept(stmt, &mut work)
        }) && work <= REPEATED
    }

    /// Whether a statement consists of declarations of scalars, expressions and conditions.
    fn is_plain(&self, stmt: StmtId) -> bool {
        let program = self.facts.program;
        match &program.stmt(stmt).kind {
            StmtKind::Null | StmtKind::Expr(_) => true,
            StmtKind::Decl(decls) => decls.iter().all(|decl| match decl {
                Decl::Var(var) => {
                    let data = &program.vars[*var];
                    data.storage == Storage::Auto
                        && program.types.is_scalar(data.ty.id)
                        && !data.ty.quals.is_volatile
                        && !data.ty.quals.is_atomic
                        && !data.extent
                }
                _ => false,
            }),
            StmtKind::Block(stmts) => stmts.iter().all(|&stmt| self.is_plain(stmt)),
            StmtKind::If { then, other, .. } => {
                self.is_plain(*then) && other.is_none_or(|other| self.is_plain(other))
            }
            _ => false,
        }
    }

    /// Whether a statement changes nothing but variables declared in front of the inner construct.
    fn writes_own(&self, stmt: StmtId) -> bool {
        let uses = self.facts.uses(stmt);
        let own = |var: &VarId| self.declared.contains(var);
        !uses.stores
            && uses.calls.is_empty()
            && uses
                .vars
                .iter()
                .all(|(var, how)| !how.maybe_written() || own(var) && !how.escapes)
    }

    /// Whether what a statement reads stays as it is while the region runs. Adds to `work` what it costs.
    fn reads_kept(&self, stmt: StmtId, work: &mut usize) -> bool {
        let program = self.facts.program;
        let mut kept = true;
        program.walk_exprs_in(stmt, &mut |id, expr| {
            kept &= !program.is_volatile(expr);
            match expr.kind {
                ExprKind::Var(var) => kept &= self.is_kept(var),
                ExprKind::Index { .. }
                | ExprKind::Deref(_)
                | ExprKind::Member { arrow: true, .. } => {
                    *work += 1;
                    kept &= self.is_unchanged(id);
                }
                ExprKind::Binary {
                    op: BinOp::Div | BinOp::Rem,
                    rhs,
                    ..
                } if constants::int_value(program, rhs).is_none() => *work += 2,
                ExprKind::AddrOf(_) | ExprKind::StmtExpr(_) | ExprKind::Opaque { .. } => {
                    kept = false
                }
                _ => {}
            }
        });
        kept
    }

    /// Whether a variable is one of the iteration's own, or has one value for the whole region.
    fn is_kept(&self, var: VarId) -> bool {
        let iterated = self.of.teams.loops.iter().any(|one| one.var == var);
        let array = self
            .facts
            .program
            .types
            .is_array(self.facts.program.vars[var].ty.id);
        self.declared.contains(&var)
            || iterated
            || self.is_constant(var)
            || array && self.behind.get(&var).is_some_and(|behind| behind.unchanged)
    }

    /// Whether the launch passes a variable's value to every thread, and no code changes it.
    fn is_constant(&self, var: VarId) -> bool {
        let data = &self.facts.program.vars[var];
        self.by_value.contains(&var)
            && !self.region.get(var).maybe_written()
            && !data.ty.quals.is_volatile
    }

    /// Whether a pointer that the inner construct reduces through has one value for the whole region.
    pub(super) fn points_alike(&self, var: VarId) -> bool {
        let data = &self.facts.program.vars[var];
        let inside = self.facts.uses(self.of.threads.body);
        self.by_value.contains(&var)
            && !inside.get(var).maybe_written()
            && !data.ty.quals.is_volatile
    }

    /// Whether nothing writes the object that an lvalue designates while the region runs.
    fn is_unchanged(&self, lvalue: ExprId) -> bool {
        let program = self.facts.program;
        let Lvalue::Behind { pointer, .. } = program.lvalue(lvalue) else {
            return false;
        };
        let mut at = pointer;
        loop {
            at = match program.expr(at).kind {
                ExprKind::Convert { arg, .. } => arg,
                ExprKind::Binary {
                    op: BinOp::Add | BinOp::Sub,
                    lhs,
                    rhs,
                } => program.pointer_of_sum(lhs, rhs),
                ExprKind::Index { base, .. } if program.types.is_array(program.expr(at).ty.id) => {
                    base
                }
                ExprKind::Var(var) => {
                    return self.behind.get(&var).is_some_and(|behind| behind.unchanged);
                }
                _ => return false,
            }
        }
    }

    /// Whether the inner loop's iterations leave all variables as they are that teams have for themselves.
    fn keeps_values(&self, outer: &Construct, inner: &Construct) -> bool {
        let own = self.facts.privatised(inner);
        let of_thread = |var: &VarId| own.iter().any(|(one, _)| one == var);
        let of_team = self.facts.privatised(outer);
        let plain = |how: Private| {
            matches!(
                how,
                Private::Private | Private::Firstprivate | Private::LoopVar | Private::Reduction
            )
        };
        if !{ of_team.iter().chain(&own) }.all(|(_, how)| plain(*how)) {
            return false;
        }
        let of_inner = |how: Private| matches!(how, Private::Firstprivate);
        if own.iter().any(|(_, how)| of_inner(*how)) {
            return false;
        }
        let inside = self.facts.uses(self.of.threads.body);
        let iterated = |var: VarId| self.of.teams.loops.iter().any(|one| one.var == var);
        inside.captured().all(|var| {
            let team = self.declared.contains(&var)
                || iterated(var)
                || of_team.iter().any(|(one, _)| *one == var);
            !team || of_thread(&var) || !inside.get(var).maybe_written()
        })
    }

    /// How far an inner loop goes.
    fn bounds(&self, one: &CanonicalLoop) -> Option<Bounds> {
        let program = self.facts.program;
        if self.declared.contains(&one.var) {
            return None;
        }
        let invariant = |e: ExprId| self.is_invariant(e);
        let all = [one.lo, one.hi].into_iter().chain(one.step.amount);
        if { all }.all(invariant) {
            return Some(Bounds::Own);
        }
        let types = &program.types;
        let own = program.vars[one.var].ty.id;
        let Type::Int(kind) = *types.resolve(own) else {
            return None;
        };
        let counts = one.declared
            && one.step.value == Some(1)
            && matches!(one.test, Test::Lt | Test::Le)
            && kind.size() >= 4
            && types.same(own, program.expr(one.hi).ty.id)
            && self.is_pure(one.lo)
            && self.is_pure(one.hi);
        if !counts {
            return None;
        }
        let search = Search {
            program,
            before: &self.of.before,
            invariant: &invariant,
        };
        let limit = search.limit(one.lo, one.hi)?;
        let whole = search.whole(&self.of.teams.loops, one);
        let whole = whole.filter(|whole| self.may_be_one(&self.of.teams.loops[whole.outer]));
        Some(match whole {
            Some(whole) => Bounds::Whole(whole, limit),
            None => Bounds::Tile(limit),
        })
    }

    /// Whether a loop over tiles may become one with an inner loop: its bounds have one value for the whole region, no
    /// other loop's depend on it, and no inner loop's variable hides what they name.
    fn may_be_one(&self, tiles: &CanonicalLoop) -> bool {
        let program = self.facts.program;
        let bounds = |one: &CanonicalLoop| [one.lo, one.hi].into_iter().chain(one.step.amount);
        let mut others = self.of.teams.loops.iter();
        let alone = !others.any(|one| bounds(one).any(|e| program.mentions(e, tiles.var)));
        let mut shown = true;
        for e in bounds(tiles) {
            program.walk_expr(e, &mut |_, expr| {
                if let ExprKind::Var(var) = expr.kind {
                    let name = &program.vars[var].name;
                    let mut inner = self.of.threads.loops.iter();
                    shown &= !inner.any(|one| program.vars[one.var].name == *name);
                }
            });
        }
        alone && shown && bounds(tiles).all(|e| self.is_invariant(e))
    }

    /// The bounds with each loop over tiles in one of them at most.
    fn each_once(&self, mut bounds: Vec<Bounds>) -> Vec<Bounds> {
        let mut taken = BTreeSet::new();
        for one in &mut bounds {
            if let Bounds::Whole(whole, limit) = one
                && !taken.insert(whole.outer)
            {
                *one = Bounds::Tile(*limit);
            }
        }
        bounds
    }

    /// Whether an expression has one value for the whole region, which the launch knows.
    pub(super) fn is_invariant(&self, e: ExprId) -> bool {
        let mut constant = self.is_pure(e);
        self.facts.program.walk_expr(e, &mut |_, expr| {
            if let ExprKind::Var(var) = expr.kind {
                constant &= self.is_constant(var);
            }
        });
        constant
    }

    /// Whether an expression computes a value from variables that stay as they are in an iteration.
    fn is_pure(&self, e: ExprId) -> bool {
        let program = self.facts.program;
        let mut pure = true;
        program.walk_expr(e, &mut |_, expr| {
            pure &= !expr.kind.has_effect() && !program.is_volatile(expr);
            pure &= !matches!(
                expr.kind,
                ExprKind::Index { .. }
                    | ExprKind::Deref(_)
                    | ExprKind::Member { arrow: true, .. }
                    | ExprKind::AddrOf(_)
            );
            if let ExprKind::Var(var) = expr.kind {
                pure &= self.is_kept(var);
            }
        });
        pure
    }

    /// Whether no name in front of the inner construct means another variable inside of its loops.
    fn names_stay(&self) -> bool {
        let program = self.facts.program;
        let name = |var: VarId| program.vars[var].name.as_str();
        let inner: Vec<&str> = self
            .of
            .threads
            .loops
            .iter()
            .map(|one| name(one.var))
            .collect();
        self.of.before.iter().all(|&stmt| {
            let uses = self.facts.uses(stmt);
            let mut named = uses.vars.keys().chain(&uses.declared);
            !named.any(|&var| inner.contains(&name(var)))
        })
    }
}
