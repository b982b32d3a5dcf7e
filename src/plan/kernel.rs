//! One target region to one [`KernelPlan`].
//!
//! Walks the constructs of the region from the outside in and decides what each becomes. The rules of
//! combined constructs are those of OpenMP 5.2, section 17.

use super::sequential::{self, Forks};
use super::{
    KernelPlan, LoopPlan, Lowering, Mode, Order, Parallel, Shape, Spread, Step, data, shape,
};
use crate::analyze::effects::FunctionEffects;
use crate::analyze::loops::{self, Nest};
use crate::analyze::regions::Region;
use crate::analyze::sharing::{self, DeviceData, Private};
use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{Binding, ClauseKind, DirectiveKind, Leaf, ScheduleKind};
use std::collections::BTreeMap;

/// Threads a team, where nothing says otherwise.
pub const DEFAULT_BLOCK: u32 = 128;
/// Threads of the only team of a region without `teams`.
const ONE_TEAM_BLOCK: u32 = 1024;
/// The most threads a block has on any architecture.
const MAX_BLOCK: u32 = 1024;

pub fn plan(
    program: &Program,
    effects: &FunctionEffects,
    region: &Region,
) -> Result<KernelPlan, Vec<Diagnostic>> {
    let construct = &program.constructs[region.construct];
    let facts = sharing::device_data(program, region.construct)?;
    let mut planner = Planner {
        program,
        effects,
        data: &facts,
        lowerings: BTreeMap::new(),
        errors: vec![],
        notes: vec![],
        shape: Shape::default(),
        parallels: vec![],
        league_loops: vec![],
        team_loops: vec![],
        barriers: false,
        exact: false,
        num_teams_given: num_teams(program, region.construct),
    };
    planner.exact = planner.distribution_shows(region.construct);
    let threads = planner.needs_threads(region.construct);
    planner.shape.one_team = !has_leaf_below(program, region.construct, Leaf::Teams);
    let level = Level {
        parallel: false,
        in_loop: false,
        tail: true,
    };
    planner.construct(region.construct, level);
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    planner.threads_and_teams(construct, threads);
    let sequential = if threads {
        planner.sequential_part(region.construct)?
    } else {
        Default::default()
    };
    let mode = match (threads, sequential.guarded) {
        (false, _) => Mode::SingleThread,
        (true, None) => Mode::Spmd,
        (true, Some(_)) => Mode::GuardedSpmd,
    };
    if mode == Mode::GuardedSpmd || !sequential.shared.is_empty() {
        planner.barriers = true;
    }
    planner.place_barriers(&sequential);
    let single = !threads && planner.shape.one_team;
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    let Planner {
        lowerings,
        shape,
        barriers,
        notes,
        ..
    } = planner;
    let args = data::plan(program, construct, &facts, single)?;
    Ok(KernelPlan {
        construct: region.construct,
        name: region.kernel.clone().expect("a target region has a kernel"),
        data: facts,
        args: args.args,
        storage: args.storage,
        shape,
        mode,
        lowerings,
        sequential,
        barriers,
        notes,
    })
}

/// Where a construct stands.
#[derive(Clone, Copy)]
struct Level {
    /// Inside a parallel region.
    parallel: bool,
    /// Inside a loop of the sequential part: something may follow.
    in_loop: bool,
    /// Nothing of the region follows.
    tail: bool,
}

struct Planner<'a> {
    program: &'a Program,
    effects: &'a FunctionEffects,
    data: &'a DeviceData,
    lowerings: BTreeMap<u32, Lowering>,
    errors: Vec<Diagnostic>,
    notes: Vec<String>,
    shape: Shape,
    /// Constructs that fork, in the order of the text.
    parallels: Vec<ConstructId>,
    league_loops: Vec<Nest>,
    team_loops: Vec<Nest>,
    barriers: bool,
    /// The distribution of some loop can be told: explicit static schedules are then kept everywhere.
    exact: bool,
    num_teams_given: bool,
}

fn has_leaf_below(program: &Program, id: ConstructId, leaf: Leaf) -> bool {
    let construct = &program.constructs[id];
    let mut found = construct.directive.has(leaf);
    if let Some(body) = construct.body {
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                found |= program.constructs[inner].directive.has(leaf);
            }
        });
    }
    found
}

fn num_teams(program: &Program, id: ConstructId) -> bool {
    let given = |c: &Construct| {
        c.clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::NumTeams { .. }))
    };
    let construct = &program.constructs[id];
    let mut found = given(construct);
    if let Some(body) = construct.body {
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                found |= given(&program.constructs[inner]);
            }
        });
    }
    found
}

impl<'a> Planner<'a> {
    /// Whether anything in the region runs on several threads of a team.
    fn needs_threads(&self, id: ConstructId) -> bool {
        let program = self.program;
        let forks = |construct: &Construct| {
            let leaves = construct.directive.leaves();
            leaves.contains(&Leaf::Parallel)
                || self.loop_spread(construct, false) == Some(Spread::League)
                || self.spreads_distribute(construct)
        };
        let construct = &program.constructs[id];
        let mut found = forks(construct);
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    found |= forks(&program.constructs[inner]);
                }
            });
        }
        found
    }

    /// A combined `teams distribute` without a parallel construct may give an iteration to any thread:
    /// each thread stands for a team, where no one can tell.
    fn spreads_distribute(&self, construct: &Construct) -> bool {
        let leaves = construct.directive.leaves();
        let combined = leaves.contains(&Leaf::Teams) && leaves.contains(&Leaf::Distribute);
        combined
            && !leaves.contains(&Leaf::Parallel)
            && !self.num_teams_given
            && construct
                .body
                .is_some_and(|body| self.untold(body) && !self.holds_parallel(body))
            && !sharing::privatised(self.program, construct)
                .iter()
                .any(|(_, how)| *how == Private::Reduction)
    }

    fn holds_parallel(&self, body: StmtId) -> bool {
        let program = self.program;
        let mut found = false;
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                let leaves = program.constructs[inner].directive.leaves();
                found |= !matches!(leaves, [Leaf::Simd]);
            }
        });
        found
    }

    /// Which thread runs the code cannot be told from within it.
    fn untold(&self, body: StmtId) -> bool {
        let effects = self.effects.of_stmt(self.program, body);
        !effects.asks_ids && !effects.unknown
    }

    /// Some code of the region can tell which thread runs which iteration: it asks who it is, or a loop
    /// changes what its thread keeps from one iteration to the next.
    fn distribution_shows(&self, id: ConstructId) -> bool {
        let program = self.program;
        let Some(body) = program.constructs[id].body else {
            return false;
        };
        if !self.untold(body) {
            return true;
        }
        let mut all = vec![id];
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                all.push(inner);
            }
        });
        let privates: Vec<Vec<(VarId, Private)>> = all
            .iter()
            .map(|c| sharing::privatised(program, &program.constructs[*c]))
            .collect();
        let privatised = |var: VarId| privates.iter().flatten().any(|(v, _)| *v == var);
        all.iter().zip(&privates).any(|(id, own)| {
            let construct = &program.constructs[*id];
            if !loops::is_loop_construct(construct) {
                return false;
            }
            let Ok(nest) = loops::nest(program, construct) else {
                return false;
            };
            let uses = Uses::of_stmt(program, nest.body);
            uses.captured().any(|var| {
                let kept = match own.iter().find(|(v, _)| *v == var) {
                    Some((_, how)) => {
                        matches!(how, Private::Firstprivate | Private::FirstLastprivate)
                    }
                    None => {
                        let loop_var = nest.loops.iter().any(|l| l.var == var);
                        let in_region =
                            program.vars[var].storage.is_local() && self.data.get(var).is_none();
                        !loop_var && (in_region || privatised(var))
                    }
                };
                kept && uses.get(var).maybe_written()
            })
        })
    }

    /// What a `loop` construct's iterations are spread over (5.2, 11.7).
    fn loop_spread(&self, construct: &Construct, parallel: bool) -> Option<Spread> {
        let leaves = construct.directive.leaves();
        if leaves.last() != Some(&Leaf::Loop) {
            return None;
        }
        if leaves.contains(&Leaf::Parallel) {
            return Some(Spread::Team);
        }
        let bind = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::Bind(bind) => Some(bind),
            _ => None,
        });
        let bind = bind.unwrap_or_else(|| {
            if leaves.contains(&Leaf::Teams) {
                Binding::Teams
            } else if parallel {
                Binding::Parallel
            } else {
                self.default_binding(construct)
            }
        });
        Some(match bind {
            Binding::Teams if construct.body.is_some_and(|b| self.holds_parallel(b)) => {
                Spread::Teams
            }
            Binding::Teams => Spread::League,
            Binding::Parallel => Spread::Team,
            Binding::Thread => Spread::Thread,
        })
    }

    /// A `loop` directly in a `teams` region binds to the teams, one in a parallel region to its
    /// threads; any other to the thread.
    fn default_binding(&self, construct: &Construct) -> Binding {
        let program = self.program;
        let mut result = Binding::Thread;
        for (_, outer) in program.constructs.iter() {
            if outer.directive.leaves().last() == Some(&Leaf::Teams)
                && outer.pragma.lo < construct.pragma.lo
                && outer
                    .body
                    .is_some_and(|b| program.stmt(b).span.hi >= construct.pragma.hi)
            {
                result = Binding::Teams;
            }
        }
        result
    }

    fn construct(&mut self, id: ConstructId, level: Level) {
        let program = self.program;
        let construct = &program.constructs[id];
        let mut private = sharing::privatised(program, construct);
        private.retain(|(var, how)| !launch_copy(program, construct, *var, *how));
        self.refuse_variable_length(construct, &private);
        if let Some((var, _)) = private
            .iter()
            .find(|(_, how)| matches!(how, Private::Reduction | Private::Linear))
        {
            let place = construct
                .clauses
                .iter()
                .find(|c| {
                    c.items().iter().any(|i| i.var() == Some(*var))
                        && matches!(
                            c.kind,
                            ClauseKind::Reduction { .. }
                                | ClauseKind::InReduction { .. }
                                | ClauseKind::Linear { .. }
                        )
                })
                .map_or(construct.pragma, |c| c.span);
            self.errors.push(
                Diagnostic::error(
                    Code::NotYet,
                    place,
                    format!(
                        "this clause on `{}` is not translated yet",
                        construct.directive.name()
                    ),
                )
                .help("compute partial results into an array and combine them on the host"),
            );
            return;
        }
        if construct.clauses.iter().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Default(crate::omp::DefaultSharing::None)
            )
        }) {
            let uses = Uses::of_construct(program, id);
            let errors = sharing::check_default(program, construct, &uses, self.data);
            self.errors.extend(errors);
        }
        let leaves: Vec<Leaf> = construct
            .directive
            .leaves()
            .iter()
            .copied()
            .filter(|l| *l != Leaf::Target)
            .collect();
        let steps = match (&construct.directive, leaves.as_slice()) {
            (DirectiveKind::Barrier, _) => {
                self.barriers = true;
                vec![Step::Barrier]
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
        self.lowerings
            .insert(id.into_raw().into_u32(), Lowering { steps });
    }

    fn steps(
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
            ..level
        };
        if level.parallel && leaves.contains(&Parallel) {
            let message = format!(
                "`{}` inside a parallel region of the device is not translated yet",
                construct.directive.name()
            );
            return Err(Box::new(
                Diagnostic::error(Code::NotYet, construct.pragma, message)
                    .help("`collapse` the loops into one, or leave the inner one to its thread"),
            ));
        }
        match leaves {
            [Distribute, Parallel, For] | [Distribute, Parallel, For, Simd] => {
                self.parallels.push(id);
                let one = self.loop_plan(construct, Spread::League, private, false)?;
                self.body(Some(one.nest.body), inside);
                Ok(vec![Step::Loop(one)])
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
                let level = Level {
                    parallel: spread == Spread::League,
                    in_loop,
                    tail: true,
                };
                self.body(Some(one.nest.body), level);
                Ok(vec![Step::Loop(one)])
            }
            [Parallel] => {
                self.parallels.push(id);
                self.body(
                    construct.body,
                    Level {
                        tail: true,
                        ..inside
                    },
                );
                Ok(vec![Step::Parallel(self.fork(private, level))])
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
                Ok(vec![
                    Step::Parallel(self.fork(vec![], level)),
                    Step::Loop(one),
                ])
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
                self.body(
                    Some(one.nest.body),
                    Level {
                        tail: false,
                        ..level
                    },
                );
                self.barriers |= one.barrier;
                Ok(vec![Step::Loop(one)])
            }
            [Loop] => {
                let spread = self
                    .loop_spread(construct, level.parallel)
                    .unwrap_or(Spread::Thread);
                let spread = match spread {
                    Spread::Team if !level.parallel => Spread::Thread,
                    Spread::League | Spread::Teams if level.parallel => Spread::Thread,
                    other => other,
                };
                let barrier = spread == Spread::Team && !level.tail;
                let one = self.loop_plan(construct, spread, private, barrier)?;
                let parallel = level.parallel || matches!(spread, Spread::League | Spread::Team);
                self.body(
                    Some(one.nest.body),
                    Level {
                        parallel,
                        in_loop: false,
                        ..level
                    },
                );
                self.barriers |= one.barrier;
                Ok(vec![Step::Loop(one)])
            }
            [Simd] => {
                let one = self.loop_plan(construct, Spread::Thread, private, false)?;
                self.body(Some(one.nest.body), level);
                Ok(vec![Step::Loop(one)])
            }
            _ => Err(Box::new(not_yet(construct))),
        }
    }

    /// A parallel loop outside of teams is one team's; where nothing can tell, it may use the whole device.
    fn may_use_whole_gpu(&self, construct: &Construct) -> bool {
        let own = construct.directive.has(Leaf::Target);
        own && construct
            .body
            .is_some_and(|b| self.untold(b) && !self.holds_parallel(b))
            && !construct.clauses.iter().any(|c| {
                matches!(
                    c.kind,
                    ClauseKind::NumThreads { .. } | ClauseKind::ThreadLimit(_) | ClauseKind::If(_)
                )
            })
    }

    fn fork(&self, private: Vec<(VarId, Private)>, level: Level) -> Parallel {
        Parallel {
            private,
            fork_barrier: false,
            join_barrier: !level.tail || level.in_loop,
        }
    }

    fn loop_plan(
        &mut self,
        construct: &Construct,
        spread: Spread,
        private: Vec<(VarId, Private)>,
        barrier: bool,
    ) -> Result<LoopPlan, Box<Diagnostic>> {
        let program = self.program;
        let nest = loops::nest(program, construct)?;
        if spread != Spread::Thread
            && let Some(place) = nest.non_rectangular(program)
        {
            return Err(Box::new(
                Diagnostic::error(
                    Code::NotYet,
                    place,
                    "non-rectangular loop nests are not translated yet",
                )
                .also(construct.pragma, "collapsed here")
                .help("collapse only the loops whose bounds do not depend on each other"),
            ));
        }
        if spread == Spread::Thread
            && nest.loops.len() > 1
            && private
                .iter()
                .any(|(_, how)| matches!(how, Private::Lastprivate | Private::FirstLastprivate))
        {
            // The last iteration is the last of the innermost loop in either form: printed as it stands.
        }
        let order = self.order(construct, spread);
        match spread {
            Spread::League => self.league_loops.push(nest.clone()),
            Spread::Teams => self.team_loops.push(nest.clone()),
            _ => {}
        }
        Ok(LoopPlan {
            nest,
            spread,
            order,
            private,
            barrier,
        })
    }

    /// Static schedules are kept to the letter where the program can tell (see `Order`).
    fn order(&self, construct: &Construct, spread: Spread) -> Order {
        let mut teams = None;
        let mut threads = None;
        for clause in &construct.clauses {
            match &clause.kind {
                ClauseKind::DistSchedule { chunk } => teams = Some(*chunk),
                ClauseKind::Schedule {
                    kind: ScheduleKind::Static,
                    chunk,
                    ..
                } => threads = Some(*chunk),
                _ => {}
            }
        }
        let explicit = match spread {
            Spread::Thread => false,
            Spread::Teams => teams.is_some(),
            Spread::Team => threads.is_some(),
            Spread::League => teams.is_some() || threads.is_some(),
        };
        if !explicit || !self.exact {
            return Order::Free;
        }
        Order::Exact {
            teams: teams.flatten(),
            threads: threads.flatten(),
        }
    }

    /// A thread's own copy of an array of variable length has no place in a kernel.
    fn refuse_variable_length(&mut self, construct: &Construct, private: &[(VarId, Private)]) {
        let program = self.program;
        for (var, _) in private {
            let v = &program.vars[*var];
            if !program.types.is_array(v.ty.id) || !program.types.is_variably_modified(v.ty.id) {
                continue;
            }
            self.errors.push(
                Diagnostic::error(
                    Code::NotYet,
                    construct.pragma,
                    format!(
                        "private copies of `{}`, which has variable length, are not translated yet",
                        v.name
                    ),
                )
                .also(v.span, "declared here")
                .help("declare the array with a constant length inside the construct"),
            );
        }
    }

    /// The statements of a body, each with what follows it.
    fn body(&mut self, body: Option<StmtId>, level: Level) {
        if let Some(body) = body {
            self.stmt(body, level);
        }
    }

    fn stmt(&mut self, id: StmtId, level: Level) {
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

    /// Threads a team and teams of the league.
    fn threads_and_teams(&mut self, construct: &Construct, threads: bool) {
        let program = self.program;
        let mut all: Vec<&Construct> = vec![construct];
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    all.push(&program.constructs[inner]);
                }
            });
        }
        for one in &all {
            for clause in &one.clauses {
                match &clause.kind {
                    ClauseKind::NumTeams { upper, .. } => {
                        self.require_known(construct, one, *upper, "num_teams");
                        self.shape.teams = Some(*upper);
                    }
                    ClauseKind::ThreadLimit(limit) => {
                        self.require_known(construct, one, *limit, "thread_limit");
                        self.shape.limit = Some(*limit);
                    }
                    _ => {}
                }
            }
        }
        if !threads {
            self.shape.block = 1;
            self.shape.max_block = 1;
            if let [nest] = self.team_loops.as_slice()
                && shape::countable(program, self.effects, self.data, nest)
            {
                self.shape.team_iterations = Some(nest.clone());
            }
            return;
        }
        let default = if self.shape.one_team {
            ONE_TEAM_BLOCK
        } else {
            DEFAULT_BLOCK
        };
        self.shape.block = default;
        self.shape.max_block = default;
        self.parallel_sizes(construct, default);
        if let Some(limit) = self.shape.limit
            && let Some(limit) = loops::constant(program, limit)
            && (1..i128::from(self.shape.block)).contains(&limit)
        {
            self.shape.block = limit as u32;
        }
        if let ([nest], []) | ([nest], [_]) =
            (self.league_loops.as_slice(), self.team_loops.as_slice())
            && shape::countable(program, self.effects, self.data, nest)
        {
            self.shape.iterations = Some(nest.clone());
        } else if let [nest] = self.team_loops.as_slice()
            && shape::countable(program, self.effects, self.data, nest)
        {
            self.shape.team_iterations = Some(nest.clone());
        }
    }

    /// `num_threads` and `if` of the region's parallel constructs: by the launch where that serves all of them.
    fn parallel_sizes(&mut self, construct: &Construct, default: u32) {
        let program = self.program;
        let parallels: Vec<ConstructId> = self.parallels.clone();
        let clauses = |id: &ConstructId| {
            (
                num_threads(&program.constructs[*id]),
                parallel_if(&program.constructs[*id]),
            )
        };
        let wanted: Vec<_> = parallels.iter().map(clauses).collect();
        if wanted
            .iter()
            .all(|(threads, cond)| threads.is_none() && cond.is_none())
        {
            return;
        }
        let constant = |e: &ExprId| loops::constant(program, *e);
        if let Some((Some(first), None)) = wanted.first()
            && let Some(value) = constant(first)
            && wanted
                .iter()
                .all(|(t, cond)| cond.is_none() && t.as_ref().and_then(constant) == Some(value))
        {
            self.shape.threads = Some(*first);
            self.shape.block = value.clamp(1, i128::from(MAX_BLOCK)) as u32;
            self.shape.max_block = self.shape.block;
            return;
        }
        if let ([id], [(threads, cond)]) = (parallels.as_slice(), wanted.as_slice())
            && threads
                .iter()
                .chain(cond)
                .all(|e| self.evaluable(construct, &program.constructs[*id], *e))
        {
            self.shape.threads = *threads;
            self.shape.condition = *cond;
            if let Some(threads) = threads {
                let fixed = constant(threads).map(|n| n.clamp(1, i128::from(MAX_BLOCK)) as u32);
                self.shape.block = fixed.unwrap_or(default);
                self.shape.max_block = fixed.unwrap_or(MAX_BLOCK);
            }
            return;
        }
        let place = parallels
            .iter()
            .map(|id| &program.constructs[*id])
            .find(|c| num_threads(c).is_some() || parallel_if(c).is_some())
            .map_or(construct.pragma, |c| c.pragma);
        self.errors.push(
            Diagnostic::error(
                Code::NotYet,
                place,
                "parallel regions of different sizes, or of a size computed in the region, are not translated yet",
            )
            .also(construct.pragma, "in this region")
            .help("give all of them the same constant `num_threads`, or compute the number before the region"),
        );
    }

    /// The host can evaluate a clause of `one`: it stands on the target construct itself, or all it uses is known.
    fn evaluable(&self, target: &Construct, one: &Construct, expr: ExprId) -> bool {
        std::ptr::eq(target, one)
            || shape::known_to_host(self.program, self.effects, self.data, expr)
    }

    fn require_known(&mut self, target: &Construct, one: &Construct, expr: ExprId, clause: &str) {
        if !self.evaluable(target, one, expr) {
            self.errors.push(
                Diagnostic::error(
                    Code::NotYet,
                    self.program.expr(expr).span,
                    format!("`{clause}` depends on what the region computes, but the launch needs it before"),
                )
                .also(target.pragma, "the region")
                .help("compute the number before the region, in a variable that the region does not change"),
            );
        }
    }

    /// The code outside of forks, where teams have several threads.
    fn sequential_part(&self, id: ConstructId) -> Result<sequential::Sequential, Vec<Diagnostic>> {
        let program = self.program;
        let construct = &program.constructs[id];
        let forks = |id: ConstructId| -> Forks { self.forks(id) };
        if self.forks(id) == Forks::Yes {
            return Ok(Default::default());
        }
        let mut owned: Vec<VarId> = vec![];
        let mut collect = |id: ConstructId| {
            if self.forks(id) != Forks::Yes {
                owned.extend(
                    sharing::privatised(program, &program.constructs[id])
                        .into_iter()
                        .filter(|(var, how)| {
                            !launch_copy(program, &program.constructs[id], *var, *how)
                        })
                        .map(|(var, _)| var),
                );
            }
        };
        collect(id);
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    collect(inner);
                }
            });
        }
        sequential::plan(program, self.effects, id, &owned, &forks)
    }

    fn forks(&self, id: ConstructId) -> Forks {
        let lowering = self.lowerings.get(&id.into_raw().into_u32());
        for step in lowering.iter().flat_map(|lowering| &lowering.steps) {
            match step {
                Step::Parallel(_) => return Forks::Yes,
                Step::Loop(one) => match one.spread {
                    Spread::League | Spread::Team => return Forks::Yes,
                    Spread::Teams => return Forks::Dealt,
                    Spread::Thread => {}
                },
                _ => {}
            }
        }
        Forks::No
    }

    /// Forks that follow sequential reads wait for them; joins wait where something follows, or where the
    /// team's next iteration would write what slower threads still read.
    fn place_barriers(&mut self, sequential: &sequential::Sequential) {
        let shared = !sequential.shared.is_empty() || sequential.guarded.is_some();
        for lowering in self.lowerings.values_mut() {
            for step in &mut lowering.steps {
                if let Step::Parallel(parallel) = step {
                    parallel.fork_barrier = sequential.reads;
                    parallel.join_barrier |= shared || sequential.reads;
                    self.barriers |= parallel.join_barrier || parallel.fork_barrier;
                }
            }
        }
    }
}

/// A `firstprivate` array of variable length on `target` alone: the copy made for the launch is the
/// private one.
fn launch_copy(program: &Program, construct: &Construct, var: VarId, how: Private) -> bool {
    let ty = program.vars[var].ty.id;
    how == Private::Firstprivate
        && construct.directive.leaves() == [Leaf::Target]
        && program.types.is_array(ty)
        && program.types.is_variably_modified(ty)
}

/// The `num_threads` clause of a parallel construct.
pub fn num_threads(construct: &Construct) -> Option<ExprId> {
    construct.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::NumThreads { threads, .. } => threads.first().copied(),
        _ => None,
    })
}

/// The `if` clause that applies to a parallel leaf. One without modifier on a combined target construct
/// has sent the whole region to the host already when it is false.
fn parallel_if(construct: &Construct) -> Option<ExprId> {
    construct
        .clauses
        .iter()
        .find_map(|c| match (&c.kind, &c.modifier) {
            (ClauseKind::If(cond), Some(leaves)) if leaves.contains(&Leaf::Parallel) => Some(*cond),
            (ClauseKind::If(cond), None) if !construct.directive.has(Leaf::Target) => Some(*cond),
            _ => None,
        })
}

fn not_yet(construct: &Construct) -> Diagnostic {
    Diagnostic::error(
        Code::NotYet,
        construct.pragma,
        format!(
            "`{}` in a target region is not translated yet",
            construct.directive.name()
        ),
    )
    .note("docs/support.md lists what is")
}
