//! Sections of `target update` that are no one piece of memory (OpenMP 5.2, 13.9): pieces at equal distances, in as
//! many dimensions as the list gives behind a section.
//!
//! Knows the list and the table; the device copies one dimension at once where it can.

use super::{Context, POINTER, Table, Traffic, failed};
use crate::error::Result;
use crate::ffi::{self, Arg};

/// The dimensions behind a section, outermost first.
pub fn behind(list: &[Arg], at: usize) -> &[Arg] {
    let rest = &list[at + 1..];
    let count = rest.iter().take_while(|arg| arg.kind == ffi::KIND_ROWS);
    &rest[..count.count()]
}

fn count(rows: &Arg) -> usize {
    usize::try_from(rows.base as isize).unwrap_or(0)
}

impl Table {
    /// One section with its dimensions.
    pub(super) fn update_rows(
        &mut self,
        arg: &Arg,
        rows: &[Arg],
        cx: &Context,
        traffic: &mut Traffic,
    ) -> Result<()> {
        let Some((outer, inner)) = rows.split_first() else {
            return self.update_piece(arg, cx, traffic);
        };
        if inner.is_empty() && self.update_plane(arg, outer, cx, traffic)? {
            return Ok(());
        }
        for row in 0..count(outer) {
            let piece = Arg {
                begin: arg.begin.wrapping_byte_add(row * outer.bytes),
                ..*arg
            };
            self.update_rows(&piece, inner, cx, traffic)?;
        }
        Ok(())
    }

    /// All pieces of one dimension by one copy, where one entry holds them and no attached pointer is among them.
    fn update_plane(
        &mut self,
        arg: &Arg,
        rows: &Arg,
        cx: &Context,
        traffic: &mut Traffic,
    ) -> Result<bool> {
        let (count, pitch) = (count(rows), rows.bytes);
        if count < 2 || pitch < arg.bytes {
            return Ok(false);
        }
        let end = arg.host() + (count - 1) * pitch + arg.bytes;
        let Some(entry) = self.find(arg.host()).filter(|e| end <= e.end()) else {
            return Ok(false);
        };
        let among = |at: usize| at < end && at + POINTER > arg.host();
        if entry.attached.iter().any(|a| among(a.at)) {
            return Ok(false);
        }
        let (begin, device) = (entry.begin, entry.to_device(arg.host()));
        if arg.has(ffi::TO) {
            cx.device
                .copy_rows_to(
                    device,
                    arg.begin.cast_const().cast(),
                    arg.bytes,
                    pitch,
                    count,
                    cx.stream,
                )
                .map_err(|f| failed(arg, cx, f))?;
            traffic.to += (arg.bytes * count) as u64;
            if let Some(entry) = self.entries.get_mut(&begin) {
                entry.filled_on = Some(cx.stream);
            }
        }
        if arg.has(ffi::FROM) {
            cx.device
                .copy_rows_from(arg.begin.cast(), device, arg.bytes, pitch, count, cx.stream)
                .map_err(|f| failed(arg, cx, f))?;
            traffic.from += (arg.bytes * count) as u64;
        }
        traffic.pending = true;
        Ok(true)
    }
}
