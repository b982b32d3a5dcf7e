//! Accesses of the strand that runs: quickly where the granule knows them, otherwise against all that is recorded of it.

use super::clocks::Strand;
use super::report::Findings;
use super::shadow::{Access, GRAIN, Granule, HALF, Kind, Order, Own};
use super::{HOT, detector, units};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// An access of the present strand, from the code at `code`.
#[inline(always)]
pub(super) fn access<const BYTES: usize>(at: usize, code: usize, write: bool, kind: Kind) {
    if !HOT.on.load(Relaxed) {
        return;
    }
    let offset = at.wrapping_sub(HOT.low.load(Relaxed));
    if BYTES < HALF || !at.is_multiple_of(BYTES) || offset >= HOT.bytes.load(Relaxed) {
        return range(at, BYTES, code, write, kind);
    }
    let mine = present(code, BYTES, kind);
    let own = Own::now();
    let granules = HOT.granules.load(Relaxed) + offset / GRAIN * size_of::<Granule>();
    let granules = granules as *mut Granule;
    if BYTES == HALF {
        // SAFETY: inside the device's memory, which has granules.
        let granule = unsafe { &mut *granules };
        if !granule.quick_half(at / HALF % 2, mine, write, own) {
            slow::<HALF>(granule, mine, write, at);
        }
    }
    for index in 0..BYTES / GRAIN {
        // SAFETY: as above.
        let granule = unsafe { &mut *granules.add(index) };
        if !granule.quick(mine, write, own) {
            slow::<GRAIN>(granule, mine, write, at + index * GRAIN);
        }
    }
}

#[inline(always)]
fn present(code: usize, bytes: usize, kind: Kind) -> Access {
    Access {
        what: HOT.what.load(Relaxed),
        when: HOT.when.load(Relaxed),
    }
    .at(code, bytes, kind)
}

/// The half or the whole granule at an address, which is aligned to the one or the other.
#[inline(never)]
fn slow<const BYTES: usize>(granule: &mut Granule, mine: Access, write: bool, at: usize) {
    let first = at % GRAIN;
    part(granule, mine, write, at - first, (first, first + BYTES));
}

/// Bytes of the granule of the memory at `at`.
#[inline]
fn part(granule: &mut Granule, mine: Access, write: bool, at: usize, bytes: (usize, usize)) {
    let Some(detector) = detector() else { return };
    let fiber = match detector.running {
        Some(thread) => &detector.fibers[thread],
        None => &detector.plain,
    };
    let mut present = Present {
        me: fiber.now(),
        findings: &mut detector.findings,
        units: &detector.units,
        fresh: &detector.fresh,
        at,
    };
    detector
        .shadow
        .access(granule, mine, write, bytes, &mut present);
}

/// Of any number of bytes, anywhere.
#[inline(never)]
pub fn range(at: usize, bytes: usize, code: usize, write: bool, kind: Kind) {
    if !HOT.on.load(Relaxed) || bytes == 0 || is_private(at) {
        return;
    }
    let offset = at.wrapping_sub(HOT.low.load(Relaxed));
    let size = HOT.bytes.load(Relaxed);
    let granules = if offset < size && bytes <= size - offset {
        // SAFETY: inside the device's memory, which has granules.
        unsafe { (HOT.granules.load(Relaxed) as *mut Granule).add(offset / GRAIN) }
    } else {
        match detector().and_then(|detector| detector.elsewhere(at, bytes)) {
            Some(granules) => granules,
            None => return,
        }
    };
    let mine = present(code, bytes, kind);
    let own = Own::now();
    let start = at % GRAIN;
    let end = start + bytes;
    for index in 0..end.div_ceil(GRAIN) {
        // SAFETY: all of the range has granules.
        let granule = unsafe { &mut *granules.add(index) };
        let first = start.saturating_sub(index * GRAIN);
        let last = (end - index * GRAIN).min(GRAIN);
        if (first, last) != (0, GRAIN) || !granule.quick(mine, write, own) {
            part(
                granule,
                mine,
                write,
                at - start + index * GRAIN,
                (first, last),
            );
        }
    }
}

/// The present thread's own stack, and the image's record of who runs.
#[inline(always)]
fn is_private(at: usize) -> bool {
    at.wrapping_sub(HOT.stack.load(Relaxed)) < HOT.stack_bytes.load(Relaxed)
        || at.wrapping_sub(HOT.place.load(Relaxed)) < size_of::<[u32; 8]>()
}

impl Own {
    #[inline(always)]
    fn now() -> Own {
        Own {
            floor: HOT.floor.load(Relaxed),
            since: HOT.since.load(Relaxed),
        }
    }
}

/// What the present strand knows, for one access.
struct Present<'a> {
    me: &'a Strand,
    findings: &'a mut Findings,
    units: &'a units::Units,
    /// Memory that was allocated while this launch runs.
    fresh: &'a [Range<usize>],
    /// Of the granule.
    at: usize,
}

impl Order for Present<'_> {
    fn before(&self, access: Access) -> bool {
        let clock = access.clock();
        clock <= HOT.floor.load(Relaxed)
            || self
                .me
                .known
                .of(access.team())
                .get(access.strand() as usize)
                .is_some_and(|&known| clock <= known)
    }

    fn beside(&self, access: Access) -> bool {
        let clock = access.clock();
        clock < HOT.since.load(Relaxed)
            && self
                .me
                .concurrent
                .iter()
                .any(|one| one.is_beside(clock, self.at))
            && !self.before(access)
    }

    fn race(&mut self, at: usize, first: (Access, bool), second: (Access, bool)) {
        let clock = first.0.clock();
        let any_order = || {
            let mut loops = self.me.concurrent.iter();
            loops.any(|one| one.any_order && one.is_beside(clock, self.at))
        };
        let thread_of = |access: Access| self.units.thread_of(access.team(), access.strand());
        let threads = (thread_of(first.0), thread_of(second.0));
        // What a thread has of its own is there for all of its units of work.
        if threads.0 == threads.1 && self.fresh.iter().any(|part| part.contains(&self.at)) {
            return;
        }
        if first.0.same_strand(second.0)
            && !any_order()
            && !self.findings.is_backward(first, second)
        {
            return;
        }
        self.findings.add(self.at + at, first, second, threads);
    }
}
