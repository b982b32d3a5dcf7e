//! One source file through the pipeline: preprocess, check and translate.
//!
//! Computes a translation, or everything that is wrong with the file. Must not know how the result
//! is built.

use super::host_cc::HostCc;
use super::interfaces::{For, Row};
use super::preprocess::{self, Request, Text};
use super::process::Runner;
use super::source::{Origin, Source};
use super::unit_name::{Naming, UnitName};
use super::{Failure, Result, device_flags, host_source, syntax, warning_names};
use crate::diag::{Code, Diagnostic, Nowhere, Severity};
use crate::front::{UNREADABLE, misspelt_sentinel};
use crate::source::{Preprocessed, Span, bytes};
use crate::translate::{self, Translation};
use std::path::{Path, PathBuf};

/// Directives that concern the host alone, by their first words.
const HOST_DIRECTIVES: &[&str] = &[
    "atomic",
    "barrier",
    "cancel",
    "cancellation",
    "critical",
    "flush",
    "for",
    "masked",
    "master",
    "ordered",
    "parallel",
    "scan",
    "section",
    "sections",
    "simd",
    "single",
    "task",
    "taskgroup",
    "taskloop",
    "taskwait",
    "taskyield",
    "threadprivate",
];

/// A translated file.
pub struct Unit {
    pub source: PathBuf,
    pub name: UnitName,
    pub text: Preprocessed,
    pub translation: Translation,
}

/// How a file is read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    pub host: &'a HostCc,
    pub words: &'a [String],
    pub include: &'a Path,
    pub translation: translate::Options,
    pub naming: Naming,
}

impl Unit {
    /// Whether it has code or data on the device, or an edited file.
    pub fn has_device_code(&self) -> bool {
        self.has_image() || self.translation.host.iter().any(|file| file.changed)
    }

    /// Whether it has kernels or data of its own on the device, or functions for other units; not only functions of a
    /// header that nothing here calls.
    pub fn has_image(&self) -> bool {
        let translation = &self.translation;
        let used = !translation.kernels.is_empty()
            || !translation.globals.is_empty()
            || self.is_relocatable();
        translation.cuda.is_some() && used
    }

    /// Whether its device code uses that of other units, or may be used by it; or whether it has variables that the
    /// driver must find, which nvcc makes local symbols in a whole program.
    pub fn is_relocatable(&self) -> bool {
        let translation = &self.translation;
        !translation.defines.is_empty()
            || !translation.needs.is_empty()
            || !translation.globals.is_empty()
            || translation.asks_device
            || translation.critical
    }

    /// Whether its relocatable code may be optimised when it is linked. nvlink 13.0 crashes on recursive functions,
    /// or makes code of them that computes something else.
    pub fn optimised_at_link(&self) -> bool {
        self.is_relocatable() && !self.translation.recursive
    }

    /// What other units see of its device code, where there is anything.
    pub fn interface(&self, device: For) -> Option<Row> {
        let interface = &self.translation.interface;
        (!interface.is_empty()).then(|| Row {
            unit: self.name.key.clone(),
            device,
            interface: interface.clone(),
        })
    }

    /// The file's name without folders and extension.
    pub fn stem(&self) -> String {
        let stem = self.source.file_stem().unwrap_or_default();
        stem.to_string_lossy().replace(['<', '>'], "")
    }
}

/// The preprocessed text of a file.
pub fn read(
    runner: &Runner,
    reading: &Reading,
    source: &Source,
    dependencies: &[String],
) -> Result<Text> {
    preprocess::preprocess(
        runner,
        &Request {
            host: reading.host,
            words: reading.words,
            include: reading.include,
            source,
            dependencies,
        },
    )
}

/// Translates preprocessed text while the C compiler checks it. Warnings go to the reporter.
pub fn translate(runner: &Runner, reading: &Reading, source: &Source, text: Text) -> Result<Unit> {
    let Text { bytes, macros } = text;
    let check = syntax::start(
        *runner,
        reading.host,
        reading.words,
        reading.include,
        source,
        &bytes,
    )?;
    let text = bytes::decode(bytes);
    check_attributes(&text, &source.path)?;
    let path = source.path.clone();
    let preprocessed = match (&source.origin, source.stands_alone()) {
        (_, true) => Preprocessed::given(text, path),
        (Origin::Editor(original), false) => {
            let mut preprocessed = Preprocessed::new(text, path).with_macro_lines(macros);
            preprocessed.set_original(&source.path, bytes::decode(original.clone()));
            preprocessed
        }
        (_, false) => Preprocessed::new(text, path).with_macro_lines(macros),
    };
    let result = translate::translate(&preprocessed, reading.translation);
    // Where the translator could not read the text, only the compiler knows whether it is C.
    let unreadable = |d: &Diagnostic| d.message == UNREADABLE;
    let verdict = match &result {
        Err(errors) if !errors.iter().any(unreadable) => check.finish_soon()?,
        _ => check.finish()?,
    };
    if let Some(errors) = verdict {
        if let Err(refused) = &result {
            let by_line: Vec<Diagnostic> = refused
                .iter()
                .filter(|one| is_of_one_line(one))
                .cloned()
                .collect();
            runner.reporter.diagnostics(&by_line, &preprocessed);
        }
        return Err(Failure::Compiler(errors));
    }
    let translation = match result {
        Ok(translation) => translation,
        Err(errors) => return Err(Failure::Refused(errors, Box::new(preprocessed))),
    };
    if !translation.diagnostics.is_empty() {
        runner
            .reporter
            .diagnostics(&translation.diagnostics, &preprocessed);
    }
    let warned = !translation.diagnostics.is_empty();
    let names = warning_names::warnings(reading.host, reading.words, warned);
    let names = names
        .into_iter()
        .filter_map(|it| reading.translation.warnings.judge(it));
    let names: Vec<Diagnostic> = names.collect();
    if names.iter().any(|it| it.severity == Severity::Error) {
        return Err(Failure::Refused(names, Box::new(Nowhere)));
    }
    if !names.is_empty() {
        runner.reporter.diagnostics(&names, &Nowhere);
    }
    let cuda = translation.cuda.as_deref().unwrap_or_default();
    let name = match reading.naming {
        Naming::ByText => UnitName::of_text(&source.path, preprocessed.text(), cuda, reading.words),
        Naming::ByFile => UnitName::of_file(&source.path, reading.words),
    };
    let unit = Unit {
        source: source.path.clone(),
        name,
        text: preprocessed,
        translation,
    };
    match device_flags::of_other_types(reading.words) {
        Some(flag) if unit.has_image() => Err(Failure::Usage(format!(
            "{}: {flag} gives types another layout or sign than they have in device code: compile files with device \
             code without it",
            source.path.display()
        ))),
        _ => Ok(unit),
    }
}

/// Whether a refusal follows from a directive's own line, so that it holds however the C around it is mended.
fn is_of_one_line(found: &Diagnostic) -> bool {
    let codes = [Code::Directive, Code::Clause, Code::ClauseNotAllowed];
    found.is_error() && codes.contains(&found.code)
}

/// Whether any directive in preprocessed text may concern a device. Unknown and misspelt directives may.
pub fn may_offload(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').any(|line| {
        let Some(directive) = omp_directive(line) else {
            return has_attribute(line) || is_misspelt(line);
        };
        let mut words = directive.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let first = words.next().unwrap_or("");
        !HOST_DIRECTIVES.contains(&first) || words.any(|word| word == "target")
    })
}

/// A pragma that was meant to be a directive.
fn is_misspelt(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#")
        && misspelt_sentinel(&String::from_utf8_lossy(line)).is_some()
}

/// A directive written as an attribute of C23: `[[omp::directive(target)]]`.
fn has_attribute(line: &[u8]) -> bool {
    line.windows(2).any(|two| two == b"[[")
        && host_source::attribute(&String::from_utf8_lossy(line)).is_some()
}

/// C23 has a second way to write directives, which compilers ignore where they do not know it.
fn check_attributes(text: &str, path: &Path) -> Result<()> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if has_attribute(line.as_bytes()) {
            let span = Span::new(at, at + line.trim_end().len());
            let message = "OpenMP directives as attributes are not translated";
            let diagnostic = Diagnostic::error(Code::UnsupportedLanguage, span, message)
                .help("write the directive as a pragma: #pragma omp target ...");
            let places = Preprocessed::new(text.to_string(), path.to_path_buf());
            return Err(Failure::Refused(vec![diagnostic], Box::new(places)));
        }
        at += line.len();
    }
    Ok(())
}

/// How many target regions preprocessed text has, as far as its lines say.
pub fn target_regions(text: &[u8]) -> usize {
    const OF_DATA: &[&str] = &["data", "enter", "exit", "update"];
    let is_region = |line: &&[u8]| {
        let directive = omp_directive(line).unwrap_or_default();
        let mut words = directive.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.next() == Some("target") && !words.next().is_some_and(|word| OF_DATA.contains(&word))
    };
    text.split(|&byte| byte == b'\n').filter(is_region).count()
}

/// What stands behind `#pragma omp` in a line.
fn omp_directive(line: &[u8]) -> Option<String> {
    let rest = line
        .trim_ascii_start()
        .strip_prefix(b"#")?
        .trim_ascii_start();
    let rest = rest
        .strip_prefix(b"pragma")?
        .trim_ascii_start()
        .strip_prefix(b"omp")?;
    let first = rest.first()?;
    first
        .is_ascii_whitespace()
        .then(|| String::from_utf8_lossy(rest.trim_ascii()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_counted() {
        let text = "#pragma omp target\n#pragma omp target data map(a)\n#pragma omp target teams\n\
            #pragma omp target update to(a)\n#pragma omp parallel\n#pragma omp target parallel for\n";
        assert_eq!(target_regions(text.as_bytes()), 3);
    }

    #[test]
    fn only_device_directives_need_the_translator() {
        for (text, expected) in [
            ("int x;", false),
            ("#pragma omp parallel for\nfor (;;);", false),
            ("#pragma GCC target\n", false),
            ("#pragma omp target\n", true),
            ("  #  pragma  omp   target teams\n", true),
            ("#pragma omp declare target\n", true),
            ("#pragma omp begin declare target\n", true),
            ("#pragma omp declare simd\n", true),
            ("#pragma omp parallel master\n", false),
            ("#pragma omp traget\n", true),
            ("#pragma omp requires unified_address\n", true),
            ("#pragma ompx target\n", false),
            ("#pragma opm parallel for\n", true),
            ("  [[omp::directive(target)]] {}\n", true),
            (
                "#pragma omp for\n#pragma omp cancel for\n#pragma omp atomic update\n",
                false,
            ),
        ] {
            assert_eq!(may_offload(text.as_bytes()), expected, "{text}");
        }
    }
}
