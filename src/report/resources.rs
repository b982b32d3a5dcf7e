//! What a kernel's registers, local memory and shared memory cost, on each architecture that code is made for.
//!
//! From the plan's bytes, the occupancy of the launch, and what ptxas says, where it was asked. An estimate for the
//! report: nothing is decided by it.

use super::Kernel;
use super::findings::{Finding, Kind, Severity, weight};
use super::launch::{Launch, Occupancy};
use crate::diag::Code;
use crate::plan::architectures::Limit;

/// What the resources of the architectures that code is made for say.
pub(super) fn of(kernel: &Kernel) -> Vec<Finding> {
    let mut found = vec![];
    let mut add = |kind, on: Option<&String>, text: String, help: Option<&str>| {
        found.push(Finding {
            kind,
            severity: Severity::of(weight::usual(kind)),
            weight: weight::usual(kind),
            place: kernel.place.clone(),
            at: kernel.at.clone(),
            text,
            help: help.map(String::from),
            architecture: on.cloned(),
        });
    };
    if kernel.spilled_to_global > 0 {
        let text = format!(
            "{} bytes of variables that a team shares are in global memory: shared memory has no room for them",
            kernel.spilled_to_global
        );
        add(
            Kind::Memory,
            None,
            text,
            Some(
                "smaller arrays; a larger `--shared-budget` keeps more of them in shared memory, where fewer teams then find room in an SM",
            ),
        );
    }
    for one in &kernel.occupancy {
        let known = one.resources.unwrap_or_default();
        let name = &one.architecture;
        let on = named(kernel, name);
        if !kernel.launch.is_first(one) {
            continue;
        }
        if known.spill_stores + known.spill_loads > 0 {
            let text = format!(
                "{on}: a thread stores {} bytes of registers to local memory and loads {} bytes again",
                known.spill_stores, known.spill_loads
            );
            add(
                Kind::Memory,
                Some(name),
                text,
                Some(&more_registers(&kernel.launch, known.registers)),
            );
        } else if let Some(help) = kernel.local.told(known.stack) {
            let text = format!(
                "{on}: a thread has {} bytes of local memory, which is memory of the device",
                known.stack
            );
            add(Kind::Memory, Some(name), text, help);
        }
    }
    for one in low(kernel) {
        let limits: Vec<String> = (one.limited_by.iter())
            .map(|limit| resource(kernel, one, *limit))
            .collect();
        let text = format!(
            "{}: an SM holds {} of the warps that it could, {}{}: {} limit it",
            named(kernel, &one.architecture),
            one.percent,
            one.words(),
            one.sharing(&kernel.launch),
            limits.join(" and ")
        );
        let help = match one.limited_by[0] {
            // The device header's own storage is no option.
            Limit::SharedMemory if kernel.shared.variables == 0 => None,
            // What it costs to have variables elsewhere is said above.
            Limit::SharedMemory if kernel.spilled_to_global > 0 => {
                Some("smaller arrays in shared memory")
            }
            Limit::SharedMemory => Some(
                "smaller arrays in shared memory; `--shared-budget=occupancy` has room for more teams, and the largest arrays in global memory, which is slower",
            ),
            // A warp needs as many in a team of any size.
            _ => Some("a body that keeps fewer values at a time (two loops in place of one)"),
        };
        add(Kind::Occupancy, Some(&one.architecture), text, help);
    }
    found.extend(large(kernel));
    found
}

/// Arrays of each thread that are known to be in local memory, where ptxas has not said how much there is.
fn large(kernel: &Kernel) -> impl Iterator<Item = Finding> {
    let known = |one: &Occupancy| one.resources.is_some();
    let asked = kernel.occupancy.iter().any(known);
    let all = kernel.local.large.iter().filter(move |_| !asked);
    all.map(|one| {
        let code = Code::LargePrivateArray.number();
        let name = format!("`{}`", one.name);
        let mut warnings = kernel.warnings.iter();
        let warned = warnings.any(|warning| warning.code == code && warning.text.contains(&name));
        let also = match warned {
            true => format!(", and warning {code} says what the device sets aside for it"),
            false => String::new(),
        };
        Finding {
            kind: Kind::Memory,
            severity: Severity::of(weight::usual(Kind::Memory)),
            weight: weight::usual(Kind::Memory),
            place: one.place.clone(),
            at: one.at.clone(),
            text: format!(
                "each thread has its own {name} of {} bytes, more than registers hold: it is in local memory, which is memory of the device{also}",
                one.bytes
            ),
            help: Some("a smaller array; one of the team (declared in `teams`, outside of `parallel`), if its threads can share it; `--ptxas` says how much local memory a thread has".into()),
            architecture: None,
        }
    })
}

/// The architecture that something is said of, and of which code.
fn named(kernel: &Kernel, architecture: &str) -> String {
    match kernel.alone {
        true => format!("{architecture}, without the code of other files"),
        false => architecture.into(),
    }
}

/// What gives a thread registers in place of local memory, of which ptxas gives it so many.
fn more_registers(launch: &Launch, registers: u32) -> String {
    if launch.registers().is_none_or(|most| registers > most) {
        return "the kernel needs more registers than a thread can have: keep fewer values at a time (two loops in place of one)".into();
    }
    let most = launch.max_block;
    match &launch.sized_by {
        Some(clause) => format!(
            "{clause} has the kernel compiled for teams of {most} threads, of which ptxas gives each {registers} registers: a constant of at most 256 leaves as many as a thread can have"
        ),
        None => format!(
            "the kernel is compiled for teams of {most} threads, of which ptxas gives each {registers} registers: `num_threads` of at most 256 leaves as many as a thread can have"
        ),
    }
}

/// The architectures of which registers or shared memory leave an SM few threads, whatever the size of the block.
fn low(kernel: &Kernel) -> impl Iterator<Item = &Occupancy> {
    let limited = |one: &&Occupancy| {
        one.percent.is_low() && matches!(one.limited_by[0], Limit::Registers | Limit::SharedMemory)
    };
    let all = kernel.occupancy.iter();
    all.filter(|one| kernel.launch.is_first(one))
        .filter(limited)
}

fn resource(kernel: &Kernel, one: &Occupancy, limit: Limit) -> String {
    match (limit, one.resources) {
        (Limit::Registers, Some(known)) => format!("{} registers of each thread", known.registers),
        (Limit::SharedMemory, known) => format!(
            "{} bytes of shared memory of each {}",
            kernel.declared(known.as_ref()) + kernel.shared.dynamic,
            kernel.launch.owner()
        ),
        (limit, _) => limit.name().into(),
    }
}
