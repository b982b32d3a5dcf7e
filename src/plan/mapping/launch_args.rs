//! Arguments that no variable of the program asks for: memory that a launch brings, and where in the grid a thread is.
//! They stand behind those of the region's data ([`super::arguments`]).

use crate::plan::decisions::launch::{Arg, ArgWhat};
use crate::plan::decisions::reductions::Long;

/// The last argument of a region whose teams leave `bytes` each for the others, or whose threads have copies.
pub fn scratch(bytes: u64, copies: Vec<Long>) -> Option<Arg> {
    let what = match copies.is_empty() {
        true if bytes == 0 => return None,
        true => ArgWhat::Scratch(bytes),
        false => ArgWhat::ScratchCopies(bytes, copies),
    };
    Some(of_launch(what))
}

/// What spilled variables take.
pub fn team_memory(bytes: u64) -> Option<Arg> {
    (bytes > 0).then_some(of_launch(ArgWhat::TeamMemory(bytes)))
}

/// What a kernel whose blocks have the dimensions of its nest is told.
pub fn grid_part(grid_of_nest: bool) -> Option<Arg> {
    grid_of_nest.then_some(of_launch(ArgWhat::GridPart))
}

/// Room for tasks.
pub fn task_memory(needed: bool) -> Option<Arg> {
    needed.then_some(of_launch(ArgWhat::TaskMemory))
}

pub fn of_launch(what: ArgWhat) -> Arg {
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
