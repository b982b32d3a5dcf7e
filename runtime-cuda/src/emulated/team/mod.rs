//! A block with barriers: one stackful coroutine a thread, all on one OS thread.
//!
//! Barriers and waiting loops yield; the scheduler of the block lets threads go on when a barrier has all that it waits
//! for, and reports where they wait when none can. Knows kernels only as functions to call.

mod barriers;
mod locks;
mod messages;
pub mod stacks;

use super::running::{RUNNING, Running, fail};
use super::{check, encounters, order, races, stuck};
use crate::error::{fatal, guarded};
use barriers::{Arrival, BARRIERS, Barrier, Kind};
use corosensei::stack::Stack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
pub use messages::thread_numbers;
use stacks::ThreadStack;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};

/// Why a thread's coroutine yields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Barrier(Arrival),
    Turn(Turn),
}

/// A thread that lets the others run, in a loop which waits for them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    file: *const c_char,
    line: c_int,
    /// The address from which on its stack holds its frames.
    stack: usize,
}

/// What a thread of the block does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    At(Arrival),
    /// In messages: it is ready, and its loop at this place waits for something that never happens.
    Turns(*const c_char, c_int),
    Done,
}

/// A thread of the block as a coroutine.
type ThreadCoroutine = Coroutine<(), Wait, (), ThreadStack>;

thread_local! {
    /// How the coroutine that runs on this OS thread yields.
    static YIELDER: Cell<*const Yielder<(), Wait>> = const { Cell::new(std::ptr::null()) };
}

/// Runs the threads of one block of a launch.
///
/// # Safety
/// `thread` may be called with `context` and every number below `threads`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_team(
    team: u32,
    threads: u32,
    thread: unsafe extern "C" fn(*mut c_void, u32),
    context: *mut c_void,
) {
    guarded(|| {
        races::team(team, threads);
        run_team(threads, move |t| unsafe { thread(context, t) });
        races::team(team, 0);
        Ok(())
    });
}

/// Runs a block's threads until all have returned.
fn run_team(threads: u32, body: impl Fn(u32) + Copy + 'static) {
    locks::begin_team();
    let mut team = Team::new(threads, body);
    let number = team
        .outer
        .filter(|r| !r.place.is_null())
        .map_or(0, |r| unsafe { r.place.read() });
    let mut rounds = order::Rounds::new(threads as usize, number);
    let mut watch = stuck::Watch::default();
    while team.done < threads {
        let round = team.round(rounds.next());
        if round.progress {
            watch.moved();
        } else if !round.ran && team.done < threads {
            messages::deadlock(&team.states, team.outer);
        } else if watch.turned(|| team.frames_of_ready(), shared_storage(team.outer)) {
            team.report_turns();
        }
    }
    encounters::end_of_team();
    RUNNING.set(team.outer);
    if let Some(outer) = team.outer.filter(|_| team.checked) {
        check::runs_on(outer.fiber.0, outer.fiber.1);
    }
}

/// The threads of a block that runs.
struct Team {
    coroutines: Vec<Option<ThreadCoroutine>>,
    /// The lowest and the highest address of each thread's stack.
    extents: Vec<(usize, usize)>,
    states: Vec<State>,
    /// Where each thread let the others run last.
    turns: Vec<Option<Turn>>,
    barriers: [Barrier; BARRIERS],
    /// The number of threads that have returned.
    done: u32,
    /// What this OS thread executed when the block began.
    outer: Option<Running>,
    /// Whether the block's code marks its stacks.
    checked: bool,
}

/// The result of one turn of all threads that could run.
#[derive(Default)]
struct Round {
    /// Whether any thread could run.
    ran: bool,
    /// Whether one arrived at a barrier or returned.
    progress: bool,
}

impl Team {
    fn new(threads: u32, body: impl Fn(u32) + Copy + 'static) -> Team {
        let outer = RUNNING.get();
        let checked = outer.is_some_and(|outer| outer.marks_stack);
        let mut extents = Vec::with_capacity(threads as usize);
        let coroutines = (0..threads)
            .map(|t| {
                let stack = stacks::take(checked);
                extents.push((stack.limit().get(), stack.base().get()));
                Some(Coroutine::with_stack(stack, move |yielder, ()| {
                    YIELDER.set(yielder);
                    body(t);
                }))
            })
            .collect();
        Team {
            coroutines,
            extents,
            states: vec![State::Ready; threads as usize],
            turns: vec![None; threads as usize],
            barriers: [Barrier::default(); BARRIERS],
            done: 0,
            outer,
            checked,
        }
    }

    /// Runs each thread that is ready, in this order, until it waits, lets the others run or returns.
    fn round(&mut self, order: &[usize]) -> Round {
        let mut round = Round::default();
        for &t in order {
            if self.states[t] != State::Ready {
                continue;
            }
            round.ran = true;
            let barrier = match self.resume(t) {
                CoroutineResult::Yield(Wait::Turn(turn)) => {
                    self.turns[t] = Some(turn);
                    continue;
                }
                CoroutineResult::Yield(Wait::Barrier(arrival)) => {
                    self.arrive(t, arrival);
                    arrival.barrier
                }
                CoroutineResult::Return(()) => {
                    self.end(t);
                    // The block's barrier may have waited for this thread alone.
                    0
                }
            };
            round.progress = true;
            self.release_if_full(barrier);
        }
        round
    }

    fn resume(&mut self, t: usize) -> CoroutineResult<Wait, ()> {
        if let Some(outer) = self.outer {
            let fiber = self.extents[t];
            RUNNING.set(Some(Running { fiber, ..outer }));
            if self.checked {
                check::runs_on(fiber.0, fiber.1);
            }
        }
        races::resume(t);
        let result = self.coroutines[t].as_mut().expect("not done").resume(());
        // Outside of coroutines none can yield: a kernel whose entry says that no thread waits is told so.
        YIELDER.set(std::ptr::null());
        result
    }

    fn arrive(&mut self, t: usize, arrival: Arrival) {
        self.states[t] = State::At(arrival);
        if let Err(first) = self.barriers[arrival.barrier as usize].arrive(arrival) {
            messages::different_counts(&self.states, t, first, arrival, self.outer);
        }
    }

    fn end(&mut self, t: usize) {
        self.states[t] = State::Done;
        self.done += 1;
        stacks::give(self.coroutines[t].take().expect("done once").into_stack());
    }

    /// Lets the threads at a barrier go on if all have arrived that it waits for.
    fn release_if_full(&mut self, number: u32) {
        let barrier = self.barriers[number as usize];
        if !barrier.is_full(self.states.len() as u32 - self.done) {
            return;
        }
        if barrier.wants_all() && self.done > 0 {
            messages::not_all_arrive(&self.states, self.outer);
        }
        self.barriers[number as usize] = Barrier::default();
        let waits = |state: &State| matches!(state, State::At(at) if at.barrier == number);
        let threads = 0..self.states.len();
        let together: Vec<usize> = threads.filter(|&t| waits(&self.states[t])).collect();
        races::barrier(&together);
        encounters::barrier(&together, barrier.may_be_cancelled());
        for t in together {
            self.states[t] = State::Ready;
        }
    }

    /// The frames of the threads that only let each other run.
    fn frames_of_ready(&self) -> Vec<(usize, usize)> {
        let of = |t: usize| {
            let (low, high) = self.extents[t];
            self.turns[t].map(|turn| (turn.stack.max(low), high))
        };
        (0..self.states.len())
            .filter(|&t| self.states[t] == State::Ready)
            .filter_map(of)
            .collect()
    }

    /// Ends the program: the threads that are ready wait in loops that cannot end.
    fn report_turns(&mut self) -> ! {
        for (state, turn) in self.states.iter_mut().zip(&self.turns) {
            if let (State::Ready, Some(turn)) = (*state, turn) {
                *state = State::Turns(turn.file, turn.line);
            }
        }
        messages::deadlock(&self.states, self.outer)
    }
}

/// The image's `__shared__` storage: the thread-local block that its ids lie in, too.
fn shared_storage(running: Option<Running>) -> (usize, usize) {
    running
        .and_then(|running| check::thread_local_block(running.place as usize))
        .unwrap_or_default()
}

/// Yields the coroutine that runs.
fn wait(how: Wait) {
    let yielder = YIELDER.get();
    if yielder.is_null() {
        fatal(&fail(
            "waits for other threads, but its ROMP_KERNEL_ENTRY says 0: that no thread waits. Write 1 there, in the .emulated.cpp of its file",
        ));
    }
    // SAFETY: the yielder of the coroutine that runs.
    unsafe { (*yielder).suspend(how) };
    YIELDER.set(yielder);
}

/// The calling thread waits at a barrier; the header `romp/emulated.h` says what the arguments are.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_barrier_of(
    barrier: u32,
    count: u32,
    kind: c_int,
    file: *const c_char,
    line: c_int,
) {
    assert!((barrier as usize) < BARRIERS, "barrier {barrier}");
    wait(Wait::Barrier(Arrival {
        barrier,
        count,
        kind: Kind::of(kind),
        file,
        line,
    }));
}

/// The calling thread lets the others of its block run, in a loop that waits for one of them.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_yield(file: *const c_char, line: c_int) {
    let stack = stuck::stack_now();
    wait(Wait::Turn(Turn { file, line, stack }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn threads_meet_at_each_barrier() {
        static PHASE: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];
        run_team(33, |_| {
            for phase in &PHASE {
                phase.fetch_add(1, Ordering::Relaxed);
                romp_emulated_barrier_of(0, 0, 0, c"a.cu".as_ptr(), 1);
                assert_eq!(phase.load(Ordering::Relaxed), 33);
            }
        });
    }

    #[test]
    fn some_threads_meet_while_the_others_wait_for_all() {
        static PHASE: AtomicU32 = AtomicU32::new(0);
        run_team(97, |t| {
            if t > 64 {
                return;
            }
            for round in 1..=1000 {
                if t < 33 {
                    PHASE.fetch_add(1, Ordering::Relaxed);
                    romp_emulated_barrier_of(1, 33, 0, c"a.cu".as_ptr(), 2);
                    assert_eq!(PHASE.load(Ordering::Relaxed), 33 * round);
                    romp_emulated_barrier_of(1, 33, 0, c"a.cu".as_ptr(), 3);
                }
                romp_emulated_barrier_of(0, 0, 2, c"a.cu".as_ptr(), t as c_int);
            }
        });
        assert_eq!(PHASE.load(Ordering::Relaxed), 33_000);
    }

    #[test]
    fn a_waiting_loop_lets_the_others_run_team() {
        static FLAG: AtomicU32 = AtomicU32::new(0);
        run_team(2, |t| {
            if t == 0 {
                while FLAG.load(Ordering::Relaxed) == 0 {
                    romp_emulated_yield(c"a.cu".as_ptr(), 4);
                }
            } else {
                FLAG.store(1, Ordering::Relaxed);
            }
        });
    }
}
