//! The threads of a team and the teams of the league, as the launch gets them.
//!
//! From the clauses and the loops. What is open here is decided for each launch by the runtime, from the number of
//! iterations and the device (`runtime-cuda/src/shape.rs`).

use crate::analyze::footprint;
use crate::analyze::length;
use crate::analyze::sharing::DeviceAttr;
use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::{Largest, ThreadStacks, Threads};
use crate::plan::decisions::loops::{LoopPlan, Order, Turns};
use crate::plan::decisions::sequential::Sequential;
use crate::plan::decisions::steps::Step;
use crate::plan::launch::host_values;
use crate::plan::planner::{
    COPY_BLOCK, DEFAULT_BLOCK, LARGER_BLOCK, MAX_BLOCK, ONE_TEAM_BLOCK, Planner, REDUCTION_BLOCK,
    SCAN_BLOCK, teams_if,
};
use crate::sizes::WIDE_OF_ROWS;

/// What a parallel construct asks for.
#[derive(Clone, Copy)]
struct Wanted {
    construct: ConstructId,
    /// The argument of `num_threads`.
    threads: Option<ExprId>,
    /// The argument of `if`.
    condition: Option<ExprId>,
}

impl Planner<'_> {
    /// Plans the threads of a team and the teams of the league.
    pub(in crate::plan) fn threads_and_teams(&mut self, region: ConstructId, threads: Threads) {
        let program = self.program;
        let construct = &program.constructs[region];
        let mut all: Vec<&Construct> = vec![construct];
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    all.push(&program.constructs[inner]);
                }
            });
        }
        for one in &all {
            if let Some(condition) = teams_if(one) {
                self.require_known(construct, one, condition, "if");
                self.shape.teams_if = Some(condition);
            }
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
        if threads == Threads::One {
            self.shape.block = 1;
            self.shape.max_block = 1;
            if let [nest] = self.team_loops.as_slice()
                && host_values::countable(self.facts, self.data, nest)
            {
                self.shape.team_iterations = Some(nest.clone());
            }
            return;
        }
        let usual = if self.shape.one_team {
            ONE_TEAM_BLOCK
        } else if self.team_copies > 0 {
            COPY_BLOCK
        } else if self.scan_of_league {
            SCAN_BLOCK
        } else if self.scratch > 0 || !self.copies.is_empty() {
            REDUCTION_BLOCK
        } else {
            DEFAULT_BLOCK
        };
        // How many threads a region without `num_threads` gets is open (5.2, 10.1.1). Who limits them counts on
        // all of them: `thread_limit` is what other models call the size of a block.
        let limit = self.shape.limit.map(|e| constants::int_value(program, e));
        let default = match limit {
            None => usual,
            Some(Some(limit)) => limit.clamp(1, i128::from(MAX_BLOCK)) as u32,
            // The launch takes the value that it has at run time.
            Some(None) => MAX_BLOCK,
        };
        self.shape.block = default;
        self.shape.max_block = default;
        self.parallel_sizes(region, default);
        if let Some(limit) = self.shape.limit
            && let Some(limit) = constants::int_value(program, limit)
            && (1..i128::from(self.shape.block)).contains(&limit)
        {
            self.shape.block = limit as u32;
        }
        if let ([nest], []) | ([nest], [_]) =
            (self.league_loops.as_slice(), self.team_loops.as_slice())
            && host_values::countable(self.facts, self.data, nest)
        {
            self.shape.iterations = Some(nest.clone());
        } else if let [nest] = self.team_loops.as_slice()
            && host_values::countable(self.facts, self.data, nest)
        {
            self.shape.team_iterations = Some(nest.clone());
        }
    }

    /// Decides what the launch and the kernel may rely on, once the mode is known.
    pub(in crate::plan) fn decide_launch(
        &mut self,
        construct: &Construct,
        mode: Mode,
        sequential: &Sequential,
        stacks: Option<&ThreadStacks>,
    ) {
        let program = self.program;
        let parted =
            matches!(mode, Mode::GuardedSpmd | Mode::ForkJoin) || !sequential.for_all.is_empty();
        if parted {
            self.shape.small_teams = self.loops_of_small_teams();
        }
        if mode != Mode::SingleThread {
            self.let_teams_grow(mode);
        }
        let shape = &mut self.shape;
        let constant =
            |e: Option<ExprId>| e.is_none_or(|e| constants::int_value(program, e).is_some());
        let open = shape.threads.is_none() && shape.limit.is_none();
        let fixed = constant(shape.threads) && constant(shape.limit);
        // No environment variable limits the threads of a construct that has the clause `thread_limit`: a program that
        // can observe how many there are finds the same number in each launch.
        let told = fixed && shape.limit.is_some() && self.league_loops.is_empty();
        let observable = self.exact && !told || self.sized || shape.condition.is_some();
        let single = mode == Mode::SingleThread || mode == Mode::ForkJoin;
        if single || observable {
            return;
        }
        if self.league_loops.is_empty() {
            let open = !shape.small_teams.is_empty() || !shape.large_teams.is_empty();
            shape.exact_block = fixed && !open;
        } else if mode == Mode::Spmd && self.league_loops.len() == 1 && self.team_loops.is_empty() {
            if shape.lanes > 0 {
                // Then the compiler knows that groups are whole.
                shape.exact_block = fixed && shape.block.is_multiple_of(shape.lanes);
            } else if open && shape.block == DEFAULT_BLOCK {
                shape.max_block = LARGER_BLOCK;
            }
            if !constant(shape.limit) && shape.threads.is_none() && !self.scan_of_league {
                // No code can observe how many threads there are. A kernel that is compiled for fewer of them has
                // more registers for each.
                shape.block = shape.block.min(LARGER_BLOCK);
                shape.max_block = shape.block;
            }
            // Threads find their arrays by their numbers.
            let numbered =
                stacks.is_some() || shape.few_teams || self.scratch > 0 || !self.copies.is_empty();
            let teams_open = shape.teams.is_none() && shape.teams_if.is_none();
            if !numbered && teams_open && shape.iterations.is_some() && !self.needs.any() {
                self.shape.grid_of_nest = self.distribute_by_grid(construct);
            }
        }
    }

    /// Distributes the nest that is all of the region along the dimensions of the grid, if nothing in it needs the
    /// numbers of teams or threads, and the host knows the number of iterations. So is a single loop distributed whose
    /// iterations are worth a thread. Short iterations of a nest are not: a thread executes several of them.
    fn distribute_by_grid(&mut self, construct: &Construct) -> bool {
        let program = self.program;
        let known = |e: ExprId| {
            host_values::known_to_host(self.facts, self.data, e) && self.unchanged(construct, e)
        };
        let nest = self.shape.iterations.iter().flat_map(|nest| &nest.loops);
        let mut bounds = nest.flat_map(|one| [one.lo, one.hi].into_iter().chain(one.step.amount));
        if !bounds.all(known) {
            return false;
        }
        let facts = self.facts;
        let loops = self.lowerings.values_mut().flat_map(|l| &mut l.steps);
        let suits = |one: &LoopPlan| {
            one.by_place(program) || one.is_single(program) && length::is_long(facts, one.nest.body)
        };
        let nests = loops.filter_map(|step| match step {
            Step::Loop(one) if suits(one) => Some(one),
            _ => None,
        });
        let plain = |stmt: StmtId| {
            let mut plain = true;
            program.walk_stmts(stmt, &mut |_, s| {
                plain &= match &s.kind {
                    StmtKind::Omp(inner) => {
                        let inner = &program.constructs[*inner];
                        inner.directive.leaves() == [Leaf::Simd]
                            || matches!(
                                inner.directive,
                                DirectiveKind::Atomic | DirectiveKind::Unroll
                            )
                    }
                    _ => true,
                }
            });
            plain
        };
        let mut found = false;
        for one in nests {
            if plain(one.nest.body) {
                let body = one.nest.body;
                let short = !length::is_long(facts, body);
                // Threads whose warps have several rows each have one iteration at most.
                let short_row = |row: &CanonicalLoop| {
                    let trips = row.constant_trips(program);
                    trips.is_some_and(|trips| trips < u128::from(WIDE_OF_ROWS))
                };
                let rows =
                    one.nest.loops.len() == 2 && !one.nest.loops.last().is_some_and(short_row);
                self.shape.turns = match short {
                    // Loads that follow a store wait for it; those of the next row need not be brought forward.
                    true if length::stores_often(program, body) => match rows {
                        true => Turns::InSequence,
                        false => Turns::One,
                    },
                    true if rows && length::accesses_much(program, body) => Turns::InSequence,
                    true => Turns::Several,
                    false => Turns::One,
                };
                one.order = Order::Grid(self.shape.turns);
                found = true;
            }
        }
        found
    }

    /// Plans `num_threads` and `if` of the region's parallel constructs: the launch evaluates them where that serves
    /// all of them.
    pub(in crate::plan) fn parallel_sizes(&mut self, region: ConstructId, default: u32) {
        let program = self.program;
        let clauses = |&construct: &ConstructId| Wanted {
            construct,
            threads: program.constructs[construct].num_threads(),
            condition: program.constructs[construct].parallel_if(),
        };
        let wanted: Vec<Wanted> = self.parallels.iter().map(clauses).collect();
        if self.sequential_forks(region) {
            // Functions fork regions of their own, of sizes unknown to the launch.
            self.sized = true;
            let largest = wanted.iter().filter_map(|wanted| wanted.threads);
            let largest = largest.map(|n| fixed_size(program, n).unwrap_or(MAX_BLOCK));
            let called = self.facts.orphans.largest_region(MAX_BLOCK);
            self.shape.block = largest.chain([called]).fold(default, u32::max);
            self.shape.max_block = self.shape.block;
            return;
        }
        if wanted
            .iter()
            .all(|one| one.threads.is_none() && one.condition.is_none())
        {
            return;
        }
        // What a number is taken to be that only the launch knows.
        let likely = default.min(LARGER_BLOCK);
        if let Some((threads, condition)) = self.common_size(region, &wanted) {
            self.shape.threads = threads;
            self.shape.condition = condition;
            if let Some(threads) = threads {
                let fixed = fixed_size(program, threads);
                self.shape.block = fixed.unwrap_or(likely);
                self.shape.max_block = fixed.unwrap_or(MAX_BLOCK);
                // No region may be encountered, and then the number need not be positive.
                self.shape.largest = match (fixed, wanted.len()) {
                    (Some(_), _) | (None, 1) => None,
                    (None, _) => Some(Largest {
                        least: 1,
                        asked: vec![threads],
                    }),
                };
            }
            return;
        }
        // Each region has the size that it asks for, out of the largest one.
        self.sized = true;
        let sizes = wanted.iter().map(|wanted| match wanted.threads {
            None => default,
            Some(n) => fixed_size(program, n).unwrap_or(MAX_BLOCK),
        });
        self.shape.block = sizes.max().unwrap_or(default);
        self.shape.max_block = self.shape.block;
        self.shape.largest = self.largest_size(region, &wanted, default);
        if let Some(largest) = &self.shape.largest {
            self.shape.block = largest.least.max(likely);
        }
    }

    /// What all parallel constructs ask for, where the launch can give it to all of them: `num_threads` and `if`.
    fn common_size(
        &self,
        region: ConstructId,
        wanted: &[Wanted],
    ) -> Option<(Option<ExprId>, Option<ExprId>)> {
        let program = self.program;
        let target = &program.constructs[region];
        let known = wanted.iter().all(|one| {
            let exprs = one.threads.iter().chain(&one.condition);
            { exprs }.all(|e| self.evaluable(target, &program.constructs[one.construct], *e))
        });
        let alike = |a: ExprId, b: ExprId| {
            let (x, y) = (fixed_size(program, a), fixed_size(program, b));
            x.is_some() && x == y || footprint::same(program, a, b)
        };
        let (first, others) = wanted.split_first()?;
        let same = others.iter().all(|one| {
            let threads = first.threads.zip(one.threads);
            first.condition.is_none()
                && one.condition.is_none()
                && threads.is_some_and(|(a, b)| alike(a, b))
        });
        (known && same).then_some((first.threads, first.condition))
    }

    /// The largest number of threads that a parallel construct asks for, where the host knows all of them.
    fn largest_size(
        &self,
        region: ConstructId,
        wanted: &[Wanted],
        default: u32,
    ) -> Option<Largest> {
        let program = self.program;
        let target = &program.constructs[region];
        let mut found = Largest {
            least: 1,
            asked: vec![],
        };
        for one in wanted {
            let Some(threads) = one.threads else {
                // It has all threads that a limit leaves it: the launch knows how many.
                let limit = self.shape.limit;
                if limit.is_some_and(|limit| fixed_size(program, limit).is_none()) {
                    return None;
                }
                found.least = found.least.max(default);
                continue;
            };
            match fixed_size(program, threads) {
                Some(size) => found.least = found.least.max(size),
                None if !self.evaluable(target, &program.constructs[one.construct], threads) => {
                    return None;
                }
                None => {
                    let mut asked = found.asked.iter();
                    if !asked.any(|&other| footprint::same(program, other, threads)) {
                        found.asked.push(threads);
                    }
                }
            }
        }
        Some(found).filter(|found| !found.asked.is_empty())
    }

    /// Whether the host can evaluate a clause of `one`: it stands on the target construct itself, or all that it uses
    /// is known there.
    pub(in crate::plan) fn evaluable(
        &self,
        target: &Construct,
        one: &Construct,
        expr: ExprId,
    ) -> bool {
        target.id == one.id
            || host_values::known_to_host(self.facts, self.data, expr)
                && self.unchanged(target, expr)
    }

    /// Whether the region changes no copy of its own of a variable that the expression uses.
    fn unchanged(&self, target: &Construct, expr: ExprId) -> bool {
        let inside = target.body.map(|body| self.facts.uses(body));
        let uses = Uses::of_expr(self.program, expr);
        let mut vars = uses.order.iter();
        vars.all(|var| !inside.is_some_and(|inside| inside.get(*var).maybe_written()))
    }

    pub(in crate::plan) fn require_known(
        &mut self,
        target: &Construct,
        one: &Construct,
        expr: ExprId,
        clause: &str,
    ) {
        if !self.evaluable(target, one, expr) {
            self.errors.push(
                Diagnostic::error(
                    Code::LaunchNumber,
                    self.program.expr(expr).span,
                    format!(
                        "`{clause}` depends on {}, but the launch needs it before",
                        self.unknown_to_host(target, expr)
                    ),
                )
                .also(target.pragma, "the region")
                .help("compute the number before the region, in a variable that the region does not change"),
            );
        }
    }

    /// What of an expression the host does not know before the launch.
    fn unknown_to_host(&self, target: &Construct, expr: ExprId) -> String {
        let uses = Uses::of_expr(self.program, expr);
        let inside = target.body.map(|body| self.facts.uses(body));
        let changed = |var| inside.is_some_and(|inside| inside.get(var).maybe_written());
        let of_device = |&var: &VarId| {
            let attr = self.data.get(var).map(|captured| captured.attr);
            let what = match attr {
                Some(DeviceAttr::DeclareTarget) => {
                    "which is `declare target`: the device has a value of its own"
                }
                Some(DeviceAttr::Map(_)) if !changed(var) => {
                    "which is mapped: the device may have another value"
                }
                Some(DeviceAttr::HasDeviceAddr) => "which is in device memory",
                _ => return None,
            };
            Some(format!("`{}`, {what}", self.program.vars[var].name))
        };
        let found = uses.order.iter().find_map(of_device);
        found.unwrap_or_else(|| "what the region computes".to_string())
    }
}

/// The number of threads that a constant argument of `num_threads` asks for, as far as a block has as many.
fn fixed_size(program: &Program, threads: ExprId) -> Option<u32> {
    let value = constants::int_value(program, threads)?;
    Some(value.clamp(1, i128::from(MAX_BLOCK)) as u32)
}

/// Whether a parallel construct has a clause on which the number of its threads depends.
pub fn asks_for_size(construct: &Construct) -> bool {
    construct.num_threads().is_some() || construct.parallel_if().is_some()
}
