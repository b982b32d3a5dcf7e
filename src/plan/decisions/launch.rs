//! The launch of a kernel: its shape, and what the host passes to it or maps for it.

pub use crate::analyze::read_only::Behind;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::MapKind;
use crate::plan::decisions::loops::Turns;
use crate::plan::decisions::reductions::Long;

/// The threads of a warp.
pub const WARP: u32 = 32;
/// The warps of the largest block.
pub const MOST_WARPS: u32 = 32;
/// The threads of the last warp of a fork-join kernel: its master alone.
pub const MASTER: u32 = 1;

/// The shape of a launch: the threads of a team, and the teams.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The threads of a team where no clause determines them.
    pub block: u32,
    /// The most threads of a team that the kernel is compiled for.
    pub max_block: u32,
    /// The argument of `num_teams`.
    pub teams: Option<ExprId>,
    /// The argument of `if` on the `teams` construct: there is one team where it is false.
    pub teams_if: Option<ExprId>,
    /// The argument of `num_threads` on the region's only parallel construct, or the same on all of them.
    pub threads: Option<ExprId>,
    /// Where several parallel constructs ask for numbers that the host knows: the launch has the largest.
    pub largest: Option<Largest>,
    /// The argument of `if` on that parallel construct: the team has one thread where it is false.
    pub condition: Option<ExprId>,
    /// The argument of `thread_limit`.
    pub limit: Option<ExprId>,
    /// Whether there is a single team, since the region has no `teams` construct.
    pub one_team: bool,
    /// Whether the launch has no more teams than the device holds at once, since each team initialises and combines
    /// copies.
    pub few_teams: bool,
    /// Whether teams always have `block` threads, a constant of the kernel: nothing in it can observe the number.
    pub exact_block: bool,
    /// How many teams, of `block` threads each, a CUDA block may have; 0 where each team has a block of its own.
    pub teams_of_block: u32,
    /// The loops that the threads of a team share, where the launch may give teams fewer threads than `block`, down to a
    /// warp: nothing can observe the number, the launch knows how short these loops are, and each iteration that is
    /// distributed to teams makes their threads wait for each other. Otherwise empty.
    pub small_teams: Vec<Nest>,
    /// The loops that the threads of a team share, and that have use for more threads than `block`, where the launch
    /// may give teams more of them, up to `max_block`, if there are few teams. Otherwise empty.
    pub large_teams: Vec<Nest>,
    /// Whether grid and blocks have the dimensions of the loops of `iterations`.
    pub grid_of_nest: bool,
    /// How many iterations of these loops a thread executes then.
    pub turns: Turns,
    /// How many lanes execute each iteration together; 0 where one thread executes it.
    pub lanes: u32,
    /// The nest whose iterations are distributed to the league: the host counts them where it can.
    pub iterations: Option<Nest>,
    /// The nest whose iterations are distributed to teams.
    pub team_iterations: Option<Nest>,
}

impl Shape {
    /// Whether loops of the whole block count each thread's iterations, so that the compiler can unroll them: the
    /// block's size is stated, or the launch chooses it so that threads get several iterations.
    pub fn counts_turns(&self) -> bool {
        self.exact_block || !self.small_teams.is_empty() || !self.large_teams.is_empty()
    }

    /// The most threads of a CUDA block.
    pub fn most_of_block(&self) -> u32 {
        match self.teams_of_block {
            0 => self.max_block,
            teams => self.block * teams,
        }
    }

    /// The most threads of a team where there are many teams.
    pub fn most_of_many_teams(&self) -> u32 {
        match self.large_teams.is_empty() {
            true => self.max_block,
            false => self.block,
        }
    }
}

/// The most threads that parallel constructs of a region ask for.
#[derive(Clone, Debug)]
pub struct Largest {
    /// The most that is known when the region is translated.
    pub least: u32,
    /// The arguments of `num_threads` that the host evaluates.
    pub asked: Vec<ExprId>,
}

/// What the host passes or maps for one list item or captured variable.
#[derive(Clone, Debug)]
pub struct Arg {
    /// What is passed or mapped.
    pub what: ArgWhat,
    /// The variable for which it is the kernel's next parameter; none where it is no parameter.
    pub param: Option<VarId>,
    /// `map` has the modifier `always`.
    pub always: bool,
    /// `map` has the modifier `present`.
    pub present: bool,
    /// `map` has the modifier `close`.
    pub close: bool,
    /// Whether it follows from a rule, not from a clause.
    pub implicit: bool,
    /// Whether it is a record or element that holds pointers to a list item, and is mapped only because of them.
    pub around: bool,
}

impl Arg {
    /// What follows from a rule, and is no parameter of a variable.
    pub fn implicit(what: ArgWhat) -> Arg {
        Arg {
            what,
            param: None,
            always: false,
            present: false,
            close: false,
            implicit: true,
            around: false,
        }
    }
}

/// The kinds of arguments.
#[derive(Clone, Debug)]
pub enum ArgWhat {
    /// A whole variable is mapped.
    Var(VarId, MapKind),
    /// The section or part that a list item names is mapped.
    Item(ListItem, MapKind),
    /// A section for each value of the `iterator` modifier, which the program counts at run time.
    Items(Vec<crate::omp::Iterator<ExprId>>, ListItem, MapKind),
    /// One element, at which the pointer expression points, is mapped, so that a member behind it can be mapped.
    Pointee(ExprId, MapKind),
    /// A variable is passed by value.
    Value(VarId),
    /// A variable is copied to device memory for this launch.
    PrivateCopy(VarId),
    /// Uninitialised device memory for a variable, for this launch.
    PrivateSpace(VarId),
    /// A pointer is passed, translated where it points into mapped memory.
    Pointer(VarId),
    /// A device pointer is passed as it is.
    DevicePointer(VarId),
    /// A variable whose address is a device address already is passed by that.
    DeviceAddress(VarId),
    /// Memory of so many bytes a team, in which teams store results for each other.
    Scratch(u64),
    /// Memory of so many bytes a team, for variables for which shared memory has no room.
    TeamMemory(u64),
    /// Which part of the grid the launch is, where the grid has the dimensions of a nest.
    GridPart(Turns),
    /// A stack of so many bytes a team, for variables that functions share with the regions that they fork; none
    /// where the size is known at run time only.
    TeamStack(Option<u64>),
    /// Stacks for the threads' own arrays of variable length.
    ThreadStacks(ThreadStacks),
    /// Memory of so many bytes a team for results, and for private copies of arrays for each thread.
    ScratchCopies(u64, Vec<Long>),
    /// Memory in which each team stores its tasks.
    TaskMemory,
}

/// Where a captured variable lives in a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In a parameter by value, under the user's name.
    Value,
    /// Behind a parameter that points to it; the user's name is a reference.
    Reference,
    /// An array behind a parameter that points to its first element, under the user's name.
    Array,
    /// In a symbol of the device image.
    Symbol,
    /// In a variable of the kernel, which is not initialised.
    Local,
}

/// The arrays for which the threads of a kernel need stacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadStacks {
    /// Arrays of the region whose lengths the host knows at the launch.
    pub known: Vec<VarId>,
    /// The other arrays.
    pub beside: Beside,
}

/// How many threads execute code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// A single thread.
    One,
    /// More than one.
    Several,
}

/// Arrays of variable length whose lengths the host does not know at the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// There are none.
    None,
    /// There are some: their lengths are computed in the region, or they belong to functions.
    Some,
    /// There are some if functions of other files have any.
    Linked,
}
