//! Which macros made which tokens of the preprocessed text.
//!
//! The tokens of an original line are expanded by the definitions in force there, and what that gives is compared with
//! what the preprocessor printed: only where both agree does a macro stand for its tokens. Must not know C's grammar.

use super::align::Group;
use super::definitions::Origin;
use super::expander::{Expander, Item};
use super::original::{DirectiveLine, Original, RawToken};
use super::token::{self, Kind, Token};
use super::{Preprocessed, Span};
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// A macro as its `#define` gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The tokens that it stands for.
    pub body: Vec<Word>,
    /// Of a function-like macro.
    pub(super) params: Option<Vec<String>>,
    /// It takes any number of further arguments: its last parameter is `...` or a name with `...` behind it.
    variadic: bool,
    /// It is defined outside of all braces: what follows in the file sees it, whole functions too.
    pub(super) outside: bool,
    pub origin: Origin,
}

impl Definition {
    /// Whether it takes arguments.
    pub fn is_function_like(&self) -> bool {
        self.params.is_some()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub kind: Kind,
    pub text: String,
    /// Blanks stand in front of it.
    pub apart: bool,
}

impl Definition {
    pub fn is_object_like(&self) -> bool {
        self.params.is_none()
    }

    /// What `#define NAME` is followed by.
    pub fn text(&self) -> String {
        spelled(self.body.iter())
    }

    pub fn params(&self) -> &[String] {
        self.params.as_deref().unwrap_or_default()
    }

    /// The list of parameters in their parentheses, nothing for a macro that is no function-like one. A name given to
    /// the further arguments is not kept: what is printed does not use them.
    pub fn spelled_params(&self) -> String {
        let Some(params) = &self.params else {
            return String::new();
        };
        let further = self.variadic.then_some("...");
        let names = params.iter().map(String::as_str).chain(further);
        format!("({})", names.collect::<Vec<_>>().join(", "))
    }
}

/// Whether tokens are one operand wherever they stand: a single one, or all in one pair of parentheses.
pub fn is_closed(words: &[&str]) -> bool {
    let mut depth = 0;
    let last = words.len().saturating_sub(1);
    let inside = words.iter().enumerate().all(|(i, word)| {
        match *word {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth > 0 || i == last
    });
    words.len() == 1 || words.first() == Some(&"(") && inside
}

impl Definition {
    /// From what follows `#define`.
    pub(super) fn read(line: &str, origin: Origin, outside: bool) -> Option<Definition> {
        let tokens = token::tokens_within(line, 0, line.len());
        let [name, rest @ ..] = tokens.as_slice() else {
            return None;
        };
        let (mut params, mut body, mut before) = (None, rest, name.hi);
        let mut variadic = false;
        if rest
            .first()
            .is_some_and(|open| open.lo == name.hi && open.text(line) == "(")
        {
            let close = rest.iter().position(|token| token.text(line) == ")")?;
            let listed = &rest[1..close];
            let ellipsis = |token: &Token| token.text(line).starts_with('.');
            variadic = listed.iter().any(ellipsis);
            // `rest...` is no parameter like others: any number of arguments stand for it.
            let further = |at: usize| listed.get(at + 1).is_some_and(ellipsis);
            let names = listed.iter().enumerate();
            let names = names.filter(|(at, t)| t.kind == Kind::Ident && !further(*at));
            params = Some(names.map(|(_, t)| t.text(line).to_string()).collect());
            (body, before) = (&rest[close + 1..], rest[close].hi);
        }
        let word = |token: &Token| {
            let apart = token.lo > before;
            before = token.hi;
            Word {
                kind: token.kind,
                text: token.text(line).to_string(),
                apart,
            }
        };
        Some(Definition {
            body: body.iter().map(word).collect(),
            params,
            variadic,
            outside,
            origin,
        })
    }

    /// Whether both stand for the same; how many blanks there are does not matter.
    pub(super) fn is_same(&self, other: &Definition) -> bool {
        let words = |d: &Definition| d.body.iter().map(|w| w.text.clone()).collect::<Vec<_>>();
        self.params == other.params
            && self.variadic == other.variadic
            && words(self) == words(other)
            && self.outside == other.outside
    }
}

/// The tokens of a stretch of text, without line markers.
fn words_of(text: &str, lo: usize, hi: usize) -> Vec<&str> {
    let tokens = token::tokens_within(text, lo, hi).into_iter();
    let tokens = tokens.filter(|token| token.kind != Kind::Line);
    tokens.map(|token| &text[token.range()]).collect()
}

/// Words with the blanks between them.
pub fn spelled<'a>(words: impl Iterator<Item = &'a Word>) -> String {
    let mut text = String::new();
    for word in words {
        if word.apart && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    text
}

/// A macro and the tokens of the preprocessed text that it made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub name: String,
    /// Of a function-like macro: the call with its arguments, all as written.
    pub call: Option<Call>,
    /// In how many other macros it stands.
    pub(super) depth: usize,
    /// Of the text; while tokens are expanded, of these.
    pub(super) lo: u32,
    pub(super) hi: u32,
}

/// A call of a function-like macro, as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub text: String,
    /// The macros that the arguments name.
    pub names: Vec<String>,
    /// The tokens of `text`.
    pub words: Vec<Word>,
    /// Beside the tokens that it makes: which of `words` each of them is.
    pub of: Vec<Option<usize>>,
}

impl Made {
    /// How the user spells it.
    fn text(&self) -> &str {
        self.call.as_ref().map_or(&self.name, |call| &call.text)
    }
}

/// Where a macro may begin that made the text of an expression: only parentheses and blanks stand between it and the
/// expression's beginning.
fn beginnings(group: &Group, text: &str, span: Span) -> RangeInclusive<u32> {
    let (Some(first), Some(last)) = (group.made.first(), group.made.last()) else {
        return span.lo..=span.lo;
    };
    let between = |c: char| c == '(' || c.is_whitespace();
    let slice = |lo: u32, hi: u32| text.get(lo as usize..hi as usize).unwrap_or_default();
    let before = slice(first.lo.min(span.lo), span.lo).trim_end_matches(between);
    let behind = slice(span.lo, last.lo.clamp(span.lo, span.hi));
    let opened = behind.len() - behind.trim_start_matches(between).len();
    first.lo.min(span.lo) + before.len() as u32..=span.lo + opened as u32
}

impl Preprocessed {
    /// The macro by which the text of an expression was written, parentheses around it included: of several the one
    /// that the user named.
    pub fn made_by(&self, span: Span) -> Option<Made> {
        let group = self.group(self.row_at(span.lo as usize));
        let text = self.text();
        let stands = |made: &&Made| {
            let only = |range: std::ops::Range<u32>, paren: char| {
                let text = text.get(range.start as usize..range.end as usize)?;
                let blank = |c: char| c == paren || c.is_whitespace();
                let alone = text.chars().all(blank);
                alone.then(|| text.chars().filter(|&c| c == paren).count())
            };
            // Parentheses of the macro, or around it.
            let (before, behind) = match made.lo <= span.lo {
                true => (only(made.lo..span.lo, '('), only(span.hi..made.hi, ')')),
                false => (only(span.lo..made.lo, '('), only(made.hi..span.hi, ')')),
            };
            before.is_some() && before == behind
        };
        let made = group.made_from(beginnings(&group, text, span));
        let made = made.iter().filter(stands);
        made.max_by_key(|made| (made.hi - made.lo, Reverse(made.depth)))
            .cloned()
    }

    /// The object-like macro by which the text of an expression was written.
    pub fn macro_of(&self, span: Span) -> Option<String> {
        let made = self.made_by(span).filter(|made| made.call.is_none());
        made.map(|made| made.name)
    }

    /// The tokens of the text that a macro made.
    pub fn made_tokens(&self, made: &Made) -> Vec<&str> {
        words_of(self.text(), made.lo as usize, made.hi as usize)
    }

    /// The tokens of a text in which macros are named, after their expansion; `defines` says which.
    pub fn expanded(&self, text: &str, defines: &dyn Fn(&str) -> bool) -> Vec<String> {
        let lookup = |name: &str| self.definition(name).filter(|_| defines(name));
        let mut expander = Expander {
            definition: &lookup,
            out: vec![],
            made: vec![],
        };
        let tokens = token::tokens_within(text, 0, text.len());
        let item = |token: &Token| Item {
            word: Word {
                kind: token.kind,
                text: token.text(text).to_string(),
                apart: true,
            },
            from: None,
            hidden: None,
        };
        expander.expand(&tokens.iter().map(item).collect::<Vec<_>>(), 0);
        expander
            .out
            .into_iter()
            .map(|(word, _)| word.text)
            .collect()
    }

    /// The text of an expression, with the macros by which it was written: they mean the same wherever the function
    /// that holds the expression names them.
    pub fn with_macros(&self, span: Span) -> String {
        let visible = |name: &str| self.definition(name).is_some_and(|d| d.outside);
        let made = self.made_by(span);
        if let Some(made) = made.filter(|made| made.call.is_none() && visible(&made.name)) {
            return match is_closed(&self.made_tokens(&made)) {
                true => made.name,
                false => format!("({})", made.name),
            };
        }
        let mut text = String::new();
        let mut at = span.lo;
        while at < span.hi {
            let row = self.row_at(at as usize);
            let end = (self.row_range(row).end as u32).clamp(at + 1, span.hi);
            let group = self.group(row);
            let within = |made: &&Made| {
                let named = made.call.iter().flat_map(|call| &call.names);
                let mut named = named.chain([&made.name]);
                made.lo >= at && made.hi <= end && named.all(|name| visible(name))
            };
            let made = group.made_from(at..=end).iter();
            let mut outermost: Vec<&Made> = made.filter(within).collect();
            outermost.sort_by_key(|made| (made.lo, Reverse(made.hi), made.depth));
            for made in outermost {
                if made.lo >= at {
                    text.push_str(self.slice(Span::new(at as usize, made.lo as usize)));
                    text.push_str(made.text());
                    at = made.hi;
                }
            }
            text.push_str(self.slice(Span::new(at as usize, end as usize)));
            at = end;
        }
        text
    }

    /// A pragma's line as it stands in the user's file, with a blank in place of each comment and continuation; none
    /// for one that `_Pragma` made.
    pub fn written_pragma(&self, span: Span) -> Option<String> {
        let (start, end) = (
            self.raw_place(span.lo, false)?,
            self.raw_place(span.hi, true)?,
        );
        let file = self.original(start.file)?;
        let raw = super::place::tokens_in(file, start.at as u32, end.at as u32);
        let lines = &file.scan().lines;
        let pragma = |token: &RawToken| {
            lines[token.row as usize].directive == DirectiveLine::Pragma && token.row == raw[0].row
        };
        if !start.exact || !end.exact || start.file != end.file || !raw.iter().all(pragma) {
            return None;
        }
        let mut text = String::new();
        let mut before = raw.first()?.lo;
        for token in raw {
            if token.lo > before {
                text.push(' ');
            }
            text.push_str(&file.spelling(token));
            before = token.hi;
        }
        Some(text)
    }

    /// The object-like macros that made tokens of a group.
    pub(super) fn made(&self, file: &Original, group: &Group) -> Vec<Made> {
        let mut made = vec![];
        for (i, token) in group.tokens.iter().enumerate() {
            let (Kind::Line, Some(raw)) = (token.kind, group.of[i]) else {
                continue;
            };
            let raw = group.raw[raw as usize];
            let tokens = token::tokens_within(self.text(), token.lo as usize, token.hi as usize);
            self.made_of(
                file,
                super::place::tokens_in(file, raw.lo, raw.hi),
                &tokens,
                &mut made,
            );
        }
        let lines = group.tokens.iter().any(|token| token.kind == Kind::Line);
        if let (false, Some(first), Some(last)) = (lines, group.raw.first(), group.raw.last()) {
            let raw = super::place::tokens_in(file, first.lo, last.hi);
            self.made_of(file, raw, &group.tokens, &mut made);
        }
        made
    }

    fn made_of(&self, file: &Original, raw: &[RawToken], tokens: &[Token], out: &mut Vec<Made>) {
        let Some(first) = tokens.first() else {
            return;
        };
        let row = self.row_at(first.lo as usize) as u32;
        let definition = |name: &str| self.definitions().at(name, row);
        let known = |token: &&RawToken| {
            token.kind == Kind::Ident && definition(&file.spelling(token)).is_some()
        };
        let lines = &file.scan().lines;
        let directive = |token: &RawToken| lines[token.row as usize].directive;
        let kind = raw.first().map(directive);
        let raw = raw.iter().filter(|token| Some(directive(token)) == kind);
        if kind.is_none() || raw.clone().find(known).is_none() {
            return;
        }
        let mut before = 0;
        let item = |(from, token): (usize, &RawToken)| {
            let apart = token.lo > before;
            before = token.hi;
            Item {
                from: Some(from),
                word: Word {
                    kind: token.kind,
                    text: file.spelling(token).into_owned(),
                    apart,
                },
                hidden: None,
            }
        };
        let mut expander = Expander {
            definition: &definition,
            out: vec![],
            made: vec![],
        };
        expander.expand(&raw.enumerate().map(item).collect::<Vec<_>>(), 0);
        let (n, m) = (tokens.len(), expander.out.len());
        let same = |i: usize, k: usize| tokens[i].text(self.text()) == expander.out[k].0.text;
        let most = n.min(m);
        let head = (0..most).take_while(|&k| same(k, k)).count();
        let tail = (0..most - head)
            .take_while(|&k| same(n - 1 - k, m - 1 - k))
            .count();
        for made in expander.made {
            let (first, end) = (made.lo as usize, made.hi as usize);
            // By how much the tokens at the end are further on than was expected.
            let (first, end) = if end <= head {
                (first, end)
            } else if first >= m - tail {
                (first + n - m, end + n - m)
            } else {
                continue;
            };
            out.push(Made {
                lo: tokens[first].lo,
                hi: tokens[end - 1].hi,
                ..made
            });
        }
    }
}
