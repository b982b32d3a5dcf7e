//! Modifiers: the words in front of a clause's colon.
//!
//! Computes them from tokens. Must not know which clause has which modifier.

use super::list::*;
use crate::omp::lexer::TokenKind;

/// A modifier in front of a colon: a word, perhaps with an argument in parentheses.
pub struct Modifier<'a> {
    pub word: Run<'a>,
    pub args: Option<Run<'a>>,
}

/// ```text
/// modifier [[,] modifier ...]                                  (5.2, 3.2.1; the comma since 5.0)
/// ```
pub fn modifiers(run: Run<'_>) -> Parsed<Vec<Modifier<'_>>> {
    let mut found = vec![];
    let mut at = 0;
    let mut separated = true;
    while at < run.len() {
        if run.str(at) == "," && !separated {
            separated = true;
            at += 1;
            continue;
        }
        if !run.is_ident(at) {
            let place = run.from(at).to(1);
            let text = format!("expected a modifier, found `{}`", place.text());
            return Err(place.error(text));
        }
        let word = run.from(at).to(1);
        at += 1;
        let mut args = None;
        if run.str(at) == "(" && run.kind(at) == Some(TokenKind::Open) {
            let inside = run.inside(at);
            at = inside.hi + 1 - run.lo;
            args = Some(inside);
        }
        found.push(Modifier { word, args });
        separated = false;
    }
    if separated {
        let place = run.from(run.len());
        return Err(place.error("a modifier is missing in front of this"));
    }
    Ok(found)
}

impl Modifier<'_> {
    /// For a modifier without an argument.
    pub fn bare(&self) -> Parsed<()> {
        match self.args {
            None => Ok(()),
            Some(_) => {
                let word = self.word.text();
                Err(self
                    .word
                    .error(format!("modifier `{word}` takes no argument")))
            }
        }
    }

    pub fn args(&self) -> Parsed<Run<'_>> {
        self.args.ok_or_else(|| {
            let word = self.word.text();
            self.word
                .error(format!("modifier `{word}` needs an argument"))
        })
    }
}

/// Sets what may be given once.
pub fn once<T>(slot: &mut Option<T>, value: T, word: Run) -> Parsed<()> {
    if slot.is_some() {
        let text = format!("modifier `{}` is given twice", word.text());
        return Err(word.error(text));
    }
    *slot = Some(value);
    Ok(())
}

pub fn once_flag(slot: &mut bool, word: Run) -> Parsed<()> {
    if *slot {
        let text = format!("modifier `{}` is given twice", word.text());
        return Err(word.error(text));
    }
    *slot = true;
    Ok(())
}
