//! The messages of devices and kernels that fail while a construct executes.

use super::Execution;
use crate::device::Fault;
use crate::error::Failure;
use crate::ffi::{self, Arg, Site};
use crate::mapping::Table;
use crate::runtime::DeviceState;

/// A device that could not do what a construct needs of it.
pub fn of_device(site: &Site, state: &DeviceState, fault: Fault) -> Failure {
    Failure::new(
        site.place(),
        format!("{}: {}", state.device.name(), fault.text()),
    )
}

/// A kernel that faulted or hung: where, in what shape, with which pointers, and how to find out more.
pub fn of_kernel(execution: &Execution, fault: Fault) -> Failure {
    let Execution {
        site,
        list,
        state,
        shape,
        ..
    } = *execution;
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
    let passed = |arg: &&Arg| arg.kind == ffi::KIND_MAP && arg.has(ffi::PARAM);
    for arg in list.iter().filter(passed) {
        failure = failure.note(pointer(arg, table.as_deref()));
    }
    if !state.device.is_cuda() || fault == Fault::Timeout {
        return failure;
    }
    if let Some(bytes) = super::stack_bytes(&execution.kernel, list) {
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
             where it was built with --offload-arch=emulated --check=memory"
        ))
        .note(
            "the line on the GPU itself: `romp2cuda run --check=sanitizer` with its files, where compute-sanitizer is \
             installed",
        )
}

/// A note on a pointer that a kernel received: what it leads to.
fn pointer(arg: &Arg, table: Option<&Table>) -> String {
    if arg.has(ffi::FRESH) {
        return format!("{}: {} bytes for this launch", arg.text(), arg.bytes);
    }
    match table.and_then(|table| table.find(arg.host())) {
        Some(e) => format!(
            "{}: device {:#x}, {} bytes of {} (mapped at {})",
            arg.text(),
            e.device,
            e.bytes,
            e.text,
            e.place
        ),
        None => format!(
            "{}: {:p}, which is not mapped and was passed as it is",
            arg.text(),
            arg.base
        ),
    }
}
