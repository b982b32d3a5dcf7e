//! Copies of pieces of memory by one call of the driver.

use super::driver::ok;
use crate::device::{Address, Fault, Rows, Stream};
use cudarc::driver::sys::{self, CUmemorytype, CUstream};

/// Copies pieces to the device.
pub fn to_device(to: Address, from: *const u8, rows: Rows, stream: Stream) -> Result<(), Fault> {
    let copy = sys::CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: from.cast(),
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        dstDevice: to,
        ..plane(rows)
    };
    behind(stream, &copy)
}

/// Copies pieces from the device to the host.
pub fn from_device(to: *mut u8, from: Address, rows: Rows, stream: Stream) -> Result<(), Fault> {
    let copy = sys::CUDA_MEMCPY2D {
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
        srcDevice: from,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: to.cast(),
        ..plane(rows)
    };
    behind(stream, &copy)
}

/// Copies behind what the stream holds; done when it returns.
fn behind(stream: Stream, copy: &sys::CUDA_MEMCPY2D) -> Result<(), Fault> {
    // SAFETY: the caller vouches for the host range, the table for the device range. Unaligned takes any pitch.
    ok(unsafe { sys::cuStreamSynchronize(stream as CUstream) })?;
    ok(unsafe { sys::cuMemcpy2DUnaligned_v2(copy) })
}

/// The description of a copy; the caller fills in source and destination.
fn plane(rows: Rows) -> sys::CUDA_MEMCPY2D {
    // SAFETY: zeroes are a value of all its members but the memory types, which the caller sets; 1 is the host's.
    let mut copy: sys::CUDA_MEMCPY2D = unsafe {
        let mut copy = std::mem::MaybeUninit::<sys::CUDA_MEMCPY2D>::zeroed();
        (*copy.as_mut_ptr()).srcMemoryType = CUmemorytype::CU_MEMORYTYPE_HOST;
        (*copy.as_mut_ptr()).dstMemoryType = CUmemorytype::CU_MEMORYTYPE_HOST;
        copy.assume_init()
    };
    copy.srcPitch = rows.pitch;
    copy.dstPitch = rows.pitch;
    copy.WidthInBytes = rows.bytes;
    copy.Height = rows.count;
    copy
}
