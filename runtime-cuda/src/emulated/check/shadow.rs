//! The shadow of checked memory: for each byte whether it may be accessed and has been written, at an address that follows
//! from the byte's own.
//!
//! One byte for each 8, as AddressSanitizer has it: 0, all may be accessed; 1 to 7, as many, the first ones; other
//! values, none, each for a reason. Code of checked images writes the marks of its own stack frames itself, so that the distance
//! is fixed when it is compiled (`-fasan-shadow-offset`). A second map has a bit for each byte that nobody has
//! written; where it has any, the mark that allows says so ([`INCOMPLETE`]), so that a mark of 0 is all that most
//! accesses need. Only ranges that [`cover`] was asked for have shadows. Must not know who asks.

use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

/// The shadow of an address lies at an eighth of the address plus this. src/driver/emulated.rs passes the same number to
/// the compiler.
pub const OFFSET: usize = 0x2000_0000_0000;
/// The same offset for the map of bytes that nobody has written.
const UNWRITTEN: usize = 0x1000_0000_0000;
/// The size of a page, in which shadows are mapped.
const PAGE: usize = 4096;

/// Memory that was never allocated, or was freed.
pub const GONE: u8 = 0xff;
/// Between variables that a team shares.
pub const APART: u8 = 0xfb;
/// Behind a variable of the image.
pub const BEHIND_GLOBAL: u8 = 0xf9;
/// A variable whose scope has ended. Code of checked images writes it, too.
pub const OUT_OF_SCOPE: u8 = 0xf8;
/// Added to 0 to 7: as many bytes may be accessed, but some of the 8 have not been written.
const INCOMPLETE: u8 = 0xe0;

fn cell(at: usize) -> usize {
    OFFSET + (at >> 3)
}

/// How many of 8 bytes may be accessed, the first ones.
#[inline]
fn usable(mark: u8) -> usize {
    match complete_mark(mark) {
        0 => 8,
        bytes @ 1..=7 => bytes as usize,
        _ => 0,
    }
}

/// The mark of 8 bytes, all of which have been written.
#[inline]
fn complete_mark(mark: u8) -> u8 {
    if mark & !7 == INCOMPLETE {
        mark & 7
    } else {
        mark
    }
}

/// The mark of 8 bytes, some of which nobody has written.
#[inline]
fn incomplete_mark(mark: u8) -> u8 {
    if mark < 8 { INCOMPLETE | mark } else { mark }
}

/// The mark of 8 bytes with their bits of what nobody has written.
#[inline]
fn mark_with(mark: u8, unwritten: u8) -> u8 {
    match unwritten {
        0 => complete_mark(mark),
        _ => incomplete_mark(mark),
    }
}

/// Gives all of a range its shadows: marked "may be accessed" and "written".
pub fn cover(low: usize, high: usize) -> bool {
    /// Pages of shadows that are there, by their addresses.
    static THERE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    let Ok(mut there) = THERE.lock() else {
        return false;
    };
    [OFFSET, UNWRITTEN].into_iter().all(|offset| {
        let begin = (offset + (low >> 3)) & !(PAGE - 1);
        let end = (offset + (high >> 3) + 1).next_multiple_of(PAGE);
        let mut at = begin;
        while at < end {
            if let Some(known) = there.iter().find(|known| (known.0..known.1).contains(&at)) {
                at = known.1;
                continue;
            }
            let next = there
                .iter()
                .map(|known| known.0)
                .filter(|&low| low > at)
                .min();
            let until = next.unwrap_or(end).min(end);
            if !map_at(at, until - at) {
                return false;
            }
            there.push((at, until));
            at = until;
        }
        true
    })
}

/// A fresh mapping just there.
pub fn map_at(at: usize, bytes: usize) -> bool {
    // MAP_FIXED_NOREPLACE would not do: ThreadSanitizer takes 0 for an address that it wants nothing at, and says that
    // the mapping is fixed there.
    // SAFETY: a fresh private mapping, which replaces none.
    let got = unsafe {
        libc::mmap(
            at as *mut _,
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if got != libc::MAP_FAILED && got as usize != at {
        // SAFETY: mapped above, somewhere else: the address is a hint.
        unsafe { libc::munmap(got, bytes) };
    }
    got as usize == at
}

/// Marks a range that begins at a multiple of 8: 0, or why it may not be accessed.
pub fn mark(at: usize, bytes: usize, value: u8) {
    let whole = bytes & !7;
    let (marks, unwritten) = cells(at, whole);
    for (mark, unwritten) in marks.iter_mut().zip(unwritten) {
        *mark = mark_with(value, *unwritten);
    }
    if whole < bytes {
        let last = if value == 0 { (bytes % 8) as u8 } else { value };
        let unwritten = unwritten_cell(at + whole).load(Ordering::Relaxed);
        mark_cell(at + whole).store(mark_with(last, unwritten), Ordering::Relaxed);
    }
}

/// The marks of a covered range and its bits of what nobody has written, both begin and end being multiples of 8. The
/// caller is the only one who uses the range now.
fn cells<'a>(at: usize, bytes: usize) -> (&'a mut [u8], &'a mut [u8]) {
    // SAFETY: a covered range, and the caller's promise.
    unsafe {
        (
            std::slice::from_raw_parts_mut(cell(at) as *mut u8, bytes / 8),
            std::slice::from_raw_parts_mut((UNWRITTEN + (at >> 3)) as *mut u8, bytes / 8),
        )
    }
}

/// The parts of a range: up to the first multiple of 8, up to the last one, and up to its end.
fn parts(at: usize, bytes: usize) -> [(usize, usize); 3] {
    let end = at + bytes;
    let first = at.next_multiple_of(8).min(end);
    let last = (end & !7).max(first);
    [(at, first - at), (first, last - first), (last, end - last)]
}

/// The mark of the 8 bytes among which `at` is, of a covered range.
#[inline]
fn mark_cell<'a>(at: usize) -> &'a AtomicU8 {
    // SAFETY: a covered range.
    unsafe { AtomicU8::from_ptr(cell(at) as *mut u8) }
}

/// Their bits in the map of what nobody has written.
#[inline]
fn unwritten_cell<'a>(at: usize) -> &'a AtomicU8 {
    // SAFETY: a covered range.
    unsafe { AtomicU8::from_ptr((UNWRITTEN + (at >> 3)) as *mut u8) }
}

/// Whether all of these bytes, of a covered range, may be accessed and have been written.
#[inline(always)]
pub fn complete<const BYTES: usize>(at: usize) -> bool {
    // What is aligned lies in one cell, or in just two.
    const { assert!(BYTES.is_power_of_two() && BYTES <= 16) };
    if !at.is_multiple_of(BYTES.min(8)) {
        return false;
    }
    let first = mark_cell(at).load(Ordering::Relaxed);
    let second = match BYTES {
        16 => mark_cell(at + 8).load(Ordering::Relaxed),
        _ => 0,
    };
    first | second == 0
}

/// Whether all of these bytes, of a covered range, may be accessed.
#[inline]
pub fn allowed(at: usize, bytes: usize) -> bool {
    let last = at + bytes - 1;
    // SAFETY: a covered range.
    let of = |cell: usize| usable(unsafe { ptr::read(cell as *const u8) });
    (cell(at)..cell(last)).all(|cell| of(cell) == 8) && last % 8 < of(cell(last))
}

/// The first of these bytes that may not be accessed, and why not.
pub fn first_forbidden(at: usize, bytes: usize) -> Option<(usize, u8)> {
    let at = (at..at + bytes).find(|&at| !allowed(at, 1))?;
    Some((at, value(at)))
}

/// What the shadow of a byte says.
pub fn value(at: usize) -> u8 {
    // SAFETY: a covered range.
    unsafe { ptr::read(cell(at) as *const u8) }
}

/// For each 8 bytes that an access reaches: one of them, and the access's bits in the map of what nobody has written.
#[inline]
fn each_cell(at: usize, bytes: usize, mut f: impl FnMut(usize, u8)) {
    let (mut from, end) = (at, at + bytes);
    while from < end {
        let to = ((from | 7) + 1).min(end);
        let bits = (0xffu32 << (from % 8)) & (0xff >> ((8 - to % 8) % 8));
        f(from, bits as u8);
        from = to;
    }
}

/// Of the 8 bytes among which `at` is nobody has written `missing`, and somebody the others of `bits`. Teams that write
/// neighbours do not undo each other's.
#[inline]
fn set_unwritten(at: usize, bits: u8, missing: u8) {
    let (cell, written) = (unwritten_cell(at), bits & !missing);
    // Mostly the mark says so already.
    if cell.load(Ordering::Relaxed) & bits == missing {
        return;
    }
    cell.fetch_or(missing, Ordering::Relaxed);
    let left = cell.fetch_and(!written, Ordering::Relaxed) & !written;
    let mark = mark_cell(at);
    mark.store(
        mark_with(mark.load(Ordering::Relaxed), left),
        Ordering::Relaxed,
    );
}

/// Nobody has written these bytes yet, of a covered range that one alone uses now.
pub fn mark_unwritten(at: usize, bytes: usize) {
    let [front, (at, whole), rest] = parts(at, bytes);
    for (at, bytes) in [front, rest] {
        each_cell(at, bytes, |at, bits| set_unwritten(at, bits, bits));
    }
    let (marks, unwritten) = cells(at, whole);
    unwritten.fill(u8::MAX);
    for mark in marks {
        *mark = incomplete_mark(*mark);
    }
}

/// Somebody writes all of a range that one alone uses now.
pub fn mark_range_written(at: usize, bytes: usize) {
    let [front, (at, whole), rest] = parts(at, bytes);
    for (at, bytes) in [front, rest] {
        mark_written(at, bytes);
    }
    let (marks, unwritten) = cells(at, whole);
    unwritten.fill(0);
    for mark in marks {
        *mark = complete_mark(*mark);
    }
}

/// Somebody writes these bytes.
#[inline]
pub fn mark_written(at: usize, bytes: usize) {
    each_cell(at, bytes, |at, bits| set_unwritten(at, bits, 0));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    All,
    Some,
    None,
}

/// How much of these bytes somebody has written.
#[inline]
pub fn written(at: usize, bytes: usize) -> Written {
    let (mut any, mut all) = (false, true);
    each_cell(at, bytes, |at, bits| {
        let missing = unwritten_cell(at).load(Ordering::Relaxed) & bits;
        any |= missing != bits;
        all &= missing == 0;
    });
    match (all, any) {
        (true, _) => Written::All,
        (false, true) => Written::Some,
        (false, false) => Written::None,
    }
}

/// Copies which bytes have been written from one covered range to another, as a copy of the bytes does.
pub fn copy_written(to: usize, from: usize, bytes: usize) {
    each_cell(to, bytes, |at, bits| {
        // What is copied to 8 bytes comes from two times 8 where the ranges do not lie alike.
        let source = from.wrapping_add((at & !7).wrapping_sub(to));
        let [low, high] =
            [source, source + 7].map(|at| u16::from(unwritten_cell(at).load(Ordering::Relaxed)));
        let missing = ((high << 8 | low) >> (source % 8)) as u8;
        set_unwritten(at, bits, missing & bits);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range() -> usize {
        let bytes = 1 << 16;
        // SAFETY: a fresh private mapping, never given back.
        let at = unsafe {
            let rw = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(
                ptr::null_mut(),
                bytes,
                rw,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        } as usize;
        assert!(cover(at, at + bytes) && cover(at, at + bytes));
        at
    }

    #[test]
    fn every_byte_has_its_mark() {
        let at = range();
        mark(at, 64, GONE);
        mark(at + 16, 13, 0);
        let first = (at..at + 40).find(|&at| allowed(at, 1));
        assert_eq!(first, Some(at + 16));
        assert!(allowed(at + 16, 13) && !allowed(at + 16, 14) && !allowed(at + 28, 2));
        assert_eq!(first_forbidden(at + 20, 16), Some((at + 29, 5)));
    }

    #[test]
    fn writing_is_known_by_the_byte() {
        let at = range() + 4096;
        mark_unwritten(at, 43);
        assert_eq!(written(at + 42, 1), Written::None);
        assert_eq!(written(at + 43, 1), Written::All);
        mark_written(at + 3, 7);
        assert_eq!(written(at, 8), Written::Some);
        assert_eq!(written(at + 3, 7), Written::All);
        assert_eq!(written(at + 10, 8), Written::None);
        copy_written(at + 100, at, 16);
        assert_eq!(written(at + 100, 3), Written::None);
        assert_eq!(written(at + 103, 7), Written::All);
        for (to, from, bytes) in [(200, 1, 30), (203, 0, 43), (205, 5, 1), (207, 9, 17)] {
            mark_range_written(at + 193, 63);
            copy_written(at + to, at + from, bytes);
            for i in 0..bytes {
                let found = (written(at + to + i, 1), written(at + from + i, 1));
                assert_eq!(found.0, found.1, "{to} {from} {i}");
            }
            assert_eq!(written(at + to - 8, 8), Written::All);
            assert_eq!(written(at + to + bytes, 8), Written::All);
        }
        assert!(allowed(at, 64) && allowed(at + 100, 16));
    }

    #[test]
    fn complete_is_what_may_be_accessed_and_is_written() {
        let at = range() + 8192;
        assert!(complete::<8>(at) && complete::<16>(at + 8) && complete::<1>(at + 7));
        // What is not aligned may be in two cells, of which nobody has looked at the second.
        assert!(!complete::<8>(at + 4) && !complete::<4>(at + 6));
        mark_unwritten(at + 8, 13);
        assert!(complete::<8>(at) && !complete::<16>(at) && !complete::<4>(at + 20));
        mark_written(at + 8, 8);
        assert!(complete::<16>(at) && !complete::<16>(at + 8));
        mark(at + 16, 24, GONE);
        assert!(!allowed(at + 16, 1));
        // The bits outlive the mark.
        mark(at + 16, 21, 0);
        assert!(allowed(at + 16, 21) && !allowed(at + 37, 1) && !complete::<4>(at + 16));
        assert_eq!(written(at + 16, 5), Written::None);
        mark_written(at + 16, 4);
        assert!(!complete::<1>(at + 16) && allowed(at + 16, 21));
        mark_written(at + 20, 1);
        assert!(complete::<8>(at + 16) && !complete::<8>(at + 32) && allowed(at + 36, 1));
    }
}
