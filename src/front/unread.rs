//! What bodies that nothing else reads, since only the host executes them, may do with the addresses of variables: which
//! names have theirs taken, are used other than by subscripts, or stand there at all.
//!
//! From the tokens, in doubt too many. Must not know what a name means: a local variable or a member counts for the variable
//! at file scope of the same name.

use super::lexer::{Stream, Word};
use std::collections::BTreeSet;

/// The names in such bodies.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// Behind `&`, with brackets in between or without.
    pub addressed: BTreeSet<String>,
    /// Without a subscript behind them: an array decays there.
    pub bare: BTreeSet<String>,
    /// All.
    pub named: BTreeSet<String>,
}

impl Unread {
    /// Adds the names among the tokens from `first` to `last`.
    pub(crate) fn add(&mut self, s: &Stream, first: usize, last: usize) {
        for i in first..=last {
            if let Some(name) = aliased(s, first, i) {
                insert(&mut self.addressed, name);
            }
            if s.name(i).is_none() {
                continue;
            }
            let name = s.str(i);
            let mut before = i;
            loop {
                before = match before.checked_sub(1) {
                    Some(at) if at >= first => at,
                    _ => break,
                };
                if s.is_str(before, "&") {
                    insert(&mut self.addressed, name);
                }
                if !(s.is(before, b'(') || s.is_line(before)) {
                    break;
                }
            }
            if !s.is(s.skip_lines(i + 1), b'[') {
                insert(&mut self.bare, name);
            }
            insert(&mut self.named, name);
        }
    }
}

/// The symbol of which `alias("symbol")` and `asm("symbol")` make another name.
fn aliased<'a>(s: &Stream<'a>, first: usize, i: usize) -> Option<&'a str> {
    let name = s.str(i).strip_prefix('"')?.strip_suffix('"')?;
    let open = i
        .checked_sub(1)
        .filter(|&at| at > first && s.is(at, b'('))?;
    let by_name = s.str(open - 1).trim_matches('_') == "alias";
    (by_name || s.word(open - 1).is_some_and(Word::is_asm)).then_some(name)
}

fn insert(to: &mut BTreeSet<String>, name: &str) {
    if !to.contains(name) {
        to.insert(name.to_owned());
    }
}
