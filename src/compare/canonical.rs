//! The leaves of an item as they are compared: two are the same where they mean the same.
//!
//! Comments are left out, `"FILE:LINE"` is any place, and what is named after an item has the name of the pair in which
//! the item is, so that `relax_2` and `relax_2_shared` are what `relax_1` and `relax_1_shared` were. With noise each leaf
//! is itself, and a comment's words are leaves.

use super::identity::is_place;
use super::{Options, Side};
use crate::outline::{Leaf, Token};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// A leaf to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canonical<'a> {
    /// What is compared.
    pub text: Cow<'a, str>,
    /// The leaf's bytes in its text.
    pub span: Range<usize>,
}

/// The names of items that are called otherwise in the other text: what both are called here.
pub type Names = HashMap<String, String>;

/// The leaves of a range of bytes.
pub(super) fn leaves<'a>(
    side: &Side<'a>,
    range: &Range<usize>,
    names: &Names,
    options: &Options,
) -> Vec<Canonical<'a>> {
    let mut found = vec![];
    let mut line_directive = 0;
    for leaf in side.outline.leaves_in(range) {
        let text = &side.text[leaf.span.clone()];
        if options.noise {
            push_as_it_is(leaf, text, &mut found);
            continue;
        }
        if line_directive > 0 {
            line_directive -= 1; // the number and the file of `#line`
            continue;
        }
        let text = match leaf.token {
            Token::Comment => continue,
            Token::Text => Cow::from(without_place(text)),
            Token::Word => renamed(text, names),
            Token::Sign if text == "#line" => {
                line_directive = 2;
                continue;
            }
            Token::Number | Token::Sign => text.into(),
        };
        found.push(Canonical {
            text,
            span: leaf.span.clone(),
        });
    }
    found
}

/// A leaf without any interpretation; the words of a comment one by one, so that the changed ones can be told.
fn push_as_it_is<'a>(leaf: &Leaf, text: &'a str, found: &mut Vec<Canonical<'a>>) {
    if leaf.token != Token::Comment {
        found.push(Canonical {
            text: text.into(),
            span: leaf.span.clone(),
        });
        return;
    }
    for word in text.split_whitespace() {
        let from = leaf.span.start + (word.as_ptr() as usize - text.as_ptr() as usize);
        found.push(Canonical {
            text: word.into(),
            span: from..from + word.len(),
        });
    }
}

fn without_place(text: &str) -> &str {
    let inside = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    match inside.is_some_and(is_place) {
        true => "\"FILE:LINE\"",
        false => text,
    }
}

/// A name under which both texts know an item, or what is named after one.
fn renamed<'a>(word: &'a str, names: &Names) -> Cow<'a, str> {
    if names.is_empty() {
        return word.into();
    }
    if let Some(name) = names.get(word) {
        return name.clone().into();
    }
    let ends = word.match_indices('_').map(|(at, _)| at);
    let mut longest_first: Vec<usize> = ends.collect();
    longest_first.reverse();
    let item = longest_first
        .into_iter()
        .find_map(|end| Some((names.get(&word[..end])?, &word[end..])));
    match item {
        Some((name, rest)) => format!("{name}{rest}").into(),
        None => word.into(),
    }
}
