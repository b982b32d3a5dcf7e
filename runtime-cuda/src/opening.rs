//! Opens the devices of the process at the first construct or device routine: makes a [`Runtime`] from the settings and
//! the registered images.
//!
//! Must not know what constructs do with devices.

use crate::env::{Choice, Offload, Settings};
use crate::error::{Failure, Result, fatal, settles_first};
use crate::queue::order::Wait;
use crate::runtime::{DeviceState, RUNTIME, Runtime};
use crate::{cuda, emulated, failures, libraries, message, registry, trace};
use std::sync::atomic::AtomicBool;

/// The way out where a GPU was asked for and there is none.
const EMULATED_INSTEAD: &str =
    "ROMP_DEVICE=emulated runs the same kernels without a GPU, where the program was built for it";

/// The runtime; the first call opens it. Ends the program where the settings ask for a device that is not there.
pub fn get() -> &'static Runtime {
    RUNTIME.get_or_init(|| {
        let runtime = Settings::read()
            .and_then(open)
            .unwrap_or_else(|f| fatal(&f));
        trace::start();
        settles_first(failures::settle);
        tell_of_another();
        // SAFETY: registers a function without captures.
        unsafe { libc::atexit(at_exit) };
        runtime
    })
}

/// Two runtimes in a process have a present table each. The dynamic linker makes one of them only where the program, or
/// a library that is loaded for all, exports it.
fn tell_of_another() {
    let own = get as *const std::ffi::c_void;
    if let Some(other) = libraries::other_open(own) {
        message::say(format_args!(
            "romp: warning: {} and {other} have a runtime each: what one has mapped is not present for the other; link the \
             program with rompcc -fopenmp, or with what rompcc --link-flags prints, so that they use the program's",
            libraries::name(own)
        ));
    }
}

/// Faults of kernels that are under way are told, and what other handlers of the process launch is waited for at once.
extern "C" fn at_exit() {
    registry::exiting();
    if let Some(runtime) = RUNTIME.get() {
        for state in &runtime.devices {
            state.queue.wait_for_each();
        }
    }
    failures::settle().unwrap_or_else(|failure| fatal(&failure));
    trace::write();
}

fn open(settings: Settings) -> Result<Runtime> {
    let host = |settings, because| Runtime {
        settings,
        devices: Vec::new(),
        none_because: because,
        host_fallback_reported: AtomicBool::new(false),
    };
    let mandatory = settings.offload == Offload::Mandatory;
    if settings.offload == Offload::Disabled {
        return Ok(host(settings, None));
    }
    let opened = match settings.device {
        Some(Choice::Host) if mandatory => {
            return Err(Failure::new(
                "",
                "ROMP_DEVICE=host contradicts OMP_TARGET_OFFLOAD=MANDATORY",
            ));
        }
        Some(Choice::Host) => return Ok(host(settings, None)),
        Some(Choice::Emulated) => emulated_devices(&settings),
        None if registry::only_emulated() => emulated_devices(&settings),
        Some(Choice::Cuda) | None => cuda_devices(&settings),
    };
    match opened.and_then(with_requirements) {
        Ok(devices) => Ok(Runtime {
            settings,
            devices,
            none_because: None,
            host_fallback_reported: AtomicBool::new(false),
        }),
        Err(reason) => {
            let asked = match settings.device {
                Some(Choice::Cuda) => Some("ROMP_DEVICE=cuda"),
                Some(Choice::Emulated) => Some("ROMP_DEVICE=emulated"),
                _ if mandatory => Some("OMP_TARGET_OFFLOAD=MANDATORY"),
                _ => None,
            };
            match asked {
                Some(by) => {
                    let failure = Failure::new("", format!("no device: {reason}"))
                        .note(format!("{by} asks for one"));
                    Err(match settings.device {
                        Some(Choice::Emulated) => failure,
                        None if registry::only_emulated() => failure,
                        _ => failure.note(EMULATED_INSTEAD),
                    })
                }
                None => Ok(host(settings, Some(reason))),
            }
        }
    }
}

/// The devices that fulfil the program's requirements; others do not count as its devices (`requires`, 5.2, 8.2).
fn with_requirements(devices: Vec<DeviceState>) -> std::result::Result<Vec<DeviceState>, String> {
    if !registry::shared_memory() {
        return Ok(devices);
    }
    let lacking = devices
        .iter()
        .find(|state| !state.device.reaches_host_memory());
    match lacking {
        Some(state) => Err(format!(
            "the program requires unified_shared_memory, and {} does not reach memory of malloc and of stacks",
            state.device.name()
        )),
        None => Ok(devices),
    }
}

/// All GPUs, with every image loaded on the first of them: a program whose images do not fit must not have its data on
/// the device and its regions on the host.
fn cuda_devices(settings: &Settings) -> std::result::Result<Vec<DeviceState>, String> {
    let wait = wait(settings, cuda::wait());
    let devices: Vec<DeviceState> = cuda::open(settings)?
        .into_iter()
        .enumerate()
        .map(|(n, device)| DeviceState::new(n as i32, Box::new(device), wait))
        .collect();
    let first = devices.first().ok_or("the CUDA driver sees no device")?;
    first.load_all()?;
    Ok(devices)
}

/// Where the host waits for a device's kernels. The times of ROMP_TRACE are those of single launches, and so is the limit
/// of ROMP_TIMEOUT.
fn wait(settings: &Settings, best: Wait) -> Wait {
    match trace::asked() || settings.timeout.is_some() {
        true => Wait::Region,
        false => settings.wait.unwrap_or(best),
    }
}

fn emulated_devices(settings: &Settings) -> std::result::Result<Vec<DeviceState>, String> {
    // A program without images has no kernels: its data can be on any device.
    let fits = registry::with(|r| {
        r.images.is_empty() || r.images.iter().any(|image| image.0.is_emulated())
    });
    if !fits {
        return Err(
            "the program has no image for the emulated device (build with --offload-arch=emulated)"
                .into(),
        );
    }
    let device = emulated::Emulated::open(0, settings)?;
    let wait = wait(settings, Wait::Region);
    let state = DeviceState::new(0, Box::new(device), wait);
    // A wrong program, which the host must not execute instead.
    emulated::interfaces::check().unwrap_or_else(|failure| fatal(&failure));
    state.load_all()?;
    Ok(vec![state])
}
