//! Edits of the user's files that do what diagnostics suggest: for `--fix`, and for code actions of an editor.
//!
//! From suggestions and the places of their spans. A suggestion is made as a whole or not at all; one with a place that
//! a macro makes, or in a file that is not the user's, is none. Must not know what diagnostics are about, nor what
//! makes them; it reads and writes no file's text.

use crate::diag::{Applicability, Diagnostic, Place, Places};
use crate::edit;
use crate::source::{Original, bytes};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What a user may choose to have done: a code action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub title: String,
    pub applicability: Applicability,
    /// In order, and apart.
    pub edits: Vec<Edit>,
}

/// A replacement in a file as it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// As the line markers name it: relative to where the compiler was started.
    pub file: PathBuf,
    pub place: Place,
    pub bytes: Range<usize>,
    pub text: String,
}

/// All that a diagnostic suggests, as far as it is text of the user's.
pub fn actions(diagnostic: &Diagnostic, places: &dyn Places) -> Vec<Action> {
    let suggestions = diagnostic.suggestions.iter();
    let action = |one: &crate::diag::Suggestion| {
        let edits = one.replacements.iter().map(|part| {
            let stretch = places.stretch(part.span)?;
            Some(Edit {
                file: PathBuf::from(&stretch.place.file),
                text: part.text_at(&stretch.place),
                place: stretch.place,
                bytes: stretch.bytes,
            })
        });
        let mut edits = edits.collect::<Option<Vec<Edit>>>()?;
        edits.sort_by(|a, b| order(a).cmp(&order(b)));
        Some(Action {
            title: one.title.clone(),
            applicability: one.applicability,
            edits,
        })
    };
    suggestions.filter_map(action).collect()
}

fn order(edit: &Edit) -> (&PathBuf, usize, usize) {
    (&edit.file, edit.bytes.start, edit.bytes.end)
}

/// What is to be done to each file.
#[derive(Clone, Debug, Default)]
pub struct Fixes {
    /// By the path without links, for a header may have several names.
    files: BTreeMap<PathBuf, Vec<Edit>>,
    /// Files that stay as they are, by the same paths.
    kept: BTreeSet<PathBuf>,
    /// How many suggestions are made.
    pub made: usize,
}

impl Fixes {
    /// No changes yet, and none to come in some files.
    pub fn but_in<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Fixes {
        Fixes {
            kept: files.into_iter().map(|file| one_name(file)).collect(),
            ..Fixes::default()
        }
    }

    /// Adds what the diagnostics suggest and may be done unasked; of each diagnostic the first suggestion that can be
    /// made. One that touches what another does waits for the next look at the text.
    pub fn add(&mut self, diagnostics: &[Diagnostic], places: &dyn Places) {
        for diagnostic in diagnostics {
            let mut actions = actions(diagnostic, places).into_iter();
            let unasked = |one: &Action| one.applicability == Applicability::MachineApplicable;
            if let Some(action) = actions.find(|one| unasked(one) && !one.edits.is_empty()) {
                self.take(action);
            }
        }
    }

    fn take(&mut self, action: Action) {
        let known = |edit: &Edit| self.of(edit).contains(edit);
        if action.edits.iter().all(known) {
            return;
        }
        let kept = |edit: &Edit| self.kept.contains(&one_name(&edit.file));
        if action.edits.iter().any(kept) {
            return;
        }
        let free = |edit: &Edit| !self.of(edit).iter().any(|other| touch(edit, other));
        if !action.edits.iter().all(|edit| known(edit) || free(edit)) {
            return;
        }
        self.made += 1;
        for edit in action.edits {
            let edits = self.files.entry(one_name(&edit.file)).or_default();
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
    }

    fn of(&self, edit: &Edit) -> &[Edit] {
        self.files
            .get(&one_name(&edit.file))
            .map_or(&[], Vec::as_slice)
    }

    /// The files, each by the name under which it was first met.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.values().map(|edits| edits[0].file.as_path())
    }

    /// A file's bytes with what is to be done to it.
    pub fn applied(&self, file: &Path, text: Vec<u8>) -> Vec<u8> {
        let edits = self.files.get(&one_name(file));
        let mut edits: Vec<&Edit> = edits.into_iter().flatten().collect();
        // Of several clauses for one directive the first that was suggested stands first.
        edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
        applied(text, &edits)
    }
}

fn one_name(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_path_buf())
}

/// Whether two edits are in each other's way. Texts that are put at one place stand one behind the other.
fn touch(one: &Edit, other: &Edit) -> bool {
    let both_put = one.bytes.is_empty() && other.bytes.is_empty() && one.text != other.text;
    let meet = one.bytes.start <= other.bytes.end && other.bytes.start <= one.bytes.end;
    meet && !both_put
}

/// A file's bytes with edits in order.
fn applied(text: Vec<u8>, edits: &[&Edit]) -> Vec<u8> {
    let text = bytes::decode(text);
    // Offsets on disk and in the text differ where the file is no UTF-8.
    let escaped = bytes::encode(&text).len() != text.len();
    let decoded = |at: usize| match escaped {
        false => at.min(text.len()),
        true => {
            let mut on_disk = 0;
            let mut places = text.char_indices();
            let found = places.find(|(_, c)| {
                let here = on_disk >= at;
                on_disk += bytes::encode(c.encode_utf8(&mut [0; 4])).len();
                here
            });
            found.map_or(text.len(), |(place, _)| place)
        }
    };
    let changes: Vec<(Range<usize>, String)> = edits
        .iter()
        .map(|edit| {
            let range = decoded(edit.bytes.start)..decoded(edit.bytes.end);
            (range, edit.text.clone())
        })
        .collect();
    let file = Original::new(text);
    bytes::encode(&edit::spliced(&file, &changes)).into_owned()
}

#[cfg(test)]
mod tests;
