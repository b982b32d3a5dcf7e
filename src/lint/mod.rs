//! What the user may want to hear of a program that is valid.

pub mod allow;
