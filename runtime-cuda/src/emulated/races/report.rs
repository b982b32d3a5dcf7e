//! The races that were found, each reported once for its pair of places: the variable, both accesses, and advice.

use super::advice::Seen;
use super::concurrent;
use super::shadow::Access;
use super::{TASKS, UNITS};
use crate::emulated::check::lines::{self, Frame};
use crate::emulated::check::told::{Told, WithoutBarrier};
use crate::emulated::check::whose;
use crate::emulated::running::{RUNNING, Running};
use crate::error::Failure;
use crate::message;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};

/// The most races that are reported; more are only counted.
const MOST: usize = 20;

static FOUND: AtomicUsize = AtomicUsize::new(0);

/// A team and a thread of it; or a task.
type Thread = (u32, u32);

/// The races that were found, in order.
static RACES: Mutex<Vec<Race>> = Mutex::new(Vec::new());

/// All races between two places.
struct Race {
    places: (String, String),
    /// The location of the first one.
    at: usize,
    seen: Seen,
    /// A construct that one of the places is in and the other is not, whose `nowait` leaves out the barrier.
    nowait: Option<String>,
    /// The message; none when it was printed.
    failure: Option<Failure>,
}

impl Race {
    fn note(
        &mut self,
        at: usize,
        first: (Access, bool),
        second: (Access, bool),
        threads: (Thread, Thread),
    ) {
        let same_strand = first.0.same_strand(second.0);
        let same_thread = threads.0 == threads.1;
        self.seen = self.seen.and(Seen {
            reduction: first.0.is_reduction() || second.0.is_reduction(),
            iterations: same_strand,
            units: same_thread && !same_strand,
            strands: !same_thread,
            half_atomic: first.0.is_atomic() != second.0.is_atomic(),
            task: is_task(first.0) || is_task(second.0),
            teams: threads.0.0 != threads.1.0,
            team_memory: self.seen.team_memory,
            one_place: self.places.0 == self.places.1,
            both_write: first.1 && second.1,
            reads: !first.1 || !second.1,
            many_locations: at != self.at,
        });
    }

    fn advice(&self) -> String {
        match &self.nowait {
            Some(place) if self.seen.barrier_orders() => format!(
                "the `nowait` of the construct at {place} leaves out the barrier that would order the two: remove it, \
                 or put a barrier between them"
            ),
            _ => self.seen.advice().to_string(),
        }
    }
}

/// Prints the races that were found and not yet reported: at the end of a launch, and before the program ends.
pub fn report_found() {
    // Another OS thread may be about to add to them, and this one to end the program.
    let mut races = match RACES.try_lock() {
        Ok(races) => races,
        Err(TryLockError::Poisoned(error)) => error.into_inner(),
        Err(TryLockError::WouldBlock) => return,
    };
    for race in races.iter_mut() {
        if let Some(failure) = race.failure.take() {
            message::say(failure.note(race.advice()));
        }
    }
}

#[derive(Default)]
pub struct Findings {
    /// For pairs of code addresses the number of their race; none where it is not reported.
    known: HashMap<(usize, usize), Option<usize>>,
    /// For such pairs of one strand's, in order, whether lanes of a vector would change it.
    backward: HashMap<(usize, usize, bool), bool>,
    /// Whether code at an address is the device header's own.
    own: HashMap<usize, bool>,
}

impl Findings {
    /// Two accesses of the memory at `at`, with whether they write; the second one is the present strand's.
    ///
    /// `threads`: those that made them.
    pub fn add(
        &mut self,
        at: usize,
        first: (Access, bool),
        second: (Access, bool),
        threads: (Thread, Thread),
    ) {
        let (a, b) = (first.0.code(), second.0.code());
        let pair = (a.min(b), a.max(b));
        let mut races = RACES.lock().unwrap_or_else(PoisonError::into_inner);
        let number = match self.known.get(&pair) {
            Some(&number) => number,
            None => {
                let number = self.number(&mut races, at, first, second, threads);
                self.known.insert(pair, number);
                number
            }
        };
        if let Some(number) = number {
            races[number].note(at, first, second, threads);
        }
    }

    /// Whether lanes of a vector change the order of what two iterations of a loop do.
    pub fn is_backward(&mut self, first: (Access, bool), second: (Access, bool)) -> bool {
        let key = (first.0.code(), second.0.code(), first.1);
        *self.backward.entry(key).or_insert_with(|| {
            let (a, b) = (lines::frames_of(key.0), lines::frames_of(key.1));
            match (a.last(), b.last()) {
                (Some(a), Some(b)) => concurrent::is_backward((a, first.1), b),
                _ => false,
            }
        })
    }

    /// The race between the places of two accesses.
    fn number(
        &mut self,
        races: &mut Vec<Race>,
        at: usize,
        first: (Access, bool),
        second: (Access, bool),
        threads: (Thread, Thread),
    ) -> Option<usize> {
        if self.is_own(first.0) || self.is_own(second.0) {
            return None;
        }
        let running = RUNNING.get()?;
        let (from, to) = (place(first.0, &running), place(second.0, &running));
        let places = if from <= to { (from, to) } else { (to, from) };
        if let Some(known) = races.iter().position(|race| race.places == places) {
            return Some(known);
        }
        if FOUND.fetch_add(1, Ordering::Relaxed) >= MOST {
            return None;
        }
        let seen = Seen {
            one_place: places.0 == places.1,
            team_memory: whose::is_of_the_team(&running, at),
            ..Seen::default()
        };
        races.push(Race {
            places,
            at,
            seen,
            nowait: nowait_between(&running, first.0, second.0),
            failure: Some(failure(&running, at, first, second, threads)),
        });
        Some(races.len() - 1)
    }

    /// Plain accesses of the device header, which keeps its own data in order. What it does for the program
    /// (library functions, atomics) is the program's.
    fn is_own(&mut self, access: Access) -> bool {
        let code = access.code();
        let is_plain = !access.is_atomic() && !access.is_reduction();
        is_plain && *self.own.entry(code).or_insert_with(|| is_header(code))
    }
}

fn is_header(code: usize) -> bool {
    let mut innermost = None;
    backtrace::resolve(code.wrapping_sub(1) as *mut _, |symbol| {
        if innermost.is_none() {
            innermost = symbol.filename().map(std::path::Path::to_path_buf);
        }
    });
    innermost.is_some_and(|file| {
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        name.ends_with(".cuh")
            && !matches!(
                name,
                "checked_library.cuh" | "c_library.cuh" | "complex.cuh" | "complex_functions.cuh"
            )
    })
}

fn place(access: Access, running: &Running) -> String {
    lines::place_of(access.code()).unwrap_or_else(|| running.at())
}

/// The construct that ends without a barrier between two accesses of a team.
fn nowait_between(running: &Running, first: Access, second: Access) -> Option<String> {
    let text = running.told();
    let told = Told::of(&text);
    if told.without_barriers.is_empty() {
        return None;
    }
    let (first, second) = (
        lines::frames_of(first.code()),
        lines::frames_of(second.code()),
    );
    // A function that is called in it belongs to the region, too.
    let holds = |one: &WithoutBarrier, frames: &[Frame]| {
        frames
            .iter()
            .any(|frame| one.holds(&frame.file, frame.line))
    };
    // A barrier would stand behind the construct that holds the access which comes first in the text; where none does,
    // behind one that holds the other, of an earlier turn of a loop. The innermost of several is the last of the text.
    let line = |frames: &[Frame]| frames.last().map(|frame| frame.line);
    let (first, second) = match line(&first) <= line(&second) {
        true => (first, second),
        false => (second, first),
    };
    let alone = |mine: &[Frame], other: &[Frame]| {
        let constructs = told.without_barriers.iter();
        constructs
            .rev()
            .find(|one| holds(one, mine) && !holds(one, other))
    };
    let found = alone(&first, &second).or_else(|| alone(&second, &first))?;
    Some(format!("{}:{}", found.file, found.first))
}

fn is_task(access: Access) -> bool {
    (TASKS..UNITS).contains(&access.team())
}

/// `team 0, thread 17`
fn who((team, thread): Thread) -> String {
    match team {
        TASKS.. => "a task".into(),
        _ => format!("team {team}, thread {thread}"),
    }
}

fn verb(access: Access, writes: bool) -> &'static str {
    match (access.is_reduction(), access.is_atomic(), writes) {
        (true, ..) => "reduces into",
        (false, true, true) => "atomically writes",
        (false, true, false) => "atomically reads",
        (false, false, true) => "writes",
        (false, false, false) => "reads",
    }
}

/// `writes 4 bytes`, `atomically reads what`
fn does(access: Access, writes: bool) -> String {
    let verb = verb(access, writes);
    match access.bytes() {
        Some(1) => format!("{verb} 1 byte"),
        Some(bytes) => format!("{verb} {bytes} bytes"),
        None => format!("{verb} bytes"),
    }
}

fn failure(
    running: &Running,
    at: usize,
    first: (Access, bool),
    second: (Access, bool),
    threads: (Thread, Thread),
) -> Failure {
    let (what, mapped) = variable(running, at);
    let failure = Failure::new(
        place(second.0, running),
        format!(
            "kernel {}: a race: {} {} {what}, and {} {} them, at {}, and nothing orders the two",
            running.kernel(),
            who(threads.1),
            does(second.0, second.1),
            match (first.0.same_strand(second.0), threads.0 == threads.1) {
                (true, _) => "another iteration of the thread".into(),
                (_, true) => "the same thread (another one may execute either)".into(),
                _ => who(threads.0),
            },
            verb(first.0, first.1),
            place(first.0, running),
        ),
    );
    let failure = match mapped {
        Some(line) => failure.note(line),
        None => failure,
    };
    failure.note(format!("in the region of {}", running.at()))
}

/// `of hist, from byte 12 on`, and how it came to be there.
fn variable(running: &Running, at: usize) -> (String, Option<String>) {
    match whose::of(running, at) {
        None => ("of a variable of the device".into(), None),
        Some(found) if found.noun.is_empty() => {
            ("of a value that the threads of the team share".into(), None)
        }
        Some(found) => {
            let from = match found.offset {
                0 => String::new(),
                offset => format!(", from byte {offset} on"),
            };
            (format!("of {}{from}", found.noun), found.how)
        }
    }
}

/// The program ends with exit code 1 where there was a race.
pub fn at_exit() {
    crate::error::before_the_end(report_found);
    extern "C" fn end() {
        report_found();
        let found = FOUND.load(Ordering::Relaxed);
        if found != 0 {
            let more = if found > MOST {
                ", of which the first 20 are reported"
            } else {
                ""
            };
            message::say(format_args!(
                "romp: error: {found} {} between threads of kernels{more}",
                if found == 1 { "race" } else { "races" }
            ));
            crate::error::end(1);
        }
    }
    // SAFETY: a function of this program, for its end.
    unsafe { libc::atexit(end) };
}
