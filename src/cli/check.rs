//! `romp2cuda check`: what is wrong with files, and nothing else; with `--fix`, what can be mended in them.

use super::reading::{self, Input};
use super::terminal::{Terminal, counted, print};
use crate::diag::difference::{self, Options};
use crate::diag::{Diagnostic, Places};
use crate::driver::interfaces::Interfaces;
use crate::driver::{Failure, Reporter, Result, same_file};
use crate::fix::Fixes;
use crate::report::remarks::Remark;
use crate::source::bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Change the files as messages suggest, where that is certain to be meant
    #[arg(long)]
    fix: bool,
    /// With --fix: show the changes as a patch, and make none
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

/// A change may make the next fault visible; so many times a file is looked at again.
const LOOKS: usize = 12;

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let result = match (arguments.fix, arguments.dry_run) {
        (false, _) => check(arguments, terminal),
        (true, true) => show(arguments, terminal),
        (true, false) => mend(arguments, terminal),
    };
    terminal.code(result.map(|()| 0))
}

/// Looks at the files, and says what is wrong.
fn check(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    check_input(&arguments.input, terminal)
}

fn check_input(input: &Input, terminal: &Terminal) -> Result<()> {
    let translated = reading::translate(input, terminal)?;
    Interfaces::of(&translated.units).faults_of_translated(translated.warnings, terminal)
}

/// What can be mended at once, but in files that stay as they are.
fn fixes(input: &Input, kept: &BTreeSet<PathBuf>, terminal: &Terminal) -> Result<Fixes> {
    input.check_written_by_hand()?;
    let gathered = Gathered {
        terminal,
        fixes: Mutex::new(Fixes::but_in(kept)),
    };
    match reading::translate(input, &gathered) {
        Err(Failure::Refused(errors, places)) => gathered.diagnostics(&errors, places.as_ref()),
        // The compiler's own errors are shown when the files are looked at for the last time.
        Ok(_) | Err(Failure::Compiler(_)) => {}
        Err(other) => return Err(other),
    }
    let fixes = gathered.fixes.into_inner();
    Ok(fixes.unwrap_or_else(PoisonError::into_inner))
}

/// Prints what the changes come to as a patch, and says what is wrong with what would become of the files.
fn show(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let mut input = arguments.input.clone();
    // Compilers find headers on the disk alone: those are looked at once.
    let mut headers: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    let mut made = 0;
    for _ in 0..LOOKS {
        let fixes = fixes(&input, &headers.keys().cloned().collect(), terminal)?;
        if fixes.made == 0 {
            break;
        }
        for file in fixes.files() {
            let given = input.files.iter().find(|given| same_file(given, file));
            let Some(given) = given.cloned() else {
                headers.insert(file.to_path_buf(), fixes.applied(file, read(file)?));
                continue;
            };
            let before = match input.edited.get(&given) {
                Some(text) => text.clone(),
                None => read(&given)?,
            };
            input.edited.insert(given, fixes.applied(file, before));
        }
        made += fixes.made;
    }
    for (file, after) in input.edited.iter().chain(&headers) {
        print_patch(file, after, terminal)?;
    }
    let files = input.edited.len() + headers.len();
    terminal.say(&summary("would follow", made, files));
    if !headers.is_empty() {
        terminal.say("romp2cuda: what follows from the changes of headers is not looked at");
        return Ok(());
    }
    check_input(&input, terminal)
}

/// Prints the difference between a file and what would become of it.
fn print_patch(file: &Path, after: &[u8], terminal: &Terminal) -> Result<()> {
    let options = Options {
        colour: terminal.colour_on_stdout(),
        ignore_comments: false,
    };
    let (before, after) = (bytes::decode(read(file)?), bytes::decode(after.to_vec()));
    let name = file.display().to_string();
    let name = name.trim_start_matches("./").trim_start_matches('/');
    let (old, new) = (format!("a/{name}"), format!("b/{name}"));
    let patch = difference::render(&old, &new, &before, &after, options);
    print(&patch.unwrap_or_default());
    Ok(())
}

/// Makes the changes, and says what is wrong with what has become of the files.
fn mend(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let (mut made, mut files) = (0, vec![]);
    for _ in 0..LOOKS {
        let fixes = fixes(&arguments.input, &BTreeSet::new(), terminal)?;
        if fixes.made == 0 {
            break;
        }
        for file in fixes.files() {
            let after = fixes.applied(file, read(file)?);
            std::fs::write(file, after).map_err(|error| Failure::file(file, "write", error))?;
            files.push(file.to_path_buf());
        }
        made += fixes.made;
    }
    files.sort();
    files.dedup();
    terminal.say(&summary("followed", made, files.len()));
    check(arguments, terminal)
}

/// `followed` in the tense that fits.
fn summary(followed: &str, made: usize, files: usize) -> String {
    let suggestions = counted(made, "suggestion");
    format!(
        "romp2cuda: {followed} {suggestions}, in {}",
        counted(files, "file")
    )
}

fn read(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| Failure::file(file, "read", error))
}

/// Takes what messages suggest in place of showing them.
struct Gathered<'a> {
    terminal: &'a Terminal,
    fixes: Mutex<Fixes>,
}

impl Reporter for Gathered<'_> {
    fn command(&self, line: &str) {
        self.terminal.command(line);
    }

    fn output(&self, _text: &[u8]) {}

    fn diagnostics(&self, diagnostics: &[Diagnostic], places: &dyn Places) {
        let mut fixes = self.fixes.lock().unwrap_or_else(PoisonError::into_inner);
        fixes.add(diagnostics, places);
    }

    fn remarks(&self, _remarks: &[Remark]) {}

    fn say(&self, _line: &str) {}
}
