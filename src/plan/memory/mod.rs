//! Memory of a team: which of its variables live at the same time, where each lies in shared memory, what goes to global
//! memory instead, and the stacks that a launch brings.

pub mod budget;
pub mod layout;
pub mod redzones;
pub mod scopes;
pub mod stacks;
