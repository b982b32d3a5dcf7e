//! `omp_target_memcpy` and its relatives (OpenMP 5.2, sections 18.8.5 to 18.8.8).

use super::{FAILED, Where, inspect, on_device, place, status};
use crate::device::{Address, Fault};
use crate::error::{Result, guarded};
use crate::{failures, ffi, icv};
use std::ffi::{c_int, c_void};
use std::ptr;

/// Copies between the memories of any two devices, and waits for it.
fn copy(
    routine: &str,
    to: *mut u8,
    to_place: Where,
    from: *const u8,
    from_place: Where,
    bytes: usize,
) -> Result<std::result::Result<(), Fault>> {
    if bytes == 0 {
        return Ok(Ok(()));
    }
    for place in [from_place, to_place] {
        if let Where::Device(state) = place {
            failures::settle_one(state)?;
        }
    }
    inspect(from_place, routine, from, bytes, false);
    inspect(to_place, routine, to, bytes, true);
    match (to_place, from_place) {
        (Where::Host, Where::Host) => {
            // SAFETY: the caller's ranges.
            unsafe { ptr::copy(from, to, bytes) };
            Ok(Ok(()))
        }
        (Where::Device(state), Where::Host) => on_device(state, |device, stream| {
            device.copy_to(to as Address, from, bytes, stream)
        }),
        (Where::Host, Where::Device(state)) => on_device(state, |device, stream| {
            device.copy_from(to, from as Address, bytes, stream)
        }),
        (Where::Device(state), Where::Device(_)) => on_device(state, |device, stream| {
            device.copy_within(to as Address, from as Address, bytes, stream)
        }),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_memcpy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    to_offset: usize,
    from_offset: usize,
    to_number: c_int,
    from_number: c_int,
) -> c_int {
    guarded(|| {
        let (Some(to_place), Some(from_place)) = (place(to_number), place(from_number)) else {
            return Ok(FAILED);
        };
        let to = to.cast::<u8>().wrapping_add(to_offset);
        let from = from.cast::<u8>().wrapping_add(from_offset);
        status(copy(
            "omp_target_memcpy",
            to,
            to_place,
            from,
            from_place,
            bytes,
        )?)
    })
}

/// `omp_target_memcpy_async` (18.8.7): waits for the child tasks that its depend objects may name, copies, and returns
/// when the copy is complete.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_memcpy_async(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    to_offset: usize,
    from_offset: usize,
    to_number: c_int,
    from_number: c_int,
    depend_count: c_int,
    _depend: *mut c_void,
) -> c_int {
    if depend_count > 0 {
        icv::wait_for_children();
    }
    omp_target_memcpy(
        to,
        from,
        bytes,
        to_offset,
        from_offset,
        to_number,
        from_number,
    )
}

/// The arrays that describe one omp_target_memcpy_rect, the outermost dimension first.
struct Rectangle<'a> {
    volume: &'a [usize],
    to_offsets: &'a [usize],
    from_offsets: &'a [usize],
    to_dimensions: &'a [usize],
    from_dimensions: &'a [usize],
}

impl Rectangle<'_> {
    fn copy(
        &self,
        element: usize,
        level: usize,
        to: (*mut u8, Where),
        from: (*const u8, Where),
    ) -> Result<std::result::Result<(), Fault>> {
        let inner = |dimensions: &[usize]| {
            dimensions[level + 1..]
                .iter()
                .fold(element, |a, &n| a.wrapping_mul(n))
        };
        let (to_step, from_step) = (inner(self.to_dimensions), inner(self.from_dimensions));
        let to_at =
            to.0.wrapping_add(to_step.wrapping_mul(self.to_offsets[level]));
        let from_at = from
            .0
            .wrapping_add(from_step.wrapping_mul(self.from_offsets[level]));
        if level + 1 == self.volume.len() {
            return copy(
                "omp_target_memcpy_rect",
                to_at,
                to.1,
                from_at,
                from.1,
                element.wrapping_mul(self.volume[level]),
            );
        }
        for i in 0..self.volume[level] {
            let to = (to_at.wrapping_add(i.wrapping_mul(to_step)), to.1);
            let from = (from_at.wrapping_add(i.wrapping_mul(from_step)), from.1);
            if let Err(fault) = self.copy(element, level + 1, to, from)? {
                return Ok(Err(fault));
            }
        }
        Ok(Ok(()))
    }
}

/// # Safety
/// The arrays hold `dimensions` numbers each, as the specification says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy_rect(
    to: *mut c_void,
    from: *const c_void,
    element: usize,
    dimensions: c_int,
    volume: *const usize,
    to_offsets: *const usize,
    from_offsets: *const usize,
    to_dimensions: *const usize,
    from_dimensions: *const usize,
    to_number: c_int,
    from_number: c_int,
) -> c_int {
    if to.is_null() && from.is_null() {
        return c_int::MAX; // any number of dimensions
    }
    guarded(|| {
        let (Some(to_place), Some(from_place)) = (place(to_number), place(from_number)) else {
            return Ok(FAILED);
        };
        if dimensions < 1 {
            return Ok(FAILED);
        }
        let of = |at| unsafe { ffi::slice(at, dimensions as usize) };
        let rectangle = Rectangle {
            volume: of(volume),
            to_offsets: of(to_offsets),
            from_offsets: of(from_offsets),
            to_dimensions: of(to_dimensions),
            from_dimensions: of(from_dimensions),
        };
        let copied = rectangle.copy(element, 0, (to.cast(), to_place), (from.cast(), from_place));
        status(copied?)
    })
}

/// # Safety
/// As `omp_target_memcpy_rect`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy_rect_async(
    to: *mut c_void,
    from: *const c_void,
    element: usize,
    dimensions: c_int,
    volume: *const usize,
    to_offsets: *const usize,
    from_offsets: *const usize,
    to_dimensions: *const usize,
    from_dimensions: *const usize,
    to_number: c_int,
    from_number: c_int,
    depend_count: c_int,
    _depend: *mut c_void,
) -> c_int {
    if depend_count > 0 {
        icv::wait_for_children();
    }
    unsafe {
        omp_target_memcpy_rect(
            to,
            from,
            element,
            dimensions,
            volume,
            to_offsets,
            from_offsets,
            to_dimensions,
            from_dimensions,
            to_number,
            from_number,
        )
    }
}
