//! Sources that the host compiler alone compiles: other languages, and C that is compiled without OpenMP.
//!
//! Makes sure that no device construct ends up on the host with them. Must not know how device code is made.

use super::cmdline::{Arg, CommandLine, Input, Language, Stage};
use super::compile::Build;
use super::gcc_driver::dependency_words;
use super::preprocess::VERSION;
use super::process::{Mode, Runner};
use super::{Failure, Result};
use crate::diag::{Code, Diagnostic, Severity};
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
    invocation = invocation.args(dependency_words(line, input)).arg(stage);
    if stage != "-fsyntax-only" {
        invocation = invocation.arg("-o").arg(output);
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

/// Refuses device constructs in what is not translated.
fn check(build: &Build, input: &Input) -> Result<()> {
    if input.path == "-" {
        let message = "standard input is read with -fopenmp as C only";
        return Err(Failure::Usage(format!(
            "{message}: give the source as a file"
        )));
    }
    let text = std::fs::read(&input.path).unwrap_or_default();
    let language = match input.language {
        Language::Cxx => "C++",
        Language::Other if fortran_names_target(&text) => "this language",
        Language::Other if is_objective_c(input) => OBJECTIVE_C,
        Language::Other => return Ok(()),
        _ => "this file",
    };
    // Headers may contain constructs; declarations for a device are no code.
    let quiet = Runner::new(build.runner.reporter, Mode::Quiet);
    let with_headers = language == "C++" || language == OBJECTIVE_C;
    let found = !with_headers || names_target(&text) || {
        let ask = build.driver.invoke().args(["-E", "-w"]);
        let ask = ask
            .args(VERSION)
            .args(build.driver.openmp_words())
            .args(&build.words);
        let ask = ask.args(language_words(input)).arg(&input.path);
        constructs(&quiet.query(&ask)?.stdout) // where that fails, so does the compilation
    };
    if !found {
        return Ok(());
    }
    let message = format!(
        "{}: OpenMP target constructs in {language} are not translated",
        input.path
    );
    let diagnostic = Diagnostic::bare(Code::UnsupportedLanguage, Severity::Error, message)
        .help("move the functions with target constructs to a C file");
    Err(Failure::refused(diagnostic))
}

const OBJECTIVE_C: &str = "Objective-C";

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
        if constructs(&quiet.query(&ask)?.stdout) {
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

/// Any directive with the word `target`, in the text as the user wrote it.
fn names_target(text: &[u8]) -> bool {
    directives(text).any(|words| words.iter().any(|word| word == "target"))
}

/// A directive that has code for a device, in preprocessed text.
fn constructs(text: &[u8]) -> bool {
    directives(text).any(|words| {
        let mut heads = words.iter().filter(|word| *word != "begin");
        let declares = heads
            .next()
            .is_some_and(|word| word == "declare" || word == "end");
        !declares && words.iter().any(|word| word == "target")
    })
}

/// The words of each directive of OpenMP: a pragma, or an attribute of C++11 and C23.
fn directives(text: &[u8]) -> impl Iterator<Item = Vec<String>> {
    let text = String::from_utf8_lossy(text).into_owned();
    let lines: Vec<Vec<String>> = text.lines().filter_map(directive).collect();
    lines.into_iter()
}

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
fn fortran_names_target(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().any(|line| {
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
        assert!(names_target(b"  #pragma omp target teams\n"));
        assert!(names_target(b"#pragma omp declare target\n"));
        assert!(!names_target(
            b"#pragma omp parallel for // no\nint target;\n"
        ));
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
        ] {
            assert_eq!(constructs(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn fortran_has_its_own_sentinels() {
        assert!(fortran_names_target(b"  x = 1\n  !$OMP TARGET map(x)\n"));
        assert!(fortran_names_target(b"c$omp target\n"));
        assert!(!fortran_names_target(b"!$omp parallel\n! target\n"));
    }
}
