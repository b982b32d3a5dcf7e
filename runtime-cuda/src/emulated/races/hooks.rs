//! What instrumented code calls: ThreadSanitizer's entry points, as `romp_tsan_*`.
//!
//! The build renames them in the image, so that a host program with a ThreadSanitizer of its own keeps it. Accesses
//! and atomics pass on where they were called from. Memory orders are honoured as C11 has them; the device header
//! makes its atomics relaxed and says by fences what they order, as on a GPU.

use super::super::check;
use super::accesses::access;
use super::synchronise::{Concurrent, Dependence, Moment, acquires, releases};
use super::{Kind, detector, range};
use std::arch::naked_asm;
use std::ffi::c_int;
use std::sync::atomic::{self, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst};

/// `name(address, ...)` becomes `of(address, ..., return address)`, the argument `$register` on either machine.
macro_rules! with_caller {
    ($($name:ident => $of:path, $x86:literal $arm:literal;)*) => { $(
        /// # Safety
        /// For instrumented code alone.
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name() {
            #[cfg(target_arch = "x86_64")]
            naked_asm!(concat!("mov ", $x86, ", [rsp]"), "jmp {}", sym $of);
            #[cfg(target_arch = "aarch64")]
            naked_asm!(concat!("mov ", $arm, ", x30"), "b {}", sym $of);
        }
    )* };
}

extern "C" fn accessed<const BYTES: usize, const WRITE: bool>(at: usize, code: usize) {
    check::access_of_memory::<BYTES>(at, WRITE, code);
    access::<BYTES>(at, code, WRITE, Kind::Plain);
}

extern "C" fn read_range(at: usize, bytes: usize, code: usize) {
    check::range_of_memory(at, bytes, false, code);
    range(at, bytes, code, false, Kind::Plain);
}

extern "C" fn write_range(at: usize, bytes: usize, code: usize) {
    check::range_of_memory(at, bytes, true, code);
    range(at, bytes, code, true, Kind::Plain);
}

/// A reduction of the present team uses an original variable. Where it begins, others of the team may read that to
/// know what their copies begin with.
extern "C" fn reduces(at: usize, bytes: usize, ends: bool, code: usize) {
    range(at, bytes, code, ends, Kind::Reduction);
}

/// The same, where one thread of the team adds the result to the variable.
extern "C" fn combines(at: usize, bytes: usize, ends: bool, code: usize) {
    range(at, bytes, code, ends, Kind::Result);
}

with_caller! {
    romp_tsan_read1 => accessed::<1, false>, "rsi" "x1";
    romp_tsan_read2 => accessed::<2, false>, "rsi" "x1";
    romp_tsan_read4 => accessed::<4, false>, "rsi" "x1";
    romp_tsan_read8 => accessed::<8, false>, "rsi" "x1";
    romp_tsan_read16 => accessed::<16, false>, "rsi" "x1";
    romp_tsan_write1 => accessed::<1, true>, "rsi" "x1";
    romp_tsan_write2 => accessed::<2, true>, "rsi" "x1";
    romp_tsan_write4 => accessed::<4, true>, "rsi" "x1";
    romp_tsan_write8 => accessed::<8, true>, "rsi" "x1";
    romp_tsan_write16 => accessed::<16, true>, "rsi" "x1";
    romp_tsan_unaligned_read2 => accessed::<2, false>, "rsi" "x1";
    romp_tsan_unaligned_read4 => accessed::<4, false>, "rsi" "x1";
    romp_tsan_unaligned_read8 => accessed::<8, false>, "rsi" "x1";
    romp_tsan_unaligned_read16 => accessed::<16, false>, "rsi" "x1";
    romp_tsan_unaligned_write2 => accessed::<2, true>, "rsi" "x1";
    romp_tsan_unaligned_write4 => accessed::<4, true>, "rsi" "x1";
    romp_tsan_unaligned_write8 => accessed::<8, true>, "rsi" "x1";
    romp_tsan_unaligned_write16 => accessed::<16, true>, "rsi" "x1";
    romp_tsan_read_range => read_range, "rdx" "x2";
    romp_tsan_write_range => write_range, "rdx" "x2";
    romp_emulated_reduces => reduces, "rcx" "x3";
    romp_emulated_combines => combines, "rcx" "x3";
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_tsan_init() {}

#[unsafe(no_mangle)]
pub extern "C" fn romp_tsan_func_entry(_: usize) {}

#[unsafe(no_mangle)]
pub extern "C" fn romp_tsan_func_exit() {}

/// A fence of an order of C's, as g++ numbers them.
#[unsafe(no_mangle)]
pub extern "C" fn romp_tsan_atomic_thread_fence(order: c_int) {
    atomic::fence(SeqCst);
    if let Some(detector) = detector() {
        detector.fence(order);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_tsan_atomic_signal_fence(_: c_int) {
    atomic::compiler_fence(SeqCst);
}

/// Around an atomic operation: records the access, and the pasts that it publishes and acquires.
#[inline(always)]
fn atomically<const BYTES: usize, T>(
    at: usize,
    code: usize,
    (reads, writes): (bool, bool),
    order: c_int,
    operation: impl FnOnce() -> T,
) -> T {
    check::access_of_memory::<BYTES>(at, writes, code);
    access::<BYTES>(at, code, writes, Kind::Atomic);
    if let Some(detector) = detector() {
        if reads {
            detector.learn(at, acquires(order));
        }
        if writes {
            detector.publish(at, reads, releases(order));
        }
    }
    operation()
}

macro_rules! atomics {
    ($($module:ident $type:ident $atomic:ident $bytes:literal: $load:ident $store:ident $exchange:ident $add:ident $sub:ident
        $and:ident $or:ident $xor:ident $nand:ident $strong:ident $weak:ident;)*) => { $(
        mod $module {
            use super::*;

            /// # Safety
            /// `at` is an aligned object of the type's size.
            unsafe fn of<'a>(at: usize) -> &'a $atomic {
                unsafe { &*(at as *const $atomic) }
            }

            extern "C" fn load(at: usize, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, false), order, || unsafe { of(at) }.load(SeqCst))
            }
            extern "C" fn store(at: usize, value: $type, order: c_int, code: usize) {
                atomically::<$bytes, _>(at, code, (false, true), order, || unsafe { of(at) }.store(value, SeqCst))
            }
            extern "C" fn exchange(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.swap(value, SeqCst))
            }
            extern "C" fn add(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_add(value, SeqCst))
            }
            extern "C" fn sub(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_sub(value, SeqCst))
            }
            extern "C" fn and(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_and(value, SeqCst))
            }
            extern "C" fn or(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_or(value, SeqCst))
            }
            extern "C" fn xor(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_xor(value, SeqCst))
            }
            extern "C" fn nand(at: usize, value: $type, order: c_int, code: usize) -> $type {
                atomically::<$bytes, _>(at, code, (true, true), order, || unsafe { of(at) }.fetch_nand(value, SeqCst))
            }
            /// `expected` gets what was found where that is something else, and then nothing is written.
            extern "C" fn compare_exchange(
                at: usize,
                expected: *mut $type,
                value: $type,
                order: c_int,
                _otherwise: c_int,
                code: usize,
            ) -> bool {
                let wanted = unsafe { *expected };
                let found = unsafe { of(at) }.compare_exchange(wanted, value, SeqCst, SeqCst);
                atomically::<$bytes, _>(at, code, (true, found.is_ok()), order, || ());
                if let Err(other) = found {
                    unsafe { *expected = other };
                }
                found.is_ok()
            }

            with_caller! {
                $load => load, "rdx" "x2";
                $store => store, "rcx" "x3";
                $exchange => exchange, "rcx" "x3";
                $add => add, "rcx" "x3";
                $sub => sub, "rcx" "x3";
                $and => and, "rcx" "x3";
                $or => or, "rcx" "x3";
                $xor => xor, "rcx" "x3";
                $nand => nand, "rcx" "x3";
                $strong => compare_exchange, "r9" "x5";
                $weak => compare_exchange, "r9" "x5";
            }
        }
    )* };
}

atomics! {
    of8 u8 AtomicU8 1: romp_tsan_atomic8_load romp_tsan_atomic8_store romp_tsan_atomic8_exchange
        romp_tsan_atomic8_fetch_add romp_tsan_atomic8_fetch_sub romp_tsan_atomic8_fetch_and romp_tsan_atomic8_fetch_or
        romp_tsan_atomic8_fetch_xor romp_tsan_atomic8_fetch_nand
        romp_tsan_atomic8_compare_exchange_strong romp_tsan_atomic8_compare_exchange_weak;
    of16 u16 AtomicU16 2: romp_tsan_atomic16_load romp_tsan_atomic16_store romp_tsan_atomic16_exchange
        romp_tsan_atomic16_fetch_add romp_tsan_atomic16_fetch_sub romp_tsan_atomic16_fetch_and romp_tsan_atomic16_fetch_or
        romp_tsan_atomic16_fetch_xor romp_tsan_atomic16_fetch_nand
        romp_tsan_atomic16_compare_exchange_strong romp_tsan_atomic16_compare_exchange_weak;
    of32 u32 AtomicU32 4: romp_tsan_atomic32_load romp_tsan_atomic32_store romp_tsan_atomic32_exchange
        romp_tsan_atomic32_fetch_add romp_tsan_atomic32_fetch_sub romp_tsan_atomic32_fetch_and romp_tsan_atomic32_fetch_or
        romp_tsan_atomic32_fetch_xor romp_tsan_atomic32_fetch_nand
        romp_tsan_atomic32_compare_exchange_strong romp_tsan_atomic32_compare_exchange_weak;
    of64 u64 AtomicU64 8: romp_tsan_atomic64_load romp_tsan_atomic64_store romp_tsan_atomic64_exchange
        romp_tsan_atomic64_fetch_add romp_tsan_atomic64_fetch_sub romp_tsan_atomic64_fetch_and romp_tsan_atomic64_fetch_or
        romp_tsan_atomic64_fetch_xor romp_tsan_atomic64_fetch_nand
        romp_tsan_atomic64_compare_exchange_strong romp_tsan_atomic64_compare_exchange_weak;
}

/// The lanes of `lanes` of the warp that begins with thread `first` have passed a barrier.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_lanes_barrier(first: u32, lanes: u32) {
    if super::HOT.granules.load(atomic::Ordering::Relaxed) == 0 {
        return;
    }
    let mut threads = [0; 32];
    let mut count = 0;
    for lane in (0..32).filter(|lane| lanes >> lane & 1 != 0) {
        threads[count] = (first + lane) as usize;
        count += 1;
    }
    super::barrier(&threads[..count]);
    // The caller is one of them.
    if let Some(detector) = detector() {
        detector.go_on();
    }
}

/// From here to the call with `false` the present thread runs the device header's own code.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_internal(begins: bool) {
    if let Some(detector) = detector() {
        detector.internal(begins);
    }
}

/// An event of a loop whose iterations may be executed concurrently (`concurrent_moment`).
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_concurrent(moment: c_int, about: u64, bytes: usize) {
    let Some(detector) = detector() else { return };
    let moment = match moment {
        0 => Concurrent::Begins,
        1 => Concurrent::Next,
        2 => Concurrent::Ends,
        3 => Concurrent::Spares,
        4 => Concurrent::SequenceBegins,
        _ => Concurrent::SequenceEnds,
    };
    detector.concurrent(moment, about, bytes);
}

/// An event of a unit of work that any thread of the team may execute (`unit_moment`).
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_unit(moment: c_int) {
    let Some(detector) = detector() else { return };
    match moment {
        0 => detector.begin_unit(),
        1 => detector.end_unit(),
        _ => detector.read_thread_number(),
    }
}

/// # Safety
/// `dependences` are `count` of the device header's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_task(
    moment: c_int,
    about: usize,
    group: usize,
    dependences: *const Dependence,
    count: u32,
) {
    let Some(detector) = detector() else { return };
    let moment = match moment {
        0 => Moment::Made,
        1 => Moment::Begins,
        2 => Moment::Ends,
        3 => Moment::ChildrenComplete,
        4 => Moment::GroupComplete,
        5 => Moment::SiblingsComplete,
        6 => Moment::AllComplete,
        7 => Moment::Fulfilled,
        // Memory of the slice that is allocated again.
        _ => return super::forget(about, count as usize),
    };
    // SAFETY: the caller's list.
    let dependences = unsafe { crate::ffi::slice(dependences, count as usize) };
    detector.task(moment, about, group, dependences);
}

#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_thread(team: u32, thread: u32) {
    super::thread(team, thread);
}
