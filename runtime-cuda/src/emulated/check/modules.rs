//! The parts of the program's modules (executable and libraries) that kernels may access: images' data, shared storage, constants.

use super::shadow;
use crate::emulated::memory;
use crate::ffi::{self, Extent};
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;
use std::sync::RwLock;

/// Data of the images: address ranges, and whether they have shadows.
static ALLOWED: RwLock<Vec<Range>> = RwLock::new(Vec::new());

#[derive(Clone, Copy)]
pub struct Range {
    pub low: usize,
    pub high: usize,
    /// Whether it has a shadow.
    pub covered: bool,
    /// Whether what is near an access will be asked for again, by reads and writes alike.
    pub keep: bool,
}

impl Range {
    fn holds(&self, at: usize, bytes: usize) -> bool {
        at >= self.low && at < self.high && bytes <= self.high - at
    }
}

pub fn allow(extents: &[Extent]) {
    let mut allowed = ALLOWED.write().expect("extents");
    for extent in extents.iter().filter(|e| e.begin < e.end) {
        let (low, high) = (extent.begin as usize, extent.end as usize);
        if allowed.iter().all(|known| known.low != low) {
            let covered = shadow::cover(low, high);
            allowed.push(Range {
                low,
                high,
                covered,
                keep: true,
            });
        }
    }
}

/// The images' data.
pub fn each_extent(mut f: impl FnMut(usize, usize)) {
    for range in ALLOWED.read().expect("extents").iter() {
        f(range.low, range.high);
    }
}

/// The range that holds these bytes, where there is one: the images' data, some module's thread-local block of this
/// OS thread (shared storage), and for reads its constants.
pub fn data(at: usize, bytes: usize, write: bool) -> Option<Range> {
    let allowed = ALLOWED.read().expect("extents");
    let known = allowed.iter().find(|range| range.holds(at, bytes)).copied();
    drop(allowed);
    known.or_else(|| in_module(at, bytes, write))
}

/// A range that was found in a module; of the calling OS thread where it is thread-local.
#[derive(Clone, Copy)]
struct Found {
    range: Range,
    constant: bool,
}

/// Looks a range up among those found before, and then in the modules, so that each module is searched once.
fn in_module(at: usize, bytes: usize, write: bool) -> Option<Range> {
    thread_local! {
        static FOUND: RefCell<Vec<Found>> = const { RefCell::new(Vec::new()) };
    }
    let fits = |found: &Found| found.range.holds(at, bytes) && !(write && found.constant);
    let known = FOUND.with_borrow(|all| all.iter().find(|found| fits(found)).copied());
    let found = known.or_else(|| {
        let found = ask_modules(at).filter(fits)?;
        FOUND.with_borrow_mut(|all| all.push(found));
        Some(found)
    })?;
    Some(found.range)
}

/// Goes through the headers of all modules until `f` gives something.
fn each_header<T>(
    mut f: impl FnMut(&libc::dl_phdr_info, &libc::Elf64_Phdr) -> Option<T>,
) -> Option<T> {
    struct Ask<'a, T> {
        f: &'a mut dyn FnMut(&libc::dl_phdr_info, &libc::Elf64_Phdr) -> Option<T>,
        found: Option<T>,
    }
    unsafe extern "C" fn visit<T>(
        info: *mut libc::dl_phdr_info,
        _: usize,
        ask: *mut c_void,
    ) -> i32 {
        // SAFETY: dl_iterate_phdr's own structs, for the time of the call.
        unsafe {
            let (info, ask) = (&*info, &mut *ask.cast::<Ask<T>>());
            for header in ffi::slice(info.dlpi_phdr, info.dlpi_phnum as usize) {
                ask.found = (ask.f)(info, header);
                if ask.found.is_some() {
                    return 1;
                }
            }
            0
        }
    }
    let mut ask = Ask {
        f: &mut f,
        found: None,
    };
    // SAFETY: `visit` has the type asked for and gets `ask` back.
    unsafe { libc::dl_iterate_phdr(Some(visit::<T>), (&raw mut ask).cast()) };
    ask.found
}

fn ask_modules(at: usize) -> Option<Found> {
    each_header(|info, header| {
        let (low, constant) = match header.p_type {
            libc::PT_TLS if !info.dlpi_tls_data.is_null() => (info.dlpi_tls_data as usize, false),
            libc::PT_LOAD if header.p_flags & libc::PF_W == 0 => {
                (info.dlpi_addr as usize + header.p_vaddr as usize, true)
            }
            _ => return None,
        };
        let high = low + header.p_memsz as usize;
        let covered = (low..high).contains(&at) && shadow::cover(low, high);
        if covered && !constant {
            // The marks may be those of another OS thread, whose block was there.
            shadow::mark(
                low.next_multiple_of(8),
                (high & !7) - low.next_multiple_of(8),
                0,
            );
        }
        let range = Range {
            low,
            high,
            covered,
            keep: !constant,
        };
        (low..high)
            .contains(&at)
            .then_some(Found { range, constant })
    })
}

/// The thread-local block of the calling OS thread which holds an address, if any does.
pub fn thread_local_block(at: usize) -> Option<(usize, usize)> {
    each_header(|info, header| {
        let low = info.dlpi_tls_data as usize;
        let high = low + header.p_memsz as usize;
        let here = header.p_type == libc::PT_TLS && low != 0 && (low..high).contains(&at);
        here.then_some((low, high))
    })
}

/// Fills this OS thread's copy of a range of thread-local storage with junk.
pub fn poison(begin: usize, end: usize) {
    let copy = each_header(|info, header| {
        let low = info.dlpi_addr as usize + header.p_vaddr as usize;
        let high = low + header.p_memsz as usize;
        let tls = header.p_type == libc::PT_TLS && !info.dlpi_tls_data.is_null();
        (tls && low <= begin && end <= high).then(|| info.dlpi_tls_data as usize + (begin - low))
    });
    if let Some(copy) = copy.filter(|_| begin < end) {
        // SAFETY: the range lies in a module's initial image of thread-local storage, and so does its copy in this
        // thread's block.
        unsafe { ptr::write_bytes(copy as *mut u8, memory::JUNK, end - begin) };
    }
}

/// Fills shared storage with junk before a block, so that it finds nothing there that another block left.
#[unsafe(no_mangle)]
pub extern "C" fn romp_emulated_poison(begin: *const c_void, end: *const c_void) {
    poison(begin as usize, end as usize);
}
