//! The queue of one device: what threads of the host have put into its streams and not waited for.
//!
//! [`order`] decides when the host waits, [`flight`] remembers the launches that are under way, [`streams`] has a stream
//! for each thread of the host. Knows neither constructs nor the present table.

pub mod flight;
pub mod order;
pub mod streams;

#[cfg(test)]
mod tests;

use crate::device::{Device, Fault, Stream};
use flight::{Flight, Launched};
use order::{Effect, Order, Wait};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use streams::{HostThread, host_thread};

/// The most launches that are under way without one that is known to have ended.
const MOST: usize = 4096;

/// Why work did not end.
pub enum Trouble {
    /// The device could not do what was asked.
    Device(Fault),
    /// One of these launches failed.
    Launches(Vec<Launched>, Fault),
}

/// The calling thread waits for all work that is under way.
pub fn owes_nothing() {
    OWES.set(false);
}

/// The queue of one device.
pub struct Queue {
    state: Mutex<State>,
}

struct State {
    order: Order,
    /// The owner's launches, in the owner's stream.
    flight: Flight,
    stream: Stream,
}

/// A thread of the host between the begin and the end of a construct or routine.
pub struct Turn<'a> {
    queue: &'a Queue,
    host: HostThread,
    /// The thread's stream on the device.
    pub stream: Stream,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.queue.lock().order.leave();
        INSIDE.set(INSIDE.get() - 1);
    }
}

thread_local! {
    /// Whether the calling thread has left work under way since it was asked last.
    static OWES: Cell<bool> = const { Cell::new(false) };
    /// How many queues the calling thread is at work on.
    static INSIDE: Cell<u32> = const { Cell::new(0) };
}

/// Whether the calling thread has left work under way that may not have ended, and is not inside of the runtime.
pub fn owes() -> bool {
    OWES.get() && INSIDE.get() == 0
}

impl Queue {
    pub fn new(wait: Wait) -> Queue {
        Queue {
            state: Mutex::new(State {
                order: Order::new(wait),
                flight: Flight::default(),
                stream: 0,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the host waits at the end of each region.
    pub fn wait_for_each(&self) {
        self.lock().order.wait_for_each();
    }

    /// The calling thread begins a construct or a routine, behind all work of other threads that is under way.
    pub fn enter(&self, stream: Stream, device: &dyn Device) -> Result<Turn<'_>, Trouble> {
        let host = host_thread();
        INSIDE.set(INSIDE.get() + 1);
        let mut state = self.lock();
        let same = state.order.is_owner(host);
        let others = state.order.enter(host);
        let turn = Turn {
            queue: self,
            host,
            stream,
        };
        let waited = match others {
            true => state.wait(device),
            false => Ok(()),
        };
        if !same {
            // The thread that was the owner waits itself for what it has not left under way.
            state.flight.ended();
            state.stream = stream;
        }
        drop(state);
        waited.map(|()| turn)
    }

    /// Whether work is under way that nobody has waited for.
    pub fn under_way(&self) -> bool {
        self.lock().order.under_way()
    }

    /// Waits for all work that is under way.
    pub fn settle(&self, device: &dyn Device) -> Result<(), Trouble> {
        INSIDE.set(INSIDE.get() + 1);
        let mut state = self.lock();
        let settled = match state.order.under_way() {
            true => state.wait(device),
            false => Ok(()),
        };
        drop(state);
        INSIDE.set(INSIDE.get() - 1);
        settled
    }
}

impl State {
    /// Waits for the owner's stream.
    fn wait(&mut self, device: &dyn Device) -> Result<(), Trouble> {
        let finished = device.finish(self.stream, None);
        self.waited(finished, device)
    }

    /// Notes that the owner's stream was waited for.
    fn waited(&mut self, finished: Result<(), Fault>, device: &dyn Device) -> Result<(), Trouble> {
        if let Err(fault) = finished {
            let reached = device.reached(self.stream);
            return Err(match self.flight.suspects(reached) {
                none if none.is_empty() => Trouble::Device(fault),
                suspects => Trouble::Launches(suspects, fault),
            });
        }
        self.flight.ended();
        self.order.ended();
        Ok(())
    }
}

impl Turn<'_> {
    /// A kernel was put into the stream: leaves it under way, or waits for it where the host could see that it has not
    /// ended. `seen` says how many launches of its construct there were before, `launched` how messages name this one.
    pub fn launched(
        &self,
        launched: &dyn Fn() -> Launched,
        seen: u32,
        effect: Option<Effect>,
        device: &dyn Device,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let mut state = self.queue.lock();
        let runs_on = state.order.put(self.host, effect).is_ok();
        OWES.set(OWES.get() || runs_on);
        if !runs_on {
            if state.order.is_owner(self.host) && !state.flight.is_empty() {
                state.flight.add(launched(), None);
            }
            drop(state);
            return self.wait_for_own(Some(launched), device, timeout);
        }
        if let Some(number) = state.flight.add(launched(), Some(seen)) {
            device.mark(self.stream, number).map_err(Trouble::Device)?;
            if let Some(reached) = device.reached(self.stream) {
                state.flight.reached(reached);
            }
        }
        match state.flight.len() < MOST {
            true => Ok(()),
            false => state.wait(device),
        }
    }

    /// Copies or fills were put into the stream, of which the host needs nothing: leaves them under way, or waits for them.
    pub fn put(&self, device: &dyn Device) -> Result<(), Trouble> {
        let put = self.queue.lock().order.put(self.host, None);
        match put {
            Ok(()) => {
                OWES.set(true);
                Ok(())
            }
            Err(_) => self.finish(device),
        }
    }

    /// Waits for all that the thread has put into its stream.
    pub fn finish(&self, device: &dyn Device) -> Result<(), Trouble> {
        self.wait_for_own(None, device, None)
    }

    /// The queue is not locked meanwhile, so that other threads launch beside this one. `last` is the launch that the thread
    /// waits for.
    fn wait_for_own(
        &self,
        last: Option<&dyn Fn() -> Launched>,
        device: &dyn Device,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let finished = device.finish(self.stream, timeout);
        let mut state = self.queue.lock();
        let waited = match state.order.is_owner(self.host) {
            true => state.waited(finished, device),
            // The new owner has waited for all other launches of this thread.
            false => finished.map_err(Trouble::Device),
        };
        waited.map_err(|trouble| match (trouble, last) {
            (Trouble::Device(fault), Some(last)) => Trouble::Launches(vec![last()], fault),
            (trouble, _) => trouble,
        })
    }
}
