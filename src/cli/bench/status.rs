//! What `bench` shows while it works, and how Ctrl-C ends it.

use super::super::status_line::StatusLine;
use super::super::terminal::Terminal;
use crate::bench::Progress;
use crate::driver::Reporter;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal's last line says what is being done, where there is a terminal.
pub(super) struct Status {
    line: StatusLine,
}

static STOP: AtomicBool = AtomicBool::new(false);

impl Status {
    /// From now on Ctrl-C, and SIGTERM, end the runs. What is done is shown where there is a terminal.
    pub(super) fn new(terminal: &Terminal, verbose: bool) -> Status {
        // A second handler cannot be there: this is the one command that asks for it, once.
        let handled = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
        if let Err(error) = handled {
            terminal.say(&format!(
                "romp2cuda bench: Ctrl-C will leave no report: {error}"
            ));
        }
        Status {
            line: StatusLine::new(!verbose),
        }
    }

    /// Removes the line, so that something else can be printed.
    pub(super) fn clear(&self) {
        self.line.clear();
    }
}

impl Progress for Status {
    fn now(&self, text: &str) {
        self.line.show(text);
    }

    fn stopped(&self) -> bool {
        STOP.load(Ordering::Relaxed)
    }
}
