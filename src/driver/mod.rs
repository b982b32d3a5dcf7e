//! Finds and starts the tools: preprocessor, host compiler, nvcc, nvlink, g++, linker.
//!
//! From command lines and source files to objects and programs. The only place in the crate that
//! starts processes. Prints nothing: what is to be seen goes to a [`Reporter`]. Must not know C's
//! grammar or OpenMP.

pub mod accepted;
pub mod archives;
pub mod assets;
pub mod auxiliary;
pub mod cache;
pub mod checks;
pub mod cmdline;
pub mod compile;
pub mod compiled;
pub mod config;
pub mod database;
pub mod dependencies;
pub mod device_flags;
pub mod device_link;
pub mod editor;
pub mod emulated;
pub mod foreign;
pub mod gcc_driver;
pub mod gpu;
pub mod host_cc;
pub mod host_source;
pub mod image;
pub mod interfaces;
pub mod layout;
pub mod line_sync;
pub mod link;
mod literals;
pub mod make_names;
pub mod makefile;
pub mod mirror;
pub mod mixed_checks;
pub mod nvcc;
pub mod offload;
pub mod other_flags;
pub mod outputs;
pub mod packages;
pub mod pager;
pub mod paths;
pub mod preprocess;
pub mod process;
pub mod ptxas;
pub mod rdc;
pub mod response;
pub mod revision;
pub mod sanitizer;
pub mod sass;
mod section;
mod slots;
pub mod source;
pub mod survey;
pub mod syntax;
pub mod taken;
pub mod toolchain;
pub mod tools;
pub mod unexpanded;
pub mod unit;
pub mod unit_name;
pub mod unknown_options;
pub mod unmerged;
pub mod warning_names;

use crate::diag::{Code, Diagnostic, Nowhere, Places, Severity};
use crate::report::remarks::Remark;
use std::path::Path;

/// Why a step ended without a result. Each kind has an exit code of its own.
pub enum Failure {
    /// The command line makes no sense. Exit code 2.
    Usage(String),
    /// The input is refused; the spans belong to the places beside them. Exit code 1.
    Refused(Vec<Diagnostic>, Box<dyn Places + Send + Sync>),
    /// The user's compiler or linker refused the program; what it printed. Exit code 1.
    Compiler(String),
    /// A tool is missing, or failed in a way that is not the input's fault. Exit code 3.
    Tool(Diagnostic),
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, what: &str, error: impl std::fmt::Display) -> Failure {
        let message = format!("cannot {what} {}: {error}", path.display());
        Failure::refused(Diagnostic::bare(Code::File, Severity::Error, message))
    }

    /// One diagnostic about no place in the source.
    pub fn refused(diagnostic: Diagnostic) -> Failure {
        Failure::Refused(vec![diagnostic], Box::new(Nowhere))
    }

    pub fn tool(message: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Tool(Diagnostic::bare(Code::Tool, Severity::Error, message).help(remedy))
    }
}

impl std::fmt::Debug for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Usage(text) | Failure::Compiler(text) => write!(f, "{text}"),
            Failure::Refused(diagnostics, _) => write!(f, "{diagnostics:?}"),
            Failure::Tool(diagnostic) => write!(f, "{diagnostic:?}"),
        }
    }
}

/// Receives what the user may want to see while tools run.
pub trait Reporter: Sync {
    /// A command that is started, as a shell would take it (`-v`, `-###`).
    fn command(&self, line: &str);
    /// What a tool printed that succeeded: warnings, mostly.
    fn output(&self, text: &[u8]);
    /// What the C compiler said of a program that it refused, where another file's failure ends the command.
    fn refused_by_compiler(&self, text: &str) {
        self.output(text.as_bytes());
    }
    /// Warnings of the translator.
    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places);
    /// Decisions of the translator, where they are asked for.
    fn remarks(&self, remarks: &[Remark]);
    /// One line of progress or of a decision taken.
    fn say(&self, line: &str);
    /// What begins now, for somebody who watches; nothing of it remains to be read.
    fn now(&self, _step: &str) {}
}

/// Whether two paths lead to one regular file.
pub fn same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (one.metadata(), other.metadata()) {
        (Ok(a), Ok(b)) => a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Shows nothing; for tests and queries.
pub struct Silent;

impl Reporter for Silent {
    fn command(&self, _line: &str) {}
    fn output(&self, _text: &[u8]) {}
    fn diagnostics(&self, _diagnostics: &[Diagnostic], _places: &dyn Places) {}
    fn remarks(&self, _remarks: &[Remark]) {}
    fn say(&self, _line: &str) {}
}
