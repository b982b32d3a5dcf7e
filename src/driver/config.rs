//! `romp2cuda.toml`: options and lints of a project, as words of the command line.
//!
//! Found in the folder of the source or the nearest one above. Words of the command line come first, then variables,
//! then the file. Must not know what the options do.

use super::cmdline::{Language, language_of};
use crate::diag::Warning;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

pub const NAME: &str = "romp2cuda.toml";
/// The word with which a command line wants no file.
const WITHOUT: &str = "--no-config";

/// An option's name, and the variables that come before the file.
type Row = (&'static str, &'static [&'static str]);

/// Options that may stand in `[options]`, under the name that the command line knows, with the variables that come
/// before the file.
const OPTIONS: &[Row] = &[
    ("offload-arch", &[]),
    ("host-cc", &["ROMP_HOST_CC"]),
    ("host-cxx", &["ROMP_HOST_CXX"]),
    ("device-cxx", &["ROMP_CXX"]),
    ("nvcc", &["NVCC", "CUDA_HOME", "CUDA_PATH"]),
    ("check", &["ROMP_EMULATED_CHECK"]),
    ("sequential", &[]),
    ("simd", &[]),
    ("shared-budget", &[]),
    ("no-merge-regions", &[]),
    ("line-directives", &[]),
];

/// What a file says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Rows of [`OPTIONS`], and the words that stand for them.
    options: Vec<(&'static Row, String)>,
    lints: Vec<String>,
}

/// The words of a command line with those of its project's file in front, and that file; `knows` tells which options the
/// command has.
pub fn complete(
    words: Vec<String>,
    knows: &dyn Fn(&str) -> bool,
) -> Result<(Vec<String>, Option<PathBuf>), String> {
    let end = words.iter().position(|word| word == "--");
    let end = end.unwrap_or(words.len());
    if let Some(at) = words[..end].iter().position(|word| word == WITHOUT) {
        let mut words = words;
        words.remove(at);
        return Ok((words, None));
    }
    let Some(path) = find(&start(&words[..end])) else {
        return Ok((words, None));
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let config = Config::parse(&text).map_err(|error| format!("{}:{error}", path.display()))?;
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut all = config.words(&words, knows, &is_set);
    all.extend(words);
    Ok((all, Some(path)))
}

/// The folder of the first source, else the one that the command runs in.
fn start(words: &[String]) -> PathBuf {
    let is_source = |word: &&String| {
        let language = language_of(word, None);
        !word.starts_with('-') && language != Language::Object && Path::new(word).is_file()
    };
    let source = words.iter().find(is_source).map(Path::new);
    let folder = source.and_then(Path::parent).unwrap_or(Path::new(""));
    std::path::absolute(Path::new(".").join(folder)).unwrap_or_default()
}

fn find(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .map(|folder| folder.join(NAME))
        .find(|path| path.is_file())
}

impl Config {
    /// Reads a file's text. The error begins with the numbers of a line and a column.
    fn parse(text: &str) -> Result<Config, String> {
        let place = |at: usize| {
            let before = &text[..at];
            let begin = before.rfind('\n').map_or(0, |end| end + 1);
            let line = before.matches('\n').count() + 1;
            format!("{line}:{}", before[begin..].chars().count() + 1)
        };
        let table = DeTable::parse(text).map_err(|error| {
            let at = place(error.span().map_or(0, |span| span.start));
            format!("{at}: {}", error.message())
        })?;
        let mut config = Config::default();
        for (section, value) in table.get_ref() {
            let (section, at) = (section.get_ref(), place(section.span().start));
            let DeValue::Table(entries) = value.get_ref() else {
                return Err(format!(
                    "{at}: {section} stands in no section: [options] and [lints] are known"
                ));
            };
            for (key, value) in entries {
                let added = match &**section {
                    "options" => config.option(key.get_ref(), value.get_ref()),
                    "lints" => config.lint(key.get_ref(), value.get_ref()),
                    _ => Err(format!(
                        "[{section}] is unknown: [options] and [lints] are known"
                    )),
                };
                added.map_err(|error| format!("{}: {error}", place(key.span().start)))?;
            }
        }
        Ok(config)
    }

    fn option(&mut self, key: &str, value: &DeValue) -> Result<(), String> {
        let Some(row) = OPTIONS.iter().find(|row| row.0 == key) else {
            let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "{key} is no option of this file: {}",
                names.join(", ")
            ));
        };
        let is_flag = matches!(key, "no-merge-regions" | "line-directives");
        let word = match (value, is_flag) {
            (DeValue::Boolean(true), true) => format!("--{key}"),
            (DeValue::Boolean(false), true) => return Ok(()),
            (DeValue::String(text), false) => format!("--{key}={text}"),
            (DeValue::Integer(number), false) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let number = number.map_err(|error| format!("{key}: {error}"))?;
                format!("--{key}={number}")
            }
            (DeValue::Array(list), false) if key == "offload-arch" => {
                let words = list.iter().map(|one| one.get_ref().as_str());
                let words: Option<Vec<&str>> = words.collect();
                let words = words.ok_or(format!("{key}: expected strings"))?;
                format!("--{key}={}", words.join(","))
            }
            (_, true) => return Err(format!("{key}: expected true or false")),
            _ => return Err(format!("{key}: expected a string")),
        };
        self.options.push((row, word));
        Ok(())
    }

    fn lint(&mut self, key: &str, value: &DeValue) -> Result<(), String> {
        key.parse::<Warning>()?;
        self.lints.push(match value.as_str() {
            Some("allow") => format!("-Wno-{key}"),
            Some("warn") => format!("-W{key}"),
            Some("error") => format!("-Werror={key}"),
            _ => return Err(format!("{key}: expected \"allow\", \"warn\" or \"error\"")),
        });
        Ok(())
    }

    /// The words that count beside those of a command line and the variables that are set.
    fn words(
        &self,
        given: &[String],
        knows: &dyn Fn(&str) -> bool,
        is_set: &dyn Fn(&str) -> bool,
    ) -> Vec<String> {
        let is_given = |name: &str| {
            let option = format!("--{name}");
            given.iter().any(|word| {
                word.strip_prefix(&option)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
            })
        };
        let counts = |(name, variables): &Row| {
            knows(name) && !is_given(name) && !variables.iter().any(|variable| is_set(variable))
        };
        let options = self.options.iter().filter(|(row, _)| counts(row));
        let options = options.map(|(_, word)| word.clone());
        self.lints.iter().cloned().chain(options).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[options]\noffload-arch = [\"sm_90\", \"emulated\"]\nnvcc = \"/opt/nvcc\"\n\
                        shared-budget = 4096\nline-directives = true\n\n[lints]\nserialised = \"error\"\n";

    fn words(given: &str, set: &str) -> String {
        let given: Vec<String> = given.split_whitespace().map(String::from).collect();
        let config = Config::parse(FILE).unwrap();
        config
            .words(&given, &|name| name != "line-directives", &|name| {
                name == set
            })
            .join(" ")
    }

    #[test]
    fn the_command_line_comes_first_then_variables() {
        assert_eq!(
            words("a.c", ""),
            "-Werror=serialised --nvcc=/opt/nvcc --offload-arch=sm_90,emulated --shared-budget=4096"
        );
        assert_eq!(
            words(
                "a.c --offload-arch sm_80 --shared-budget=occupancy",
                "CUDA_HOME"
            ),
            "-Werror=serialised"
        );
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        for (text, expected) in [
            ("[options]\n\nsimd = ", "3:8: "),
            (
                "[options]\nsmid = \"auto\"",
                "2:1: smid is no option of this file: offload-arch, ",
            ),
            ("[options]\nsimd = true", "2:1: simd: expected a string"),
            ("simd = \"auto\"", "1:1: simd stands in no section"),
            (
                "[lints]\nserialised = \"deny\"",
                "2:1: serialised: expected \"allow\"",
            ),
            ("[lints]\nno-such = \"warn\"", "2:1: "),
            (
                "[options]\n  \"simd\" = 1.5",
                "2:3: simd: expected a string",
            ),
            ("\n[option]\nsimd = \"auto\"", "3:1: [option] is unknown"),
            (
                "[lints]\nserialised = \"warn\"\n[options]\nserialised = 1",
                "4:1: serialised is no option",
            ),
            ("[options]\nshared-budget = 0x", "2:1"),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_nearest_file_above_the_source_counts() {
        let dir = tempfile::tempdir().unwrap();
        let (above, inner) = (dir.path().join(NAME), dir.path().join("a/b"));
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(&above, "").unwrap();
        assert_eq!(find(&inner), Some(above));
        let near = dir.path().join("a").join(NAME);
        std::fs::write(&near, "").unwrap();
        assert_eq!(find(&inner), Some(near));
    }
}
