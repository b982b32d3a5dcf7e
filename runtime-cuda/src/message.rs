//! What the runtime says to the user, on standard error.
//!
//! Several processes of a program may share standard error, as ranks of MPI do: a message is one write, so that theirs
//! do not mix within a line. Nothing is done about a standard error that is closed: the program runs on.

use std::io::Write;

/// Writes a message, or several, and the end of the last line.
pub fn say(text: impl std::fmt::Display) {
    write(&format!("{text}\n"));
}

/// Writes whole lines.
pub fn write(lines: &str) {
    let _ = std::io::stderr().write_all(lines.as_bytes());
}
