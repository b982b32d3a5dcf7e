//! Functions that return nothing but what they have just got from other functions, as those do which allocate memory
//! and end the program where there is none: the names of these functions.
//!
//! From the tokens of a body that nothing else reads, since only the host executes it. Every word must be known to be
//! harmless; in doubt nothing is said. Of names it asks what file scope declares (`Declared`), and holds that no other
//! declaration hides them. Must not know types, nor what a function of some name does.

use super::lexer::{Stream, Sym, Word};
use super::toplevel::Chunk;
use std::collections::{HashMap, HashSet};

/// What a body does with the results that it returns.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Results<'a> {
    /// The functions whose results it returns; null pointers besides.
    pub of: Vec<&'a str>,
    /// The functions to which it gives these results; their own results are not used.
    pub given_to: Vec<&'a str>,
}

impl std::fmt::Display for Results<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{};{}", self.of.join(" "), self.given_to.join(" "))
    }
}

/// What file scope declares: which names are types, and which ones only functions.
pub(crate) struct Declared<'s, 'a> {
    s: &'s Stream<'a>,
    chunks: &'s [Chunk],
    typedefs: HashSet<Sym>,
    by_name: HashMap<Sym, Vec<usize>>,
}

impl<'s, 'a> Declared<'s, 'a> {
    pub(crate) fn of(s: &'s Stream<'a>, chunks: &'s [Chunk]) -> Declared<'s, 'a> {
        let mut found = Declared {
            s,
            chunks,
            typedefs: HashSet::new(),
            by_name: HashMap::new(),
        };
        for (c, chunk) in chunks.iter().enumerate() {
            if chunk.is_typedef {
                found.typedefs.extend(&chunk.names);
            }
            for &name in &chunk.names {
                found.by_name.entry(name).or_default().push(c);
            }
        }
        found
    }

    /// Whether the words that a result names are functions wherever file scope declares them, and the unit's own ones
    /// are among those that `is_kept`: what reads the results looks for them there.
    pub(crate) fn are_functions(&self, found: &Results, is_kept: &dyn Fn(usize) -> bool) -> bool {
        let mut names = found.of.iter().chain(&found.given_to);
        names.all(|name| {
            let sym = self.s.symbol(name);
            let places = sym.and_then(|sym| self.by_name.get(&sym));
            places.into_iter().flatten().all(|&c| {
                let chunk = &self.chunks[c];
                let declares = chunk.first..=chunk.body.map_or(chunk.last, |(open, _)| open);
                let mut named = declares.filter(|&at| self.s.name(at) == sym);
                let calls = named.all(|at| self.s.is(self.s.skip_lines(at + 1), b'('));
                !chunk.is_typedef && calls && (chunk.body.is_none() || is_kept(c))
            })
        })
    }
}

/// The results that the body between the braces `open` and `close` returns, where it returns nothing else, and gives
/// them to nobody but to functions that it calls. `first`: where the declaration begins.
pub(crate) fn returned<'a>(
    declared: &Declared<'_, 'a>,
    first: usize,
    open: usize,
    close: usize,
) -> Option<Results<'a>> {
    let s = declared.s;
    let mut body = Body {
        s,
        typedefs: &declared.typedefs,
        first,
        open,
        close,
        vars: vec![],
        found: Results::default(),
    };
    body.find_variables()?;
    let mut around = vec![];
    let mut i = open + 1;
    while i < close {
        if s.is(i, b'(') {
            around.push(i);
        } else if s.is(i, b')') {
            around.pop();
        }
        body.token(i, around.last().copied())?;
        i += 1;
    }
    let mut functions = body.found.of.iter().chain(&body.found.given_to);
    let shown = functions.all(|name| s.symbol(name).is_some_and(|name| body.only_calls(name)));
    (shown && !body.found.of.is_empty()).then_some(body.found)
}

/// A local pointer, and where it is one: from its name to the end of the block.
struct Local {
    name: Sym,
    from: usize,
    until: usize,
}

struct Body<'s, 'a> {
    s: &'s Stream<'a>,
    /// The types of file scope.
    typedefs: &'s HashSet<Sym>,
    first: usize,
    open: usize,
    close: usize,
    /// The local pointers.
    vars: Vec<Local>,
    found: Results<'a>,
}

impl<'a> Body<'_, 'a> {
    fn next(&self, i: usize) -> usize {
        self.s.skip_lines(i + 1)
    }

    fn before(&self, i: usize) -> usize {
        let at = (self.open..i).rev().find(|&at| !self.s.is_line(at));
        at.unwrap_or(self.open)
    }

    fn any(&self, i: usize, all: &[&str]) -> bool {
        all.iter().any(|one| self.s.is_str(i, one))
    }

    /// Finds the pointers that the body declares: `T *p = ..` and `T *p;`. None where a word would have another
    /// meaning than a variable of the call, which begins without a value.
    fn find_variables(&mut self) -> Option<()> {
        let s = self.s;
        let mut blocks = vec![self.close];
        for i in self.open + 1..self.close {
            if s.is_line(i) && s.str(i).starts_with("#pragma") {
                return None;
            }
            let odd = |w: Word| {
                w.is_asm()
                    || matches!(
                        w,
                        Word::Static | Word::Extern | Word::Thread | Word::ThreadLocal
                    )
            };
            if s.word(i).is_some_and(odd) {
                return None;
            }
            blocks.retain(|&end| i < end);
            if s.is(i, b'{') {
                if self.has_names_of_its_own(i) {
                    return None;
                }
                blocks.push(s.partner(i)?);
            }
            if let Some(name) = s.name(i)
                && self.declares(i)
            {
                if self.is_variable(name) || self.is_in_head(name) {
                    return None;
                }
                self.vars.push(Local {
                    name,
                    from: i,
                    until: *blocks.last()?,
                });
            }
        }
        Some(())
    }

    /// Whether the brace at `open` begins members or a nested function.
    fn has_names_of_its_own(&self, open: usize) -> bool {
        let s = self.s;
        let before = self.before(open);
        let tag = match s.name(before) {
            Some(_) => self.before(before),
            None => before,
        };
        let record = s.word(tag).is_some_and(Word::is_record);
        let of_function = || {
            let opened = s.partner(before)?;
            let callee = self.before(opened);
            Some(s.name(callee).is_some() || s.is(callee, b')'))
        };
        record || s.is(before, b')') && of_function() != Some(false)
    }

    fn is_variable(&self, name: Sym) -> bool {
        self.vars.iter().any(|var| var.name == name)
    }

    /// Whether the name at `i` is a local pointer's. None where it may be another variable of that name.
    fn is_variable_at(&self, i: usize) -> Option<bool> {
        let name = self.s.name(i);
        let Some(var) = self.vars.iter().find(|var| Some(var.name) == name) else {
            return Some(false);
        };
        (var.from..var.until).contains(&i).then_some(true)
    }

    /// Whether the name stands in front of the body: of a parameter, say.
    fn is_in_head(&self, name: Sym) -> bool {
        (self.first..self.open).any(|at| self.s.name(at) == Some(name))
    }

    /// Whether the head does not have the name, and the body has it for calls alone: a declaration of a variable has
    /// something else behind it, and that of a nested function a body.
    fn only_calls(&self, name: Sym) -> bool {
        let s = self.s;
        let mut places = (self.open..self.close).filter(|&at| s.name(at) == Some(name));
        !self.is_in_head(name)
            && places.all(|at| {
                let open = self.next(at);
                let behind = || self.next(s.past(open) - 1);
                s.is(open, b'(') && !s.is(behind(), b'{') && s.sym(behind()).is_none()
            })
    }

    /// Whether the name at `i` is the one that `T *name = ..` or `T *name;` declares.
    fn declares(&self, i: usize) -> bool {
        let s = self.s;
        let mut at = self.before(i);
        while s.word(at).is_some_and(Word::is_qualifier) {
            at = self.before(at);
        }
        if !s.is(at, b'*') || !self.any(self.next(i), &["=", ";"]) {
            return false;
        }
        while s.is(at, b'*') || s.word(at).is_some_and(Word::is_qualifier) {
            at = self.before(at);
        }
        let of_type = |w: Word| w.is_type_specifier() || w.is_qualifier();
        let named = s.name(at);
        let mut before = match named {
            Some(_) => self.before(at),
            None => at,
        };
        let tagged = s.word(before).is_some_and(Word::is_record);
        while s.word(before).is_some_and(of_type) {
            before = self.before(before);
        }
        // `T * name;` is a product where T is no type.
        let type_known = match named {
            Some(name) => tagged || s.is_str(self.next(i), "=") || self.is_type(name),
            None => before != at,
        };
        type_known && self.any(before, &[";", "{", "}"])
    }

    /// Whether a name is a type's, which no other declaration in the function may hide.
    fn is_type(&self, name: Sym) -> bool {
        let s = self.s;
        let mut places = (self.first..self.close).filter(|&at| s.name(at) == Some(name));
        self.typedefs.contains(&name)
            && places.all(|at| {
                let (before, next) = (self.before_in_function(at), self.next(at));
                let cast = || {
                    let around = self.before_in_function(before);
                    let plain = s.name(around).is_none();
                    let of_type = s.word(around).is_some_and(Word::is_type_specifier);
                    s.is(before, b'(') && s.is(next, b')') && plain && !of_type
                };
                s.is(next, b'*') || s.name(next).is_some() || cast()
            })
    }

    fn before_in_function(&self, i: usize) -> usize {
        let at = (self.first..i).rev().find(|&at| !self.s.is_line(at));
        at.unwrap_or(self.first)
    }

    /// Checks what the token at `i` does; `around`: the innermost parenthesis around it.
    fn token(&mut self, i: usize, around: Option<usize>) -> Option<()> {
        let s = self.s;
        if s.is_word(i, Word::Return) {
            return self.value(self.next(i), self.end_of_statement(i)?);
        }
        let (before, next) = (self.before(i), self.next(i));
        // A member of the same name, and what is not evaluated.
        if self.any(before, &[".", "->"]) || self.is_measured(i) {
            return Some(());
        }
        if !self.is_variable_at(i)? {
            return Some(());
        }
        if self.declares(i) {
            return match s.is_str(next, "=") {
                true => self.value(self.next(next), self.end_of_statement(next)?),
                false => Some(()),
            };
        }
        let tested = ["==", "!=", "&&", "||"];
        if s.is(before, b'!') || self.any(before, &tested) || self.any(next, &tested) {
            return Some(());
        }
        if s.is_str(next, "=") {
            return self.assigned(before, next);
        }
        let decides = |open: usize| {
            s.word(self.before(open))
                .is_some_and(|w| matches!(w, Word::If | Word::While))
        };
        if s.is(before, b'(') && s.is(next, b')') && decides(before) {
            return Some(());
        }
        // An element or a member gets a value.
        let behind = match s.is_str(next, "->") {
            true => self.next(self.next(next)),
            false if s.is(next, b'[') => self.next(s.past(next) - 1),
            false => next,
        };
        if behind != next && s.is_str(behind, "=") {
            return Some(());
        }
        if self.is_returned(i) {
            return Some(());
        }
        self.given(i, around?)
    }

    /// Whether the name at `i` stands in `sizeof *name`.
    fn is_measured(&self, i: usize) -> bool {
        let mut at = self.before(i);
        while self.s.is(at, b'*') || self.s.is(at, b'(') {
            at = self.before(at);
        }
        self.s.is_word(at, Word::Sizeof)
    }

    /// `p = value;`, or such an assignment in a test: `if (!(p = value))`, `if ((p = value) == NULL)`.
    fn assigned(&mut self, before: usize, equals: usize) -> Option<()> {
        let s = self.s;
        if s.is(before, b'(') {
            let close = s.partner(before)?;
            let compared = self.any(self.next(close), &["==", "!="]);
            if !compared && !s.is(self.before(before), b'!') {
                return None;
            }
            return self.value(self.next(equals), close);
        }
        if !self.begins_statement(before) {
            return None;
        }
        self.value(self.next(equals), self.end_of_statement(equals)?)
    }

    /// Whether a statement begins behind the token at `before`.
    fn begins_statement(&self, before: usize) -> bool {
        let s = self.s;
        if self.any(before, &[";", "{", "}"]) || s.is_word(before, Word::Else) {
            return true;
        }
        let Some(opened) = s.partner(before).filter(|_| s.is(before, b')')) else {
            return false;
        };
        s.word(self.before(opened))
            .is_some_and(|w| matches!(w, Word::If | Word::While | Word::For))
    }

    /// The `;` behind `i`, outside of brackets.
    fn end_of_statement(&self, i: usize) -> Option<usize> {
        let mut at = i;
        while at < self.close && !self.s.is(at, b';') {
            at = self.s.past(at);
        }
        (at < self.close).then_some(at)
    }

    /// Notes what the expression in `from..end` is the result of: a call, a variable of the body, a null pointer.
    fn value(&mut self, from: usize, end: usize) -> Option<()> {
        let s = self.s;
        let mut i = from;
        let mut end = end;
        while s.is(i, b'(') {
            let past = s.past(i);
            if self.next(past - 1) >= end {
                // `(value)`
                end = past - 1;
                i = self.next(i);
                continue;
            }
            // `(T *)value`
            let mut last = self.before(past - 1);
            while s.word(last).is_some_and(Word::is_qualifier) {
                last = self.before(last);
            }
            if !s.is(last, b'*') {
                return None;
            }
            i = self.next(past - 1);
        }
        let next = self.next(i);
        match s.name(i) {
            Some(_) if next >= end => self.is_variable_at(i)?.then_some(()),
            Some(name) if s.is(next, b'(') && self.next(s.past(next) - 1) >= end => {
                if self.is_variable(name) {
                    return None;
                }
                self.found.of.push(s.str(i));
                Some(())
            }
            _ => (s.str(i) == "0" && next >= end).then_some(()),
        }
    }

    /// Whether the variable at `i` is all that a statement returns.
    fn is_returned(&self, i: usize) -> bool {
        let s = self.s;
        let (mut before, mut next) = (self.before(i), self.next(i));
        while !s.is_word(before, Word::Return) {
            if s.is(before, b'(') && s.partner(before) == Some(next) {
                (before, next) = (self.before(before), self.next(next));
            } else if s.is(before, b')') && s.is(self.before(before), b'*') {
                // A cast.
                let Some(opened) = s.partner(before) else {
                    return false;
                };
                before = self.before(opened);
            } else {
                return false;
            }
        }
        s.is(next, b';')
    }

    /// Notes the function to which the variable at `i` is given, where it is an argument of a call whose result
    /// nobody uses.
    fn given(&mut self, i: usize, around: usize) -> Option<()> {
        let s = self.s;
        let argument = self.any(self.before(i), &["(", ","]) && self.any(self.next(i), &[",", ")"]);
        let callee = self.before(around);
        s.name(callee)?;
        if !argument || !self.begins_statement(self.before(callee)) {
            return None;
        }
        let close = s.partner(around)?;
        if !s.is(self.next(close), b';') {
            return None;
        }
        self.found.given_to.push(s.str(callee));
        Some(())
    }
}

#[cfg(test)]
mod tests;
