//! The quick check, which most accesses pass: aligned accesses to device memory that may be accessed and has been written,
//! and to variables on the stack.
//!
//! It needs the address and its mark, and no look-up of the OS thread; [`super::access`] judges all others. Checks for
//! races need to record every access, so that none is quick then.

use super::{shadow, stacks};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The device's memory, as far as it has been allocated; no bytes where more than memory is checked.
static BEGIN: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// How far above the stack pointer the stack is the thread's own, or ends with a guard; 0 as above.
static ABOVE: AtomicUsize = AtomicUsize::new(0);

/// Switches the quick check on where only memory is checked.
pub fn start(only_memory: bool) {
    ABOVE.store(
        if only_memory { stacks::GUARD } else { 0 },
        Ordering::Relaxed,
    );
    BYTES.store(0, Ordering::Relaxed);
}

/// The device's memory begins at `begin`, and `bytes` of it have been allocated. No kernel accesses the new part yet.
pub fn device_memory(begin: usize, bytes: usize) {
    if ABOVE.load(Ordering::Relaxed) != 0 {
        BEGIN.store(begin, Ordering::Relaxed);
        BYTES.store(bytes, Ordering::Relaxed);
    }
}

/// A kernel is about to access these bytes; the call returns to `pc`, where the stack pointer is `stack`.
pub extern "C" fn access<const SIZE: usize, const WRITE: bool>(at: usize, pc: usize, stack: usize) {
    let offset = at.wrapping_sub(BEGIN.load(Ordering::Relaxed));
    // Behind what was allocated lie marked bytes, so that the end of the access need not be compared.
    let on_device = offset < BYTES.load(Ordering::Relaxed);
    let on_own_stack =
        || at.wrapping_sub(stack) < ABOVE.load(Ordering::Relaxed) && stacks::contains(at);
    if (on_device || on_own_stack()) && shadow::complete::<SIZE>(at) {
        return;
    }
    near::<SIZE, WRITE>(at, pc, stack);
}

/// Accesses to memory that this OS thread has looked up before.
#[inline(never)]
extern "C" fn near<const SIZE: usize, const WRITE: bool>(at: usize, pc: usize, stack: usize) {
    if ABOVE.load(Ordering::Relaxed) != 0
        && super::NEAR.with(|near| near.get().holds(at, SIZE, stack))
        && shadow::complete::<SIZE>(at)
    {
        return;
    }
    super::access(at, SIZE, WRITE, pc, stack);
}
