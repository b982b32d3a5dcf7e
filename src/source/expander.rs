//! Expands tokens as the preprocessor does, without `#` and calls that are put together from several places.
//!
//! It keeps a record of which macro made which tokens. Must not know where the tokens come from.

use super::expansion::{Call, Definition, Made, Word, spelled};
use super::token::Kind;
use std::rc::Rc;

/// Lines that expand to more than this are not looked into.
const MOST: usize = 1 << 14;
/// So many macros may stand in the bodies of one another.
const DEEPEST: usize = 100;

/// The expansion of some tokens.
pub(super) struct Expander<'a> {
    pub definition: &'a dyn Fn(&str) -> Option<&'a Definition>,
    /// The tokens, and which of the given ones each of them is.
    pub out: Vec<(Word, Option<usize>)>,
    /// Object-like macros, calls of others that the user wrote, and the tokens of `out` that they made.
    pub made: Vec<Made>,
}

/// A token that is still to be expanded.
#[derive(Clone)]
pub(super) struct Item {
    pub word: Word,
    /// Which token it is of those that were given.
    pub from: Option<usize>,
    /// The macros in whose bodies it stands, which it does not name.
    pub hidden: Option<Rc<Hidden>>,
}

pub(super) struct Hidden {
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
    fn macros_in(&self, items: &[Item]) -> Vec<String> {
        let words = items.iter().map(|item| &item.word);
        let words = words.filter(|word| word.kind == Kind::Ident);
        let names = words.filter(|word| (self.definition)(&word.text).is_some());
        names.map(|word| word.text.clone()).collect()
    }

    pub fn expand(&mut self, items: &[Item], depth: usize) {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            let goes_on = depth < DEEPEST && self.out.len() < MOST && item.names_a_macro();
            let name = &item.word.text;
            let definition = (self.definition)(name);
            let Some(definition) = definition.filter(|_| goes_on) else {
                self.out.push((item.word.clone(), item.from));
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
                self.out.push((item.word.clone(), item.from));
                continue;
            };
            let words = &items[at - 1..at + used];
            let call = (depth == 0 && !definition.is_object_like()).then(|| Call {
                text: spelled(words.iter().map(|item| &item.word)),
                names: self.macros_in(&words[1..]),
                words: words.iter().map(|item| item.word.clone()).collect(),
                of: vec![],
            });
            let own = at - 1..at + used;
            at += used;
            let first = self.out.len();
            self.expand(&definition.with(&given, &hidden), depth + 1);
            let call = call.map(|call| {
                let of = self.out[first..].iter().map(|(_, from)| *from);
                let of = of.map(|from| from.filter(|at| own.contains(at)));
                Call {
                    of: of.map(|at| Some(at? - own.start)).collect(),
                    ..call
                }
            });
            if (definition.is_object_like() || call.is_some()) && self.out.len() > first {
                self.made.push(Made {
                    name: name.clone(),
                    call,
                    depth,
                    lo: first as u32,
                    hi: self.out.len() as u32,
                });
            }
        }
    }
}

impl Definition {
    /// The body with arguments in place of the parameters.
    fn with(&self, arguments: &[&[Item]], hidden: &Option<Rc<Hidden>>) -> Vec<Item> {
        let mut body: Vec<Item> = vec![];
        let mut pastes = false;
        for word in &self.body {
            if word.text == "##" {
                pastes = !body.is_empty();
                continue;
            }
            let mut params = self.params.iter().flatten();
            let at = params.position(|param| *param == word.text);
            let own = [Item {
                word: word.clone(),
                from: None,
                hidden: hidden.clone(),
            }];
            let mut next = match at.filter(|_| word.kind == Kind::Ident) {
                Some(at) => arguments.get(at).copied().unwrap_or_default(),
                None => &own[..],
            };
            if std::mem::take(&mut pastes)
                && let ([first, rest @ ..], Some(last)) = (next, body.last_mut())
            {
                last.word.text.push_str(&first.word.text);
                last.from = None;
                next = rest;
            }
            body.extend_from_slice(next);
            if body.len() > MOST {
                break;
            }
        }
        body
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
