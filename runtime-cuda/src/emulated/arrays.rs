//! Memory that device code allocates: for arrays of variable length, and by malloc in kernels.
//!
//! Each is an allocation of its own, so that checks know its exact bounds. Device code itself limits how much a thread may
//! have
//! (romp/thread_arrays.cuh).

use super::check::{self, blocks, report};
use crate::runtime;
use std::arch::naked_asm;
use std::ffi::{CStr, c_char, c_void};

/// Stands in front of the bytes that device code gets: where the allocation begins, and its size.
#[repr(C)]
#[derive(Clone, Copy)]
struct Front {
    allocation: usize,
    bytes: usize,
}

fn device(number: i32) -> &'static runtime::DeviceState {
    runtime::opened()
        .and_then(|runtime| runtime.device(number))
        .expect("a device that runs a kernel")
}

/// Allocates memory for device code: for the array of that name or, without a name, for malloc. Null where none is left.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub extern "C" fn romp_emulated_allocate(
    number: i32,
    bytes: u64,
    align: u64,
    array: *const c_char,
) -> *mut c_void {
    #[cfg(target_arch = "x86_64")]
    naked_asm!("mov r8, [rsp]", "jmp {allocate}", allocate = sym allocate);
    #[cfg(target_arch = "aarch64")]
    naked_asm!("mov x4, x30", "b {allocate}", allocate = sym allocate);
}

/// Frees an array, or the argument of `free` in device code.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub extern "C" fn romp_emulated_free(number: i32, at: *mut c_void, array: bool) {
    #[cfg(target_arch = "x86_64")]
    naked_asm!("mov rcx, [rsp]", "jmp {free}", free = sym free);
    #[cfg(target_arch = "aarch64")]
    naked_asm!("mov x3, x30", "b {free}", free = sym free);
}

/// The call returns to `from`.
extern "C" fn allocate(
    number: i32,
    bytes: u64,
    align: u64,
    array: *const c_char,
    from: usize,
) -> *mut c_void {
    let align = (align as usize).max(align_of::<Front>());
    let whole = usize::try_from(bytes).ok().and_then(|bytes| {
        let front = size_of::<Front>().checked_next_multiple_of(align)?;
        bytes.max(1).checked_add(front + align)
    });
    let allocation = whole.and_then(|whole| device(number).device.allocate(whole).ok());
    let (Some(whole), Some(allocation)) = (whole, allocation) else {
        return std::ptr::null_mut();
    };
    let allocation = allocation as usize;
    let at = (allocation + size_of::<Front>()).next_multiple_of(align);
    let front = Front {
        allocation,
        bytes: whole,
    };
    // SAFETY: in the allocation, which begins that much before.
    unsafe { (at as *mut Front).sub(1).write(front) };
    let bytes = bytes as usize;
    if check::on().any() {
        let owner = match array.is_null() {
            true => blocks::Owner::Heap,
            // SAFETY: a name in the image.
            false => {
                blocks::Owner::Array(unsafe { CStr::from_ptr(array) }.to_string_lossy().into())
            }
        };
        blocks::device_code_takes(allocation, whole, at, bytes, owner, from);
        check::unwritten(at, bytes);
    }
    super::races::forget(at, bytes);
    at as *mut c_void
}

/// The call returns to `from`.
extern "C" fn free(number: i32, at: *mut c_void, array: bool, from: usize) {
    if at.is_null() {
        return;
    }
    let at = at as usize;
    if check::on().memory
        && let Err(what) = blocks::device_code_returns(at, !array, from)
    {
        report::wrong_free(at, what, from);
    }
    // SAFETY: `allocate` wrote it for what is given back.
    let front = unsafe { (at as *const Front).sub(1).read() };
    device(number)
        .device
        .free(front.allocation as u64, front.bytes);
}
