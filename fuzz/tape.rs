//! A tape of choices: what a generator draws, in order; the same tape gives the same program.
//!
//! Drawing at random writes a tape, replaying reads one. Zero is the simplest choice everywhere, and a tape
//! that ends goes on with zeros, so that a program is made smaller by making its tape smaller: `shrink` knows
//! nothing of programs. (The idea is that of Hypothesis: MacIver and Donaldson, ECOOP 2020.)

use std::time::Instant;

pub struct Tape {
    drawn: Vec<u32>,
    /// Choices to repeat; none when drawing at random.
    replayed: Option<Vec<u32>>,
    state: u64,
}

impl Tape {
    pub fn random(seed: u64) -> Tape {
        Tape {
            drawn: vec![],
            replayed: None,
            state: seed,
        }
    }

    pub fn replay(choices: &[u32]) -> Tape {
        Tape {
            drawn: vec![],
            replayed: Some(choices.to_vec()),
            state: 0,
        }
    }

    /// All that was drawn so far.
    pub fn choices(&self) -> &[u32] {
        &self.drawn
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let raw = match &self.replayed {
            Some(choices) => choices.get(self.drawn.len()).copied().unwrap_or(0) as usize,
            None => self.next() as usize,
        };
        let choice = raw % n.max(1);
        self.drawn.push(choice as u32);
        choice
    }

    /// False, the simpler answer, but once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) >> 16
    }
}

/// The smallest tape found before the deadline that still fails: parts are left out, then choices simplified.
pub fn shrink(
    mut tape: Vec<u32>,
    deadline: Instant,
    mut fails: impl FnMut(&[u32]) -> bool,
) -> Vec<u32> {
    let mut smaller = true;
    while smaller {
        smaller = false;
        let mut size = (tape.len() / 2).max(1);
        loop {
            let mut end = tape.len();
            while end > 0 {
                let begin = end.saturating_sub(size);
                let without: Vec<u32> = [&tape[..begin], &tape[end..]].concat();
                let mut zeroed = tape.clone();
                zeroed[begin..end].fill(0);
                for candidate in [without, zeroed] {
                    if Instant::now() >= deadline {
                        return tape;
                    }
                    if candidate != tape && fails(&candidate) {
                        tape = candidate;
                        smaller = true;
                        break;
                    }
                }
                end = begin.min(tape.len());
            }
            if size == 1 {
                break;
            }
            size /= 2;
        }
    }
    tape
}
