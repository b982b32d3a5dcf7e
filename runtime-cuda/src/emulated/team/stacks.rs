//! Stacks of the coroutines that are a team's threads.

use crate::emulated::check::{self, stacks::CheckedStack};
use crate::emulated::running::{RUNNING, Running};
use crate::error::{Failure, fatal};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of each coroutine's stack where ROMP_STACK does not ask for more.
const LEAST_BYTES: usize = 256 << 10;

/// Bytes of the stacks that are made from now on.
static BYTES: AtomicUsize = AtomicUsize::new(LEAST_BYTES);

thread_local! {
    /// Stacks that no coroutine of this OS thread has now: plain ones, checked ones.
    static IDLE: RefCell<[Vec<ThreadStack>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// Makes stacks that are made from now on at least so large.
pub fn need(bytes: usize) {
    BYTES.fetch_max(bytes, Ordering::Relaxed);
}

/// The stack of a thread's coroutine.
pub enum ThreadStack {
    /// A mapping of its own with a guard page.
    Plain(PlainStack),
    /// With shadow memory, for code that marks what lies around its variables.
    Checked(CheckedStack),
}

/// A stack of which messages know where it is.
pub struct PlainStack(DefaultStack);

impl PlainStack {
    fn new(bytes: usize) -> std::io::Result<PlainStack> {
        let stack = DefaultStack::new(bytes)?;
        check::stacks::begins_plain(stack.limit().get(), stack.base().get());
        Ok(PlainStack(stack))
    }
}

impl Drop for PlainStack {
    fn drop(&mut self) {
        check::stacks::ends_plain(self.0.limit().get());
    }
}

// SAFETY: both variants hold a stack that keeps the promises of `Stack`.
unsafe impl Stack for ThreadStack {
    fn base(&self) -> StackPointer {
        match self {
            ThreadStack::Plain(stack) => stack.0.base(),
            ThreadStack::Checked(stack) => stack.base(),
        }
    }

    fn limit(&self) -> StackPointer {
        match self {
            ThreadStack::Plain(stack) => stack.0.limit(),
            ThreadStack::Checked(stack) => stack.limit(),
        }
    }
}

/// A stack from an earlier block of this OS thread, or a new one.
pub fn take(checked: bool) -> ThreadStack {
    let kept = IDLE.with_borrow_mut(|free| free[usize::from(checked)].pop());
    kept.unwrap_or_else(|| new(checked, BYTES.load(Ordering::Relaxed)))
}

/// Ends the program where there is no memory.
fn new(checked: bool, bytes: usize) -> ThreadStack {
    let made = match checked {
        true => CheckedStack::new(bytes)
            .map(ThreadStack::Checked)
            .ok_or_else(|| "the addresses for checked stacks are used up".to_string()),
        false => PlainStack::new(bytes)
            .map(ThreadStack::Plain)
            .map_err(|error| error.to_string()),
    };
    made.unwrap_or_else(|error| {
        fatal(&Failure::new(
            "",
            format!("no memory for the stacks of emulated threads: {error}"),
        ))
    })
}

/// Does `work`, which runs the threads of a kernel without barriers one after the other, on a stack with shadow memory.
pub fn on_checked_stack(bytes: usize, work: impl FnOnce()) {
    let stack = new(true, bytes);
    let (low, high) = (stack.limit().get(), stack.base().get());
    let before = RUNNING.get();
    if let Some(running) = before {
        RUNNING.set(Some(Running {
            fiber: (low, high),
            ..running
        }));
    }
    check::runs_on(low, high);
    corosensei::on_stack(stack, work);
    check::runs_on(0, 0);
    RUNNING.set(before);
}

/// Keeps a stack, whose coroutine has returned, for a later one of this OS thread.
pub fn give(stack: ThreadStack) {
    let checked = matches!(stack, ThreadStack::Checked(_));
    IDLE.with_borrow_mut(|idle| idle[usize::from(checked)].push(stack));
}
