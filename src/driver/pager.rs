//! Shows a long text with the user's pager.
//!
//! Must not know whether there is a terminal: its caller does.

use super::process::Invocation;
use std::io::Write;
use std::process::Stdio;

/// Where nothing else is said: colours, and no more than the text where that fits the screen.
const DEFAULT: &str = "less -FRX";

/// Shows a text with `$PAGER`. Whether that was possible: without a pager the text is still to be printed.
pub fn show(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| DEFAULT.into());
    if matches!(pager.trim(), "" | "cat") {
        return false;
    }
    // As a shell reads it, since it may have options; the shell is replaced, so that its exit is the pager's start.
    let mut invocation = Invocation::new("sh").args(["-c", &format!("exec {pager}")]);
    if std::env::var_os("LESS").is_none() {
        invocation = invocation.env("LESS", "FRX");
    }
    let mut command = invocation.command();
    let Ok(mut child) = command.stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut pipe) = child.stdin.take() {
        // A reader who has seen enough closes the pipe.
        let _ = pipe.write_all(text.as_bytes());
    }
    const NOT_FOUND: i32 = 127;
    const NOT_EXECUTABLE: i32 = 126;
    match child.wait() {
        Ok(status) => !matches!(status.code(), Some(NOT_FOUND | NOT_EXECUTABLE)),
        Err(_) => false,
    }
}
