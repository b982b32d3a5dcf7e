//! What is said of devices and kernels that fail, while their construct executes or when the host waits for them later.

use crate::device::Fault;
use crate::error::{Failure, Result};
use crate::ffi::Site;
use crate::mapping::Table;
use crate::queue::flight::{Launched, Pointee, Pointer};
use crate::queue::{self, Trouble};
use crate::runtime::{self, DeviceState};

/// A device that could not do what a construct needs of it.
pub fn of_device(site: &Site, state: &DeviceState, fault: Fault) -> Failure {
    Failure::new(
        site.place(),
        format!("{}: {}", state.device.name(), fault.text()),
    )
}

/// Work of the host's that did not end. `site` is the construct that waits for it, where one does.
pub fn of_work(site: Option<&Site>, state: &DeviceState, trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Device(fault) => match site {
            Some(site) => of_device(site, state, fault),
            None => Failure::new("", format!("{}: {}", state.device.name(), fault.text())),
        },
        Trouble::Launches(suspects, fault) => of_launches(&suspects, state, fault),
    }
}

/// Waits for all work that is under way on any device. Nothing else may be told before its faults are.
pub fn settle() -> Result<()> {
    queue::owes_nothing();
    let devices = runtime::opened().into_iter();
    devices
        .flat_map(|runtime| &runtime.devices)
        .try_for_each(settle_one)
}

/// Waits for all work that is under way on a device.
pub fn settle_one(state: &DeviceState) -> Result<()> {
    let settled = state.settle();
    settled.map_err(|trouble| of_work(None, state, trouble))
}

/// One of several launches failed, the first of which is of the construct that was executed first.
fn of_launches(suspects: &[Launched], state: &DeviceState, fault: Fault) -> Failure {
    let (first, others) = suspects.split_first().expect("a launch that failed");
    if others.is_empty() {
        return of_kernel(first, state, fault);
    }
    let places = others.iter().map(|launched| {
        let site = launched.site;
        format!("{} ({})", site.kernel(), site.place())
    });
    let places: Vec<String> = places.collect();
    let site = first.site;
    Failure::new(
        site.place(),
        format!(
            "kernel {} or one that was launched behind it, on {}: {}",
            site.kernel(),
            state.device.name(),
            fault.text()
        ),
    )
    .note(format!("launched behind it: {}", places.join(", ")))
    .note("ROMP_WAIT=region waits at the end of each region, and names the one that failed")
}

/// A kernel that faulted or hung: where, in what shape, with which pointers, and how to find out more.
pub fn of_kernel(launched: &Launched, state: &DeviceState, fault: Fault) -> Failure {
    let Launched {
        site,
        shape,
        stack,
        ref pointers,
    } = *launched;
    let mut failure = Failure::new(
        site.place(),
        format!(
            "kernel {} on {}, {} teams of {} threads: {}",
            site.kernel(),
            state.device.name(),
            shape.teams,
            shape.threads,
            fault.text()
        ),
    );
    let table = state.try_table();
    for one in pointers {
        failure = failure.note(pointer(one, table.as_deref()));
    }
    if !state.device.is_cuda() || fault == Fault::Timeout {
        return failure;
    }
    if let Some(bytes) = stack {
        failure = failure.note(format!(
            "its functions call themselves: a thread has {bytes} bytes of stack where ROMP_STACK does not say otherwise, \
             as in ROMP_STACK=64K"
        ));
    }
    let program = std::env::args_os()
        .next()
        .map_or_else(|| "program".into(), |a| a.to_string_lossy().into_owned());
    failure
        .note(format!(
            "to find the access: `romp2cuda run --offload-arch=emulated` with its files, or ROMP_DEVICE=emulated {program} \
             where it was built with --offload-arch=emulated --check=memory; in a folder of romp2cuda translate: `make \
             emulated CHECK=memory`"
        ))
        .note(
            "the line on the GPU itself: `romp2cuda run --check=sanitizer` with its files, where compute-sanitizer is \
             installed",
        )
}

/// A note on a pointer that a kernel received: what it leads to.
fn pointer(pointer: &Pointer, table: Option<&Table>) -> String {
    let text = pointer.text();
    match pointer.leads_to {
        Pointee::Fresh(bytes) => format!("{text}: {bytes} bytes for this launch"),
        Pointee::CopyOf { host, base } => match table.and_then(|table| table.find(host)) {
            Some(e) => format!(
                "{text}: device {:#x}, {} bytes of {} (mapped at {})",
                e.device, e.bytes, e.text, e.place
            ),
            None => format!("{text}: {base:#x}, which is not mapped and was passed as it is"),
        },
    }
}
