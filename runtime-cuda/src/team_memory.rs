//! Memory of launches for variables of teams that shared memory cannot hold, and for stacks of teams and of
//! their threads: a slice a team.
//!
//! A block belongs to one launch at a time. Where it has fewer slices than the launch has teams, these find
//! free ones by words that begin as zero (romp/team_slices.cuh). Knows nothing of what teams keep there.

use crate::device::{Address, Device, Fault, Stream};
use crate::ffi::{self, Arg};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of slices, and of the words in front of them.
const ALIGN: usize = 256;

/// `romp::team_slices`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slices {
    base: Address,
    taken: Address,
    count: u64,
    /// Of a slice.
    bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    at: Address,
    bytes: usize,
}

#[derive(Default)]
pub struct TeamMemory {
    idle: Mutex<Vec<Block>>,
}

/// A team's slice where nothing says how much: a large GPU holds some 4,000 blocks at once.
const TEAM: usize = 128 << 10;
/// The least of it that each thread gets for arrays.
const THREAD: usize = 4 << 10;
/// In front of a thread's arrays stands how much of its stack is in use.
const TOP: usize = 16;

/// Bytes of a slice for a team of so many threads; none where no address space holds them. `arena`: what the
/// user gives each team where the program does not say how much it needs.
pub fn slice(arg: &Arg, threads: usize, arena: Option<usize>) -> Option<usize> {
    let open = arg.has(ffi::OPEN);
    if !arg.has(ffi::THREADS) {
        return Some(match open {
            true => arg.bytes.max(arena.unwrap_or(TEAM)),
            false => arg.bytes,
        });
    }
    let share = match (open, arena) {
        (false, _) => 0,
        (true, Some(bytes)) => bytes / threads,
        (true, None) => (TEAM / threads).max(THREAD),
    };
    let each = (arg.base as usize).checked_add(share)?.checked_add(TOP)?;
    each.checked_next_multiple_of(TOP)?.checked_mul(threads)
}

impl Slices {
    /// Where nothing is allocated: sizes alone.
    pub fn of_nothing(bytes: usize, count: u32) -> Slices {
        Slices {
            base: 0,
            taken: 0,
            count: count.into(),
            bytes: bytes as u64,
        }
    }
}

impl TeamMemory {
    /// `count` slices of `each` bytes; `cleared`: their words are zero.
    pub fn take(
        &self,
        device: &dyn Device,
        stream: Stream,
        each: usize,
        count: u32,
        cleared: bool,
    ) -> Result<(Block, Slices), Fault> {
        let count = count as usize;
        let words = (count * size_of::<u32>()).next_multiple_of(ALIGN);
        let needed = each
            .checked_next_multiple_of(ALIGN)
            .and_then(|each| each.checked_mul(count))
            .and_then(|all| all.checked_add(words))
            .ok_or(Fault::OutOfMemory)?;
        let block = match self.fitting(needed) {
            Some(block) => block,
            None => self.allocate(device, needed)?,
        };
        if cleared && let Err(fault) = device.fill(block.at, 0, words, stream) {
            self.give(device, block);
            return Err(fault);
        }
        let slices = Slices {
            base: block.at + words as u64,
            taken: block.at,
            count: count as u64,
            bytes: each as u64,
        };
        Ok((block, slices))
    }

    pub fn give(&self, device: &dyn Device, block: Block) {
        device.keep(block.at, block.bytes);
        self.lock().push(block);
    }

    /// The smallest that is large enough.
    fn fitting(&self, needed: usize) -> Option<Block> {
        let mut idle = self.lock();
        let fits = idle.iter().enumerate();
        let (at, _) = fits
            .filter(|(_, block)| block.bytes >= needed)
            .min_by_key(|(_, block)| block.bytes)?;
        Some(idle.swap_remove(at))
    }

    /// Blocks that are too small make room.
    fn allocate(&self, device: &dyn Device, bytes: usize) -> Result<Block, Fault> {
        for block in self.lock().drain(..) {
            device.free(block.at, block.bytes);
        }
        let at = device.allocate(bytes)?;
        Ok(Block { at, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Block>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
