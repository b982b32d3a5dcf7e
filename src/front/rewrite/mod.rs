//! Same-length rewriting of the kept text into what lang-c can read.
//!
//! Everything that is not kept becomes blanks. What lang-c cannot read is replaced in place, and the facts that
//! get lost stand beside the text as [`Attribute`]s. Every token that stays, stays at its offset.
//! Must not know types; a typedef name is all that it knows of names.

mod attributes;
mod literals;
mod names;
mod statements;

use super::blanked::Blanked;
use super::declarators;
use super::lexer::{Stream, Sym, Word};
use super::reach::{Body, Level, Reached};
use super::results;
use super::toplevel::Chunk;
use super::unit::{Attribute, AttributeKind};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::source::token::Kind;
use std::collections::{HashMap, HashSet};

pub(crate) struct Rewriter<'a> {
    pub s: &'a Stream<'a>,
    /// The text for lang-c, in the making.
    pub out: Vec<u8>,
    pub attributes: Vec<Attribute>,
    pub errors: Vec<Diagnostic>,
    /// Text with `#` lines in it that was blanked.
    pub blanked: Vec<Blanked>,
    /// Typedef names of file scope, and those of blocks as they pass.
    pub typedefs: HashSet<Sym>,
    /// What to call words that lang-c must not see: a parameter named like a type, `$`.
    renamed: HashMap<Sym, String>,
    taken: HashSet<String>,
    /// Parameters of the current function that shadow a type.
    shadowing: HashSet<Sym>,
    /// Between the braces of a function.
    in_body: bool,
    says_bool: bool,
    /// Keywords of C23 that are names here.
    declared_words: HashSet<&'static str>,
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(s: &'a Stream<'a>) -> Rewriter<'a> {
        Rewriter {
            s,
            out: blanks(s.text),
            attributes: vec![],
            errors: vec![],
            blanked: vec![],
            typedefs: HashSet::new(),
            renamed: HashMap::new(),
            taken: HashSet::new(),
            shadowing: HashSet::new(),
            in_body: false,
            says_bool: false,
            declared_words: HashSet::new(),
        }
    }

    /// Copies and rewrites the kept chunks; the bodies that were dropped come back.
    pub(crate) fn chunks(&mut self, chunks: &[Chunk], reached: &Reached) -> Vec<Span> {
        let kept = || {
            chunks
                .iter()
                .enumerate()
                .filter(|&(c, _)| reached.chunks[c] > Level::No)
        };
        for (_, chunk) in kept().filter(|(_, chunk)| chunk.is_typedef) {
            self.typedefs.extend(&chunk.names);
        }
        self.find_declared_words();
        let mut dropped = vec![];
        let declared = results::Declared::of(self.s, chunks);
        let is_kept = |c: usize| reached.chunks[c] > Level::No;
        for (c, chunk) in kept() {
            match chunk.body {
                Some((open, close)) if reached.bodies[c] == Body::Dropped => {
                    self.prototype(chunk, open);
                    let found = results::returned(&declared, chunk.first, open, close)
                        .filter(|found| declared.are_functions(found, &is_kept));
                    self.attributes.push(Attribute {
                        span: self.span(open, open),
                        kind: AttributeKind::Results,
                        argument: found.map_or_else(String::new, |found| found.to_string()),
                    });
                    dropped.push(self.span(open, close));
                }
                _ => self.whole(chunk),
            }
        }
        if self.says_bool {
            self.declare_bool();
        }
        dropped
    }

    /// A few tokens that are no declaration: a clause's expression.
    pub(crate) fn fragment(&mut self) {
        if let Some(last) = self.s.len().checked_sub(1) {
            self.copy(0, last);
            self.in_body = true;
            self.run(0, last);
        }
    }

    fn whole(&mut self, chunk: &Chunk) {
        self.copy(chunk.first, chunk.last);
        if chunk.implicit_int && !chunk.idle {
            self.implicit_int(chunk.first);
        }
        self.shadowing.clear();
        if let Some((open, close)) = chunk.body {
            self.run(chunk.first, open - 1);
            self.find_shadowing(chunk.first, open);
            self.in_body = true;
            self.run(open, close);
            self.in_body = false;
        } else {
            self.run(chunk.first, chunk.last);
        }
        self.shadowing.clear();
    }

    /// A function whose body is not needed: `int f(int a);`.
    fn prototype(&mut self, chunk: &Chunk, open: usize) {
        let mut until = open;
        // Old style: `int f(a) int a; {` becomes `int f( );`.
        if let Some(names) = self.old_style(chunk.first, open) {
            let close = self.s.past(names) - 1;
            self.copy(chunk.first, names);
            self.run(chunk.first, names);
            self.put(close, ")");
            until = close + 1;
        } else {
            self.copy(chunk.first, open - 1);
            self.run(chunk.first, open - 1);
        }
        self.put(until, ";");
        if chunk.implicit_int {
            self.implicit_int(chunk.first);
        }
    }

    /// The parameter list of an old-style definition that declares something behind it.
    fn old_style(&self, first: usize, open: usize) -> Option<usize> {
        let mut i = first;
        while i < open {
            if self.s.is(i, b';') {
                break;
            }
            if self.s.is(i, b'(') && i > first && self.s.name(i - 1).is_some() {
                let close = self.s.past(i);
                let declares = (close..open).any(|j| self.s.is(j, b';'));
                return declares.then_some(i);
            }
            i += 1;
        }
        None
    }

    fn run(&mut self, first: usize, last: usize) {
        let mut i = first;
        while i <= last {
            i = self.step(i).max(i + 1);
        }
    }

    /// Rewrites what begins at token `i`; where to go on.
    fn step(&mut self, i: usize) -> usize {
        let s = self.s;
        if self.in_body
            && self.begins_statement(i)
            && let Some(next) = self.declaration(i)
        {
            return next;
        }
        match s.tokens[i].kind {
            Kind::Line => i + 1,
            Kind::Ident => match s.word(i) {
                Some(word) => self.keyword(i, word),
                None => self.identifier(i),
            },
            Kind::Number => self.number(i),
            Kind::Char if s.str(i).starts_with("u8") => self.replace(i, i, "0", AttributeKind::C23),
            Kind::Str | Kind::Char => self.escapes(i),
            Kind::Punct => self.punctuator(i),
            Kind::Junk => {
                let span = self.span(i, i);
                if s.tokens[i].bytes(s.text)[0] < b' ' {
                    self.blank(i, i);
                } else {
                    self.refuse(span, "a stray character in the program", "remove it");
                }
                i + 1
            }
        }
    }

    fn keyword(&mut self, i: usize, word: Word) -> usize {
        use AttributeKind as A;
        let s = self.s;
        // A macro of a system header may leave a `#` line in between.
        let open = s.skip_lines(i + 1);
        let call = s.is(open, b'(') && s.opens(open);
        match word {
            w if w.is_attribute() && call => self.attribute(i, open),
            Word::Alignas if call => self.take(i, s.past(open) - 1, A::Alignas, Some(open)),
            Word::Extension => self.blank(i, i),
            Word::Thread => self.take(i, i, A::Tls, None),
            Word::SegFs | Word::SegGs => self.take(i, i, A::Other, None),
            w if w.is_asm() => self.asm(i),
            Word::StaticAssert | Word::StaticAssert1 if call => {
                let end = s.past(open);
                self.blank(i, if s.is(end, b';') { end } else { end - 1 })
            }
            Word::AutoType => self.replace(i, i, "int", A::AutoType),
            Word::Int128 | Word::Int128T => self.replace(i, i, "long", A::Int128),
            Word::Uint128T => self.replace(i, i, "unsigned", A::Int128),
            Word::BitInt if call => self.replace(i, s.past(open) - 1, "int", A::C23),
            Word::Float128G => self.replace(i, i, "_Float128", A::ExtendedFloat),
            Word::Float80 | Word::Ibm128 => self.replace(i, i, "double", A::ExtendedFloat),
            Word::Bf16 | Word::Fp16 => self.replace(i, i, "float", A::ExtendedFloat),
            Word::Real | Word::Real1 => self.plus(i, A::RealPart),
            Word::Imag | Word::Imag1 => self.plus(i, A::ImaginaryPart),
            Word::TypesCompatible | Word::ConvertVector if call => {
                self.replace(i, s.past(open) - 1, "0", A::TypeBuiltin)
            }
            // lang-c takes the type for the whole operand.
            Word::Sizeof if call && s.is(s.skip_lines(s.past(open)), b'{') => {
                self.plus(i, A::SizeofLiteral)
            }
            Word::Alignof | Word::Alignof1 | Word::Alignof2 => {
                if call && self.type_at(open + 1) {
                    return i + 1;
                }
                self.replace(i, i, "sizeof", A::AlignofExpression)
            }
            Word::Label => {
                let mut end = i;
                while end + 1 < s.len() && !s.is(end, b';') {
                    end += 1;
                }
                self.blank(i, end)
            }
            Word::Goto if s.is(i + 1, b'*') => self.computed_goto(i),
            Word::Case | Word::Default if self.in_body => self.label(i),
            Word::Typedef if self.in_body => {
                self.local_typedef(i);
                i + 1
            }
            _ => i + 1,
        }
    }

    fn punctuator(&mut self, i: usize) -> usize {
        let s = self.s;
        match s.str(i) {
            "<:" => self.shorter(i, "["),
            ":>" => self.shorter(i, "]"),
            "<%" => self.shorter(i, "{"),
            "%>" => self.shorter(i, "}"),
            "?" if s.is(s.skip_lines(i + 1), b':') => self.elvis(i, s.skip_lines(i + 1)),
            "&&" => return self.label_address(i),
            _ => {}
        }
        if s.is(i, b'[')
            && s.is(i + 1, b'[')
            && s.opens(i)
            && s.partner(i) == s.partner(i + 1).map(|p| p + 1)
        {
            return self.standard_attribute(i);
        }
        if s.is(i, b'{') && s.is(s.skip_lines(i + 1), b'}') {
            self.empty_braces(i, s.skip_lines(i + 1));
        }
        i + 1
    }

    /// Whether the token at `i` begins a type name, as far as the tokens determine it.
    pub(super) fn type_at(&self, i: usize) -> bool {
        let i = declarators::skip_attributes(self.s, i);
        match self.s.word(i) {
            Some(word) => word.is_specifier(),
            None => self.s.sym(i).is_some_and(|name| {
                self.typedefs.contains(&name) && !self.shadowing.contains(&name)
            }),
        }
    }

    pub(crate) fn s_span(&self, i: usize) -> Span {
        self.s
            .tokens
            .get(i)
            .map_or_else(Span::default, |t| Span { lo: t.lo, hi: t.hi })
    }

    /// Writes a label over a pragma's line; false where it does not fit.
    pub(crate) fn label_line(&mut self, line: Span, label: &str) -> bool {
        let fits = line.range().len() >= label.len();
        if fits {
            self.write(line.lo as usize, label);
        }
        fits
    }

    // The writing.

    fn span(&self, first: usize, last: usize) -> Span {
        Span {
            lo: self.s.tokens[first].lo,
            hi: self.s.tokens[last].hi,
        }
    }

    fn copy(&mut self, first: usize, last: usize) {
        let range = self.span(first, last).range();
        self.out[range.clone()].copy_from_slice(&self.s.text.as_bytes()[range]);
        for token in &self.s.tokens[first..=last] {
            if token.kind == Kind::Line {
                self.out[token.range()].fill(b' ');
            }
        }
        // lang-c knows blanks, tabs and newlines only.
        for b in &mut self.out[self.s.tokens[first].lo as usize..self.s.tokens[last].hi as usize] {
            if matches!(*b, b'\r' | 0x0b | 0x0c) {
                *b = b' ';
            }
        }
    }

    /// Blanks tokens; the index behind them.
    fn blank(&mut self, first: usize, last: usize) -> usize {
        if (first..=last).any(|i| self.s.is_line(i)) {
            let head = None;
            self.blanked.push(Blanked { first, last, head });
        }
        for b in &mut self.out[self.s.tokens[first].lo as usize..self.s.tokens[last].hi as usize] {
            if *b != b'\n' {
                *b = b' ';
            }
        }
        last + 1
    }

    /// Writes over a token without a note.
    fn put(&mut self, i: usize, text: &str) {
        self.write(self.s.tokens[i].lo as usize, text);
        let range = self.s.tokens[i].range();
        if text.len() < range.len() {
            self.out[range.start + text.len()..range.end].fill(b' ');
        }
    }

    /// Writes a shorter token that means the same.
    fn shorter(&mut self, i: usize, text: &str) {
        self.replace(i, i, text, AttributeKind::Shorter);
    }

    fn write(&mut self, at: usize, text: &str) {
        if let Some(place) = self.out.get_mut(at..at + text.len()) {
            place.copy_from_slice(text.as_bytes());
        }
    }

    fn is_blank(&self, at: usize) -> bool {
        self.out.get(at).is_some_and(u8::is_ascii_whitespace)
    }

    /// Blanks tokens and notes what stood there; the argument is what stands in the parentheses at `open`.
    fn take(
        &mut self,
        first: usize,
        last: usize,
        kind: AttributeKind,
        open: Option<usize>,
    ) -> usize {
        let argument = match open {
            Some(open) if self.s.past(open) > open + 2 => {
                let (a, b) = (open + 1, self.s.past(open) - 2);
                self.s.text[self.span(a, b).range()].to_string()
            }
            _ => String::new(),
        };
        let span = self.span(first, last);
        self.attributes.push(Attribute {
            span,
            kind,
            argument,
        });
        self.blank(first, last)
    }

    /// Replaces tokens and notes what stood there.
    fn replace(&mut self, first: usize, last: usize, text: &str, kind: AttributeKind) -> usize {
        let span = self.span(first, last);
        let argument = self.s.text[span.range()].to_string();
        self.attributes.push(Attribute {
            span,
            kind,
            argument,
        });
        self.blank(first, last);
        self.write(span.lo as usize, text);
        last + 1
    }

    /// Replaces a word by a unary `+`, which stays apart from a `+` in front of the word: `a+__imag__ z`.
    fn plus(&mut self, i: usize, kind: AttributeKind) -> usize {
        let word = self.span(i, i);
        let lo = word.lo as usize;
        let beside = lo.checked_sub(1).is_some_and(|at| self.out[at] == b'+');
        let lo = lo + usize::from(beside);
        self.attributes.push(Attribute {
            span: Span::new(lo, word.hi as usize),
            kind,
            argument: self.s.str(i).to_string(),
        });
        self.blank(i, i);
        self.write(lo, "+");
        i + 1
    }

    pub(super) fn refuse(&mut self, span: Span, what: &str, help: &str) {
        let message = format!("{what}: the translator cannot read this");
        self.errors
            .push(Diagnostic::error(Code::CUnsupported, span, message).help(help));
    }
}

/// As many blanks as the text has bytes, its line ends kept.
fn blanks(text: &str) -> Vec<u8> {
    let blank = |b| if b == b'\n' { b'\n' } else { b' ' };
    text.bytes().map(blank).collect()
}
