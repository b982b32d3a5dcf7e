//! Statements and operators of GNU C that lang-c does not know: `asm`, `a ?: b`, `&&label`,
//! labels before declarations and braces, nested functions, implicit int.

use super::Rewriter;
use crate::front::lexer::Word;
use crate::front::unit::{Attribute, AttributeKind};
use crate::front::{declarators, toplevel};
use crate::source::Span;
use crate::source::token::Kind;

impl Rewriter<'_> {
    /// `asm` as a declaration, a label of a declarator, or a statement.
    pub(super) fn asm(&mut self, i: usize) -> usize {
        let s = self.s;
        let mut open = i + 1;
        while s.word(open).is_some() {
            open += 1;
        }
        if !s.is(open, b'(') || !s.opens(open) {
            return i + 1;
        }
        let close = s.past(open) - 1;
        let before = s.before(i);
        let declarator = open == i + 1
            && before.is_some_and(|b| {
                s.name(b).is_some() || s.is(b, b']') || (s.is(b, b')') && !self.in_body)
            });
        if declarator {
            return self.take(i, close, AttributeKind::AsmLabel, Some(open));
        }
        if !self.in_body {
            let last = if s.is(close + 1, b';') {
                close + 1
            } else {
                close
            };
            return self.blank(i, last);
        }
        self.take(i, close, AttributeKind::AsmStatement, Some(open))
    }

    /// `a ?: b` becomes `a ?0: b`; `source` left room between the two.
    pub(super) fn elvis(&mut self, question: usize, colon: usize) {
        let zero = self.s.tokens[question].hi as usize;
        if zero == self.s.tokens[colon].lo as usize {
            let span = self.span(question, colon);
            return self.refuse(
                span,
                "`?:` without a middle operand and without blanks",
                "write `a ?: b` with blanks around `?:`",
            );
        }
        self.write(zero, "0");
        self.attributes.push(Attribute {
            span: Span::new(zero, zero + 1),
            kind: AttributeKind::Elvis,
            argument: String::new(),
        });
    }

    /// `&&label` where an operand is expected.
    pub(super) fn label_address(&mut self, i: usize) -> usize {
        let s = self.s;
        if s.name(i + 1).is_none() {
            return i + 1;
        }
        let operand = match s.before(i) {
            None => false,
            Some(b) if s.is(b, b')') => s.partner(b).is_some_and(|open| {
                // Behind a cast, not behind `f(T)` or `sizeof(T)`.
                let cast = s.before(open).is_none_or(|f| {
                    matches!(s.kind(f), Some(Kind::Punct)) || s.word(f) == Some(Word::Return)
                });
                self.type_at(open + 1) && cast
            }),
            Some(b) => match s.kind(b) {
                Some(Kind::Punct) => !s.is(b, b']') && !s.is(b, b'}'),
                Some(Kind::Ident) => matches!(s.word(b), Some(Word::Return | Word::Case)),
                _ => false,
            },
        };
        let postfix = s
            .before(i)
            .is_some_and(|b| s.is_str(b, "++") || s.is_str(b, "--"));
        if operand && !postfix {
            return self.replace(i, i + 1, "0", AttributeKind::LabelAddress);
        }
        i + 1
    }

    pub(super) fn computed_goto(&mut self, i: usize) -> usize {
        let s = self.s;
        let mut end = i;
        while end < s.len() && !s.is(end, b';') && !s.is(end, b'}') {
            end = s.past(end);
        }
        self.take(i, end - 1, AttributeKind::ComputedGoto, None)
    }

    /// A label, `case` or `default` at `i` that a declaration or `}` follows gets a `;`.
    pub(super) fn label(&mut self, i: usize) -> usize {
        let s = self.s;
        let Some(colon) = toplevel::colon(s, i) else {
            return i + 1;
        };
        let starts = s.before(i).is_none_or(|b| {
            s.is(b, b';')
                || s.is(b, b'{')
                || s.is(b, b'}')
                || s.is(b, b':')
                || s.is(b, b')')
                || matches!(s.word(b), Some(Word::Else | Word::Do))
        });
        let next = declarators::skip_attributes(s, colon + 1);
        if !starts
            || s.tokens[colon + 1..next.max(colon + 1)]
                .iter()
                .any(|t| t.kind == Kind::Line && t.text(s.text).contains("omp"))
        {
            return i + 1;
        }
        if s.is(next, b'}') || self.declaration_at(next) {
            let at = s.tokens[colon].hi as usize;
            if self.is_blank(at) {
                self.write(at, ";");
            } else {
                let span = self.span(i, colon);
                self.refuse(
                    span,
                    "a label with no statement behind it",
                    "put a `;` behind the colon",
                );
            }
        }
        i + 1
    }

    /// A declaration begins at `i`, as far as the tokens can tell: never wrong about a statement.
    pub(crate) fn declaration_at(&self, i: usize) -> bool {
        let s = self.s;
        let i = declarators::skip_attributes(s, i);
        if let Some(word) = s.word(i) {
            return word.is_specifier() || matches!(word, Word::StaticAssert | Word::StaticAssert1);
        }
        let Some(name) = s.name(i) else { return false };
        if s.name(i + 1).is_some() {
            return true;
        }
        let typedef = self.typedefs.contains(&name) && !self.shadowing.contains(&name);
        typedef && (s.is(i + 1, b'*') || s.word(i + 1).is_some_and(Word::is_specifier))
    }

    pub(super) fn begins_statement(&self, i: usize) -> bool {
        let s = self.s;
        i > 0
            && s.sym(i).is_some()
            && (s.is(i - 1, b';') || s.is(i - 1, b'{') || s.is(i - 1, b'}') || s.is_line(i - 1))
    }

    /// A declaration in a block: nested functions become prototypes, a missing type becomes `int`.
    pub(super) fn declaration(&mut self, i: usize) -> Option<usize> {
        let s = self.s;
        let word = s.word(i);
        let begins = match word {
            Some(w) => w.is_specifier() && !w.is_attribute(),
            None => s.name(i + 1).is_some() || self.declaration_at(i),
        };
        if !begins {
            return None;
        }
        let mut last = i;
        while last < s.len() && !s.is(last, b';') && !s.is(last, b'=') && !s.is(last, b'}') {
            if s.is(last, b'{') && last > i && s.is(last - 1, b')') && self.is_parameters(last - 1)
            {
                let close = s.past(last) - 1;
                // Its head is rewritten like any other; the body goes.
                self.run(i + 1, last - 1);
                let before = self.blanked.len();
                self.take(last, close, AttributeKind::NestedFunction, None);
                for body in &mut self.blanked[before..] {
                    body.head = Some(i);
                }
                self.write(s.tokens[last].lo as usize, ";");
                return Some(close + 1);
            }
            last = s.past(last);
        }
        let specifiers = declarators::specifiers(s, i, last.min(s.len() - 1));
        let storage = word.is_some_and(says_storage);
        if storage && !specifiers.has_type {
            if s.is_word(i, Word::Auto) {
                self.attributes.push(Attribute {
                    span: self.span(i, i),
                    kind: AttributeKind::AutoType,
                    argument: "auto".into(),
                });
                self.put(i, "int");
            } else {
                self.implicit_int(i);
            }
        }
        None
    }

    /// The `)` at `close` ends a parameter list: a name or `)` stands before it.
    fn is_parameters(&self, close: usize) -> bool {
        let before = self.s.partner(close).and_then(|open| open.checked_sub(1));
        before.is_some_and(|b| self.s.name(b).is_some() || self.s.is(b, b')'))
    }

    /// Writes `int` into the blanks before a declaration without a type.
    pub(super) fn implicit_int(&mut self, first: usize) {
        let lo = self.s.tokens[first].lo as usize;
        let blanks = (1..=4.min(lo))
            .take_while(|n| self.is_blank(lo - n))
            .count();
        if blanks == 4 {
            return self.write(lo - 4, "int ");
        }
        if self.s.name(first).is_some() && self.shortened(first, blanks) {
            return;
        }
        if self.s.word(first).is_some_and(says_storage) {
            self.replace(first, first, "int", AttributeKind::ImplicitInt);
        } else {
            let span = self.span(first, first);
            self.refuse(
                span,
                "a declaration without a type",
                "write `int` before it",
            );
        }
    }

    /// Writes `int` into the few blanks before a name and over the first letters of the name, which gets another one that
    /// is shorter; false where that leaves it no letter.
    fn shortened(&mut self, i: usize, blanks: usize) -> bool {
        let word = self.s.tokens[i].range();
        let Some(letters) = (word.len() + blanks).checked_sub(4).filter(|&n| n > 0) else {
            return false;
        };
        let lo = word.end - letters;
        if !self.rename_to(i, lo) {
            return false;
        }
        self.write(lo - 4, "int ");
        true
    }

    /// `(T){}` becomes `(T){0}`; where there is no room the whole literal becomes `0`.
    pub(super) fn empty_braces(&mut self, open: usize, close: usize) {
        let s = self.s;
        let Some(paren) = open.checked_sub(1).filter(|&b| s.is(b, b')')) else {
            return;
        };
        let Some(first) = s.partner(paren) else {
            return;
        };
        let operand = match first.checked_sub(1) {
            None => true,
            Some(b) => match s.kind(b) {
                Some(Kind::Punct) => !s.is(b, b')') && !s.is(b, b']'),
                Some(Kind::Ident) => matches!(s.word(b), Some(Word::Return | Word::Sizeof)),
                _ => false,
            },
        };
        if !operand || !self.type_at(first + 1) {
            return;
        }
        let (lo, hi) = (s.tokens[open].lo as usize, s.tokens[close].hi as usize);
        if hi > lo + 2 {
            self.write(lo + 1, "0");
        } else if self.is_blank(hi) {
            self.write(lo, "{0}");
        } else if self.is_blank(lo - 1) {
            self.write(lo - 1, "{0}");
        } else {
            self.replace(first, close, "0", AttributeKind::EmptyBraces);
            return;
        }
        let span = self.span(first, close);
        let argument = s.text[span.range()].to_string();
        self.attributes.push(Attribute {
            span,
            kind: AttributeKind::EmptyBraces,
            argument,
        });
    }
}

/// Words with which a declaration may begin that names no type.
fn says_storage(word: Word) -> bool {
    word.is_qualifier()
        || matches!(
            word,
            Word::Static | Word::Register | Word::Auto | Word::Extern
        )
}
