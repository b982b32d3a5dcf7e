//! The present table as the threads of the host share it. Its lock is held while a construct's list is entered, not
//! while bytes are copied: a thread that needs an entry whose copies are under way waits for just those.

use super::constructs::{End, Work};
use super::{Context, Entry, Table, Traffic};
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg};
use std::sync::{Condvar, Mutex, MutexGuard};

#[derive(Default)]
pub struct Present {
    table: Mutex<Table>,
    /// Signalled when a construct's copies are complete.
    copies_made: Condvar,
}

impl Present {
    pub fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().expect("present table")
    }

    /// For messages from places that may hold the lock already.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, Table>> {
        self.table.try_lock().ok()
    }

    /// The start of a region's data environment.
    pub fn enter(&self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        check_whole(list, cx)?;
        let mut table = self.quiet(list, true);
        if table.enter_settled(list, cx) {
            return Ok(Traffic::default());
        }
        let work = table.enter(list, cx)?;
        self.carry_out(table, &work, cx)
    }

    /// `target enter data`.
    pub fn enter_data(&self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        check_whole(list, cx)?;
        let mut table = self.quiet(list, true);
        let work = table.enter(list, cx)?;
        table.enter_zero_lengths(list);
        self.carry_out(table, &work, cx)
    }

    /// The end of a data environment: counts down, copies back what drops to zero, frees it.
    pub fn exit(&self, list: &[Arg], end: End, cx: &Context) -> Result<Traffic> {
        if end == End::ExitData {
            check_whole(list, cx)?;
        }
        let mut table = self.quiet(list, true);
        if end == End::Region && table.exit_settled(list) {
            return Ok(Traffic::default());
        }
        let work = table.exit(list, end, cx)?;
        self.carry_out(table, &work, cx)
    }

    /// `target update`: copies of what is present; the rest is left alone unless `present` was asked.
    pub fn update(&self, list: &[Arg], cx: &Context) -> Result<Traffic> {
        let mut table = self.quiet(list, false);
        let work = table.update(list, cx)?;
        self.carry_out(table, &work, cx)
    }

    /// The table, locked when no other construct has copies under way for which this list has to wait. With `alone` it waits
    /// for those of `target update`, too.
    fn quiet(&self, list: &[Arg], alone: bool) -> MutexGuard<'_, Table> {
        let mut table = self.lock();
        while table.in_flight > 0 && list.iter().any(|arg| table.is_claimed(arg, alone)) {
            table = self.copies_made.wait(table).expect("present table");
        }
        table
    }

    fn carry_out<'a>(
        &'a self,
        mut table: MutexGuard<'a, Table>,
        work: &Work,
        cx: &Context,
    ) -> Result<Traffic> {
        let mut traffic = Traffic::default();
        let frees = cx.under_way && !work.ending.is_empty();
        if !work.copies.is_empty() || !work.awaited.is_empty() || frees {
            drop(table);
            // Where that fails the program ends, and its message tells what is mapped.
            traffic = work
                .run(cx)
                .and_then(|traffic| finished(traffic, work, cx))?;
            table = self.lock();
        }
        traffic.put |= table.complete(work, cx)?;
        if !work.claimed.is_empty() {
            self.copies_made.notify_all();
        }
        Ok(traffic)
    }
}

/// Fails where a mapped section of several dimensions is not contiguous, which the translator could not know (5.2, 5.8.3).
fn check_whole(list: &[Arg], cx: &Context) -> Result<()> {
    let mut asked = list.iter().filter(|arg| arg.kind == ffi::KIND_WHOLE);
    match asked.find(|arg| arg.bytes == 0) {
        None => Ok(()),
        Some(arg) => Err(Failure::new(
            (cx.place)(),
            format!("{}: is not one piece of memory", arg.text()),
        )
        .note("a mapped section is contiguous: its inner dimensions are taken whole (OpenMP 5.2, 5.8.3)")
        .note("map whole rows, or the rows one by one")),
    }
}

/// Waits for copies and kernels that use memory which is freed next, since another thread may get that memory.
fn finished(mut traffic: Traffic, work: &Work, cx: &Context) -> Result<Traffic> {
    if (traffic.put || cx.under_way) && !work.ending.is_empty() {
        cx.device.finish(cx.stream, None).map_err(|f| {
            Failure::new(
                (cx.place)(),
                format!("waiting for device {}: {}", cx.number, f.text()),
            )
        })?;
        traffic.pending = false;
    }
    Ok(traffic)
}

impl Table {
    /// Whether copies of another construct are under way to or from what a list element uses.
    fn is_claimed(&self, arg: &Arg, alone: bool) -> bool {
        if arg.kind != ffi::KIND_MAP || arg.has(ffi::FRESH | ffi::ZERO_LENGTH) {
            return false;
        }
        let claimed = |begin: usize, bytes: usize| {
            let first = self.hull_at(begin).map_or(begin, |entry| entry.begin);
            let mut entries = self
                .entries
                .range(first..begin.saturating_add(bytes.max(1)));
            let is_claimed = |entry: &Entry| entry.claim.alone || alone && entry.claim.updates > 0;
            // Where an entry moves, the pointers to it change.
            let moves = |entry: &Entry| alone && entry.is_around();
            let led_by = |at: &usize| {
                self.hull_at(*at)
                    .is_some_and(|holder| !holder.claim.is_free())
            };
            entries.any(|(_, entry)| {
                is_claimed(entry) || moves(entry) && entry.led_to_by.iter().any(led_by)
            })
        };
        claimed(arg.host(), arg.bytes) || !arg.pointer.is_null() && claimed(arg.pointer as usize, 1)
    }
}
