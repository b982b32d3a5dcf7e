//! What a checked program knows of each byte: memory beside memory, at addresses that follow from its own.
//!
//! One byte for each 8, as AddressSanitizer has it: 0 all may be touched, 1 to 7 the first of them, other values
//! none, and say why. Code of checked images writes the marks of its own stack frames itself, so that the distance
//! is fixed when it is compiled (`-fasan-shadow-offset`). A second map has a bit for each byte that nobody has
//! written. Only ranges that [`cover`] was asked for have shadows. Must not know who asks.

use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

/// Of the shadow of an address, beyond an eighth of it. src/driver/emulated.rs says the same to the compiler.
pub const OFFSET: usize = 0x2000_0000_0000;
/// The same for the map of what nobody has written.
const UNWRITTEN: usize = 0x1000_0000_0000;
/// Shadows come in pages.
const PAGE: usize = 4096;

/// Never allocated, or given back.
pub const GONE: u8 = 0xff;
/// Between variables that a team shares.
pub const APART: u8 = 0xfb;
/// Behind a variable of the image.
pub const BEHIND_GLOBAL: u8 = 0xf9;

fn cell(at: usize) -> usize {
    OFFSET + (at >> 3)
}

/// Gives all of a range its shadows: marked "may be touched" and "written".
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
    // SAFETY: a fresh private mapping, which replaces none.
    let got = unsafe {
        libc::mmap(
            at as *mut _,
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE
                | libc::MAP_ANONYMOUS
                | libc::MAP_NORESERVE
                | libc::MAP_FIXED_NOREPLACE,
            -1,
            0,
        )
    };
    if got != libc::MAP_FAILED && got as usize != at {
        // SAFETY: mapped above: kernels before 4.17 take the address for a hint.
        unsafe { libc::munmap(got, bytes) };
    }
    got as usize == at
}

/// Marks a range that begins at a multiple of 8: 0, or why it may not be touched.
pub fn mark(at: usize, bytes: usize, value: u8) {
    // SAFETY: a covered range.
    unsafe {
        ptr::write_bytes(cell(at) as *mut u8, value, bytes / 8);
        if !bytes.is_multiple_of(8) {
            let last = if value == 0 { (bytes % 8) as u8 } else { value };
            ptr::write(cell(at + bytes) as *mut u8, last);
        }
    }
}

/// Whether all of these bytes, of a covered range, may be touched.
#[inline]
pub fn allowed(at: usize, bytes: usize) -> bool {
    let last = at + bytes - 1;
    // SAFETY: a covered range.
    let of = |cell: usize| unsafe { ptr::read(cell as *const u8) };
    let end = of(cell(last));
    (cell(at)..cell(last)).all(|cell| of(cell) == 0)
        && (end == 0 || end <= 8 && last % 8 < end as usize)
}

/// The first of these bytes that may not be touched, and why not.
pub fn first_forbidden(at: usize, bytes: usize) -> Option<(usize, u8)> {
    let at = (at..at + bytes).find(|&at| !allowed(at, 1))?;
    Some((at, value(at)))
}

/// What the shadow of a byte says.
pub fn value(at: usize) -> u8 {
    // SAFETY: a covered range.
    unsafe { ptr::read(cell(at) as *const u8) }
}

/// The bits of a byte's neighbours in the map of what nobody has written, and those of an access there.
fn each_unwritten(at: usize, bytes: usize, mut f: impl FnMut(&AtomicU8, u8)) {
    let (mut from, end) = (at, at + bytes);
    while from < end {
        let to = ((from | 7) + 1).min(end);
        let bits = (0xffu32 << (from % 8)) & (0xff >> ((8 - to % 8) % 8));
        // SAFETY: a covered range.
        f(
            unsafe { AtomicU8::from_ptr((UNWRITTEN + (from >> 3)) as *mut u8) },
            bits as u8,
        );
        from = to;
    }
}

/// Nobody has written these bytes yet, of a range that begins at a multiple of 8.
pub fn mark_unwritten(at: usize, bytes: usize) {
    // SAFETY: a covered range.
    unsafe { ptr::write_bytes((UNWRITTEN + (at >> 3)) as *mut u8, 0xff, bytes / 8) };
    each_unwritten(at + bytes / 8 * 8, bytes % 8, |cell, bits| {
        cell.fetch_or(bits, Ordering::Relaxed);
    });
}

/// Somebody writes them.
#[inline]
pub fn mark_written(at: usize, bytes: usize) {
    each_unwritten(at, bytes, |cell, bits| {
        // Mostly they are, and teams that write neighbours must not undo each other's.
        if cell.load(Ordering::Relaxed) & bits != 0 {
            cell.fetch_and(!bits, Ordering::Relaxed);
        }
    });
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
    each_unwritten(at, bytes, |cell, bits| {
        let missing = cell.load(Ordering::Relaxed) & bits;
        any |= missing != bits;
        all &= missing == 0;
    });
    match (all, any) {
        (true, _) => Written::All,
        (false, true) => Written::Some,
        (false, false) => Written::None,
    }
}

/// What one range says of its bytes, another one says from now on. Both are covered.
pub fn copy_written(to: usize, from: usize, bytes: usize) {
    for i in 0..bytes {
        match written(from + i, 1) {
            Written::All => mark_written(to + i, 1),
            _ => each_unwritten(to + i, 1, |cell, bits| {
                cell.fetch_or(bits, Ordering::Relaxed);
            }),
        }
    }
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
    }
}
