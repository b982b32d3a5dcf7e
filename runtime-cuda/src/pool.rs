//! Reuse of device memory: freed blocks by size class, which are allocated again before the device is asked for more.
//!
//! The driver's allocation and free cost tens of microseconds and a synchronisation. Classes are four to
//! each power of two, so at most a quarter of a block is waste. Knows addresses only, no device.

use std::collections::BTreeMap;

/// The freed blocks of one device.
#[derive(Default)]
pub struct Pool {
    free: BTreeMap<usize, Vec<u64>>,
}

/// The size that a request is rounded up to, in bytes.
pub fn class(bytes: usize) -> usize {
    const LEAST: usize = 512;
    if bytes <= LEAST {
        return LEAST;
    }
    let step = (bytes.next_power_of_two() / 8).max(64);
    bytes.div_ceil(step).saturating_mul(step)
}

impl Pool {
    /// Takes a freed block of `class(bytes)` bytes; none where there is none.
    pub fn take(&mut self, bytes: usize) -> Option<u64> {
        self.free.get_mut(&class(bytes))?.pop()
    }

    /// Puts a block of `class(bytes)` bytes back.
    pub fn give(&mut self, at: u64, bytes: usize) {
        self.free.entry(class(bytes)).or_default().push(at);
    }

    /// Takes out all blocks, to be freed when the device runs out of memory.
    pub fn drain(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.free)
            .into_values()
            .flatten()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_waste_at_most_a_quarter() {
        for bytes in (1..100_000).chain([1 << 30, (1 << 30) + 1, 5_000_000_007]) {
            let rounded = class(bytes);
            assert!(rounded >= bytes && rounded.is_multiple_of(64), "{bytes}");
            assert!(
                bytes < 513 || rounded - bytes <= bytes / 4,
                "{bytes} -> {rounded}"
            );
            assert_eq!(class(rounded), rounded);
        }
    }

    #[test]
    fn a_freed_block_comes_back() {
        let mut pool = Pool::default();
        assert_eq!(pool.take(1000), None);
        pool.give(4096, 1000);
        assert_eq!(pool.take(2000), None);
        assert_eq!(pool.take(1001), Some(4096));
        pool.give(8192, 10);
        assert_eq!(pool.drain(), [8192]);
    }
}
