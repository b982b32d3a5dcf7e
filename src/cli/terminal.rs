//! What the user sees: colour, format, and how a failure becomes a message and an exit code.

use super::{ColorChoice, Format, REFUSED, TOOL, USAGE};
use crate::diag::{self, Code, Diagnostic, Nowhere, Places, Severity};
use crate::driver::{Failure, Reporter, Result};
use crate::report::remarks::Remark;
use std::io::{IsTerminal, Write};

pub(super) struct Terminal {
    pub format: Format,
    color: ColorChoice,
}

impl Terminal {
    pub fn new(color: ColorChoice, format: Format) -> Terminal {
        Terminal { format, color }
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
            Some("text") => Format::Text,
            Some("json") => Format::Json,
            Some(other) => return Err(format!("--format={other}: expected text or json")),
        };
        Ok(Terminal { format, color })
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
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !refused && !dumb,
        }
    }

    /// The format of messages on standard error, and whether they have colour.
    pub fn form(&self) -> (Format, bool) {
        match self.format {
            Format::Text | Format::Html | Format::Github => (Format::Text, self.colour_on_stderr()),
            Format::Json => (Format::Json, false),
        }
    }

    fn show(&self, diagnostic: &Diagnostic, places: &dyn Places) {
        let (format, colour) = self.form();
        error(&one(diagnostic, places, format, colour));
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
                match self.format {
                    Format::Text | Format::Html | Format::Github => error(&text),
                    Format::Json => {
                        let diagnostic =
                            Diagnostic::bare(Code::CSyntax, Severity::Error, text.trim_end());
                        self.show(&diagnostic, &Nowhere);
                    }
                }
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

    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places) {
        let (format, colour) = self.form();
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
        Format::Json => diagnostics,
        Format::Text | Format::Html | Format::Github => {
            merged = diag::merged(diagnostics, places);
            &merged
        }
    };
    let texts = shown.iter().map(|it| one(it, places, format, colour));
    texts.collect()
}

fn one(diagnostic: &Diagnostic, places: &dyn Places, format: Format, colour: bool) -> String {
    match format {
        Format::Text | Format::Html | Format::Github => {
            diag::render_text(diagnostic, places, colour)
        }
        Format::Json => diag::render_json(diagnostic, places),
    }
}

fn error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Prints to standard output; a closed pipe ends the output silently.
pub(super) fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
