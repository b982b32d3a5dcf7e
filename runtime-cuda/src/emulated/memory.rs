//! The emulated device's memory: one reserved range of addresses that host allocations never fall into.
//!
//! Blocks come from a pool and then from the end that was never allocated. With checks, [`shadow`] says what is allocated, blocks
//! lie apart, and freed blocks are allocated again after a while only. Must not know what the memory is for.

use super::check::{
    self, blocks,
    shadow::{self, GONE},
};
use crate::device::Address;
use crate::pool::{self, Pool};
use std::collections::VecDeque;
use std::ptr;
use std::sync::Mutex;

/// The least distance of two blocks, in bytes.
const GAP: usize = 64;
/// Where checked memory begins: an address with a shadow. The memories of further devices lie behind it, at this distance.
const CHECKED: usize = 0x3000_0000_0000;
const APART: usize = 1 << 40;
const PLACES: usize = 8;
/// Freed blocks are not allocated again until so many bytes are free, so that an access by an old address is found.
const RESTING: usize = 64 << 20;
/// What fresh memory holds with checks on: neither zero nor a plausible number.
pub const JUNK: u8 = 0xcb;

/// The memory that each device has allocated so far: begin and end; the end moves.
static USED: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Calls `f` for the memory of each emulated device, as far as it was ever allocated.
pub fn each_used(mut f: impl FnMut(usize, usize)) {
    let used = USED.lock().map(|used| used.clone()).unwrap_or_default();
    for (low, high) in used {
        f(low, high);
    }
}

/// Records the `end` of the allocated memory that begins at `base`; none where the device goes.
fn note_used(base: usize, end: Option<usize>) {
    if let Ok(mut used) = USED.lock() {
        used.retain(|&(low, _)| low != base);
        used.extend(end.map(|end| (base, end)));
    }
}

pub struct Memory {
    pub base: usize,
    pub bytes: usize,
    checked: bool,
    state: Mutex<State>,
}

struct State {
    pool: Pool,
    used: usize,
    resting: VecDeque<(Address, usize)>,
    resting_bytes: usize,
}

impl State {
    /// Returns the oldest freed blocks to the pool until at most so many bytes are kept back.
    fn rest(&mut self, most: usize) {
        while self.resting_bytes > most {
            let Some((at, bytes)) = self.resting.pop_front() else {
                break;
            };
            self.resting_bytes -= bytes;
            self.pool.give(at, bytes);
        }
    }
}

impl Memory {
    /// Reserves `bytes` of addresses, or as many as the system gives.
    pub fn reserve(bytes: usize, checked: bool) -> Result<Memory, String> {
        let mut bytes = bytes.next_multiple_of(4096);
        loop {
            let base = if checked {
                map_checked(bytes)
            } else {
                map(bytes)
            };
            if let Some(base) = base {
                let memory = Memory {
                    base,
                    bytes,
                    checked,
                    state: Mutex::new(State {
                        pool: Pool::default(),
                        // An address in front of the first block is the device's, too.
                        used: if checked { 4096 } else { 0 },
                        resting: VecDeque::new(),
                        resting_bytes: 0,
                    }),
                };
                if checked {
                    shadow::mark(base, 4096, GONE);
                }
                return Ok(memory);
            }
            bytes /= 2;
            if bytes < 1 << 20 {
                let text = "no address space for the emulated device's memory";
                let checks = if checked {
                    " and what its checks know of it (ROMP_EMULATED_CHECK=none does without)"
                } else {
                    ""
                };
                return Err(format!("{text}{checks}"));
            }
        }
    }

    pub fn allocate(&self, bytes: usize) -> Option<Address> {
        let mut state = self.state.lock().ok()?;
        let at = match self.block(&mut state, bytes) {
            Some(at) => at,
            None => {
                state.rest(0);
                self.block(&mut state, bytes)?
            }
        };
        if self.checked {
            shadow::mark(at, pool::class(bytes), GONE);
            shadow::mark_range_written(at, pool::class(bytes));
            shadow::mark(at, bytes, 0);
            blocks::given(at, bytes, pool::class(bytes));
            // SAFETY: the block is ours alone.
            unsafe { ptr::write_bytes(at as *mut u8, JUNK, bytes) };
        }
        Some(at as Address)
    }

    /// A block from the pool, or one behind all that was ever allocated.
    fn block(&self, state: &mut State, bytes: usize) -> Option<usize> {
        if let Some(at) = state.pool.take(bytes) {
            return Some(at as usize);
        }
        let size = pool::class(bytes);
        let start = state.used;
        let end = start.checked_add(size)?.checked_add(GAP)?;
        if end > self.bytes {
            return None;
        }
        if self.checked {
            // A shadow begins as zeros, "may be accessed": the range is marked before it is allocated.
            shadow::mark(self.base + start, size + GAP, GONE);
        }
        state.used = end;
        note_used(self.base, Some(self.base + end));
        if self.checked {
            check::device_memory(self.base, self.base + end, self.bytes);
        }
        Some(self.base + start)
    }

    pub fn free(&self, at: Address, bytes: usize) {
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        if !self.checked {
            state.pool.give(at, bytes);
            return;
        }
        shadow::mark(at as usize, pool::class(bytes), GONE);
        blocks::returned(at as usize);
        state.resting.push_back((at, bytes));
        state.resting_bytes += bytes;
        state.rest(RESTING);
    }

    pub fn contains(&self, at: usize) -> bool {
        at.wrapping_sub(self.base) < self.bytes
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        note_used(self.base, None);
        // SAFETY: mapped by `reserve`; the device goes, and its addresses with it.
        unsafe {
            libc::munmap(self.base as *mut _, self.bytes);
        }
    }
}

fn map(bytes: usize) -> Option<usize> {
    // SAFETY: a fresh private mapping.
    let at = unsafe {
        libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    (at != libc::MAP_FAILED).then_some(at as usize)
}

/// Maps memory at an address that can have a shadow.
fn map_checked(bytes: usize) -> Option<usize> {
    (0..PLACES).map(|i| CHECKED + i * APART).find(|&at| {
        if bytes > APART || !shadow::map_at(at, bytes) {
            return false;
        }
        let covered = shadow::cover(at, at + bytes);
        if !covered {
            // SAFETY: mapped above.
            unsafe { libc::munmap(at as *mut _, bytes) };
        }
        covered
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_out_and_takes_back() {
        let memory = Memory::reserve(1 << 20, false).unwrap();
        let a = memory.allocate(600_000).unwrap();
        assert_eq!(memory.allocate(600_000), None);
        memory.free(a, 600_000);
        assert_eq!(memory.allocate(599_999), Some(a));
    }

    #[test]
    fn what_is_given_back_rests() {
        let memory = Memory::reserve(1 << 30, true).unwrap();
        let a = memory.allocate(13).unwrap();
        let ok = |at: Address, n| shadow::allowed(at as usize, n);
        assert!(ok(a, 13) && !ok(a + 13, 1) && !ok(a + 8, 8) && !ok(a - 1, 1));
        memory.free(a, 13);
        assert!(!ok(a, 1));
        assert_ne!(memory.allocate(13), Some(a));
        let large = memory.allocate(RESTING + 1).unwrap();
        memory.free(large, RESTING + 1);
        assert_eq!(memory.allocate(13), Some(a));
    }
}
