//! In what order a block's threads and a launch's blocks run: by their numbers, or by a seed.
//!
//! With ROMP_SCHEDULE_SEED each launch has another order, the same for the same seed, so that results that depend on the order differ.

use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of this run; 0 for the order of numbers.
static SEED: AtomicU64 = AtomicU64::new(0);

/// Sets the seed, which may be any number.
pub fn start(seed: Option<u64>) {
    SEED.store(seed.map_or(0, |seed| mix(seed) | 1), Ordering::Relaxed);
}

/// The seed, or 0 where none was given.
pub fn seed() -> u64 {
    SEED.load(Ordering::Relaxed)
}

/// SplitMix64: the results for neighbouring numbers are unrelated.
fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A block's threads, in another order each round.
pub struct Rounds {
    order: Vec<usize>,
    state: u64,
}

impl Rounds {
    pub fn new(threads: usize, team: u32) -> Rounds {
        Rounds {
            order: (0..threads).collect(),
            state: match seed() {
                0 => 0,
                seed => mix(seed ^ u64::from(team)) | 1,
            },
        }
    }

    pub fn next(&mut self) -> &[usize] {
        if self.state != 0 {
            for last in (1..self.order.len()).rev() {
                self.state = mix(self.state);
                let other = (self.state % (last as u64 + 1)) as usize;
                self.order.swap(last, other);
            }
        }
        &self.order
    }
}

/// The block that is the `turn`th of `all`.
pub fn block(turn: u32, all: u32) -> u32 {
    match seed() {
        0 => turn,
        seed => (u64::from(turn) * step(seed, all) + seed % u64::from(all))
            .rem_euclid(u64::from(all)) as u32,
    }
}

/// A number below `all` that has no divisor in common with it, so that its multiples reach every number below `all`.
fn step(seed: u64, all: u32) -> u64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let all = u64::from(all);
    (1 + seed / 7 % all..)
        .find(|&step| gcd(step, all) == 1)
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_has_one_turn() {
        for seed in [1, 2, 77] {
            start(Some(seed));
            for all in [1, 2, 12, 97, 1024] {
                let mut blocks: Vec<u32> = (0..all).map(|turn| block(turn, all)).collect();
                blocks.sort_unstable();
                assert!(blocks.into_iter().eq(0..all));
            }
            let (mut a, mut b) = (Rounds::new(33, 4), Rounds::new(33, 4));
            assert_eq!(a.next(), b.next(), "the same seed, the same order");
            let first = a.next().to_vec();
            assert_ne!(first, a.next());
        }
        start(None);
        assert_eq!(block(5, 9), 5);
        assert!(Rounds::new(5, 0).next().iter().copied().eq(0..5));
    }
}
