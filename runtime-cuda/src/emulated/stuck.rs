//! Finds blocks that are stuck: their threads only wait for each other in loops (locks, critical sections, atomics).
//!
//! This is a proof, not a time limit: what a thread does follows from its stack and from the memory that it reads. Where
//! all stacks of a block and the device's memory are as they were some rounds before, they stay so, unless another thread
//! of the process writes to them. So each block hashes its state from time to time, and one of them reports when the states
//! of all running blocks have not changed for a while. A block that reads the clock is never taken for stuck, nor any block
//! while other threads of the process run.

use super::memory;
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Rounds without a barrier passed or a thread ended before a block looks at the time.
const ROUNDS: u32 = 256;
const BETWEEN_SAMPLES: Duration = Duration::from_millis(100);
/// How long all blocks must be stuck together.
const LONG_ENOUGH: Duration = Duration::from_secs(1);
/// Bytes below the last frame of a coroutine, where a switch saves its registers.
const SAVED: usize = 512;

/// OS threads that run blocks, and those of them that are stuck.
struct All {
    live: u32,
    stuck: u32,
    /// The time since which all of them are stuck.
    since: Option<Instant>,
}

static ALL: Mutex<All> = Mutex::new(All {
    live: 0,
    stuck: 0,
    since: None,
});

/// The number of OS threads of the runtime that run no blocks.
static HELPERS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static CLOCK_READ: Cell<bool> = const { Cell::new(false) };
}

impl All {
    fn change(&mut self, live: i32, stuck: i32) {
        self.live = self.live.wrapping_add_signed(live);
        self.stuck = self.stuck.wrapping_add_signed(stuck);
        self.since = (self.stuck == self.live && self.live > 0).then(Instant::now);
    }
}

fn all() -> std::sync::MutexGuard<'static, All> {
    ALL.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// An OS thread that runs blocks, until dropped.
pub struct Live;

impl Live {
    pub fn enter() -> Live {
        all().change(1, 0);
        Live
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        all().change(-1, 0);
    }
}

/// An OS thread of the runtime's that runs no blocks, until dropped.
pub struct Helper;

impl Helper {
    pub fn enter() -> Helper {
        HELPERS.fetch_add(1, Ordering::Relaxed);
        Helper
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        HELPERS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Records that a thread has read the clock: what it does may depend on the time.
pub fn clock_was_read() {
    CLOCK_READ.set(true);
}

/// The state of one block at its last samples.
#[derive(Default)]
pub struct Watch {
    rounds: u32,
    sampled: Option<Instant>,
    sample: u64,
    marked: bool,
}

impl Watch {
    /// Records progress: a barrier let threads go on, or a thread ended.
    pub fn moved(&mut self) {
        self.rounds = 0;
        self.sampled = None;
        self.unmark();
    }

    /// Called after a round in which threads only repeated their waiting loops. `private` gives the ranges of addresses of
    /// their stacks, `shared` is the block's shared storage. True where no block can ever go on.
    pub fn turned(
        &mut self,
        private: impl Fn() -> Vec<(usize, usize)>,
        shared: (usize, usize),
    ) -> bool {
        self.rounds += 1;
        if self.rounds < ROUNDS {
            return false;
        }
        self.rounds = 0;
        if self
            .sampled
            .is_some_and(|at| at.elapsed() < BETWEEN_SAMPLES)
        {
            return false;
        }
        let first = self.sampled.replace(Instant::now()).is_none();
        let mut hash = Hash(0);
        for (low, high) in private() {
            hash.range(low, high);
        }
        hash.range(shared.0, shared.1);
        super::check::each_extent(|low, high| hash.range(low, high));
        memory::each_used(|low, high| hash.range(low, high));
        let same = hash.0 == self.sample && !first && !CLOCK_READ.replace(false);
        self.sample = hash.0;
        if !same {
            self.unmark();
            return false;
        }
        if !self.marked {
            self.marked = true;
            all().change(0, 1);
        }
        let all = all();
        all.since.is_some_and(|at| at.elapsed() >= LONG_ENOUGH) && others(all.live) == Some(0)
    }

    fn unmark(&mut self) {
        if std::mem::take(&mut self.marked) {
            all().change(0, -1);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.unmark();
    }
}

/// Threads of the process that may write what a block waits for.
fn others(live: u32) -> Option<u32> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?.count() as u32;
    Some(tasks.saturating_sub(live + HELPERS.load(Ordering::Relaxed)))
}

/// The end of the calling coroutine's frames, with the registers that a switch saves below them.
#[inline(never)]
pub fn stack_now() -> usize {
    let here = 0u8;
    std::hint::black_box(std::ptr::from_ref(&here)) as usize - SAVED
}

/// A hash of memory; only equality matters.
struct Hash(u64);

impl Hash {
    fn range(&mut self, low: usize, high: usize) {
        let (low, high) = (low.next_multiple_of(8), high & !7);
        let mut sum = self.0 ^ low as u64;
        let mut at = low;
        while at < high {
            // SAFETY: whole words of memory that is mapped; others may write it, and then it is not the same.
            let word = unsafe { std::ptr::read_volatile(at as *const u64) };
            sum = (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
            at += 8;
        }
        self.0 = sum;
    }
}
