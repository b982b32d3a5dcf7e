//! What each construct inside of a region becomes: its steps, from the outside in (`decisions::steps`).
//!
//! From the clauses, the facts and the place of the construct; `lower` walks the constructs and calls the file of
//! each. Must not know how the sequential part around them runs.

mod cancel;
pub mod copies;
pub mod dispatch;
pub mod interop;
pub mod loops;
pub mod lower;
mod parallel;
pub mod reductions;
mod spread;
pub mod synchronise;
pub mod tasks;
mod worksharing;
