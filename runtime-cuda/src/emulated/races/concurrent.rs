//! Loops whose iterations may be executed concurrently although one thread runs them one after the other: those of `simd`
//! and under `order(concurrent)` (OpenMP 5.2, 10.3 and 10.4).
//!
//! Each iteration begins with a clock of its own. What the strand itself did between the beginning of the loop and
//! that of the present iteration is not ordered before the present, unless the iterations lie too far apart to run at
//! once, or `ordered simd` puts the two in sequence.

use crate::emulated::check::lines::Frame;
use std::collections::VecDeque;

/// A loop that runs whose iterations may be executed concurrently.
#[derive(Clone)]
pub struct Loop {
    /// The greatest distance of two iterations that may be executed concurrently (`safelen`).
    apart: usize,
    /// Whether iterations run in any order, in place of statement by statement as lanes of a vector.
    pub any_order: bool,
    /// The clocks at which the iterations within that distance began, the present iteration last.
    begun: VecDeque<u32>,
    /// The clock at which the first iteration began, which is enough where the distance has no limit.
    first: u32,
    /// Everything up to this clock is ordered by a sequence (`ordered simd`).
    sequence: u32,
    /// The clock at which the last sequence ended.
    sequence_over: u32,
    /// The addresses of variables of which each iteration has one of its own.
    spared: Vec<(usize, usize)>,
}

impl Loop {
    /// `clock`: that of the first iteration.
    pub fn new(apart: u64, any_order: bool, clock: u32) -> Loop {
        Loop {
            apart: usize::try_from(apart).unwrap_or(usize::MAX),
            any_order,
            begun: VecDeque::new(),
            first: clock,
            sequence: 0,
            sequence_over: 0,
            spared: Vec::new(),
        }
    }

    /// An iteration begins, at a clock that nothing has had.
    pub fn next(&mut self, clock: u32) {
        self.sequence = 0;
        if self.apart == usize::MAX {
            self.begun.clear();
        } else if self.begun.len() > self.apart {
            self.begun.pop_front();
        }
        self.begun.push_back(clock);
        if self.apart != usize::MAX {
            self.first = self.begun[0];
        }
    }

    pub fn spare(&mut self, low: usize, bytes: usize) {
        self.spared.push((low, low + bytes));
    }

    pub fn begin_sequence(&mut self) {
        self.sequence = self.sequence_over;
    }

    pub fn end_sequence(&mut self, clock: u32) {
        self.sequence_over = clock;
    }

    /// When the present iteration began.
    pub fn since(&self) -> u32 {
        self.begun.back().copied().unwrap_or(0)
    }

    /// Whether an access of the strand at that clock may be concurrent with what it does now.
    pub fn is_beside(&self, clock: u32, at: usize) -> bool {
        (self.first..self.since()).contains(&clock)
            && clock > self.sequence
            && !self
                .spared
                .iter()
                .any(|&(low, high)| low < at + 8 && at < high)
    }
}

/// Whether lanes of a vector, which run statement by statement, change the order of an access of an earlier iteration
/// and one of a later: where the later one's statement comes first, or a statement uses what itself has written.
pub fn is_backward(earlier: (&Frame, bool), later: &Frame) -> bool {
    let (first, second) = (earlier.0, later);
    if first.function != second.function || first.file != second.file {
        return false;
    }
    first.line > second.line || first.line == second.line && earlier.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_iterations_are_beside_the_present_one() {
        let mut all = Loop::new(u64::MAX, false, 10);
        all.next(10);
        assert!(!all.is_beside(9, 0) && !all.is_beside(10, 0));
        all.next(11);
        all.next(14);
        assert!(!all.is_beside(9, 0), "before the loop");
        assert!([10, 11, 13].iter().all(|&clock| all.is_beside(clock, 0)));
        assert!(!all.is_beside(14, 0));
        all.spare(64, 4);
        assert!(!all.is_beside(10, 64) && all.is_beside(10, 72));
    }

    #[test]
    fn iterations_that_lie_far_apart_follow_each_other() {
        let mut two = Loop::new(1, false, 10);
        for clock in 10..14 {
            two.next(clock);
        }
        assert!(two.is_beside(12, 0) && !two.is_beside(11, 0));
        let mut one = Loop::new(0, false, 10);
        one.next(10);
        one.next(11);
        assert!(!one.is_beside(10, 0));
    }

    #[test]
    fn sequences_follow_each_other() {
        let mut all = Loop::new(u64::MAX, false, 10);
        all.next(10);
        all.begin_sequence();
        all.end_sequence(11);
        all.next(13);
        assert!(all.is_beside(11, 0));
        all.begin_sequence();
        assert!(!all.is_beside(10, 0) && !all.is_beside(11, 0) && all.is_beside(12, 0));
        all.next(15);
        assert!(all.is_beside(11, 0));
    }
}
