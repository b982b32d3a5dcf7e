//! Source file to preprocessed text, by the user's own compiler.
//!
//! Must not know what the text says, only whether it can be text at all.

use super::host_cc::HostCc;
use super::process::Runner;
use super::source::{Origin, STDIN, Source};
use super::unexpanded;
use super::{Failure, Result};
use crate::diag::{Code, Diagnostic, Place, Places, Severity};
use crate::source::Span;
use crate::source::definitions::{self, MacroLines};
use std::path::{Path, PathBuf};

/// `<ctype.h>`'s macros look into tables of the host's library: its functions have names.
pub const OUR_MACROS: &[&str] = &["-D__NO_CTYPE", VERSION[0], VERSION[1]];

/// The version that programs see, for every compilation with OpenMP: gcc's own says 4.5, whatever it knows of 5.0.
/// Beside the host's own conditional code, build systems ask for it: `find_package(OpenMP 5.0)`.
pub const VERSION: [&str; 2] = ["-U_OPENMP", "-D_OPENMP=201811"];

/// What the preprocessor is asked for.
pub struct Request<'a> {
    pub host: &'a HostCc,
    /// The user's words for the compiler.
    pub words: &'a [String],
    /// Our headers, found first.
    pub include: &'a Path,
    pub source: &'a Source,
    /// Words that have it write a dependency file.
    pub dependencies: &'a [String],
}

/// Preprocessed text.
pub struct Text {
    pub bytes: Vec<u8>,
    /// Which macros are defined where in it; none for text that the user gave preprocessed.
    pub macros: MacroLines,
}

/// The preprocessed text. Errors of the preprocessor are the user's and passed on as printed.
pub fn preprocess(runner: &Runner, request: &Request) -> Result<Text> {
    let bytes = check_source(request.source)?;
    if request.source.preprocessed {
        return Ok(Text {
            bytes: given(request, bytes)?,
            macros: MacroLines::default(),
        });
    }
    let input = request.source.input().map(<[u8]>::to_vec);
    let invocation = request
        .host
        .invoke()
        .args(["-E", "-dD"])
        .args(request.host.openmp_words())
        .args(OUR_MACROS)
        .arg("-I")
        .arg(request.include)
        .args(request.words)
        .args(request.dependencies)
        .args(request.source.words());
    let finished = runner.start(&invocation, input)?.finish()?;
    if !finished.success() {
        return Err(match finished.stderr_text() {
            text if text.trim().is_empty() => Failure::tool(
                format!(
                    "{} ended with exit code {} and said nothing",
                    invocation.program, finished.code
                ),
                "name another C compiler with --host-cc; `romp2cuda doctor` shows what is found",
            ),
            text => Failure::Compiler(text),
        });
    }
    let words = ["-E", "-P", "-w", "-undef", "-x", "c", "-"];
    let alone = request.host.invoke().args(words);
    let text = unexpanded::expand(runner, finished.stdout, alone)?;
    let text = match request.source.origin {
        Origin::Editor(_) => named(text, &request.source.path),
        Origin::Disk | Origin::Stream(_) => text,
    };
    let (bytes, macros) = definitions::split(&text);
    Ok(Text { bytes, macros })
}

/// The text with the source's name in place of the standard input's in its line markers.
fn named(text: Vec<u8>, path: &Path) -> Vec<u8> {
    let name = path
        .to_string_lossy()
        .replace('\\', r"\\")
        .replace('"', "\\\"");
    let (stdin, name) = (format!("\"{STDIN}\""), format!("\"{name}\""));
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let behind_number = line.strip_prefix(b"# ").and_then(|rest| {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            rest[digits..].strip_prefix(b" ")
        });
        match behind_number.and_then(|rest| rest.strip_prefix(stdin.as_bytes())) {
            Some(flags) => {
                out.extend_from_slice(&line[..line.len() - flags.len() - stdin.len()]);
                out.extend_from_slice(name.as_bytes());
                out.extend_from_slice(flags);
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

/// Text that was preprocessed before, if it is complete.
fn given(request: &Request, text: Vec<u8>) -> Result<Vec<u8>> {
    let name = request.source.path.display();
    if request.words.iter().any(|word| word == "-fdirectives-only") {
        return Err(Failure::Usage(format!(
            "{name}: preprocessed with -fdirectives-only, its macros are not expanded: leave that option out"
        )));
    }
    let lines = || text.split(|&byte| byte == b'\n');
    if lines().any(|line| line.starts_with(b"#pragma GCC pch_preprocess")) {
        let message =
            format!("{name}: a precompiled header stands for a part of this preprocessed text");
        let diagnostic = Diagnostic::bare(Code::CUnsupported, Severity::Error, message)
            .help("preprocess without -fpch-preprocess, or compile the C source");
        return Err(Failure::refused(diagnostic));
    }
    Ok(text)
}

/// Refuses what can be no C source before any tool sees it: a missing file, a folder, a binary.
/// The result is its text.
fn check_source(source: &Source) -> Result<Vec<u8>> {
    let path = &source.path;
    let bytes = match source.input().is_none() && path.is_dir() {
        true => Err(std::io::Error::other("it is a folder")),
        false => source.bytes(),
    };
    let bytes = bytes.map_err(|error| Failure::file(path, "read", plain(&error)))?;
    let Some(at) = bytes.iter().position(|&byte| byte == 0) else {
        return Ok(bytes);
    };
    let diagnostic = Diagnostic::error(
        Code::CUnsupported,
        Span::new(at, at + 1),
        "this is no C source",
    )
    .says("a zero byte")
    .help("give the C source; objects and archives are for linking only");
    Err(Failure::Refused(
        vec![diagnostic],
        Box::new(RawFile::new(path, bytes)),
    ))
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// A file's bytes as they are on the disk; spans are ranges of them.
struct RawFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl RawFile {
    fn new(path: &Path, bytes: Vec<u8>) -> RawFile {
        RawFile {
            path: path.to_path_buf(),
            bytes,
        }
    }
}

impl Places for RawFile {
    fn place(&self, span: Span) -> Option<Place> {
        let at = span.range().start.min(self.bytes.len());
        let start = self.bytes[..at]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let end = self.bytes[at..]
            .iter()
            .position(|&b| b == b'\n')
            .map_or(self.bytes.len(), |i| at + i);
        let line = self.bytes[..start].iter().filter(|&&b| b == b'\n').count() + 1;
        let column = String::from_utf8_lossy(&self.bytes[start..at])
            .chars()
            .count()
            + 1;
        Some(Place {
            file: self.path.display().to_string(),
            line,
            column,
            end_line: line,
            end_column: column + 1,
            line_text: String::from_utf8_lossy(&self.bytes[start..end]).into_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<Vec<u8>>) -> String {
        match result {
            Err(Failure::Refused(diagnostics, places)) => {
                crate::diag::render_text(&diagnostics[0], places.as_ref(), false)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_no_source_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let check_source = |path: &Path| check_source(&Source::file(path));
        assert!(message(check_source(&dir.path().join("none.c"))).contains("no such file"));
        assert!(message(check_source(dir.path())).contains("it is a folder"));
        let binary = dir.path().join("a.c");
        std::fs::write(&binary, b"\x7fELF\x02\n\x01ab\0c").unwrap();
        let text = message(check_source(&binary));
        assert!(
            text.contains("a.c:2:4") && text.contains("zero byte"),
            "{text}"
        );
        std::fs::write(&binary, "int x;").unwrap();
        assert!(check_source(&binary).is_ok());
    }
}
