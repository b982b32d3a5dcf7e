//! Passes over device code: some find what the code needs, the others change it into code that does the same.

mod barriers;
mod flow;
mod order;
mod scopes;
mod storage;
mod teams;

pub use barriers::{by_lanes, drop_last_barrier, merge_barriers};
pub use order::{Surroundings, drop_unneeded_barriers};
pub use scopes::drop_last_scope;
pub use storage::reserved;
pub use teams::{Needs, names_team, needs};

use super::tree::Block;

/// Removes superfluous barriers and braces from the blocks of a kernel or function.
pub fn simplify(blocks: Vec<&mut Block>) {
    for block in blocks {
        merge_barriers(block);
        scopes::drop_scopes(block);
        // Those that braces kept apart.
        merge_barriers(block);
    }
}

/// Small trees for the passes' tests.
#[cfg(test)]
mod samples {
    use crate::device::tree::Block;

    /// The block that `f` fills.
    pub fn built(f: impl FnOnce(&mut Block)) -> Block {
        let mut block = Block::default();
        f(&mut block);
        block
    }

    /// The text of what `f` builds, after a pass.
    pub fn printed(pass: impl FnOnce(&mut Block), f: impl FnOnce(&mut Block)) -> String {
        let mut block = built(f);
        pass(&mut block);
        block.to_string()
    }
}
