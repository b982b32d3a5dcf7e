//! Where a statement ends, found on the tokens: exact, because the text is preprocessed.
//!
//! From the token stream and the classes of the pragmas. Must not know types.

use super::lexer::{Stream, Word};
use super::pragmas::{Class, Pragma};
use super::toplevel;
use crate::source::Span;
use std::collections::HashMap;

/// How deep statements without braces may nest (`if (a) for (;;) while (b) ...`).
const DEEPEST: usize = 1000;

/// For each pragma the token range (first, last) of the statement that belongs to it.
pub(crate) fn bodies(stream: &Stream, pragmas: &[Pragma]) -> Vec<Option<(usize, usize)>> {
    let mut scanner = Scanner {
        stream,
        classes: pragmas.iter().map(|p| (p.token, p.class)).collect(),
        ends: HashMap::new(),
    };
    let mut out = vec![None; pragmas.len()];
    // From the last to the first: a stacked directive knows its end already.
    for (n, pragma) in pragmas.iter().enumerate().rev() {
        if !matches!(pragma.class, Class::Block | Class::MaybeBlock) {
            continue;
        }
        let first = pragma.token + 1;
        let end = scanner.statement(first, 0);
        scanner.ends.insert(pragma.token, end);
        out[n] = end.map(|last| (first, last));
    }
    out
}

/// From a pragma's `#` to the last token of its statement.
pub(crate) fn extent(stream: &Stream, pragma: &Pragma, body: Option<(usize, usize)>) -> Span {
    match body {
        Some((_, last)) => pragma.span.to(Span {
            lo: pragma.span.lo,
            hi: stream.tokens[last].hi,
        }),
        None => pragma.span,
    }
}

/// The extent of the outermost executable directive around a place; none where the place is in no such directive's.
pub(crate) fn outermost(
    stream: &Stream,
    pragmas: &[Pragma],
    bodies: &[Option<(usize, usize)>],
    place: Span,
) -> Option<Span> {
    let executable = pragmas.iter().zip(bodies);
    let executable = executable.filter(|(pragma, _)| pragma.class != Class::Declarative);
    let mut extents = executable.map(|(pragma, body)| extent(stream, pragma, *body));
    extents.find(|extent| extent.contains(place))
}

struct Scanner<'a> {
    stream: &'a Stream<'a>,
    classes: HashMap<usize, Class>,
    /// The last token of what a pragma's token begins.
    ends: HashMap<usize, Option<usize>>,
}

impl Scanner<'_> {
    /// The last token of the statement that begins at `i`; none where there is no statement.
    fn statement(&mut self, mut i: usize, depth: usize) -> Option<usize> {
        if depth > DEEPEST {
            return None;
        }
        let s = self.stream;
        loop {
            if s.is_line(i) {
                if let Some(&end) = self.ends.get(&i) {
                    return end;
                }
                // `#pragma GCC ivdep`; a stand-alone directive here is refused elsewhere.
                let standing = matches!(self.classes.get(&i), Some(Class::StandAlone));
                if standing {
                    return Some(i);
                }
                i += 1;
                continue;
            }
            if s.is(i, b'{') {
                return s.partner(i);
            }
            if s.is(i, b'}') || s.is(i, b')') || s.is(i, b']') || i >= s.len() {
                return None;
            }
            match s.word(i) {
                Some(Word::If) => {
                    let then = self.statement(self.header(i)?, depth + 1)?;
                    let next = s.skip_lines(then + 1);
                    if !s.is_word(next, Word::Else) {
                        return Some(then);
                    }
                    i = next + 1;
                }
                Some(Word::For | Word::While | Word::Switch) => i = self.header(i)?,
                Some(Word::Do) => {
                    let body = self.statement(i + 1, depth + 1)?;
                    let next = s.skip_lines(body + 1);
                    if !s.is_word(next, Word::While) {
                        return None;
                    }
                    return self.semicolon(next);
                }
                Some(Word::Case | Word::Default) => i = toplevel::colon(s, i)? + 1,
                _ if s.name(i).is_some() && s.is(i + 1, b':') => i += 2,
                _ => return self.semicolon(i),
            }
        }
    }

    /// The index behind `if (...)`.
    fn header(&self, i: usize) -> Option<usize> {
        let open = self.stream.skip_lines(i + 1);
        self.stream
            .is(open, b'(')
            .then(|| self.stream.partner(open))?
            .map(|close| close + 1)
    }

    /// The `;` that ends what begins at `i`.
    fn semicolon(&self, mut i: usize) -> Option<usize> {
        let s = self.stream;
        while i < s.len() {
            if s.is(i, b';') {
                return Some(i);
            }
            if s.is(i, b'}') || s.is(i, b')') || s.is(i, b']') {
                return None;
            }
            i = s.past(i);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::pragmas;
    use super::*;

    fn ends(text: &str) -> Vec<String> {
        let stream = Stream::new(text);
        let pragmas = pragmas::find(&stream);
        let bodies = bodies(&stream, &pragmas);
        pragmas
            .iter()
            .zip(bodies)
            .map(|(p, b)| {
                let span = extent(&stream, p, b);
                let rest = text[..span.hi as usize].lines().last().unwrap_or("");
                rest.to_string()
            })
            .collect()
    }

    #[test]
    fn statements_end_where_they_end() {
        let text = "void f() {\n#pragma omp target\nif (a) x(); else if (b) { y(); } else z(1);\n\
            #pragma omp target\n#pragma omp parallel for\nfor (;;)\nif (q) w = ({ int k; k; });\nelse; v();\n\
            #pragma omp target\ndo if (a) b; while (c);\n\
            #pragma omp target\ncase a ? b : c: l: { }\n\
            #pragma omp barrier\n\
            #pragma omp target\n}";
        assert_eq!(
            ends(text),
            [
                "if (a) x(); else if (b) { y(); } else z(1);",
                "else;",
                "else;",
                "do if (a) b; while (c);",
                "case a ? b : c: l: { }",
                "#pragma omp barrier",
                "#pragma omp target"
            ]
        );
    }

    #[test]
    fn a_long_stack_of_directives_is_linear() {
        let text = format!(
            "void f() {{\n{}x;\n}}",
            "#pragma omp parallel\n".repeat(20_000)
        );
        let stream = Stream::new(&text);
        let pragmas = pragmas::find(&stream);
        assert!(bodies(&stream, &pragmas).iter().all(|b| b.is_some()));
    }
}
