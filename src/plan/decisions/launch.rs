//! The launch of a kernel: its shape, and what the host passes to it or maps for it.

use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::MapKind;
use crate::plan::decisions::reductions::Long;

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

/// What the host passes or maps for one list item or captured variable.
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
    ThreadStacks(ThreadStacks),
    /// Memory in which teams leave results, and private copies of arrays for each thread.
    ScratchCopies(u64, Vec<Long>),
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

/// What the stacks of a kernel's threads must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadStacks {
    /// Arrays of the region whose lengths the host knows.
    pub known: Vec<VarId>,
    pub beside: Beside,
}

/// Other arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    None,
    /// Of lengths that are computed in the region, or of functions.
    Some,
    /// At most those of functions in other files.
    Linked,
}
