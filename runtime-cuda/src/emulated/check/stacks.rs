//! Stacks of checked threads: in one range of addresses that has a shadow, since checked code marks there what lies
//! around its variables. Of other threads' stacks, which lie anywhere, messages know where they are.

use super::shadow::{self, GONE};
use corosensei::stack::{Stack, StackPointer};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Where the stacks begin: an address with a shadow, beside the device's memory.
const BEGIN: usize = 0x3800_0000_0000;
/// The most bytes of addresses that they take, and the least that suffice.
const MOST: usize = 1 << 37;
const LEAST: usize = 1 << 28;
const PAGE: usize = 4096;
/// The bytes below each stack and behind the last one: no memory, and marked so.
pub const GUARD: usize = 4 * PAGE;
/// The end of the area with shadows and stacks, in which nothing of the host's lies.
pub const AREA_END: usize = BEGIN + MOST;

struct Range {
    next: usize,
    end: usize,
    /// Addresses and sizes of stacks that were freed.
    free: Vec<(usize, usize)>,
}

static RANGE: Mutex<Option<Range>> = Mutex::new(None);

/// The ends of the stacks without a shadow, by where they begin.
static PLAIN: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// A stack at whose low end there is a guard.
pub struct CheckedStack {
    low: usize,
    bytes: usize,
}

/// Reserves the addresses, once; whether there are any.
pub fn reserve() -> bool {
    let Ok(mut range) = RANGE.lock() else {
        return false;
    };
    let mut bytes = MOST;
    while range.is_none() && bytes >= LEAST {
        if shadow::map_at(BEGIN, bytes) && shadow::cover(BEGIN, BEGIN + bytes + GUARD) {
            shadow::mark(BEGIN + bytes, GUARD, GONE);
            *range = Some(Range {
                next: BEGIN,
                end: BEGIN + bytes,
                free: Vec::new(),
            });
        }
        bytes /= 2;
    }
    range.is_some()
}

/// Whether an address is some checked stack's.
#[inline]
pub fn contains(at: usize) -> bool {
    (BEGIN..BEGIN + MOST).contains(&at)
}

/// Records a stack without a shadow.
pub fn begins_plain(low: usize, high: usize) {
    if let Ok(mut plain) = PLAIN.lock() {
        plain.insert(low, high);
    }
}

/// Forgets such a stack.
pub fn ends_plain(low: usize) {
    if let Ok(mut plain) = PLAIN.lock() {
        plain.remove(&low);
    }
}

/// Whether an address is that of a stack of emulated threads, with a shadow or without.
pub fn is_on_any(at: usize) -> bool {
    let on_plain = || {
        let plain = PLAIN.lock().ok()?;
        let (_, &high) = plain.range(..=at).next_back()?;
        Some(at < high)
    };
    contains(at) || on_plain() == Some(true)
}

impl CheckedStack {
    /// A new stack; none where there are no addresses for that many bytes more.
    pub fn new(bytes: usize) -> Option<CheckedStack> {
        let bytes = bytes.next_multiple_of(PAGE) + GUARD;
        let mut range = RANGE.lock().ok()?;
        let range = range.as_mut()?;
        if let Some(at) = range.free.iter().position(|free| free.1 == bytes) {
            let (low, bytes) = range.free.swap_remove(at);
            return Some(CheckedStack { low, bytes });
        }
        if range.end - range.next < bytes {
            return None;
        }
        let low = range.next;
        // SAFETY: pages of the range, which nobody else has.
        if unsafe { libc::mprotect(low as *mut _, GUARD, libc::PROT_NONE) } != 0 {
            return None;
        }
        shadow::mark(low, GUARD, GONE);
        range.next += bytes;
        Some(CheckedStack { low, bytes })
    }
}

impl Drop for CheckedStack {
    fn drop(&mut self) {
        if let Ok(mut range) = RANGE.lock()
            && let Some(range) = range.as_mut()
        {
            range.free.push((self.low, self.bytes));
        }
    }
}

// SAFETY: the range is mapped for good, each stack begins with a guard, and all of it is a multiple of pages.
unsafe impl Stack for CheckedStack {
    fn base(&self) -> StackPointer {
        StackPointer::new(self.low + self.bytes).expect("an address")
    }

    fn limit(&self) -> StackPointer {
        StackPointer::new(self.low).expect("an address")
    }
}
