//! What is decided of a kernel or a device function as a whole: its mode, what its constructs become, where its variables
//! live, and how its workers find the regions of functions.

use crate::analyze::sharing::DeviceData;
use crate::analyze::tasks::deferral::{Obstacle, TaskRegions};
use crate::diag::Diagnostic;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::plan::decisions::accesses::SequentialAccesses;
use crate::plan::decisions::copies::{Copies, Parameters};
use crate::plan::decisions::host::HostVersion;
use crate::plan::decisions::launch::{Arg, Behind, Shape, Storage};
use crate::plan::decisions::note::Note;
use crate::plan::decisions::sequential::{ForkJoin, Sequential};
use crate::plan::decisions::shared::SharedLayout;
use crate::plan::decisions::steps::{Lowering, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The plan of one target region: everything that `emit` needs to know of it.
#[derive(Debug)]
pub struct KernelPlan {
    /// The `target` construct.
    pub construct: ConstructId,
    /// The kernel's name.
    pub name: String,
    /// The variables that the region captures.
    pub data: DeviceData,
    /// What the host passes or maps, in order; the arguments with a parameter are the kernel's parameter list.
    pub args: Vec<Arg>,
    /// What is known of the memory behind the pointers and arrays among its parameters.
    pub behind: BTreeMap<VarId, Behind>,
    /// Whether it has a second kernel, for launches in which the list items that its pointers lead to are separate.
    pub apart: bool,
    /// The shape of the launch.
    pub shape: Shape,
    /// The bytes of shared memory that its variables may take.
    pub shared_budget: u64,
    /// How the region's code runs.
    pub code: CodePlan,
    /// Whether threads of a team wait for each other anywhere.
    pub barriers: bool,
    /// Decisions in words, for the comment above the kernel and the report.
    pub notes: Vec<String>,
    /// Decisions that a line of the region is the reason for, with that line.
    pub reasons: Vec<Note>,
    /// Whether it calls functions that may call themselves.
    pub recursive: bool,
    /// Whether it may print, so that the host waits for it: its lines stand between those of the host.
    pub prints: bool,
    /// Whether all of it is one parallel region of all threads of the block.
    pub whole_block: bool,
    /// The functions of the unit that it calls, directly or through others.
    pub functions: BTreeSet<FuncId>,
    /// What the version of the region for the host has to say.
    pub host_version: HostVersion,
    /// What the user should know, and `--Werror` may make an error.
    pub warnings: Vec<Diagnostic>,
}

impl KernelPlan {
    /// How the region's code is distributed to threads.
    pub fn mode(&self) -> Mode {
        self.code.mode
    }

    /// The name of the kernel for launches with separate list items; the runtime knows what is behind the kernel's own.
    pub fn name_apart(&self) -> String {
        format!("{}_apart", self.name)
    }
}

/// A device function with constructs, or one that forks by what it calls.
#[derive(Debug)]
pub struct FunctionPlan {
    /// The function.
    pub func: FuncId,
    /// How its code runs.
    pub code: CodePlan,
    /// The number of each region that it forks, by which the workers of kernels find it; 0 where they receive a
    /// pointer to the region's function instead.
    pub numbers: Vec<u32>,
    /// What its user is told.
    pub warnings: Vec<Diagnostic>,
}

/// How a piece of device code runs: a kernel's region, or the device functions of a unit.
#[derive(Debug)]
pub struct CodePlan {
    /// How the code is distributed to threads.
    pub mode: Mode,
    /// What each construct inside (and the region's own) becomes.
    pub lowerings: BTreeMap<ConstructId, Lowering>,
    /// Where each captured variable lives.
    pub storage: BTreeMap<VarId, Storage>,
    /// How the code outside of parallel regions runs.
    pub sequential: Sequential,
    /// What that code and the parallel regions access of the memory that threads of a team share; none where it is not
    /// known, or the code runs in another mode.
    pub accesses: Option<SequentialAccesses>,
    /// The regions that a master forks, and what it shares with their threads.
    pub fork_join: ForkJoin,
    /// The struct of variables that the team shares.
    pub shared: SharedLayout,
    /// Whether the struct is larger than what a kernel may declare, so that the launch asks for dynamic shared memory
    /// (`romp::dynamic_shared`).
    pub dynamic: bool,
    /// The variables for which the budget of shared memory has no room, spilled to global memory that the launch
    /// provides for each team.
    pub spilled: SharedLayout,
    /// Whether results of several teams are combined, by the last team or in the original variables.
    pub combines_teams: bool,
    /// Whether the kernel stores the state of its team (`romp/state.cuh`), since functions that it calls ask for it,
    /// fork, or wait.
    pub state: bool,
    /// Whether it puts variables into the team's memory (`romp/team_memory.cuh`), itself or in functions that it
    /// calls.
    pub team_memory: bool,
    /// The regions whose threads execute tasks of each other, and the variables that these tasks share; none where
    /// all tasks are undeferred.
    pub tasks: Option<TaskRegions>,
    /// Why all tasks are undeferred, though the program would allow others.
    pub tasks_stay: Option<Obstacle>,
    /// Whether it stores run-sched-var (`romp/run_schedule.cuh`).
    pub keeps_run_schedule: bool,
    /// Whether it records which loop with `ordered` each of its threads executes (`romp/ordered.cuh`).
    pub orders: bool,
    /// The regions of functions that it may fork.
    pub dispatch: Dispatch,
    /// The copies that its constructs need.
    pub copies: Copies,
    /// Blocks whose implicit tasks have a variable for nthreads-var, since they change it.
    pub max_threads: BTreeSet<StmtId>,
    /// What it does to parameters that it receives by value.
    pub parameters: Parameters,
    /// The loops, by their bodies, whose last increment must not take place: where one thread executes all of such a
    /// loop, its iterations are counted.
    pub counted: BTreeMap<StmtId, CanonicalLoop>,
}

/// How the workers of a kernel find the regions of functions.
#[derive(Clone, Debug, Default)]
pub struct Dispatch {
    /// The regions that workers find by a number.
    pub known: Vec<Dispatched>,
    /// Whether it may fork other regions, in functions of other files or behind function pointers.
    pub by_pointer: bool,
    /// The largest number of a region of the unit's functions; the kernel's own regions have larger ones.
    pub last: usize,
}

/// A parallel region of a device function, for the kernels that may fork it.
#[derive(Clone, Debug)]
pub struct Dispatched {
    /// The number by which workers find it.
    pub number: u32,
    /// The function.
    pub func: FuncId,
    /// Its index among the function's regions.
    pub at: usize,
}

impl CodePlan {
    /// Whether teams take turns to reduce into originals.
    pub fn reduces_by_turns(&self) -> bool {
        let mut steps = self.lowerings.values().flat_map(|lowering| &lowering.steps);
        steps.any(|step| matches!(step, Step::Reduce(reduction) if reduction.by_turns))
    }

    /// The plan of code without constructs, whose functions ask for nothing.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            lowerings: BTreeMap::new(),
            storage: BTreeMap::new(),
            sequential: Sequential::default(),
            accesses: None,
            fork_join: ForkJoin::default(),
            shared: SharedLayout::default(),
            dynamic: false,
            spilled: SharedLayout::default(),
            combines_teams: false,
            state: false,
            team_memory: false,
            tasks: None,
            tasks_stay: None,
            keeps_run_schedule: false,
            orders: false,
            dispatch: Dispatch::default(),
            copies: Copies::default(),
            max_threads: BTreeSet::new(),
            parameters: Parameters::default(),
            counted: BTreeMap::new(),
        }
    }

    /// What each construct becomes, in the order of the text.
    pub fn lowerings(&self) -> impl Iterator<Item = (ConstructId, &Lowering)> {
        self.lowerings.iter().map(|(id, one)| (*id, one))
    }

    /// What a construct becomes; none where it is not part of this code.
    pub fn lowering(&self, id: ConstructId) -> Option<&Lowering> {
        self.lowerings.get(&id)
    }

    /// Whether results of several teams are combined. Such a launch has few teams, whose threads run long.
    pub fn combines_teams(&self) -> bool {
        self.combines_teams
    }

    /// Where a captured variable lives; none where the code does not capture it.
    pub fn storage_of(&self, var: VarId) -> Option<&Storage> {
        self.storage.get(&var)
    }

    /// Whether a variable of the sequential part lives in memory of the team.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.sequential.is_shared(var) || self.fork_join.is_shared(var)
    }
}

/// The mode of a region, with the plan of the code outside of its forks.
pub type Run = (Mode, Sequential, ForkJoin);

/// How code is distributed to the threads of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A team is one thread: the region forks no other.
    SingleThread,
    /// All threads of a team run the region; there is no sequential part, or every thread can repeat it.
    Spmd,
    /// All threads run the region; one thread does the sequential part's effects between two barriers.
    GuardedSpmd,
    /// A thread in a warp of its own, the master, runs the sequential part and forks parallel regions to the other
    /// threads, the workers.
    ForkJoin,
    /// A device function runs in the mode of the code that calls it.
    Function,
}
