//! The last line of the terminal, which says what is being done and goes when something is to be read there.
//!
//! Must not know what is done.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// Goes with its owner.
pub(super) struct StatusLine {
    shown: Mutex<bool>,
    live: bool,
}

/// What fits into a line of most terminals: one that wraps could not be removed.
const WIDTH: usize = 78;
const REMOVE: &str = "\r\x1b[K";

impl StatusLine {
    /// One that is seen where standard error is a terminal that can remove text, and `wanted`.
    pub(super) fn new(wanted: bool) -> StatusLine {
        let dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
        StatusLine {
            shown: Mutex::new(false),
            live: wanted && !dumb && std::io::stderr().is_terminal(),
        }
    }

    /// Shows a text in place of the one before.
    pub(super) fn show(&self, text: &str) {
        if !self.live {
            return;
        }
        let printable = text.chars().filter(|letter| !letter.is_control());
        let line: String = printable.take(WIDTH).collect();
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing can be done about a closed standard error.
        let _ = write!(std::io::stderr(), "{REMOVE}{line}");
        *shown = true;
    }

    /// Removes the line, so that something else can be printed.
    pub(super) fn clear(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *shown) {
            let _ = write!(std::io::stderr(), "{REMOVE}");
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
