//! Device memory of launches, a slice for each team: for variables that shared memory cannot hold, and for stacks of
//! teams and of their threads.
//!
//! One launch at a time holds a block. Where it has fewer slices than the launch has teams, a team that starts finds a
//! free one by a word for each slice, zero where it is free (romp/team_slices.cuh). Knows nothing of what teams write
//! there.

use crate::device::{Address, Device, Fault, Stream};
use crate::ffi::{self, Arg};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The alignment of slices and of the words in front of them, in bytes.
const ALIGN: usize = 256;

/// The slices of a launch as its kernel receives them (`romp::team_slices`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slices {
    base: Address,
    /// The address of the words that say which slices are taken.
    taken: Address,
    count: u64,
    /// Bytes of one slice.
    bytes: u64,
}

/// Memory with the slices of one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    at: Address,
    bytes: usize,
}

/// The blocks of one device that no launch holds.
#[derive(Default)]
pub struct TeamMemory {
    idle: Mutex<Vec<Block>>,
}

/// Bytes of a slice where nothing says how much a team needs. On a large GPU some 4,000 teams are resident at once.
const TEAM: usize = 128 << 10;
/// The least bytes that each thread gets for arrays where nothing says how much they need.
const THREAD: usize = 4 << 10;
/// Bytes in front of a thread's arrays, where the kernel keeps how much of the thread's stack is in use.
const TOP: usize = 16;

/// Bytes of a slice for a team of so many threads, as `arg` of the construct's list asks for them; none where that
/// overflows. `arena` is ROMP_TEAM_ARENA, which counts where the program does not say how much a team needs.
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
    /// Slices without memory: the kernel reads their size and number alone.
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
    /// Takes `count` slices of `each` bytes. With `cleared`, the words that say which are taken are set to zero.
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
            None => self.allocate(device, stream, needed)?,
        };
        if cleared && let Err(fault) = device.fill(block.at, 0, words, stream) {
            self.give(device, stream, block);
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

    /// Returns the block of a launch. The launch may be under way where whoever takes the block next uses the same stream,
    /// or has waited for it.
    pub fn give(&self, device: &dyn Device, stream: Stream, block: Block) {
        device.keep(block.at, block.bytes, stream);
        self.lock().push(block);
    }

    /// Takes the smallest idle block that is large enough.
    fn fitting(&self, needed: usize) -> Option<Block> {
        let mut idle = self.lock();
        let fits = idle.iter().enumerate();
        let (at, _) = fits
            .filter(|(_, block)| block.bytes >= needed)
            .min_by_key(|(_, block)| block.bytes)?;
        Some(idle.swap_remove(at))
    }

    /// Allocates a block, after the idle ones, which are all too small, have been freed.
    fn allocate(&self, device: &dyn Device, stream: Stream, bytes: usize) -> Result<Block, Fault> {
        let idle: Vec<Block> = self.lock().drain(..).collect();
        if !idle.is_empty() {
            // Launches that are under way may use them.
            device.finish(stream, None)?;
        }
        for block in idle {
            device.free(block.at, block.bytes);
        }
        let at = device.allocate(bytes)?;
        Ok(Block { at, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Block>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
