//! The copies of constructs. Attached pointers keep the device's values on the device and the host's on the host.
//!
//! Knows host and device addresses; nothing of the table, which is not locked meanwhile.

use super::constructs::Work;
use super::{Context, POINTER, failed};
use crate::device::{Address, Fault, Rows};
use crate::error::Result;
use crate::ffi::Arg;
use std::ops::Range;
use std::ptr;

/// Bytes copied by one call, for the trace.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    pub to: u64,
    pub from: u64,
    /// Whether anything was put into the stream.
    pub put: bool,
    /// Whether the host has to wait for that: the bytes of its side come later.
    pub pending: bool,
}

/// One copy, of the bytes of `arg`.
pub struct Copy {
    pub step: Step,
    pub arg: Arg,
}

pub enum Step {
    /// To the device, with these values for the pointer objects at these host addresses.
    To {
        to: Address,
        pointers: Vec<(usize, Address)>,
    },
    /// From the device, around these pointer objects.
    From {
        from: Address,
        pointers: Vec<Kept>,
        /// Numbers among these are addresses of the device.
        addresses: Range<Address>,
    },
    /// To the device, in pieces.
    RowsTo { to: Address, rows: Rows },
    /// From the device, in pieces.
    RowsFrom { from: Address, rows: Rows },
    /// From one place of the device to another.
    Within { to: Address, from: Address },
    /// An address into a pointer object of the device.
    Pointer { to: Address, value: Address },
}

/// A pointer object whose value on the host stays, by its host address.
pub struct Kept {
    pub at: usize,
    /// The device's value where that it is a pointer object is an assumption: a kernel that has written another value there
    /// has written something else, which the host gets.
    pub unless_written: Option<Address>,
}

impl Kept {
    /// Its bytes, as far as a section has them.
    fn object(&self, bytes: &Range<usize>) -> Range<usize> {
        self.at.max(bytes.start)..(self.at + POINTER).min(bytes.end)
    }

    /// Whether a kernel has written what is there on the device now, and no address of the device.
    fn is_written(&self, there: &[u8], bytes: &Range<usize>, addresses: &Range<Address>) -> bool {
        let Some(value) = self.unless_written else {
            return false;
        };
        let is_address = <[u8; POINTER]>::try_from(there)
            .is_ok_and(|there| addresses.contains(&u64::from_ne_bytes(there)));
        let object = self.object(bytes);
        let value = &value.to_ne_bytes()[object.start - self.at..object.end - self.at];
        !is_address && there != value
    }
}

/// Pieces between pointer objects of at least so many bytes are copied one by one, shorter ones together.
const LONG: usize = 4096;
/// The most bytes of short pieces that are copied together.
const TOGETHER: usize = 1 << 20;

type Done = std::result::Result<(), Fault>;

impl Work {
    /// Puts all copies into the stream.
    pub(super) fn run(&self, cx: &Context) -> Result<Traffic> {
        let mut traffic = Traffic::default();
        for ((stream, _), _) in &self.awaited {
            let waited = cx.device.finish(*stream, None);
            waited.map_err(|f| crate::error::Failure::new((cx.place)(), f.text()))?;
        }
        let mut rest = self.copies.as_slice();
        while let Some((first, behind)) = rest.split_first() {
            let mut taken = 1;
            let arg = &first.arg;
            let done = match &first.step {
                Step::To { to, pointers } => {
                    traffic.to += arg.bytes as u64;
                    write(cx, *to, arg.host()..arg.host() + arg.bytes, pointers)
                }
                Step::From {
                    from,
                    pointers,
                    addresses,
                } => {
                    traffic.from += arg.bytes as u64;
                    let bytes = arg.host()..arg.host() + arg.bytes;
                    let assumed = pointers.iter().any(|kept| kept.unless_written.is_some());
                    match assumed && arg.bytes < LONG {
                        true => read_short(cx, *from, &bytes, pointers, addresses),
                        false => read_written(cx, *from, &bytes, pointers, addresses)
                            .and_then(|()| read(cx, *from, bytes, pointers)),
                    }
                }
                Step::RowsTo { to, rows } => {
                    traffic.to += (rows.bytes * rows.count) as u64;
                    let from = arg.begin.cast_const().cast();
                    cx.device.copy_rows_to(*to, from, *rows, cx.stream)
                }
                Step::RowsFrom { from, rows } => {
                    traffic.from += (rows.bytes * rows.count) as u64;
                    let to = arg.begin.cast();
                    cx.device.copy_rows_from(to, *from, *rows, cx.stream)
                }
                Step::Within { to, from } => {
                    cx.device.copy_within(*to, *from, arg.bytes, cx.stream)
                }
                Step::Pointer { to, value } => {
                    let values = neighbours(*to, *value, behind);
                    taken = values.len();
                    let bytes = taken * POINTER;
                    cx.device
                        .copy_to(*to, values.as_ptr().cast(), bytes, cx.stream)
                }
            };
            done.map_err(|f| failed(arg, cx, f))?;
            traffic.put = true;
            traffic.pending |= matches!(first.step, Step::From { .. } | Step::RowsFrom { .. });
            rest = &rest[taken..];
        }
        Ok(traffic)
    }
}

/// The values of pointer objects that lie one behind the other.
fn neighbours(to: Address, value: Address, behind: &[Copy]) -> Vec<Address> {
    let mut values = vec![value];
    for copy in behind {
        match copy.step {
            Step::Pointer { to: next, value } if next == to + (values.len() * POINTER) as u64 => {
                values.push(value);
            }
            _ => break,
        }
    }
    values
}

/// Copies bytes to the device, with other values for some pointer objects.
fn write(cx: &Context, to: Address, bytes: Range<usize>, pointers: &[(usize, Address)]) -> Done {
    let device = |host: usize| to + (host - bytes.start) as u64;
    let send = |part: Range<usize>| match part.is_empty() {
        true => Ok(()),
        false => cx.device.copy_to(
            device(part.start),
            part.start as *const u8,
            part.len(),
            cx.stream,
        ),
    };
    // What is put together begins at `at - together.len()`.
    let (mut at, mut together) = (bytes.start, Vec::new());
    let flush = |at: usize, together: &mut Vec<u8>| {
        if together.is_empty() {
            return Ok(());
        }
        let to = device(at - together.len());
        let sent = cx
            .device
            .copy_to(to, together.as_ptr(), together.len(), cx.stream);
        together.clear();
        sent
    };
    for &(pointer, value) in pointers {
        let gap = at..pointer.max(at);
        if gap.len() >= LONG || together.len() >= TOGETHER {
            flush(at, &mut together)?;
        }
        if gap.len() >= LONG {
            send(gap.clone())?;
        } else {
            // SAFETY: bytes of a list item, which the host may read.
            let part = unsafe { std::slice::from_raw_parts(gap.start as *const u8, gap.len()) };
            together.extend_from_slice(part);
        }
        let value = value.to_ne_bytes();
        let object = pointer.max(bytes.start)..(pointer + POINTER).min(bytes.end);
        together.extend_from_slice(&value[object.start - pointer..object.end - pointer]);
        at = object.end;
    }
    flush(at, &mut together)?;
    send(at..bytes.end)
}

/// Copies to the host what kernels have written where pointer objects were assumed.
fn read_written(
    cx: &Context,
    from: Address,
    bytes: &Range<usize>,
    pointers: &[Kept],
    addresses: &Range<Address>,
) -> Done {
    /// The most pointer objects that are looked at together.
    const MOST: usize = TOGETHER / LONG;
    let assumed = |kept: &&Kept| kept.unless_written.is_some();
    let assumed: Vec<&Kept> = pointers.iter().filter(assumed).collect();
    let near = assumed.chunk_by(|one, next| next.at - one.at < LONG);
    for run in near.flat_map(|near| near.chunks(MOST)) {
        let all = run[0].object(bytes).start..run[run.len() - 1].object(bytes).end;
        let together = fetch(cx, from, bytes, &all)?;
        for kept in run {
            let object = kept.object(bytes);
            let there = &together[object.start - all.start..object.end - all.start];
            if kept.is_written(there, bytes, addresses) {
                put(there, object.start);
            }
        }
    }
    Ok(())
}

/// Copies a short section with assumed pointer objects to the host.
fn read_short(
    cx: &Context,
    from: Address,
    bytes: &Range<usize>,
    pointers: &[Kept],
    addresses: &Range<Address>,
) -> Done {
    let together = fetch(cx, from, bytes, bytes)?;
    let there = |part: &Range<usize>| &together[part.start - bytes.start..part.end - bytes.start];
    let mut at = bytes.start;
    for kept in pointers {
        let object = kept.object(bytes);
        put(there(&(at..object.start.max(at))), at);
        if kept.is_written(there(&object), bytes, addresses) {
            put(there(&object), object.start);
        }
        at = object.end;
    }
    put(there(&(at..bytes.end)), at);
    Ok(())
}

/// Some bytes of a section, when they are there.
fn fetch(
    cx: &Context,
    from: Address,
    bytes: &Range<usize>,
    some: &Range<usize>,
) -> std::result::Result<Vec<u8>, Fault> {
    let mut fetched = vec![0u8; some.len()];
    let source = from + (some.start - bytes.start) as u64;
    cx.device
        .copy_from(fetched.as_mut_ptr(), source, some.len(), cx.stream)?;
    cx.device.finish(cx.stream, None)?;
    Ok(fetched)
}

/// Puts bytes of a list item, which comes back, into the host's memory.
fn put(there: &[u8], at: usize) {
    // SAFETY: bytes of a list item.
    unsafe { ptr::copy_nonoverlapping(there.as_ptr(), at as *mut u8, there.len()) };
}

/// Copies bytes to the host, around some pointer objects.
fn read(cx: &Context, from: Address, bytes: Range<usize>, pointers: &[Kept]) -> Done {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut at = bytes.start;
    for &Kept { at: pointer, .. } in pointers {
        if at < pointer {
            pieces.push(at..pointer);
        }
        at = (pointer + POINTER).min(bytes.end);
    }
    if at < bytes.end {
        pieces.push(at..bytes.end);
    }
    let mut rest = pieces.as_slice();
    while let Some(first) = rest.first() {
        let near = |pair: &&[Range<usize>]| {
            let between = pair[1].start - pair[0].end;
            between < LONG && pair[1].end - first.start <= TOGETHER && pair[1].len() < LONG
        };
        let taken = match first.len() < LONG {
            true => 1 + rest.windows(2).take_while(near).count(),
            false => 1,
        };
        let run = &rest[..taken];
        rest = &rest[taken..];
        let all = first.start..run[taken - 1].end;
        let source = from + (all.start - bytes.start) as u64;
        if taken <= 2 {
            for piece in run {
                let source = source + (piece.start - all.start) as u64;
                let to = piece.start as *mut u8;
                cx.device.copy_from(to, source, piece.len(), cx.stream)?;
            }
            continue;
        }
        let together = fetch(cx, from, &bytes, &all)?;
        for piece in run {
            let part = &together[piece.start - all.start..piece.end - all.start];
            put(part, piece.start);
        }
    }
    Ok(())
}
