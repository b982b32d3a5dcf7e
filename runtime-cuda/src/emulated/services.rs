//! Functions of the runtime that kernels of the emulated device call: for failures, assertions, ICVs and the clock.

use super::running::{RUNNING, fail};
use super::stuck;
use crate::error::{Failure, end_with_records, fatal};
use crate::ffi;
use crate::message;
use std::ffi::{c_char, c_int};

/// Ends the program: the thread that runs cannot go on, for the reason `what`.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_fail(what: *const c_char) -> ! {
    fatal(&fail(&ffi::string(what)))
}

/// Ends the program as `assert` does in a kernel (C11, 7.2.1.1): message and place on stderr.
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
    message::say(failure);
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

/// What the list of the launch that runs says: 0, the bytes of its dynamic shared memory; 1, the bytes of scratch memory
/// for the results of each team; 2, whether a loop of its nest has no iteration.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_launch_has(which: u32) -> u64 {
    let Some(running) = RUNNING.get() else {
        return 0;
    };
    // SAFETY: set while the construct's launch lasts.
    let list = unsafe { &*running.list };
    let bytes = |kind| {
        let arg = list.iter().find(|arg| arg.kind == kind);
        arg.map_or(0, |arg| arg.bytes as u64)
    };
    match which {
        0 => bytes(ffi::KIND_SHARED),
        1 => bytes(ffi::KIND_SCRATCH),
        _ => {
            let mut loops = list.iter().filter(|a| a.kind == ffi::KIND_ITERATIONS);
            loops.any(|arg| arg.number() <= 0).into()
        }
    }
}

/// `omp_get_wtime` (5.2, 18.10.1), in seconds.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_wtime() -> f64 {
    stuck::clock_was_read();
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes one timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// `omp_get_wtick` (5.2, 18.10.2), in seconds.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_wtick() -> f64 {
    1e-9
}
