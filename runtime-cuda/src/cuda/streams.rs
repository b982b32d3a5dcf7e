//! Streams of the current context: those of the runtime, and those that interoperability objects hand to other libraries.

use super::driver::ok;
use crate::device::{Fault, Stream};
use cudarc::driver::sys::{self, CUresult, CUstream};
use std::ptr;
use std::time::{Duration, Instant};

/// A stream that does not wait for the default stream.
pub fn new() -> Result<Stream, Fault> {
    let mut stream: CUstream = ptr::null_mut();
    let flags = sys::CUstream_flags_enum::CU_STREAM_NON_BLOCKING as u32;
    // SAFETY: writes one handle.
    ok(unsafe { sys::cuStreamCreate(&mut stream, flags) })?;
    Ok(stream as Stream)
}

/// Waits for the work of a stream, at most for the given time.
pub fn finish(stream: Stream, timeout: Option<Duration>) -> Result<(), Fault> {
    let Some(timeout) = timeout else {
        // SAFETY: a stream of this context.
        return ok(unsafe { sys::cuStreamSynchronize(stream as CUstream) });
    };
    let end = Instant::now() + timeout;
    loop {
        // SAFETY: as above.
        match unsafe { sys::cuStreamQuery(stream as CUstream) } {
            CUresult::CUDA_ERROR_NOT_READY if Instant::now() >= end => {
                return Err(Fault::Timeout);
            }
            CUresult::CUDA_ERROR_NOT_READY => std::thread::yield_now(),
            other => return ok(other),
        }
    }
}

/// Ends a stream that is not used again.
pub fn end(stream: Stream) {
    // SAFETY: a stream of `new`.
    let _ = unsafe { sys::cuStreamDestroy_v2(stream as CUstream) };
}
