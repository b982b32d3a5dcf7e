//! `romp2cuda.toml`: options and lints of a project, as words of the command line.
//!
//! Found in the folder of the source or the nearest one above. Words of the command line come first, then variables,
//! then the file. Must not know what the options do.

use super::cmdline::{Language, language_of};
use crate::diag::Warning;
use std::path::{Path, PathBuf};
use toml::Value;

pub const NAME: &str = "romp2cuda.toml";
/// The word with which a command line wants no file.
const WITHOUT: &str = "--no-config";

/// Options that may stand in `[options]`, under the name that the command line knows, with the variables that come
/// before the file.
const OPTIONS: &[(&str, &[&str])] = &[
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
    /// Names of [`OPTIONS`], and the words that stand for them.
    options: Vec<(&'static str, String)>,
    lints: Vec<String>,
}

/// The words of a command line with those of its project's file in front; `knows` tells which options the command has.
pub fn complete(words: Vec<String>, knows: &dyn Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let end = words.iter().position(|word| word == "--");
    let end = end.unwrap_or(words.len());
    if let Some(at) = words[..end].iter().position(|word| word == WITHOUT) {
        let mut words = words;
        words.remove(at);
        return Ok(words);
    }
    let Some(path) = find(&start(&words[..end])) else {
        return Ok(words);
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let config = Config::parse(&text).map_err(|error| format!("{}:{error}", path.display()))?;
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut all = config.words(&words, knows, &is_set);
    all.extend(words);
    Ok(all)
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
    /// Reads a file's text. The error begins with a line's number.
    fn parse(text: &str) -> Result<Config, String> {
        let line_of = |at: usize| text[..at].matches('\n').count() + 1;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| line_of(span.start));
            format!("{line}: {}", error.message())
        })?;
        // The parser keeps no places of what it has understood.
        let at = |key: &str| {
            let found = text.lines().position(|line| {
                let line = line.trim_start_matches([' ', '\t', '[', '"']);
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with([' ', '=', ']', '"', '\t']))
            });
            found.map_or(1, |line| line + 1)
        };
        let mut config = Config::default();
        for (section, value) in &table {
            let Value::Table(entries) = value else {
                return Err(format!(
                    "{}: {section} stands in no section: [options] and [lints] are known",
                    at(section)
                ));
            };
            for (key, value) in entries {
                let added = match section.as_str() {
                    "options" => config.option(key, value),
                    "lints" => config.lint(key, value),
                    _ => Err(format!(
                        "[{section}] is unknown: [options] and [lints] are known"
                    )),
                };
                added.map_err(|error| format!("{}: {error}", at(key)))?;
            }
        }
        Ok(config)
    }

    fn option(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let Some((name, _)) = OPTIONS.iter().find(|(name, _)| *name == key) else {
            let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "{key} is no option of this file: {}",
                names.join(", ")
            ));
        };
        let is_flag = matches!(*name, "no-merge-regions" | "line-directives");
        let word = match (value, is_flag) {
            (Value::Boolean(true), true) => format!("--{name}"),
            (Value::Boolean(false), true) => return Ok(()),
            (Value::String(text), false) => format!("--{name}={text}"),
            (Value::Integer(number), false) => format!("--{name}={number}"),
            (Value::Array(list), false) if *name == "offload-arch" => {
                let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
                let words = words.ok_or(format!("{key}: expected strings"))?;
                format!("--{name}={}", words.join(","))
            }
            (_, true) => return Err(format!("{key}: expected true or false")),
            _ => return Err(format!("{key}: expected a string")),
        };
        self.options.push((name, word));
        Ok(())
    }

    fn lint(&mut self, key: &str, value: &Value) -> Result<(), String> {
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
        let variables = |name: &str| OPTIONS.iter().find(|(known, _)| *known == name);
        let counts = |name: &&'static str| {
            let of = variables(name).map_or(&[][..], |(_, variables)| *variables);
            knows(name) && !is_given(name) && !of.iter().any(|variable| is_set(variable))
        };
        let options = self.options.iter().filter(|(name, _)| counts(name));
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
    fn errors_have_a_line() {
        for (text, expected) in [
            ("[options]\n\nsimd = ", "3: "),
            (
                "[options]\nsmid = \"auto\"",
                "2: smid is no option of this file: offload-arch, ",
            ),
            ("[options]\nsimd = true", "2: simd: expected a string"),
            ("simd = \"auto\"", "1: simd stands in no section"),
            (
                "[lints]\nserialised = \"deny\"",
                "2: serialised: expected \"allow\"",
            ),
            ("[lints]\nno-such = \"warn\"", "2: "),
            ("\n[option]\nsimd = \"auto\"", "3: [option] is unknown"),
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
