//! Loops: to which threads their iterations are distributed, in which order, and what a thread has a copy of.

use crate::ir::nests::{CanonicalLoop, Nest, Phases};
use crate::ir::*;
use crate::plan::decisions::reductions::Item;
use crate::source::Span;
use std::collections::BTreeSet;

/// The plan of a nest of loops whose iterations are distributed.
#[derive(Clone, Debug)]
pub struct LoopPlan {
    /// The loops. Neighbouring iterations of the last one go to neighbouring threads: it is not always the program's
    /// innermost one (`plan/launch/nest_order.rs`).
    pub nest: Nest,
    /// To which threads their iterations are distributed.
    pub spread: Spread,
    /// Which of these threads executes which iteration.
    pub order: Order,
    /// The variables of which each thread has a copy.
    pub private: Vec<(VarId, Private)>,
    /// The variables of `lastprivate(conditional: ...)`, which are not in `private`, and whether each is
    /// firstprivate, too.
    pub conditional: Vec<(VarId, bool)>,
    /// The private copies whose value grows by a step in each iteration.
    pub linear: Vec<Linear>,
    /// Whether all threads wait for each other at the end.
    pub barrier: bool,
    /// Whether `ordered` regions in the body are executed in the order of the iterations.
    pub ordered: bool,
    /// Whether functions that the body calls may have such regions, which then need to know the loop of the thread.
    pub records_order: bool,
    /// The scan between the two phases of the body, where it has them.
    pub scan: Option<Scan>,
    /// Whether each thread that it forks has its own run-sched-var.
    pub keeps_run_schedule: bool,
    /// How iterations wait for earlier ones, where the construct has `ordered(n)`.
    pub across: Option<Across>,
    /// How lanes of a warp execute each iteration together, where they do.
    pub lanes: Option<Lanes>,
    /// How many iterations the compiler is told to execute at once, where it is told: 1 does not unroll the loop.
    pub unrolled: Option<u32>,
}

/// A variable of `linear(var: step)`.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// The variable.
    pub var: VarId,
    /// The step; none means 1.
    pub step: Option<ExprId>,
}

impl LoopPlan {
    /// Lets all threads wait for each other at the end.
    pub fn wait_at_end(&mut self) {
        // With conditional variables the barrier stands behind the assignment of their last values.
        self.barrier = self.conditional.is_empty();
    }

    /// Whether the iterations of a nest of two or three loops are distributed by their places in the nest, not by
    /// their numbers (`romp/nests.cuh`).
    pub fn by_place(&self, program: &Program) -> bool {
        self.is_free(program) && matches!(self.nest.loops.len(), 2 | 3)
    }

    /// The same for the threads of one team, where numbers would have 64 bits: places take less to add up than such
    /// numbers to be split.
    pub fn by_place_in_team(&self, program: &Program) -> bool {
        self.spread == Spread::Team
            && self.order == Order::Free
            && self.is_unordered(program)
            && matches!(self.nest.loops.len(), 2 | 3)
            && !self.has_short_numbers(program)
    }

    /// Whether 32 bits are known to suffice for the numbers of iterations.
    pub fn has_short_numbers(&self, program: &Program) -> bool {
        let all = self.nest.constant_trips(program);
        all.is_some_and(|all| all <= u128::from(u32::MAX))
    }

    /// The variables whose originals get values from the last iteration.
    pub fn last_values(&self) -> Vec<VarId> {
        let all = self.private.iter().filter(|(_, how)| how.is_last());
        all.map(|(var, _)| *var).collect()
    }

    /// Whether a single loop's iterations may go to any threads of the league, in any order.
    pub fn is_single(&self, program: &Program) -> bool {
        self.is_free(program) && self.nest.loops.len() == 1
    }

    fn is_free(&self, program: &Program) -> bool {
        self.spread == Spread::League && self.order == Order::Free && self.is_unordered(program)
    }

    /// Whether nothing depends on which iteration of the nest comes after which, or is the last one.
    pub fn is_unordered(&self, program: &Program) -> bool {
        !self.ordered
            && self.linear.is_empty()
            && self.conditional.is_empty()
            && self.scan.is_none()
            && self.across.is_none()
            && self.lanes.is_none()
            && !self.private.iter().any(|(_, how)| how.is_last())
            && self.nest.non_rectangular(program).is_none()
    }

    /// The variables of which each thread has a copy.
    pub fn copied(&self) -> Vec<VarId> {
        self.private.iter().map(|(var, _)| *var).collect()
    }

    /// Whether the threads take iterations from a work queue (`romp/work_queues.cuh`).
    pub fn uses_work_queue(&self) -> bool {
        self.ordered || matches!(self.order, Order::Queued { .. } | Order::Runtime { .. })
    }

    /// Whether all threads take their chunks from one counter: where the loop ends with a barrier that they all reach,
    /// none of them is at another loop meanwhile.
    pub fn counts_chunks(&self) -> bool {
        let dynamic = matches!(self.order, Order::Queued { guided: false, .. });
        dynamic && self.spread == Spread::Team && self.barrier && self.scan.is_none()
    }
}

/// To which threads iterations are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// To all threads of all teams.
    League,
    /// To teams; all threads of a team execute the same iterations.
    Teams,
    /// To the threads of one team.
    Team,
    /// To the lanes that execute an iteration of the enclosing loop together.
    Lanes,
    /// Not at all: one thread runs the loop as it stands.
    Thread,
}

/// Which thread executes which iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The program cannot observe it: neighbouring threads execute neighbouring iterations, so that they access
    /// neighbouring memory.
    Free,
    /// The program cannot observe it, and the grid of the launch has the dimensions of the loops.
    Grid(Turns),
    /// As `dist_schedule` and `schedule(static)` say, with their chunks; without a chunk each team or thread has one
    /// range of iterations.
    Exact {
        /// The chunk of `dist_schedule`.
        teams: Option<ExprId>,
        /// The chunk of `schedule(static)`.
        threads: Option<ExprId>,
    },
    /// Threads take iterations from a work queue of the team when they ask for them: `schedule(dynamic)` and
    /// `schedule(guided)`.
    Queued {
        /// `guided`.
        guided: bool,
        /// The chunk of the schedule.
        chunk: Option<ExprId>,
        /// The chunk of `dist_schedule`.
        teams: Option<ExprId>,
    },
    /// As run-sched-var says when the loop begins.
    Runtime {
        /// The chunk of `dist_schedule`.
        teams: Option<ExprId>,
    },
}

/// How many iterations a thread executes of loops that give the grid its dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Turns {
    /// One at most.
    #[default]
    One,
    /// Of the outermost loop as many as the launch says, where there are many iterations.
    Several,
    /// Likewise, one after the other: the loop is not unrolled.
    InSequence,
}

/// The loops of a construct with `ordered(n)`, outermost first, which the vectors of its directives count; the first
/// of them is distributed.
#[derive(Clone, Debug)]
pub struct Across {
    /// The loops.
    pub loops: Vec<CanonicalLoop>,
}

/// A doacross directive in the body of such a loop.
#[derive(Clone, Debug, Default)]
pub struct Doacross {
    /// It is a `source`: iterations that wait for the current one may go on.
    pub source: bool,
    /// It is a `sink`: the current iteration waits for these, given by their distances in each loop.
    pub sinks: Vec<Vec<i64>>,
}

/// The place of what prevents lanes from executing a loop together, and why.
pub type Obstacle = (Span, &'static str);

/// How groups of lanes execute the iterations of a loop.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// How many lanes a group has.
    pub width: u32,
    /// The constructs in the body whose iterations the lanes share.
    pub spread: Vec<ConstructId>,
    /// Those of them whose reductions only the first lane needs the result of.
    pub for_first: Vec<ConstructId>,
    /// Statements that only the first lane executes.
    pub(in crate::plan) first: BTreeSet<StmtId>,
    /// Statements before which the lanes converge.
    pub(in crate::plan) converges: BTreeSet<StmtId>,
}

impl Lanes {
    /// Whether only the first lane executes a statement.
    pub fn is_first(&self, stmt: StmtId) -> bool {
        self.first.contains(&stmt)
    }

    /// Whether the lanes converge before a statement.
    pub fn converges(&self, stmt: StmtId) -> bool {
        self.converges.contains(&stmt)
    }
}

/// The scan of a loop with `scan`.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The two phases.
    pub phases: Phases,
    /// The variables that the statements before the directive use.
    pub used_before: BTreeSet<VarId>,
    /// The variables that the statements after the directive use.
    pub used_after: BTreeSet<VarId>,
    /// What is scanned.
    pub items: Vec<Item>,
    /// Whether a thread scans one iteration at a time, since the phases are long.
    pub one_each: bool,
    /// The size of a value of all items together, in bytes.
    pub bytes: u64,
}

impl Scan {
    /// The bytes of the launch's scratch memory for each team: four places in each of two rings (`scan_board`). A
    /// launch of few teams needs more, which the minimum covers that the runtime allocates.
    pub fn bytes_a_team(&self) -> u64 {
        4 * (2 * 16 + 3 * self.bytes) + 16
    }

    /// The bytes of shared memory: two values for each warp, and numbers of tiles.
    pub fn shared_bytes(&self) -> u64 {
        64 * self.bytes + 16
    }
}
