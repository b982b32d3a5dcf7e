//! Device code as values: kernels and functions, their statements, the functions and classes of the device header, the
//! teams that use them, and the shared memory that they reserve.
//!
//! `emit` builds it, construct by construct. Nothing here knows a plan, a fact or a construct of OpenMP.

pub mod access;
pub mod functions;
mod outline;
pub mod parts;
pub mod passes;
mod print;
mod regions;
pub mod skeletons;
pub mod storage;
pub mod team;
pub mod tree;
pub mod value;

pub use functions::{Class, DeviceFn};
pub use outline::outline;
pub use regions::{Region, Regions};
pub use skeletons::{Function, Item};
pub use storage::{HeaderStorage, Storage};
pub use team::Team;
pub use tree::Block;
pub use value::{Call, Expr, Object, Value};
