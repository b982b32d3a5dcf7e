//! The emulated device's memory: one reserved range of addresses that host allocations never fall into.
//!
//! Blocks come from a pool and then from the untouched end. With checks, a shadow of one byte for each 8
//! says what is allocated, as AddressSanitizer has it: 0 all eight bytes, 1 to 7 the first of them, 255
//! none. Must not know what the memory is for.

use crate::device::Address;
use crate::pool::{self, Pool};
use std::ptr;
use std::sync::Mutex;

pub const GONE: u8 = 255;
/// What is between two blocks, at least.
const GAP: usize = 64;
/// What fresh memory holds with checks on: neither zero nor a plausible number.
pub const JUNK: u8 = 0xcb;

/// What devices have handed out so far: begin and end, the end moving.
static USED: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// The memory of all emulated devices, as far as it was ever handed out.
pub fn each_used(mut f: impl FnMut(usize, usize)) {
    let used = USED.lock().map(|used| used.clone()).unwrap_or_default();
    for (low, high) in used {
        f(low, high);
    }
}

/// `end` of the memory that begins at `base`; none: it goes.
fn note_used(base: usize, end: Option<usize>) {
    if let Ok(mut used) = USED.lock() {
        used.retain(|&(low, _)| low != base);
        used.extend(end.map(|end| (base, end)));
    }
}

pub struct Memory {
    pub base: usize,
    pub bytes: usize,
    /// The shadow's first byte, or 0.
    pub shadow: usize,
    state: Mutex<State>,
}

struct State {
    pool: Pool,
    used: usize,
}

impl Memory {
    /// Reserves `bytes` of addresses, or as many as the system gives.
    pub fn reserve(bytes: usize, checked: bool) -> Result<Memory, String> {
        let mut bytes = bytes.next_multiple_of(4096);
        loop {
            if let Some(base) = map(bytes) {
                let shadow = if checked { map(bytes / 8) } else { Some(0) };
                if let Some(shadow) = shadow {
                    let memory = Memory {
                        base,
                        bytes,
                        shadow,
                        state: Mutex::new(State {
                            pool: Pool::default(),
                            used: 0,
                        }),
                    };
                    return Ok(memory);
                }
                // SAFETY: mapped above, not handed out.
                unsafe { libc::munmap(base as *mut _, bytes) };
            }
            bytes /= 2;
            if bytes < 1 << 20 {
                return Err("no address space for the emulated device's memory".into());
            }
        }
    }

    pub fn allocate(&self, bytes: usize) -> Option<Address> {
        let mut state = self.state.lock().ok()?;
        let at = match state.pool.take(bytes) {
            Some(at) => at as usize,
            None => {
                let size = pool::class(bytes);
                let start = state.used;
                let end = start.checked_add(size)?.checked_add(GAP)?;
                if end > self.bytes {
                    return None;
                }
                if self.shadow != 0 {
                    // Shadow starts as zeros, "allocated": the range is marked before it is handed out.
                    self.mark(self.base + start, size + GAP, GONE);
                }
                state.used = end;
                note_used(self.base, Some(self.base + end));
                self.base + start
            }
        };
        if self.shadow != 0 {
            self.mark(at, pool::class(bytes), GONE);
            self.mark(at, bytes, 0);
            // SAFETY: the block is ours alone.
            unsafe { ptr::write_bytes(at as *mut u8, JUNK, bytes) };
        }
        Some(at as Address)
    }

    pub fn free(&self, at: Address, bytes: usize) {
        if self.shadow != 0 {
            self.mark(at as usize, pool::class(bytes), GONE);
        }
        if let Ok(mut state) = self.state.lock() {
            state.pool.give(at, bytes);
        }
    }

    /// Sets the shadow of a range that begins at a multiple of 8.
    fn mark(&self, at: usize, bytes: usize, value: u8) {
        let first = (at - self.base) / 8;
        // SAFETY: the shadow has a byte for each 8 of the range.
        unsafe {
            ptr::write_bytes((self.shadow + first) as *mut u8, value, bytes / 8);
            if !bytes.is_multiple_of(8) {
                let last = if value == 0 { (bytes % 8) as u8 } else { value };
                ptr::write((self.shadow + first + bytes / 8) as *mut u8, last);
            }
        }
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
            if self.shadow != 0 {
                libc::munmap(self.shadow as *mut _, self.bytes / 8);
            }
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

/// Whether all of these bytes, which begin inside the range, are allocated.
///
/// # Safety
/// `shadow` is that of the memory which begins at `base`, and the bytes end inside it.
#[inline]
pub unsafe fn allocated(base: usize, shadow: usize, at: usize, bytes: usize) -> bool {
    let first = (at - base) / 8;
    let last = (at + bytes - 1 - base) / 8;
    for cell in first..last {
        if unsafe { ptr::read((shadow + cell) as *const u8) } != 0 {
            return false;
        }
    }
    let end = unsafe { ptr::read((shadow + last) as *const u8) };
    end == 0 || ((at + bytes - 1 - base) % 8) < end as usize && end != GONE
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
    fn shadow_knows_every_byte() {
        let memory = Memory::reserve(1 << 20, true).unwrap();
        let a = memory.allocate(13).unwrap() as usize;
        let b = memory.allocate(16).unwrap() as usize;
        let ok = |at, n| unsafe { allocated(memory.base, memory.shadow, at, n) };
        assert!(ok(a, 13) && ok(a + 12, 1) && !ok(a + 13, 1) && !ok(a + 8, 8) && !ok(a, 16));
        assert!(ok(b, 16) && !ok(b + 16, 1) && !ok(b + 9, 8));
        memory.free(b as u64, 16);
        assert!(!ok(b, 1));
    }
}
