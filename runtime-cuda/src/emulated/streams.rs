//! Streams of the emulated device: what is put into one waits there until the host waits for it, and is done then, in
//! order, by the thread that waits.
//!
//! So a wait that is missing shows: what a kernel computes is not there. Copies to the device are made at once where
//! nothing is in front of them. Knows what work is, not how it is done.

use crate::device::{Address, Fault, Kernel, LaunchOf, Shape, Stream};
use crate::ffi::{Arg, Site};
use std::collections::VecDeque;
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One piece of work.
pub enum Work {
    /// Bytes of the host's, which it may have changed since.
    To(Address, Box<[u8]>),
    /// To an address of the host.
    From(usize, Address, usize),
    Within(Address, Address, usize),
    Fill(Address, u8, usize),
    /// The variables of a block lie elsewhere from now on.
    Keep(Address, usize),
    Launch(Owned),
}

/// Memory of any alignment that a parameter may have.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Piece([u8; 64]);

/// A launch with copies of its parameters.
pub struct Owned {
    kernel: Kernel,
    shape: Shape,
    site: &'static Site,
    list: Vec<Arg>,
    values: Vec<Piece>,
    sizes: Vec<usize>,
}

// SAFETY: sites and texts of list elements are static; other addresses are numbers here.
unsafe impl Send for Owned {}

impl Owned {
    pub fn of(launch: &LaunchOf<'_>) -> Owned {
        let mut values = vec![];
        for (&value, &bytes) in launch.params.iter().zip(launch.sizes) {
            let first = values.len();
            values.resize(first + bytes.div_ceil(64).max(1), Piece([0; 64]));
            // SAFETY: the value has as many bytes, and so have the pieces.
            unsafe {
                ptr::copy_nonoverlapping(value.cast::<u8>(), values[first].0.as_mut_ptr(), bytes);
            }
        }
        Owned {
            kernel: launch.kernel,
            shape: launch.shape,
            site: launch.site,
            list: launch.list.to_vec(),
            values,
            sizes: launch.sizes.to_vec(),
        }
    }

    /// Calls `run` with the launch.
    pub fn launch(mut self, run: impl FnOnce(&LaunchOf<'_>)) {
        let mut params: Vec<*mut c_void> = vec![];
        let mut at = self.values.as_mut_ptr();
        for bytes in &self.sizes {
            params.push(at.cast());
            at = at.wrapping_add(bytes.div_ceil(64).max(1));
        }
        run(&LaunchOf {
            kernel: self.kernel,
            shape: self.shape,
            params: &mut params,
            sizes: &self.sizes,
            part: None,
            site: self.site,
            list: &self.list,
        });
    }
}

type Queue = Arc<Mutex<VecDeque<Work>>>;

/// All streams of a device.
#[derive(Default)]
pub struct Streams(Mutex<Vec<Queue>>);

impl Streams {
    pub fn new_stream(&self) -> Stream {
        let mut all = lock(&self.0);
        all.push(Queue::default());
        all.len()
    }

    fn queue(&self, stream: Stream) -> Option<Queue> {
        lock(&self.0).get(stream.checked_sub(1)?).cloned()
    }

    /// Puts work into a stream. Work of the stream 0, which is ordered with nothing, is done at once.
    pub fn put(&self, stream: Stream, work: Work, run: impl FnOnce(Work)) {
        match self.queue(stream) {
            Some(queue) => lock(&queue).push_back(work),
            None => run(work),
        }
    }

    /// Does at once what need not wait: `now` where the stream is empty, otherwise puts what `later` gives into it.
    pub fn now_or_put(&self, stream: Stream, now: impl FnOnce(), later: impl FnOnce() -> Work) {
        let Some(queue) = self.queue(stream) else {
            return now();
        };
        let mut queue = lock(&queue);
        match queue.is_empty() {
            true => now(),
            false => queue.push_back(later()),
        }
    }

    /// Does all that is in a stream. Two threads that wait for one stream wait for each other.
    pub fn finish(
        &self,
        stream: Stream,
        mut run: impl FnMut(Work) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(queue) = self.queue(stream) else {
            return Ok(());
        };
        let mut queue = lock(&queue);
        while let Some(work) = queue.pop_front() {
            run(work)?;
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
