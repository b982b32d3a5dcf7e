//! Constructs of tasks: their steps, and what follows for the functions of a unit.

mod cancelled;
pub mod in_unit;
mod originals;
pub mod steps;
