//! The C compiler's own syntax check, so that errors of plain C read as they always do.
//!
//! Runs beside the translation, without OpenMP: errors in directives are the translator's to report. Must not know
//! what the translation does.

use super::Result;
use super::host_cc::HostCc;
use super::preprocess::VERSION;
use super::process::{Invocation, Runner, Running};
use super::source::Source;
use std::path::Path;
use std::time::{Duration, Instant};

/// A check that is running.
pub struct Check<'a> {
    runner: Runner<'a>,
    running: Running<'a>,
    /// The check of the file itself, where there is one: its messages have the user's own columns and macros.
    again: Option<Invocation>,
}

/// Starts checking preprocessed text.
pub fn start<'a>(
    runner: Runner<'a>,
    host: &HostCc,
    words: &[String],
    include: &Path,
    source: &Source,
    text: &[u8],
) -> Result<Check<'a>> {
    let invocation = host.invoke().args(dialect(words)).args([
        "-w",
        "-fno-openmp",
        "-fsyntax-only",
        "-x",
        "cpp-output",
        "-",
    ]);
    let again = host
        .invoke()
        .arg("-I")
        .arg(include)
        .args(words)
        .args(["-w", "-fno-openmp", "-fsyntax-only", VERSION[1]])
        .args(source.words());
    let again = (!source.preprocessed && source.input().is_none()).then_some(again);
    let running = runner.start(&invocation, Some(without_variants(text)))?;
    Ok(Check {
        runner,
        running,
        again,
    })
}

/// The text without what stands between `begin declare variant` and its end, where definitions of the same name are C
/// only for a compiler that knows the directive.
fn without_variants(text: &[u8]) -> Vec<u8> {
    let says = |line: &[u8], what: &str| {
        let words = String::from_utf8_lossy(line).replace('_', " ");
        let words: Vec<&str> = words.split([' ', '\t', '#', '(', '\n']).collect();
        let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
        line.starts_with(b"#") && words.join(" ").starts_with(what)
    };
    let mut out = Vec::with_capacity(text.len());
    let mut depth = 0u32;
    for line in text.split_inclusive(|&b| b == b'\n') {
        if line.starts_with(b"#") && says(line, "pragma omp begin declare variant") {
            depth += 1;
        }
        let marker = line.starts_with(b"# ") && line.get(2).is_some_and(u8::is_ascii_digit);
        match depth == 0 || marker {
            true => out.extend_from_slice(line),
            false => out.push(b'\n'),
        }
        if depth > 0 && says(line, "pragma omp end declare variant") {
            depth -= 1;
        }
    }
    out
}

/// How long the compiler may take to confirm that a refused file is not C.
const PATIENCE: Duration = Duration::from_millis(500);

impl Check<'_> {
    /// [`Check::finish`] for a file that is refused already: the compiler's message is better if it comes soon, but
    /// nests that are too deep for the translator can occupy it for long.
    pub fn finish_soon(self) -> Result<Option<String>> {
        let (runner, again) = (self.runner, self.again);
        let limit = Instant::now() + PATIENCE;
        let finished = match self.running.finish_within(PATIENCE)? {
            Some(finished) if !finished.success() => finished,
            _ => return Ok(None),
        };
        let left = limit.saturating_duration_since(Instant::now());
        let better = match &again {
            Some(again) => runner.start(again, None)?.finish_within(left)?,
            None => None,
        };
        Ok(Some(match better {
            Some(better) if !better.success() => better.stderr_text(),
            _ => finished.stderr_text(),
        }))
    }

    /// The errors that the compiler reports; none where the text is C.
    pub fn finish(self) -> Result<Option<String>> {
        let finished = self.running.finish()?;
        if finished.success() {
            return Ok(None);
        }
        let better = match &self.again {
            Some(again) => Some(self.runner.query(again)?).filter(|better| !better.success()),
            None => None,
        };
        Ok(Some(better.unwrap_or(finished).stderr_text()))
    }
}

/// The words that say which C it is; those for the preprocessor have done their work.
fn dialect(words: &[String]) -> Vec<String> {
    let mut out = vec![];
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let joined = ["-std=", "-f", "-m", "-ansi", "--sysroot=", "-pthread"];
        if joined.iter().any(|start| word.starts_with(start)) {
            out.push(word.clone());
        } else if matches!(word.as_str(), "-target" | "--sysroot" | "-arch") {
            out.push(word.clone());
            out.extend(words.next().cloned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Silent, process::Mode};
    use super::*;

    fn check(text: &str) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("a.c");
        std::fs::write(&source, text).unwrap();
        let runner = Runner::new(&Silent, Mode::Quiet);
        let host = HostCc::find(&runner, None).unwrap();
        start(
            runner,
            &host,
            &["-std=c11".into()],
            dir.path(),
            &Source::file(&source),
            text.as_bytes(),
        )
        .unwrap()
        .finish()
        .unwrap()
    }

    #[test]
    fn good_c_passes_whatever_the_directives_say() {
        assert_eq!(
            check("#pragma omp traget bogus(\nint f(int x) { return x; }\n"),
            None
        );
    }

    #[test]
    fn variants_of_the_same_name_are_not_shown() {
        let text = "int f(void) { return 1; }\n#pragma omp begin declare variant match(x)\n\
                    int f(void) { return 2; }\n#pragma omp end declare variant\nint g(void) { return f(); }\n";
        assert_eq!(check(text), None);
    }

    #[test]
    fn errors_are_the_compilers() {
        let text = check("int f(int x) {\n  return x\n}\n").unwrap();
        assert!(text.contains("a.c:2:") && text.contains("error"), "{text}");
    }
}
