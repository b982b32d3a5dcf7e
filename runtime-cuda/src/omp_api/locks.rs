//! The lock routines with a hint (OpenMP 5.2, 18.9.2) as host code calls them: libgomp declares them and, up to
//! version 12 at least, does not define them.
//!
//! A hint changes no result. Where the host's library has the routine itself, that one is called.

use crate::error::{Failure, guarded};
use std::ffi::{CStr, c_int, c_void};

/// A routine of the host's library, of those that are found behind this one.
fn hosts(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: looks a name up.
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Initialises a lock by the routine with a hint, or by the one without.
unsafe fn initialise(lock: *mut c_void, hint: c_int, hinted: &CStr, plain: &CStr) {
    guarded(|| {
        if let Some(routine) = hosts(hinted) {
            // SAFETY: the routine has this type by the specification.
            unsafe {
                std::mem::transmute::<*mut c_void, extern "C" fn(*mut c_void, c_int)>(routine)(
                    lock, hint,
                );
            }
            return Ok(());
        }
        let Some(routine) = hosts(plain) else {
            let name = hinted.to_string_lossy();
            let message = "the program is linked with no OpenMP library of the host";
            return Err(Failure::new(name, message));
        };
        // SAFETY: likewise.
        unsafe {
            std::mem::transmute::<*mut c_void, extern "C" fn(*mut c_void)>(routine)(lock);
        }
        Ok(())
    });
}

/// # Safety
///
/// `lock` is the address of an `omp_lock_t` that is not initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_lock_with_hint(lock: *mut c_void, hint: c_int) {
    // SAFETY: as the caller says.
    unsafe { initialise(lock, hint, c"omp_init_lock_with_hint", c"omp_init_lock") }
}

/// # Safety
///
/// `lock` is the address of an `omp_nest_lock_t` that is not initialised.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_nest_lock_with_hint(lock: *mut c_void, hint: c_int) {
    // SAFETY: as the caller says.
    unsafe {
        initialise(
            lock,
            hint,
            c"omp_init_nest_lock_with_hint",
            c"omp_init_nest_lock",
        )
    }
}
