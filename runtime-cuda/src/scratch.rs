//! Scratch memory of launches: counters, which are zero between launches, and behind them memory for each team.
//!
//! A kernel leaves the counters as it found them, so that one block serves launch after launch without being cleared. One
//! launch at a time holds a block. Knows nothing of what kernels write there.

use crate::device::{Address, Device, Fault, Stream};
use std::sync::{Mutex, PoisonError};

/// Bytes in front of the teams' parts, where the counters are (`scratch_head` of `romp/league_reductions.cuh`).
const HEAD: usize = 64 + 4 * 64;
/// Bytes of the smallest block. They include what the first teams of a scan need beyond their parts
/// (`romp/league_scans.cuh`).
const LEAST: usize = 1 << 20;
/// The most bytes that a launch may take: private copies of arrays could ask for any number.
pub const MOST: usize = 1 << 30;

/// Scratch memory for one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub at: Address,
    bytes: usize,
}

/// The blocks of one device that no launch holds.
#[derive(Default)]
pub struct Scratch {
    idle: Mutex<Vec<Block>>,
}

impl Scratch {
    /// Takes a block for so many teams, with `each` bytes for one.
    pub fn take(
        &self,
        device: &dyn Device,
        stream: Stream,
        each: usize,
        teams: u32,
    ) -> Result<Block, Fault> {
        let needed = each
            .checked_mul(teams as usize)
            .and_then(|n| n.checked_add(HEAD))
            .ok_or(Fault::OutOfMemory)?;
        if let Some(block) = self.fitting(needed) {
            return Ok(block);
        }
        let bytes = needed.max(LEAST);
        let at = device.allocate(bytes)?;
        device.fill(at, 0, HEAD, stream)?;
        Ok(Block { at, bytes })
    }

    /// Returns the block of a launch. The launch may be under way where whoever takes the block next uses the same stream,
    /// or has waited for it.
    pub fn give(&self, device: &dyn Device, stream: Stream, block: Block) {
        device.keep(block.at, block.bytes, stream);
        self.lock().push(block);
    }

    fn fitting(&self, needed: usize) -> Option<Block> {
        let mut idle = self.lock();
        let at = idle.iter().position(|block| block.bytes >= needed)?;
        Some(idle.swap_remove(at))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Block>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scan_board` of `romp/league_scans.cuh` beside what the translator asks for each team (`plan/constructs/loops/scan.rs`).
    #[test]
    fn rings_of_scans_fit_whatever_the_teams() {
        for stride in (0..=256).step_by(16) {
            for width in 1..=32 {
                for teams in 2..5000_usize {
                    let far = 4 * (teams.div_ceil(width) + 1);
                    let needed = HEAD + far * (width + 1) * 16 + stride * far * (width + 2);
                    let each = 4 * (2 * 16 + 3 * stride) + 16;
                    let given = LEAST.max(HEAD + each * teams);
                    assert!(
                        needed <= given,
                        "{stride} {width} {teams}: {needed} {given}"
                    );
                }
            }
        }
    }
}
