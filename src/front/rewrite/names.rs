//! Words that lang-c must not see as they are: `$` and letters beyond ASCII, keywords of C23, and
//! parameters that are named like a type (lang-c would take them for the type in the body).

use super::Rewriter;
use crate::front::declarators;
use crate::front::lexer::Word;
use crate::front::unit::{Attribute, AttributeKind};
use crate::source::Span;
use crate::source::token::{self, Kind};

/// Bytes that lang-c has in no identifier.
fn odd(b: u8) -> bool {
    b == b'$' || b == b'\\' || b >= 0x80
}

impl Rewriter<'_> {
    pub(super) fn identifier(&mut self, i: usize) -> usize {
        let Some(name) = self.s.name(i) else {
            return i + 1;
        };
        let text = self.s.str(i);
        let member = i > 0 && (self.s.is(i - 1, b'.') || self.s.is_str(i - 1, "->"));
        if self.shadowing.contains(&name) && !member || text.bytes().any(odd) {
            return self.rename(i);
        }
        let keyword_follows = matches!(self.s.kind(i + 1), Some(Kind::Ident));
        match text {
            _ if member || self.declared_words.contains(text) => {}
            "constexpr" | "thread_local" if !keyword_follows => {}
            "true" => return self.replace(i, i, "1", AttributeKind::C23),
            "false" => return self.replace(i, i, "0", AttributeKind::C23),
            "nullptr" => return self.replace(i, i, "0", AttributeKind::C23),
            "constexpr" => return self.replace(i, i, "const", AttributeKind::C23),
            "thread_local" => return self.take(i, i, AttributeKind::Tls, None),
            "typeof_unqual" => return self.replace(i, i, "typeof", AttributeKind::C23),
            "bool" if !self.typedefs.contains(&name) => self.says_bool = true,
            "alignas" if self.s.is(i + 1, b'(') && self.type_follows(i) => {
                let last = self.s.past(i + 1) - 1;
                return self.take(i, last, AttributeKind::Alignas, Some(i + 1));
            }
            _ => {}
        }
        if self.in_body && self.s.is(i + 1, b':') {
            return self.label(i);
        }
        i + 1
    }

    /// The words of C23 that the unit declares itself, as C11 lets it: `enum { false, true }`, `int *nullptr`.
    pub(super) fn find_declared_words(&mut self) {
        const WORDS: &[&str] = &[
            "bool",
            "constexpr",
            "false",
            "nullptr",
            "thread_local",
            "true",
            "typeof_unqual",
        ];
        for word in WORDS {
            let Some(name) = self.s.symbol(word) else {
                continue;
            };
            let mut places = (0..self.s.len()).filter(|&i| self.s.name(i) == Some(name));
            if places.any(|i| self.declares(i)) {
                self.declared_words.insert(word);
            }
        }
    }

    /// The name at `i` is declared there, or assigned, as no keyword of C23 can be.
    fn declares(&self, i: usize) -> bool {
        let s = self.s;
        if s.is(i + 1, b'=') {
            return true;
        }
        let Some(before) = s.before(i) else {
            return false;
        };
        let typed = match s.word(before) {
            Some(word) => word.is_type_specifier(),
            None => {
                s.is(before, b'*') || s.name(before).is_some_and(|n| self.typedefs.contains(&n))
            }
        };
        typed || self.is_enumerator(i)
    }

    /// `enum tag { ..., name`
    fn is_enumerator(&self, i: usize) -> bool {
        let s = self.s;
        let mut at = i;
        while let Some(before) = s.before(at) {
            at = before;
            if s.is(at, b'{') {
                let head = s.before(at);
                let tag = head.filter(|&h| s.name(h).is_some());
                let word = tag.and_then(|h| s.before(h)).or(head);
                return word.and_then(|w| s.word(w)) == Some(Word::Enum);
            }
            if s.is(at, b';') || s.is(at, b'}') {
                return false;
            }
        }
        false
    }

    /// `alignas(16) int x`: a specifier stands behind it.
    fn type_follows(&self, i: usize) -> bool {
        let next = self.s.past(i + 1);
        self.type_at(next) || self.s.name(next).is_some()
    }

    fn rename(&mut self, i: usize) -> usize {
        let Some(sym) = self.s.sym(i) else {
            return i + 1;
        };
        let original = self.s.str(i);
        let new = match self.renamed.get(&sym) {
            Some(new) => new.clone(),
            None => match self.fresh(original) {
                Some(new) => {
                    self.taken.insert(new.clone());
                    self.renamed.insert(sym, new.clone());
                    new
                }
                None => {
                    let span = self.span(i, i);
                    self.refuse(span, "this name", "give it another name, of ASCII letters");
                    return i + 1;
                }
            },
        };
        self.attributes.push(Attribute {
            span: self.span(i, i),
            kind: AttributeKind::Identifier,
            argument: token::written_out(original).into_owned(),
        });
        self.put(i, &new);
        i + 1
    }

    /// Writes a shorter name for the one at `i`, from `at` to its end; false where there is none.
    pub(super) fn rename_to(&mut self, i: usize, at: usize) -> bool {
        let original = self.s.str(i);
        let letters = self.s.tokens[i].range().end - at;
        let ascii = original.is_ascii();
        let Some(new) = ascii.then(|| self.fresh(&original[..letters])).flatten() else {
            return false;
        };
        self.attributes.push(Attribute {
            span: Span::new(at, at + letters),
            kind: AttributeKind::Identifier,
            argument: token::written_out(original).into_owned(),
        });
        self.write(at, &new);
        self.taken.insert(new);
        true
    }

    /// A word of as many bytes that stands nowhere in the unit.
    fn fresh(&self, original: &str) -> Option<String> {
        const LETTERS: &[u8] = b"QZXJKVWYqzxjkvwyABCDEFGHILMNOPRSTUabcdefghilmnoprstu_0123456789";
        let ascii = |b: u8| if odd(b) { b'_' } else { b };
        let base: Vec<u8> = original.bytes().map(ascii).collect();
        let places_odd: Vec<usize> = (0..base.len())
            .filter(|&i| original.as_bytes()[i] != base[i])
            .collect();
        let places: Vec<usize> = match places_odd.is_empty() {
            true => (0..base.len()).rev().collect(),
            false => places_odd.into_iter().rev().collect(),
        };
        for attempt in 0..5000usize {
            let mut word = base.clone();
            let mut rest = attempt;
            for &place in &places {
                let letters = if place == 0 {
                    LETTERS.len() - 10
                } else {
                    LETTERS.len()
                };
                word[place] = LETTERS[rest % letters];
                rest /= letters;
                if rest == 0 {
                    break;
                }
            }
            let word = String::from_utf8(word).ok()?;
            if self.s.symbol(&word).is_none() && !self.taken.contains(&word) {
                return Some(word);
            }
        }
        None
    }

    /// The parameters of a definition that are named like a type: they are renamed from their
    /// declarator on, which is behind the last mention of the type that they can mean.
    pub(super) fn find_shadowing(&mut self, first: usize, open: usize) {
        let Some(list) = (first..open).find(|&i| {
            self.s.is(i, b'(')
                && i > first
                && (self.s.name(i - 1).is_some() || self.s.is(i - 1, b')'))
                && !self.s.word(i - 1).is_some_and(Word::is_attribute)
        }) else {
            return;
        };
        let end = self.s.past(list) - 1;
        let mut i = list + 1;
        while i < end {
            let mut last = i;
            while last < end && !self.s.is(last, b',') {
                last = self.s.past(last);
            }
            if let Some(at) = declarators::declarator_name(self.s, i, last)
                && let Some(name) = self.s.name(at)
                && self.typedefs.contains(&name)
            {
                self.shadowing.insert(name);
                self.rename(at);
            }
            i = last + 1;
        }
    }

    pub(super) fn local_typedef(&mut self, i: usize) {
        let mut last = i;
        while last + 1 < self.s.len() && !self.s.is(last, b';') {
            last = self.s.past(last);
        }
        let last = last.min(self.s.len() - 1);
        self.typedefs.extend(declarators::declared(self.s, i, last));
    }

    /// `bool` as a keyword of C23: a typedef in the blanks at the start of the text.
    pub(super) fn declare_bool(&mut self) {
        const TEXT: &str = "typedef _Bool bool;";
        let room = self
            .out
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        if room > TEXT.len() {
            self.write(0, TEXT);
        }
    }
}
