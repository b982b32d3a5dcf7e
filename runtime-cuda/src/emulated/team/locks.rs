//! Which thread has which lock or critical section, and which threads wait for one: for messages on deadlocks.
//!
//! Checked images report each event of a lock (`note_lock` in romp/check_notes.cuh).

use super::State;
use super::messages::thread_numbers;
use crate::emulated::check::whose;
use crate::emulated::running::Running;
use crate::ffi;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The thread that has a lock, and where it got it.
#[derive(Clone)]
struct Holder {
    team: u32,
    thread: u32,
    place: String,
}

/// The holders of locks, by the lock's address.
static HELD: Mutex<BTreeMap<usize, Holder>> = Mutex::new(BTreeMap::new());

thread_local! {
    /// The lock that each thread of this OS thread's block waits for, by thread number.
    static AWAITED: RefCell<BTreeMap<u32, usize>> = const { RefCell::new(BTreeMap::new()) };
}

fn held() -> MutexGuard<'static, BTreeMap<usize, Holder>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A block begins, none of whose threads waits.
pub fn begin_team() {
    AWAITED.with_borrow_mut(BTreeMap::clear);
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_lock(
    moment: c_int,
    lock: usize,
    team: u32,
    thread: u32,
    file: *const c_char,
    line: c_int,
) {
    match moment {
        0 => AWAITED.with_borrow_mut(|awaited| {
            awaited.insert(thread, lock);
        }),
        1 => {
            AWAITED.with_borrow_mut(|awaited| awaited.remove(&thread));
            let place = format!("{}:{line}", ffi::string(file));
            let holder = Holder {
                team,
                thread,
                place,
            };
            held().insert(lock, holder);
        }
        _ => {
            held().remove(&lock);
        }
    }
}

/// Notes on a block that cannot go on: which of its threads wait for which lock, which thread has that, and what to change.
pub fn notes(states: &[State], running: &Running, team: u32) -> Vec<String> {
    let awaited = AWAITED.with_borrow(Clone::clone);
    let waits = |thread: &u32| matches!(states.get(*thread as usize), Some(State::Turns(..)));
    let mut by_lock: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (thread, lock) in awaited.into_iter().filter(|(thread, _)| waits(thread)) {
        by_lock.entry(lock).or_default().push(thread as usize);
    }
    let held = held();
    let mut notes = Vec::new();
    let mut ended = false;
    for (lock, threads) in &by_lock {
        let who = thread_numbers(threads.iter().copied());
        let verb = if threads.len() == 1 { "waits" } else { "wait" };
        let what = name(running, *lock);
        let Some(Holder {
            team: of,
            thread,
            place,
        }) = held.get(lock)
        else {
            notes.push(format!("{who} {verb} for {what}"));
            continue;
        };
        let holder = match *of == team {
            true if threads == &[*thread as usize] => "it has itself".into(),
            true => format!("thread {thread} has"),
            false => format!("team {of}, thread {thread} has"),
        };
        let done = *of == team && matches!(states.get(*thread as usize), Some(State::Done));
        ended |= done;
        let end = if done {
            ", and which it kept when it ended"
        } else {
            ""
        };
        notes.push(format!(
            "{who} {verb} for {what}, which {holder} since {place}{end}"
        ));
    }
    if ended {
        notes.push("unset a lock on every path that leaves the code it protects".into());
    } else if by_lock.len() > 1 {
        notes.push(
            "threads that take several locks or critical sections take them in one order, the same for all".into(),
        );
    }
    notes
}

/// `the lock l`, `the critical section (name)`.
fn name(running: &Running, lock: usize) -> String {
    let symbol = whose::symbol(lock).map(|symbol| symbol.name);
    match symbol
        .as_deref()
        .and_then(|name| name.strip_prefix("romp_critical"))
    {
        Some("") => return "the critical section without a name".into(),
        Some(name) => return format!("the critical section ({})", name.trim_start_matches('_')),
        None => {}
    }
    match whose::of(running, lock) {
        Some(found) if !found.noun.is_empty() => match found.offset {
            0 => format!("the lock {}", found.noun),
            offset => format!("a lock in {}, at byte {offset}", found.noun),
        },
        _ => "a lock".into(),
    }
}
