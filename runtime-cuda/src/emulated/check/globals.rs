//! Variables of checked images: behind each lie bytes that may not be accessed.
//!
//! With `-fsanitize=kernel-address` and `--param asan-globals=1` a constructor registers them, before images are loaded.

use super::lines;
use super::shadow::{self, BEHIND_GLOBAL};
use crate::ffi;
use std::ffi::c_char;
use std::sync::Mutex;

/// AddressSanitizer's `__asan_global`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Described {
    at: usize,
    bytes: usize,
    with_room: usize,
    name: *const c_char,
    module: *const c_char,
    dynamic: usize,
    location: *const c_char,
    indicator: usize,
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub at: usize,
    pub bytes: usize,
    pub with_room: usize,
    pub name: String,
}

static VARIABLES: Mutex<Vec<Variable>> = Mutex::new(Vec::new());

/// # Safety
/// `list` holds `count` descriptions of variables that live until they are taken back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_asan_register_globals(list: *const Described, count: usize) {
    let Ok(mut variables) = VARIABLES.lock() else {
        return;
    };
    // SAFETY: the caller's promise.
    for one in unsafe { ffi::slice(list, count) } {
        if !shadow::cover(one.at, one.at + one.with_room) {
            continue; // without a shadow: accesses to it are not checked
        }
        shadow::mark(one.at, one.with_room, BEHIND_GLOBAL);
        shadow::mark(one.at, one.bytes, 0);
        variables.push(Variable {
            at: one.at,
            bytes: one.bytes,
            with_room: one.with_room,
            name: lines::without_suffix(&ffi::string(one.name)),
        });
    }
}

/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_asan_unregister_globals(list: *const Described, count: usize) {
    let Ok(mut variables) = VARIABLES.lock() else {
        return;
    };
    // SAFETY: the caller's promise.
    for one in unsafe { ffi::slice(list, count) } {
        variables.retain(|known| known.at != one.at);
        if shadow::cover(one.at, one.at + one.with_room) {
            shadow::mark(one.at, one.with_room, 0);
        }
    }
}

/// The variable that an address belongs to, or that it lies behind.
pub fn find(at: usize) -> Option<Variable> {
    let variables = VARIABLES.lock().ok()?;
    let found = variables
        .iter()
        .find(|v| (v.at..v.at + v.with_room).contains(&at));
    found.cloned()
}
