//! Whether a folder under review can be trusted: conflicts that nobody resolved, what is missing, what was edited.

use super::{Review, known};
use crate::driver::{Failure, Result, accepted, layout, outputs};
use crate::review::changes::Changes;
use crate::review::pairs::belongs;
use crate::review::spelling::words;
use crate::review::{self, hand, lock, recomputed, units};
use crate::source::bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What `--check` finds besides changes.
#[derive(Default)]
pub struct State {
    /// Files with edits of the user's.
    pub edited: Vec<String>,
    /// What is wrong.
    pub problems: Vec<String>,
    /// What to do where something is missing that a review needs.
    pub way_back: Option<String>,
    /// Whether texts are missing as they were accepted, so that nobody can tell what changed.
    pub lacks_texts: bool,
}

impl Review {
    fn shown(&self, path: &Path) -> String {
        self.dir.join(path).display().to_string()
    }

    /// Files with marks of merge conflicts, with what is to be done. Those of git in which both sides are whole count
    /// only with `all`: a review brings the sides together.
    pub fn conflicts(&self, all: bool) -> Result<Vec<String>> {
        let mut found = vec![];
        let paths: BTreeSet<&PathBuf> = self
            .new
            .texts
            .keys()
            .chain(self.layout.support.keys())
            .chain(self.base.keys())
            .chain(self.support.keys())
            .collect();
        for path in paths {
            let Some(text) = self.held(path)?.filter(|_| !is_runtime(path)) else {
                continue;
            };
            let place = self.shown(path);
            if let Some(line) = hand::unresolved(&text).first() {
                found.push(format!("{place}:{line}: a conflict is to be resolved"));
            } else if let Some(line) = hand::left_over(&text, &self.generated(path)) {
                let whole = hand::is_whole(&text) && !hand::marks(&text).is_empty();
                match whole {
                    true if all => found.push(both_sides(&format!("{place}:{line}"))),
                    true => {}
                    false => found.push(format!(
                        "{place}:{line}: the mark of a conflict that is resolved in part"
                    )),
                }
            }
        }
        found.extend(self.without_base()?);
        if all {
            found.extend(self.stranded()?);
            found.extend(self.conflicts_of_own_files()?);
        }
        Ok(found)
    }

    /// Marks in files that nobody edits, and that a review writes anew.
    fn conflicts_of_own_files(&self) -> Result<Vec<String>> {
        let mut found = vec![];
        for (folder, texts) in [
            (accepted::BASE, &self.base),
            (accepted::SUPPORT, &self.support),
        ] {
            for (path, text) in texts {
                if let Some(line) = hand::left_over(text, &self.generated(path)) {
                    let place = self.shown(&Path::new(folder).join(path));
                    found.push(both_sides(&format!("{place}:{line}")));
                }
            }
        }
        for file in [self.dir.join(outputs::NAME), self.lock_file.clone()] {
            let text = accepted::file(&file)?.unwrap_or_default();
            if let Some(line) = hand::left_over(&text, &[]) {
                let file = match file == self.lock_file {
                    true => PathBuf::from(lock::NAME),
                    false => file,
                };
                found.push(both_sides(&format!("{}:{line}", file.display())));
            }
        }
        Ok(found)
    }

    /// What was generated for a file, without marks.
    fn generated(&self, path: &Path) -> Vec<&str> {
        let texts = [self.new.texts.get(path), self.old.texts.get(path)];
        let mut texts: Vec<&str> = texts.into_iter().flatten().map(String::as_str).collect();
        if let Some(data) = self.layout.support.get(path) {
            texts.extend(std::str::from_utf8(data));
        }
        texts
    }

    pub fn refuse_conflicts(&self) -> Result<()> {
        let found = self.conflicts(false)?;
        match found.is_empty() {
            true => Ok(()),
            false => Err(Failure::Compiler(
                found.join("\n")
                    + "\nromp2cuda: resolve the conflicts, then review again: nothing is written\n",
            )),
        }
    }

    /// Accepted texts that the lock or the list of the folder knows, and that are not there.
    fn missing(&self) -> Result<Vec<PathBuf>> {
        let there = |path: &Path| self.dir.join(path).is_file();
        let base = Path::new(accepted::BASE);
        let mut wanted: BTreeSet<PathBuf> = BTreeSet::new();
        // The files still have the names that the lock knows.
        let known = self.lock.output.get(&self.name);
        let known = known.unwrap_or(&self.old.known);
        // Where branches were merged, one of them may have removed what the other knows.
        let merged = !self.conflicts_of_own_files()?.is_empty();
        for unit in known.unit.values() {
            let output = Path::new(&unit.output);
            if !merged || self.new.texts.contains_key(output) {
                wanted.insert(base.join(output));
            }
            if !merged && !unit.kernel.is_empty() {
                wanted.insert(base.join(output.with_extension("cu")));
            }
        }
        if !merged && !known.unit.is_empty() {
            wanted.insert(Path::new(accepted::SUPPORT).join("Makefile"));
            wanted.insert(PathBuf::from(outputs::NAME));
            let listed = outputs::listed(&self.dir).into_iter();
            wanted.extend(listed.filter(|path| {
                path.starts_with(accepted::BASE) || path.starts_with(accepted::SUPPORT)
            }));
        }
        wanted.retain(|path| !there(path));
        Ok(wanted.into_iter().collect())
    }

    /// Without an accepted text nobody can tell what changed, nor what the user edited.
    pub fn refuse_missing(&self) -> Result<()> {
        let missing = self.missing()?;
        let Some(way_back) = self.way_back(&missing) else {
            return Ok(());
        };
        Err(Failure::Compiler(format!(
            "{}\nromp2cuda: {way_back}: nothing is written\n",
            self.are_missing(&missing).join("\n"),
        )))
    }

    fn are_missing(&self, paths: &[PathBuf]) -> Vec<String> {
        let paths = paths.iter();
        let told = paths.map(|path| format!("{} is missing", self.shown(path)));
        told.collect()
    }

    /// What to do where these are missing of what was accepted; nothing where none is.
    fn way_back(&self, missing: &[PathBuf]) -> Option<String> {
        let (lists, texts): (Vec<&PathBuf>, Vec<&PathBuf>) = missing
            .iter()
            .partition(|path| path.as_os_str() == outputs::NAME);
        let folder = texts.first().map(|_| ".romp2cuda");
        let list = lists.first().map(|_| outputs::NAME);
        let paths = folder.into_iter().chain(list);
        let paths: Vec<String> = paths.map(|path| self.shown(Path::new(path))).collect();
        (!paths.is_empty()).then(|| {
            format!(
                "this is kept of what was accepted: bring it back (`git checkout HEAD -- {}`), or accept all that is \
                 generated now with `romp2cuda review --accept-all`",
                paths.join(" ")
            )
        })
    }

    /// Files with edits of the user's, and what stands in the way of trusting the folder.
    pub fn state(&self, changes: &Changes) -> Result<State> {
        let mut state = State {
            problems: self.conflicts(true)?,
            ..State::default()
        };
        let missing = self.missing()?;
        state.problems.extend(self.are_missing(&missing));
        state.way_back = self.way_back(&missing);
        state.lacks_texts = missing.iter().any(|path| path.starts_with(accepted::BASE));
        state.problems.extend(self.other_flags(changes));
        state.problems.extend(self.without_kernels()?);
        let renamed = self.renamed().into_iter();
        state
            .problems
            .extend(renamed.map(|line| format!("{line}: romp2cuda review renames it")));
        for (path, text) in self.old.texts.iter().chain(&self.support) {
            match self.held(path)? {
                Some(held) => {
                    let edits = self.edits_of(path, text, &held);
                    if edits > 0 {
                        state.edited.push(format!("{} ({edits})", self.shown(path)));
                    }
                }
                None => state
                    .problems
                    .push(format!("{} is missing", self.shown(path))),
            }
        }
        self.runtime(&mut state)?;
        // Where branches were merged, git joined the files that build the folder by lines.
        let is_merged = !self.conflicts_of_own_files()?.is_empty();
        state
            .problems
            .extend(self.other_support(changes, is_merged)?);
        if !state.lacks_texts {
            let problems = known::disagreements(&self.old, !self.support.is_empty(), &self.twins);
            state.problems.extend(problems);
        }
        state.problems.extend(self.falsified(changes)?);
        Ok(state)
    }

    /// How many stretches of a file the user edited: where git marked conflicts, on the side of which there are more.
    fn edits_of(&self, path: &Path, accepted: &str, held: &str) -> usize {
        let base = self.base.get(path).map_or(accepted, String::as_str);
        let count = |base: &str, held: &str| hand::edits(base, &hand::with_lines_of(held, base));
        let ours = count(&hand::ours(base), &hand::ours(held));
        ours.max(count(&hand::theirs(base), &hand::theirs(held)))
    }

    /// Files that build the folder and were accepted otherwise than they are made now, and the list of what git ignores.
    /// While changes are pending, the Makefile is that of the kernels that were accepted.
    fn other_support(&self, changes: &Changes, is_merged: bool) -> Result<Vec<String>> {
        let mut found = vec![];
        let ignored = Path::new(outputs::IGNORED);
        if !self.support.is_empty() && accepted::file(&self.dir.join(ignored))?.is_none() {
            found.push(format!(
                "{} is missing: romp2cuda review writes it anew",
                self.shown(ignored)
            ));
        }
        let is_pending = !changes.all.is_empty() || !self.renames.is_empty();
        if self.support.is_empty() || is_pending || is_merged {
            return Ok(found);
        }
        let made = self.layout.support.iter();
        let made = made.filter(|(path, _)| !is_runtime(path) && *path != ignored);
        for (path, data) in made {
            let known = self.support.get(path);
            let data = bytes::decode(data.to_vec());
            let same = known
                .is_some_and(|text| *text == data || changes.noise && is_as(text, &data, changes));
            if !same {
                found.push(format!(
                    "{} is not what is made for the accepted code: romp2cuda review writes it anew",
                    self.shown(&Path::new(accepted::SUPPORT).join(path))
                ));
            }
        }
        let gone = self.support.keys();
        let gone = gone.filter(|path| !self.layout.support.contains_key(*path));
        found.extend(gone.map(|path| {
            format!(
                "{} belongs to nothing that is accepted: romp2cuda review removes it",
                self.shown(&Path::new(accepted::SUPPORT).join(path))
            )
        }));
        Ok(found)
    }

    /// Entries of the lock that are not what is computed of the accepted texts. While changes are pending, it has what
    /// was known of the source before them.
    fn falsified(&self, changes: &Changes) -> Result<Vec<String>> {
        if !changes.all.is_empty() || !self.renames.is_empty() {
            return Ok(vec![]);
        }
        let text = accepted::file(&self.lock_file)?.unwrap_or_default();
        match hand::left_over(&text, &[]) {
            Some(_) => Ok(vec![]),
            None => Ok(recomputed::disagreements(
                &self.old, &self.new, &text, &self.name,
            )),
        }
    }

    /// Launches whose kernels the user took away.
    fn without_kernels(&self) -> Result<Vec<String>> {
        let mut found = vec![];
        for edit in self.old.edits.iter().filter(|edit| edit.is_kernel_gone()) {
            // In a text that cannot be read, a kernel may be there all the same.
            let held = self.held(&edit.file)?.unwrap_or_default();
            if words(&held).contains(&edit.name) {
                continue;
            }
            for path in self
                .old
                .texts
                .keys()
                .filter(|path| belongs(&edit.file, path))
            {
                let held = self.held(path)?.unwrap_or_default();
                if review::launches(&held).contains(&edit.name) {
                    found.push(format!(
                        "kernel {} was deleted by hand from {}, and {} launches it",
                        edit.name,
                        self.shown(&edit.file),
                        self.shown(path)
                    ));
                }
            }
        }
        Ok(found)
    }

    /// Files of the runtime that are not as this version writes them.
    fn runtime(&self, state: &mut State) -> Result<()> {
        let headers = self.layout.support.iter();
        let headers = headers.filter(|(path, _)| is_runtime(path));
        for (path, data) in headers {
            let place = self.dir.join(path);
            let held = match std::fs::read(&place) {
                Ok(held) => Some(held),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(Failure::file(&place, "read", error)),
            };
            let place = place.display();
            state.problems.push(match held {
                Some(held) if held == **data => continue,
                // The library is made for a machine: that of another build is as good.
                Some(_) if is_library(path) && outputs::is_as_written(&self.dir, path) => continue,
                Some(_) if outputs::is_as_written(&self.dir, path) => format!(
                    "{place} is of another build of romp2cuda: romp2cuda review writes it anew"
                ),
                Some(_) => {
                    format!("{place} was edited: remove it, and romp2cuda review writes it anew")
                }
                None => format!("{place} is missing: romp2cuda review writes it anew"),
            });
        }
        Ok(())
    }
}

/// Whether a file that builds the folder is the same but for numbers and order of kernels, which nobody is asked about.
fn is_as(accepted: &str, made: &str, changes: &Changes) -> bool {
    let names: BTreeMap<String, String> = changes.renamed.iter().cloned().collect();
    let accepted = units::replaced(accepted, &names);
    let sorted = |text: &str| {
        let mut all: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        all.sort();
        all
    };
    sorted(&accepted) == sorted(made)
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "a")
}

fn is_runtime(path: &Path) -> bool {
    path.starts_with(layout::RUNTIME)
}

fn both_sides(place: &str) -> String {
    format!("{place}: the marks of a merge conflict: romp2cuda review brings both sides together")
}
