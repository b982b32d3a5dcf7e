//! What is different between two texts of C or CUDA, item by item: kernels are paired by the function that they come from
//! and by their directive, never by number or line.
//!
//! First the data: [`File::of`] pairs the items of two texts ([`pairs`]), aligns the lines of each pair by the leaves of
//! their trees ([`rows`]) and finds what has moved ([`moved`]). Then the renderers of it, a file each. Line numbers,
//! numbers of generated names, versions and comments are noise ([`canonical`]), unless they are asked for. Must not know
//! how the texts were made, nor print.

mod canonical;
pub mod identity;
pub mod pairs;

use crate::outline::{Item, Language, Outline};
use std::collections::BTreeSet;
use std::path::Path;

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether line numbers, numbers of names, versions and comments count, too.
    pub noise: bool,
    /// The names that the user's source has, where it is known: a number at the end of such a name is no noise.
    pub users: Option<BTreeSet<String>>,
}

/// One of two texts.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// Its name, for people.
    pub name: String,
    /// The text.
    pub text: &'a str,
    /// Its items and leaves.
    pub outline: Outline,
}

impl<'a> Side<'a> {
    /// Reads a text in the language of its name.
    pub fn of(name: impl Into<String>, text: &'a str) -> Side<'a> {
        let name = name.into();
        let outline = Outline::of(text, Language::of(Path::new(&name)));
        Side {
            name,
            text,
            outline,
        }
    }

    /// The comment in front of an item.
    pub fn comment(&self, item: &Item) -> &'a str {
        &self.text[item.comment.clone()]
    }

    /// An item's text with its comment.
    pub fn item_text(&self, item: &Item) -> &'a str {
        &self.text[item.span.clone()]
    }
}
