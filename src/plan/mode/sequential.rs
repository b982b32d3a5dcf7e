//! The sequential part of a kernel whose teams have several threads: what every thread repeats, what one thread does
//! for all between two barriers, and which variables the team then shares.
//!
//! From the IR, the effects, and which constructs fork. A variable is replicated when every thread computes the same
//! value for it, or gets it from a reduction of all threads; what cannot be repeated is guarded, and the variables that
//! guarded code changes are `__shared__`.
//! Must not know how code is printed.

use crate::analyze::effects::Effects;
use crate::analyze::facts::Facts;
use crate::analyze::uses::Uses;
use crate::analyze::{loops, thread_arrays};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::plan::check::allocators;
use crate::plan::constructs::reductions;
use crate::plan::decisions::sequential::{Forks, Guard, How, Sequential, Unrepeatable};
use crate::source::Span;
use std::collections::BTreeSet;

/// The plan of the sequential part. `region` is the target construct; `owned` are the variables that constructs of
/// the sequential part privatise; `forks` says which constructs fork, `asked` what sizes they ask for, and `reduces` which
/// scalars they reduce so that every thread may get the results.
pub fn plan(
    facts: &Facts,
    region: ConstructId,
    owned: &[VarId],
    forks: &dyn Fn(ConstructId) -> Forks,
    asked: &dyn Fn(ConstructId) -> Vec<ExprId>,
    reduces: &dyn Fn(ConstructId) -> Vec<VarId>,
) -> Result<Sequential, Vec<Diagnostic>> {
    let program = facts.program;
    let mut planner = Planner {
        program,
        facts,
        forks,
        asked,
        reduces,
        owned: owned.to_vec(),
        declared: BTreeSet::new(),
        parallel: Uses::default(),
        reducing: vec![],
        fixed: BTreeSet::new(),
        result: Sequential::default(),
        errors: vec![],
        changed: false,
    };
    if let Some(body) = program.constructs[region].body {
        planner.survey(body);
    }
    // Variables are removed from the replicated set until nothing changes; what is guarded follows from the set.
    loop {
        planner.changed = false;
        planner.result = Sequential::default();
        planner.errors.clear();
        planner.construct(region);
        planner.results_for_all();
        if !planner.changed {
            break;
        }
    }
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    let mut result = std::mem::take(&mut planner.result);
    // A value that thread 0 computes for all lies in bytes that other values of the team have at other times.
    result.reads |= !result.guarded_exprs.is_empty();
    result.for_all = planner
        .reducing
        .iter()
        .filter(|(_, items)| !items.iter().any(|&var| planner.is_fixed(var)))
        .map(|(construct, _)| *construct)
        .collect();
    result.shared = planner
        .owned
        .iter()
        .copied()
        .filter(|v| planner.fixed.contains(v))
        .collect();
    Ok(result)
}

/// The condition under which a `cancel` leaves its construct, which all threads of the team do or none.
fn cancels_if(construct: &Construct) -> Option<ExprId> {
    let mut clauses = construct.clauses.iter();
    clauses.find_map(|clause| match clause.kind {
        ClauseKind::If(condition) if construct.directive == DirectiveKind::Cancel => {
            Some(condition)
        }
        _ => None,
    })
}

fn is_label(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Case { .. } | StmtKind::Default { .. } | StmtKind::Label { .. }
    )
}

struct Planner<'a> {
    program: &'a Program,
    facts: &'a Facts<'a>,
    forks: &'a dyn Fn(ConstructId) -> Forks,
    /// The expressions that are evaluated where a construct forks: the size of its region.
    asked: &'a dyn Fn(ConstructId) -> Vec<ExprId>,
    /// The scalars whose results every thread may get from a construct.
    reduces: &'a dyn Fn(ConstructId) -> Vec<VarId>,
    /// The constructs that reduce variables of the sequential part, which may stay replicated, and these.
    reducing: Vec<(ConstructId, Vec<VarId>)>,
    /// The variables of the sequential part.
    owned: Vec<VarId>,
    /// Those of them that are declared there.
    declared: BTreeSet<VarId>,
    /// What forked code does to variables outside of it.
    parallel: Uses,
    /// The variables that cannot be replicated.
    fixed: BTreeSet<VarId>,
    result: Sequential,
    errors: Vec<Diagnostic>,
    changed: bool,
}

impl Planner<'_> {
    /// Collects the variables of the sequential part and what forked code does.
    fn survey(&mut self, id: StmtId) {
        let program = self.program;
        match &program.stmt(id).kind {
            StmtKind::Omp(construct) => match (self.forks)(*construct) {
                Forks::Yes => {
                    let uses = self.facts.uses_of_construct(*construct);
                    let mut reduced = (self.reduces)(*construct);
                    // What constructs privatise may have a place in shared memory of its own.
                    let declared = |var: &VarId| self.declared.contains(var);
                    if !reduced.is_empty() && reduced.iter().all(declared) {
                        self.reducing.push((*construct, reduced.clone()));
                    } else {
                        reduced.clear();
                    }
                    for &var in &uses.order {
                        let usage = uses.get(var);
                        if usage.maybe_written() && !reduced.contains(&var) {
                            self.fixed.insert(var);
                        }
                    }
                    self.parallel.loads |= uses.loads;
                    self.parallel.stores |= uses.stores;
                }
                Forks::No | Forks::Distributed => {
                    let reduced = reductions::updated_in_place(&program.constructs[*construct]);
                    self.fixed.extend(reduced);
                    if let Some(body) = program.constructs[*construct].body {
                        self.survey(body);
                    }
                }
            },
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.owned.push(*var);
                        self.declared.insert(*var);
                        if allocators::of_team(program, *var) {
                            self.fixed.insert(*var);
                        }
                    }
                }
            }
            _ => {
                let node = program.stmt(id);
                program.each_child(node, &mut |child| self.survey(child));
            }
        }
    }

    fn is_owned(&self, var: VarId) -> bool {
        self.owned.contains(&var)
    }

    fn is_fixed(&self, var: VarId) -> bool {
        self.fixed.contains(&var)
    }

    fn fix(&mut self, var: VarId) {
        if self.fixed.insert(var) {
            self.changed = true;
        }
    }

    /// Whether every thread may repeat something; where not, what it writes is no longer replicated.
    fn every(&mut self, uses: &Uses, effects: Effects, span: Span) -> bool {
        let mut why = if effects.unknown {
            Some(Unrepeatable::Unknown)
        } else if effects.stores {
            Some(Unrepeatable::Effects)
        } else {
            None
        };
        let mut given_away = vec![];
        for &var in &uses.order {
            let usage = uses.get(var);
            if uses.declared.contains(&var) {
                continue;
            }
            let shared = !self.is_owned(var) || self.is_fixed(var);
            let changes = shared && (usage.written || usage.escapes && !self.is_owned(var));
            if changes {
                why = why.or(Some(Unrepeatable::Changes(var)));
            }
            if !shared && usage.escapes && !self.program.vars[var].ty.quals.is_const {
                given_away.push(var);
            }
        }
        // The address that is taken has to be the same for all threads, so the variable is the team's; then to take the
        // address changes nothing. What is written through it counts where that happens.
        if why.is_none() {
            given_away.into_iter().for_each(|var| self.fix(var));
        }
        let Some(why) = why else {
            let reads_shared = uses
                .order
                .iter()
                .any(|&v| !uses.declared.contains(&v) && self.reads_shared(v, uses));
            self.result.reads |= effects.loads || reads_shared;
            return true;
        };
        for &var in &uses.order {
            if uses.get(var).maybe_written() && !uses.declared.contains(&var) {
                self.fix(var);
            }
        }
        let guard = Guard { place: span, why };
        self.result.guarded.get_or_insert(guard);
        false
    }

    /// A construct hands its results to all threads, or all of them to variables that the team shares.
    fn results_for_all(&mut self) {
        for (_, items) in self.reducing.clone() {
            if items.iter().any(|&var| self.is_fixed(var)) {
                items.into_iter().for_each(|var| self.fix(var));
            }
        }
    }

    fn reads_shared(&self, var: VarId, uses: &Uses) -> bool {
        uses.get(var).read
            && (self.is_fixed(var)
                || (!self.is_owned(var) && !self.program.vars[var].storage.is_local()))
    }

    fn expr(&mut self, id: ExprId) {
        let uses = Uses::of_expr(self.program, id);
        let effects = self.facts.effects.of_uses(&uses);
        if !self.every(&uses, effects, self.program.expr(id).span) {
            self.result.guarded_exprs.insert(id);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let node = program.stmt(id);
        let how = match &node.kind {
            StmtKind::Omp(construct)
                if !program.constructs[*construct].directive.orders_accesses() =>
            {
                self.construct(*construct);
                How::Parts
            }
            StmtKind::Decl(decls) => self.declaration(decls),
            _ if !self.holds_construct(id) => {
                let uses = self.facts.uses(id);
                let effects = self.facts.effects.of_uses(uses);
                if effects.constructs {
                    self.errors.push(
                        Diagnostic::error(
                            Code::UnsupportedPlace,
                            node.span,
                            "a function with OpenMP constructs of its own is called from sequential code",
                        )
                        .help("write the parallel construct in the region itself"),
                    );
                }
                let jump = loops::jumps_out(program, id);
                let real = !matches!(
                    node.kind,
                    StmtKind::Null | StmtKind::Break | StmtKind::Continue | StmtKind::Goto { .. }
                );
                if real && !matches!(node.kind, StmtKind::Block(_)) {
                    self.result.any = true;
                }
                if self.every(uses, effects, node.span) {
                    How::Every
                } else if is_label(&node.kind)
                    || jump.is_some() && !matches!(node.kind, StmtKind::Expr(_))
                {
                    // A label stays outside of guarded code, since all threads pass it.
                    self.parts(id);
                    How::Parts
                } else if let StmtKind::Block(stmts) = &node.kind {
                    // Statement by statement, so that less is guarded.
                    stmts.iter().for_each(|&s| self.stmt(s));
                    How::Parts
                } else {
                    How::Guarded
                }
            }
            _ => {
                self.parts(id);
                How::Parts
            }
        };
        self.result.how.insert(id, how);
    }

    fn construct(&mut self, id: ConstructId) {
        let construct = &self.program.constructs[id];
        match (self.forks)(id) {
            Forks::Yes => (self.asked)(id).into_iter().for_each(|e| self.expr(e)),
            Forks::No => {
                self.copies(construct);
                if let Some(condition) = cancels_if(construct) {
                    self.expr(condition);
                }
                if let Some(body) = construct.body {
                    self.stmt(body);
                }
            }
            Forks::Distributed => {
                self.copies(construct);
                self.distributed(construct);
            }
        }
    }

    /// Every thread runs the control of the loop; in its body, what happens once a team is guarded.
    fn distributed(&mut self, construct: &Construct) {
        let program = self.program;
        let Ok(nest) = self.facts.nest(construct) else {
            return;
        };
        for one in &nest.loops {
            for bound in [one.lo, one.hi].into_iter().chain(one.step.amount) {
                let uses = Uses::of_expr(program, bound);
                let effects = self.facts.effects.of_uses(&uses);
                if !self.every(&uses, effects, program.expr(bound).span) {
                    self.errors.push(
                        Diagnostic::error(
                            Code::UnsupportedLoop,
                            program.expr(bound).span,
                            "a loop bound with side effects in a team of several threads",
                        )
                        .help("compute it before the loop"),
                    );
                }
            }
            if self.is_fixed(one.var) {
                let name = &program.vars[one.var].name;
                self.errors.push(
                    Diagnostic::error(
                        Code::UnsupportedLoop,
                        one.span,
                        format!("the threads of a team share the iteration variable `{name}`"),
                    )
                    .help(format!("take the address of a copy: `int copy = {name};`")),
                );
            }
        }
        self.stmt(nest.body);
    }

    /// Plans the parts of a compound statement.
    fn parts(&mut self, id: StmtId) {
        let program = self.program;
        let node = program.stmt(id);
        let mut exprs = vec![];
        program.each_expr_of(node, &mut |e| exprs.push(e));
        exprs.into_iter().for_each(|e| self.expr(e));
        let mut children = vec![];
        program.each_child(node, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.stmt(child));
    }

    /// Plans the copies that the threads of the team share.
    fn copies(&mut self, construct: &Construct) {
        for var in thread_arrays::copied(&self.facts.uses, construct) {
            if self.is_owned(var) {
                self.refuse_variable_length(var);
            }
        }
    }

    fn refuse_variable_length(&mut self, var: VarId) {
        let v = &self.program.vars[var];
        if self.is_fixed(var) && self.program.types.is_variably_modified(v.ty.id) {
            let message = format!(
                "`{}` has variable length and is shared by the threads of a team",
                v.name
            );
            self.errors.push(
                Diagnostic::error(Code::TeamMemory, v.span, message)
                    .help("give it a constant length, or declare it before the region and map it"),
            );
        }
    }

    fn declaration(&mut self, decls: &[Decl]) -> How {
        let program = self.program;
        for decl in decls {
            let Decl::Var(var) = decl else { continue };
            let v = &program.vars[*var];
            let mut uses = Uses::default();
            uses.add_extents(program, v.ty.id);
            if let Some(init) = &v.init {
                walk::each_in_init(init, &mut |e| uses.add_expr(program, e));
                self.result.any = true;
            }
            let effects = self.facts.effects.of_uses(&uses);
            if !self.every(&uses, effects, v.span) {
                self.fix(*var);
            }
            self.refuse_variable_length(*var);
            if self.is_fixed(*var) && v.init.is_some() {
                self.result.guarded.get_or_insert(Guard {
                    place: v.span,
                    why: Unrepeatable::Declares(*var),
                });
            }
        }
        How::Parts
    }

    fn holds_construct(&self, id: StmtId) -> bool {
        let mut found = false;
        self.program.walk_stmts(id, &mut |_, s| {
            if let StmtKind::Omp(id) = s.kind {
                found |= !self.program.constructs[id].directive.orders_accesses();
            }
        });
        found
    }
}
