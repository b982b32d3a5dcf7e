//! What a build said, kept beside the program that it made: a program from the cache warns as a new one does.
//!
//! Messages are kept in each form in which a terminal may ask for them, for the next user of the program may not
//! look at it as the first one did. Must not know what is built.

use super::Format;
use super::status_line::StatusLine;
use super::terminal::{Terminal, rendered, told};
use crate::diag::{Diagnostic, Places};
use crate::driver::{Failure, Reporter, Result, cache};
use crate::report::remarks::Remark;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// How messages are written: the name of the file, the format and whether in colour.
const FORMS: [(&str, Format, bool); 6] = [
    ("messages.txt", Format::Text, false),
    ("messages.colour", Format::Text, true),
    ("messages.json", Format::Json, false),
    ("messages.gcc", Format::Gcc, false),
    ("messages.github", Format::Github, false),
    // A document of SARIF is of one build: a program from the cache has none.
    ("messages.sarif", Format::Sarif, false),
];

/// Shows messages on the terminal, and keeps them; shows the step that a build is at, and keeps nothing of that.
pub(super) struct Kept<'a> {
    terminal: &'a Terminal,
    status: StatusLine,
    messages: Mutex<[Vec<u8>; FORMS.len()]>,
}

impl<'a> Kept<'a> {
    /// `watched`: whether somebody may want to see the steps.
    pub fn new(terminal: &'a Terminal, watched: bool) -> Kept<'a> {
        Kept {
            terminal,
            status: StatusLine::new(watched && terminal.format == Format::Text),
            messages: Mutex::default(),
        }
    }

    /// The terminal, free for something to be read.
    fn cleared(&self) -> &Terminal {
        self.status.clear();
        self.terminal
    }

    fn keep(&self, text: impl Fn(Format, bool) -> Vec<u8>) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        for (kept, (_, format, colour)) in messages.iter_mut().zip(FORMS) {
            kept.extend(text(format, colour));
        }
    }

    /// Writes them to files in a folder; none where nothing was said.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        let summary = self.terminal.summary();
        for (kept, (name, format, _)) in messages.iter().zip(FORMS) {
            let mut kept = kept.clone();
            if format == Format::Text {
                kept.extend(summary.as_bytes());
            }
            if !kept.is_empty() {
                cache::write(folder, name, &kept)?;
            }
        }
        Ok(())
    }

    /// Shows again what a build said that wrote its messages to a folder.
    pub fn show_again(&self, folder: &Path) -> Result<()> {
        let form = self.terminal.form();
        let name = FORMS
            .iter()
            .find_map(|(name, format, colour)| ((*format, *colour) == form).then_some(name));
        let path = folder.join(name.expect("each form of a terminal has a file"));
        match std::fs::read(&path) {
            Ok(text) => self.cleared().output(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::file(&path, "read", error)),
        }
        Ok(())
    }
}

impl Reporter for Kept<'_> {
    fn command(&self, line: &str) {
        self.cleared().command(line);
    }

    fn output(&self, text: &[u8]) {
        self.keep(|_, _| text.to_vec());
        self.cleared().output(text);
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places) {
        self.keep(|format, colour| rendered(diagnostics, places, format, colour).into_bytes());
        self.cleared().diagnostics(diagnostics, places);
    }

    fn remarks(&self, remarks: &[Remark]) {
        self.keep(|format, _| told(remarks, format).into_bytes());
        self.cleared().remarks(remarks);
    }

    fn say(&self, line: &str) {
        self.keep(|_, _| format!("{line}\n").into_bytes());
        self.cleared().say(line);
    }

    fn now(&self, step: &str) {
        self.status.show(&format!("romp2cuda: {step} ..."));
    }
}
