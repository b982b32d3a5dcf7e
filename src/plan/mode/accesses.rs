//! What the sequential part of a kernel and the regions that it forks access of the memory that threads of a team share:
//! by this, barriers are found that order nothing.
//!
//! From the facts about statements, the plan of the sequential part and the places of the team's variables. Variables
//! that each thread has for itself do not count, nor do addresses. Must not know where barriers stand.

use crate::analyze::effects::Effects;
use crate::analyze::loops;
use crate::analyze::uses::{Use, Uses};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::accesses::{Access, Place, SequentialAccesses};
use crate::plan::decisions::kernel::{CodePlan, Mode};
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::reductions::Extent;
use crate::plan::decisions::sequential::{Forks, How};
use crate::plan::decisions::shared::{Member, Slot};
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::plan::mode::choice::forks;
use crate::plan::planner::Planner;

const ANYTHING: Access = Access {
    place: Place::Anything,
    writes: true,
};

impl Planner<'_> {
    /// What the sequential part of a region accesses; none where that is not known of all of it.
    pub(in crate::plan) fn accesses(
        &self,
        region: ConstructId,
        code: &CodePlan,
    ) -> Option<SequentialAccesses> {
        let program = self.program;
        let body = program.constructs[region].body?;
        let slots = code.shared.slots();
        let copies = scalar_copies(program, region, code);
        let known = |slot: &Slot| match slot.member {
            Member::Var(_) | Member::Value(_) => true,
            Member::Copy(of, var) if of == region => copies.contains(&var),
            Member::Copy(of, var) => is_simd_copy(program, code, of, var),
            Member::Literal(_) | Member::Broadcast(..) | Member::Work => false,
        };
        let (labels, gotos) = loops::labels_and_gotos(program, body);
        let by_user = |id: &ConstructId| !program.constructs[*id].user_reductions.is_empty();
        if !matches!(code.mode, Mode::Spmd | Mode::GuardedSpmd)
            || forks(code.lowering(region)) == Forks::Yes
            || code.tasks.is_some()
            || !labels.is_empty()
            || !gotos.is_empty()
            || !slots.iter().all(known)
            || code.lowerings.keys().any(by_user)
        {
            return None;
        }
        let mut survey = Survey {
            planner: self,
            code,
            region,
            copies,
            inner_copies: vec![],
            slots,
            inside: self.facts.uses(body),
            found: SequentialAccesses::default(),
            lost: false,
        };
        survey.construct(region);
        (!survey.lost).then_some(survey.found)
    }
}

/// The scalars of which a construct gives each thread a copy, or each team, to reduce them.
fn scalar_copies(program: &Program, construct: ConstructId, code: &CodePlan) -> Vec<VarId> {
    let steps = code.lowering(construct).map_or(&[][..], |l| &l.steps);
    let items = steps.iter().flat_map(|step| match step {
        Step::Reduce(one) => one.items.as_slice(),
        _ => &[],
    });
    let whole = items.filter(|item| item.extent == Extent::Whole && item.updates.is_empty());
    let scalar = |var: &VarId| program.types.is_arithmetic(program.vars[*var].ty.id);
    whole.map(|item| item.var).filter(scalar).collect()
}

/// Whether a construct is a `simd` of the sequential part, which forks nothing, and has a copy of the scalar to reduce it.
fn is_simd_copy(program: &Program, code: &CodePlan, of: ConstructId, var: VarId) -> bool {
    let construct = &program.constructs[of];
    construct.directive.has(Leaf::Simd)
        && !construct.directive.has(Leaf::Target)
        && forks(code.lowering(of)) == Forks::No
        && scalar_copies(program, of, code).contains(&var)
}

struct Survey<'a> {
    planner: &'a Planner<'a>,
    code: &'a CodePlan,
    region: ConstructId,
    /// The scalars that the region's construct reduces.
    copies: Vec<VarId>,
    /// The members for copies that the constructs around a statement have, inside of the region.
    inner_copies: Vec<Member>,
    /// The places of the team's variables.
    slots: Vec<Slot>,
    /// What the region uses.
    inside: &'a Uses,
    found: SequentialAccesses,
    /// Whether something is not known.
    lost: bool,
}

impl Survey<'_> {
    fn stmt(&mut self, id: StmtId) {
        let program = self.planner.program;
        let node = program.stmt(id);
        let constructs = self.holds_construct(id);
        match &node.kind {
            StmtKind::Omp(construct)
                if !program.constructs[*construct].directive.orders_accesses() =>
            {
                return self.construct(*construct);
            }
            StmtKind::Return(_) => self.lost = true,
            StmtKind::Decl(decls) => return self.declarations(id, decls),
            _ if !constructs => {
                let uses = self.planner.facts.uses(id);
                let effects = self.planner.facts.effects(id);
                let accesses = self.of(uses, effects);
                self.found.stmts.insert(id, accesses);
            }
            _ => {}
        }
        if !constructs && loops::jumps_out(program, id).is_some() {
            self.found.jumping.push(id);
        }
        if constructs || self.code.sequential.how(id) == How::Parts {
            self.parts(node);
        }
    }

    fn parts(&mut self, node: &Stmt) {
        let program = self.planner.program;
        let mut exprs = vec![];
        program.each_expr_of(node, &mut |expr| exprs.push(expr));
        exprs.into_iter().for_each(|expr| self.head(expr));
        let mut children = vec![];
        program.each_child(node, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.stmt(child));
        if let StmtKind::For {
            init: Some(init), ..
        } = node.kind
        {
            self.loop_begin(init);
        }
    }

    /// What stands first in the head of a loop that holds constructs is printed there, not as a statement.
    fn loop_begin(&mut self, init: StmtId) {
        let mut all = self.found.stmts.get(&init).cloned().unwrap_or_default();
        if let StmtKind::Decl(decls) = &self.planner.program.stmt(init).kind {
            for decl in decls {
                if let Decl::Var(var) = decl {
                    all.extend(self.found.initialisers.get(var).into_iter().flatten());
                }
            }
        }
        self.found.heads.extend(all);
    }

    fn declarations(&mut self, id: StmtId, decls: &[Decl]) {
        let program = self.planner.program;
        let mut uses = Uses::default();
        let mut own = vec![];
        for decl in decls {
            let Decl::Var(var) = decl else { continue };
            uses.add_extents(program, program.vars[*var].ty.id);
            if let Some(init) = &program.vars[*var].init {
                walk::each_in_init(init, &mut |expr| uses.add_expr(program, expr));
                own.extend(self.place(*var).map(|place| (*var, place)));
            }
        }
        let effects = self.planner.facts.effects.of_uses(&uses);
        let accesses = self.of(&uses, effects);
        for (var, place) in own {
            let write = Access {
                place,
                writes: true,
            };
            let all = accesses.iter().copied().chain([write]);
            self.found.initialisers.insert(var, all.collect());
        }
        self.found.stmts.insert(id, accesses);
    }

    /// A condition, a bound, or an argument of a clause.
    fn head(&mut self, expr: ExprId) {
        let program = self.planner.program;
        if !self.code.sequential.is_guarded_expr(expr) {
            let uses = Uses::of_expr(program, expr);
            let effects = self.planner.facts.effects.of_uses(&uses);
            let accesses = self.of(&uses, effects);
            return self.found.heads.extend(accesses);
        }
        // Thread 0 evaluates it and stores its value, by a statement of the translator's own; the others read that.
        let place = match self.slot(Member::Value(expr)) {
            Some(slot) => self.bytes(slot),
            None => Place::Anything,
        };
        self.found.heads.push(Access {
            place,
            writes: false,
        });
    }

    fn construct(&mut self, id: ConstructId) {
        let (program, facts) = (self.planner.program, self.planner.facts);
        let construct = &program.constructs[id];
        let Some(lowering) = self.code.lowering(id) else {
            self.lost = true;
            return;
        };
        let forks = forks(Some(lowering));
        if forks == Forks::Yes {
            for step in &lowering.steps {
                if let Step::Parallel(parallel) = step
                    && let TeamSize::Asked { threads, condition } = parallel.team
                {
                    let asked = threads.into_iter().chain(condition);
                    asked.for_each(|expr| self.head(expr));
                }
            }
            let uses = facts.uses_of_construct(id);
            let effects = facts.effects.of_uses(&uses);
            let accesses = self.of(&uses, effects);
            self.found.regions.insert(id, accesses);
            return;
        }
        if !construct.directive.has(Leaf::Target) {
            let clauses = construct.clauses.iter();
            let exprs = clauses.flat_map(|clause| clause.kind.exprs());
            exprs.for_each(|expr| self.head(*expr));
        }
        let outer = self.inner_copies.len();
        for (var, how) in facts.privatised(construct) {
            let copy = Member::Copy(id, var);
            if id != self.region && self.slot(copy).is_some() {
                self.inner_copies.push(copy);
            }
            // The copy of an array of variable length.
            let mut extents = Uses::default();
            extents.add_extents(program, program.vars[var].ty.id);
            let effects = facts.effects.of_uses(&extents);
            let extents = self.of(&extents, effects);
            self.found.heads.extend(extents);
            // A reduction reads the original where it ends.
            if how.reads_original() && how != Private::Reduction {
                let place = self.place(var);
                self.found.heads.extend(place.map(|place| Access {
                    place,
                    writes: false,
                }));
            }
        }
        self.run(construct, forks);
        self.inner_copies.truncate(outer);
    }

    /// What a construct runs that does not fork.
    fn run(&mut self, construct: &Construct, forks: Forks) {
        if let Ok(nest) = self.planner.facts.nest(construct) {
            for one in &nest.loops {
                let bounds = [one.lo, one.hi].into_iter().chain(one.step.amount);
                bounds.for_each(|bound| self.head(bound));
            }
            // Between the loops of a nest that is distributed stands nothing.
            if forks == Forks::Distributed {
                return self.stmt(nest.body);
            }
        }
        if let Some(body) = construct.body {
            self.stmt(body);
        }
    }

    /// The accesses of code that uses what `uses` says.
    fn of(&self, uses: &Uses, effects: Effects) -> Vec<Access> {
        if effects.unknown || effects.waits || effects.constructs {
            return vec![ANYTHING];
        }
        let pointed = |writes| Access {
            place: Place::Pointed,
            writes,
        };
        let mut accesses = vec![];
        accesses.extend(effects.loads.then_some(pointed(false)));
        accesses.extend(effects.stores.then_some(pointed(true)));
        for &var in &uses.order {
            let Use { value, written, .. } = uses.get(var);
            let places = self.place(var).into_iter().chain(self.inner_places(var));
            accesses.extend(places.filter(|_| value || written).map(|place| Access {
                place,
                writes: written,
            }));
        }
        accesses
    }

    /// Where a variable lies; none where each thread has it for itself.
    fn place(&self, var: VarId) -> Option<Place> {
        let own = match self.code.storage_of(var) {
            None | Some(Storage::Value | Storage::Local) => {
                self.planner.program.vars[var].storage.is_local()
            }
            Some(_) => false,
        };
        let own = own || self.copies.contains(&var);
        let slot = self.slot(Member::Var(var));
        match slot.or_else(|| self.slot(Member::Copy(self.region, var))) {
            Some(slot) => Some(self.bytes(slot)),
            None if own && !self.code.is_shared(var) => None,
            None => Some(Place::Pointed),
        }
    }

    /// The places of a variable's copies in the constructs around a statement.
    fn inner_places(&self, var: VarId) -> impl Iterator<Item = Place> + '_ {
        let own = move |member: &&Member| matches!(member, Member::Copy(_, of) if *of == var);
        let slots = self.inner_copies.iter().filter(own);
        slots.filter_map(|member| Some(self.bytes(self.slot(*member)?)))
    }

    /// The place of a member of the team's struct.
    fn bytes(&self, slot: &Slot) -> Place {
        if !self.is_followed(slot) {
            return Place::Pointed;
        }
        // Members of scopes that are never open together lie in the same bytes: a pointer may lead there at another time.
        let (from, to) = (slot.offset, slot.offset + slot.bytes);
        let meets = |other: &&Slot| other.offset < to && from < other.offset + other.bytes;
        let mut others = self.slots.iter().filter(meets);
        match others.all(|other| self.is_followed(other)) {
            true => Place::Team(from, to),
            false => Place::Anything,
        }
    }

    /// Whether no pointer leads to a member. Of variables that constructs inside privatise, nothing is said about
    /// addresses.
    fn is_followed(&self, slot: &Slot) -> bool {
        let (program, facts) = (self.planner.program, self.planner.facts);
        match slot.member {
            Member::Copy(of, var) if of != self.region => {
                let body = program.constructs[of].body;
                body.is_some_and(|body| !facts.uses(body).get(var).escapes)
            }
            Member::Var(var) | Member::Copy(_, var) => {
                let known = self.inside.declared.contains(&var) || self.copies.contains(&var);
                known && !self.inside.get(var).escapes
            }
            Member::Value(_) => true,
            Member::Literal(_) | Member::Broadcast(..) | Member::Work => false,
        }
    }

    fn slot(&self, member: Member) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.member == member)
    }

    fn holds_construct(&self, id: StmtId) -> bool {
        let program = self.planner.program;
        let mut found = false;
        program.walk_stmts(id, &mut |_, stmt| {
            if let StmtKind::Omp(inner) = stmt.kind {
                found |= !program.constructs[inner].directive.orders_accesses();
            }
        });
        found
    }
}
