//! What the host passes to a kernel or maps for it, in order, and where the kernel finds each variable.

pub mod arguments;
pub mod launch_args;
mod map_clauses;
mod other_members;
mod pointers_on_the_way;
pub mod read_only;
mod small_values;
