//! A block with barriers: one stackful coroutine a thread, all on one OS thread.
//!
//! Barriers and waiting loops yield; the block's scheduler lets threads go on when a barrier has all that
//! it waits for, and reports where they stand when none can. Knows kernels only as functions to call.

use super::check::stacks::CheckedStack;
use super::{check, encounters, order, races, stuck};
use crate::device::LaunchOf;
use crate::error::{Failure, end_with_records, fatal, guarded};
use crate::ffi::{self, Arg, Site};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Of each thread's coroutine, where ROMP_STACK does not ask for more.
const STACK: usize = 256 << 10;

/// What it is.
pub static STACK_BYTES: AtomicUsize = AtomicUsize::new(STACK);

/// A thread that waits at a barrier.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stand {
    barrier: u32,
    /// Threads that it waits for; 0: all that have not returned.
    count: u32,
    kind: Kind,
    file: *const c_char,
    line: c_int,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Placed,
    Fork,
    Join,
    Scattered,
}

impl Stand {
    /// Whether these two threads may meet: at one place of the source, or at the two ends of a fork.
    fn meets(&self, other: &Stand) -> bool {
        self.kind == other.kind
            && (self.kind != Kind::Placed || (self.file, self.line) == (other.file, other.line))
    }

    fn place(&self) -> String {
        format!("{}:{}", ffi::string(self.file), self.line)
    }

    fn text(&self) -> String {
        match self.kind {
            Kind::Placed if self.count != 0 => {
                format!(
                    "at the barrier of {}, of {} threads",
                    self.place(),
                    self.count
                )
            }
            Kind::Placed => format!("at the barrier of {}", self.place()),
            Kind::Fork => format!("where a parallel region begins, {}", self.place()),
            Kind::Join => format!("where a parallel region ends, {}", self.place()),
            Kind::Scattered => "at a barrier of a region that may be cancelled".into(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Barrier(Stand),
    Turn(Turn),
}

/// A thread that takes a turn in a loop which waits for others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    file: *const c_char,
    line: c_int,
    /// Its frames begin there.
    stack: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    At(Stand),
    /// In a message only: these threads are ready.
    Turns(*const c_char, c_int),
    Done,
}

/// Barriers of a block, by number.
const BARRIERS: usize = 16;

#[derive(Clone, Copy, Default)]
struct Barrier {
    waiting: u32,
    first: Option<Stand>,
    /// Threads stand at different places: they never meet.
    torn: bool,
}

impl Barrier {
    /// One that the source has, for every thread of the block.
    fn wants_all(&self) -> bool {
        matches!(
            self.first,
            Some(Stand {
                count: 0,
                kind: Kind::Placed,
                ..
            })
        )
    }

    fn is_full(&self, running: u32) -> bool {
        let needed = match self.first {
            Some(Stand { count: 0, .. }) => running,
            Some(Stand { count, .. }) => count,
            None => return false,
        };
        self.waiting >= needed && !self.torn
    }
}

type Fiber = Coroutine<(), Wait, (), ThreadStack>;

/// A thread's stack.
pub enum ThreadStack {
    Plain(DefaultStack),
    /// Of code that marks what lies around its variables.
    Checked(CheckedStack),
}

// SAFETY: both are.
unsafe impl Stack for ThreadStack {
    fn base(&self) -> StackPointer {
        match self {
            ThreadStack::Plain(stack) => stack.base(),
            ThreadStack::Checked(stack) => stack.base(),
        }
    }

    fn limit(&self) -> StackPointer {
        match self {
            ThreadStack::Plain(stack) => stack.limit(),
            ThreadStack::Checked(stack) => stack.limit(),
        }
    }
}

/// What the calling OS thread runs now; for messages and for the checks.
#[derive(Clone, Copy)]
pub struct Running {
    pub site: *const Site,
    pub list: *const [Arg],
    /// The image's record of ids: team, teams, thread, threads, and whether the thread is the one that runs.
    pub place: *const u32,
    /// Everything below is the kernel's part of this OS thread's stack.
    pub stack_top: usize,
    /// The stack of the coroutine that runs.
    pub fiber: (usize, usize),
    /// The image's code marks what lies around its variables on the stack.
    pub marks_stack: bool,
}

thread_local! {
    pub static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
    static YIELDER: Cell<*const Yielder<(), Wait>> = const { Cell::new(std::ptr::null()) };
    static STACKS: RefCell<[Vec<ThreadStack>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Marks the calling OS thread as running a launch, until dropped.
pub struct Current(Option<Running>);

impl Current {
    #[inline(never)]
    pub fn enter(launch: &LaunchOf<'_>, marks_stack: bool) -> Current {
        let here = 0u8;
        let running = Running {
            site: launch.site,
            list: std::ptr::from_ref(launch.list),
            place: std::ptr::null(),
            // The kernel.s frames begin where this one does: a little above this byte.
            stack_top: std::ptr::from_ref(&here) as usize + 512,
            fiber: (0, 0),
            marks_stack,
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
        let mut text = format!("kernel {}", self.kernel());
        if !self.place.is_null() {
            // SAFETY: the image's thread-local record of this OS thread.
            let [team, thread, exact] =
                unsafe { [0, 2, 4].map(|which| self.place.add(which).read()) };
            let _ = write!(text, ", team {team}");
            if exact != 0 {
                let _ = write!(text, ", thread {thread}");
            }
        }
        text
    }

    pub fn kernel(&self) -> String {
        // SAFETY: set while the construct's launch lasts.
        unsafe { (*self.site).kernel() }
    }

    pub fn at(&self) -> String {
        // SAFETY: as above.
        unsafe { (*self.site).place() }
    }
}

/// # Safety
/// `place` points to five numbers that live as long as the calling OS thread's run of blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_place(place: *const u32) {
    races::place(place as usize);
    if let Some(mut running) = RUNNING.get() {
        running.place = place;
        RUNNING.set(Some(running));
    }
}

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
        run(threads, move |t| unsafe { thread(context, t) });
        races::team(team, 0);
        Ok(())
    });
}

/// Runs a block's threads, in order where they do not wait.
fn run(threads: u32, body: impl Fn(u32) + Copy + 'static) {
    let outer = RUNNING.get();
    let checked = outer.is_some_and(|outer| outer.marks_stack);
    let mut extents = Vec::with_capacity(threads as usize);
    let mut fibers: Vec<Option<Fiber>> = (0..threads)
        .map(|t| {
            let stack = stack(checked);
            extents.push((stack.limit().get(), stack.base().get()));
            Some(Coroutine::with_stack(stack, move |yielder, ()| {
                YIELDER.set(yielder);
                body(t);
            }))
        })
        .collect();
    let mut states = vec![State::Ready; threads as usize];
    let mut barriers = [Barrier::default(); BARRIERS];
    let mut done = 0;
    let mut turns = vec![None::<Turn>; threads as usize];
    let mut watch = stuck::Watch::default();
    let team = outer
        .filter(|r| !r.place.is_null())
        .map_or(0, |r| unsafe { r.place.read() });
    let mut rounds = order::Rounds::new(threads as usize, team);
    while done < threads {
        let mut ran = false;
        let mut moved = false;
        for &t in rounds.next() {
            if states[t] != State::Ready {
                continue;
            }
            ran = true;
            if let Some(outer) = outer {
                RUNNING.set(Some(Running {
                    fiber: extents[t],
                    ..outer
                }));
                if checked {
                    check::runs_on(extents[t].0, extents[t].1);
                }
            }
            races::resume(t);
            let full = match fibers[t].as_mut().expect("not done").resume(()) {
                CoroutineResult::Yield(Wait::Turn(turn)) => {
                    turns[t] = Some(turn);
                    continue;
                }
                CoroutineResult::Yield(Wait::Barrier(stand)) => {
                    moved = true;
                    let barrier = &mut barriers[stand.barrier as usize];
                    states[t] = State::At(stand);
                    barrier.waiting += 1;
                    let first = *barrier.first.get_or_insert(stand);
                    if first.count != stand.count {
                        different_counts(&states, t, first, stand, outer);
                    }
                    barrier.torn |= !first.meets(&stand);
                    stand.barrier
                }
                CoroutineResult::Return(()) => {
                    states[t] = State::Done;
                    moved = true;
                    done += 1;
                    let stack = fibers[t].take().expect("done once").into_stack();
                    STACKS.with_borrow_mut(|free| free[usize::from(checked)].push(stack));
                    // It may be the one that the block's barrier still waited for.
                    0
                }
            };
            if barriers[full as usize].is_full(threads - done) {
                if barriers[full as usize].wants_all() && done > 0 {
                    not_all_come(&states, outer);
                }
                let first = barriers[full as usize].first;
                let cancelled = first.is_some_and(|stand| stand.kind == Kind::Scattered);
                barriers[full as usize] = Barrier::default();
                let stands =
                    |state: &State| matches!(state, State::At(stand) if stand.barrier == full);
                let met: Vec<usize> = (0..states.len()).filter(|&t| stands(&states[t])).collect();
                races::meet(&met);
                encounters::meet(&met, cancelled);
                for t in met {
                    states[t] = State::Ready;
                }
            }
        }
        if moved {
            watch.moved();
        } else if !ran && done < threads {
            deadlock(&states, outer);
        } else if watch.turned(|| held(&states, &turns, &extents), shared_storage(outer)) {
            for (state, turn) in states.iter_mut().zip(&turns) {
                if let (State::Ready, Some(turn)) = (*state, turn) {
                    *state = State::Turns(turn.file, turn.line);
                }
            }
            deadlock(&states, outer);
        }
    }
    encounters::end_of_team();
    RUNNING.set(outer);
    if let Some(outer) = outer.filter(|_| checked) {
        check::runs_on(outer.fiber.0, outer.fiber.1);
    }
}

/// What the threads hold that take turns: their frames.
fn held(
    states: &[State],
    turns: &[Option<Turn>],
    extents: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let of = |t: usize| turns[t].map(|turn| (turn.stack.max(extents[t].0), extents[t].1));
    (0..states.len())
        .filter(|&t| states[t] == State::Ready)
        .filter_map(of)
        .collect()
}

/// The image's `__shared__` storage: the thread-local block that its ids lie in, too.
fn shared_storage(running: Option<Running>) -> (usize, usize) {
    running
        .and_then(|running| check::thread_local_block(running.place as usize))
        .unwrap_or_default()
}

fn stack(checked: bool) -> ThreadStack {
    let kept = STACKS.with_borrow_mut(|free| free[usize::from(checked)].pop());
    kept.unwrap_or_else(|| new_stack(checked, STACK_BYTES.load(Ordering::Relaxed)))
}

fn new_stack(checked: bool, bytes: usize) -> ThreadStack {
    let made = match checked {
        true => CheckedStack::new(bytes)
            .map(ThreadStack::Checked)
            .ok_or_else(|| "the addresses for checked stacks are used up".to_string()),
        false => DefaultStack::new(bytes)
            .map(ThreadStack::Plain)
            .map_err(|error| error.to_string()),
    };
    made.unwrap_or_else(|error| {
        fatal(&Failure::new(
            "",
            format!("no memory for the stacks of emulated threads: {error}"),
        ))
    })
}

/// Runs what runs the threads of kernels without barriers, on a checked stack.
pub fn on_checked_stack(bytes: usize, work: impl FnOnce()) {
    let stack = new_stack(true, bytes);
    let (low, high) = (stack.limit().get(), stack.base().get());
    let before = RUNNING.get();
    if let Some(running) = before {
        RUNNING.set(Some(Running {
            fiber: (low, high),
            ..running
        }));
    }
    check::runs_on(low, high);
    corosensei::on_stack(stack, work);
    check::runs_on(0, 0);
    RUNNING.set(before);
}

/// OpenMP 5.2, 15.3.1.
const ALL_OR_NONE: &str = "every thread of a team comes to each of its barriers, or none does: take the barrier out of the condition";

/// No thread of the block can go on: says where they are.
fn deadlock(states: &[State], running: Option<Running>) -> ! {
    let (place, who) = running.map_or_else(Default::default, |r| (r.at(), r.who()));
    let who = who.split(", thread").next().unwrap_or_default().to_string();
    let apart = states
        .iter()
        .all(|state| matches!(state, State::At(_) | State::Done));
    let what = match apart {
        true => "threads of a team wait at different barriers, and none can go on",
        false => "deadlock: no thread of the team can go on",
    };
    let mut failure = Failure::new(place, format!("{who}: {what}"));
    let mut seen: Vec<State> = Vec::new();
    for &state in states {
        if seen.contains(&state) {
            continue;
        }
        seen.push(state);
        let which = numbers(states, state);
        failure = failure.note(match state {
            State::At(stand) => format!("{which} {}", stand.text()),
            State::Turns(file, line) => {
                format!("{which} waiting in a loop, {}:{line}", ffi::string(file))
            }
            State::Done => format!("{which} finished"),
            State::Ready => format!("{which} running"),
        });
    }
    // SAFETY: the image's record of ids.
    let teams = running
        .filter(|r| !r.place.is_null())
        .map_or(1, |r| unsafe { r.place.add(1).read() });
    if teams > 1 && states.iter().any(|state| matches!(state, State::Turns(..))) {
        failure = failure.note(format!(
            "of the {teams} teams some run only after others: none may wait for a team that has not begun"
        ));
    }
    if apart {
        failure = failure.note(ALL_OR_NONE);
    }
    fatal(&failure)
}

/// Some threads wait at a barrier, the others of their team have ended without it.
fn not_all_come(states: &[State], running: Option<Running>) -> ! {
    let (place, who) = running.map_or_else(Default::default, |r| (r.at(), r.who()));
    let who = who.split(", thread").next().unwrap_or_default().to_string();
    let mut failure = Failure::new(
        place,
        format!("{who}: a barrier that not all threads of the team reach"),
    );
    let mut seen: Vec<State> = Vec::new();
    for &state in states {
        if seen.contains(&state) {
            continue;
        }
        seen.push(state);
        let which = numbers(states, state);
        failure = failure.note(match state {
            State::At(stand) => format!("{which} {}", stand.text()),
            _ => format!("{which} came to the end of the region without it"),
        });
    }
    fatal(&failure.note(ALL_OR_NONE))
}

/// Hardware barriers count: threads that do not agree trap, or go on too early.
fn different_counts(
    states: &[State],
    thread: usize,
    first: Stand,
    stand: Stand,
    running: Option<Running>,
) -> ! {
    let (place, who) = running.map_or_else(Default::default, |r| (r.at(), r.who()));
    let who = who.split(", thread").next().unwrap_or_default().to_string();
    let waiting = numbers(states, State::At(first));
    fatal(
        &Failure::new(
            place,
            format!("{who}: threads wait at one barrier for different numbers of threads"),
        )
        .note(format!("{waiting} {}", first.text()))
        .note(format!("thread {thread} {}", stand.text())),
    )
}

/// `threads 0-31, 40` of those in a state.
fn numbers(states: &[State], of: State) -> String {
    thread_numbers((0..states.len()).filter(|&t| states[t] == of))
}

/// `threads 0-31, 40`
pub fn thread_numbers(threads: impl Iterator<Item = usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for t in threads {
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
        fatal(&fail(
            "waits for other threads, but its image says that it never does",
        ));
    }
    // SAFETY: the yielder of the coroutine that runs.
    unsafe { (*yielder).suspend(how) };
    YIELDER.set(yielder);
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_barrier_of(
    barrier: u32,
    count: u32,
    kind: c_int,
    file: *const c_char,
    line: c_int,
) {
    assert!((barrier as usize) < BARRIERS, "barrier {barrier}");
    let kind = match kind {
        0 => Kind::Placed,
        1 => Kind::Fork,
        2 => Kind::Join,
        _ => Kind::Scattered,
    };
    wait(Wait::Barrier(Stand {
        barrier,
        count,
        kind,
        file,
        line,
    }));
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_yield(file: *const c_char, line: c_int) {
    let stack = stuck::stack_now();
    wait(Wait::Turn(Turn { file, line, stack }));
}

/// What a thread cannot go on without, told with the thread.
pub fn fail(what: &str) -> Failure {
    let (place, who) = RUNNING
        .get()
        .map_or_else(Default::default, |r| (r.at(), r.who()));
    Failure::new(place, format!("{who}: {what}"))
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_fail(what: *const c_char) -> ! {
    fatal(&fail(&ffi::string(what)))
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
    end_with_records(1)
}

/// The number `which` of [`DeviceIcvs`](crate::device_icvs::DeviceIcvs), in its order.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_icv(device: i32, which: u32) -> u32 {
    let runtime = crate::runtime::opened().expect("a device that runs a kernel");
    let icvs = runtime.settings.icvs.of_device(device);
    match which {
        0 => icvs.schedule,
        1 => icvs.chunk as u32,
        _ => icvs.cancellation,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_wtime() -> f64 {
    stuck::clock_was_read();
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
    use std::sync::atomic::AtomicU32;

    #[test]
    fn threads_meet_at_each_barrier() {
        static PHASE: [AtomicU32; 3] = [const { AtomicU32::new(0) }; 3];
        run(33, |_| {
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
        run(97, |t| {
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
    fn a_waiting_loop_lets_the_others_run() {
        static FLAG: AtomicU32 = AtomicU32::new(0);
        run(2, |t| {
            if t == 0 {
                while FLAG.load(Ordering::Relaxed) == 0 {
                    romp_emulated_yield(c"a.cu".as_ptr(), 4);
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
