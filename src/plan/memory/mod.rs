//! The memory of a team: which of its variables live at the same time, where each lies in shared memory, which are
//! spilled to global memory, and the stacks that a launch provides; which tables lie in constant memory.

pub mod budget;
pub mod constants;
pub mod layout;
pub mod redzones;
pub mod scopes;
pub mod stacks;
