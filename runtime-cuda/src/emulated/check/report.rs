//! Messages on accesses that are not allowed: the place and its callers, what lies at the address, how that came to be
//! there, and what to change.

use super::blocks::{Block, Owner};
use super::{apart, device_side, frames, globals, host, lines};
use crate::emulated::running::{RUNNING, Running};
use crate::error::{Failure, fatal};
use crate::mapping::{DECLARE_TARGET, Entry, Table};
use crate::runtime;

/// What a message says of an address.
#[derive(Default)]
pub struct Findings {
    /// The words behind `reads 8 bytes`: of what they are.
    what: String,
    notes: Vec<String>,
}

impl Findings {
    pub fn new(what: impl Into<String>) -> Findings {
        Findings {
            what: what.into(),
            notes: Vec::new(),
        }
    }

    pub fn note(mut self, note: impl Into<String>) -> Findings {
        self.notes.push(note.into());
        self
    }
}

/// Bytes that the kernel may not access.
pub fn access(running: &Running, at: usize, bytes: usize, write: bool, pc: usize) -> ! {
    report(
        running,
        at,
        bytes,
        write,
        pc,
        of_address(running, at, bytes),
    )
}

/// Bytes of the thread's stack that belong to no call that goes on.
pub fn ended(running: &Running, at: usize, bytes: usize, write: bool, pc: usize) -> ! {
    let findings = Findings::new("of a local variable of a call that has ended").note(
        "the address of a local variable was returned or stored: declare the variable in the caller, or `static`, or \
         return its value",
    );
    report(running, at, bytes, write, pc, findings)
}

/// A read of what nobody has written.
pub fn unwritten(running: &Running, at: usize, bytes: usize, pc: usize) -> ! {
    report(running, at, bytes, false, pc, device_side::unwritten(at))
}

fn report(
    running: &Running,
    at: usize,
    bytes: usize,
    write: bool,
    pc: usize,
    findings: Findings,
) -> ! {
    let verb = if write { "writes" } else { "reads" };
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    let did = format!("{verb} {bytes} {unit} {}", findings.what);
    say(running, at, pc, &did, findings.notes)
}

/// `free` in device code of what malloc did not give; the call returns to `pc`.
pub fn wrong_free(at: usize, block: Option<Block>, pc: usize) -> ! {
    let running = RUNNING.get().expect("device code runs");
    let (did, notes) = device_side::wrong_free(at, block, &Owner::Heap);
    say(&running, at, pc, &did, notes)
}

fn say(running: &Running, at: usize, pc: usize, did: &str, notes: Vec<String>) -> ! {
    let calls = lines::calls(pc);
    let place = calls
        .first()
        .map_or_else(|| running.at(), lines::Frame::to_string);
    let failure = Failure::new(place, format!("{}: {did}", running.who()));
    let failure = failure.note(chain(running, &calls));
    let failure = notes.into_iter().fold(failure, Failure::note);
    fatal(&failure.note(format!("the address is {at:#x}")))
}

/// `in get, called by lap at a.c:7, called by the region of a.c:16 at a.c:21`
fn chain(running: &Running, calls: &[lines::Frame]) -> String {
    let kernel = running.kernel();
    let region = format!("the region of {}", running.at());
    let name = |frame: &lines::Frame| match frame.function.name == kernel {
        true => region.clone(),
        false => frame.function.name.clone(),
    };
    let Some((first, callers)) = calls.split_first() else {
        return format!("in {region}");
    };
    let mut text = format!("in {}", name(first));
    for frame in callers {
        text.push_str(&format!(", called by {} at {frame}", name(frame)));
    }
    if !text.contains(&region) {
        text.push_str(&format!(", in {region}"));
    }
    text
}

/// How a list item was mapped.
pub struct Mapped {
    pub text: String,
    pub begin: usize,
    pub bytes: usize,
    pub device: usize,
    pub place: String,
}

impl Mapped {
    pub fn of(entry: &Entry) -> Mapped {
        Mapped {
            text: entry.text.to_string(),
            begin: entry.begin,
            bytes: entry.bytes,
            device: entry.device as usize,
            place: entry.place.to_string(),
        }
    }

    pub fn line(&self) -> String {
        match self.place.as_str() {
            DECLARE_TARGET => format!(
                "{} ({} bytes) is a variable of declare target",
                self.text, self.bytes
            ),
            place => format!("{} ({} bytes) was mapped at {place}", self.text, self.bytes),
        }
    }
}

pub fn with_table<T>(f: impl FnOnce(&Table) -> T) -> Option<T> {
    let state = runtime::opened()?.devices.first()?;
    Some(f(&*state.try_table()?))
}

/// What is at an address of the device that the host may not access, and notes.
pub fn outside_of_kernels(at: usize) -> (String, Vec<String>) {
    let findings = match globals::find(at) {
        Some(variable) => of_variable(&variable, at, 1),
        None => device_side::on_device(at, 1),
    };
    (findings.what, findings.notes)
}

fn of_variable(variable: &globals::Variable, at: usize, bytes: usize) -> Findings {
    let text = format!("the variable {}", variable.name);
    let what = distance(at, bytes, variable.at, variable.bytes, &text);
    Findings::new(what).note("the index is not below the array's length")
}

fn of_address(running: &Running, at: usize, bytes: usize) -> Findings {
    let (low, high) = running.fiber;
    if let Some(variable) = apart::nearest(at) {
        beside_shared(&variable, at, bytes)
    } else if super::in_device_memory(at) {
        device_side::on_device(at, bytes)
    } else if (low..high).contains(&at) {
        frames::on_stack(low, at, bytes)
    } else if super::stacks::is_on_any(at) {
        Findings::new("of another thread's variable, or of a call that has ended").note(
            "variables of a region belong to a thread: hand others what they point to in memory that is mapped, or \
             declare it where it is shared",
        )
    } else if let Some(variable) = globals::find(at) {
        of_variable(&variable, at, bytes)
    } else if device_side::contains(at) {
        device_side::on_device(at, bytes)
    } else {
        host::on_host(running, at)
    }
}

fn beside_shared(variable: &apart::Variable, at: usize, bytes: usize) -> Findings {
    let text = match variable.name.as_str() {
        "" => "a value that the team shares".to_string(),
        name if variable.is_copy => format!("the team's copy of {name}"),
        name => format!("the team's variable {name}"),
    };
    let what = distance(at, bytes, variable.at, variable.bytes, &text);
    let size = format!(
        "it has {} bytes, and all threads of the team share it",
        variable.bytes
    );
    Findings::new(what).note(size)
}

/// `4 bytes past the end of a`, or before it.
pub fn distance(at: usize, bytes: usize, low: usize, size: usize, text: &str) -> String {
    let high = low + size;
    if at >= high {
        match at - high {
            0 => format!("just past the end of {text}"),
            by => format!("at {by} bytes past the end of {text}"),
        }
    } else if at < low {
        match low - at {
            by if by == bytes => format!("just before {text}"),
            by => format!("at {by} bytes before {text}"),
        }
    } else {
        format!("that reach past the end of {text}")
    }
}

pub fn away(at: usize, low: usize, size: usize) -> usize {
    if at < low {
        low - at
    } else {
        at.saturating_sub(low + size - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_told_from_the_nearer_end() {
        assert_eq!(distance(108, 4, 100, 8, "a"), "just past the end of a");
        assert_eq!(
            distance(112, 4, 100, 8, "a"),
            "at 4 bytes past the end of a"
        );
        assert_eq!(distance(96, 4, 100, 8, "a"), "just before a");
        assert_eq!(distance(92, 4, 100, 8, "a"), "at 8 bytes before a");
        assert_eq!(
            distance(104, 8, 100, 8, "a"),
            "that reach past the end of a"
        );
        assert_eq!(
            (away(99, 100, 8), away(107, 100, 8), away(108, 100, 8)),
            (1, 0, 1)
        );
    }
}
