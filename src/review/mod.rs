//! Generated text that a repository keeps: what would change in it, why, and the text with some of the changes.
//!
//! From two sets of texts with what is known of their kernels: those that were accepted last, and those that the
//! translator makes now. [`twins`] sets kernels of one name apart that git joined, [`renames`] finds files that are called
//! otherwise now, [`parts`] cuts texts into parts that can be exchanged, [`pairs`] finds the part that a part was as
//! [`spelling`] spells it, [`ties`] joins parts that must change together, [`changes`] makes of each such group a
//! [`changes::Change`] with its [`reasons`], [`figures`], [`places`] and [`lines`], [`settings`] are flags and options
//! that change alone. [`copies`] joins what several files have alike, [`show`] and [`annotations`] say it to people. [`mixed`] writes
//! texts in which some changes are accepted, and [`hand`] brings the user's own edits into them: [`units`] are what an edit
//! is of, [`edits`] names edits, [`carry`] finds those that go elsewhere, [`merge`] merges unit by unit, and [`hunks`] are
//! conflicts of which the accepted text knows nothing. [`lock`] is what is kept of an acceptance besides texts,
//! [`recomputed`] what of it is not true. Must not know how C becomes CUDA, where files lie, nor how users are asked.

pub mod annotations;
mod carry;
pub mod changes;
mod copies;
pub mod edits;
pub mod figures;
pub mod hand;
mod hunks;
mod lex;
mod lines;
pub mod lock;
mod merge;
pub mod mixed;
pub mod pairs;
mod parts;
mod places;
mod reasons;
pub mod recomputed;
pub mod renames;
pub mod session;
mod settings;
pub mod show;
pub mod spelling;
#[cfg(test)]
mod tests;
mod ties;
pub mod twins;
pub mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The kernels of a CUDA text by their names, each with the comment in front.
pub fn kernels(text: &str) -> BTreeMap<String, String> {
    let parts = parts::of(text).into_iter();
    let kernels = parts.filter(|part| part.kind == parts::Kind::Kernel);
    kernels
        .map(|part| (part.name, text[part.span].to_owned()))
        .collect()
}

/// What a text calls, or may call.
pub fn calls(text: &str) -> BTreeSet<String> {
    let tokens = lex::tokens(text);
    let pairs = tokens
        .windows(2)
        .filter(|pair| pair[0].kind == lex::Kind::Word && pair[1].of(text) == "(");
    pairs.map(|pair| pair[0].of(text).to_owned()).collect()
}

/// The functions that a host text defines for other files.
pub fn functions(text: &str) -> BTreeSet<String> {
    let parts = parts::of(text).into_iter();
    let functions = parts.filter(|part| part.kind == parts::Kind::Function);
    let external =
        functions.filter(|part| !spelling::words(&text[part.head.clone()]).contains("static"));
    external.map(|part| part.name).collect()
}

/// The kernels that a host text launches.
pub fn launches(text: &str) -> BTreeSet<String> {
    let parts = parts::of(text).into_iter();
    let regions = parts.flat_map(|part| part.regions);
    regions.map(|region| region.kernel).collect()
}

/// Texts by their path below the output folder, and what is known of the program that they are.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// Host C, headers and CUDA C.
    pub texts: BTreeMap<PathBuf, String>,
    /// Options, inputs, and the figures of each kernel.
    pub known: lock::Output,
    /// The Makefile and what carries images, as they were accepted, where they are compared.
    pub support: BTreeMap<PathBuf, String>,
    /// The user's C files by their name in [`lock::Output::files`], where they can be read.
    pub sources: BTreeMap<String, String>,
    /// What the user edited, in files under the paths of `texts`.
    pub edits: Vec<edits::Edit>,
    /// Whether these edits are in `texts`.
    pub is_held: bool,
}

impl Version {
    /// The user's file of a generated one, from where the lock lies. The paths of the C files show which folder of the
    /// source corresponds to the output folder.
    pub fn users_path(&self, file: &Path) -> Option<String> {
        if file.extension().is_some_and(|it| it == "c" || it == "cu") {
            return self.known.unit_of(file).map(|(name, _)| name.clone());
        }
        Some(self.known.root()? + &file.to_string_lossy())
    }
}
