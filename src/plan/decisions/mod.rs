//! The plan as data: what `emit`, `report` and `lint` read. The other folders of `plan` make it.

pub mod accesses;
pub mod copies;
pub mod host;
pub mod kernel;
pub mod launch;
pub mod loops;
pub mod note;
pub mod reductions;
pub mod sequential;
pub mod shared;
pub mod steps;
pub mod synchronise;
pub mod unit;
