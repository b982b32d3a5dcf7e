//! Where a place within the line of a pragma stands in the user's file: a pragma is one token to what surrounds it, and
//! its line is compared with the user's token by token.
//!
//! Must not know OpenMP.

use super::Preprocessed;
use super::align::{Group, Raw};
use super::original::Original;
use super::place::tokens_in;
use super::token::{self, Token};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The lines of a group's pragmas by the numbers of their tokens, as far as they were looked into: messages ask for
/// several places in one line, which may be long.
#[derive(Default)]
pub(crate) struct PragmaLines(Mutex<HashMap<usize, Arc<PragmaLine>>>);

struct PragmaLine {
    tokens: Vec<Token>,
    /// How many of them begin the user's line, too, in the same spelling.
    head: usize,
}

impl Preprocessed {
    /// The position in the original file of an offset inside of token `i`, a pragma that `raw` is; whether it is exact.
    pub(super) fn in_pragma(
        &self,
        file: &Original,
        group: &Group,
        i: usize,
        raw: Raw,
        offset: u32,
        end: bool,
    ) -> (usize, bool) {
        let whole = group.tokens[i];
        if !end && offset <= whole.lo {
            return (raw.lo as usize, true);
        }
        if end && offset >= whole.hi {
            return (raw.hi as usize, true);
        }
        let raw_tokens = tokens_in(file, raw.lo, raw.hi);
        let line = self.pragma_line(file, group, i, raw);
        let tokens = &line.tokens;
        let (n, m) = (tokens.len(), raw_tokens.len());
        let inside = if end {
            offset.saturating_sub(1)
        } else {
            offset
        };
        let at = tokens
            .partition_point(|t| t.hi <= inside)
            .min(n.saturating_sub(1));
        let behind = n - at;
        let same_behind = || {
            (1..=behind)
                .all(|k| file.spelling(&raw_tokens[m - k]) == tokens[n - k].text(self.text()))
        };
        let (r, exact) = if at < line.head {
            (at, true)
        } else if behind <= m && same_behind() {
            (m - behind, true)
        } else if n == m {
            (at, false)
        } else {
            (line.head, false)
        };
        let edge = if end { raw.hi } else { raw.lo };
        let place = raw_tokens
            .get(r)
            .map_or(edge, |t| if end { t.hi } else { t.lo });
        (place as usize, exact)
    }

    fn pragma_line(&self, file: &Original, group: &Group, i: usize, raw: Raw) -> Arc<PragmaLine> {
        let lines = &group.pragmas.0;
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let whole = group.tokens[i];
            let tokens = token::tokens_within(self.text(), whole.lo as usize, whole.hi as usize);
            let raw_tokens = tokens_in(file, raw.lo, raw.hi);
            let same = tokens
                .iter()
                .zip(raw_tokens)
                .take_while(|(token, raw)| file.spelling(raw) == token.text(self.text()));
            let head = same.count();
            Arc::new(PragmaLine { tokens, head })
        };
        lines.entry(i).or_insert_with(made).clone()
    }
}
