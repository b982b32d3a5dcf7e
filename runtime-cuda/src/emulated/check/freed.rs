//! Memory of the host that is given back while it is mapped.
//!
//! Programs whose memory is checked are linked with `--wrap` for these functions, so that calls of the program's own
//! objects, and of the runtime's, come here. Must not allocate, nor wait for a lock, where nothing is wrong.

use super::{lines, on};
use crate::error::{Failure, fatal};
use crate::mapping::Entry;
use crate::runtime;
use crate::wrapped::wrapped;
use std::ffi::c_void;

wrapped! {
    real_free: free, romp_real_free => unsafe extern "C" fn(*mut c_void);
    real_realloc: realloc, romp_real_realloc => unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void;
    real_reallocarray: reallocarray, romp_real_reallocarray => unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void;
}

/// # Safety
/// As for `free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_free(at: *mut c_void) {
    check(at, "freed");
    // SAFETY: the caller's promise.
    unsafe { real_free()(at) }
}

/// # Safety
/// As for `realloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_realloc(at: *mut c_void, bytes: usize) -> *mut c_void {
    check(at, "reallocated");
    // SAFETY: the caller's promise.
    unsafe { real_realloc()(at, bytes) }
}

/// # Safety
/// As for `reallocarray`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_reallocarray(
    at: *mut c_void,
    count: usize,
    bytes: usize,
) -> *mut c_void {
    check(at, "reallocated");
    // SAFETY: the caller's promise.
    unsafe { real_reallocarray()(at, count, bytes) }
}

/// Ends the program where the block at this address is still mapped.
fn check(at: *mut c_void, what: &str) {
    if at.is_null() || !on().memory {
        return;
    }
    let Some(runtime) = runtime::opened() else {
        return;
    };
    for device in &runtime.devices {
        // Who holds the lock is a construct at work: mostly this very thread's, which frees what is its own.
        let Some(table) = device.try_table() else {
            continue;
        };
        // SAFETY: a block of the C library's, as the caller of `free` promises.
        let bytes = unsafe { libc::malloc_usable_size(at) };
        if let Some(entry) = table.mapped_within(at as usize, bytes) {
            report(entry, what, device.number);
        }
    }
}

#[cold]
fn report(entry: &Entry, what: &str, device: i32) -> ! {
    let text = &entry.text;
    let advice = match entry.is_forever() {
        true => "take the association back first: omp_target_disassociate_ptr".to_string(),
        false => format!(
            "unmap it first, as `target exit data map(delete: {text})` does, or free it behind the construct that maps it"
        ),
    };
    let failure = Failure::new(
        lines::place_of_caller().unwrap_or_default(),
        format!("the memory of {text} is {what} while it is mapped on device {device}"),
    );
    fatal(
        &failure
            .note(format!(
                "{text} ({} bytes) was mapped at {}",
                entry.bytes, entry.place
            ))
            .note("what gets this memory next counts as mapped, with the old values on the device")
            .note(advice),
    )
}
