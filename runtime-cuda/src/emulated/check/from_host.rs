//! Accesses of device routines of the host to the device's memory: omp_target_memcpy, omp_target_memset and their kin.

use super::blocks::{self, Owner};
use super::{BASE, USED, device_side, in_device_memory, lines, modules, on, shadow};
use crate::device::HostAccess;
use crate::error::{Failure, fatal};
use crate::registry;
use std::sync::atomic::Ordering;

/// Ends the program where these bytes are not the device's, or not all of them may be accessed.
pub fn from_host(number: i32, access: &HostAccess) {
    if !on().memory || access.bytes == 0 || registry::shared_memory() {
        return;
    }
    if access.on_host {
        if in_device_memory(access.at) {
            wrong_side(number, access);
        }
    } else if in_device_memory(access.at) {
        if let Some(at) = first_wrong(access.at, access.bytes) {
            wrong_byte(access, at);
        }
    } else if let Some(range) = modules::data(access.at, 1, access.write) {
        // A variable of the device.
        let end = access.at.saturating_add(access.bytes);
        let inside = end.min(range.high) - access.at;
        if range.covered && (end > range.high || !shadow::allowed(access.at, inside)) {
            let first = shadow::first_forbidden(access.at, inside);
            wrong_byte(access, first.map_or(range.high, |found| found.0));
        }
    } else {
        wrong_side(number, access);
    }
}

/// The first byte that may not be accessed.
fn first_wrong(at: usize, bytes: usize) -> Option<usize> {
    let used = USED
        .load(Ordering::Relaxed)
        .max(BASE.load(Ordering::Relaxed));
    // Behind the memory that was ever allocated there are no marks.
    let inside = bytes.min(used.saturating_sub(at));
    let marked = match inside == 0 || shadow::allowed(at, inside) {
        true => None,
        false => shadow::first_forbidden(at, inside).map(|found| found.0),
    };
    marked.or((inside < bytes).then_some(at + inside))
}

fn does(access: &HostAccess) -> String {
    let verb = if access.write { "writes" } else { "reads" };
    let unit = if access.bytes == 1 { "byte" } else { "bytes" };
    format!("{} {verb} {} {unit}", access.routine, access.bytes)
}

fn failure(message: String) -> Failure {
    Failure::new(lines::place_of_caller().unwrap_or_default(), message)
}

#[cold]
fn wrong_byte(access: &HostAccess, at: usize) -> ! {
    let (what, notes) = super::report::outside_of_kernels(at);
    let message = format!(
        "{}, the one at offset {} {what}",
        does(access),
        at - access.at
    );
    let failure = notes.into_iter().fold(failure(message), Failure::note);
    fatal(&failure.note(format!("the address is {:#x}", access.at)))
}

#[cold]
fn wrong_side(number: i32, access: &HostAccess) -> ! {
    let (said, is) = match access.on_host {
        true => ("the host's", format!("is device {number}'s")),
        false => (
            "the device's",
            format!("is not in the memory of device {number}"),
        ),
    };
    let advice = match access.on_host {
        true => "the host's number is omp_get_initial_device()",
        false => {
            "omp_target_alloc and omp_get_mapped_ptr give addresses of the device; the host's number is \
             omp_get_initial_device()"
        }
    };
    fatal(
        &failure(format!(
            "{}: the address is said to be {said}, and {is}",
            does(access)
        ))
        .note(advice)
        .note(format!("the address is {:#x}", access.at)),
    )
}

/// omp_target_free is given what omp_target_alloc did not give, or not any more.
pub fn target_free(at: usize) {
    if !on().memory || at == 0 {
        return;
    }
    let block = blocks::near(at).filter(|block| block.holds(at));
    let (did, notes) = device_side::wrong_free(at, block, &Owner::Target);
    let failure = notes
        .into_iter()
        .fold(failure(format!("omp_target_free {did}")), Failure::note);
    fatal(&failure.note(format!("the address is {at:#x}")))
}
