//! (to be written)

pub mod reach;
