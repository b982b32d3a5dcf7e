//! What `bench` shows while it works, and how Ctrl-C ends it.

use super::super::terminal::Terminal;
use crate::bench::Progress;
use crate::driver::Reporter;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal's last line says what is being done, where there is a terminal.
pub(super) struct Status {
    shown: Mutex<bool>,
    live: bool,
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
            shown: Mutex::new(false),
            live: std::io::stderr().is_terminal() && !verbose,
        }
    }

    /// Removes the line, so that something else can be printed.
    pub(super) fn clear(&self) {
        let mut shown = self.shown.lock().expect("no thread panics while it prints");
        if std::mem::take(&mut *shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Progress for Status {
    fn now(&self, text: &str) {
        if !self.live {
            return;
        }
        const WIDTH: usize = 78;
        let mut shown = self.shown.lock().expect("no thread panics while it prints");
        let line: String = text.chars().take(WIDTH).collect();
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        *shown = true;
    }

    fn stopped(&self) -> bool {
        STOP.load(Ordering::Relaxed)
    }
}
