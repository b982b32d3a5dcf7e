//! The steps of constructs, from the outside in (for combined constructs: OpenMP 5.2, section 17).

use crate::analyze::{scans, unnamed};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::check::{self, rules};
use crate::plan::constructs::parallel::nested;
use crate::plan::constructs::reductions::{self, Originals};
use crate::plan::constructs::tasks::steps::passes_copies_on;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::note::Note;
use crate::plan::decisions::reductions::{Item, Over, Reduction};
use crate::plan::decisions::steps::{Lowering, Step};
use crate::plan::planner::{Context, Planner, not_yet};

impl<'a> Planner<'a> {
    /// Plans a construct and what is inside of it.
    pub(in crate::plan) fn construct(&mut self, id: ConstructId, context: Context) {
        let program = self.program;
        let construct = &program.constructs[id];
        let phases = match scans::of(&self.facts.uses, &self.facts.nests, construct) {
            Ok(phases) => phases,
            Err(error) => {
                self.errors.push(*error);
                return;
            }
        };
        self.errors.extend(rules::check(self.facts, construct));
        self.errors.extend(passes_copies_on(self.facts, construct));
        for &(var, _) in &construct.shared_scalars {
            let name = &program.vars[var].name;
            self.reasons.push(Note::new(
                construct.pragma,
                format!("each iteration has its own `{name}`, which it assigns before it reads it"),
            ));
        }
        let mut private = self.facts.privatised(construct);
        private.retain(|(var, how)| !launch_copy(program, construct, *var, *how));
        let reduction = match reductions::of(self.facts, construct) {
            Ok(reduction) => reduction,
            Err(errors) => {
                self.errors.extend(errors);
                return;
            }
        };
        private.retain(|(_, how)| *how != Private::Reduction);
        if construct.clauses.iter().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Default(crate::omp::DefaultSharing::None)
            )
        }) {
            // The construct's own clauses are evaluated outside of it.
            let errors = unnamed::check(&self.facts.uses, construct);
            self.errors.extend(errors);
        }
        let mut steps = match self.directive(id, private, context) {
            Ok(steps) => steps,
            Err(error) => {
                self.errors.push(*error);
                return;
            }
        };
        self.cancellable(construct, &mut steps, context);
        match (reduction, phases) {
            (Some(reduction), Some(phases)) => {
                self.scans(construct, &mut steps, phases, reduction, context)
            }
            (Some(reduction), None) => self.reduces(construct, &mut steps, reduction, context),
            (None, _) => {}
        }
        self.lowerings.insert(id, Lowering { steps });
    }

    /// The steps of a construct by its directive, without cancellation and reductions around them.
    fn directive(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Result<Vec<Step>, Box<Diagnostic>> {
        let program = self.program;
        let construct = &program.constructs[id];
        let leaves: Vec<Leaf> = construct
            .directive
            .leaves()
            .iter()
            .copied()
            .filter(|l| *l != Leaf::Target)
            .collect();
        Ok(match (&construct.directive, leaves.as_slice()) {
            // Outside of parallel regions the team has one thread.
            (DirectiveKind::Barrier, _) if !context.parallel => vec![],
            (DirectiveKind::Barrier, _) => {
                self.barriers = true;
                vec![Step::Barrier]
            }
            (DirectiveKind::Section | DirectiveKind::Unroll, _) => {
                self.in_place(construct, private, context)
            }
            (DirectiveKind::OrderedDoacross, _) => self.doacross(construct, context)?,
            (DirectiveKind::Ordered, _) => self.ordered(construct, context)?,
            // The loop around it has planned both phases.
            (DirectiveKind::Scan, _) => vec![],
            (DirectiveKind::Cancel | DirectiveKind::CancellationPoint, _) => {
                self.cancel(construct, context)
            }
            (
                DirectiveKind::Taskwait
                | DirectiveKind::Taskyield
                | DirectiveKind::Taskgroup
                | DirectiveKind::Depobj,
                _,
            ) => self.task(construct, private, context)?,
            _ if construct.directive.orders_accesses() => {
                let found = check::synchronise::check(program, construct);
                self.errors.extend(found);
                let inside = Context {
                    tail: false,
                    ..context
                };
                self.body(construct.body, inside);
                vec![Step::Synchronise]
            }
            (DirectiveKind::Construct(_), [] | [Leaf::Teams]) => {
                self.body(construct.body, context);
                vec![Step::Block { private }]
            }
            (DirectiveKind::Construct(_), leaves) => {
                let leaves: Vec<Leaf> = leaves
                    .iter()
                    .copied()
                    .filter(|l| *l != Leaf::Teams)
                    .collect();
                self.steps(id, &leaves, private, context)?
            }
            _ => return Err(Box::new(not_yet(construct))),
        })
    }

    /// Adds a construct's reductions around the steps that its threads run.
    fn reduces(
        &mut self,
        construct: &Construct,
        steps: &mut Vec<Step>,
        mut reduction: Reduction,
        context: Context,
    ) {
        let parallel = context.parallel || construct.directive.has(Leaf::Parallel);
        if construct.directive.has(Leaf::Parallel) {
            let parts = self.reduced_by_teams(construct);
            let which = |item: &Item| parts.contains(&item.var);
            reductions::lengthen(self.program, construct, &mut reduction, &which);
        }
        let originals = match self.originals(construct, &reduction, context) {
            Ok(originals) => originals,
            Err(error) => return self.errors.push(*error),
        };
        let over = reductions::place(construct, steps, reduction, originals, context);
        let mut bytes = 0;
        for step in steps.iter_mut() {
            let Step::Reduce(reduction) = step else {
                continue;
            };
            if over == Over::Teams || over == Over::Thread && !parallel {
                let which = |item: &Item| reductions::is_part(self.program, item);
                reductions::lengthen(self.program, construct, reduction, &which);
                let parts = reductions::refuse_parts(self.program, construct, reduction);
                self.errors.extend(parts);
            }
            bytes = reduction.bytes_a_team(self.program);
            if reduction.by_turns {
                const TURNS: &str = "teams take turns to reduce into a common original: rounding may differ from run to run";
                self.note_once(TURNS);
            }
        }
        if over.crosses_teams() && originals != Originals::OfLeagueByTurns {
            self.scratch = bytes;
        }
        let errors = self.long_arrays(construct, steps, over, context);
        self.errors.extend(errors);
        self.barriers |= matches!(over, Over::Team | Over::League);
    }

    fn note_once(&mut self, note: &str) {
        if !self.notes.iter().any(|one| one == note) {
            self.notes.push(note.into());
        }
    }

    /// Into which originals a construct reduces: a `loop` that binds to the teams into those that all of them share,
    /// unless each team has a copy of its own, since `teams` reduces the same variables.
    fn originals(
        &self,
        construct: &Construct,
        reduction: &Reduction,
        context: Context,
    ) -> Result<Originals, Box<Diagnostic>> {
        let program = self.program;
        if !rules::binds_to_teams(program, construct) {
            return Ok(Originals::ByDirective);
        }
        let around: Vec<&Construct> = program.around(construct).collect();
        let reduced = around
            .iter()
            .filter(|outer| outer.directive.has(Leaf::Teams));
        let reduced: Vec<VarId> = reduced
            .flat_map(|outer| self.facts.privatised(outer))
            .filter(|(_, how)| *how == Private::Reduction)
            .map(|(var, _)| var)
            .collect();
        let mut items = reduction.items.iter();
        let of_team = |item: &Item| reduced.contains(&item.var);
        if items.clone().all(of_team) {
            return Ok(Originals::ByDirective);
        }
        if let Some(item) = items.find(|item| of_team(item)) {
            let name = &program.vars[item.var].name;
            let message = format!(
                "`{name}` is reduced by `teams`, too, and other variables of this construct are not: this is not translated yet"
            );
            return Err(Box::new(
                Diagnostic::error(Code::UnsupportedReduction, construct.pragma, message)
                    .help("write the `reduction` clause of `teams` for all variables, or for none"),
            ));
        }
        let alone = !context.in_loop
            && !self.function
            && self.reduces_once(
                around
                    .iter()
                    .find(|outer| outer.directive.has(Leaf::Target)),
            );
        Ok(match alone {
            true => Originals::OfLeague,
            false => Originals::OfLeagueByTurns,
        })
    }

    /// Whether a region combines results of its teams once, for which the launch's scratch memory has room: it has one
    /// such construct, to which no jump leads back.
    fn reduces_once(&self, region: Option<&&Construct>) -> bool {
        let program = self.program;
        let Some(region) = region else { return false };
        let reduces = |construct: &Construct| {
            let combines =
                rules::binds_to_teams(program, construct) || construct.directive.has(Leaf::Teams);
            let mut clauses = construct.clauses.iter();
            combines && clauses.any(|c| matches!(c.kind, ClauseKind::Reduction { .. }))
        };
        let (mut count, mut labels) = (u32::from(reduces(region)), false);
        if let Some(body) = region.body {
            program.walk_stmts(body, &mut |_, s| match s.kind {
                StmtKind::Omp(inner) => count += u32::from(reduces(&program.constructs[inner])),
                StmtKind::Label { .. } => labels = true,
                _ => {}
            });
        }
        count == 1 && !labels
    }

    /// The parts of arrays that each team reduces without a copy: all teams update the originals.
    fn reduced_by_teams(&self, construct: &Construct) -> Vec<VarId> {
        let program = self.program;
        let around: Vec<&Construct> = program.around(construct).collect();
        let teams = around.into_iter().rev().filter(|outer| {
            outer.directive.has(Leaf::Teams) && !outer.directive.has(Leaf::Parallel)
        });
        let parts = teams.flat_map(|outer| {
            let found = reductions::of(self.facts, outer).ok().flatten();
            let items = found.map_or(vec![], |found| found.items).into_iter();
            items.filter(|item| item.is_long() || reductions::is_part(program, item))
        });
        parts.map(|item| item.var).collect()
    }

    /// The steps of a construct with these leaves, `target` and `teams` left out.
    fn steps(
        &mut self,
        id: ConstructId,
        leaves: &[Leaf],
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Result<Vec<Step>, Box<Diagnostic>> {
        use Leaf::*;
        let construct = &self.program.constructs[id];
        let is_nested = context.parallel && !context.function;
        match leaves {
            [Parallel] if is_nested => {
                self.nested.push(id);
                self.body(construct.body, context.forked(construct));
                Ok(vec![Step::Parallel(nested(private))])
            }
            [Parallel, For] | [Parallel, For, Simd] | [Parallel, Loop] if is_nested => {
                self.nested.push(id);
                let one = self.loop_plan(construct, Spread::Team, private)?;
                self.body(Some(one.nest.body), context.forked(construct));
                Ok(vec![Step::Parallel(nested(vec![])), Step::Loop(one)])
            }
            [Distribute, Parallel, For] | [Distribute, Parallel, For, Simd] => {
                self.distribute_parallel_for(id, private, context)
            }
            [Distribute] | [Distribute, Simd] => self.distribute(id, private, context),
            [Parallel] => self.parallel_region(id, private, context),
            [Parallel, For] | [Parallel, For, Simd] | [Parallel, Loop] => {
                self.parallel_for(id, private, context)
            }
            [For] | [For, Simd] => self.worksharing_loop(id, private, context),
            [Loop] => self.loop_construct(id, private, context),
            [leaf @ (Single | Masked | Master | Sections | Scope)] => {
                self.worksharing(construct, *leaf, private, context)
            }
            [Task] | [Taskloop] | [Taskloop, Simd] => self.task(construct, private, context),
            [Masked | Master, Taskloop] | [Masked | Master, Taskloop, Simd] => {
                self.masked_taskloop(construct, private, context)
            }
            [Parallel, Masked | Master, Taskloop] | [Parallel, Masked | Master, Taskloop, Simd] => {
                self.parallel_taskloop(id, private, context)
            }
            [Parallel, leaf @ (Masked | Master | Sections)] => {
                self.parallel_worksharing(id, private, context, *leaf)
            }
            [Simd] => {
                let one = self.loop_plan(construct, Spread::Thread, private)?;
                self.body(Some(one.nest.body), context);
                Ok(vec![Step::Loop(one)])
            }
            _ => Err(Box::new(not_yet(construct))),
        }
    }

    /// Plans the statements of a body, each with what follows it.
    pub(in crate::plan) fn body(&mut self, body: Option<StmtId>, context: Context) {
        if let Some(body) = body {
            self.stmt(body, context);
        }
    }

    pub(in crate::plan) fn stmt(&mut self, id: StmtId, context: Context) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, context),
            StmtKind::Block(stmts) => {
                let last = stmts
                    .iter()
                    .rposition(|s| !matches!(program.stmt(*s).kind, StmtKind::Null));
                for (i, &s) in stmts.iter().enumerate() {
                    self.stmt(
                        s,
                        Context {
                            tail: context.tail && Some(i) == last,
                            ..context
                        },
                    );
                }
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                let inside = Context {
                    tail: false,
                    in_loop: true,
                    ..context
                };
                program.each_child(node, &mut |child| self.stmt(child, inside));
            }
            StmtKind::Label { .. } => {
                let inside = Context {
                    tail: false,
                    in_loop: true,
                    ..context
                };
                program.each_child(node, &mut |child| self.stmt(child, inside));
            }
            _ => program.each_child(node, &mut |child| self.stmt(child, context)),
        }
    }
}

/// Makes a `firstprivate` array of variable length, on `target` alone, use the copy that the launch provides.
pub(in crate::plan) fn launch_copy(
    program: &Program,
    construct: &Construct,
    var: VarId,
    how: Private,
) -> bool {
    let ty = program.vars[var].ty.id;
    how == Private::Firstprivate
        && construct.directive.leaves() == [Leaf::Target]
        && program.types.is_array(ty)
        && program.types.is_variably_modified(ty)
}
