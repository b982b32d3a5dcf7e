//! Constructs to steps, from the outside in (the rules of combined constructs: OpenMP 5.2, section 17).

use crate::analyze::sharing::{self, Private};
use crate::analyze::{loops, orphaned_order, scans, synchronise};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::check::rules;
use crate::plan::constructs::loops::{linear, non_rectangular};
use crate::plan::constructs::reductions;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::reductions::{Item, Over, Reduction};
use crate::plan::decisions::steps::{Lowering, Parallel, Step, TeamSize};
use crate::plan::planner::{Level, Planner, not_yet};

impl<'a> Planner<'a> {
    pub(in crate::plan) fn construct(&mut self, id: ConstructId, level: Level) {
        let program = self.program;
        let construct = &program.constructs[id];
        let phases = match scans::of(&self.facts.uses, construct) {
            Ok(phases) => phases,
            Err(error) => {
                self.errors.push(*error);
                return;
            }
        };
        self.errors.extend(rules::check(self.facts, construct));
        self.errors
            .extend(crate::plan::constructs::tasks::steps::hands_copies_on(
                self.facts, construct,
            ));
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
            // Its own clauses are evaluated outside.
            let errors = sharing::check_default(&self.facts.uses, construct, self.data);
            self.errors.extend(errors);
        }
        let leaves: Vec<Leaf> = construct
            .directive
            .leaves()
            .iter()
            .copied()
            .filter(|l| *l != Leaf::Target)
            .collect();
        let mut steps = match (&construct.directive, leaves.as_slice()) {
            // Outside of a parallel region the team is one thread.
            (DirectiveKind::Barrier, _) if !level.parallel => vec![],
            (DirectiveKind::Barrier, _) => {
                self.barriers = true;
                vec![Step::Barrier]
            }
            (DirectiveKind::Section | DirectiveKind::Unroll, _) => {
                self.in_place(construct, private, level)
            }
            (DirectiveKind::OrderedDoacross, _) => match self.doacross(construct, level) {
                Ok(steps) => steps,
                Err(error) => {
                    self.errors.push(*error);
                    return;
                }
            },
            (DirectiveKind::Ordered, _) => match self.ordered(construct, level) {
                Ok(steps) => steps,
                Err(error) => {
                    self.errors.push(*error);
                    return;
                }
            },
            // The loop around it does what it says.
            (DirectiveKind::Scan, _) => vec![],
            (DirectiveKind::Cancel | DirectiveKind::CancellationPoint, _) => {
                self.cancel(construct, level)
            }
            (
                DirectiveKind::Taskwait
                | DirectiveKind::Taskyield
                | DirectiveKind::Taskgroup
                | DirectiveKind::Depobj,
                _,
            ) => match self.task(construct, private, level) {
                Ok(steps) => steps,
                Err(error) => {
                    self.errors.push(*error);
                    return;
                }
            },
            _ if synchronise::stands_alone(construct) => {
                let found = crate::plan::check::synchronise::check(program, construct);
                self.errors.extend(found);
                let inside = Level {
                    tail: false,
                    ..level
                };
                self.body(construct.body, inside);
                vec![Step::Synchronise]
            }
            (DirectiveKind::Construct(_), [] | [Leaf::Teams]) => {
                self.body(construct.body, level);
                vec![Step::Block { private }]
            }
            (DirectiveKind::Construct(_), leaves) => {
                let leaves: Vec<Leaf> = leaves
                    .iter()
                    .copied()
                    .filter(|l| *l != Leaf::Teams)
                    .collect();
                match self.steps(id, construct, &leaves, private, level) {
                    Ok(steps) => steps,
                    Err(error) => {
                        self.errors.push(*error);
                        return;
                    }
                }
            }
            _ => {
                self.errors.push(not_yet(construct));
                return;
            }
        };
        self.cancellable(construct, &mut steps, level);
        match (reduction, phases) {
            (Some(reduction), Some(phases)) => {
                self.scans(construct, &mut steps, phases, reduction, level)
            }
            (Some(reduction), None) => self.reduces(construct, &mut steps, reduction, level),
            (None, _) => {}
        }
        self.lowerings
            .insert(id.into_raw().into_u32(), Lowering { steps });
    }

    /// Puts a construct's reductions around what its threads run.
    fn reduces(
        &mut self,
        construct: &Construct,
        steps: &mut Vec<Step>,
        mut reduction: Reduction,
        level: Level,
    ) {
        let parallel = level.parallel || construct.directive.has(Leaf::Parallel);
        if construct.directive.has(Leaf::Parallel) {
            let parts = self.reduced_by_teams(construct);
            let which = |item: &Item| parts.contains(&item.var);
            reductions::lengthen(self.program, construct, &mut reduction, &which);
        }
        let over = reductions::place(construct, steps, reduction, level.parallel);
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
        }
        if over.crosses_teams() {
            self.scratch = bytes;
        }
        let errors = self.long_arrays(construct, steps, over, parallel);
        self.errors.extend(errors);
        self.barriers |= matches!(over, Over::Team | Over::League);
    }

    /// What each team reduces around the construct without a copy: parts of arrays are updated where they are,
    /// by all teams.
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

    pub(in crate::plan) fn steps(
        &mut self,
        id: ConstructId,
        construct: &'a Construct,
        leaves: &[Leaf],
        private: Vec<(VarId, Private)>,
        level: Level,
    ) -> Result<Vec<Step>, Box<Diagnostic>> {
        use Leaf::*;
        let inside = Level {
            parallel: true,
            function: false,
            alone: !matches!(leaves, [Parallel]),
            ordered: ordered(construct),
            ..level
        };
        match leaves {
            [Parallel] if level.parallel && !level.function => {
                self.nested.push(id);
                self.body(construct.body, inside);
                Ok(vec![Step::Parallel(nested(private))])
            }
            [Parallel, For] | [Parallel, For, Simd] | [Parallel, Loop]
                if level.parallel && !level.function =>
            {
                self.nested.push(id);
                let one = self.loop_plan(construct, Spread::Team, private, false)?;
                self.body(Some(one.nest.body), inside);
                Ok(vec![Step::Parallel(nested(vec![])), Step::Loop(one)])
            }
            [Distribute, Parallel, For] | [Distribute, Parallel, For, Simd] => {
                self.parallels.push(id);
                let one = self.loop_plan(construct, Spread::League, private, false)?;
                self.body(Some(one.nest.body), inside);
                Ok(self.joined(one, level))
            }
            [Distribute] | [Distribute, Simd] => {
                let spread = if self.spreads_distribute(construct) {
                    Spread::League
                } else {
                    Spread::Teams
                };
                if spread == Spread::League {
                    self.notes.push(
                        "each thread stands for a team: nothing in the loop tells them apart"
                            .into(),
                    );
                }
                let one = self.loop_plan(construct, spread, private, false)?;
                // Which team runs an iteration is open: none may wait for another, unless the teams are counted.
                let in_loop = self.num_teams_given;
                let inside = Level {
                    parallel: spread == Spread::League || level.function,
                    in_loop,
                    tail: true,
                    alone: spread == Spread::League,
                    ordered: false,
                    function: level.function,
                };
                self.body(Some(one.nest.body), inside);
                Ok(self.joined(one, level))
            }
            [Parallel] => {
                self.parallels.push(id);
                let before = self.dispensed;
                self.body(
                    construct.body,
                    Level {
                        tail: true,
                        ..inside
                    },
                );
                let mut fork = self.fork(private, level);
                fork.dispensers = self.dispensed > before || self.calls_dispensed(construct);
                self.barriers |= fork.dispensers;
                Ok(vec![Step::Parallel(fork)])
            }
            [Parallel, For] | [Parallel, For, Simd] | [Parallel, Loop] => {
                self.parallels.push(id);
                let whole_gpu =
                    self.shape.one_team && !level.in_loop && self.may_use_whole_gpu(construct);
                if whole_gpu {
                    self.notes.push("spread over several blocks: nothing in the loop tells the threads of one team apart".into());
                    self.shape.one_team = false;
                    let one = self.loop_plan(construct, Spread::League, private, false)?;
                    self.body(Some(one.nest.body), inside);
                    return Ok(vec![Step::Loop(one)]);
                }
                let one = self.loop_plan(construct, Spread::Team, private, false)?;
                self.body(Some(one.nest.body), inside);
                let mut fork = self.fork(vec![], level);
                fork.dispensers = one.dispensed();
                Ok(vec![Step::Parallel(fork), Step::Loop(one)])
            }
            [For] | [For, Simd] => {
                let nowait = construct
                    .clauses
                    .iter()
                    .any(|c| matches!(c.kind, ClauseKind::Nowait(_)));
                let spread = if level.parallel {
                    Spread::Team
                } else {
                    Spread::Thread
                };
                let barrier = level.parallel && !nowait && !level.tail;
                let one = self.loop_plan(construct, spread, private, barrier)?;
                let inside = Level {
                    ordered: spread == Spread::Team && ordered(construct),
                    ..level.alone()
                };
                self.body(Some(one.nest.body), inside);
                self.barriers |= one.barrier;
                Ok(vec![Step::Loop(one)])
            }
            [Loop] => {
                let spread = self
                    .loop_spread(construct, level.parallel)
                    .unwrap_or(Spread::Thread);
                let spread = match spread {
                    Spread::Team if !level.parallel || level.alone => Spread::Thread,
                    Spread::League | Spread::Teams if level.parallel => Spread::Thread,
                    other => other,
                };
                if spread == Spread::League && !level.function {
                    self.parallels.push(id);
                }
                let barrier = spread == Spread::Team && !level.tail;
                let one = self.loop_plan(construct, spread, private, barrier)?;
                let parallel = level.parallel || matches!(spread, Spread::League | Spread::Team);
                self.body(
                    Some(one.nest.body),
                    Level {
                        parallel,
                        in_loop: false,
                        alone: parallel,
                        ordered: false,
                        ..level
                    },
                );
                self.barriers |= one.barrier;
                Ok(self.joined(one, level))
            }
            [leaf @ (Single | Masked | Master | Sections | Scope)] => {
                self.worksharing(construct, *leaf, private, level)
            }
            [Task] | [Taskloop] | [Taskloop, Simd] => self.task(construct, private, level),
            [Masked | Master, Taskloop] | [Masked | Master, Taskloop, Simd] => {
                self.masked_taskloop(construct, private, level)
            }
            [Parallel, Masked | Master, Taskloop] | [Parallel, Masked | Master, Taskloop, Simd] => {
                let is_nested = level.parallel && !level.function;
                let fork = if is_nested {
                    self.nested.push(id);
                    nested(vec![])
                } else {
                    self.parallels.push(id);
                    self.fork(vec![], level)
                };
                let mut steps = vec![Step::Parallel(fork)];
                steps.extend(self.masked_taskloop(construct, private, inside)?);
                Ok(steps)
            }
            [Parallel, leaf @ (Masked | Master | Sections)] => {
                let is_nested = level.parallel && !level.function;
                if is_nested {
                    self.nested.push(id);
                } else {
                    self.parallels.push(id);
                }
                let (forked, shared) = match leaf {
                    Sections => (vec![], private),
                    _ => (private, vec![]),
                };
                let level_inside = Level {
                    tail: true,
                    alone: false,
                    ordered: false,
                    ..inside
                };
                let fork = if is_nested {
                    nested(forked)
                } else {
                    self.fork(forked, level)
                };
                let mut steps = vec![Step::Parallel(fork)];
                steps.extend(self.worksharing(construct, *leaf, shared, level_inside)?);
                Ok(steps)
            }
            [Simd] => {
                let one = self.loop_plan(construct, Spread::Thread, private, false)?;
                self.body(Some(one.nest.body), level);
                Ok(vec![Step::Loop(one)])
            }
            _ => Err(Box::new(not_yet(construct))),
        }
    }

    pub(in crate::plan) fn fork(&self, private: Vec<(VarId, Private)>, level: Level) -> Parallel {
        Parallel {
            private,
            team: TeamSize::All,
            fork_barrier: false,
            join_barrier: !level.tail || level.in_loop,
            dispensers: false,
            schedules: false,
            settled: false,
        }
    }

    /// A loop of the league, and what its team does at its end: a single team may go on with what other
    /// threads of it wrote.
    fn joined(&self, one: LoopPlan, level: Level) -> Vec<Step> {
        let follows = !level.tail || level.in_loop;
        if one.spread == Spread::League && follows && !level.function && !level.parallel {
            return vec![Step::Parallel(self.fork(vec![], level)), Step::Loop(one)];
        }
        vec![Step::Loop(one)]
    }

    pub(in crate::plan) fn loop_plan(
        &mut self,
        construct: &Construct,
        spread: Spread,
        mut private: Vec<(VarId, Private)>,
        barrier: bool,
    ) -> Result<LoopPlan, Box<Diagnostic>> {
        let program = self.program;
        let nest = loops::nest(program, construct)?;
        let linear = linear::of(self.facts, construct, &nest, &mut private, spread)?;
        non_rectangular::tiles(program, construct, &nest)?;
        if spread != Spread::Thread {
            non_rectangular::check(program, construct, &nest, &private)?;
            self.last_of_simd(construct, &mut private);
        } else {
            self.loop_copies(construct, &mut private);
        }
        let conditional = self.conditional(construct, nest.body, spread, &mut private)?;
        let order = self.order(construct, spread);
        let across = self.across(construct, spread)?;
        self.barriers |= across.is_some();
        // No thread changes an original before all have copied it.
        let copies_both = private
            .iter()
            .any(|(_, how)| *how == Private::FirstLastprivate);
        self.barriers |= copies_both && spread == Spread::Team;
        match spread {
            Spread::League => self.league_loops.push(nest.clone()),
            Spread::Teams => self.team_loops.push(nest.clone()),
            _ => {}
        }
        if ordered(construct) {
            crate::plan::constructs::worksharing::one_ordered_region(
                program, construct, nest.body,
            )?;
        }
        let tells_order = matches!(spread, Spread::Team | Spread::Thread)
            && ordered(construct)
            && orphaned_order::may_be_called(&self.facts.uses, nest.body);
        let plan = LoopPlan {
            nest,
            spread,
            order,
            private,
            // Behind what they leave all threads wait.
            barrier: barrier && conditional.is_empty(),
            conditional,
            linear,
            ordered: spread == Spread::Team && ordered(construct),
            tells_order,
            scan: None,
            schedules: false,
            across,
            lanes: None,
        };
        if plan.dispensed() {
            self.dispensed += 1;
            self.barriers = true;
        }
        Ok(plan)
    }

    /// The statements of a body, each with what follows it.
    pub(in crate::plan) fn body(&mut self, body: Option<StmtId>, level: Level) {
        if let Some(body) = body {
            self.stmt(body, level);
        }
    }

    pub(in crate::plan) fn stmt(&mut self, id: StmtId, level: Level) {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, level),
            StmtKind::Block(stmts) => {
                let last = stmts
                    .iter()
                    .rposition(|s| !matches!(program.stmt(*s).kind, StmtKind::Null));
                for (i, &s) in stmts.iter().enumerate() {
                    self.stmt(
                        s,
                        Level {
                            tail: level.tail && Some(i) == last,
                            ..level
                        },
                    );
                }
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                let inside = Level {
                    tail: false,
                    in_loop: true,
                    ..level
                };
                program.each_child(node, &mut |child| self.stmt(child, inside));
            }
            StmtKind::Label { .. } => {
                let inside = Level {
                    tail: false,
                    in_loop: true,
                    ..level
                };
                program.each_child(node, &mut |child| self.stmt(child, inside));
            }
            _ => program.each_child(node, &mut |child| self.stmt(child, level)),
        }
    }
}

/// The loop has the clause `ordered` without a number.
fn ordered(construct: &Construct) -> bool {
    let is = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(None));
    construct.clauses.iter().any(is)
}

/// A region in a region: its thread alone runs it.
fn nested(private: Vec<(VarId, Private)>) -> Parallel {
    Parallel {
        private,
        team: TeamSize::One,
        fork_barrier: false,
        join_barrier: false,
        dispensers: false,
        schedules: false,
        settled: false,
    }
}

/// A `firstprivate` array of variable length on `target` alone: the copy made for the launch is the
/// private one.
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
