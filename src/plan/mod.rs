//! Decisions: from the IR and the facts to one [`KernelPlan`] a target region, pure data.
//!
//! What is not supported is refused here or earlier, so that `emit` cannot fail. Must not know how
//! anything is spelled in the output.

pub mod allocators;
pub mod architectures;
pub mod array_reduction;
pub mod budget;
pub mod cancel;
pub mod circles;
pub mod data;
pub mod device_code;
pub mod doacross;
pub mod elements;
pub mod foreign;
pub mod fork_join;
pub mod initialisers;
pub mod kernel;
pub mod lanes;
mod launch_args;
pub mod layout;
pub mod merge;
pub mod note;
pub mod placement;
pub mod reduction;
pub mod rooms;
pub mod rules;
pub mod scan;
pub mod sections;
pub mod sequential;
pub mod shape;
pub mod stacks;
pub mod support;
pub mod synchronise;
pub mod tasks;
pub mod unit;
pub mod variant_calls;
pub mod worksharing;

use crate::analyze::deferral::{Obstacle, TaskRegions};
use crate::analyze::loops::Nest;
use crate::analyze::sharing::{DeviceData, Private};
use crate::analyze::uses::Uses;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::MapKind;
use std::collections::BTreeMap;

/// What the user decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub sequential: SequentialMode,
    /// Shared memory of a team.
    pub shared_budget: budget::SharedBudget,
    /// Adjacent parallel regions are forked one by one.
    pub separate_regions: bool,
    /// Where lanes of a warp may share an inner loop.
    pub simd: SimdMode,
    /// What code is made for.
    pub architectures: architectures::Chosen,
}

/// How sequential parts of regions with several threads a team run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequentialMode {
    /// As the cost model says.
    #[default]
    Auto,
    /// Guarded SPMD, where that is possible.
    Guarded,
    /// Fork-join.
    ForkJoin,
}

/// What `simd` loops inside parallel ones become, and nested parallel loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdMode {
    /// Lanes of a warp share them where accesses to memory say so.
    #[default]
    Auto,
    /// Wherever it is right.
    Lanes,
    /// One thread runs each.
    Serial,
}

impl std::str::FromStr for SimdMode {
    type Err = String;

    fn from_str(word: &str) -> Result<SimdMode, String> {
        match word {
            "auto" => Ok(SimdMode::Auto),
            "lanes" => Ok(SimdMode::Lanes),
            "serial" => Ok(SimdMode::Serial),
            _ => Err(format!("`{word}` is not one of auto, lanes, serial")),
        }
    }
}

impl std::str::FromStr for SequentialMode {
    type Err = String;

    fn from_str(word: &str) -> Result<SequentialMode, String> {
        match word {
            "auto" => Ok(SequentialMode::Auto),
            "guarded" => Ok(SequentialMode::Guarded),
            "fork-join" => Ok(SequentialMode::ForkJoin),
            _ => Err(format!("`{word}` is not one of auto, guarded, fork-join")),
        }
    }
}

/// Everything that `emit` needs to know of one target region.
#[derive(Debug)]
pub struct KernelPlan {
    pub construct: ConstructId,
    pub name: String,
    pub data: DeviceData,
    /// What the host hands over, in order; those with a parameter give the kernel's parameter list.
    pub args: Vec<Arg>,
    pub shape: Shape,
    /// Bytes of shared memory that its variables may take.
    pub shared_budget: u64,
    pub code: CodePlan,
    /// Threads of a team wait for each other somewhere.
    pub barriers: bool,
    /// Decisions in words, for the comment above the kernel and the report.
    pub notes: Vec<String>,
    /// Decisions that a line of the region led to.
    pub reasons: Vec<note::Note>,
    /// It calls functions that may call themselves.
    pub recursive: bool,
    /// All of it is a parallel region of all threads of the block.
    pub whole_block: bool,
    /// What the user should know of, and may make an error.
    pub warnings: Vec<Diagnostic>,
}

impl KernelPlan {
    pub fn mode(&self) -> Mode {
        self.code.mode
    }
}

/// A device function with constructs, or one that forks by what it calls.
#[derive(Debug)]
pub struct FunctionPlan {
    pub func: FuncId,
    pub code: CodePlan,
    /// Of each region that it forks: by this number workers find it, 0 where they are told its function.
    pub numbers: Vec<u32>,
}

/// How a piece of device code runs: a kernel's region, or the device functions of a unit.
#[derive(Debug)]
pub struct CodePlan {
    pub mode: Mode,
    /// What each construct inside (and the region's own) becomes, by raw id.
    pub lowerings: BTreeMap<u32, Lowering>,
    /// Where captured variables live, by raw id.
    pub storage: BTreeMap<u32, Storage>,
    pub sequential: sequential::Sequential,
    /// The regions that a master forks, and what it shares with them.
    pub fork_join: fork_join::ForkJoin,
    /// The team's shared storage.
    pub shared: layout::SharedLayout,
    /// It is more than a kernel may declare: the launch says how much (`romp::dynamic_shared`).
    pub dynamic: bool,
    /// What the budget leaves no room for: in the memory that the launch brings for each team.
    pub displaced: layout::SharedLayout,
    /// Teams leave values for the last of them to combine, or add copies to the originals.
    pub combines_teams: bool,
    /// Functions that it calls ask about their team, fork, or wait: the kernel keeps `romp/state.cuh`.
    pub state: bool,
    /// Functions that it calls, or itself, put variables into the team's memory (`romp/team_memory.cuh`).
    pub team_memory: bool,
    /// Regions whose threads run tasks of each other, and what tasks reach of their variables.
    pub tasks: Option<TaskRegions>,
    /// Why there are none though the program has tasks.
    pub tasks_stay: Option<Obstacle>,
    /// It keeps run-sched-var (`romp/run_schedule.cuh`).
    pub schedules: bool,
    /// Its threads may say which ordered loop they run (`romp/ordered.cuh`).
    pub orders: bool,
    /// Regions of functions that it may fork.
    pub dispatch: Dispatch,
}

/// How the workers of a kernel find the regions of functions.
#[derive(Clone, Debug, Default)]
pub struct Dispatch {
    /// By number.
    pub known: Vec<Dispatched>,
    /// It may come to others, which are functions of other files or stand behind pointers.
    pub by_pointer: bool,
    /// The last number of the unit's functions: those of the kernel's own regions follow.
    pub last: usize,
}

/// A parallel region of a device function, in the kernels that may come to it.
#[derive(Clone, Debug)]
pub struct Dispatched {
    pub number: u32,
    pub func: FuncId,
    /// Which of the function's regions.
    pub at: usize,
}

impl CodePlan {
    pub fn lowering(&self, id: ConstructId) -> Option<&Lowering> {
        self.lowerings.get(&id.into_raw().into_u32())
    }

    /// Teams leave results that the last of them combines: there are few, and their threads run long.
    pub fn combines_teams(&self) -> bool {
        self.combines_teams
    }

    pub fn storage_of(&self, var: VarId) -> Option<&Storage> {
        self.storage.get(&var.into_raw().into_u32())
    }

    /// Whether a variable of the sequential part lives in memory of the team.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.sequential.is_shared(var) || self.fork_join.is_shared(var)
    }

    /// Whether a construct's code needs a copy of what it privatises: a firstprivate variable that nobody
    /// changes, and that is by value already, needs none.
    pub fn needs_copy(
        &self,
        program: &Program,
        body: Option<StmtId>,
        var: VarId,
        how: Private,
    ) -> bool {
        let Some(body) = body else { return false };
        if how == Private::LoopCopy {
            return true;
        }
        let inside = Uses::of_stmt(program, body);
        if !inside.uses(var) && !matches!(how, Private::Lastprivate | Private::FirstLastprivate) {
            return false;
        }
        // What the team shares may change under the region's eyes.
        let by_value = match self.storage_of(var) {
            Some(Storage::Value) => true,
            _ if program.types.holds_constants(program.vars[var].ty) => true,
            None => !self.is_shared(var),
            Some(_) => false,
        };
        how != Private::Firstprivate || !by_value || inside.get(var).maybe_written()
    }
}

/// How a region's code is laid on threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One thread a team: the region forks no threads.
    SingleThread,
    /// All threads of a team run the region; there is no sequential part, or every thread can repeat it.
    Spmd,
    /// All threads run the region; one thread does the sequential part's effects between two barriers.
    GuardedSpmd,
    /// A thread of a warp of its own runs the sequential part and forks parallel regions to the others.
    ForkJoin,
    /// Functions, which run in whatever way their callers do.
    Function,
}

/// The launch: threads a team and teams.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Planned threads a team, where no clause says otherwise.
    pub block: u32,
    /// The most threads a team the kernel is compiled for.
    pub max_block: u32,
    /// `num_teams`.
    pub teams: Option<ExprId>,
    /// `num_threads` of the region's only parallel construct, or of all of them.
    pub threads: Option<ExprId>,
    /// `if` of that parallel construct: one thread where it is false.
    pub condition: Option<ExprId>,
    /// `thread_limit`.
    pub limit: Option<ExprId>,
    /// A single team (no `teams` construct).
    pub one_team: bool,
    /// No more teams than the device holds at once: each has a copy to begin and to hand in.
    pub few_teams: bool,
    /// Always `block` threads, a constant of the kernel: nothing in it can tell.
    pub exact_block: bool,
    /// Grid and blocks have the dimensions of the nest of `iterations`.
    pub grid_of_nest: bool,
    /// Lanes that run each of them together; 0 where it is one thread.
    pub lanes: u32,
    /// Loops whose iterations are spread over the league: the host counts them where it can.
    pub iterations: Option<Nest>,
    /// Loops whose iterations are spread over teams.
    pub team_iterations: Option<Nest>,
}

/// What the host hands over for one list item or captured variable.
#[derive(Clone, Debug)]
pub struct Arg {
    pub what: ArgWhat,
    /// It gives the kernel its next parameter: for this variable.
    pub param: Option<VarId>,
    pub always: bool,
    pub present: bool,
    pub close: bool,
    /// No clause says so.
    pub implicit: bool,
    /// It holds pointers that a list item is reached through, and is mapped for them only.
    pub around: bool,
}

#[derive(Clone, Debug)]
pub enum ArgWhat {
    /// A whole variable is mapped.
    Var(VarId, MapKind),
    /// The section or part that a list item names is mapped.
    Item(ListItem, MapKind),
    /// Such a section for each value of map iterators, which the program counts.
    Items(Vec<crate::omp::Iterator<ExprId>>, ListItem, MapKind),
    /// What the pointer expression points at, one element, so that a member behind it can be mapped.
    Pointee(ExprId, MapKind),
    /// Passed by value.
    Value(VarId),
    /// Copied to device memory for this launch.
    PrivateCopy(VarId),
    /// Device memory for this launch, not initialised.
    PrivateSpace(VarId),
    /// A pointer, translated where it points into mapped memory.
    Pointer(VarId),
    /// A device pointer, passed as it is.
    DevicePointer(VarId),
    /// A variable whose address is a device address already.
    DeviceAddress(VarId),
    /// Memory in which teams leave their results for each other: bytes a team.
    Scratch(u64),
    /// Memory for variables that shared memory has no room for: bytes a team.
    TeamMemory(u64),
    /// Which part of the grid a launch is, where the grid has the dimensions of a nest.
    GridPart,
    /// A stack for what functions share with the regions that they fork: bytes a team, none where only the
    /// program knows.
    TeamStack(Option<u64>),
    /// Stacks for the arrays of variable length that threads have for themselves.
    ThreadStacks(stacks::ThreadStacks),
    /// Memory in which teams leave results, and private copies of arrays for each thread.
    ScratchCopies(u64, Vec<array_reduction::Long>),
    /// Memory for the tasks of each team.
    TaskMemory,
}

/// Where a captured variable lives in the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A kernel parameter by value under the user's name.
    Value,
    /// A kernel parameter that points to it; the user's name is a reference.
    Reference,
    /// A kernel parameter that points to the array's first element, under the user's name.
    Array,
    /// A symbol of the device image.
    Symbol,
    /// A variable of the kernel, not initialised.
    Local,
}

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
    Reduce(reduction::Reduction),
    /// A barrier of the team's threads, nothing else.
    Barrier,
    Single(worksharing::Single),
    Masked(worksharing::Masked),
    Sections(worksharing::Sections),
    Scope(worksharing::Scope),
    /// The thread that meets a task runs it.
    Task(tasks::Task),
    /// Any thread of the team runs the tasks; what follows is theirs.
    Deferred(tasks::Deferred),
    /// The thread waits for tasks, and runs some meanwhile.
    Waiting(tasks::Waiting),
    /// The body runs in the order of the iterations of the loop around it.
    Ordered,
    /// `atomic`, `critical`, `flush`: with its body, if any.
    Synchronise,
    /// What follows may be cancelled.
    Cancellable(cancel::Cancellable),
    /// `ordered` with `source` or `sink`: what an iteration says to others, or waits for.
    Doacross(doacross::Doacross),
    /// `cancel` or `cancellation point` of a construct around it.
    Cancel(cancel::Cancel),
}

#[derive(Clone, Debug)]
pub struct Parallel {
    pub private: Vec<(VarId, Private)>,
    pub team: TeamSize,
    /// Wait before it starts: threads may still read what it writes.
    pub fork_barrier: bool,
    /// Wait at its end: something follows.
    pub join_barrier: bool,
    /// Loops inside give out iterations while they run, or keep regions in order.
    pub dispensers: bool,
    /// Its threads have a run-sched-var each.
    pub schedules: bool,
    /// All of the block know its size before any of its threads may change what the size follows from.
    pub settled: bool,
}

impl Parallel {
    /// A region of that team: no copies, and nobody waits.
    pub fn of(team: TeamSize) -> Parallel {
        Parallel {
            private: vec![],
            team,
            fork_barrier: false,
            join_barrier: false,
            dispensers: false,
            schedules: false,
            settled: false,
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
    /// Nested in another region: the thread that meets it.
    One,
}

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
    /// Functions that the body calls may have such regions: they are told which loop the thread runs.
    pub tells_order: bool,
    /// The body has two phases, with a scan between them.
    pub scan: Option<scan::Scan>,
    /// Each thread that it forks has a run-sched-var.
    pub schedules: bool,
    /// Iterations wait for earlier ones.
    pub across: Option<doacross::Across>,
    /// Lanes of a warp run each iteration together.
    pub lanes: Option<lanes::Lanes>,
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

    /// The threads share a dispenser (`romp/dispensers.cuh`).
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
    /// It cannot be told: one iteration a thread in turn, so that neighbours touch neighbours.
    Free,
    /// Nor here; the launch's grid has the nest's dimensions.
    Grid,
    /// As `dist_schedule` and `schedule(static)` say: chunk expressions, none for one chunk each.
    Exact {
        teams: Option<ExprId>,
        threads: Option<ExprId>,
    },
    /// As threads ask for them: `schedule(dynamic)` and `schedule(guided)` within a team.
    Dispensed {
        guided: bool,
        chunk: Option<ExprId>,
        /// The chunk of `dist_schedule`.
        teams: Option<ExprId>,
    },
    /// As run-sched-var says where the loop begins; beside it the chunk of `dist_schedule`.
    Runtime { teams: Option<ExprId> },
}
