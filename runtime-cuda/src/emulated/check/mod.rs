//! Checks of kernels while they run: judges the accesses for which checked images call their hooks.
//!
//! Allowed are the device's allocations, the thread's own stack but what lies around its variables, the image's
//! variables, shared storage (this OS thread's thread-local block) and constants. [`report`] makes an error of every other access.
//! Outside launches the hooks return at once.

pub mod apart;
pub mod blocks;
mod device_side;
mod frames;
mod freed;
mod from_host;
mod globals;
mod hooks;
mod host;
pub mod lines;
mod modules;
mod quick;
pub mod report;
pub mod shadow;
pub mod stacks;
pub mod told;
pub mod whose;

use super::races;
use super::running::{RUNNING, Running};
use crate::checks::Checks;
use crate::device::Purpose;
use crate::ffi::Extent;
pub use from_host::{from_host, target_free};
pub use modules::{each_extent, poison, thread_local_block};
use shadow::Written;
use std::cell::Cell;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

const MEMORY: u8 = 1;
const RACES: u8 = 2;
/// What is checked, as bits.
static ON: AtomicU8 = AtomicU8::new(0);

/// The device's memory: where it begins, how far it has been allocated, and where it ends.
static BASE: AtomicUsize = AtomicUsize::new(usize::MAX);
static USED: AtomicUsize = AtomicUsize::new(usize::MAX);
static END: AtomicUsize = AtomicUsize::new(usize::MAX);

pub fn start(checks: Checks) {
    let bits = (u8::from(checks.memory) * MEMORY) | (u8::from(checks.races) * RACES);
    ON.store(bits, Ordering::Release);
    quick::start(bits == MEMORY);
    if bits != 0 {
        lines::start();
    }
}

/// What is checked now.
pub fn on() -> Checks {
    let bits = ON.load(Ordering::Relaxed);
    Checks {
        memory: bits & MEMORY != 0,
        races: bits & RACES != 0,
    }
}

/// Memory that begins at `base`, of `bytes` in all, has been allocated up to `used`.
pub fn device_memory(base: usize, used: usize, bytes: usize) {
    BASE.store(base, Ordering::Relaxed);
    USED.store(used, Ordering::Relaxed);
    END.store(base + bytes, Ordering::Relaxed);
    quick::device_memory(base, used - base);
}

/// Data of an image that checked code may access.
pub fn allow(extents: &[Extent]) {
    modules::allow(extents);
}

/// Forgets which variables of teams lay in these bytes of the device's memory.
pub fn forget_layout(at: usize, bytes: usize) {
    apart::forget(at, bytes);
}

/// Records what these bytes of the device's memory are for, and that nobody has written them yet.
pub fn is_for(at: usize, bytes: usize, purpose: Purpose) {
    if on().any() && in_device_memory(at) {
        blocks::is_for(at, purpose);
        unwritten(at, bytes);
    }
}

/// Records that nobody has written these bytes of the device's memory yet.
pub fn unwritten(at: usize, bytes: usize) {
    if on().memory && bytes > 0 && in_device_memory(at) {
        shadow::mark_unwritten(at, bytes);
    }
}

/// Records that the host writes these bytes of the device's memory.
pub fn written(at: usize, bytes: usize) {
    if on().memory && bytes > 0 && in_device_memory(at) {
        shadow::mark_range_written(at, bytes);
    }
}

/// Records that the host copies these bytes within the device's memory.
pub fn copied(to: usize, from: usize, bytes: usize) {
    if on().memory && in_device_memory(to) && in_device_memory(from) {
        shadow::copy_written(to, from, bytes);
    }
}

pub fn in_device_memory(at: usize) -> bool {
    (BASE.load(Ordering::Relaxed)..END.load(Ordering::Relaxed)).contains(&at)
}

/// What the calling OS thread may access beside the device's memory: ranges, each by its begin and its size.
#[derive(Clone, Copy)]
struct Near {
    stack: (usize, usize),
    /// The ranges of images' data, constants and thread-local blocks that were found last, the latest first.
    data: [(usize, usize); 3],
    /// Shared storage without a shadow.
    shared: (usize, usize),
}

thread_local! {
    static NEAR: Cell<Near> = const { Cell::new(Near { stack: (0, 0), data: [(0, 0); 3], shared: (0, 0) }) };
}

impl Near {
    /// Whether the bytes are in a range with a shadow: of the stack, what is not below `stack`.
    #[inline(always)]
    fn holds(&self, at: usize, bytes: usize, stack: usize) -> bool {
        self.data.iter().any(|&range| inside(range, at, bytes))
            || at >= stack && inside(self.stack, at, bytes)
    }
}

/// Records the stack of the thread that goes on; it is checked where it has a shadow.
pub fn runs_on(low: usize, high: usize) {
    NEAR.set(Near {
        stack: (low, high - low),
        ..NEAR.get()
    });
}

#[inline]
fn inside((low, size): (usize, usize), at: usize, bytes: usize) -> bool {
    let offset = at.wrapping_sub(low);
    offset < size && bytes <= size - offset
}

/// A kernel is about to access these bytes; the call returns to `pc`, where the stack pointer is `stack`.
#[inline(never)]
pub(super) extern "C" fn access(at: usize, bytes: usize, write: bool, pc: usize, stack: usize) {
    let on = ON.load(Ordering::Relaxed);
    if on == 0 || bytes == 0 {
        return;
    }
    if on & MEMORY != 0 {
        judge(at, bytes, write, pc, stack);
    }
    if on & RACES != 0 {
        races::range(at, bytes, pc, write, races::Kind::Plain);
    }
}

/// An access by code that is instrumented for races, which calls [`races`](super::races) as well and marks no variables on
/// the stack.
#[inline(always)]
pub(super) fn access_of_memory<const BYTES: usize>(at: usize, write: bool, pc: usize) {
    if ON.load(Ordering::Relaxed) & MEMORY == 0 {
        return;
    }
    let base = BASE.load(Ordering::Relaxed);
    let handed_out = USED.load(Ordering::Relaxed).wrapping_sub(base);
    // What was handed out ends with room that is marked.
    if at.wrapping_sub(base) < handed_out && shadow::complete::<BYTES>(at) {
        return;
    }
    judge(at, BYTES, write, pc, 0);
}

/// [`access_of_memory`] for any number of bytes.
pub(super) fn range_of_memory(at: usize, bytes: usize, write: bool, pc: usize) {
    if ON.load(Ordering::Relaxed) & MEMORY != 0 && bytes != 0 {
        judge(at, bytes, write, pc, 0);
    }
}

#[inline(never)]
fn judge(at: usize, bytes: usize, write: bool, pc: usize, stack: usize) {
    let base = BASE.load(Ordering::Relaxed);
    let used = USED.load(Ordering::Relaxed);
    if inside((base, used.wrapping_sub(base)), at, bytes) {
        if !may_access(at, bytes, write, stack) {
            return wrong(at, bytes, write, pc);
        }
        if write {
            shadow::mark_written(at, bytes);
        } else {
            match shadow::written(at, bytes) {
                Written::All => {}
                Written::None if bytes <= 16 => nobody_wrote(at, bytes, pc),
                // Structures are copied with what nobody has written between and in their members; and for the
                // store behind this load there is no call.
                _ => shadow::mark_written(at, bytes),
            }
        }
        return;
    }
    let near = NEAR.get();
    let on_stack = inside(near.stack, at, bytes);
    if on_stack && at < stack && inside(near.stack, stack, 0) {
        return ended(at, bytes, write, pc);
    }
    if on_stack || near.data.iter().any(|&data| inside(data, at, bytes)) {
        if !may_access(at, bytes, write, stack) {
            wrong(at, bytes, write, pc);
        }
        return;
    }
    if inside(near.shared, at, bytes) || in_plain_frames(at, bytes) {
        return;
    }
    elsewhere(at, bytes, write, pc, stack);
}

/// Whether these bytes, of a range with a shadow, may be accessed. In code that is instrumented for races (which knows no
/// stack pointer: `stack` is 0) g++ joins comparisons such as `s[0] == a && s[5] == b` to one load of an aligned word, which
/// may end behind the variable.
#[inline]
fn may_access(at: usize, bytes: usize, write: bool, stack: usize) -> bool {
    let is_word =
        !write && stack == 0 && bytes <= 8 && at.is_multiple_of(bytes.next_power_of_two());
    shadow::allowed(at, bytes) || is_word && shadow::allowed(at, 1)
}

#[cold]
#[inline(never)]
fn elsewhere(at: usize, bytes: usize, write: bool, pc: usize, stack: usize) {
    let Some(running) = RUNNING.get() else { return };
    if let Some(range) = modules::data(at, bytes, write) {
        if range.keep {
            let (mut near, found) = (NEAR.get(), (range.low, range.high - range.low));
            match range.covered {
                true => {
                    near.data.rotate_right(1);
                    near.data[0] = found;
                }
                false => near.shared = found,
            }
            NEAR.set(near);
        }
        if range.covered && !may_access(at, bytes, write, stack) {
            report::access(&running, at, bytes, write, pc);
        }
        return;
    }
    if own_stack(&running, at, bytes) || crate::registry::shared_memory() && !in_device_memory(at) {
        return;
    }
    report::access(&running, at, bytes, write, pc);
}

/// In the frames of the calls that the thread is in, of code that marks nothing on the stack.
#[inline]
fn in_plain_frames(at: usize, bytes: usize) -> bool {
    let here = 0u8;
    let stack = std::ptr::from_ref(&here) as usize;
    RUNNING.with(|running| match running.get() {
        Some(running) if !running.marks_stack => {
            let top = match running.fiber.1 {
                0 => running.stack_top,
                top => top,
            };
            stack < top && inside((stack, top - stack), at, bytes)
        }
        _ => false,
    })
}

/// Frames on the OS thread's own stack: of images that are not checked and call one that is.
fn own_stack(running: &Running, at: usize, bytes: usize) -> bool {
    let here = 0u8;
    let stack = std::ptr::from_ref(&here) as usize;
    let (low, high) = running.fiber;
    let floor = if high == 0 {
        stack
    } else {
        running.stack_top - (64 << 10)
    };
    inside((low, high - low), at, bytes)
        || running.stack_top > floor && inside((floor, running.stack_top - floor), at, bytes)
}

#[cold]
#[inline(never)]
fn wrong(at: usize, bytes: usize, write: bool, pc: usize) {
    if let Some(running) = RUNNING.get() {
        report::access(&running, at, bytes, write, pc);
    }
}

/// Ends the program: the access is below the frames of all calls that the thread is in.
#[cold]
#[inline(never)]
fn ended(at: usize, bytes: usize, write: bool, pc: usize) {
    if let Some(running) = RUNNING.get() {
        report::ended(&running, at, bytes, write, pc);
    }
}

#[cold]
#[inline(never)]
fn nobody_wrote(at: usize, bytes: usize, pc: usize) {
    if let Some(running) = RUNNING.get() {
        report::unwritten(&running, at, bytes, pc);
    }
}
