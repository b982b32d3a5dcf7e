//! The launch: the threads of a team, the teams of the league, and which of both the host can compute before it.

pub mod host_values;
mod nest_order;
mod open_sizes;
pub mod packed;
pub mod shape;
pub mod team_sizes;
