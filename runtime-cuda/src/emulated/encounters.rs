//! Which worksharing constructs a team's threads come to: all to each one, in the same order (OpenMP 5.2, 11).
//!
//! Checked images tell of every construct (`romp_emulated_worksharing`). Between two barriers of a team its threads
//! have come to the same places one after the other; what differs is told when a thread comes to another place than
//! the first one did, or where they meet. A block's teams of different sizes are kept apart.

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

/// A team of a block's first threads, since they met last.
#[derive(Default)]
struct Sequence {
    /// The constructs, each with the thread that came to it first.
    places: Vec<(Place, usize)>,
    /// To how many of them each thread has come.
    counts: Vec<usize>,
}

/// Where threads do not agree.
#[derive(PartialEq, Eq, Debug)]
enum Disagreement {
    /// One comes to a place, another one came to another place before.
    Order {
        thread: usize,
        place: Place,
        other: usize,
        other_place: Place,
    },
    /// Some come to a place, others do not.
    Missing {
        place: Place,
        came: Vec<usize>,
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

    fn come(&mut self, thread: usize, place: Place) -> Option<Disagreement> {
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

    /// All threads of the team have met, or ended.
    fn meet(&mut self) -> Option<Disagreement> {
        let fewest = self.counts.iter().copied().min()?;
        let missing = self.places.get(fewest).map(|&(place, _)| {
            let (came, others) =
                (0..self.counts.len()).partition(|&thread| self.counts[thread] > fewest);
            Disagreement::Missing {
                place,
                came,
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

/// What the block that runs on this OS thread has come to.
#[derive(Default)]
struct Encounters {
    team: u32,
    sequences: Vec<Sequence>,
}

thread_local! {
    static NOW: RefCell<Encounters> = RefCell::default();
}

/// These threads of the block have met at a barrier; where a region is cancelled, from wherever they were.
pub fn meet(threads: &[usize], cancelled: bool) {
    let found = NOW.with_borrow_mut(|now| {
        let mut met = now
            .sequences
            .iter_mut()
            .filter(|one| one.counts.len() <= threads.len());
        if cancelled {
            met.for_each(Sequence::clear);
            return None;
        }
        met.find_map(Sequence::meet)
    });
    if let Some(found) = found {
        fail(&found);
    }
}

/// A block has ended.
pub fn end_of_team() {
    let ended = NOW.with_borrow_mut(|now| std::mem::take(&mut now.sequences));
    if let Some(found) = ended.into_iter().find_map(|mut one| one.meet()) {
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
        now.sequences[at].come(thread as usize, Place { file, line })
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
            format!("{who}: threads come to worksharing constructs in different orders"),
        )
        .note(format!("thread {thread} comes to that of {}", at.text()))
        .note(format!(
            "thread {other} came to that of {}",
            other_place.text()
        )),
        Disagreement::Missing {
            place: at,
            came,
            others,
        } => Failure::new(
            place,
            format!("{who}: a worksharing construct that not all threads of the team come to"),
        )
        .note(format!(
            "{} came to that of {}",
            thread_numbers(came.iter().copied()),
            at.text()
        ))
        .note(format!(
            "{} did not before they met, or ended",
            thread_numbers(others.iter().copied())
        )),
    };
    fatal(&failure.note(
        "every thread of a team comes to each worksharing construct, in the same order, or none does: a condition or a \
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
    fn threads_that_agree_are_no_news() {
        let mut team = Sequence::of(3);
        for thread in [2, 0, 1] {
            assert_eq!(team.come(thread, A), None);
            assert_eq!(team.come(thread, B), None);
        }
        assert_eq!(team.meet(), None);
        assert_eq!(team.come(1, B), None, "anew");
    }

    #[test]
    fn another_order_is_told_at_once() {
        let mut team = Sequence::of(2);
        assert_eq!(team.come(1, A), None);
        let found = Disagreement::Order {
            thread: 0,
            place: B,
            other: 1,
            other_place: A,
        };
        assert_eq!(team.come(0, B), Some(found));
    }

    #[test]
    fn who_stays_away_is_told_where_they_meet() {
        let mut team = Sequence::of(3);
        for thread in 0..3 {
            team.come(thread, A);
        }
        team.come(1, B);
        let found = Disagreement::Missing {
            place: B,
            came: vec![1],
            others: vec![0, 2],
        };
        assert_eq!(team.meet(), Some(found));
        assert_eq!(team.meet(), None);
    }
}
