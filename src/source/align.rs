//! Aligns the tokens of a preprocessed line with those of the original line.
pub struct Group;
