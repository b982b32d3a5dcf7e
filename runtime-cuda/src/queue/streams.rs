//! Streams: each host thread has its own on each device, so that regions which several host threads launch overlap and
//! each thread waits for its own regions alone.
//!
//! When a host thread ends, its streams are kept for another one. Knows nothing of the work in them.

use crate::device::{Device, Fault, Stream};
use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

static IDLE: Mutex<Vec<(i32, Stream)>> = Mutex::new(Vec::new());

struct Mine(Vec<(i32, Stream)>);

impl Drop for Mine {
    fn drop(&mut self) {
        if let Ok(mut idle) = IDLE.lock() {
            idle.append(&mut self.0);
        }
    }
}

thread_local! {
    static MINE: RefCell<Mine> = const { RefCell::new(Mine(Vec::new())) };
}

/// A thread of the host, by a number that no other one ever has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostThread(pub u64);

/// The calling thread of the host. One that is going away is a new one with each call.
pub fn host_thread() -> HostThread {
    static LAST: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    let new = || LAST.fetch_add(1, Ordering::Relaxed) + 1;
    // It has another stream with each call, and waits for what it has put into the others.
    if MINE.try_with(|_| ()).is_err() {
        return HostThread(new());
    }
    let number = NUMBER.try_with(|number| {
        if number.get() == 0 {
            number.set(new());
        }
        number.get()
    });
    HostThread(number.unwrap_or_else(|_| new()))
}

/// The calling host thread's stream on a device.
pub fn stream(number: i32, device: &dyn Device) -> Result<Stream, Fault> {
    let known = MINE.try_with(|mine| {
        mine.borrow()
            .0
            .iter()
            .find(|(n, _)| *n == number)
            .map(|&(_, s)| s)
    });
    if let Ok(Some(stream)) = known {
        return Ok(stream);
    }
    let reused = IDLE.lock().ok().and_then(|mut idle| {
        let at = idle.iter().position(|(n, _)| *n == number)?;
        Some(idle.swap_remove(at).1)
    });
    let stream = match reused {
        Some(stream) => stream,
        None => device.new_stream()?,
    };
    // A thread that is going away keeps none.
    let _ = MINE.try_with(|mine| mine.borrow_mut().0.push((number, stream)));
    Ok(stream)
}
