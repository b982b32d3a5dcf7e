//! The tokens of a text: the leaves of its tree, and the scanner's tokens where the tree has none.
//!
//! A comment or string is one leaf. Together the leaves hold all that is not blank, each byte once.

use super::readable::Readable;
use super::{Leaf, Token};
use crate::source::token::{self, Kind};
use std::ops::Range;
use tree_sitter::Node;

/// Nodes that are one leaf, whatever they consist of.
const WHOLE: &[&str] = &[
    "char_literal",
    "comment",
    "raw_string_literal",
    "string_literal",
    "system_lib_string",
];

/// All leaves, in their order.
pub(super) fn of(text: &str, root: Option<Node>, readable: &Readable) -> Vec<Leaf> {
    let mut found: Vec<Leaf> = vec![];
    if let Some(root) = root {
        collect(root, readable, &mut found);
    }
    found.extend(readable.comments.iter().map(|span| Leaf {
        token: Token::Comment,
        span: span.clone(),
    }));
    found.sort_by_key(|leaf| (leaf.span.start, std::cmp::Reverse(leaf.span.end)));
    let mut leaves: Vec<Leaf> = vec![];
    let mut at = 0;
    for leaf in found {
        if leaf.span.start < at {
            continue; // The parser took a part of a comment for code, or knows the comment, too.
        }
        scanned(text, at..leaf.span.start, &mut leaves);
        at = leaf.span.end;
        leaves.push(leaf);
    }
    scanned(text, at..text.len(), &mut leaves);
    leaves
}

fn collect(node: Node, readable: &Readable, found: &mut Vec<Leaf>) {
    let mut cursor = node.walk();
    loop {
        let node = cursor.node();
        let whole = WHOLE.contains(&node.kind());
        if !whole && cursor.goto_first_child() {
            continue;
        }
        let text = &readable.text[node.byte_range()];
        // The rest of a macro's line is one node, and so is what a macro's name stands for: the scanner knows them better.
        let blank = text.contains(|c: char| c.is_whitespace());
        if !text.trim().is_empty() && (whole || !blank) && is_unchanged(node, readable) {
            found.push(Leaf {
                token: token_of(node.kind(), text),
                span: node.byte_range(),
            });
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// Whether the parser saw what the text has: the `if` in place of a macro's name is none of its words.
fn is_unchanged(node: Node, readable: &Readable) -> bool {
    !readable.conditions.contains(&node.start_byte())
}

fn token_of(kind: &str, text: &str) -> Token {
    match kind {
        "comment" => Token::Comment,
        kind if WHOLE.contains(&kind) => Token::Text,
        _ => of_bytes(token::scan(text.as_bytes(), 0).0),
    }
}

fn of_bytes(kind: Kind) -> Token {
    match kind {
        Kind::Ident => Token::Word,
        Kind::Number => Token::Number,
        Kind::Str | Kind::Char => Token::Text,
        Kind::Punct | Kind::Line | Kind::Junk => Token::Sign,
    }
}

/// The tokens of a stretch without comments, by C's scanner.
fn scanned(text: &str, stretch: Range<usize>, leaves: &mut Vec<Leaf>) {
    let bytes = &text.as_bytes()[..stretch.end];
    let mut at = stretch.start;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, end) = token::scan(bytes, at);
        let mut end = end.clamp(at + 1, bytes.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        leaves.push(Leaf {
            token: of_bytes(kind),
            span: at..end,
        });
        at = end;
    }
}
