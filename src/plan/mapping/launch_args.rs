//! Arguments that belong to no variable of the program: memory that a launch provides, and the part of the grid that
//! it is. They stand behind those of the region's data ([`super::arguments`]).

use crate::plan::decisions::launch::{Arg, ArgWhat};
use crate::plan::decisions::loops::Turns;
use crate::plan::decisions::reductions::Long;

/// Scratch memory for a region whose teams store `bytes` each for the others, or whose threads have copies of long
/// arrays; none where nothing needs it.
pub fn scratch(bytes: u64, copies: Vec<Long>) -> Option<Arg> {
    let what = match copies.is_empty() {
        true if bytes == 0 => return None,
        true => ArgWhat::Scratch(bytes),
        false => ArgWhat::ScratchCopies(bytes, copies),
    };
    Some(Arg::implicit(what))
}

/// Memory for variables that are spilled from shared memory.
pub fn team_memory(bytes: u64) -> Option<Arg> {
    (bytes > 0).then_some(Arg::implicit(ArgWhat::TeamMemory(bytes)))
}

/// The part of the grid, for a kernel whose blocks have the dimensions of its nest.
pub fn grid_part(turns: Turns) -> Arg {
    Arg::implicit(ArgWhat::GridPart(turns))
}

/// Memory for tasks.
pub fn task_memory() -> Arg {
    Arg::implicit(ArgWhat::TaskMemory)
}
