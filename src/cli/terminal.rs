//! What the user sees: colour, format, and how a failure becomes a message and an exit code.

use super::{ColorChoice, Format, REFUSED, TOOL, USAGE};
use crate::diag::{self, Applicability, Diagnostic, Nowhere, Places, SarifLog, Severity};
use crate::driver::{Failure, Reporter, Result};
use crate::fix;
use crate::report::remarks::Remark;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) struct Terminal {
    pub format: Format,
    color: ColorChoice,
    told: Arc<Mutex<Told>>,
}

/// What a command has told so far.
#[derive(Default)]
struct Told {
    errors: usize,
    warnings: usize,
    /// Of those the ones that `check --fix` mends.
    mendable: usize,
    log: SarifLog,
    closed: bool,
}

impl Told {
    fn add(&mut self, diagnostic: &Diagnostic, places: &dyn Places, format: Format) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        let unasked = |one: &fix::Action| one.applicability == Applicability::MachineApplicable;
        let mendable = fix::actions(diagnostic, places).iter().any(unasked);
        self.mendable += usize::from(mendable);
        if format == Format::Sarif {
            self.log.add(diagnostic, places);
        }
    }

    /// Of several messages, how many there are.
    fn summary(&self) -> Option<String> {
        let total = self.errors + self.warnings;
        let parts = [(self.errors, "error"), (self.warnings, "warning")];
        let told = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = told.map(|&(number, noun)| counted(number, noun)).collect();
        let mended = match self.mendable {
            0 => String::new(),
            n if n == total => "; `romp2cuda check --fix` mends them".to_string(),
            n => format!("; `romp2cuda check --fix` mends {n} of them"),
        };
        (total > 1).then(|| format!("romp2cuda: {}{mended}\n", parts.join(" and ")))
    }
}

impl Terminal {
    pub fn new(color: ColorChoice, format: Format) -> Terminal {
        Terminal {
            format,
            color,
            told: Arc::default(),
        }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many messages a command has given, where there are several: for people.
    pub fn summary(&self) -> String {
        self.told().summary().unwrap_or_default()
    }

    /// Says what is said behind all messages of a command, once.
    pub fn close(&self) {
        let mut told = self.told();
        if std::mem::replace(&mut told.closed, true) {
            return;
        }
        match self.format {
            Format::Text | Format::Html => error(&told.summary().unwrap_or_default()),
            Format::Sarif => error(&std::mem::take(&mut told.log).render()),
            Format::Json | Format::Gcc | Format::Github => {}
        }
    }

    /// Such a terminal with the flags of a gcc command line.
    pub fn with(
        &self,
        color: Option<&str>,
        format: Option<&str>,
    ) -> std::result::Result<Terminal, String> {
        let color = match color {
            None => self.color,
            Some("auto") => ColorChoice::Auto,
            Some("always") => ColorChoice::Always,
            Some("never") => ColorChoice::Never,
            Some(other) => return Err(format!("--color={other}: expected auto, always or never")),
        };
        let format = match format {
            None => self.format,
            Some(name) => Format::of_name(name)?,
        };
        Ok(Terminal {
            format,
            color,
            told: self.told.clone(),
        })
    }

    pub fn colour_on_stderr(&self) -> bool {
        self.colour(std::io::stderr().is_terminal())
    }

    pub fn colour_on_stdout(&self) -> bool {
        self.colour(std::io::stdout().is_terminal())
    }

    /// Whether the output that git shows by its pager has colour.
    pub fn colour_in_git(&self) -> bool {
        let paged = std::env::var_os("GIT_PAGER_IN_USE").is_some_and(|value| value == "true");
        self.colour(paged || std::io::stdout().is_terminal())
    }

    fn colour(&self, terminal: bool) -> bool {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let refused = variable("NO_COLOR").is_some();
        // As most programs read them: https://bixense.com/clicolors.
        let forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let off = variable("CLICOLOR").is_some_and(|value| value == "0");
        let dumb = variable("TERM").is_some_and(|value| value == "dumb");
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if refused => false,
            ColorChoice::Auto => forced || terminal && !off && !dumb,
        }
    }

    /// The format of messages on standard error, and whether they have colour.
    pub fn form(&self) -> (Format, bool) {
        match self.format {
            Format::Text | Format::Html => (Format::Text, self.colour_on_stderr()),
            other => (other, false),
        }
    }

    /// Keeps what a report finds for the document of SARIF, the one form of messages that has it.
    pub fn remark(&self, remark: diag::Remark) {
        if self.format == Format::Sarif {
            self.told().log.remark(remark);
        }
    }

    fn show(&self, diagnostic: &Diagnostic, places: &dyn Places) {
        self.diagnostics(std::slice::from_ref(diagnostic), places);
    }

    /// Shows what the C compiler or the linker said of a program that it refused.
    pub fn compiler(&self, text: &str) {
        match self.format {
            Format::Text | Format::Html | Format::Gcc => error(text),
            Format::Json | Format::Github | Format::Sarif => {
                let told = diag::compiler::told(text);
                self.diagnostics(&told.diagnostics, &told);
            }
        }
    }

    /// Shows why a command failed; the result is its exit code.
    pub fn fail(&self, failure: Failure) -> i32 {
        match failure {
            Failure::Usage(text) => {
                error(&format!("romp2cuda: {text}\n"));
                USAGE
            }
            Failure::Refused(diagnostics, places) => {
                self.diagnostics(&diagnostics, places.as_ref());
                REFUSED
            }
            Failure::Compiler(text) => {
                self.compiler(&text);
                REFUSED
            }
            Failure::Tool(diagnostic) => {
                self.show(&diagnostic, &Nowhere);
                TOOL
            }
        }
    }

    /// The exit code of a command that gives one, or of its failure.
    pub fn code(&self, result: Result<i32>) -> i32 {
        result.unwrap_or_else(|failure| self.fail(failure))
    }
}

impl Reporter for Terminal {
    fn command(&self, line: &str) {
        error(&format!("{line}\n"));
    }

    fn output(&self, text: &[u8]) {
        // Nothing can be done about a closed standard error.
        let _ = std::io::stderr().write_all(text);
    }

    fn refused_by_compiler(&self, text: &str) {
        self.compiler(text);
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places) {
        let (format, colour) = self.form();
        let mut told = self.told();
        for diagnostic in diagnostics {
            told.add(diagnostic, places, format);
        }
        error(&rendered(diagnostics, places, format, colour));
    }

    fn remarks(&self, remarks: &[Remark]) {
        let (format, _) = self.form();
        error(&told(remarks, format));
    }

    fn say(&self, line: &str) {
        error(&format!("{line}\n"));
    }
}

/// Remarks, a line each.
pub(super) fn told(remarks: &[Remark], format: Format) -> String {
    let line = |one: &Remark| match format {
        Format::Json => one.json() + "\n",
        _ => one.line() + "\n",
    };
    remarks.iter().map(line).collect()
}

/// Messages of one step as text: those for people say what is alike only once.
pub(super) fn rendered(
    diagnostics: &[Diagnostic],
    places: &dyn Places,
    format: Format,
    colour: bool,
) -> String {
    let merged;
    let shown = match format {
        Format::Json | Format::Gcc | Format::Github | Format::Sarif => diagnostics,
        Format::Text | Format::Html => {
            merged = diag::merged(diagnostics, places);
            &merged
        }
    };
    let texts = shown.iter().map(|it| one(it, places, format, colour));
    texts.collect()
}

fn one(diagnostic: &Diagnostic, places: &dyn Places, format: Format, colour: bool) -> String {
    match format {
        Format::Text | Format::Html => diag::render_text(diagnostic, places, colour),
        Format::Json => diag::render_json(diagnostic, places),
        Format::Gcc => diag::render_gcc(diagnostic, places),
        Format::Github => diag::render_github(diagnostic, places),
        // All of them are one document, at the end.
        Format::Sarif => String::new(),
    }
}

fn error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A number of things in words.
pub(super) fn counted(number: usize, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// Prints data as JSON for programs.
pub(super) fn print_json(data: &impl serde::Serialize) {
    let text = serde_json::to_string_pretty(data).expect("what commands print is plain data");
    print(&(text + "\n"));
}

/// Prints to standard output; a closed pipe ends the output silently.
pub(super) fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
