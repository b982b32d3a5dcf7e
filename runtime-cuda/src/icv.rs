//! default-device-var (OpenMP 5.2, 2.2). Each data environment has one, so the host's OpenMP library keeps it where one
//! is in the process; otherwise each host thread has its own.
//!
//! Knows the names of the host libraries and nothing of devices.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::sync::OnceLock;

struct Host {
    get: extern "C" fn() -> c_int,
    set: extern "C" fn(c_int),
    wait: Option<extern "C" fn()>,
    pause: Option<Pause>,
}

/// The routine by which the host's library pauses its own resources (5.2, 18.6).
struct Pause {
    initial_device: extern "C" fn() -> c_int,
    pause: extern "C" fn(c_int, c_int) -> c_int,
}

thread_local! {
    static OWN: Cell<Option<i32>> = const { Cell::new(None) };
}

/// The host's OpenMP library, if it is loaded. Its routines are looked up by the library's handle, since a look-up by
/// name alone finds those of this runtime.
fn host() -> Option<&'static Host> {
    static HOST: OnceLock<Option<Host>> = OnceLock::new();
    HOST.get_or_init(|| {
        let names: [&CStr; 4] = [
            c"libgomp.so.1",
            c"libomp.so.5",
            c"libomp.so",
            c"libiomp5.so",
        ];
        names.into_iter().find_map(|name| {
            // SAFETY: RTLD_NOLOAD only finds a library that is loaded; the symbols have these types by
            // the OpenMP specification.
            unsafe {
                let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
                if library.is_null() {
                    return None;
                }
                let get = libc::dlsym(library, c"omp_get_default_device".as_ptr());
                let set = libc::dlsym(library, c"omp_set_default_device".as_ptr());
                if get.is_null() || set.is_null() {
                    return None;
                }
                let wait = libc::dlsym(library, c"GOMP_taskwait".as_ptr());
                let initial = libc::dlsym(library, c"omp_get_initial_device".as_ptr());
                let pause = libc::dlsym(library, c"omp_pause_resource".as_ptr());
                Some(Host {
                    get: std::mem::transmute::<*mut c_void, extern "C" fn() -> c_int>(get),
                    set: std::mem::transmute::<*mut c_void, extern "C" fn(c_int)>(set),
                    wait: (!wait.is_null())
                        .then(|| std::mem::transmute::<*mut c_void, extern "C" fn()>(wait)),
                    pause:
                        (!initial.is_null() && !pause.is_null()).then(|| Pause {
                            initial_device: std::mem::transmute::<
                                *mut c_void,
                                extern "C" fn() -> c_int,
                            >(initial),
                            pause: std::mem::transmute::<
                                *mut c_void,
                                extern "C" fn(c_int, c_int) -> c_int,
                            >(pause),
                        }),
                })
            }
        })
    })
    .as_ref()
}

/// The calling task's default device. `initial` is OMP_DEFAULT_DEVICE. A host library that sees no device of its own may
/// answer with a number below -1 ("invalid device"), which says nothing about the devices of this runtime.
pub fn default_device(initial: i32) -> i32 {
    if let Some(own) = OWN.get() {
        return own;
    }
    match host() {
        Some(host) => {
            let number = (host.get)();
            if number < -1 { initial } else { number }
        }
        None => initial,
    }
}

/// Sets the calling task's default device.
pub fn set_default_device(number: i32) {
    match host() {
        Some(host) => (host.set)(number),
        None => OWN.set(Some(number)),
    }
}

/// `omp_pause_resource` for the host (5.2, 18.6.1): its threads and their threadprivate variables are the host
/// library's. Returns 0 where it succeeds; without such a library there is nothing to give back.
pub fn pause_host(kind: c_int) -> c_int {
    match host().and_then(|host| host.pause.as_ref()) {
        Some(host) => (host.pause)(kind, (host.initial_device)()),
        None => 0,
    }
}

/// Waits for the child tasks of the calling task, among which are all that depend objects of a routine may name.
pub fn wait_for_children() {
    if let Some(wait) = host().and_then(|host| host.wait) {
        wait();
    }
}
