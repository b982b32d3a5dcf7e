//! How the code of a region outside of its parallel regions is executed: as SPMD, guarded, or by a master that forks.

mod accesses;
mod adjacent;
mod barriers;
mod choice;
pub mod cost;
pub mod fork_join;
pub mod fuse;
mod latched_sizes;
mod latched_values;
mod reasons;
pub mod sequential;
