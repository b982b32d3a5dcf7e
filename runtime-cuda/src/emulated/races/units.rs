//! Units of work: `single` regions and sections, of which OpenMP leaves open what thread of the team executes each
//! (OpenMP 5.2, 11).
//!
//! That one thread executed two of them orders nothing. So each is a strand of its own, behind the team's last
//! barrier and before its next one. A thread that has asked for its number may use memory that is its own by that
//! number: what such a strand does is in the order of its thread.

use super::clocks::{Known, Strand};
use super::{Detector, HOT, UNITS};
use std::sync::atomic::Ordering::Relaxed;

/// Which threads executed the units of work of this launch.
#[derive(Default)]
pub struct Units {
    /// By number, the team and the thread.
    threads: Vec<(u32, u32)>,
}

impl Units {
    /// The thread of a strand, which may be one itself.
    pub fn thread_of(&self, team: u32, strand: u32) -> (u32, u32) {
        match team.checked_sub(UNITS) {
            Some(above) => self.threads[(above * 1024 + strand) as usize],
            None => (team, strand),
        }
    }
}

/// The strands of one thread's units of work. Those before a barrier are ordered before those behind it, so that the
/// same strands will do.
#[derive(Default)]
pub struct OfThread {
    /// Each with its clock when it ended.
    strands: Vec<(u32, u32)>,
    /// How many of them began since the last barrier.
    begun: usize,
}

impl OfThread {
    pub fn renew(&mut self) {
        self.begun = 0;
    }
}

impl Detector {
    pub fn begin_unit(&mut self) {
        let clock = HOT.floor.load(Relaxed) + 1;
        let me = self.me();
        let (team, thread) = (me.team, me.number);
        let number = u32::try_from(self.units.threads.len()).expect("fewer units of work");
        let fiber = self.fiber();
        let at = fiber.units.begun;
        fiber.units.begun += 1;
        let known = fiber.now().at_barrier.clone();
        let is_new = at == fiber.units.strands.len();
        if is_new {
            fiber.units.strands.push((number, clock));
        }
        let (number, clock) = fiber.units.strands[at];
        let mut strand = Strand::new(UNITS + number / 1024, number % 1024, clock);
        strand.at_barrier = known.clone();
        strand.known = known;
        strand.is_unit = true;
        let by_number = fiber.now().knows_number;
        fiber.strands.push(strand);
        if is_new {
            let thread = self.units.thread_of(team, thread);
            self.units.threads.push(thread);
        }
        if by_number {
            self.read_thread_number();
        }
        self.go_on();
    }

    pub fn end_unit(&mut self) {
        let me = self.me();
        if !me.is_unit {
            return;
        }
        let (team, number) = (me.team, me.number);
        let past = self.leave();
        let of = (team - UNITS) * 1024 + number;
        let clock = past.of(team).get(number as usize).map_or(0, |&c| c + 1);
        let fiber = self.fiber();
        let strands = fiber.units.strands.iter_mut();
        for one in strands.filter(|one| one.0 == of) {
            one.1 = clock;
        }
        fiber.now_mut().units.join(&past);
        self.go_on();
    }

    /// The present strand has asked for the number of its thread: from now on it is ordered behind what other strands of this
    /// thread did that had asked for it, too.
    pub fn read_thread_number(&mut self) {
        let fiber = self.fiber();
        let (last, around) = fiber.strands.split_last_mut().expect("a thread");
        if last.knows_number {
            return;
        }
        last.knows_number = true;
        last.known.join(&fiber.by_number);
        for strand in around {
            last.known.join(&strand.publish().known());
        }
        self.go_on();
    }

    /// Ends the innermost strand of the thread; returns its past.
    pub fn leave(&mut self) -> Known {
        let fiber = self.fiber();
        let past = fiber.now_mut().publish().known();
        if fiber.strands.len() > 1 {
            let ended = fiber.strands.pop().expect("of several");
            if ended.knows_number {
                fiber.by_number.join(&past);
                for strand in fiber.strands.iter_mut().filter(|one| one.knows_number) {
                    strand.known.join(&past);
                }
            }
        }
        past
    }
}
