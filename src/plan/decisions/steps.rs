//! What a construct becomes: steps from the outside in, and the data of each.

use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::loops::{Doacross, LoopPlan};
use crate::plan::decisions::reductions::Reduction;

/// What a construct becomes: steps from the outside in.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing of its own: the body is printed in place (`target`, `teams`), privates declared first.
    Block {
        private: Vec<(VarId, Private)>,
    },
    /// All threads, or the first `threads` of them, run what follows.
    Parallel(Parallel),
    Loop(LoopPlan),
    /// Private copies around what follows, combined behind it.
    Reduce(Reduction),
    /// A barrier of the team's threads, nothing else.
    Barrier,
    Single(Single),
    Masked(Masked),
    Sections(Sections),
    Scope(Scope),
    /// The encountering thread runs the task.
    Task(Task),
    /// Any thread of the team runs the tasks; what follows is theirs.
    Deferred(Deferred),
    /// The thread waits for tasks, and runs some meanwhile.
    Waiting(Waiting),
    /// The body runs in the order of the iterations of the loop around it.
    Ordered,
    /// `atomic`, `critical`, `flush`: with its body, if any.
    Synchronise,
    /// What follows may be cancelled.
    Cancellable(Cancellable),
    /// `ordered` with `source` or `sink`: what an iteration says to others, or waits for.
    Doacross(Doacross),
    /// `cancel` or `cancellation point` of a construct around it.
    Cancel(Cancel),
}

#[derive(Clone, Debug)]
pub struct Parallel {
    pub private: Vec<(VarId, Private)>,
    pub team: TeamSize,
    /// Wait before it starts: threads may still read what it writes.
    pub fork_barrier: bool,
    /// Wait at its end: something follows.
    pub join_barrier: bool,
    /// Loops inside take iterations from a work queue, or keep regions in order.
    pub work_queues: bool,
    /// Its threads have a run-sched-var each.
    pub schedules: bool,
    /// The team's size is latched: all threads of the block have computed it before any of them may change what it
    /// follows from.
    pub size_latched: bool,
}

impl Parallel {
    /// A region of that team: no copies, and nobody waits.
    pub fn of(team: TeamSize) -> Parallel {
        Parallel {
            private: vec![],
            team,
            fork_barrier: false,
            join_barrier: false,
            work_queues: false,
            schedules: false,
            size_latched: false,
        }
    }
}

/// How many threads run a parallel region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamSize {
    /// All of the block, or all workers.
    All,
    /// `num_threads` with a constant that the launch provides.
    Constant(u32),
    /// `num_threads` and `if`, evaluated where the region begins.
    Asked {
        threads: Option<ExprId>,
        condition: Option<ExprId>,
    },
    /// Nested in another region: the encountering thread alone.
    One,
}

/// A construct that a `cancel` in it names.
#[derive(Clone, Copy, Debug)]
pub struct Cancellable {
    /// `parallel`, `for` or `sections`.
    pub what: Leaf,
    /// Its threads share a work queue.
    pub dispensed: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Cancel {
    /// `Task`: the task, of a group that may be cancelled.
    pub what: Leaf,
    pub condition: Option<ExprId>,
    /// It looks only whether another thread has.
    pub point: bool,
}

/// An undeferred task, or a `taskgroup` without deferred ones: the encountering thread executes the block, with private
/// copies.
#[derive(Clone, Debug)]
pub struct Task {
    /// All copies that are made. Last values of `Lastprivate` ones go back behind the block.
    pub copies: Vec<(VarId, Private)>,
    /// Whether the team's tasks may be deferred, so that what concerns waiting tasks holds here, too.
    pub tasks_deferred: bool,
    /// Its group may be cancelled while it waits to begin.
    pub discarded: bool,
    /// Its group may be cancelled while it runs: a cancellation point in it leaves it.
    pub left: bool,
}

/// The block is a function object, which any thread of the team may run.
#[derive(Clone, Debug)]
pub struct Deferred {
    /// Copied where the task is made.
    pub captured: Vec<VarId>,
    /// Declared by the task.
    pub private: Vec<(VarId, Private)>,
    /// Used as they are.
    pub shared: Vec<VarId>,
    /// Of the captured ones, those that the task changes.
    pub changed: Vec<VarId>,
    /// `taskloop`: the loops whose iterations the tasks have.
    pub nest: Option<LoopPlan>,
    /// As [`Task::left`].
    pub left: bool,
}

/// What waits for tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    Wait,
    Yield,
    Group,
    /// `depobj`, which says what others wait for.
    Object,
}

/// One thread of the team runs the block; the others wait or go on.
#[derive(Clone, Debug)]
pub struct Single {
    /// Blocks that nobody waits for go to different warps in turn; all others to thread 0.
    pub turn: u32,
    pub private: Vec<(VarId, Private)>,
    /// `copyprivate`: that thread's values go to the copies of the others.
    pub copied: Vec<VarId>,
    /// Wait for it.
    pub barrier: bool,
}

/// The thread of this number runs the block; none: thread 0.
#[derive(Clone, Debug)]
pub struct Masked {
    pub filter: Option<ExprId>,
}

/// Every section goes to one thread.
#[derive(Clone, Debug)]
pub struct Sections {
    /// The statements of each.
    pub parts: Vec<Vec<StmtId>>,
    pub private: Vec<(VarId, Private)>,
    /// `lastprivate(conditional: ...)`, and whether it is firstprivate too; not among `private`.
    pub conditional: Vec<(VarId, bool)>,
    /// No thread changes an original before all have copied it.
    pub copy_barrier: bool,
    /// Wait for all threads at the end.
    pub barrier: bool,
}

/// The block stands as it is, with copies of its own, for every thread that comes by.
#[derive(Clone, Debug)]
pub struct Scope {
    pub private: Vec<(VarId, Private)>,
    /// Wait for all threads at the end.
    pub barrier: bool,
}
