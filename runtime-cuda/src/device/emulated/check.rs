//! The hooks of instrumented images: every load and store of a kernel asks whether it may.
//!
//! Allowed are the device's allocations, the thread's own stack, the image's data, shared storage (this OS
//! thread's thread-local block) and constants. Everything else is reported with the kernel and the host
//! variable that the address belongs to. Outside launches the hooks return at once.

use super::memory::{self, Memory};
use super::team::{RUNNING, Running};
use crate::error::{Failure, fatal};
use crate::ffi::{self, Extent};
use crate::runtime;
use std::ffi::c_void;
use std::ptr;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static BASE: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// Zero while checks are off.
static SHADOW: AtomicUsize = AtomicUsize::new(0);
/// Data of the images: address ranges.
static ALLOWED: RwLock<Vec<(usize, usize)>> = RwLock::new(Vec::new());

pub fn start(memory: &Memory) {
    BASE.store(memory.base, Ordering::Relaxed);
    BYTES.store(memory.bytes, Ordering::Relaxed);
    SHADOW.store(memory.shadow, Ordering::Release);
}

pub fn allow(extents: &[Extent]) {
    let mut allowed = ALLOWED.write().expect("extents");
    for extent in extents.iter().filter(|e| e.begin < e.end) {
        allowed.push((extent.begin as usize, extent.end as usize));
    }
}

/// The images' data.
pub fn each_extent(mut f: impl FnMut(usize, usize)) {
    for &(low, high) in ALLOWED.read().expect("extents").iter() {
        f(low, high);
    }
}

/// The thread-local block of the calling OS thread which holds an address, if any does.
pub fn thread_local_block(at: usize) -> Option<(usize, usize)> {
    struct Ask {
        at: usize,
        found: Option<(usize, usize)>,
    }
    unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: usize, ask: *mut c_void) -> i32 {
        // SAFETY: dl_iterate_phdr's own structs, for the time of the call.
        unsafe {
            let (info, ask) = (&*info, &mut *ask.cast::<Ask>());
            for header in ffi::slice(info.dlpi_phdr, info.dlpi_phnum as usize) {
                let low = info.dlpi_tls_data as usize;
                if header.p_type == libc::PT_TLS && low != 0 {
                    let high = low + header.p_memsz as usize;
                    if (low..high).contains(&ask.at) {
                        ask.found = Some((low, high));
                        return 1;
                    }
                }
            }
            0
        }
    }
    let mut ask = Ask { at, found: None };
    // SAFETY: `visit` has the type asked for and gets `ask` back.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut ask).cast()) };
    ask.found
}

#[inline]
fn check(at: usize, bytes: usize, write: bool) {
    let shadow = SHADOW.load(Ordering::Relaxed);
    if shadow == 0 || bytes == 0 {
        return;
    }
    let base = BASE.load(Ordering::Relaxed);
    let offset = at.wrapping_sub(base);
    let size = BYTES.load(Ordering::Relaxed);
    // SAFETY: inside the device's memory.
    if offset < size
        && bytes <= size - offset
        && unsafe { memory::allocated(base, shadow, at, bytes) }
    {
        return;
    }
    slow(at, bytes, write);
}

#[cold]
#[inline(never)]
fn slow(at: usize, bytes: usize, write: bool) {
    let Some(running) = RUNNING.get() else { return };
    let here = 0u8;
    let stack = std::ptr::from_ref(&here) as usize;
    let inside = |low: usize, high: usize| at >= low && at < high && bytes <= high - at;
    let (low, high) = running.fiber;
    if high != 0 && inside(low, high) {
        return;
    }
    // The kernel's frames on the OS thread's own stack: from here up, or, from a coroutine, a little
    // below the frame that started the launch.
    let floor = if high == 0 {
        stack
    } else {
        running.stack_top - (64 << 10)
    };
    if inside(floor, running.stack_top) {
        return;
    }
    if ALLOWED
        .read()
        .expect("extents")
        .iter()
        .any(|&(low, high)| inside(low, high))
    {
        return;
    }
    if in_module(at, bytes, write) {
        return;
    }
    if crate::registry::shared_memory() {
        return;
    }
    report(&running, at, bytes, write);
}

/// Whether an address is in some module's thread-local block of this OS thread (shared storage), or a
/// read in its constants.
fn in_module(at: usize, bytes: usize, write: bool) -> bool {
    struct Ask {
        at: usize,
        bytes: usize,
        write: bool,
    }
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        size: usize,
        ask: *mut c_void,
    ) -> i32 {
        // SAFETY: dl_iterate_phdr's own structs, for the time of the call.
        unsafe {
            let (info, ask) = (&*info, &*ask.cast::<Ask>());
            let has_tls = size
                >= std::mem::offset_of!(libc::dl_phdr_info, dlpi_tls_data) + size_of::<usize>();
            for header in ffi::slice(info.dlpi_phdr, info.dlpi_phnum as usize) {
                let low = match header.p_type {
                    libc::PT_TLS if has_tls && !info.dlpi_tls_data.is_null() => {
                        info.dlpi_tls_data as usize
                    }
                    libc::PT_LOAD if !ask.write && header.p_flags & libc::PF_W == 0 => {
                        info.dlpi_addr as usize + header.p_vaddr as usize
                    }
                    _ => continue,
                };
                let high = low + header.p_memsz as usize;
                if ask.at >= low && ask.at < high && ask.bytes <= high - ask.at {
                    return 1;
                }
            }
            0
        }
    }
    let mut ask = Ask { at, bytes, write };
    // SAFETY: `visit` has the type asked for and gets `ask` back.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut ask).cast()) != 0 }
}

/// Fills this OS thread's copy of a range of thread-local storage with junk: what one block leaves in shared
/// memory is nothing that another may find.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_poison(begin: *const c_void, end: *const c_void) {
    struct Ask {
        begin: usize,
        end: usize,
    }
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        size: usize,
        ask: *mut c_void,
    ) -> i32 {
        // SAFETY: dl_iterate_phdr's own structs, for the time of the call; the range lies in a module's initial
        // image of thread-local storage, and so does its copy in this thread's block.
        unsafe {
            let (info, ask) = (&*info, &*ask.cast::<Ask>());
            let has_tls = size
                >= std::mem::offset_of!(libc::dl_phdr_info, dlpi_tls_data) + size_of::<usize>();
            if !has_tls || info.dlpi_tls_data.is_null() {
                return 0;
            }
            for header in ffi::slice(info.dlpi_phdr, info.dlpi_phnum as usize) {
                let low = info.dlpi_addr as usize + header.p_vaddr as usize;
                let high = low + header.p_memsz as usize;
                if header.p_type == libc::PT_TLS && low <= ask.begin && ask.end <= high {
                    let copy = info.dlpi_tls_data as usize + (ask.begin - low);
                    ptr::write_bytes(copy as *mut u8, memory::JUNK, ask.end - ask.begin);
                    return 1;
                }
            }
            0
        }
    }
    let mut ask = Ask {
        begin: begin as usize,
        end: end as usize,
    };
    if ask.begin < ask.end {
        // SAFETY: `visit` has the type asked for and gets `ask` back.
        unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut ask).cast()) };
    }
}

fn report(running: &Running, at: usize, bytes: usize, write: bool) -> ! {
    let verb = if write { "writes" } else { "reads" };
    let mut failure = Failure::new(
        running.at(),
        format!(
            "{}: {verb} {bytes} bytes at {at:#x}, which the device may not touch",
            running.who()
        ),
    );
    let base = BASE.load(Ordering::Relaxed);
    let on_device = at.wrapping_sub(base) < BYTES.load(Ordering::Relaxed);
    for note in notes(running, at, on_device) {
        failure = failure.note(note);
    }
    fatal(&failure)
}

/// Whose address it is, as far as the present tables and the construct's list know.
fn notes(running: &Running, at: usize, on_device: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let states = runtime::opened().map_or(&[][..], |r| &r.devices);
    for state in states {
        let Some(table) = state.try_table() else {
            continue;
        };
        if on_device {
            let nearest = table.entries().min_by_key(|e| {
                let (low, high) = (e.device as usize, e.device as usize + e.bytes);
                if at < low {
                    low - at
                } else {
                    at - high.min(at)
                }
            });
            let near = nearest.and_then(|e| {
                let (low, high) = (e.device as usize, e.device as usize + e.bytes);
                let (by, side) = if at < low {
                    (low - at, "before")
                } else {
                    (at - high.min(at), "past the end of")
                };
                (by < 1 << 20).then(|| {
                    format!(
                        "{by} bytes {side} {} ({} bytes, mapped at {})",
                        e.text, e.bytes, e.place
                    )
                })
            });
            notes.push(
                near.unwrap_or_else(|| {
                    "device memory that was unmapped, or never allocated".into()
                }),
            );
        } else if let Some(e) = table.find(at) {
            notes.push(format!(
                "a host address: byte {} of {}, mapped at {}, whose device copy is at {:#x}; the pointer was not translated",
                at - e.begin,
                e.text,
                e.place,
                e.device
            ));
        }
    }
    if !on_device && notes.is_empty() {
        // SAFETY: the list lives while the launch lasts.
        let list = unsafe { &*running.list };
        let owner = list
            .iter()
            .filter(|arg| arg.kind == ffi::KIND_MAP && arg.host() <= at && arg.host() != 0)
            .max_by_key(|arg| arg.host())
            .filter(|arg| at - arg.host() < 1 << 30);
        match owner {
            Some(arg) => notes.push(format!(
                "a host address: {} + {} bytes, and nothing there is mapped",
                arg.text(),
                at - arg.host()
            )),
            None if at < 4096 => notes.push("a null pointer".into()),
            None => notes.push("a host address that no mapping knows".into()),
        }
        if let Some(state) = states.first()
            && let Some(table) = state.try_table()
        {
            notes.push(table.describe(at, state.number));
        }
    }
    notes
}

macro_rules! hooks {
    ($($load:ident $store:ident $bytes:literal)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $load(at: usize) {
            check(at, $bytes, false);
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn $store(at: usize) {
            check(at, $bytes, true);
        }
    )* };
}

hooks! {
    __asan_load1_noabort __asan_store1_noabort 1
    __asan_load2_noabort __asan_store2_noabort 2
    __asan_load4_noabort __asan_store4_noabort 4
    __asan_load8_noabort __asan_store8_noabort 8
    __asan_load16_noabort __asan_store16_noabort 16
}

#[unsafe(no_mangle)]
pub extern "C" fn __asan_loadN_noabort(at: usize, bytes: usize) {
    check(at, bytes, false);
}

#[unsafe(no_mangle)]
pub extern "C" fn __asan_storeN_noabort(at: usize, bytes: usize) {
    check(at, bytes, true);
}

#[unsafe(no_mangle)]
pub extern "C" fn __asan_handle_no_return() {}
