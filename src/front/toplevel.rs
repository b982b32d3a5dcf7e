//! Splits the token stream into the declarations of file scope, and says which names each declares.
//!
//! In doubt a word counts as a declared name: that may keep a declaration that is not needed, while a name that is missed
//! would lose one.
//! Must not know OpenMP, nor what a name is used for.

use super::declarators::{declarators, skip_attributes, specifiers};
use super::lexer::{Stream, Sym, Word};
use crate::source::token::Kind;

/// A declaration or definition at file scope: tokens `first..=last`.
pub(crate) struct Chunk {
    pub first: usize,
    pub last: usize,
    /// A function definition's braces.
    pub body: Option<(usize, usize)>,
    /// The first `=` outside of brackets.
    pub initializer: Option<usize>,
    pub is_typedef: bool,
    /// Whether it declares nothing: `asm(..);`, `_Static_assert(..);`, a stray `;`.
    pub idle: bool,
    /// Whether it has no type specifier: `main() {`, `static x;`.
    pub implicit_int: bool,
    /// The functions, variables and types that it declares.
    pub names: Vec<Sym>,
    /// The tags and enumerators that it defines.
    pub tags: Vec<Sym>,
}

/// The declarations of a file, in their order.
pub(crate) fn split(stream: &Stream) -> Vec<Chunk> {
    let mut out = vec![];
    let mut i = 0;
    while i < stream.len() {
        if stream.is_line(i) {
            i += 1;
            continue;
        }
        let chunk = chunk(stream, i);
        i = chunk.last + 1;
        out.push(chunk);
    }
    out
}

/// The declaration that begins at token `first`.
fn chunk(s: &Stream, first: usize) -> Chunk {
    let (last, body, initializer) = limits(s, first);
    let mut chunk = Chunk {
        first,
        last,
        body,
        initializer,
        is_typedef: false,
        idle: s.is(first, b';')
            || s.word(first).is_some_and(|w| {
                w.is_asm() || matches!(w, Word::StaticAssert | Word::StaticAssert1)
            }),
        implicit_int: false,
        names: vec![],
        tags: vec![],
    };
    if !chunk.idle {
        let until = body.map_or(last, |(open, _)| open);
        tags(s, first, until, &mut chunk.tags);
        names(s, until, &mut chunk);
    }
    chunk
}

/// The last token of the declaration that begins at `first`, the braces of a function's body, and the first `=`.
fn limits(s: &Stream, first: usize) -> (usize, Option<(usize, usize)>, Option<usize>) {
    let mut initializer = None;
    // Whether the last group in parentheses could be a parameter list; `Some(true)`: one of names alone (K&R).
    let mut parameters: Option<bool> = None;
    let mut old_style = false;
    let mut i = first;
    while i < s.len() {
        if s.is(i, b';') {
            if !old_style {
                return (i, None, initializer);
            }
            i += 1;
            continue;
        }
        if s.is(i, b'{') {
            let close = s.partner(i).unwrap_or(s.len() - 1);
            let is_record = record_before(s, first, i);
            if initializer.is_none() && parameters.is_some() && !is_record {
                return (close, Some((i, close)), None);
            }
            i = close + 1;
            continue;
        }
        if s.is(i, b'(') {
            let before = i.checked_sub(1).filter(|&b| b >= first);
            let declares = before.is_some_and(|b| s.name(b).is_some() || s.is(b, b')'));
            if declares && initializer.is_none() && !old_style {
                parameters = Some(names_only(s, i));
            }
            i = s.past(i);
            let next = s.word(i);
            let type_follows =
                s.name(i).is_some() || next.is_some_and(|w| w.is_specifier() && !w.is_attribute());
            old_style |=
                parameters == Some(true) && initializer.is_none() && type_follows && declares;
            continue;
        }
        if s.is(i, b'=') && initializer.is_none() {
            initializer = Some(i);
        }
        if s.is(i, b',') && !old_style {
            parameters = None;
        }
        // A stray closing brace ends the declaration.
        if s.is(i, b'}') {
            return (i, None, initializer);
        }
        i = s.past(i);
    }
    (s.len() - 1, None, initializer)
}

/// Whether the parentheses at `open` hold names alone: `(a, b)`.
fn names_only(s: &Stream, open: usize) -> bool {
    let close = s.past(open) - 1;
    close > open + 1
        && (open + 1..close).all(|i| {
            if (i - open) % 2 == 1 {
                s.name(i).is_some()
            } else {
                s.is(i, b',')
            }
        })
        && (close - open).is_multiple_of(2)
}

/// Whether the brace at `open` is that of a struct, union or enum.
fn record_before(s: &Stream, first: usize, open: usize) -> bool {
    let mut i = open;
    while i > first {
        i -= 1;
        if s.word(i).is_some_and(Word::is_record) {
            return true;
        }
        if s.is(i, b')') {
            // `struct __attribute__((packed)) s {`
            let Some(paren) = s.partner(i) else {
                return false;
            };
            let attribute = paren
                .checked_sub(1)
                .and_then(|b| s.word(b))
                .is_some_and(|w| w.is_attribute() || w == Word::Alignas);
            if !attribute || paren <= first {
                return false;
            }
            i = paren - 1;
        } else if s.is(i, b']') {
            match s.partner(i) {
                Some(p) if p > first => i = p,
                _ => return false,
            }
        } else if s.name(i).is_none()
            && !s.is(i, b':')
            && !s.word(i).is_some_and(Word::is_specifier)
        {
            return false;
        }
    }
    false
}

/// Collects the tags and enumerators that tokens `first..=last` define, at any depth.
fn tags(s: &Stream, first: usize, last: usize, out: &mut Vec<Sym>) {
    let mut i = first;
    while i <= last {
        let Some(word) = s.word(i).filter(|w| w.is_record()) else {
            i += 1;
            continue;
        };
        let mut at = skip_attributes(s, i + 1);
        let tag = s.name(at);
        if tag.is_some() {
            at = skip_attributes(s, at + 1);
        }
        let alone = s.is(at, b';') && at == last;
        if s.is(at, b'{') || s.is(at, b':') || alone {
            out.extend(tag);
        }
        if word == Word::Enum && s.is(at, b':') {
            while at < last && !s.is(at, b'{') && !s.is(at, b';') {
                at += 1;
            }
        }
        if word == Word::Enum && s.is(at, b'{') {
            let close = s.past(at) - 1;
            let mut expected = true;
            let mut j = at + 1;
            while j < close {
                if expected && let Some(name) = s.name(j) {
                    out.push(name);
                    expected = false;
                }
                expected |= s.is(j, b',');
                j = s.past(j);
            }
        }
        i = at.max(i + 1);
    }
}

/// The names that a chunk's declarators declare.
fn names(s: &Stream, until: usize, chunk: &mut Chunk) {
    let specifiers = specifiers(s, chunk.first, until);
    chunk.is_typedef = specifiers.is_typedef;
    chunk.implicit_int = !specifiers.has_type;
    declarators(s, specifiers.end, until, &mut chunk.names);
}

/// The `:` that ends the label, `case` or `default` at `i`.
pub(crate) fn colon(s: &Stream, mut i: usize) -> Option<usize> {
    let mut questions = 0;
    while i < s.len() && !s.is(i, b';') && !s.is(i, b'}') && !s.is(i, b'{') {
        if s.is(i, b'?') {
            questions += 1;
        } else if s.is(i, b':') {
            if questions == 0 {
                return Some(i);
            }
            questions -= 1;
        }
        i = s.past(i);
    }
    None
}

/// All words of a chunk that could be names of file scope: members behind `.` and `->` are not.
pub(crate) fn mentions<'a>(
    s: &'a Stream,
    first: usize,
    last: usize,
) -> impl Iterator<Item = Sym> + 'a {
    (first..=last).filter_map(move |i| {
        let name = s.name(i)?;
        let member = i > first
            && s.kind(i - 1) == Some(Kind::Punct)
            && (s.is(i - 1, b'.') || s.is_str(i - 1, "->"));
        (!member).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(text: &str) -> Vec<String> {
        let s = Stream::new(text);
        let word = |sym: &Sym| {
            (0..s.len())
                .find(|&i| s.sym(i) == Some(*sym))
                .map_or("?", |i| s.str(i))
        };
        split(&s)
            .iter()
            .map(|c| {
                let names: Vec<_> = c.names.iter().map(word).collect();
                let tags: Vec<_> = c.tags.iter().map(word).collect();
                let body = if c.body.is_some() { " {}" } else { "" };
                let kind = if c.is_typedef { "typedef " } else { "" };
                let implicit = if c.implicit_int { "?" } else { "" };
                format!(
                    "{kind}{}{implicit} [{}]{body}",
                    names.join(" "),
                    tags.join(" ")
                )
            })
            .collect()
    }

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(listing(text), expected, "{text}");
    }

    #[test]
    fn plain_declarations() {
        check(
            "int a, *b = &a, c[3] = {1, 2}; extern size_t strlen(const char *s), q;",
            &["a b c []", "strlen q []"],
        );
        check(
            "typedef int (*fn)(int x, T y); typedef struct s { int a; } S, *P;",
            &["typedef fn []", "typedef S P [s]"],
        );
        check(
            "T (*g)(void); T (h)(int); static T *k(void) { return x; }",
            &["g []", "h []", "k [] {}"],
        );
        check(
            "enum e { A, B = sizeof(C), D, } v; struct t; struct u *w;",
            &["v [e A B D]", " [t]", "w []"],
        );
        check(
            "union { enum { X, Y } k; struct n { int q; } z; } m;",
            &["m [X Y n]"],
        );
    }

    #[test]
    fn functions() {
        check(
            "int f(int a) { ; } int (*g(int a))(int) { }",
            &["f [] {}", "g [] {}"],
        );
        check(
            "int f(a, b) int a; char *b; { } int z;",
            &["f [] {}", "z []"],
        );
        check(
            "main() { } f(a) T a; { } static q() {}",
            &["main? [] {}", "f? [] {}", "q? [] {}"],
        );
        check(
            "int f(a, b); int g(T); int h(T) __attribute__((pure)); int k(T) asm(\"x\");",
            &["f []", "g []", "h []", "k []"],
        );
        check(
            "struct s f(void) { } struct s { int a; } g(int x) { }",
            &["f [] {}", "g [s] {}"],
        );
        check(
            "__attribute__((noinline)) void f(void) { } [[gnu::pure]] int h(void);",
            &["f [] {}", "h []"],
        );
        check(
            "struct __attribute__((packed)) s { int a; } x; __extension__ typedef long L;",
            &["x [s]", "typedef L []"],
        );
        check(
            "typeof(x) y; __typeof__(int) f(void) { } _Atomic(int) q; _Atomic int r;",
            &["y []", "f [] {}", "q []", "r []"],
        );
        check(
            "static inline unsigned long long f(void) { } int (f)(void) { }",
            &["f [] {}", "f [] {}"],
        );
    }

    #[test]
    fn odd_ones() {
        check(
            "asm(\"nop\"); _Static_assert(1, \"x\"); ; int a;",
            &[" []", " []", " []", "a []"],
        );
        check(
            "int x = ({ int y; y; }), z; int n[] = { [0 ... 3] = 4 };",
            &["x z []", "n []"],
        );
    }
}
