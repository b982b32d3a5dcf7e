//! Generated text that a repository keeps: what would change in it, why, and the text with some of the changes.
//!
//! From two sets of texts with what is known of their kernels: those that were accepted last, and those that the
//! translator makes now. [`renames`] finds files that are called otherwise now, [`parts`] cuts texts into parts that
//! can be exchanged, [`pairs`] finds the part that a part was as [`spelling`] spells it, [`ties`] joins parts that
//! must change together, [`changes`] makes of each such group a [`changes::Change`] with its reasons, [`settings`] are flags and options that change alone, [`mixed`]
//! writes texts in which some are accepted, and [`hand`] brings the user's own edits into them: [`units`] are what an
//! edit is of, [`edits`] names edits, [`carry`] finds those that go elsewhere, and [`merge`] merges unit by unit; [`hunks`]
//! are conflicts of which the accepted text knows nothing.
//! [`lock`] is what is kept of an acceptance besides texts, [`recomputed`] what of it is not true. Must not know how C becomes CUDA, where files lie, nor
//! how users are asked.

mod carry;
pub mod changes;
pub mod edits;
pub mod figures;
pub mod hand;
mod hunks;
mod lex;
pub mod lock;
mod merge;
pub mod mixed;
pub mod pairs;
mod parts;
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
pub mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The kernels of a CUDA text by their names, each with the comment in front.
pub fn kernels(text: &str) -> BTreeMap<String, String> {
    let parts = parts::of(text).into_iter();
    let kernels = parts.filter(|part| part.kind == parts::Kind::Kernel);
    kernels
        .map(|part| (part.name, text[part.span].to_owned()))
        .collect()
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
    /// The user's C files by their name in [`lock::Output::files`], where they can be read.
    pub sources: BTreeMap<String, String>,
    /// What the user edited, in files under the paths of `texts`.
    pub edits: Vec<edits::Edit>,
    /// Whether these edits are in `texts`.
    pub is_held: bool,
}
