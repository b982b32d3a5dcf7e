//! Loops: which iteration goes to which thread, what a thread has a copy of, and what iterations wait for.

mod copies;
mod doacross;
pub mod linear;
pub mod non_rectangular;
mod plan;
pub mod scan;
pub mod schedules;
mod steps;
