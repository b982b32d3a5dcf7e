//! The plan: from the IR and the facts to one [`decisions::kernel::KernelPlan`] for each target region, pure data.
//!
//! What is not supported is refused here or earlier, so that `emit` cannot fail. Must not know how anything is
//! spelled in the output. `decisions` holds the data; the other folders make it, each for one subject, and
//! [`unit::plan`] calls them.

pub mod architectures;
pub mod check;
pub mod constructs;
pub mod decisions;
mod functions;
mod host;
pub mod items;
mod kernel;
mod lanes;
mod launch;
pub mod mapping;
pub mod memory;
mod mode;
pub mod options;
mod planner;
pub mod unit;

#[cfg(test)]
mod tests;
