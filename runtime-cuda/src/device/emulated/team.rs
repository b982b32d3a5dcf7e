//! A block with barriers: one stackful coroutine a thread, all on one OS thread.
//!
//! Barriers and waiting loops yield; the block's scheduler lets threads go on when all stand at the same
//! barrier, and reports where they stand when none can. Knows kernels only as functions to call.

use crate::device::LaunchOf;
use crate::error::{Failure, end, fatal, guarded};
use crate::ffi::{self, Arg, Site};
use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::fmt::Write as _;
use std::time::Instant;

/// Of each thread's coroutine.
const STACK: usize = 256 << 10;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Barrier(*const c_char, c_int),
    Turn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    At(*const c_char, c_int),
    Done,
}

type Fiber = Coroutine<(), Wait, (), DefaultStack>;

/// What the calling OS thread runs now; for messages and for the checks.
#[derive(Clone, Copy)]
pub struct Running {
    pub site: *const Site,
    pub list: *const [Arg],
    /// The image's record of ids: team, teams, thread, threads.
    pub place: *const u32,
    /// Everything below is the kernel's part of this OS thread's stack.
    pub stack_top: usize,
    /// The stack of the coroutine that runs.
    pub fiber: (usize, usize),
}

thread_local! {
    pub static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
    static YIELDER: Cell<*const Yielder<(), Wait>> = const { Cell::new(std::ptr::null()) };
    static STACKS: RefCell<Vec<DefaultStack>> = const { RefCell::new(Vec::new()) };
}

/// Marks the calling OS thread as running a launch, until dropped.
pub struct Current(Option<Running>);

impl Current {
    #[inline(never)]
    pub fn enter(launch: &LaunchOf<'_>) -> Current {
        let here = 0u8;
        let running = Running {
            site: launch.site,
            list: std::ptr::from_ref(launch.list),
            place: std::ptr::null(),
            // The kernel.s frames begin where this one does: a little above this byte.
            stack_top: std::ptr::from_ref(&here) as usize + 512,
            fiber: (0, 0),
        };
        Current(RUNNING.replace(Some(running)))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        RUNNING.set(self.0.take());
    }
}

impl Running {
    /// `kernel saxpy_1, team 3, thread 17`
    pub fn who(&self) -> String {
        // SAFETY: set while the construct's launch lasts.
        let mut text = format!("kernel {}", unsafe { (*self.site).kernel() });
        if !self.place.is_null() {
            // SAFETY: the image's thread-local record of this OS thread.
            let (team, thread) = unsafe { (self.place.read(), self.place.add(2).read()) };
            let _ = write!(text, ", team {team}, thread {thread}");
        }
        text
    }

    pub fn at(&self) -> String {
        // SAFETY: as above.
        unsafe { (*self.site).place() }
    }
}

/// # Safety
/// `place` points to four numbers that live as long as the calling OS thread's run of blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_place(place: *const u32) {
    if let Some(mut running) = RUNNING.get() {
        running.place = place;
        RUNNING.set(Some(running));
    }
}

/// # Safety
/// `thread` may be called with `context` and every number below `threads`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_team(
    _team: u32,
    threads: u32,
    thread: unsafe extern "C" fn(*mut c_void, u32),
    context: *mut c_void,
) {
    guarded(|| {
        run(threads, move |t| unsafe { thread(context, t) });
        Ok(())
    });
}

/// Runs a block's threads, in order where they do not wait.
fn run(threads: u32, body: impl Fn(u32) + Copy + 'static) {
    let outer = RUNNING.get();
    let mut extents = Vec::with_capacity(threads as usize);
    let mut fibers: Vec<Option<Fiber>> = (0..threads)
        .map(|t| {
            let stack = stack();
            extents.push((stack.limit().get(), stack.base().get()));
            Some(Coroutine::with_stack(stack, move |yielder, ()| {
                YIELDER.set(yielder);
                body(t);
            }))
        })
        .collect();
    let mut states = vec![State::Ready; threads as usize];
    let (mut done, mut waiting) = (0, 0);
    while done < threads {
        let mut ran = false;
        for t in 0..threads as usize {
            if states[t] != State::Ready {
                continue;
            }
            ran = true;
            if let Some(outer) = outer {
                RUNNING.set(Some(Running {
                    fiber: extents[t],
                    ..outer
                }));
            }
            match fibers[t].as_mut().expect("not done").resume(()) {
                CoroutineResult::Yield(Wait::Turn) => {}
                CoroutineResult::Yield(Wait::Barrier(file, line)) => {
                    states[t] = State::At(file, line);
                    waiting += 1;
                }
                CoroutineResult::Return(()) => {
                    states[t] = State::Done;
                    done += 1;
                    let stack = fibers[t].take().expect("done once").into_stack();
                    STACKS.with_borrow_mut(|free| free.push(stack));
                }
            }
        }
        if waiting == threads && states.iter().all(|state| *state == states[0]) {
            states.fill(State::Ready);
            waiting = 0;
        } else if !ran && done < threads {
            deadlock(&states, outer);
        }
    }
    RUNNING.set(outer);
}

fn stack() -> DefaultStack {
    STACKS.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
        DefaultStack::new(STACK).unwrap_or_else(|error| {
            fatal(&Failure::new(
                "",
                format!("no memory for the stacks of emulated threads: {error}"),
            ))
        })
    })
}

/// No thread of the block can go on: says where they are.
fn deadlock(states: &[State], running: Option<Running>) -> ! {
    let (place, who) = running.map_or_else(Default::default, |r| (r.at(), r.who()));
    let who = who.split(", thread").next().unwrap_or_default().to_string();
    let mut failure = Failure::new(
        place,
        format!("{who}: deadlock: no thread of the team can go on"),
    );
    let mut seen: Vec<State> = Vec::new();
    for &state in states {
        if seen.contains(&state) {
            continue;
        }
        seen.push(state);
        let which = numbers(states, state);
        failure = failure.note(match state {
            State::At(file, line) => {
                format!("{which} at the barrier of {}:{line}", ffi::string(file))
            }
            State::Done => format!("{which} finished"),
            State::Ready => format!("{which} running"),
        });
    }
    fatal(&failure)
}

/// `threads 0-31, 40` of those in a state.
fn numbers(states: &[State], of: State) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (t, _) in states.iter().enumerate().filter(|(_, state)| **state == of) {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == t => run.1 = t,
            _ => runs.push((t, t)),
        }
    }
    let more = runs.len() > 8;
    let mut parts: Vec<String> = runs
        .iter()
        .take(8)
        .map(|&(a, b)| {
            if a == b {
                a.to_string()
            } else {
                format!("{a}-{b}")
            }
        })
        .collect();
    if more {
        parts.push("...".into());
    }
    let one = runs.len() == 1 && runs[0].0 == runs[0].1;
    format!(
        "{} {}",
        if one { "thread" } else { "threads" },
        parts.join(", ")
    )
}

fn wait(how: Wait) {
    let yielder = YIELDER.get();
    if yielder.is_null() {
        let (place, who) = RUNNING
            .get()
            .map_or_else(Default::default, |r| (r.at(), r.who()));
        fatal(&Failure::new(
            place,
            format!("{who}: waits for other threads, but its image says that it never does"),
        ));
    }
    // SAFETY: the yielder of the coroutine that runs.
    unsafe { (*yielder).suspend(how) };
    YIELDER.set(yielder);
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_barrier(file: *const c_char, line: c_int) {
    wait(Wait::Barrier(file, line));
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_yield() {
    wait(Wait::Turn);
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_assert(
    text: *const c_char,
    file: *const c_char,
    line: c_int,
    function: *const c_char,
    team: u32,
    thread: u32,
) -> ! {
    let (place, kernel) = RUNNING.get().map_or_else(Default::default, |r| {
        (r.at(), unsafe { (*r.site).kernel() })
    });
    let failure = Failure::new(
        place,
        format!(
            "kernel {kernel}, team {team}, thread {thread}: assertion `{}` failed",
            ffi::string(text)
        ),
    )
    .note(format!(
        "{}:{line}, in {}",
        ffi::string(file),
        ffi::string(function)
    ));
    eprintln!("{failure}");
    crate::trace::write();
    end(1)
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_wtime() -> f64 {
    thread_local! {
        static START: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes one timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_wtick() -> f64 {
    1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn threads_meet_at_each_barrier() {
        static PHASE: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];
        run(33, |_| {
            for phase in &PHASE {
                phase.fetch_add(1, Ordering::Relaxed);
                romp_emulated_barrier(c"a.cu".as_ptr(), 1);
                assert_eq!(phase.load(Ordering::Relaxed), 33);
            }
        });
    }

    #[test]
    fn a_waiting_loop_lets_the_others_run() {
        static FLAG: AtomicU32 = AtomicU32::new(0);
        run(2, |t| {
            if t == 0 {
                while FLAG.load(Ordering::Relaxed) == 0 {
                    romp_emulated_yield();
                }
            } else {
                FLAG.store(1, Ordering::Relaxed);
            }
        });
    }

    #[test]
    fn thread_numbers_are_told_as_runs() {
        let mut states = vec![State::Done; 40];
        states[3] = State::Ready;
        assert_eq!(numbers(&states, State::Done), "threads 0-2, 4-39");
        assert_eq!(numbers(&states, State::Ready), "thread 3");
    }
}
