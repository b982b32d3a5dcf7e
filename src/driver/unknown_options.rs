//! Options that the host compiler does not know, with their place in the command line.
//!
//! Asked for after a compilation has failed. Must not know what options mean.

use super::Failure;
use super::cmdline::{CommandLine, pointed_at};
use super::host_cc::HostCc;
use super::process::{Mode, Runner};

/// Why a command line that failed makes no sense to the host compiler: its first unknown option, if it has one.
pub fn failure(runner: &Runner, host: &HostCc, line: &CommandLine) -> Option<Failure> {
    if runner.mode == Mode::Dry || line.question {
        return None;
    }
    let ask = host
        .invoke()
        .args(line.compile_words())
        .args(["-fsyntax-only", "-x", "c", "/dev/null"])
        .env("LC_ALL", "C");
    let quiet = Runner::new(runner.reporter, Mode::Quiet);
    let finished = quiet.query(&ask).ok().filter(|done| !done.success())?;
    let (option, similar) = finished.stderr_text().lines().find_map(unknown)?;
    let at = line.words.iter().position(|word| *word == option)?;
    let mut text = format!(
        "neither {} nor the translator has an option {option}",
        host.name()
    );
    if let Some(similar) = similar {
        text += &format!("; did you mean {similar}?");
    }
    Some(Failure::Usage(pointed_at(&line.words, at, &text)))
}

/// The option that a line of gcc's or clang's complains of, and what it proposes.
fn unknown(line: &str) -> Option<(String, Option<String>)> {
    const COMPLAINTS: [&str; 4] = [
        "unrecognized command-line option ",
        "unrecognized command line option ",
        "unknown argument",
        "unsupported option ",
    ];
    let (_, behind) = COMPLAINTS.iter().find_map(|words| line.split_once(words))?;
    let mut quoted = behind.split('\'').skip(1).step_by(2);
    Some((quoted.next()?.to_string(), quoted.next().map(String::from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_of_gcc_and_clang() {
        let unknown =
            |text| unknown(text).map(|(option, similar)| (option, similar.unwrap_or_default()));
        let pair = |a: &str, b: &str| Some((a.to_string(), b.to_string()));
        assert_eq!(
            unknown(
                "gcc: error: unrecognized command-line option '-fopnmp'; did you mean '-fopenmp'?"
            ),
            pair("-fopnmp", "-fopenmp")
        );
        assert_eq!(
            unknown("clang: error: unknown argument: '-Minline=x'"),
            pair("-Minline=x", "")
        );
        assert_eq!(
            unknown("clang: error: unknown argument '-fopnmp', did you mean '-fopenmp'?"),
            pair("-fopnmp", "-fopenmp")
        );
        assert_eq!(unknown("a.c:1:1: error: 'x' undeclared"), None);
    }
}
