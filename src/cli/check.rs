//! `romp2cuda check`: what is wrong with files, and nothing else; with `--fix`, what can be mended in them.

use super::reading::{self, Input};
use super::terminal::{Terminal, counted, print};
use crate::diag::difference::{self, Options};
use crate::diag::{Diagnostic, Places};
use crate::driver::interfaces::Interfaces;
use crate::driver::{Failure, Reporter, Result};
use crate::fix::Fixes;
use crate::report::remarks::Remark;
use crate::source::bytes;
use std::path::Path;
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
    let translated = reading::translate(&arguments.input, terminal)?;
    Interfaces::of(&translated.units).faults_of_translated(translated.warnings, terminal)
}

/// What can be mended at once.
fn fixes(arguments: &Arguments, terminal: &Terminal) -> Result<Fixes> {
    arguments.input.check_written_by_hand()?;
    let gathered = Gathered {
        terminal,
        fixes: Mutex::default(),
    };
    match reading::translate(&arguments.input, &gathered) {
        Err(Failure::Refused(errors, places)) => gathered.diagnostics(&errors, places.as_ref()),
        // The compiler's own errors are shown when the files are looked at for the last time.
        Ok(_) | Err(Failure::Compiler(_)) => {}
        Err(other) => return Err(other),
    }
    let fixes = gathered.fixes.into_inner();
    Ok(fixes.unwrap_or_else(PoisonError::into_inner))
}

/// Prints the changes as a patch.
fn show(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let fixes = fixes(arguments, terminal)?;
    let options = Options {
        colour: terminal.colour_on_stdout(),
        ignore_comments: false,
    };
    for file in fixes.files() {
        let before = read(file)?;
        let after = bytes::decode(fixes.applied(file, before.clone()));
        let name = file.display().to_string();
        let name = name.trim_start_matches("./").trim_start_matches('/');
        let (old, new) = (format!("a/{name}"), format!("b/{name}"));
        let patch = difference::render(&old, &new, &bytes::decode(before), &after, options);
        print(&patch.unwrap_or_default());
    }
    terminal.say(&summary("would follow", fixes.made, fixes.files().count()));
    Ok(())
}

/// Makes the changes, and says what is wrong with what has become of the files.
fn mend(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let (mut made, mut files) = (0, vec![]);
    for _ in 0..LOOKS {
        let fixes = fixes(arguments, terminal)?;
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
