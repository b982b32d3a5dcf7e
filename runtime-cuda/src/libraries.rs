//! The program and the shared libraries of the process: which of them something belongs to, and which have a runtime.
//!
//! Must not know what they contain but for the runtime's own symbol `romp_is_open`.

use libc::{c_int, c_void, dl_phdr_info};
use std::ffi::{CStr, CString};

/// The name of the function by which the runtimes of a process find each other.
const IS_OPEN: &CStr = c"romp_is_open";

/// The program or a shared library, by the address that it is loaded at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library(u64);

/// What is found out about one of them.
struct Part {
    at: Library,
    /// Its file as the dynamic linker names it; empty for the program.
    file: CString,
    /// Whether the address that was asked for is in memory that nothing writes to.
    constant: bool,
}

/// The one that an address belongs to; none for memory of the heap, of stacks, and of code that was made at run time.
pub fn of(address: *const c_void) -> Option<Library> {
    Some(part(address)?.at)
}

/// How people name the one that an address belongs to.
pub fn name(address: *const c_void) -> String {
    part(address).map_or_else(|| "the program".into(), |part| people(&part.file))
}

/// Whether the program cannot write to this address: a constant, whose value each copy has.
pub fn is_constant(address: *const c_void) -> bool {
    part(address).is_some_and(|part| part.constant)
}

/// The program or library of another runtime that has devices open, of one other than that with `own`, a function.
/// Each shared library that was linked with a runtime has one; those are not used where the program exports its own.
pub fn other_open(own: *const c_void) -> Option<String> {
    let own = of(own)?;
    let mut files = vec![];
    each(&mut |info| files.push(file(info)));
    files.into_iter().find_map(|file| open_in(&file, own))
}

/// The library of the open runtime that one of the process finds, which may be in a library that it was linked with.
fn open_in(file: &CStr, own: Library) -> Option<String> {
    let path = match file.is_empty() {
        true => std::ptr::null(),
        false => file.as_ptr(),
    };
    // SAFETY: RTLD_NOLOAD only finds what is loaded; the function of this name is the runtime's.
    unsafe {
        let library = libc::dlopen(path, libc::RTLD_NOLOAD | libc::RTLD_LAZY);
        if library.is_null() {
            return None;
        }
        let found = libc::dlsym(library, IS_OPEN.as_ptr());
        let open = !found.is_null() && of(found) != Some(own) && {
            let is_open = std::mem::transmute::<*mut c_void, extern "C" fn() -> c_int>(found);
            is_open() != 0
        };
        let found = open.then(|| name(found));
        libc::dlclose(library);
        found
    }
}

fn part(address: *const c_void) -> Option<Part> {
    let address = address as u64;
    let mut found = None;
    each(&mut |info| {
        // SAFETY: the dynamic linker's table of this library.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let has = |kind: u32| {
            headers.iter().find(|header| {
                let begin = info.dlpi_addr.wrapping_add(header.p_vaddr);
                header.p_type == kind && address.wrapping_sub(begin) < header.p_memsz
            })
        };
        if let Some(segment) = has(libc::PT_LOAD) {
            let constant = segment.p_flags & libc::PF_W == 0 || has(libc::PT_GNU_RELRO).is_some();
            found = Some(Part {
                at: Library(info.dlpi_addr),
                file: file(info),
                constant,
            });
        }
    });
    found
}

fn file(info: &dl_phdr_info) -> CString {
    match info.dlpi_name.is_null() {
        true => CString::default(),
        // SAFETY: a C string of the dynamic linker's.
        false => unsafe { CStr::from_ptr(info.dlpi_name) }.to_owned(),
    }
}

fn people(file: &CStr) -> String {
    match file.is_empty() {
        true => "the program".into(),
        false => file.to_string_lossy().into_owned(),
    }
}

/// Shows the program and each library to `see`.
fn each(see: &mut dyn FnMut(&dl_phdr_info)) {
    unsafe extern "C" fn one(info: *mut dl_phdr_info, _: usize, see: *mut c_void) -> c_int {
        // SAFETY: `see` is the reference below; the dynamic linker's record lives during the call.
        unsafe { (*see.cast::<&mut dyn FnMut(&dl_phdr_info)>())(&*info) };
        0
    }
    let mut see = see;
    // SAFETY: `one` is called during this call only.
    unsafe { libc::dl_iterate_phdr(Some(one), (&raw mut see).cast()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    static CONSTANT: u32 = 7;

    #[test]
    fn addresses_belong_to_the_program_or_to_a_library() {
        let own = of as *const c_void;
        let of_libc = libc::abs as *const c_void;
        assert!(of(own).is_some() && of(of_libc).is_some() && of(own) != of(of_libc));
        assert_eq!(name(own), "the program");
        assert!(name(of_libc).contains("libc"), "{}", name(of_libc));
        let heap = Box::new(1u8);
        assert_eq!(of((&raw const *heap).cast()), None);
        assert_eq!(other_open(own), None);
    }

    #[test]
    fn constants_are_known() {
        static VARIABLE: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        assert!(is_constant((&raw const CONSTANT).cast()));
        assert!(!is_constant((&raw const VARIABLE).cast()));
    }
}
