//! What was found, told once for each pair of places: the variable, both accesses, and what would order them.

use super::TASKS;
use super::shadow::Access;
use crate::device::emulated::check::lines;
use crate::device::emulated::team::{RUNNING, Running};
use crate::error::Failure;
use crate::runtime;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// More are counted, not told.
const MOST: usize = 20;

static FOUND: AtomicUsize = AtomicUsize::new(0);

#[derive(Default)]
pub struct Findings {
    /// Pairs of code addresses that were looked at.
    seen: HashSet<(usize, usize)>,
    /// Pairs of places that were told.
    told: HashSet<(String, String)>,
    /// Whether code at an address is the device header's own.
    own: HashMap<usize, bool>,
}

impl Findings {
    /// Two accesses of the memory at `at`, with whether they write; the second one is the present strand's.
    pub fn add(&mut self, at: usize, first: (Access, bool), second: (Access, bool)) {
        let (a, b) = (first.0.code(), second.0.code());
        if !self.seen.insert((a.min(b), a.max(b))) || self.is_own(first.0) || self.is_own(second.0)
        {
            return;
        }
        let Some(running) = RUNNING.get() else { return };
        let (from, to) = (place(first.0, &running), place(second.0, &running));
        let pair = if from <= to { (from, to) } else { (to, from) };
        if !self.told.insert(pair) || FOUND.fetch_add(1, Ordering::Relaxed) >= MOST {
            return;
        }
        eprintln!("{}", failure(&running, at, first, second));
    }

    /// Plain accesses of the device header, which keeps its own data in order. What it does for the program
    /// (library functions, atomics) is the program's.
    fn is_own(&mut self, access: Access) -> bool {
        let code = access.code();
        !access.is_atomic() && *self.own.entry(code).or_insert_with(|| is_header(code))
    }
}

fn is_header(code: usize) -> bool {
    let mut innermost = None;
    backtrace::resolve(code.wrapping_sub(1) as *mut _, |symbol| {
        if innermost.is_none() {
            innermost = symbol.filename().map(std::path::Path::to_path_buf);
        }
    });
    innermost.is_some_and(|file| {
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        name.ends_with(".cuh")
            && !matches!(
                name,
                "checked_library.cuh" | "c_library.cuh" | "complex.cuh"
            )
    })
}

fn place(access: Access, running: &Running) -> String {
    lines::place_of(access.code()).unwrap_or_else(|| running.at())
}

/// `team 0, thread 17`
fn who(access: Access) -> String {
    match access.team() {
        team if team >= TASKS => "a task".into(),
        team => format!("team {team}, thread {}", access.strand()),
    }
}

/// `writes 4 bytes`, `atomically reads what`
fn does(access: Access, writes: bool) -> String {
    let verb = if writes { "writes" } else { "reads" };
    let adverb = if access.is_atomic() {
        "atomically "
    } else {
        ""
    };
    match access.bytes() {
        Some(1) => format!("{adverb}{verb} 1 byte"),
        Some(bytes) => format!("{adverb}{verb} {bytes} bytes"),
        None => format!("{adverb}{verb} bytes"),
    }
}

fn failure(running: &Running, at: usize, first: (Access, bool), second: (Access, bool)) -> Failure {
    let (what, mapped) = variable(running, at);
    let failure = Failure::new(
        place(second.0, running),
        format!(
            "kernel {}: a race: {} {} {what}, and {} {} them, at {}, and nothing orders the two",
            running.kernel(),
            who(second.0),
            does(second.0, second.1),
            who(first.0),
            match (first.1, first.0.is_atomic()) {
                (true, false) => "writes",
                (true, true) => "atomically writes",
                (false, false) => "reads",
                (false, true) => "atomically reads",
            },
            place(first.0, running),
        ),
    );
    let failure = match mapped {
        Some(line) => failure.note(line),
        None => failure,
    };
    failure
        .note(format!("in the region of {}", running.at()))
        .note(advice(first.0, second.0))
}

/// What would order the two.
fn advice(first: Access, second: Access) -> &'static str {
    if first.is_atomic() || second.is_atomic() {
        "an atomic access and a plain one do not go together: make both atomic, or order them by a barrier, or by \
         flushes around the atomic ones"
    } else if first.team() >= TASKS || second.team() >= TASKS {
        "tasks are ordered by depend clauses, taskwait, taskgroup and barriers; atomic and critical order single accesses"
    } else if first.team() != second.team() {
        "no barrier orders teams: a reduction, atomic, critical, a private variable, or two target regions"
    } else {
        "a barrier between the two orders the threads of a team; where they stand in one statement a private variable, a \
         reduction, atomic or critical does"
    }
}

/// `of hist, byte 12`, and how it was mapped.
fn variable(running: &Running, at: usize) -> (String, Option<String>) {
    let states = runtime::opened().map_or(&[][..], |r| &r.devices);
    for state in states {
        let Some(table) = state.try_table() else {
            continue;
        };
        if let Some(entry) = table.find_device(at as u64) {
            let line = format!(
                "{} ({} bytes) was mapped at {}",
                entry.text, entry.bytes, entry.place
            );
            let offset = at - entry.device as usize;
            return (
                format!("of {}, from byte {offset} on", entry.text),
                Some(line),
            );
        }
    }
    if super::check::in_device_memory(at) {
        return ("of device memory that no construct mapped".into(), None);
    }
    let own = super::check::thread_local_block(running.place as usize);
    if own.is_some_and(|(low, high)| (low..high).contains(&at)) {
        return ("of what the threads of the team share".into(), None);
    }
    ("of a variable of the device".into(), None)
}

/// The program ends with exit code 1 where there was a race.
pub fn at_exit() {
    extern "C" fn end() {
        let found = FOUND.load(Ordering::Relaxed);
        if found != 0 {
            let more = if found > MOST {
                ", of which the first 20 are told"
            } else {
                ""
            };
            eprintln!(
                "romp: error: {found} {} between threads of kernels{more}",
                if found == 1 { "race" } else { "races" }
            );
            crate::error::end(1);
        }
    }
    // SAFETY: a function of this program, for its end.
    unsafe { libc::atexit(end) };
}
