//! What is decided of a kernel or a device function as a whole: its mode, what its constructs become, where its variables
//! live, and how its workers find the regions of functions.

use crate::analyze::deferral::{Obstacle, TaskRegions};
use crate::analyze::sharing::DeviceData;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::plan::decisions::copies::{Copies, Parameters};
use crate::plan::decisions::host::HostVersion;
use crate::plan::decisions::launch::{Arg, Shape, Storage};
use crate::plan::decisions::note::Note;
use crate::plan::decisions::sequential::{ForkJoin, Sequential};
use crate::plan::decisions::shared::SharedLayout;
use crate::plan::decisions::steps::Lowering;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that `emit` needs to know of one target region.
#[derive(Debug)]
pub struct KernelPlan {
    pub construct: ConstructId,
    pub name: String,
    pub data: DeviceData,
    /// What the host passes or maps, in order; those with a parameter give the kernel's parameter list.
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
    pub reasons: Vec<Note>,
    /// It calls functions that may call themselves.
    pub recursive: bool,
    /// All of it is a parallel region of all threads of the block.
    pub whole_block: bool,
    /// The functions of the unit that it reaches by calls.
    pub functions: BTreeSet<FuncId>,
    pub host_version: HostVersion,
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
    /// Of each region that it forks: by this number workers find it, 0 where they get a pointer to its function.
    pub numbers: Vec<u32>,
}

/// How a piece of device code runs: a kernel's region, or the device functions of a unit.
#[derive(Debug)]
pub struct CodePlan {
    pub mode: Mode,
    /// What each construct inside (and the region's own) becomes.
    pub lowerings: BTreeMap<ConstructId, Lowering>,
    /// Where captured variables live.
    pub storage: BTreeMap<VarId, Storage>,
    pub sequential: Sequential,
    /// The regions that a master forks, and what it shares with them.
    pub fork_join: ForkJoin,
    /// The team's shared storage.
    pub shared: SharedLayout,
    /// It is more than a kernel may declare: the launch says how much (`romp::dynamic_shared`).
    pub dynamic: bool,
    /// Variables that the budget of shared memory has no room for, spilled to global memory that the launch brings for
    /// each team.
    pub spilled: SharedLayout,
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
    pub copies: Copies,
    /// Blocks whose implicit tasks have a variable for nthreads-var, since they change it.
    pub max_threads: BTreeSet<StmtId>,
    pub parameters: Parameters,
}

/// How the workers of a kernel find the regions of functions.
#[derive(Clone, Debug, Default)]
pub struct Dispatch {
    /// By number.
    pub known: Vec<Dispatched>,
    /// It may reach others, in functions of other files or behind function pointers.
    pub by_pointer: bool,
    /// The last number of the unit's functions: those of the kernel's own regions follow.
    pub last: usize,
}

/// A parallel region of a device function, in the kernels that may reach it.
#[derive(Clone, Debug)]
pub struct Dispatched {
    pub number: u32,
    pub func: FuncId,
    /// Which of the function's regions.
    pub at: usize,
}

impl CodePlan {
    /// What the constructs become, in the order of the text.
    pub fn lowerings(&self) -> impl Iterator<Item = (ConstructId, &Lowering)> {
        self.lowerings.iter().map(|(id, one)| (*id, one))
    }

    pub fn lowering(&self, id: ConstructId) -> Option<&Lowering> {
        self.lowerings.get(&id)
    }

    /// Teams leave results that the last of them combines: there are few, and their threads run long.
    pub fn combines_teams(&self) -> bool {
        self.combines_teams
    }

    pub fn storage_of(&self, var: VarId) -> Option<&Storage> {
        self.storage.get(&var)
    }

    /// Whether a variable of the sequential part lives in memory of the team.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.sequential.is_shared(var) || self.fork_join.is_shared(var)
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
