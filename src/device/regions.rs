//! Functions with constructs, and the regions that a kernel or a function forks: code that other threads execute than
//! those whose code forks it.

use super::{Block, HeaderStorage, Team};

/// A function with constructs, and its regions.
#[derive(Debug)]
pub struct Function {
    /// The function and those of its regions, as they stand in the CUDA file.
    pub code: Block,
    /// What the device header has in shared memory for it, functions that it calls aside.
    pub reserved: HeaderStorage,
}

/// The regions as far as they are built.
#[derive(Debug, Default)]
pub struct Regions {
    /// Each one's code, in the order of the forks.
    pub built: Vec<Block>,
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
