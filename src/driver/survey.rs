//! The sources of a tree, and what the translator makes of each: `report --effort`.
//!
//! Finds files in folders or a `compile_commands.json`. Starts the preprocessor and the check by the compiler; compiles
//! nothing. Other languages than C count, too: what they have for a device is refused.

use super::cmdline::{CommandLine, Language, language_of};
use super::database::{self, Database};
use super::host_cc::HostCc;
use super::host_source::Foreign;
use super::process::{Mode, Runner};
use super::source::Source;
use super::unit::{self, Reading};
use super::unit_name::Naming;
use super::{Failure, Result, Silent, cache, host_source, syntax};
use crate::diag::{Diagnostic, Places, Severity};
use crate::report::effort::{File, Said, State};
use crate::report::filter::Filter;
use crate::translate;
use std::path::{Path, PathBuf};

/// A file, and the words it is compiled with.
pub struct Found {
    path: PathBuf,
    words: Vec<String>,
}

impl Found {
    /// The name of the file in what is said of it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// The sources that paths name: files, folders with what is below them, databases. A folder with a database is read
/// as the database says. `words` are those of files that no database knows.
pub fn files(paths: &[PathBuf], words: &[String]) -> Result<Vec<Found>> {
    let mut found: Vec<Found> = vec![];
    for path in paths {
        let is_database = path.file_name().is_some_and(|name| name == database::NAME);
        match path.is_dir() {
            _ if is_database || path.join(database::NAME).is_file() => {
                let entries = Database::load(path)?.entries.into_iter();
                let sources = entries.filter(|entry| is_source(&entry.file));
                found.extend(sources.map(|entry| Found {
                    path: entry.file,
                    words: entry.words,
                }));
            }
            true => below(path, words, &mut found)?,
            false => found.push(Found {
                path: path.clone(),
                words: words.to_vec(),
            }),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|one| seen.insert(one.path.clone()));
    Ok(found)
}

/// Whether a file is written in a language that can have constructs for a device, and is no part of other files.
fn is_source(path: &Path) -> bool {
    const FORTRAN: &[&str] = &["f", "F", "for", "f90", "F90", "f95", "F95"];
    let name = path.to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    matches!(language_of(&name, None), Language::C | Language::Cxx)
        || FORTRAN.contains(&extension.as_ref())
}

fn below(folder: &Path, words: &[String], found: &mut Vec<Found>) -> Result<()> {
    let failure = |error| Failure::file(folder, "read", error);
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let mut paths = vec![];
    for entry in entries {
        let entry = entry.map_err(failure)?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Links may lead back to a folder above.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if !(hidden || is_link && entry.path().is_dir()) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            below(&path, words, found)?;
        } else if is_source(&path) {
            let words = words.to_vec();
            found.push(Found { path, words });
        }
    }
    Ok(())
}

/// What the translator makes of a file.
pub fn survey(
    found: &Found,
    host: Option<&str>,
    translation: translate::Options,
    filter: &Filter,
) -> Result<File> {
    let runner = Runner::new(&Silent, Mode::Quiet);
    let line = CommandLine::parse(&found.words).map_err(Failure::Usage)?;
    let host = HostCc::find(&runner, line.own.host_cc.as_deref().or(host))?;
    let include = cache::include_dir()?;
    let words = line.compile_words();
    let reading = Reading {
        naming: Naming::ByText,
        host: &host,
        words: &words,
        include: &include,
        translation,
    };
    let name = found.name();
    if let Some(foreign) = host_source::read_file(&runner, &host, &words, &found.path)? {
        return in_other_language(foreign, name, || {
            host_source::check_syntax(&runner, &host, &words, &found.path)
        });
    }
    let source = Source::file(&found.path);
    let text = match unit::read(&runner, &reading, &source, &[]) {
        Ok(text) => text,
        Err(failure) => return not_compiled(name, failure),
    };
    if !unit::may_offload(&text.bytes) {
        let check = syntax::start(runner, &host, &words, &include, &source, &text.bytes)?;
        return match check.finish()? {
            Some(errors) => not_compiled(name, Failure::Compiler(errors)),
            None => Ok(File::new(name, State::HostOnly)),
        };
    }
    let regions = unit::target_regions(&text.bytes);
    match unit::translate(&runner, &reading, &source, text) {
        Ok(unit) if !unit.has_device_code() => Ok(File::new(name, State::HostOnly)),
        Ok(mut unit) => {
            let mut file = File::new(name, State::Translated);
            filter.kernels(&mut unit.translation.report);
            file.kernels(&unit.translation.report);
            add(&mut file, &unit.translation.diagnostics, &unit.text);
            Ok(file)
        }
        Err(Failure::Refused(errors, places)) => {
            let mut file = File::new(name, State::Refused);
            file.regions = regions;
            add(&mut file, &errors, places.as_ref());
            Ok(file)
        }
        Err(failure) => not_compiled(name, failure),
    }
}

/// A file in another language than C. `check` asks its compiler about it.
fn in_other_language(
    foreign: Foreign,
    name: String,
    check: impl Fn() -> Result<Option<String>>,
) -> Result<File> {
    // Many a gcc has no compiler of the other languages.
    let is_cxx = foreign.language == "C++";
    match foreign.refusal {
        Some(Failure::Refused(errors, places)) => {
            let mut file = File::new(name, State::Refused);
            file.regions = unit::target_regions(foreign.text.as_bytes()).max(1);
            add(&mut file, &errors, places.as_ref());
            Ok(file)
        }
        Some(other) => Err(other),
        None if is_cxx => match foreign
            .failed
            .map_or_else(check, |failed| Ok(Some(failed)))?
        {
            Some(errors) => not_compiled(name, Failure::Compiler(errors)),
            None => Ok(File::new(name, State::HostOnly)),
        },
        None => Ok(File::new(name, State::HostOnly)),
    }
}

/// A file that the C compiler refuses; a missing tool is no fault of the file.
fn not_compiled(name: String, failure: Failure) -> Result<File> {
    let text = match failure {
        Failure::Compiler(text) => text,
        Failure::Refused(errors, _) => errors.first().map_or(String::new(), |e| e.message.clone()),
        other => return Err(other),
    };
    let mut file = File::new(name, State::NotCompiled);
    let mut lines = text.lines().filter(|line| line.contains("error"));
    let first = lines.next().or_else(|| text.lines().next());
    file.compiler = first.map(|line| line.trim().to_string());
    Ok(file)
}

fn add(file: &mut File, diagnostics: &[Diagnostic], places: &dyn Places) {
    for one in diagnostics {
        let place = one.primary().and_then(|label| places.place(label.span));
        let place = place.map_or(file.file.clone(), |at| format!("{}:{}", at.file, at.line));
        let text = one.message.clone();
        let all = match one.severity {
            Severity::Error => &mut file.refused,
            Severity::Warning => &mut file.warnings,
            Severity::Note => continue,
        };
        all.entry(one.code.number())
            .or_default()
            .push(Said { place, text });
    }
}
