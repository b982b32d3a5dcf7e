//! Sources that the host compiler alone compiles: other languages, and C that is compiled without OpenMP.
//!
//! Makes sure that no device construct ends up on the host with them. Must not know how device code is made.

use super::cmdline::{Arg, CommandLine, Input, Language, Stage, language_of};
use super::compile::Build;
use super::host_cc::HostCc;
use super::literals;
use super::preprocess::VERSION;
use super::process::{Mode, Runner};
use super::{Failure, Result, auxiliary, dependencies};
use crate::diag::{Code, Diagnostic};
use crate::source::{Preprocessed, Span};
use std::path::Path;

/// Compiles such a source.
pub fn compile(build: &Build, line: &CommandLine, input: &Input, output: &Path) -> Result<()> {
    if line.openmp {
        check(build, input)?;
    }
    let stage = match line.stage {
        Stage::Assembly => "-S",
        Stage::Check | Stage::Preprocess => "-fsyntax-only",
        Stage::Object | Stage::Link => "-c",
    };
    let mut invocation = build.driver.invoke();
    if line.openmp {
        invocation = invocation.args(VERSION).args(build.driver.openmp_words());
    }
    invocation = invocation.args(&build.words);
    invocation = invocation.args(dependencies::words(line, input)).arg(stage);
    if stage != "-fsyntax-only" {
        let auxiliary = auxiliary::words(build.driver.kind, line, input);
        invocation = invocation.arg("-o").arg(output).args(auxiliary);
    }
    invocation = invocation.args(language_words(input)).arg(&input.path);
    let finished = build.runner.run_with(&invocation, standard_input(input)?)?;
    match finished.success() {
        true => {
            build.runner.show(&finished);
            Ok(())
        }
        false => Err(Failure::Compiler(finished.stderr_text())),
    }
}

/// The text of a source in C++, with all that it includes.
pub fn text(build: &Build, input: &Input) -> Result<Vec<u8>> {
    match read(&build.runner, &build.driver, &build.words, input)? {
        Some(Foreign {
            failed: Some(failed),
            ..
        }) => Err(Failure::Compiler(failed)),
        Some(foreign) => Ok(foreign.text.into_bytes()),
        None => {
            let path = Path::new(&input.path);
            std::fs::read(path).map_err(|error| Failure::file(path, "read", error))
        }
    }
}

/// Refuses device constructs in what is not translated.
fn check(build: &Build, input: &Input) -> Result<()> {
    if input.path == "-" {
        let message = "standard input is read with -fopenmp as C only";
        return Err(Failure::Usage(format!(
            "{message}: give the source as a file"
        )));
    }
    match read(&build.runner, &build.driver, &build.words, input)? {
        Some(Foreign {
            refusal: Some(refusal),
            ..
        }) => Err(refusal),
        _ => Ok(()),
    }
}

/// A source in another language than C, which is looked at and not translated.
pub struct Foreign {
    pub language: &'static str,
    /// Its text, preprocessed where the language has a preprocessor that is known here.
    pub text: String,
    /// What the compiler says where it cannot preprocess it.
    pub failed: Option<String>,
    /// That it has constructs for a device.
    pub refusal: Option<Failure>,
}

/// Reads a file by the language that its name tells; none for C, and for headers and what has no name of a language,
/// which are taken for C where they are given as files.
pub fn read_file(
    runner: &Runner,
    host: &HostCc,
    words: &[String],
    path: &Path,
) -> Result<Option<Foreign>> {
    let path = path.to_string_lossy().into_owned();
    if path.ends_with(".h") {
        return Ok(None);
    }
    let input = Input {
        language: language_of(&path, None),
        path,
        named: None,
    };
    read(runner, host, words, &input)
}

/// Whether the compiler takes a file of another language for a program; what it says otherwise.
pub fn check_syntax(
    runner: &Runner,
    host: &HostCc,
    words: &[String],
    path: &Path,
) -> Result<Option<String>> {
    let ask = host.invoke().args(words).args(["-w", "-fsyntax-only"]);
    let finished = runner.query(&ask.arg(path.to_string_lossy().into_owned()))?;
    Ok((!finished.success()).then(|| finished.stderr_text()))
}

/// Reads a source that is no C; none for C and for objects.
fn read(
    runner: &Runner,
    host: &HostCc,
    words: &[String],
    input: &Input,
) -> Result<Option<Foreign>> {
    // Headers may contain constructs, and macros; declarations for a device are no code.
    let preprocessed = |language| {
        let ask = host.invoke().args(["-E", "-w"]);
        let ask = ask.args(VERSION).args(host.openmp_words()).args(words);
        let ask = ask.args(language_words(input)).arg(&input.path);
        let quiet = Runner::new(runner.reporter, Mode::Quiet);
        let finished = quiet.query(&ask)?;
        let failed = (!finished.success()).then(|| finished.stderr_text());
        // Where that fails, so does the compilation. Many a gcc has no Objective-C: then the file itself is read.
        let text = match finished.success() || language == "C++" {
            true => finished.stdout_text().to_string(),
            false => String::from_utf8_lossy(&std::fs::read(&input.path).unwrap_or_default())
                .into_owned(),
        };
        Ok((language, construct(&text), text, failed))
    };
    let (language, found, text, failed) = match input.language {
        Language::Cxx => preprocessed("C++")?,
        Language::Other if is_objective_c(input) => preprocessed("Objective-C")?,
        Language::Other => {
            let bytes = std::fs::read(&input.path).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            (
                "another language than C",
                fortran_construct(&text),
                text,
                None,
            )
        }
        Language::C | Language::PreprocessedC | Language::Object => return Ok(None), // translated, or no source
    };
    let refusal = found.map(|span| {
        let message = format!(
            "OpenMP target constructs are not translated in {}, which is {language}",
            input.path
        );
        let diagnostic = Diagnostic::error(Code::UnsupportedLanguage, span, message)
            .help("move the functions with target constructs to a C file");
        let places = Preprocessed::new(text.clone(), input.path.clone().into());
        Failure::Refused(vec![diagnostic], Box::new(places))
    });
    Ok(Some(Foreign {
        language,
        text,
        failed,
        refusal,
    }))
}

fn is_objective_c(input: &Input) -> bool {
    match &input.named {
        Some(name) => name.starts_with("objective-c"),
        None => [".m", ".mi", ".mm", ".M", ".mii"]
            .iter()
            .any(|ending| input.path.ends_with(ending)),
    }
}

/// C that is compiled without `-fopenmp` although a device is named: its target constructs would be comments.
pub fn check_without_openmp(build: &Build, line: &CommandLine) -> Result<()> {
    let quiet = Runner::new(build.runner.reporter, Mode::Quiet);
    for input in line.sources() {
        let of_c = matches!(input.language, Language::C | Language::Cxx);
        if !of_c || input.path == "-" || !Path::new(&input.path).is_file() {
            continue;
        }
        let ask = build.driver.invoke().args(["-E", "-w"]).args(&build.words);
        let ask = ask.args(language_words(input)).arg(&input.path);
        if construct(&quiet.query(&ask)?.stdout_text()).is_some() {
            return Err(Failure::Usage(format!(
                "{}: --offload-arch is given and -fopenmp is not: the file's target constructs would be ignored \
                 (add -fopenmp, or leave --offload-arch out)",
                input.path
            )));
        }
    }
    Ok(())
}

fn standard_input(input: &Input) -> Result<Option<Vec<u8>>> {
    if input.path != "-" {
        return Ok(None);
    }
    let mut text = vec![];
    std::io::Read::read_to_end(&mut std::io::stdin(), &mut text)
        .map_err(|error| Failure::file(Path::new("-"), "read", error))?;
    Ok(Some(text))
}

/// The first directive that has code for a device, in preprocessed text: a pragma, or an attribute of C++11 and C23.
fn construct(text: &str) -> Option<Span> {
    first_line(&literals::blanked(text), |line| {
        directive(line).is_some_and(|words| {
            let mut heads = words.iter().filter(|word| *word != "begin");
            let declares = heads
                .next()
                .is_some_and(|word| word == "declare" || word == "end");
            !declares && words.iter().any(|word| word == "target")
        })
    })
}

/// The first line that is wanted, without the blanks around it.
fn first_line(text: &str, wanted: impl Fn(&str) -> bool) -> Option<Span> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if wanted(line) {
            let start = at + line.len() - line.trim_start().len();
            return Some(Span::new(start, at + line.trim_end().len()));
        }
        at += line.len();
    }
    None
}

/// The words of a directive of OpenMP.
fn directive(line: &str) -> Option<Vec<String>> {
    let line = line.trim_start();
    let rest = match line.strip_prefix('#') {
        Some(rest) => {
            let rest = rest.trim_start().strip_prefix("pragma")?;
            rest.trim_start().strip_prefix("omp")?
        }
        None => attribute(line)?,
    };
    let words = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let words = words.filter(|word| !word.is_empty() && *word != "omp" && *word != "directive");
    Some(words.map(String::from).collect())
}

/// What stands behind `[[omp::` or `[[using omp:`.
pub fn attribute(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("[[")?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("using").unwrap_or(rest).trim_start();
    let rest = rest.strip_prefix("omp")?.trim_start();
    rest.strip_prefix(':')
}

/// `!$omp target`, `C$omp target` in Fortran.
fn fortran_construct(text: &str) -> Option<Span> {
    first_line(text, |line| {
        let line = line.trim_start().to_ascii_lowercase();
        let rest = ["!$omp", "c$omp", "*$omp"]
            .iter()
            .find_map(|sentinel| line.strip_prefix(sentinel));
        let mut words = rest
            .unwrap_or("")
            .split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word == "target")
    })
}

/// The words `-x LANGUAGE` for inputs whose name does not determine their language.
fn language_words(input: &Input) -> Vec<String> {
    let by_name = CommandLine::parse(std::slice::from_ref(&input.path));
    let known_by_name = by_name.is_ok_and(|line| line.args == [Arg::Input(input.clone())]);
    match &input.named {
        Some(name) if !known_by_name => vec!["-x".into(), name.clone()],
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_constructs_are_seen() {
        for (text, expected) in [
            ("#pragma omp declare target\n", false),
            ("#pragma omp begin declare target\n", false),
            ("#pragma omp end declare target\n", false),
            ("#pragma omp target teams\n", true),
            ("#pragma omp metadirective when(x: target)\n", true),
            ("  [[omp::directive(target map(x))]] {}\n", true),
            ("[[ using omp : directive(target) ]] {}\n", true),
            (
                "[[omp::directive(parallel)]] target(1);\n[[gnu::target(\"sse\")]] int f();\n",
                true,
            ),
            ("[[gnu::target(\"sse\")]] int f();\n", false),
            ("#pragma omp parallel\nint target;\n", false),
            ("const char *s = R\"(\n#pragma omp target\n)\";\n", false),
        ] {
            assert_eq!(construct(text).is_some(), expected, "{text}");
        }
        let text = "int x;\n  #pragma omp target\n{}\n";
        let span = construct(text).expect("there is one");
        assert_eq!(&text[span.range()], "#pragma omp target");
    }

    #[test]
    fn fortran_has_its_own_sentinels() {
        assert!(fortran_construct("  x = 1\n  !$OMP TARGET map(x)\n").is_some());
        assert!(fortran_construct("c$omp target\n").is_some());
        assert!(fortran_construct("!$omp parallel\n! target\n").is_none());
    }
}
