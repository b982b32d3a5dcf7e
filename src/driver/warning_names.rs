//! Names in `-Wno-NAME` that neither the translator nor the host compiler knows.
//!
//! gcc takes `-Wno-NAME` with any name and says so only where it has another warning to give, for other compilers
//! have other warnings. So is it here, but for a name that can only be meant for the translator. `-WNAME` and
//! `-Wno-error=NAME` need nothing: gcc refuses names that it does not know.

use super::Silent;
use super::host_cc::HostCc;
use super::process::{Mode, Runner};
use crate::diag::{Code, Diagnostic, Severity, Warning};

/// Warnings about the words of a command line; `warned` says whether the translator has others to give.
pub fn warnings(host: &HostCc, words: &[String], warned: bool) -> Vec<Diagnostic> {
    let mut names: Vec<(&str, &str)> = words.iter().filter_map(|word| silenced(word)).collect();
    names.sort_unstable();
    names.dedup();
    let strangers = strangers(host, &names, warned);
    let warning = |(word, name): (&str, &str)| {
        let meant = Warning::meant(name);
        let message = match meant {
            Some(_) => format!("no warning is called `{name}`: `{word}` does nothing"),
            None => format!(
                "no warning of the translator's or of {}'s is called `{name}`: `{word}` does nothing",
                host.name()
            ),
        };
        let help = match meant {
            Some(meant) => format!("write `{}`", word.replace(name, meant)),
            None => "the translator's warnings are those of docs/lints.md".to_string(),
        };
        Diagnostic::bare(Code::UnknownWarning, Severity::Warning, message).help(help)
    };
    strangers.into_iter().map(warning).collect()
}

/// A word that silences a warning, and the warning's name.
fn silenced(word: &str) -> Option<(&str, &str)> {
    let name = word.strip_prefix("-Wno-")?;
    (!name.starts_with("error")).then_some((word, name))
}

/// Those among the names that are meant for the translator and not its, and those that no compiler knows.
fn strangers<'a>(
    host: &HostCc,
    names: &[(&'a str, &'a str)],
    warned: bool,
) -> Vec<(&'a str, &'a str)> {
    let meant = |name: &str| Warning::meant(name).is_some();
    let answer = match warned && names.iter().any(|(_, name)| !meant(name)) {
        true => answer(host, names),
        false => String::new(),
    };
    // gcc quotes the option behind these words, clang as well.
    let unknown = |name: &str| answer.contains(&format!("option '-W{name}'"));
    let strange = |name: &str| meant(name) || unknown(name);
    let found = names.iter().filter(|(_, name)| strange(name));
    found.copied().collect()
}

/// What the host compiler says of the warnings; nothing where it does not start, as another step will tell.
fn answer(host: &HostCc, names: &[(&str, &str)]) -> String {
    let query = host
        .invoke()
        .args(["-fsyntax-only", "-x", "c", "/dev/null"])
        .args(names.iter().map(|(_, name)| format!("-W{name}")))
        .env("LC_ALL", "C");
    let finished = Runner::new(&Silent, Mode::Quiet).query(&query);
    finished.map_or_else(|_| String::new(), |finished| finished.stderr_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_words() {
        for (word, expected) in [
            ("-Wno-x", Some("x")),
            ("-Wno-error", None),
            ("-Wno-error=x", None),
            ("-Wx", None),
            ("-Werror=x", None),
            ("-DX", None),
        ] {
            assert_eq!(silenced(word).map(|(_, name)| name), expected, "{word}");
        }
    }

    #[test]
    fn names_of_other_compilers_are_reported_beside_other_warnings_only() {
        let host = HostCc::find(&Runner::new(&Silent, Mode::Quiet), Some("gcc")).unwrap();
        let reported = |words: &[&str], warned| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            warnings(&host, &words, warned).len()
        };
        let known = ["-Wno-unused", "-Wno-error", "-Wno-error=format", "-Wall"];
        assert_eq!(reported(&known, true), 0);
        assert_eq!(reported(&["-Wno-unused", "-Wno-nonsense"], true), 1);
        assert_eq!(reported(&["-Wno-nonsense"], false), 0);
        assert_eq!(reported(&["-Wno-shared-in-lop"], false), 1);
    }
}
