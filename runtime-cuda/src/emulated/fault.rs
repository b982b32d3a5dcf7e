//! Faults of emulated kernels: a SIGSEGV, SIGBUS or SIGFPE inside one is reported with the kernel and the region.
//!
//! Signals outside kernels go to whoever had them before. Handlers run on a stack of their own, since a
//! coroutine's may be what ran out.

use super::check::stacks;
use super::running::{RUNNING, Running};
use crate::error::{Failure, fatal};
use std::cell::Cell;
use std::ptr;
use std::sync::OnceLock;

const SIGNALS: [libc::c_int; 3] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE];
const STACK: usize = 64 << 10;
/// A fault within this distance of the stack pointer is an overflow of the stack: around valid stacks there is memory.
const NEAR: usize = 64 << 10;

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

extern "C" fn handle(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel's own siginfo and context.
    let (at, stack) = unsafe { ((*info).si_addr() as usize, stack_of(context.cast())) };
    if let Some(running) = RUNNING.get() {
        if signal != libc::SIGFPE && at.abs_diff(stack) <= NEAR {
            full(&running);
        }
        report(&running, signal, at);
    }
    // Not a kernel's: the former handler gets it when the instruction faults again.
    if let (Some(before), Some(i)) = (BEFORE.get(), SIGNALS.iter().position(|&s| s == signal)) {
        // SAFETY: what was installed before.
        unsafe { libc::sigaction(signal, &before.0[i], ptr::null_mut()) };
    }
}

/// The stack pointer of the instruction that faulted.
unsafe fn stack_of(context: *const libc::ucontext_t) -> usize {
    // SAFETY: the caller's.
    let machine = unsafe { &(*context).uc_mcontext };
    #[cfg(target_arch = "x86_64")]
    return machine.gregs[libc::REG_RSP as usize] as usize;
    #[cfg(target_arch = "aarch64")]
    return machine.sp as usize;
}

/// Ends the program: the stack of a thread is full. (Functions access each page of a stack before the next.)
fn full(running: &Running) -> ! {
    let (low, high) = running.fiber;
    let bytes = match high {
        0 => threads_stack(),
        // Without the guard, with which the extent begins.
        _ if stacks::contains(low) => high - low - stacks::GUARD,
        _ => high - low - 4096,
    };
    let more = (bytes * 4).next_power_of_two() >> 20;
    fatal(
        &Failure::new(
            running.at(),
            format!(
                "{}: stack overflow: the thread's stack of {} KB is full",
                running.who(),
                bytes >> 10
            ),
        )
        .note(format!(
            "functions that call themselves too often, or large local arrays; ROMP_STACK={}M gives each thread more",
            more.max(1)
        )),
    )
}

/// Bytes of the calling OS thread's stack.
fn threads_stack() -> usize {
    let mut bytes = 0;
    // SAFETY: attributes of this thread, given back below.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) == 0 {
            let mut low = ptr::null_mut();
            libc::pthread_attr_getstack(&attributes, &mut low, &mut bytes);
            libc::pthread_attr_destroy(&mut attributes);
        }
    }
    bytes
}

/// Ends the program with a message. The fault was the kernel's own instruction, so that no lock of the runtime or of malloc
/// is held.
fn report(running: &Running, signal: libc::c_int, at: usize) -> ! {
    let what = if signal == libc::SIGFPE {
        "an integer division by zero, or one that overflows".to_string()
    } else if at < 4096 {
        format!("an access through a null pointer, at {at:#x}")
    } else {
        format!("an access at {at:#x}, where there is no memory")
    };
    fatal(
        &Failure::new(running.at(), format!("{}: {what}", running.who()))
            .note(
                "`romp2cuda run` checks every access, and so does a program that was built with --check=memory, or with \
                 `make emulated CHECK=memory` in a folder of romp2cuda translate",
            ),
    )
}
