//! The archives of a command line, and their members that device code alone needs: host code has no symbol of theirs, so
//! that no linker of host code takes them.
//!
//! Must not know how anything is linked.

use super::cmdline::{Arg, CommandLine};
use super::interfaces::Interfaces;
use super::taken::{self, Taken};
use super::{Result, cache};
use std::path::{Path, PathBuf};

/// The archives that a command line names, as files or as libraries in folders of its own, in its order.
pub fn named(line: &CommandLine) -> Vec<PathBuf> {
    let words = |arg: &Arg| match arg {
        Arg::Link(words) => words.concat(),
        _ => String::new(),
    };
    let folders: Vec<PathBuf> = line
        .args
        .iter()
        .filter_map(|arg| words(arg).strip_prefix("-L").map(PathBuf::from))
        .collect();
    let mut found = vec![];
    for arg in &line.args {
        match (arg, words(arg).strip_prefix("-l")) {
            (Arg::Input(input), _) if input.path.ends_with(".a") => {
                found.push(PathBuf::from(&input.path));
            }
            (_, Some(name)) => {
                let files = folders
                    .iter()
                    .map(|folder| folder.join(format!("lib{name}.a")));
                found.extend(files.filter(|file| file.is_file()));
            }
            _ => {}
        }
    }
    found
}

/// Writes into `dir` the members that define for a device what `known` needs and lacks, and what these need of others;
/// `known` has their interfaces then.
pub fn members_for_devices(
    line: &CommandLine,
    known: &mut Interfaces,
    dir: &Path,
) -> Result<Vec<PathBuf>> {
    let mut members = vec![];
    if known.is_complete() {
        return Ok(members);
    }
    let archives: Vec<PathBuf> = named(line)
        .into_iter()
        .filter(|file| file.is_file())
        .collect();
    loop {
        let before = members.len();
        for archive in &archives {
            let all = [Taken::Archive(archive.to_string_lossy().into_owned())].into();
            taken::visit(&all, &mut |name, data| {
                let mut own = Interfaces::default();
                own.add(name, data);
                if known.lacks_what_is_in(&own) {
                    known.add(name, data);
                    let member = name.rsplit(['(', '/']).next().unwrap_or(name);
                    let member = member.trim_end_matches(')');
                    let name = format!("{}-{member}", members.len());
                    members.push(cache::write(dir, &name, data)?);
                }
                Ok(())
            })?;
        }
        if members.len() == before {
            return Ok(members);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_found_by_file_and_by_name() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().display();
        std::fs::write(dir.path().join("libone.a"), "").unwrap();
        let words = format!("a.o two.a -L {folder} -lone -lnone -lm");
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        let line = CommandLine::parse(&words).unwrap();
        assert_eq!(
            named(&line),
            [PathBuf::from("two.a"), dir.path().join("libone.a")]
        );
    }
}
