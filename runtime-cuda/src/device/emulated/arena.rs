//! Teams' memory on the emulated device: a slice is an allocation, made when a team first needs one.
//!
//! So checked images may touch it exactly while the team has it. Knows nothing of what is stored there.

use super::team;
use crate::error::{fatal, guarded};
use crate::runtime;
use std::ffi::c_void;

fn device(number: i32) -> &'static runtime::DeviceState {
    runtime::get()
        .device(number)
        .expect("a device that runs a kernel")
}

/// # Safety
/// `bytes` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_claim_slice(number: i32, bytes: *mut u64) -> *mut c_void {
    guarded(|| {
        let slice = runtime::get().settings.team_arena;
        // SAFETY: by the caller.
        unsafe { *bytes = slice as u64 };
        let address = device(number).device.allocate(slice);
        address.map(|at| at as *mut c_void).map_err(|fault| {
            team::fail(&format!(
                "the {slice} bytes of ROMP_TEAM_ARENA for the team: {}",
                fault.text()
            ))
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_release_slice(number: i32, slice: *mut c_void) {
    guarded(|| {
        let bytes = runtime::get().settings.team_arena;
        device(number).device.free(slice as u64, bytes);
        Ok(())
    });
}

/// Memory for a thread of a kernel; null where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_allocate(number: i32, bytes: u64) -> *mut c_void {
    let address = usize::try_from(bytes)
        .ok()
        .and_then(|bytes| device(number).device.allocate(bytes.max(1)).ok());
    address.map_or(std::ptr::null_mut(), |at| at as *mut c_void)
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_free(number: i32, at: *mut c_void, bytes: u64) {
    device(number)
        .device
        .free(at as u64, (bytes as usize).max(1));
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_slice_is_full(asked: u64, left: u64, bytes: u64) -> ! {
    fatal(
        &team::fail(&format!(
            "its team's shared variables need {asked} bytes more, and of the team's {bytes} bytes {left} are left"
        ))
        .note("ROMP_TEAM_ARENA=bytes sets what each team has"),
    )
}
