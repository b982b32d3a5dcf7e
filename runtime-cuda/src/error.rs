//! Failures that end the program, and how they are printed.
//!
//! A failure names the construct (file:line), what was asked, and notes that say what is there instead.
//! Exit codes: 1 for a program's error, 70 for a defect of the runtime.

use crate::message;
use std::fmt;
use std::sync::OnceLock;

/// Why the program cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The construct, `app.c:12`; empty where no construct is concerned.
    pub place: String,
    pub message: String,
    pub notes: Vec<String>,
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Failure {
            place: place.into(),
            message: message.into(),
            notes: Vec::new(),
        }
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub fn note_if(self, condition: bool, note: &str) -> Self {
        match condition {
            true => self.note(note),
            false => self,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "romp: ")?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "error: {}", self.message)?;
        for note in &self.notes {
            write!(f, "\n  note: {note}")?;
        }
        Ok(())
    }
}

/// Prints the races that were found and not yet reported, before a failure ends the program.
static BEFORE_THE_END: OnceLock<fn()> = OnceLock::new();

/// Sets the function that [`fatal`] calls first, on any OS thread; only the first call has an effect.
pub fn before_the_end(tell: fn()) {
    let _ = BEFORE_THE_END.set(tell);
}

/// Waits for what the device still executes, and fails where that has failed.
static SETTLE: OnceLock<fn() -> Result<()>> = OnceLock::new();

/// Sets the function that waits for the device before a failure of the host is told; only the first call has an effect.
pub fn settles_first(settle: fn() -> Result<()>) {
    let _ = SETTLE.set(settle);
}

/// What happened first: a failure of the host's, or one of a kernel that was launched before and runs on.
fn first(failure: Failure) -> Failure {
    match SETTLE.get().map(|settle| settle()) {
        Some(Err(earlier)) => earlier,
        _ => failure,
    }
}

/// Writes the records of the run, however the process ends.
static RECORDS: OnceLock<fn()> = OnceLock::new();

/// Sets the function that writes the records of the run; only the first call has an effect.
pub fn records_at_the_end(write: fn()) {
    let _ = RECORDS.set(write);
}

/// Prints the failure and ends the process, but not through `exit`: handlers of the program could enter the runtime
/// again while this thread holds its locks.
pub fn fatal(failure: &Failure) -> ! {
    if let Some(&tell) = BEFORE_THE_END.get() {
        tell();
    }
    message::say(failure);
    end_with_records(1)
}

/// Writes the records of the run and ends the process.
pub fn end_with_records(code: i32) -> ! {
    if let Some(&write) = RECORDS.get() {
        write();
    }
    end(code)
}

/// Ends the process after what the program printed has reached its files.
pub fn end(code: i32) -> ! {
    // SAFETY: fflush(NULL) and _exit take no pointer of ours.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(code)
    }
}

/// Runs an entry point; a panic in it is a defect of the runtime, reported and not passed on to C.
pub fn guarded<T>(body: impl FnOnce() -> Result<T>) -> T {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)) {
        Ok(Ok(value)) => value,
        Ok(Err(failure)) => fatal(&first(failure)),
        Err(_) => {
            message::say(
                "romp: internal error in the runtime (the message above says where). This is a defect of \
                 romp2cuda's runtime, not of your program: please report it.",
            );
            end(70)
        }
    }
}
