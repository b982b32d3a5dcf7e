//! Loops: which iteration goes to which thread, what a thread has a copy of, and which iterations wait for others.

mod copies;
mod doacross;
pub mod linear;
pub mod non_rectangular;
mod plan;
pub mod run_schedule;
pub mod scan;
mod steps;
