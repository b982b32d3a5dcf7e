//! Faults of emulated kernels: a SIGSEGV, SIGBUS or SIGFPE inside one is told with the kernel and the region.
//!
//! Signals outside kernels go to whoever had them before. Handlers run on a stack of their own, since a
//! coroutine's may be what ran out.

use super::team::{RUNNING, Running};
use crate::error::{Failure, fatal};
use std::cell::Cell;
use std::ptr;
use std::sync::OnceLock;

const SIGNALS: [libc::c_int; 3] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE];
const STACK: usize = 64 << 10;

struct Before([libc::sigaction; 3]);

static BEFORE: OnceLock<Before> = OnceLock::new();

/// Installs the handlers, once a process.
pub fn start() {
    BEFORE.get_or_init(|| {
        SIGNALS
            .map(|signal| {
                // SAFETY: an all-zero sigaction is valid, and both are ours.
                unsafe {
                    let mut new: libc::sigaction = std::mem::zeroed();
                    let mut old: libc::sigaction = std::mem::zeroed();
                    new.sa_sigaction = handle as *const () as usize;
                    new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
                    libc::sigaction(signal, &new, &mut old);
                    old
                }
            })
            .into()
    });
}

impl From<[libc::sigaction; 3]> for Before {
    fn from(actions: [libc::sigaction; 3]) -> Before {
        Before(actions)
    }
}

/// Gives the calling OS thread a stack for handlers, unless it has one.
pub fn prepare_thread() {
    thread_local! {
        static PREPARED: Cell<bool> = const { Cell::new(false) };
    }
    if PREPARED.replace(true) {
        return;
    }
    // SAFETY: the stack is leaked: it must outlive whatever the thread does last.
    unsafe {
        let mut there: libc::stack_t = std::mem::zeroed();
        libc::sigaltstack(ptr::null(), &mut there);
        if there.ss_flags & libc::SS_DISABLE != 0 {
            let stack = Box::leak(vec![0u8; STACK].into_boxed_slice());
            let new = libc::stack_t {
                ss_sp: stack.as_mut_ptr().cast(),
                ss_flags: 0,
                ss_size: STACK,
            };
            libc::sigaltstack(&new, ptr::null_mut());
        }
    }
}

extern "C" fn handle(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel's own siginfo.
    let at = unsafe { (*info).si_addr() } as usize;
    if let Some(running) = RUNNING.get() {
        report(&running, signal, at);
    }
    // Not ours: as if we had never been here; the instruction faults again.
    if let (Some(before), Some(i)) = (BEFORE.get(), SIGNALS.iter().position(|&s| s == signal)) {
        // SAFETY: what was installed before.
        unsafe { libc::sigaction(signal, &before.0[i], ptr::null_mut()) };
    }
}

/// The fault was the kernel's own instruction, so that nothing of the runtime's or of malloc's is locked.
fn report(running: &Running, signal: libc::c_int, at: usize) -> ! {
    let (low, high) = running.fiber;
    let what = if signal == libc::SIGFPE {
        "an integer division by zero, or one that overflows".to_string()
    } else if high != 0 && at.abs_diff(low) <= 64 << 10 {
        // In or just below the guard page, with which the extent begins.
        format!("the thread's stack of {} KB is full", (high - low) >> 10)
    } else if at < 4096 {
        format!("an access through a null pointer, at {at:#x}")
    } else {
        format!("an access at {at:#x}, where there is no memory")
    };
    fatal(
        &Failure::new(running.at(), format!("{}: {what}", running.who()))
            .note("ROMP_EMULATED_CHECK=1 checks every access, where the program was built for it"),
    )
}
