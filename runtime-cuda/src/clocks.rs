//! The C library's clocks as host code reads them: behind the regions that the same thread has executed, as
//! `omp_get_wtime` is, so that a program which takes the time around regions measures them.
//!
//! A program that is linked with `--wrap=clock_gettime` and the like calls these functions in place of the C library's,
//! which they call. Without that option nothing calls them.

use crate::error::guarded;
use crate::wrapped::wrapped;
use crate::{failures, queue};
use libc::{c_int, clock_t, clockid_t, timespec, timeval};
use std::ffi::c_void;
use std::ptr;

wrapped! {
    real_clock: clock, romp_real_clock => extern "C" fn() -> clock_t;
    real_clock_gettime: clock_gettime, romp_real_clock_gettime => extern "C" fn(clockid_t, *mut timespec) -> c_int;
    real_gettimeofday: gettimeofday, romp_real_gettimeofday => extern "C" fn(*mut timeval, *mut c_void) -> c_int;
    real_timespec_get: timespec_get, romp_real_timespec_get => extern "C" fn(*mut timespec, c_int) -> c_int;
}

/// Waits for what the calling thread has left under way; not inside of the runtime, which reads clocks itself, nor in a
/// handler of a signal: that may have interrupted anything, and is known by the signal that is blocked meanwhile.
fn behind_regions() {
    if queue::owes() && !is_blocking_signals() {
        guarded(failures::settle);
    }
}

fn is_blocking_signals() -> bool {
    // SAFETY: an all-zero set is valid, and is filled with the calling thread's mask.
    unsafe {
        let mut blocked: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, ptr::null(), &mut blocked);
        (1..=libc::SIGRTMAX()).any(|signal| libc::sigismember(&blocked, signal) == 1)
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn __wrap_clock() -> clock_t {
    behind_regions();
    real_clock()()
}

#[unsafe(no_mangle)]
pub extern "C" fn __wrap_clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
    behind_regions();
    real_clock_gettime()(clock, time)
}

#[unsafe(no_mangle)]
pub extern "C" fn __wrap_gettimeofday(time: *mut timeval, zone: *mut c_void) -> c_int {
    behind_regions();
    real_gettimeofday()(time, zone)
}

#[unsafe(no_mangle)]
pub extern "C" fn __wrap_timespec_get(time: *mut timespec, base: c_int) -> c_int {
    behind_regions();
    real_timespec_get()(time, base)
}
