//! Constructs of tasks: their steps, and what the functions of a unit are told of them.

pub mod in_unit;
pub mod steps;
