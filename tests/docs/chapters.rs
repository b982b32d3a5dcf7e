//! Chapters of the book whose files are written and whose commands are run.

use crate::support::{self, Outcome, compare_with_file, finish, root};
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

pub fn trials() -> Vec<Trial> {
    let pages = support::files(&root().join("docs/book"), "md");
    let trial = |page: PathBuf| {
        let name = page.strip_prefix(root()).unwrap_or(&page);
        Trial::test(name.display().to_string(), move || check(&page))
    };
    pages.into_iter().map(trial).collect()
}

/// Compares a chapter with the same chapter whose commands have been run.
fn check(page: &Path) -> Outcome {
    let text = fs::read_to_string(page)?;
    let dir = tempfile::tempdir()?;
    let mut wanted = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        wanted += line;
        wanted.push('\n');
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut words = kind.split(' ');
        let console = words.next() == Some("console");
        let option = words.next().unwrap_or_default();
        if console && runs(option, page) {
            wanted += &transcript(&block, dir.path())?;
        } else {
            let body: String = block.iter().flat_map(|line| [*line, "\n"]).collect();
            if let Some(name) = option.strip_prefix("file=") {
                let path = dir.path().join(name);
                fs::create_dir_all(path.parent().unwrap_or(dir.path()))?;
                fs::write(path, &body)?;
            }
            wanted += &body;
        }
        wanted += "```\n";
    }
    Ok(compare_with_file(page, &wanted)?)
}

/// Whether the commands of a block can be run on this machine.
fn runs(option: &str, page: &Path) -> bool {
    let needs = option.strip_prefix("needs=").unwrap_or_default();
    let missing = needs
        .split(',')
        .filter(|program| !program.is_empty())
        .find(|program| !support::is_on_path(program));
    if let Some(program) = missing {
        eprintln!(
            "{}: commands are left out: there is no {program}",
            page.display()
        );
    }
    missing.is_none() && option != "norun"
}

/// The commands of a block with what they print.
fn transcript(block: &[&str], dir: &Path) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            continue; // what was printed when it was written
        };
        out += line;
        out.push('\n');
        let mut command = command.to_string();
        while command.ends_with('\\') {
            let Some(more) = lines.next() else { break };
            out += more;
            out.push('\n');
            command = format!("{command}\n{more}");
        }
        out += &printed(&command, dir)?;
    }
    Ok(out)
}

fn printed(line: &str, dir: &Path) -> Result<String, String> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(dir);
    support::as_user(&mut command);
    let done = finish(command, LIMIT);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    // `|| true` says where a command is meant to fail.
    match done.code {
        Some(0) => Ok(text.replace(&*dir.to_string_lossy(), "/home/you/app")),
        code => Err(format!(
            "`{line}`: exit code {code:?}\n{text}{}",
            done.stderr
        )),
    }
}
