//! Facts about the program, one file for each fact. Facts stand beside the IR, indexed by its ids; the IR is never
//! changed here, and nothing here knows how code will be emitted.

pub mod allocators;
pub mod assigned;
pub mod atomics;
pub mod call_graph;
pub mod called_regions;
pub mod conditional;
pub mod effects;
pub mod facts;
pub mod footprint;
pub mod independent;
pub mod last_increment;
pub mod length;
pub mod loops;
pub mod nested_calls;
pub mod nested_targets;
pub mod nests;
pub mod orphaned_order;
pub mod orphans;
pub mod reach;
pub mod read_only;
pub mod regions;
pub mod run_schedule;
pub mod scans;
pub mod sharing;
pub mod steady;
pub mod strides;
pub mod synchronise;
pub mod tasks;
pub mod thread_arrays;
pub mod uniform;
pub mod unmapped;
pub mod unnamed;
pub mod updates;
pub mod use_table;
pub mod uses;

#[cfg(test)]
pub(crate) mod tests;
