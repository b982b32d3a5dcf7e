//! Directives in text that lang-c does not get, of which its tree has no statement: in nested functions of GNU C, in
//! operands of `asm`, in what else was blanked.
//!
//! The host's compiler reads such text as it stands, so that its own directives stay. A directive that the translator
//! would have to replace is refused: its label would belong to the statement behind the text. Must not know clauses.

use super::declarators;
use super::lexer::{Sym, Word};
use super::pragmas::{Class, Declares, Pragma};
use super::rewrite::Rewriter;
use super::unit::Role;
use crate::diag::{Code, Diagnostic};
use crate::source::token::{self, Kind};
use std::collections::HashSet;

/// Text that was blanked: tokens `first..=last`.
#[derive(Clone, Copy)]
pub(crate) struct Blanked {
    pub first: usize,
    pub last: usize,
    /// Where the head of the nested function begins whose body it is.
    pub head: Option<usize>,
}

/// What becomes of a directive.
pub(crate) enum Fate {
    /// Nothing of this concerns it.
    Stays,
    /// The host's compiler alone reads it.
    OfHost,
    Refused(Box<Diagnostic>),
}

/// The blanked text of a unit, in its order, and how far the last directive goes that was refused.
pub(crate) struct Texts {
    all: Vec<Blanked>,
    until: usize,
}

impl Texts {
    pub(crate) fn of(rewriter: &Rewriter) -> Texts {
        let mut all = rewriter.blanked.clone();
        all.sort_by_key(|text| text.first);
        Texts { all, until: 0 }
    }

    /// What becomes of a directive with this role, whose block is `block`.
    pub(crate) fn fate(
        &mut self,
        rewriter: &Rewriter,
        pragma: &Pragma,
        role: Role,
        block: Option<(usize, usize)>,
    ) -> Fate {
        let before = self.all.partition_point(|text| text.first <= pragma.token);
        let text = self.all[..before].last();
        let Some(text) = text.filter(|text| pragma.token <= text.last).copied() else {
            return Fate::Stays;
        };
        if role == Role::Host {
            return Fate::Stays;
        }
        if pragma.token < self.until || is_of_host(pragma, &text) {
            return Fate::OfHost;
        }
        match refusal(rewriter, pragma, role, &text) {
            Some(error) => {
                self.until = block.map_or(pragma.token, |(_, last)| last) + 1;
                Fate::Refused(Box::new(error))
            }
            None => Fate::Stays,
        }
    }
}

/// Whether nothing but host code can have to do with a directive in blanked text. Where device code would execute it, the
/// text itself is refused.
fn is_of_host(pragma: &Pragma, text: &Blanked) -> bool {
    match pragma.class {
        Class::Declarative if text.head.is_none() => true,
        Class::Declarative => matches!(
            pragma.declares,
            Declares::Named | Declares::Next | Declares::OfNames
        ),
        _ => !pragma.device,
    }
}

/// The error of a directive that would have to be replaced there.
fn refusal(rewriter: &Rewriter, pragma: &Pragma, role: Role, text: &Blanked) -> Option<Diagnostic> {
    let name = pragma.parsed.as_ref().map(|d| d.kind.name().to_string());
    let name = name.unwrap_or_default();
    let error = |place: &str| {
        let message = format!("`{name}` in {place} is not translated yet");
        Diagnostic::error(Code::UnsupportedDirective, pragma.span, message)
    };
    let Some(head) = text.head else {
        let span = rewriter.s_span(text.first);
        return Some(
            error("text that the translator does not read")
                .also(span, "this is left to the host's compiler")
                .help("compute the value in a statement in front of it"),
        );
    };
    let help = "define the function at file scope, and pass what it uses as arguments";
    let place = rewriter.s_span(text.first);
    if role == Role::Construct {
        return Some(
            error("a nested function")
                .also(place, "the function's body")
                .help(help),
        );
    }
    let own = declared_in(rewriter, head, text);
    let s = rewriter.s;
    let words = token::tokens_within(s.text, pragma.span.lo as usize, pragma.span.hi as usize);
    // What clauses name stands in their parentheses.
    let mut depth = 0usize;
    let named = words.iter().find(|t| match t.text(s.text) {
        "(" => {
            depth += 1;
            false
        }
        ")" => {
            depth = depth.saturating_sub(1);
            false
        }
        word => {
            let is_name = depth > 0 && t.kind == Kind::Ident;
            is_name && s.symbol(word).is_some_and(|name| own.contains(&name))
        }
    })?;
    let word = named.text(s.text);
    let message = format!("`{name}` with `{word}` of a nested function is not translated yet");
    Some(
        Diagnostic::error(Code::UnsupportedDirective, pragma.span, message)
            .also(place, "declared by the function with this body")
            .help(help),
    )
}

/// The names that a nested function declares: its parameters, what its blocks declare, and the same of functions in it.
/// In doubt a word counts as one.
fn declared_in(rewriter: &Rewriter, head: usize, text: &Blanked) -> HashSet<Sym> {
    let s = rewriter.s;
    let mut out = HashSet::new();
    for i in head..text.last {
        let starts = i == head
            || s.is_line(i - 1)
            || [b';', b'{', b'}', b':', b'(']
                .iter()
                .any(|&c| s.is(i - 1, c));
        if starts && i > text.first && rewriter.declaration_at(i) {
            out.extend(declarators::declared(s, i, text.last));
        }
        // `T *x` of a type that the function itself declares.
        if starts && s.name(i).is_some() && s.is(i + 1, b'*') {
            out.extend((i + 1..text.last).find_map(|at| s.name(at)));
        }
        if s.is(i, b'(') && s.opens(i) && s.is(s.past(i), b'{') {
            parameters(rewriter, i, &mut out);
        }
        if s.is_word(i, Word::Enum) {
            let open = (i..=i + 2).find(|&at| s.is(at, b'{'));
            out.extend(
                open.into_iter()
                    .flat_map(|at| (at..s.past(at)).filter_map(|at| s.name(at))),
            );
        }
    }
    out
}

/// The parameters in the list at `open`.
fn parameters(rewriter: &Rewriter, open: usize, out: &mut HashSet<Sym>) {
    let s = rewriter.s;
    let end = s.past(open) - 1;
    let mut i = open + 1;
    while i < end {
        let mut last = i;
        while last < end && !s.is(last, b',') {
            last = s.past(last);
        }
        let name = declarators::declarator_name(s, i, last);
        out.extend(name.and_then(|at| s.name(at)));
        i = last + 1;
    }
}
