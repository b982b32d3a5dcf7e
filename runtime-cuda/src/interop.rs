//! The interoperability routines of OpenMP 5.2, 18.12, for the one object there is: omp_interop_none.
//!
//! The `interop` construct is not translated, so that a program can get no other. Knows no device.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::{self, null_mut};

/// `omp_irc_empty`: the return code for omp_interop_none, the only object that a program can have.
const INTEROP_EMPTY: c_int = -1;

/// # Safety
/// `code` is null or points to an int.
unsafe fn empty(code: *mut c_int) {
    if !code.is_null() {
        unsafe { *code = INTEROP_EMPTY };
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_interop_properties(_: *const c_void) -> c_int {
    0
}

/// # Safety
/// `code` is null or points to an int.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_int(
    _: *const c_void,
    _: c_int,
    code: *mut c_int,
) -> isize {
    unsafe { empty(code) };
    0
}

/// # Safety
/// As `omp_get_interop_int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_ptr(
    _: *const c_void,
    _: c_int,
    code: *mut c_int,
) -> *mut c_void {
    unsafe { empty(code) };
    null_mut()
}

/// # Safety
/// As `omp_get_interop_int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_str(
    _: *const c_void,
    _: c_int,
    code: *mut c_int,
) -> *const c_char {
    unsafe { empty(code) };
    ptr::null()
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_name(_: *const c_void, _: c_int) -> *const c_char {
    ptr::null()
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_type_desc(_: *const c_void, _: c_int) -> *const c_char {
    ptr::null()
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_rc_desc(_: *const c_void, code: c_int) -> *const c_char {
    match code {
        0 => c"success",
        1 => c"the property has no value",
        -1 => c"the interoperability object is omp_interop_none",
        _ => c"not a property of the object",
    }
    .as_ptr()
}
