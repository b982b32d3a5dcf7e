//! Files that are written beside the user's: none is replaced that was not written by the translator, or that has
//! been edited since. A file that is as it would be written stays, with its time, so that nothing is built again for it.
//!
//! A list in the folder has the digest of each file that was written, in the format of `sha256sum -c`. Must not know
//! what the files contain.

use super::{Failure, Result, cache, same_file};
use crate::diag::{Code, Diagnostic, Severity};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The list's name.
pub const NAME: &str = ".romp2cuda.sha256";
/// The file that says what git leaves out of account. Where the user has one, or has edited it, it stays.
pub const IGNORED: &str = ".gitignore";
const HEAD: &str = "# What romp2cuda wrote into this folder. It replaces no other file, nor one that was edited since.\n";

/// What is to be written below a folder, and what must stay.
pub struct Outputs<'a> {
    pub dir: &'a Path,
    /// The contents, by path below the folder.
    pub files: BTreeMap<PathBuf, Cow<'a, [u8]>>,
    /// What is written in place of some contents: the user's edits have been brought into it. The list keeps the digest
    /// of the contents, so that such a file still counts as edited.
    pub merged: BTreeMap<PathBuf, Cow<'a, [u8]>>,
    /// The user's files that they were made of: never replaced.
    pub inputs: &'a [PathBuf],
    /// Whether to replace files that the translator did not write, or that were edited.
    pub force: bool,
    /// The advice about a file that is in the way.
    pub remedy: &'static str,
}

/// The digest of each file when it was written; two where a run was interrupted.
type Known = BTreeMap<PathBuf, BTreeSet<String>>;

impl Outputs<'_> {
    /// Writes all files that are not there yet as they should be, or none: under temporary names first, then each under
    /// its own.
    pub fn write(&self) -> Result<()> {
        let failed = |error| Failure::file(self.dir, "write to", error);
        std::fs::create_dir_all(self.dir).map_err(failed)?;
        // Compilations side by side share the folder; the lock ends with the handle.
        let folder = std::fs::File::open(self.dir).map_err(failed)?;
        folder.lock().map_err(failed)?;
        let listed = read_list(self.dir);
        let mut files: BTreeMap<&PathBuf, &Cow<[u8]>> = self.files.iter().collect();
        files.retain(|path, data| {
            let is_taken = || self.obstacle(path, data, listed.get(*path)).is_some();
            path.as_os_str() != IGNORED || !is_taken()
        });
        self.check(&files, &listed)?;
        let digests: BTreeMap<&PathBuf, String> = files
            .iter()
            .map(|(&path, data)| (path, digest(data)))
            .collect();
        let written = files.iter().map(|(&path, &data)| (path, data));
        let written = written.map(|(path, data)| (path, self.merged.get(path).unwrap_or(data)));
        let is_new = |(path, data): &(&PathBuf, &Cow<[u8]>)| !is_there(&self.dir.join(path), data);
        let new: Vec<_> = written.filter(is_new).collect();
        let mut known = listed.clone();
        let aside = tempfile::Builder::new()
            .prefix(".romp2cuda-")
            .tempdir_in(self.dir)
            .map_err(failed)?;
        if !new.is_empty() {
            for (path, data) in &new {
                cache::write(aside.path(), &path.to_string_lossy(), data)?;
                let known = known.entry(path.to_path_buf()).or_default();
                known.insert(digests[path].clone());
            }
            // A run that is interrupted from here on leaves files that are in the list, old or new.
            write_list(self.dir, aside.path(), &known)?;
        }
        for (path, _) in &new {
            let place = self.dir.join(path);
            place
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| std::fs::rename(aside.path().join(path), &place))
                .map_err(|error| Failure::file(&place, "write", error))?;
        }
        for (path, digest) in digests {
            known.insert(path.clone(), BTreeSet::from([digest]));
        }
        known.retain(|path, _| self.dir.join(path).is_file());
        match new.is_empty() && known == listed {
            true => Ok(()),
            false => write_list(self.dir, aside.path(), &known),
        }
    }

    /// A message that names every file that is in the way.
    fn check(&self, files: &BTreeMap<&PathBuf, &Cow<[u8]>>, known: &Known) -> Result<()> {
        let mut errors = vec![];
        for (&path, data) in files {
            let place = self.dir.join(path);
            let why = match self.obstacle(path, data, known.get(path)) {
                Some(why) => format!("{} {why}", place.display()),
                None => continue,
            };
            let message = format!("{why}: nothing is written");
            let help = match self.is_input(&place) {
                true => "give another folder with -o",
                false => self.remedy,
            };
            errors.push(Diagnostic::bare(Code::Overwrite, Severity::Error, message).help(help));
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(Failure::Refused(errors, Box::new(crate::diag::Nowhere))),
        }
    }

    fn obstacle(
        &self,
        path: &Path,
        data: &[u8],
        known: Option<&BTreeSet<String>>,
    ) -> Option<&'static str> {
        let place = &self.dir.join(path);
        let there = place.symlink_metadata().ok()?;
        if self.is_input(place) {
            return Some("is an input");
        }
        if there.is_dir() {
            return Some("is a folder");
        }
        if self.force {
            return None;
        }
        if there.is_symlink() {
            return Some("is a symbolic link, which romp2cuda did not make");
        }
        if self.merged.contains_key(path) || is_there(place, data) {
            return None;
        }
        let held = std::fs::read(place).ok();
        match (held, known) {
            (Some(held), Some(known)) if known.contains(&digest(&held)) => None,
            (_, Some(_)) => Some("was edited since romp2cuda wrote it"),
            (_, None) => Some("was not written by romp2cuda"),
        }
    }

    fn is_input(&self, place: &Path) -> bool {
        self.inputs.iter().any(|input| same_file(input, place))
    }
}

/// Whether a place has a file of its own with these contents.
fn is_there(place: &Path, data: &[u8]) -> bool {
    place
        .symlink_metadata()
        .is_ok_and(|there| there.is_file() && there.len() == data.len() as u64)
        && std::fs::read(place).is_ok_and(|held| held == data)
}

fn digest(data: &[u8]) -> String {
    let bytes = Sha256::digest(data);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the translator wrote a file of the folder just as it is.
pub fn is_as_written(dir: &Path, path: &Path) -> bool {
    let held = std::fs::read(dir.join(path)).ok();
    let known = read_list(dir).remove(path);
    held.zip(known)
        .is_some_and(|(held, known)| known.contains(&digest(&held)))
}

/// Takes files out of the list of a folder that are not there any more.
pub fn forget_removed(dir: &Path) -> Result<()> {
    let mut known = read_list(dir);
    let all = known.len();
    known.retain(|path, _| dir.join(path).is_file());
    if known.len() == all {
        return Ok(());
    }
    let aside = tempfile::Builder::new()
        .prefix(".romp2cuda-")
        .tempdir_in(dir)
        .map_err(|error| Failure::file(dir, "write to", error))?;
    write_list(dir, aside.path(), &known)
}

/// The files that are in the list of a folder.
pub fn listed(dir: &Path) -> Vec<PathBuf> {
    read_list(dir).into_keys().collect()
}

/// The list of a folder; empty where there is none.
fn read_list(dir: &Path) -> Known {
    let text = std::fs::read_to_string(dir.join(NAME)).unwrap_or_default();
    let mut known = Known::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((digest, path)) = line.split_once("  ") {
            let digests = known.entry(PathBuf::from(path)).or_default();
            digests.insert(digest.to_string());
        }
    }
    known
}

fn write_list(dir: &Path, aside: &Path, known: &Known) -> Result<()> {
    let mut text = String::from(HEAD);
    for (path, digests) in known {
        for digest in digests {
            let _ = writeln!(text, "{digest}  {}", path.display());
        }
    }
    cache::write(aside, NAME, text)?;
    let place = dir.join(NAME);
    std::fs::rename(aside.join(NAME), &place).map_err(|error| Failure::file(&place, "write", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, files: &[(&str, &str)], force: bool) -> std::result::Result<(), String> {
        let files = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), text.as_bytes().into()));
        let outputs = Outputs {
            dir,
            files: files.collect(),
            merged: BTreeMap::new(),
            inputs: &[dir.join("in.c")],
            force,
            remedy: "move it away",
        };
        outputs.write().map_err(|failure| format!("{failure:?}"))
    }

    fn text(dir: &Path, name: &str) -> String {
        std::fs::read_to_string(dir.join(name)).unwrap()
    }

    #[test]
    fn what_was_written_is_replaced_and_nothing_else() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        write(dir, &[("a", "1"), ("s/b", "1")], false).unwrap();
        write(dir, &[("a", "2"), ("s/b", "2")], false).unwrap();
        std::fs::write(dir.join("s/b"), "mine").unwrap();
        let error = write(dir, &[("a", "3"), ("s/b", "3")], false).unwrap_err();
        assert!(error.contains("s/b was edited since"), "{error}");
        assert_eq!(text(dir, "a"), "2", "all or nothing");
        write(dir, &[("a", "3"), ("s/b", "3")], true).unwrap();
        assert_eq!(text(dir, "s/b"), "3");
        std::fs::write(dir.join("c"), "mine").unwrap();
        let error = write(dir, &[("c", "1")], false).unwrap_err();
        assert!(error.contains("c was not written by"), "{error}");
        // What is as it would be written may stay.
        write(dir, &[("c", "mine")], false).unwrap();
        write(dir, &[("c", "1")], false).unwrap();
    }

    #[test]
    fn what_is_there_already_is_not_touched() {
        use std::os::unix::fs::MetadataExt;
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        let which = |name: &str| dir.join(name).metadata().unwrap().ino();
        write(dir, &[("a", "1"), ("s/b", "1")], false).unwrap();
        let before = (which("a"), which("s/b"), which(NAME));
        write(dir, &[("a", "1"), ("s/b", "1")], false).unwrap();
        assert_eq!((which("a"), which("s/b"), which(NAME)), before);
        write(dir, &[("a", "1"), ("s/b", "2")], false).unwrap();
        assert_eq!(which("a"), before.0);
        assert_eq!((text(dir, "a"), text(dir, "s/b")), ("1".into(), "2".into()));
        // An edit that is undone by hand leaves a file that may be replaced again.
        std::fs::write(dir.join("a"), "mine").unwrap();
        write(dir, &[("a", "mine"), ("s/b", "2")], false).unwrap();
        write(dir, &[("a", "3"), ("s/b", "2")], false).unwrap();
        assert_eq!(text(dir, "a"), "3");
    }

    #[test]
    fn inputs_links_and_folders_stay() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        std::fs::write(dir.join("in.c"), "mine").unwrap();
        std::os::unix::fs::symlink("in.c", dir.join("soft")).unwrap();
        std::os::unix::fs::symlink("nowhere", dir.join("dangling")).unwrap();
        std::fs::hard_link(dir.join("in.c"), dir.join("hard")).unwrap();
        std::fs::create_dir(dir.join("folder")).unwrap();
        for (name, why) in [
            ("in.c", "input"),
            ("soft", "input"),
            ("hard", "input"),
            ("folder", "folder"),
        ] {
            let error = write(dir, &[(name, "1")], true).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let error = write(dir, &[("dangling", "1")], false).unwrap_err();
        assert!(error.contains("symbolic link"), "{error}");
        assert_eq!(text(dir, "in.c"), "mine");
    }

    #[test]
    fn an_interrupted_run_can_be_repeated() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path();
        write(dir, &[("a", "1"), ("b", "1")], false).unwrap();
        let mut known = read_list(dir);
        known.get_mut(Path::new("a")).unwrap().insert(digest(b"2"));
        known.get_mut(Path::new("b")).unwrap().insert(digest(b"2"));
        let aside = dir.join("aside");
        std::fs::create_dir(&aside).unwrap();
        write_list(dir, &aside, &known).unwrap();
        std::fs::write(dir.join("a"), "2").unwrap(); // and b was not reached
        write(dir, &[("a", "3"), ("b", "3")], false).unwrap();
        assert_eq!(
            read_list(dir)[Path::new("b")],
            BTreeSet::from([digest(b"3")])
        );
    }
}
