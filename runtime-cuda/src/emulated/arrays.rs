//! Arrays of variable length of an emulated kernel's threads: an allocation each.
//!
//! So checked images may touch exactly what the thread has. How much a thread may have is the device code's to
//! know (romp/thread_arrays.cuh).

use crate::runtime;
use std::ffi::c_void;

fn device(number: i32) -> &'static runtime::DeviceState {
    runtime::opened()
        .and_then(|runtime| runtime.device(number))
        .expect("a device that runs a kernel")
}

/// Memory for a thread of a kernel; null where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_allocate(number: i32, bytes: u64) -> *mut c_void {
    let address = usize::try_from(bytes).ok().and_then(|bytes| {
        let (device, bytes) = (&device(number).device, bytes.max(1));
        let at = device.allocate(bytes).ok()?;
        device.bring_nothing(at, bytes);
        super::races::forget(at as usize, bytes);
        Some(at)
    });
    address.map_or(std::ptr::null_mut(), |at| at as *mut c_void)
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_free(number: i32, at: *mut c_void, bytes: u64) {
    device(number)
        .device
        .free(at as u64, (bytes as usize).max(1));
}
