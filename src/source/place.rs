//! Where a span stands in the user's files, for diagnostics; and what the user wrote there.
//!
//! From the groups of [`super::align`]. Must not know C's grammar.

use super::original::{DirectiveLine, Original, RawToken};
use super::token::{self, Kind};
use super::{Comment, FileId, Preprocessed, Span};
use std::path::Path;

/// Where a span stands in the user's files. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub file: FileId,
    pub path: &'a Path,
    pub line: u32,
    pub col: u32,
    pub end_line: u32,
    /// Just behind the last character.
    pub end_col: u32,
    /// The text of the first line, without its line end.
    pub text: &'a str,
    /// The columns are those of the user's tokens; else the best guess (a macro's name).
    pub exact: bool,
}

/// A position in an original file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawPlace {
    pub file: FileId,
    pub at: usize,
    pub exact: bool,
}

impl Preprocessed {
    /// None for spans in files that cannot be read.
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let start = self.raw_place(span.lo, false)?;
        let file = self.original(start.file)?;
        let end = match self.raw_place(span.hi.max(span.lo), true) {
            Some(end) if end.file == start.file && end.at >= start.at => end,
            _ => RawPlace {
                exact: false,
                ..start
            },
        };
        let position = |at: usize| {
            let line = file.line_of(at);
            let before = file
                .text()
                .get(file.line_range(line).start..at)
                .unwrap_or("");
            (line, before.chars().count() as u32 + 1)
        };
        let (line, col) = position(start.at);
        let (end_line, end_col) = position(end.at);
        Some(Place {
            file: start.file,
            path: self.path(start.file),
            line,
            col,
            end_line,
            end_col,
            text: file.line_text(line),
            exact: start.exact && end.exact,
        })
    }

    /// The position in the original file of an offset at a token's start, or (`end`) at its end.
    pub(crate) fn raw_place(&self, offset: u32, end: bool) -> Option<RawPlace> {
        let inside = if end {
            offset.saturating_sub(1)
        } else {
            offset
        };
        let group = self.group(self.row_at(inside as usize));
        let file = self.original(group.file)?;
        let i = group.token_at(inside);
        let (Some(token), Some(raw)) = (group.tokens.get(i), group.likely(i)) else {
            let line = file.line_range(group.from);
            let at = if end {
                line.end
            } else {
                line.start + file.indentation(group.from).len()
            };
            return Some(RawPlace {
                file: group.file,
                at,
                exact: false,
            });
        };
        let exact = group.of[i].is_some();
        if token.kind == Kind::Line && raw.kind == Kind::Line {
            let (at, exact) = self.in_pragma(file, &group, i, raw, offset, end);
            return Some(RawPlace {
                file: group.file,
                at,
                exact,
            });
        }
        let plain = exact && raw.hi - raw.lo == token.hi - token.lo;
        let at = match (plain, end) {
            (true, _) => raw.lo + offset.clamp(token.lo, token.hi) - token.lo,
            (false, true) => raw.hi,
            (false, false) => raw.lo,
        };
        let exact = exact && (plain || offset == token.lo || offset == token.hi);
        Some(RawPlace {
            file: group.file,
            at: at as usize,
            exact,
        })
    }

    /// The original text of a span, where the same tokens stand there and nothing else but blanks
    /// and comments.
    pub fn raw_text(&self, span: Span) -> Option<&str> {
        let start = self.raw_place(span.lo, false)?;
        let end = self.raw_place(span.hi, true)?;
        if !start.exact || !end.exact || start.file != end.file || start.at >= end.at {
            return None;
        }
        let file = self.original(start.file)?;
        let raw = tokens_in(file, start.at as u32, end.at as u32);
        let lines = &file.scan().lines;
        let mut raw = raw.iter();
        let text = self.text();
        let mut at = span.lo as usize;
        while at < span.hi as usize {
            let row = self.row_at(at);
            let range = self.row_range(row);
            let to = range.end.min(span.hi as usize);
            if !self.rows[row].marker {
                let line = text[range.clone()].starts_with('#');
                for t in token::tokens_within(text, at, to) {
                    let r = raw.next()?;
                    let directive = lines[r.row as usize].directive;
                    let fits = match directive {
                        DirectiveLine::No => !line,
                        DirectiveLine::Pragma => line,
                        _ => false,
                    };
                    if !fits || file.spelling(r) != t.text(text) {
                        return None;
                    }
                }
            }
            at = range.end.max(at + 1);
        }
        if raw.next().is_some() {
            return None;
        }
        file.text().get(start.at..end.at)
    }

    /// The bytes of a user's file that have just the tokens of a span. An empty span stands behind the token that ends
    /// there, else in front of the one that begins there. None where a macro makes them, in system headers, in files
    /// for whose lines others pass, and in text that was given preprocessed, whose files are not what was translated.
    pub fn original_range(&self, span: Span) -> Option<(FileId, std::ops::Range<usize>)> {
        let before = span.lo.saturating_sub(1) as usize;
        if self.given_in.is_some()
            || self.is_system(before)
            || self.renumbered_by(self.location(before).0).is_some()
        {
            return None;
        }
        if span.lo < span.hi {
            self.raw_text(span)?;
            let start = self.raw_place(span.lo, false)?;
            let end = self.raw_place(span.hi, true)?;
            return Some((start.file, start.at..end.at));
        }
        let group = self.group(self.row_at(span.lo.saturating_sub(1) as usize));
        let ends = group
            .tokens
            .iter()
            .any(|t| t.lo < span.lo && span.lo <= t.hi);
        let place = self.raw_place(span.lo, ends)?;
        let text = self.original(place.file)?.text();
        // A directive that `_Pragma` or a macro makes ends elsewhere, or in another token.
        let same = match ends {
            true => {
                let before = self.text()[..span.lo as usize].chars().next_back();
                place.at > 0 && text[..place.at].chars().next_back() == before
            }
            false => {
                text[place.at..].chars().next() == self.text()[span.lo as usize..].chars().next()
            }
        };
        let line = group.tokens.iter().any(|t| t.kind == Kind::Line);
        let by_operator = || {
            group
                .raw
                .iter()
                .any(|raw| text[raw.lo as usize..].starts_with("_Pragma"))
        };
        (place.exact && same && !(line && by_operator()))
            .then_some((place.file, place.at..place.at))
    }

    /// The leading blanks of the original line that a span begins on.
    pub fn indentation(&self, span: Span) -> &str {
        let Some(start) = self.raw_place(span.lo, false) else {
            return "";
        };
        let file = self.original(start.file);
        file.map_or("", |f| f.indentation(f.line_of(start.at)))
    }

    /// The comments between the span's first and last token.
    pub fn comments_inside(&self, span: Span) -> Vec<Comment> {
        match (
            self.raw_place(span.lo, false),
            self.raw_place(span.hi, true),
        ) {
            (Some(start), Some(end)) if start.file == end.file && start.at < end.at => self
                .original(start.file)
                .map_or_else(Vec::new, |file| file.comments(start.at..end.at)),
            _ => vec![],
        }
    }

    /// The comments that stand directly above the span's first line, on lines of their own, with
    /// no empty line between.
    pub fn comments_before(&self, span: Span) -> Vec<Comment> {
        let Some(start) = self.raw_place(span.lo, false) else {
            return vec![];
        };
        let Some(file) = self.original(start.file) else {
            return vec![];
        };
        file.comments_above(start.at)
    }
}

pub(super) fn tokens_in(file: &Original, lo: u32, hi: u32) -> &[RawToken] {
    let tokens = &file.scan().tokens;
    let from = tokens.partition_point(|t| t.lo < lo);
    let to = tokens.partition_point(|t| t.lo < hi);
    &tokens[from..to.max(from)]
}
