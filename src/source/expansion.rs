//! Which macros of the user's files made which tokens of the preprocessed text.
//!
//! The tokens of an original line are expanded by the definitions in the files, and what that gives is compared with
//! what the preprocessor printed: only where both agree does a macro stand for its tokens. So nothing depends on which
//! branch of a conditional was taken, or on definitions of the command line: where those decide, the tokens differ.
//! A name with `#undef`, or with two definitions that differ, stands for nothing. Must not know C's grammar.

use super::align::Group;
use super::original::{DirectiveLine, Original, RawToken};
use super::token::{self, Kind, Token};
use super::{Preprocessed, Span};
use std::collections::HashMap;
use std::rc::Rc;

/// Lines that expand to more than this are not looked into.
const MOST: usize = 1 << 14;
/// So many macros may stand in the bodies of one another.
const DEEPEST: usize = 100;

/// The macros of the user's files by name; none for a name that stands for different things.
pub(crate) type Definitions = HashMap<String, Option<Definition>>;

/// A macro as its `#define` gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The tokens that it stands for.
    pub body: Vec<Word>,
    /// Of a function-like macro.
    params: Option<Vec<String>>,
    /// It is defined outside of all braces: what follows in the file sees it, whole functions too.
    outside: bool,
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
        let mut text = String::new();
        for word in &self.body {
            if word.apart && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&word.text);
        }
        text
    }

    /// Whether it is one operand wherever it stands: a single token, or all in one pair of parentheses.
    pub fn is_closed(&self) -> bool {
        let mut depth = 0;
        let last = self.body.len().saturating_sub(1);
        let opens = self.body.first().is_some_and(|word| word.text == "(");
        let inside = self.body.iter().enumerate().all(|(i, word)| {
            match word.text.as_str() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            depth > 0 || i == last
        });
        self.body.len() == 1 || opens && inside
    }
}

/// An object-like macro and the tokens of the preprocessed text that it made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub name: String,
    pub lo: u32,
    pub hi: u32,
}

impl Preprocessed {
    /// The macro of the user's files by which the text of an expression was written, parentheses around it included.
    pub fn macro_of(&self, span: Span) -> Option<&str> {
        let group = self.group(self.row_at(span.lo as usize));
        let text = self.text();
        let stands = |made: &&Made| {
            let only = |range: std::ops::Range<u32>, paren: char| {
                let text = text.get(range.start as usize..range.end as usize)?;
                let blank = |c: char| c == paren || c.is_whitespace();
                let count = text.chars().filter(|&c| c == paren).count();
                text.chars().all(blank).then_some(count)
            };
            // Parentheses of the macro, or around it.
            let (before, behind) = match made.lo <= span.lo {
                true => (only(made.lo..span.lo, '('), only(span.hi..made.hi, ')')),
                false => (only(span.lo..made.lo, '('), only(made.hi..span.hi, ')')),
            };
            before.is_some() && before == behind
        };
        let made = group.made.iter().filter(stands);
        let made = made.max_by_key(|made| (made.hi - made.lo, std::cmp::Reverse(&made.name)))?;
        let (name, _) = self.definitions().get_key_value(&made.name)?;
        Some(name)
    }

    /// What a macro of the user's files stands for.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions().get(name)?.as_ref()
    }

    /// The text of an expression, with the macros by which it was written: they mean the same wherever the function
    /// that holds the expression names them.
    pub fn with_macros(&self, span: Span) -> String {
        let visible = |name: &str| self.definition(name).is_some_and(|d| d.outside);
        if let Some(name) = self.macro_of(span).filter(|name| visible(name)) {
            let closed = self.definition(name).is_some_and(Definition::is_closed);
            return match closed {
                true => name.to_string(),
                false => format!("({name})"),
            };
        }
        let mut text = String::new();
        let mut at = span.lo;
        while at < span.hi {
            let row = self.row_at(at as usize);
            let end = (self.row_range(row).end as u32).clamp(at + 1, span.hi);
            let group = self.group(row);
            let within = |made: &&Made| made.lo >= at && made.hi <= end && visible(&made.name);
            let mut outermost: Vec<&Made> = group.made.iter().filter(within).collect();
            outermost.sort_by_key(|made| (made.lo, std::cmp::Reverse(made.hi)));
            for made in outermost {
                if made.lo >= at {
                    text.push_str(self.slice(Span::new(at as usize, made.lo as usize)));
                    text.push_str(&made.name);
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

    /// The macros that the user's files define.
    pub(crate) fn definitions(&self) -> &Definitions {
        self.definitions.get_or_init(|| {
            let mut all = Definitions::new();
            for id in self.files().filter(|&id| self.is_user_file(id)) {
                if let Some(file) = self.original(id) {
                    collect(file, &mut all);
                }
            }
            all
        })
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
        let definitions = self.definitions();
        let known = |token: &&RawToken| {
            token.kind == Kind::Ident && definitions.contains_key(&*file.spelling(token))
        };
        let lines = &file.scan().lines;
        let directive = |token: &RawToken| lines[token.row as usize].directive;
        let kind = raw.first().map(directive);
        let raw = raw.iter().filter(|token| Some(directive(token)) == kind);
        if kind.is_none() || raw.clone().find(known).is_none() {
            return;
        }
        let word = |token: &RawToken| Item {
            word: Word {
                kind: token.kind,
                text: file.spelling(token).into_owned(),
                apart: false,
            },
            hidden: None,
        };
        let mut expander = Expander {
            definitions,
            out: vec![],
            made: vec![],
        };
        expander.expand(&raw.map(word).collect::<Vec<_>>(), 0);
        let (n, m) = (tokens.len(), expander.out.len());
        let same = |i: usize, k: usize| tokens[i].text(self.text()) == expander.out[k].text;
        let most = n.min(m);
        let head = (0..most).take_while(|&k| same(k, k)).count();
        let tail = (0..most - head)
            .take_while(|&k| same(n - 1 - k, m - 1 - k))
            .count();
        for (name, first, end) in expander.made {
            // By how much the tokens at the end are further on than was expected.
            let (first, end) = if end <= head {
                (first, end)
            } else if first >= m - tail {
                (first + n - m, end + n - m)
            } else {
                continue;
            };
            out.push(Made {
                name,
                lo: tokens[first].lo,
                hi: tokens[end - 1].hi,
            });
        }
    }
}

/// Expands tokens as the preprocessor does, without `#`, `##` and calls that are put together from several places.
struct Expander<'a> {
    definitions: &'a Definitions,
    out: Vec<Word>,
    /// Object-like macros, and the tokens of `out` that they made.
    made: Vec<(String, usize, usize)>,
}

/// A token that is still to be expanded.
#[derive(Clone)]
struct Item {
    word: Word,
    /// The macros in whose bodies it stands, which it does not name.
    hidden: Option<Rc<Hidden>>,
}

struct Hidden {
    name: String,
    further: Option<Rc<Hidden>>,
}

impl Item {
    fn names_a_macro(&self) -> bool {
        let mut hidden = &self.hidden;
        while let Some(one) = hidden {
            if one.name == self.word.text {
                return false;
            }
            hidden = &one.further;
        }
        self.word.kind == Kind::Ident
    }
}

impl Expander<'_> {
    fn expand(&mut self, items: &[Item], depth: usize) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            let goes_on = depth < DEEPEST && self.out.len() < MOST && item.names_a_macro();
            let name = &item.word.text;
            let definition = self.definitions.get(name).and_then(Option::as_ref);
            let Some(definition) = definition.filter(|_| goes_on) else {
                self.out.push(item.word.clone());
                continue;
            };
            let hidden = Some(Rc::new(Hidden {
                name: name.clone(),
                further: item.hidden.clone(),
            }));
            let given = match &definition.params {
                None => Some((vec![], 0)),
                Some(_) => arguments(&items[at..]),
            };
            let Some((given, used)) = given else {
                self.out.push(item.word.clone());
                continue;
            };
            at += used;
            let first = self.out.len();
            self.expand(&definition.with(&given, &hidden), depth + 1);
            if definition.is_object_like() && self.out.len() > first {
                self.made.push((name.clone(), first, self.out.len()));
            }
        }
    }
}

impl Definition {
    /// The body with arguments in place of the parameters.
    fn with(&self, arguments: &[&[Item]], hidden: &Option<Rc<Hidden>>) -> Vec<Item> {
        let mut body = vec![];
        for word in &self.body {
            let mut params = self.params.iter().flatten();
            let at = params.position(|param| *param == word.text);
            match at.filter(|_| word.kind == Kind::Ident) {
                Some(at) => body.extend_from_slice(arguments.get(at).copied().unwrap_or_default()),
                None => body.push(Item {
                    word: word.clone(),
                    hidden: hidden.clone(),
                }),
            }
            if body.len() > MOST {
                break;
            }
        }
        body
    }

    fn is_same(&self, other: &Definition) -> bool {
        let words = |d: &Definition| d.body.iter().map(|w| w.text.clone()).collect::<Vec<_>>();
        self.params == other.params && words(self) == words(other) && self.outside == other.outside
    }
}

/// The arguments in the parentheses that the tokens begin with, and how many tokens these are.
fn arguments(items: &[Item]) -> Option<(Vec<&[Item]>, usize)> {
    if items.first()?.word.text != "(" {
        return None;
    }
    let (mut depth, mut from, mut out) = (0, 1, vec![]);
    for (at, item) in items.iter().enumerate() {
        match item.word.text.as_str() {
            "(" => depth += 1,
            "," if depth == 1 => {
                out.push(&items[from..at]);
                from = at + 1;
            }
            ")" => {
                depth -= 1;
                if depth == 0 {
                    out.push(&items[from..at]);
                    return Some((out, at + 1));
                }
            }
            _ => {}
        }
    }
    None
}

fn collect(file: &Original, all: &mut Definitions) {
    let scanned = file.scan();
    let mut depth = 0i64;
    for line in &scanned.lines {
        let tokens = &scanned.tokens[line.first as usize..line.end as usize];
        match line.directive {
            DirectiveLine::No => {
                for token in tokens.iter().filter(|token| token.kind == Kind::Punct) {
                    match &*file.spelling(token) {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        _ => {}
                    }
                }
            }
            DirectiveLine::Define => define(file, tokens, depth == 0, all),
            DirectiveLine::Other if tokens.len() > 2 && file.spelling(&tokens[1]) == "undef" => {
                all.insert(file.spelling(&tokens[2]).into_owned(), None);
            }
            _ => {}
        }
    }
}

fn define(file: &Original, tokens: &[RawToken], outside: bool, all: &mut Definitions) {
    let [_, _, name, rest @ ..] = tokens else {
        return;
    };
    let function = rest
        .first()
        .is_some_and(|token| token.lo == name.hi && file.spelling(token) == "(");
    let (mut params, mut body) = (None, rest);
    if function {
        let Some(close) = rest.iter().position(|token| file.spelling(token) == ")") else {
            return;
        };
        let names = rest[1..close].iter().filter(|t| t.kind == Kind::Ident);
        params = Some(names.map(|t| file.spelling(t).into_owned()).collect());
        body = &rest[close + 1..];
    }
    let mut before = name.hi;
    let word = |token: &RawToken| {
        let apart = token.lo > before;
        before = token.hi;
        Word {
            kind: token.kind,
            text: file.spelling(token).into_owned(),
            apart,
        }
    };
    let definition = Definition {
        body: body.iter().map(word).collect(),
        params,
        outside,
    };
    let name = file.spelling(name).into_owned();
    match all.get(&name) {
        // A comment is a blank, and how many blanks there are does not matter.
        Some(Some(known)) if known.is_same(&definition) => {}
        Some(_) => {
            all.insert(name, None);
        }
        None => {
            all.insert(name, Some(definition));
        }
    }
}
