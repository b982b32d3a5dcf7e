//! Loops: over which threads their iterations go, in which order, and what a thread has a copy of.

use crate::ir::nests::Phases;
use crate::ir::nests::{CanonicalLoop, Nest};
use crate::ir::*;
use crate::plan::decisions::reductions::Item;
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct LoopPlan {
    pub nest: Nest,
    pub spread: Spread,
    pub order: Order,
    pub private: Vec<(VarId, Private)>,
    /// `lastprivate(conditional: ...)`, and whether it is firstprivate too; not among `private`.
    pub conditional: Vec<(VarId, bool)>,
    /// Which of the private copies begin each iteration a step further.
    pub linear: Vec<Linear>,
    /// Wait for all threads at the end.
    pub barrier: bool,
    /// Regions inside run in the order of the iterations.
    pub ordered: bool,
    /// Whether functions that the body calls may have such regions, which then need to know the loop of the thread.
    pub tells_order: bool,
    /// The body has two phases, with a scan between them.
    pub scan: Option<Scan>,
    /// Each thread that it forks has a run-sched-var.
    pub schedules: bool,
    /// Iterations wait for earlier ones.
    pub across: Option<Across>,
    /// Lanes of a warp run each iteration together.
    pub lanes: Option<Lanes>,
}

/// `linear(var: step)`; without a step it is 1.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    pub var: VarId,
    pub step: Option<ExprId>,
}

impl LoopPlan {
    /// The iterations of a nest of two or three loops go to the league by place, not by number
    /// (`romp/nests.cuh`).
    pub fn by_place(&self, program: &Program) -> bool {
        let last = |how| matches!(how, Private::Lastprivate | Private::FirstLastprivate);
        self.spread == Spread::League
            && self.order == Order::Free
            && matches!(self.nest.loops.len(), 2 | 3)
            && !self.ordered
            && self.linear.is_empty()
            && self.conditional.is_empty()
            && self.scan.is_none()
            && self.across.is_none()
            && self.lanes.is_none()
            && !self.private.iter().any(|(_, how)| last(*how))
            && self.nest.non_rectangular(program).is_none()
    }

    /// The threads share a work queue (`romp/work_queues.cuh`).
    pub fn dispensed(&self) -> bool {
        self.ordered || matches!(self.order, Order::Dispensed { .. } | Order::Runtime { .. })
    }
}

/// Over which threads the iterations go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// All threads of all teams.
    League,
    /// Teams; all threads of a team run the same iterations.
    Teams,
    /// The threads of one team.
    Team,
    /// The lanes that run an iteration of the loop around it.
    Lanes,
    /// None: one thread runs the loop as it stands.
    Thread,
}

/// Which thread gets which iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Not observable by the program: one iteration a thread in turn, so that neighbouring threads access
    /// neighbouring memory.
    Free,
    /// Not observable either; the grid of the launch has the dimensions of the loop nest.
    Grid,
    /// As `dist_schedule` and `schedule(static)` say: chunk expressions, none for one chunk each.
    Exact {
        teams: Option<ExprId>,
        threads: Option<ExprId>,
    },
    /// From a work queue of the team, when threads ask for them: `schedule(dynamic)` and `schedule(guided)`.
    Dispensed {
        guided: bool,
        chunk: Option<ExprId>,
        /// The chunk of `dist_schedule`.
        teams: Option<ExprId>,
    },
    /// As run-sched-var says where the loop begins; beside it the chunk of `dist_schedule`.
    Runtime { teams: Option<ExprId> },
}

/// The loops that the vectors speak of, outermost first; the first of them is distributed.
#[derive(Clone, Debug)]
pub struct Across {
    pub loops: Vec<CanonicalLoop>,
}

/// One directive in the body.
#[derive(Clone, Debug, Default)]
pub struct Doacross {
    /// This iteration is over, as far as others wait for it.
    pub source: bool,
    /// It waits for these: iterations further in each loop.
    pub sinks: Vec<Vec<i64>>,
}

/// How the body of such a loop runs.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    pub width: u32,
    /// The constructs whose iterations the lanes share.
    pub spread: Vec<ConstructId>,
    /// Of these, whose reductions only the first lane asks for.
    pub for_first: Vec<ConstructId>,
    /// The first lane does it.
    pub(in crate::plan) first: BTreeSet<StmtId>,
    /// The lanes meet before it.
    pub(in crate::plan) converges: BTreeSet<StmtId>,
}

impl Lanes {
    pub fn is_first(&self, stmt: StmtId) -> bool {
        self.first.contains(&stmt)
    }

    pub fn converges(&self, stmt: StmtId) -> bool {
        self.converges.contains(&stmt)
    }
}

/// What makes a loop one with `scan`.
#[derive(Clone, Debug)]
pub struct Scan {
    pub phases: Phases,
    /// The variables that the phase in front of the directive uses.
    pub used_before: BTreeSet<VarId>,
    /// The same of the phase behind it.
    pub used_after: BTreeSet<VarId>,
    pub items: Vec<Item>,
    /// The phases are long: a thread has one iteration at a time.
    pub one_each: bool,
    /// A value of all items, bytes.
    pub bytes: u64,
}

impl Scan {
    /// Bytes of a launch's scratch memory for each team: four places in each of two rings (`scan_board`). What few
    /// teams need beyond that is in the least that the runtime brings.
    pub fn bytes_a_team(&self) -> u64 {
        4 * (2 * 16 + 3 * self.bytes) + 16
    }

    /// Bytes of shared memory: two values a warp, and numbers of tiles.
    pub fn shared_bytes(&self) -> u64 {
        64 * self.bytes + 16
    }
}
