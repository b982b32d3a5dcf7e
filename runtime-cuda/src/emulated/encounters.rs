//! Which worksharing constructs the threads of a team encounter: all of them each one, in the same order (OpenMP 5.2,
//! 11).
//!
//! Checked images call `romp_emulated_worksharing` at every construct. Between two barriers of a team all of its threads
//! must have encountered the same places in the same order. A difference is reported when a thread encounters another
//! place than the first thread did, or at the barrier. Each size of team that a block has is recorded by itself.

use super::running::RUNNING;
use super::team::thread_numbers;
use crate::error::{Failure, fatal};
use crate::ffi;
use std::cell::RefCell;
use std::ffi::{c_char, c_int};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    file: *const c_char,
    line: c_int,
}

impl Place {
    fn text(&self) -> String {
        format!("{}:{}", ffi::string(self.file), self.line)
    }
}

/// The worksharing constructs that a team of a block's first threads has encountered since its last barrier.
#[derive(Default)]
struct Sequence {
    /// The constructs, each with the thread that encountered it first.
    places: Vec<(Place, usize)>,
    /// How many of them each thread has encountered.
    counts: Vec<usize>,
}

/// Threads of a team that encounter different worksharing constructs.
#[derive(PartialEq, Eq, Debug)]
enum Disagreement {
    /// A thread encounters one place where another thread has encountered another place.
    Order {
        thread: usize,
        place: Place,
        other: usize,
        other_place: Place,
    },
    /// Some threads encountered a place, others did not.
    Missing {
        place: Place,
        encountered_by: Vec<usize>,
        others: Vec<usize>,
    },
}

impl Sequence {
    fn of(threads: usize) -> Sequence {
        Sequence {
            places: vec![],
            counts: vec![0; threads],
        }
    }

    /// Records that a thread encounters a construct.
    fn encounter(&mut self, thread: usize, place: Place) -> Option<Disagreement> {
        let count = self.counts.get_mut(thread)?;
        *count += 1;
        match self.places.get(*count - 1) {
            None => {
                self.places.push((place, thread));
                None
            }
            Some(&(other_place, other)) => (place != other_place).then_some(Disagreement::Order {
                thread,
                place,
                other,
                other_place,
            }),
        }
    }

    /// All threads of the team have arrived at a barrier, or ended.
    fn barrier(&mut self) -> Option<Disagreement> {
        let fewest = self.counts.iter().copied().min()?;
        let missing = self.places.get(fewest).map(|&(place, _)| {
            let (encountered_by, others) =
                (0..self.counts.len()).partition(|&thread| self.counts[thread] > fewest);
            Disagreement::Missing {
                place,
                encountered_by,
                others,
            }
        });
        self.clear();
        missing
    }

    fn clear(&mut self) {
        self.places.clear();
        self.counts.fill(0);
    }
}

/// What the threads of the block that runs on this OS thread have encountered.
#[derive(Default)]
struct Encounters {
    team: u32,
    sequences: Vec<Sequence>,
}

thread_local! {
    static NOW: RefCell<Encounters> = RefCell::default();
}

/// These threads of the block have passed a barrier; with `cancelled`, that of a cancelled region, at which threads arrive
/// from any place.
pub fn barrier(threads: &[usize], cancelled: bool) {
    let found = NOW.with_borrow_mut(|now| {
        let mut ended = now
            .sequences
            .iter_mut()
            .filter(|one| one.counts.len() <= threads.len());
        if cancelled {
            ended.for_each(Sequence::clear);
            return None;
        }
        ended.find_map(Sequence::barrier)
    });
    if let Some(found) = found {
        fail(&found);
    }
}

/// A block has ended.
pub fn end_of_team() {
    let ended = NOW.with_borrow_mut(|now| std::mem::take(&mut now.sequences));
    if let Some(found) = ended.into_iter().find_map(|mut one| one.barrier()) {
        fail(&found);
    }
}

/// # Safety
/// `file` is a string that lives as long as the image.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_worksharing(
    team: u32,
    thread: u32,
    threads: u32,
    file: *const c_char,
    line: c_int,
) {
    // Blocks without barriers follow each other unannounced.
    if NOW.with_borrow(|now| now.team != team) {
        end_of_team();
    }
    let found = NOW.with_borrow_mut(|now| {
        now.team = team;
        let threads = threads as usize;
        let at = now
            .sequences
            .iter()
            .position(|one| one.counts.len() == threads)
            .unwrap_or_else(|| {
                now.sequences.push(Sequence::of(threads));
                now.sequences.len() - 1
            });
        now.sequences[at].encounter(thread as usize, Place { file, line })
    });
    if let Some(found) = found {
        fail(&found);
    }
}

fn fail(found: &Disagreement) -> ! {
    let (place, who) = RUNNING
        .get()
        .map_or_else(Default::default, |running| (running.at(), running.who()));
    let who = who.split(", thread").next().unwrap_or_default().to_string();
    let failure = match found {
        Disagreement::Order {
            thread,
            place: at,
            other,
            other_place,
        } => Failure::new(
            place,
            format!("{who}: threads encounter worksharing constructs in different orders"),
        )
        .note(format!("thread {thread} encounters that of {}", at.text()))
        .note(format!(
            "thread {other} encountered that of {}",
            other_place.text()
        )),
        Disagreement::Missing {
            place: at,
            encountered_by,
            others,
        } => Failure::new(
            place,
            format!("{who}: a worksharing construct that not all threads of the team encounter"),
        )
        .note(format!(
            "{} encountered that of {}",
            thread_numbers(encountered_by.iter().copied()),
            at.text()
        ))
        .note(format!(
            "{} did not, before the next barrier or their end",
            thread_numbers(others.iter().copied())
        )),
    };
    fatal(&failure.note(
        "every thread of a team encounters each worksharing construct, in the same order, or none does: a condition or a \
         number of trips around it must be the same for all",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Place = Place {
        file: c"a.c".as_ptr(),
        line: 3,
    };
    const B: Place = Place {
        file: c"a.c".as_ptr(),
        line: 7,
    };

    #[test]
    fn threads_that_agree_are_no_error() {
        let mut team = Sequence::of(3);
        for thread in [2, 0, 1] {
            assert_eq!(team.encounter(thread, A), None);
            assert_eq!(team.encounter(thread, B), None);
        }
        assert_eq!(team.barrier(), None);
        assert_eq!(team.encounter(1, B), None, "anew");
    }

    #[test]
    fn another_order_is_reported_at_once() {
        let mut team = Sequence::of(2);
        assert_eq!(team.encounter(1, A), None);
        let found = Disagreement::Order {
            thread: 0,
            place: B,
            other: 1,
            other_place: A,
        };
        assert_eq!(team.encounter(0, B), Some(found));
    }

    #[test]
    fn threads_that_leave_a_construct_out_are_reported_at_the_barrier() {
        let mut team = Sequence::of(3);
        for thread in 0..3 {
            team.encounter(thread, A);
        }
        team.encounter(1, B);
        let found = Disagreement::Missing {
            place: B,
            encountered_by: vec![1],
            others: vec![0, 2],
        };
        assert_eq!(team.barrier(), Some(found));
        assert_eq!(team.barrier(), None);
    }
}
