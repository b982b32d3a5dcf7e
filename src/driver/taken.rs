//! The files that the linker has used, as its trace names them, and the objects in them.
//!
//! Must not know what is looked for in an object.

use super::{Failure, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Words that have the linker name each file and archive member that it uses.
pub const TRACE: &[&str] = &["-Wl,-t", "-Wl,-t"];

/// A file that the linker has used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Taken {
    File(String),
    Member {
        archive: String,
        member: String,
    },
    /// Every member: no linker has chosen among them.
    Archive(String),
}

/// All files of a trace, each once.
pub fn of_trace(text: &str) -> BTreeSet<Taken> {
    text.lines().filter_map(taken).collect()
}

/// Understands a line of the trace: `a.o`, `(lib.a)a.o` (GNU ld), `lib.a(a.o)` (lld, gold, mold).
fn taken(line: &str) -> Option<Taken> {
    let line = line.trim();
    let member = |archive: &str, member: &str| {
        Some(Taken::Member {
            archive: archive.to_string(),
            member: member.to_string(),
        })
    };
    if let Some((archive, name)) = line.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        return member(archive, name);
    }
    if let Some((archive, name)) = line
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('))
    {
        return member(archive, name);
    }
    Path::new(line)
        .is_file()
        .then(|| Taken::File(line.to_string()))
}

/// What the linker printed beside its trace.
pub fn without_trace(text: &str) -> String {
    let mut out = String::new();
    for line in text
        .lines()
        .filter(|line| taken(line).is_none() && !line.starts_with("-l") && !is_gone(line))
    {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Whether a line of the trace is an object that link-time optimisation made, and that is removed already.
fn is_gone(line: &str) -> bool {
    line.starts_with('/') && line.ends_with(".o") && !line.contains(": ")
}

/// Shows each object to `see`, with a name for people.
pub fn visit(all: &BTreeSet<Taken>, see: &mut dyn FnMut(&str, &[u8]) -> Result<()>) -> Result<()> {
    let read = |name: &str| {
        std::fs::read(name).map_err(|error| Failure::file(Path::new(name), "read", error))
    };
    let mut archives: BTreeMap<&str, Option<BTreeSet<&str>>> = BTreeMap::new();
    for taken in all {
        match taken {
            Taken::File(name) => see(name, &read(name)?)?,
            Taken::Archive(archive) => drop(archives.insert(archive, None)),
            Taken::Member { archive, member } => {
                let members = archives
                    .entry(archive)
                    .or_insert_with(|| Some(BTreeSet::new()));
                if let Some(members) = members {
                    members.insert(member);
                }
            }
        }
    }
    for (archive, members) in archives {
        let data = read(archive)?;
        let Ok(file) = object::read::archive::ArchiveFile::parse(&*data) else {
            continue;
        };
        for member in file.members().flatten() {
            let name = String::from_utf8_lossy(member.name()).into_owned();
            if members
                .as_ref()
                .is_some_and(|members| !members.contains(name.as_str()))
            {
                continue;
            }
            let shown = format!("{archive}({name})");
            // A thin archive names files beside it.
            if member.is_thin() {
                let path = Path::new(archive).with_file_name(&name);
                see(&shown, &std::fs::read(&path).unwrap_or_default())?;
            } else if let Ok(object) = member.data(&*data) {
                see(&shown, object)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_of_several_linkers() {
        let member = |archive: &str, member: &str| {
            Some(Taken::Member {
                archive: archive.into(),
                member: member.into(),
            })
        };
        assert_eq!(taken("(libx.a)a.o"), member("libx.a", "a.o"));
        assert_eq!(taken("/p (1)/libx.a(a.o)"), member("/p (1)/libx.a", "a.o"));
        assert_eq!(taken("no/such/file.o"), None);
        assert_eq!(
            without_trace("(libx.a)a.o\n/tmp/ccx1.ltrans0.ltrans.o\n/bin/ld: some warning: a.o\n"),
            "/bin/ld: some warning: a.o\n"
        );
    }
}
