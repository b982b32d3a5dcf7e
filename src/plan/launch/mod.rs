//! The launch: threads a team, teams of the league, and what of both the host can compute before it.

pub mod host_values;
pub mod sizes;
pub mod teams;
