//! The regions that a kernel or a function forks: code that other threads execute than those whose code forks it.

use super::skeletons::RegionFunction;
use super::{Block, Team};

/// The regions as far as they are built.
#[derive(Debug, Default)]
pub struct Regions {
    /// The code of each one of a kernel, in the order of the forks.
    pub built: Vec<Block>,
    /// The same of a function.
    pub functions: Vec<RegionFunction>,
    /// The region of several parallel constructs of which others are to come.
    pub begun: Option<Region>,
}

/// A region's code and who executes it.
#[derive(Debug)]
pub struct Region {
    /// The threads that execute it.
    pub team: Team,
    /// What they execute.
    pub code: Block,
}
