//! Memory of the host that is given back while it is mapped.
//!
//! Programs whose memory is checked are linked with `--wrap` for these functions, so that calls of the program's own
//! objects, and of the runtime's, come here. Must not allocate, nor wait for a lock, where nothing is wrong.

use super::{lines, on};
use crate::error::{Failure, fatal};
use crate::mapping::Entry;
use crate::runtime;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of the C library that has a wrapper; its address after the first look-up.
struct Wrapped(&'static CStr, AtomicPtr<c_void>);

impl Wrapped {
    const fn new(name: &'static CStr) -> Wrapped {
        Wrapped(name, AtomicPtr::new(std::ptr::null_mut()))
    }

    /// The function of type `F`.
    fn get<F: Copy>(&self) -> F {
        let mut at = self.1.load(Ordering::Relaxed);
        if at.is_null() {
            // SAFETY: a name that ends with a zero.
            at = unsafe { libc::dlsym(libc::RTLD_DEFAULT, self.0.as_ptr()) };
            assert!(!at.is_null(), "the C library has this function");
            self.1.store(at, Ordering::Relaxed);
        }
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        // SAFETY: the C library's function of that name, of the type that C says.
        unsafe { std::mem::transmute_copy(&at) }
    }
}

type Free = unsafe extern "C" fn(*mut c_void);
type Realloc = unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void;
type ReallocArray = unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void;

static FREE: Wrapped = Wrapped::new(c"free");
static REALLOC: Wrapped = Wrapped::new(c"realloc");
static REALLOCARRAY: Wrapped = Wrapped::new(c"reallocarray");

/// # Safety
/// As for `free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_free(at: *mut c_void) {
    check(at, "freed");
    // SAFETY: the caller's promise.
    unsafe { FREE.get::<Free>()(at) }
}

/// # Safety
/// As for `realloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_realloc(at: *mut c_void, bytes: usize) -> *mut c_void {
    check(at, "reallocated");
    // SAFETY: the caller's promise.
    unsafe { REALLOC.get::<Realloc>()(at, bytes) }
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
    unsafe { REALLOCARRAY.get::<ReallocArray>()(at, count, bytes) }
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
