//! How stretches of generated text are compared, and how they are shown.
//!
//! From their tokens: [`plain`] is what of a text is code, in one spelling, [`words`] are its words that may be names, and
//! [`shown_body`] is the body of a function for a reader. Must not know which text came first.

use super::lex::{Kind as Lexeme, tokens};
use super::pairs::{At, Cut, Piece, pieces};
use crate::compare::identity;
use std::collections::{BTreeMap, BTreeSet};

/// What stands for a region in the body of its function.
pub const REGION: &str = "/* the region */";

/// The body of a function as it is shown: each region, which is shown by itself, is a comment of as many lines.
pub fn shown_body(cut: &Cut, at: At) -> String {
    let part = &cut.parts[at.part];
    let mut text = String::new();
    for piece in pieces(part) {
        match piece {
            Piece::Text(span) => text.push_str(&cut.text[span]),
            Piece::Region(which) => {
                let region = &cut.text[part.regions[which].span.clone()];
                text.push_str(REGION);
                text.extend(region.matches('\n'));
            }
        }
    }
    text
}

/// The tokens of code, with names of kernels replaced and without places.
pub fn plain(text: &str, names: &BTreeMap<String, String>) -> Vec<String> {
    let mut all = vec![];
    for token in tokens(text) {
        let word = token.of(text);
        all.push(match token.kind {
            Lexeme::Comment => continue,
            Lexeme::Text if identity::is_place(word.trim_matches('"')) => "\"@\"".to_owned(),
            Lexeme::Line => line_without_comments(word),
            _ => names.get(word).cloned().unwrap_or_else(|| word.to_owned()),
        });
    }
    all
}

fn line_without_comments(line: &str) -> String {
    let inner = line.strip_prefix('#').unwrap_or(line);
    let words = tokens(inner);
    let words = words.iter().filter(|token| token.kind != Lexeme::Comment);
    let words: Vec<&str> = words
        .map(|token| token.of(inner))
        .filter(|word| *word != "\\")
        .collect();
    format!("#{}", words.join(" "))
}

/// All words of a text that may be names.
pub fn words(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for token in tokens(text) {
        match token.kind {
            Lexeme::Word => drop(all.insert(token.of(text).to_owned())),
            Lexeme::Line => {
                let line = token.of(text);
                let line = line.strip_prefix('#').unwrap_or(line);
                all.extend(words(line));
            }
            _ => {}
        }
    }
    all
}
