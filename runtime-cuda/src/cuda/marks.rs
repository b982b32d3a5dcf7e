//! How far a device has come in each stream, in memory that the host reads even after a fault of the device.

use super::driver::ok;
use crate::device::Stream;
use cudarc::driver::sys;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// The words of streams.
#[derive(Default)]
pub struct Marks {
    words: Mutex<Vec<(Stream, usize)>>,
    given_up: AtomicBool,
}

impl Marks {
    /// Gives a new stream its word, where there is page-locked memory for it.
    pub fn add(&self, stream: Stream) {
        // Nothing but the word is in its page, and streams live as long as the process.
        let mut at = ptr::null_mut();
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        // SAFETY: writes one pointer, to memory that is zeroed below before the device knows it.
        let allocated = ok(unsafe { sys::cuMemHostAlloc(&mut at, size_of::<u32>(), flags) });
        if allocated.is_err() {
            return;
        }
        // SAFETY: allocated above.
        unsafe { at.cast::<u32>().write(0) };
        self.lock().push((stream, at as usize));
    }

    /// The address of a stream's word, for the host and, by unified addressing, for the device.
    pub fn of(&self, stream: Stream) -> Option<usize> {
        if self.given_up.load(Ordering::Relaxed) {
            return None;
        }
        let words = self.lock();
        let word = words.iter().find(|&&(of, _)| of == stream);
        word.map(|&(_, at)| at)
    }

    /// The number that the device has written last.
    pub fn read(&self, stream: Stream) -> Option<u32> {
        // SAFETY: allocated in `add` for ever.
        self.of(stream)
            .map(|at| unsafe { AtomicU32::from_ptr(at as *mut u32) }.load(Ordering::Acquire))
    }

    /// The device cannot write numbers.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(Stream, usize)>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
