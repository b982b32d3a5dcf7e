//! Races: two accesses of different threads, one of them a write, that nothing orders (OpenMP 5.2, 1.4.1).
//!
//! Images that g++ compiles with -fsanitize=thread call the hooks of [`hooks`] for each access, atomic operation and
//! fence; the block's scheduler reports barriers, and the device header what g++ cannot see: barriers of lanes, tasks and
//! what orders them. Order is what the program's constructs make, not the order in which threads happened to run:
//! [`clocks`] are vector clocks, [`shadow`] records the last accesses to each location, [`synchronise`] passes the past of
//! one strand to another, [`report`] prints what was found. A race is reported once for each pair of places; the program
//! goes on, and ends with exit code 1.
//!
//! While races are looked for, launches run one after the other, each on one OS thread: the state needs no locks.

mod accesses;
mod advice;
mod clocks;
mod concurrent;
mod hooks;
mod report;
mod shadow;
mod synchronise;
mod units;

pub use self::accesses::range;
use super::check;
use super::running::RUNNING;
use crate::device::LaunchOf;
use clocks::{Known, Strand};
use report::Findings;
pub use shadow::Kind;
use shadow::{Access, GRAIN, Granule, Shadow};
use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::ops::Range;
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tasks are strands beside the threads of the launch: 1024 for each team number from this one on.
const TASKS: u32 = 0xc000_0000;
/// Units of work are strands for each team number from this one on.
const UNITS: u32 = 0xe000_0000;

/// What every access reads; written by the one OS thread that runs kernels.
struct Hot {
    /// Whether a kernel's own code runs, not the header's.
    on: AtomicBool,
    /// The present strand, as an access of it is noted.
    what: AtomicU64,
    when: AtomicU64,
    /// Clocks up to this one are of earlier launches.
    floor: AtomicU32,
    /// From this clock on what the present strand did is ordered before what it does, whatever loop it is in.
    since: AtomicU32,
    /// The device's memory, and the granules for it.
    low: AtomicUsize,
    bytes: AtomicUsize,
    granules: AtomicUsize,
    /// Memory of the present thread alone: its stack, or what is sure to be of it, and how much of it there is.
    stack: AtomicUsize,
    stack_bytes: AtomicUsize,
    /// Where the image keeps the ids of who runs.
    place: AtomicUsize,
}

static HOT: Hot = Hot {
    on: AtomicBool::new(false),
    what: AtomicU64::new(0),
    when: AtomicU64::new(0),
    floor: AtomicU32::new(0),
    since: AtomicU32::new(0),
    low: AtomicUsize::new(0),
    bytes: AtomicUsize::new(0),
    granules: AtomicUsize::new(0),
    stack: AtomicUsize::new(0),
    stack_bytes: AtomicUsize::new(0),
    place: AtomicUsize::new(0),
};

struct TheDetector(UnsafeCell<Option<Box<Detector>>>);

// SAFETY: made before the first launch, and used by who holds `LAUNCH`.
unsafe impl Sync for TheDetector {}

static DETECTOR: TheDetector = TheDetector(UnsafeCell::new(None));
static LAUNCH: Mutex<()> = Mutex::new(());

/// Memory beside the device's: an image's data, or a thread-local block with shared storage.
struct Region {
    low: usize,
    high: usize,
    granules: *mut Granule,
    /// Whether it is shared storage of an OS thread, which is new for each block.
    of_block: bool,
    /// The addresses that were accessed since it was new.
    used: (usize, usize),
}

impl Region {
    fn renew(&mut self, shadow: &mut Shadow) {
        let (low, high) = std::mem::replace(&mut self.used, (usize::MAX, 0));
        if low < high {
            let (first, last) = ((low - self.low) / GRAIN, (high - self.low).div_ceil(GRAIN));
            // SAFETY: granules of the region.
            shadow.clear(unsafe {
                slice::from_raw_parts_mut(self.granules.add(first), last - first)
            });
        }
    }
}

/// What a coroutine of a block does: its strands, the outermost first.
struct Fiber {
    strands: Vec<Strand>,
    /// The strands of units of work of this thread.
    units: units::OfThread,
    /// What strands did that ask for the thread's number, on which what they use may depend.
    by_number: Known,
}

impl Fiber {
    fn of(strand: Strand) -> Fiber {
        Fiber {
            strands: vec![strand],
            units: units::OfThread::default(),
            by_number: Known::default(),
        }
    }

    fn now(&self) -> &Strand {
        self.strands.last().expect("a thread")
    }

    fn now_mut(&mut self) -> &mut Strand {
        self.strands.last_mut().expect("a thread")
    }
}

pub struct Detector {
    regions: Vec<Region>,
    shadow: Shadow,
    /// Memory that was allocated while the launch runs. Arrays of variable length are among it: the arrays of several
    /// iterations lie at one address.
    fresh: Vec<Range<usize>>,
    findings: Findings,
    /// The latest clock of any strand.
    latest: u32,
    /// Threads of kernels that are no coroutines take turns with it.
    plain: Fiber,
    fibers: Vec<Fiber>,
    /// The coroutine that runs.
    running: Option<usize>,
    /// The pasts that atomic stores have published, by the variable's address.
    published: HashMap<usize, Known>,
    tasks: synchronise::Tasks,
    units: units::Units,
}

/// Looks for races from here on, in this memory too.
pub fn start(memory: &super::memory::Memory) -> Result<(), String> {
    let _launch = lock();
    let granules = map_granules(memory.bytes).ok_or("no address space to look for races in")?;
    HOT.low.store(memory.base, Relaxed);
    HOT.bytes.store(memory.bytes, Relaxed);
    HOT.granules.store(granules as usize, Relaxed);
    // SAFETY: no launch runs.
    let detector = unsafe { &mut *DETECTOR.0.get() };
    detector.get_or_insert_with(|| {
        report::at_exit();
        Box::new(Detector {
            regions: Vec::new(),
            shadow: Shadow::default(),
            fresh: Vec::new(),
            findings: Findings::default(),
            latest: 0,
            plain: Fiber::of(Strand::default()),
            fibers: Vec::new(),
            running: None,
            published: HashMap::new(),
            tasks: synchronise::Tasks::default(),
            units: units::Units::default(),
        })
    });
    Ok(())
}

fn lock() -> MutexGuard<'static, ()> {
    LAUNCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The detector, on the OS thread of the launch that runs; none where races are not looked for.
#[inline]
fn detector() -> Option<&'static mut Detector> {
    // SAFETY: only who runs the launch calls, and no reference outlives the call of a hook.
    unsafe { (*DETECTOR.0.get()).as_deref_mut() }
}

fn map_granules(bytes: usize) -> Option<*mut Granule> {
    let size = bytes.div_ceil(GRAIN).checked_mul(size_of::<Granule>())?;
    // SAFETY: a fresh private mapping, zero as granules are that nobody has used.
    let at = unsafe {
        libc::mmap(
            ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if at == libc::MAP_FAILED {
        return None;
    }
    // Every 8 bytes of memory have a line of the cache here: most accesses would miss the look-up of their page, too.
    // SAFETY: the mapping made above. Where this is not to be had the program runs all the same.
    unsafe { libc::madvise(at, size, libc::MADV_HUGEPAGE) };
    Some(at.cast())
}

/// A launch, while it runs; the next one waits.
pub struct Watched(#[expect(dead_code, reason = "held until dropped")] MutexGuard<'static, ()>);

/// None where races are not looked for.
pub fn launch(_: &LaunchOf<'_>) -> Option<Watched> {
    if HOT.granules.load(Relaxed) == 0 {
        return None;
    }
    let guard = lock();
    let detector = detector()?;
    HOT.floor.store(detector.latest, Relaxed);
    detector.shadow.begin(detector.latest);
    detector.published.clear();
    detector.fresh.clear();
    detector.tasks = synchronise::Tasks::default();
    detector.units = units::Units::default();
    detector.be(0, 0);
    HOT.on.store(true, Relaxed);
    Some(Watched(guard))
}

impl Drop for Watched {
    fn drop(&mut self) {
        HOT.on.store(false, Relaxed);
        report::report_found();
    }
}

/// A thread of a kernel without coroutines begins.
pub fn thread(team: u32, number: u32) {
    if let Some(detector) = detector() {
        detector.be(team, number);
    }
}

/// Where the image keeps the ids of who runs.
pub fn place(at: usize) {
    if HOT.granules.load(Relaxed) != 0 {
        HOT.place.store(at, Relaxed);
        runs_on_its_stack();
    }
}

/// What is sure to be the stack of the OS thread below a launch.
const SURELY_STACK: usize = 64 << 10;

/// The accesses that follow are of the thread whose stack [`RUNNING`] tells.
fn runs_on_its_stack() {
    let (low, high) = match RUNNING.get() {
        Some(running) if running.fiber != (0, 0) => running.fiber,
        Some(running) => (running.stack_top - SURELY_STACK, running.stack_top),
        None => (0, 0),
    };
    HOT.stack.store(low, Relaxed);
    HOT.stack_bytes.store(high - low, Relaxed);
}

/// A block of coroutines begins, or ends with 0 threads.
pub fn team(team: u32, threads: u32) {
    let Some(detector) = detector() else { return };
    let clock = HOT.floor.load(Relaxed) + 1;
    detector.latest = detector.latest.max(clock);
    detector.running = None;
    detector.new_block();
    detector.fibers.clear();
    detector
        .fibers
        .extend((0..threads).map(|number| Fiber::of(Strand::new(team, number, clock))));
    runs_on_its_stack();
}

/// The coroutine of this thread goes on.
pub fn resume(thread: usize) {
    let Some(detector) = detector() else { return };
    detector.running = Some(thread);
    runs_on_its_stack();
    detector.go_on();
}

/// These threads of the block have passed a barrier.
pub fn barrier(threads: &[usize]) {
    if let Some(detector) = detector() {
        detector.barrier(threads);
    }
}

/// Forgets the accesses to device memory that was freed and allocated again while a kernel runs.
pub fn forget(at: usize, bytes: usize) {
    let offset = at.wrapping_sub(HOT.low.load(Relaxed));
    if HOT.when.load(Relaxed) == 0 || offset >= HOT.bytes.load(Relaxed) {
        return;
    }
    let Some(detector) = detector() else { return };
    let block = at..at + bytes;
    if !detector.fresh.contains(&block) {
        detector.fresh.push(block);
    }
    let granules = HOT.granules.load(Relaxed) as *mut Granule;
    // SAFETY: inside the device's memory, which has granules. What is allocated is aligned as they are.
    detector.shadow.clear(unsafe {
        slice::from_raw_parts_mut(granules.add(offset / GRAIN), bytes.div_ceil(GRAIN))
    });
}

impl Detector {
    fn new_block(&mut self) {
        for region in self.regions.iter_mut().filter(|region| region.of_block) {
            region.renew(&mut self.shadow);
        }
    }

    fn be(&mut self, team: u32, number: u32) {
        if self.plain.strands[0].team != team {
            self.new_block();
        }
        let clock = HOT.floor.load(Relaxed) + 1;
        self.latest = self.latest.max(clock);
        self.running = None;
        self.plain.strands.truncate(1);
        self.plain.units = units::OfThread::default();
        self.plain.by_number = Known::default();
        self.plain.strands[0].renew(team, number, clock);
        self.go_on();
    }

    fn fiber(&mut self) -> &mut Fiber {
        match self.running {
            Some(thread) => &mut self.fibers[thread],
            None => &mut self.plain,
        }
    }

    fn me(&mut self) -> &mut Strand {
        self.fiber().now_mut()
    }

    /// The present strand is the fiber's last, as it is now.
    fn go_on(&mut self) {
        let me = self.me();
        let internal = me.internal;
        let access = Access::of(me.team, me.number, me.clock);
        let clock = me.clock;
        let since = me.concurrent.last().map_or(0, concurrent::Loop::since);
        HOT.since.store(since, Relaxed);
        HOT.what.store(access.what, Relaxed);
        HOT.when.store(access.when, Relaxed);
        HOT.on.store(internal == 0, Relaxed);
        self.latest = self.latest.max(clock);
    }

    /// The granule of a byte outside of the device's memory; none: nobody else's, or nothing is known of it.
    fn elsewhere(&mut self, at: usize, bytes: usize) -> Option<*mut Granule> {
        let found = self
            .regions
            .iter()
            .position(|r| (r.low..r.high).contains(&at));
        let found = match found {
            Some(found) => found,
            None => self.region_of(at)?,
        };
        let region = &mut self.regions[found];
        if bytes > region.high - at {
            return None;
        }
        if region.of_block {
            region.used.0 = region.used.0.min(at);
            region.used.1 = region.used.1.max(at + bytes);
        }
        // SAFETY: a granule of the region.
        Some(unsafe { region.granules.add((at - region.low) / GRAIN) })
    }

    #[inline(never)]
    fn region_of(&mut self, at: usize) -> Option<usize> {
        let running = RUNNING.get()?;
        let (fiber, stack_top) = (running.fiber, running.stack_top);
        // Own frames, and those of the launch.
        let here = ptr::from_ref(&fiber) as usize;
        if (fiber.0..fiber.1).contains(&at) || (here.min(stack_top)..stack_top).contains(&at) {
            return None;
        }
        let mut found = None;
        check::each_extent(|low, high| {
            if (low..high).contains(&at) {
                found = Some((low, high));
            }
        });
        let (low, high) = found.or_else(|| check::thread_local_block(at))?;
        let low = low / GRAIN * GRAIN;
        let granules = map_granules(high - low)?;
        self.regions.push(Region {
            low,
            high,
            granules,
            of_block: found.is_none(),
            used: (usize::MAX, 0),
        });
        Some(self.regions.len() - 1)
    }
}
