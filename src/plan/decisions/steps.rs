//! What a construct becomes: steps from the outside in, and the data of each.

use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::loops::{Doacross, LoopPlan, Spread};
use crate::plan::decisions::reductions::Reduction;

/// What a construct becomes: steps from the outside in.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step of what a construct becomes; the steps that follow stand inside of it.
#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing of its own: the body is printed in place (`target`, `teams`), with declarations of its private copies
    /// before it.
    Block {
        /// The private copies.
        private: Vec<(VarId, Private)>,
    },
    /// A parallel region: all threads of the team, or the first of them, execute what follows.
    Parallel(Parallel),
    /// A loop whose iterations are distributed.
    Loop(LoopPlan),
    /// Private copies for what follows, which are combined behind it.
    Reduce(Reduction),
    /// A barrier of the team.
    Barrier,
    /// `single`.
    Single(Single),
    /// `masked`.
    Masked(Masked),
    /// `sections`.
    Sections(Sections),
    /// `scope`.
    Scope(Scope),
    /// An undeferred task.
    Task(Task),
    /// Tasks that may be deferred; what follows belongs to them.
    Deferred(Deferred),
    /// The encountering thread waits for tasks, and may execute some meanwhile.
    Waiting(Waiting),
    /// An `ordered` region with a block: the body is executed in the order of the iterations of the enclosing loop.
    Ordered,
    /// `atomic`, `critical` or `flush`, with its body, if any.
    Synchronise,
    /// A construct that may be cancelled: what follows may be left early.
    Cancellable(Cancellable),
    /// `ordered` with `source` or `sink`, which has iterations wait for each other.
    Doacross(Doacross),
    /// `cancel` or `cancellation point`, about an enclosing construct.
    Cancel(Cancel),
}

impl Step {
    /// Whether it is a loop of whose iterations several threads or teams execute some.
    pub fn is_shared_loop(&self) -> bool {
        let Step::Loop(plan) = self else {
            return false;
        };
        matches!(plan.spread, Spread::Team | Spread::Teams | Spread::League)
    }
}

/// A parallel region.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// The variables of which each thread has a copy.
    pub private: Vec<(VarId, Private)>,
    /// How many threads execute it.
    pub team: TeamSize,
    /// Whether a barrier stands before it, since threads may still read what it writes.
    pub fork_barrier: bool,
    /// Whether a barrier stands at its end, since code follows.
    pub join_barrier: bool,
    /// Whether loops inside take iterations from work queues, or execute `ordered` regions.
    pub work_queues: bool,
    /// Whether each of its threads has its own run-sched-var.
    pub keeps_run_schedule: bool,
    /// Whether the team's size is latched: all threads of the block compute it before any of them may change what it
    /// depends on.
    pub size_latched: bool,
    /// The variables of the team that it only reads: each thread reads them once, where it begins.
    pub latched: Vec<VarId>,
}

impl Parallel {
    /// A region of such a team, without copies and barriers.
    pub fn of(team: TeamSize) -> Parallel {
        Parallel {
            private: vec![],
            team,
            fork_barrier: false,
            join_barrier: false,
            work_queues: false,
            keeps_run_schedule: false,
            size_latched: false,
            latched: vec![],
        }
    }
}

/// How many threads run a parallel region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamSize {
    /// All threads of the block, or all workers.
    All,
    /// The constant of `num_threads`, which the launch provides.
    Constant(u32),
    /// What `num_threads` and `if` say when the region begins.
    Asked {
        /// The argument of `num_threads`.
        threads: Option<ExprId>,
        /// The argument of `if`.
        condition: Option<ExprId>,
    },
    /// The encountering thread alone: the region is nested in another one.
    One,
}

/// A construct that a `cancel` inside of it names.
#[derive(Clone, Copy, Debug)]
pub struct Cancellable {
    /// `parallel`, `for` or `sections`.
    pub what: Leaf,
    /// Whether its threads share a work queue, which begins anew at the end of a cancelled construct.
    pub work_queue: bool,
}

/// A `cancel` or `cancellation point`.
#[derive(Clone, Copy, Debug)]
pub struct Cancel {
    /// The construct that it names; `Task` stands for the task, of a taskgroup that may be cancelled.
    pub what: Leaf,
    /// The argument of `if`.
    pub condition: Option<ExprId>,
    /// Whether it is a cancellation point: it only asks whether another thread has cancelled.
    pub point: bool,
    /// The construct in whose text the taskgroup begins that it names, where its tasks may be executed at once.
    pub group: Option<ConstructId>,
}

/// Whether a task whose taskgroup is cancelled before it begins is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discarded {
    /// Nothing cancels its taskgroup.
    Never,
    /// The team's state knows its taskgroup.
    ByTeam,
    /// The taskgroup begins in the text of this construct, and its tasks may be executed at once.
    ByGroup(ConstructId),
}

/// A taskgroup that a `cancel` in its text names, where its tasks may be executed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellableGroup {
    /// All of them are.
    AtOnce,
    /// The state of the kernel that calls the function says whether they are.
    ByState,
}

/// An undeferred task, or a `taskgroup` without deferred ones: the encountering thread executes the block, with private
/// copies.
#[derive(Clone, Debug)]
pub struct Task {
    /// The variables of which copies are made. The values of `Lastprivate` ones are copied back after the block.
    pub copies: Vec<(VarId, Private)>,
    /// Whether other tasks of the team may be deferred, so that this one has to wait for those it depends on, and to
    /// say whether it is final.
    pub tasks_deferred: bool,
    /// Whether its taskgroup may be cancelled before it begins, so that it is discarded.
    pub discarded: Discarded,
    /// The taskgroup that begins with it, if it may be cancelled.
    pub group: Option<CancellableGroup>,
    /// Whether its taskgroup may be cancelled while it is executed, and a cancellation point in it leaves it.
    pub left: bool,
}

/// A task that may be deferred, or the tasks of a `taskloop`: the block is a function object, which any thread of the
/// team may execute.
#[derive(Clone, Debug)]
pub struct Deferred {
    /// Variables whose values are copied when the task is created.
    pub captured: Vec<VarId>,
    /// Variables of which the task declares copies.
    pub private: Vec<(VarId, Private)>,
    /// Variables that the task uses without a copy.
    pub shared: Vec<VarId>,
    /// The captured variables that the task changes.
    pub changed: Vec<VarId>,
    /// For a `taskloop` the loops whose iterations the tasks execute.
    pub nest: Option<LoopPlan>,
    /// As [`Task::left`].
    pub left: bool,
    /// As [`Task::discarded`]; deferred tasks always ask the team's state.
    pub discarded: Discarded,
    /// As [`Task::group`].
    pub group: Option<CancellableGroup>,
}

/// A construct that waits for tasks, or orders them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// `taskwait`.
    Wait,
    /// `taskyield`.
    Yield,
    /// `taskgroup`.
    Group(Option<CancellableGroup>),
    /// `depobj`, which holds a dependence for later tasks.
    Object,
}

/// `single`: one thread of the team executes the block, and the others wait for it or go on.
#[derive(Clone, Debug)]
pub struct Single {
    /// Which of the region's `single` constructs without a barrier it is: these are distributed to different warps in
    /// turn. Thread 0 executes all others.
    pub turn: u32,
    /// The variables of which the thread has a copy.
    pub private: Vec<(VarId, Private)>,
    /// The variables of `copyprivate`, whose values are broadcast to the copies of the other threads.
    pub copied: Vec<VarId>,
    /// Whether the other threads wait.
    pub barrier: bool,
}

/// `masked`: one thread of the team executes the block.
#[derive(Clone, Debug)]
pub enum Masked {
    /// The one with the number 0.
    First,
    /// The one with this number.
    Thread(ExprId),
    /// Outside of parallel regions: the only thread, whose number is 0, if this is its number.
    Only(ExprId),
}

/// `sections`: one thread executes each section.
#[derive(Clone, Debug)]
pub struct Sections {
    /// The statements of each section.
    pub parts: Vec<Vec<StmtId>>,
    /// The variables of which each thread has a copy.
    pub private: Vec<(VarId, Private)>,
    /// The variables of `lastprivate(conditional: ...)`, which are not in `private`, and whether each is
    /// firstprivate, too.
    pub conditional: Vec<(VarId, bool)>,
    /// Whether a barrier stands between the copies' initialisation and the sections, which may change the originals.
    pub copy_barrier: bool,
    /// Whether all threads wait for each other at the end.
    pub barrier: bool,
}

/// `scope`: every thread that encounters it executes the block, with copies of its own.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The variables of which each thread has a copy.
    pub private: Vec<(VarId, Private)>,
    /// Whether all threads wait for each other at the end.
    pub barrier: bool,
}
