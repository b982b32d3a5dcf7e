//! Functions that return nothing but what they have just got from other functions, as those do which allocate memory
//! and end the program where there is none: the names of these functions.
//!
//! From the tokens of a body that nothing else reads, since only the host executes it. Every word must be known to be
//! harmless; in doubt nothing is said. Must not know types, nor what a function of some name does.

use super::lexer::{Stream, Sym, Word};

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

/// The results that the body between the braces `open` and `close` returns, where it returns nothing else, and gives
/// them to nobody but to functions that it calls. `first`: where the declaration begins.
pub(crate) fn returned<'a>(
    s: &Stream<'a>,
    first: usize,
    open: usize,
    close: usize,
) -> Option<Results<'a>> {
    let mut body = Body {
        s,
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
    (!body.found.of.is_empty()).then_some(body.found)
}

struct Body<'s, 'a> {
    s: &'s Stream<'a>,
    first: usize,
    open: usize,
    close: usize,
    /// The local pointers.
    vars: Vec<Sym>,
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
            if let Some(name) = s.name(i)
                && self.declares(i)
            {
                if self.vars.contains(&name) || self.is_in_head(name) {
                    return None;
                }
                self.vars.push(name);
            }
        }
        Some(())
    }

    /// Whether the name stands in front of the body: of a parameter, say.
    fn is_in_head(&self, name: Sym) -> bool {
        (self.first..self.open).any(|at| self.s.name(at) == Some(name))
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
        s.name(at).is_some() || s.word(at).is_some_and(Word::is_type_specifier)
    }

    /// Checks what the token at `i` does; `around`: the innermost parenthesis around it.
    fn token(&mut self, i: usize, around: Option<usize>) -> Option<()> {
        let s = self.s;
        if s.is_word(i, Word::Return) {
            return self.value(self.next(i), self.end_of_statement(i)?);
        }
        if !s.name(i).is_some_and(|name| self.vars.contains(&name)) {
            return Some(());
        }
        let (before, next) = (self.before(i), self.next(i));
        // A member of the same name, and what is not evaluated.
        if self.any(before, &[".", "->"]) || self.is_measured(i) {
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
            Some(name) if next >= end => self.vars.contains(&name).then_some(()),
            Some(name) if s.is(next, b'(') && self.next(s.past(next) - 1) >= end => {
                if self.vars.contains(&name) || self.is_in_head(name) {
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
mod tests {
    use super::*;
    use crate::front::toplevel;

    /// What the last function of a text returns, as words: `calloc; fprintf`.
    fn of(text: &str) -> Option<String> {
        let s = Stream::new(text);
        let chunks = toplevel::split(&s);
        let chunk = chunks.last().unwrap();
        let (open, close) = chunk.body.unwrap();
        let found = returned(&s, chunk.first, open, close)?;
        Some(format!(
            "{}; {}",
            found.of.join(" "),
            found.given_to.join(" ")
        ))
    }

    #[test]
    fn results_that_are_returned() {
        let is = |text: &str, what: &str| assert_eq!(of(text).as_deref(), Some(what), "{text}");
        is("void *f(int n) { return malloc(n); }", "malloc; ");
        is(
            "T *f(int n) { return (T *)get((n + 1) * sizeof(T)); }",
            "get; ",
        );
        is(
            "static inline void *f(int n) { void *p = calloc(n, 1); if (!p) { fprintf(e, \"%d\", n); exit(1); } return p; }",
            "calloc; ",
        );
        is(
            "char *f(int n) { char *p; if ((p = a(n)) == ((void *)0)) p = b(n); return (p); }",
            "a b; ",
        );
        is(
            "double *f(int n) { double *restrict p = a(n); memset(p, 0, n); p[0] = 1; return p; }",
            "a; memset",
        );
        is(
            "T **f(int n) { T **p = (T **)a(n); for (int i = 0; i < n; i++) p[i] = b(i); return p; }",
            "a; ",
        );
        is(
            "T *f(int n) { T *p = a(n * sizeof *p); n = sizeof(*p) + sizeof p; return p; }",
            "a; ",
        );
        is(
            "T *f(int n) { T *p = a(1); p->n = n; p->p = b(n); return p; }",
            "a; ",
        );
        is(
            "int *f(int n) { if (n < 1) return 0; int *p = a(n); if (p && n) p[n - 1] = s.p; return p; }",
            "a; ",
        );
    }

    #[test]
    fn results_that_may_be_elsewhere_too() {
        let not = |text: &str| assert_eq!(of(text), None, "{text}");
        not("void *f(int n) { static void *p; if (!p) p = a(n); return p; }");
        not("void *f(int n) { void *p = a(n); last = p; return p; }");
        not("void *f(int n) { void *p = a(n); return p + 1; }");
        not("void *f(int n) { void *p = a(n); return g(p); }");
        not("void *f(int n) { void *p = a(n); q = keep(p); return p; }");
        not("void *f(int n) { void *p = a(n), *q = p; return p; }");
        not("void *f(void *p) { if (!p) p = a(1); return p; }");
        not("void *f(void *p) { return p; }");
        not("char *f(int n) { char *p = a(n); q = &p[1]; return p; }");
        not("char *f(int n) { char *p = a(n); s->at = n ? p : 0; return p; }");
        not("char *f(int n) { char *p = n ? a(n) : b; return p; }");
        not("char *f(int n) { char *p = a(n); { char *p = b; } return p; }");
        not("char *f(int n) { char *p = a(n); asm(\"\" : : \"r\"(p)); return p; }");
        not("char *f(int n) { char *p = a(n); if ((q = p)) n++; return p; }");
        not("char *f(int n) { char *p; g(p = a(n)); return p; }");
        not("char *f(int n) { T *p = a(n); q = p[0]; return p; }");
        not("char *f(void *a(int), int n) { return a(n); }");
        not("char *f(int n) { return (a)(n); }");
        not("int f(int n) { return n; }");
        not("int f(int n) { }");
    }
}
