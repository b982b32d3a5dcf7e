//! What the host passes to a kernel or maps for it, in order, and where the kernel finds each variable.

pub mod arguments;
pub mod launch_args;
mod pointers_on_the_way;
mod small_values;
