//! What is known of one state of a document: its messages, and its kernels with the places that name them.
//!
//! Translates the text that the editor shows, as `romp2cuda report` would the saved file. Must not know the protocol's
//! requests, nor keep anything of an earlier state.

use super::messages::{Found, Writer};
use super::positions::Encoding;
use super::settings::Settings;
use crate::diag::{Diagnostic, Places, Severity};
use crate::driver::cmdline::CommandLine;
use crate::driver::host_cc::HostCc;
use crate::driver::process::{Limits, Mode, Runner};
use crate::driver::source::Source;
use crate::driver::unit::{self, Reading, Unit};
use crate::driver::unit_name::Naming;
use crate::driver::{Failure, Reporter, Result, cache};
use crate::ir::{ConstructId, VarId};
use crate::report;
use crate::report::remarks::Remark;
use crate::source::{Preprocessed, Span};
use crate::translate;
use lsp_types::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A document as it is to be looked at.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: PathBuf,
    pub text: String,
    /// The number of this state of the document and what it includes.
    pub state: u64,
    pub settings: Settings,
    pub encoding: Encoding,
    /// Set where nobody needs the result any more.
    pub stop: Arc<AtomicBool>,
}

/// How long a preprocessor or compiler may run, and how much it may store: a text may include what has no end.
const TIME: Duration = Duration::from_secs(20);
const MEMORY: u64 = 4 << 30;

/// What is known of it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    pub state: u64,
    /// Of all files that it has text of.
    pub found: Vec<Found>,
    /// The kernels of the document itself; none where it is refused.
    pub kernels: Vec<Kernel>,
    /// The CUDA file.
    pub cuda: String,
}

/// A kernel, with its places in the document.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub report: report::Kernel,
    /// The target construct's directive.
    pub pragma: Range,
    pub directives: Vec<(Range, ConstructId)>,
    pub names: Vec<(Range, VarId)>,
    /// Its lines in the CUDA file, from 0: where the comments in front of it begin, and where its name stands.
    pub top: u32,
    pub line: u32,
}

/// Looks at a document. A fault of the translator is a message, as everything else that is wrong.
pub fn of(request: &Request) -> Analysis {
    let whole = std::panic::catch_unwind(|| analysed(request));
    whole.unwrap_or_else(|_| {
        let message = "the translator failed on this file: please report it, with the file \
                       (`romp2cuda translate` says more)";
        Analysis {
            state: request.state,
            found: vec![writer(request).about_document(Severity::Error, message)],
            ..Analysis::default()
        }
    })
}

fn writer(request: &Request) -> Writer<'_> {
    Writer {
        encoding: request.encoding,
        document: &request.path,
        text: &request.text,
    }
}

fn analysed(request: &Request) -> Analysis {
    let writer = writer(request);
    let listener = Listener {
        writer: writer.clone(),
        found: Mutex::default(),
    };
    let result = translated(request, &listener);
    let mut analysis = Analysis {
        state: request.state,
        ..Analysis::default()
    };
    match result {
        Ok(unit) => {
            analysis.cuda = unit.translation.cuda.unwrap_or_default();
            let kernels = unit.translation.report.into_iter();
            let kernels =
                kernels.filter_map(|one| kernel(one, &unit.text, &analysis.cuda, request));
            analysis.kernels = kernels.collect();
        }
        Err(Failure::Refused(errors, places)) => listener.diagnostics(&errors, places.as_ref()),
        Err(Failure::Compiler(text)) => listener.add(writer.compiler(&text)),
        Err(Failure::Usage(text)) => {
            listener.add(vec![writer.about_document(Severity::Error, &text)])
        }
        Err(Failure::Tool(diagnostic)) => {
            listener.diagnostics(&[diagnostic], &crate::diag::Nowhere)
        }
    }
    let found = listener.found.into_inner();
    analysis.found = found.unwrap_or_else(PoisonError::into_inner);
    analysis
}

fn translated(request: &Request, listener: &Listener) -> Result<Unit> {
    let runner = Runner::new(listener, Mode::Quiet).within(Limits {
        time: TIME,
        memory: MEMORY,
        stop: &request.stop,
    });
    let words = request.settings.words(&request.path)?;
    let line = CommandLine::parse(&words).map_err(Failure::Usage)?;
    let host = HostCc::find(&runner, line.own.host_cc.as_deref())?;
    let words = line.compile_words();
    let include = cache::include_dir()?;
    let reading = Reading {
        naming: Naming::ByText,
        host: &host,
        words: &words,
        include: &include,
        translation: translate::Options {
            line_directives: false,
            level: None,
            ..line.own.translation
        },
    };
    let source = Source::edited(&request.path, request.text.as_str());
    let text = unit::read(&runner, &reading, &source, &[])?;
    unit::translate(&runner, &reading, &source, text)
}

/// A kernel of the document; none where its directive stands in a header.
fn kernel(
    report: report::Kernel,
    text: &Preprocessed,
    cuda: &str,
    request: &Request,
) -> Option<Kernel> {
    let range = |span: Span| {
        let place = text
            .place(span)
            .filter(|place| place.path == request.path)?;
        let exact = place.exact;
        let place = Places::place(text, span)?;
        Some((request.encoding.range(&place, text), exact))
    };
    // A directive that a macro makes stands where the macro is named.
    let (pragma, _) = range(report.places.pragma)?;
    let directives = report.places.directives.iter();
    let directives = directives.filter_map(|(span, id)| Some((range(*span)?.0, *id)));
    let directives = directives.collect();
    let names = report.places.names.iter();
    let names = names.filter_map(|(span, var)| {
        let (range, _) = range(*span).filter(|(_, exact)| *exact)?;
        Some((range, *var))
    });
    let names = names.collect();
    let (top, line) = lines_of(&report.name, cuda);
    Some(Kernel {
        report,
        pragma,
        directives,
        names,
        top,
        line,
    })
}

/// Where the comments in front of a kernel begin, and the line that its name begins: that of the function with its code,
/// where it has one.
fn lines_of(name: &str, cuda: &str) -> (u32, u32) {
    let lines: Vec<&str> = cuda.lines().collect();
    let begins = |line: &&str| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('(') || rest.starts_with("_code("))
    };
    let line = lines.iter().position(begins).unwrap_or(0);
    let before = lines[..line].iter().rev();
    let heading = before.take_while(|line| !line.trim().is_empty()).count();
    ((line - heading) as u32, line as u32)
}

/// Collects what the translation has to say.
struct Listener<'a> {
    writer: Writer<'a>,
    found: Mutex<Vec<Found>>,
}

impl Listener<'_> {
    fn add(&self, more: Vec<Found>) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(more);
    }
}

impl Reporter for Listener<'_> {
    fn command(&self, _line: &str) {}

    /// Warnings of the C compiler.
    fn output(&self, text: &[u8]) {
        self.add(self.writer.compiler(&String::from_utf8_lossy(text)));
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places) {
        let found = diagnostics.iter().map(|one| self.writer.found(one, places));
        self.add(found.collect());
    }

    fn remarks(&self, _remarks: &[Remark]) {}

    fn say(&self, _line: &str) {}
}

/// Whether a file is compiled by itself: a header's messages come with those of the files that include it.
pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_found_with_its_comments() {
        let cuda = "#include <romp/device.cuh>\n\n// a.c:3: target\n// SPMD\nextern \"C\" __global__ void\nf_1(int n)\n{\n}\n\n\
                    extern \"C\" __global__ void\nf_12(int n)\n{\n}\n";
        assert_eq!(lines_of("f_1", cuda), (2, 5));
        assert_eq!(lines_of("f_12", cuda), (9, 10));
        assert_eq!(lines_of("g_1", cuda), (0, 0));
    }
}
