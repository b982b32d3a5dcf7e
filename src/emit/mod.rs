//! (to be written)

pub mod cuda;
