//! The device routines of OpenMP 5.2, chapter 18.7 and 18.8, as host code calls them.
//!
//! The host's OpenMP library has routines of the same names, which know nothing of this runtime's devices. The linker
//! finds these first, since this library stands before the other one.

mod copies;
mod locks;

use crate::device::{Address, Device, Fault, HostAccess, Purpose, Stream};
use crate::error::{Result, guarded};
use crate::queue::Trouble;
use crate::runtime::DeviceState;
use crate::{failures, held, icv, message, opening};
use std::ffi::{c_int, c_void};
use std::ptr::{self, null_mut};

const FAILED: c_int = 22; // EINVAL, as libgomp returns

/// The memory that a device number of a routine designates.
#[derive(Clone, Copy)]
enum Where {
    Host,
    Device(&'static DeviceState),
}

fn place(number: c_int) -> Option<Where> {
    let runtime = opening::get();
    if number == -1 || number == runtime.devices.len() as c_int {
        return Some(Where::Host);
    }
    runtime.device(number).map(Where::Device)
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_devices() -> c_int {
    guarded(|| Ok(opening::get().devices.len() as c_int))
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_initial_device() -> c_int {
    omp_get_num_devices()
}

/// `omp_get_device_num` as host code calls it: the number of the host device.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_device_num() -> c_int {
    omp_get_num_devices()
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_is_initial_device() -> c_int {
    1
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_default_device() -> c_int {
    guarded(|| Ok(icv::default_device(opening::get().settings.default_device)))
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_set_default_device(number: c_int) {
    guarded(|| {
        icv::set_default_device(number);
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_alloc(bytes: usize, number: c_int) -> *mut c_void {
    guarded(|| {
        Ok(match place(number) {
            _ if bytes == 0 => null_mut(),
            // SAFETY: plain malloc.
            Some(Where::Host) => unsafe { libc::malloc(bytes) },
            Some(Where::Device(state)) => allocate(state, bytes)?.unwrap_or(0) as *mut c_void,
            None => null_mut(),
        })
    })
}

/// The sizes of the blocks of omp_target_alloc, since omp_target_free does not receive them.
static SIZES: std::sync::Mutex<std::collections::BTreeMap<(c_int, u64), usize>> =
    std::sync::Mutex::new(std::collections::BTreeMap::new());

/// Memory of a device for host code, which may hand its address to other libraries: from now on the host waits for each
/// region. None where there is no such memory left.
fn allocate(state: &DeviceState, bytes: usize) -> Result<Option<Address>> {
    held::hold();
    failures::settle()?;
    let entered = state.device.enter();
    let Ok(at) = entered.and_then(|()| state.device.allocate(bytes)) else {
        held::release();
        return Ok(None);
    };
    state.device.is_for(at, bytes, Purpose::Target);
    SIZES
        .lock()
        .expect("sizes")
        .insert((state.number, at), bytes);
    Ok(Some(at))
}

/// # Safety
/// `at` is null or comes from omp_target_alloc for this device, and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_free(at: *mut c_void, number: c_int) {
    guarded(|| {
        match place(number) {
            _ if at.is_null() => {}
            // SAFETY: from omp_target_alloc for the host, which is malloc.
            Some(Where::Host) => unsafe { libc::free(at) },
            Some(Where::Device(state)) => {
                failures::settle()?;
                let size = SIZES
                    .lock()
                    .expect("sizes")
                    .remove(&(state.number, at as u64));
                match size {
                    Some(bytes) if state.device.enter().is_ok() => {
                        state.device.free(at as Address, bytes);
                        held::release();
                    }
                    Some(_) => {}
                    None => state.device.frees_wrongly(at as Address),
                }
            }
            None => {}
        }
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_is_present(host: *const c_void, number: c_int) -> c_int {
    guarded(|| {
        Ok(match place(number) {
            Some(Where::Host) => 1,
            Some(Where::Device(state)) => c_int::from(state.table().is_present(host as usize)),
            None => 0,
        })
    })
}

/// `omp_target_is_accessible` (18.8.4): the bytes belong to the device, or the device is the host.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_is_accessible(
    at: *const c_void,
    bytes: usize,
    number: c_int,
) -> c_int {
    guarded(|| {
        Ok(match place(number) {
            Some(Where::Host) => 1,
            Some(Where::Device(_)) if crate::registry::shared_memory() => 1,
            Some(Where::Device(state)) => {
                let (at, sizes) = (at as u64, SIZES.lock().expect("sizes"));
                let known = sizes.range(..=(state.number, at)).next_back();
                c_int::from(known.is_some_and(|(&(n, begin), &size)| {
                    n == state.number
                        && at - begin < size as u64
                        && bytes as u64 <= size as u64 - (at - begin)
                }))
            }
            None => 0,
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_get_mapped_ptr(host: *const c_void, number: c_int) -> *mut c_void {
    guarded(|| {
        Ok(match place(number) {
            Some(Where::Host) => host.cast_mut(),
            Some(Where::Device(state)) => {
                let address = state.table().hand_out_address(host as usize);
                // Host code may use it as it likes, also what kernels have written there.
                failures::settle()?;
                address.map_or(null_mut(), |at| at as *mut c_void)
            }
            None => null_mut(),
        })
    })
}

/// Ends the program where checks know that a routine may not access these bytes.
fn inspect(place: Where, routine: &str, at: *const u8, bytes: usize, write: bool) {
    let access = HostAccess {
        routine,
        at: at as usize,
        bytes,
        write,
        on_host: matches!(place, Where::Host),
    };
    match place {
        Where::Device(state) => state.device.inspect(&access),
        Where::Host => {
            let runtime = crate::runtime::opened();
            let devices = runtime.into_iter().flat_map(|runtime| &runtime.devices);
            devices.for_each(|state| state.device.inspect(&access));
        }
    }
}

/// Does the work of a routine on a device, behind all that is under way there, and waits for it. Fails where a kernel has
/// failed meanwhile; the routine's own fault is its result.
fn on_device(
    state: &DeviceState,
    work: impl FnOnce(&dyn Device, Stream) -> std::result::Result<(), Fault>,
) -> Result<std::result::Result<(), Fault>> {
    failures::settle_one(state)?;
    let turn = match state.enter() {
        Ok(turn) => turn,
        Err(Trouble::Device(fault)) => return Ok(Err(fault)),
        Err(trouble) => return Err(failures::of_work(None, state, trouble)),
    };
    let device = &*state.device;
    let done = work(device, turn.stream);
    Ok(done.and_then(|()| device.finish(turn.stream, None)))
}

fn status(result: std::result::Result<(), Fault>) -> Result<c_int> {
    Ok(match result {
        Ok(()) => 0,
        Err(fault) => {
            message::say(format_args!("romp: omp_target_*: {}", fault.text()));
            FAILED
        }
    })
}

/// `omp_target_memset` (OpenMP 6.0): fills device memory and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_memset(
    at: *mut c_void,
    value: c_int,
    bytes: usize,
    number: c_int,
) -> *mut c_void {
    guarded(|| {
        let place = place(number);
        if let Some(place) = place {
            inspect(place, "omp_target_memset", at.cast(), bytes, true);
        }
        match place {
            _ if bytes == 0 => {}
            // SAFETY: the caller's range.
            Some(Where::Host) => unsafe { ptr::write_bytes(at.cast::<u8>(), value as u8, bytes) },
            Some(Where::Device(state)) => {
                let done = on_device(state, |device, stream| {
                    device.fill(at as Address, value as u8, bytes, stream)
                });
                status(done?)?;
            }
            None => {}
        }
        Ok(at)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_memset_async(
    at: *mut c_void,
    value: c_int,
    bytes: usize,
    number: c_int,
    depend_count: c_int,
    _depend: *mut c_void,
) -> *mut c_void {
    if depend_count > 0 {
        icv::wait_for_children();
    }
    omp_target_memset(at, value, bytes, number)
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_associate_ptr(
    host: *const c_void,
    device: *const c_void,
    bytes: usize,
    offset: usize,
    number: c_int,
) -> c_int {
    guarded(|| {
        let Some(Where::Device(state)) = place(number) else {
            return Ok(FAILED);
        };
        let name = || String::from("omp_target_associate_ptr");
        let mut made = Ok(());
        let done = on_device(state, |_, stream| {
            let cx = state.context(stream, &name);
            made = state.table().make_way_for_host(host as usize, bytes, &cx);
            Ok(())
        })?;
        made?;
        if done.is_err() {
            return Ok(FAILED);
        }
        let at = (device as u64).wrapping_add(offset as u64);
        let mut table = state.table();
        let entered = table.insert_forever(
            host as usize,
            bytes,
            at,
            "an associated pointer",
            "omp_target_associate_ptr",
        );
        // Host code has made that memory, and has its address.
        table.hand_out(at);
        drop(table);
        Ok(if bytes > 0 && entered.is_ok() {
            0
        } else {
            FAILED
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_target_disassociate_ptr(host: *const c_void, number: c_int) -> c_int {
    guarded(|| {
        let Some(Where::Device(state)) = place(number) else {
            return Ok(FAILED);
        };
        failures::settle()?;
        Ok(if state.table().remove_forever(host as usize) {
            0
        } else {
            FAILED
        })
    })
}

/// `omp_get_wtime` (18.10.1) for the host: a time behind all that regions do which were executed before.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_wtime() -> f64 {
    guarded(failures::settle);
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes one timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// `omp_get_wtick` (18.10.2) for the host.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_wtick() -> f64 {
    1e-9
}

/// `omp_pause_resource` (18.6.1): a device has nothing to relinquish while mappings last; the host's library pauses the
/// host. 0 where it succeeds.
#[unsafe(no_mangle)]
pub extern "C" fn omp_pause_resource(kind: c_int, number: c_int) -> c_int {
    guarded(|| {
        Ok(match place(number) {
            Some(Where::Host) => crate::icv::pause_host(kind),
            Some(Where::Device(state)) => {
                failures::settle_one(state)?;
                0
            }
            None => FAILED,
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn omp_pause_resource_all(kind: c_int) -> c_int {
    guarded(failures::settle);
    crate::icv::pause_host(kind)
}
