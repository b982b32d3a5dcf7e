//! Declaration specifiers and declarators as far as names depend on them (C11, 6.7), without knowledge of types.

use super::lexer::{Stream, Sym, Word};

/// The first token at or behind `i` that is no attribute, `_Alignas(..)`, `[[..]]`, `__extension__` or `#` line.
pub(crate) fn skip_attributes(s: &Stream, mut i: usize) -> usize {
    loop {
        let word = s.word(i);
        if word.is_some_and(|w| w.is_attribute() || w == Word::Alignas) && s.is(i + 1, b'(') {
            i = s.past(i + 1);
        } else if word == Some(Word::Extension) || s.is_line(i) {
            i += 1;
        } else if s.is(i, b'[') && s.is(i + 1, b'[') && s.opens(i) {
            i = s.past(i);
        } else {
            return i;
        }
    }
}

/// A sequence of declaration specifiers (C11, 6.7).
pub(crate) struct Specifiers {
    /// The first token behind them.
    pub end: usize,
    pub has_type: bool,
    pub is_typedef: bool,
}

/// Reads declaration specifiers from `i` on.
pub(crate) fn specifiers(s: &Stream, mut i: usize, last: usize) -> Specifiers {
    let mut out = Specifiers {
        end: i,
        has_type: false,
        is_typedef: false,
    };
    while i <= last {
        let skipped = skip_attributes(s, i);
        if skipped != i {
            i = skipped;
            continue;
        }
        match s.word(i) {
            Some(w) if w.is_record() => {
                out.has_type = true;
                i = skip_attributes(s, i + 1);
                if s.name(i).is_some() {
                    i = skip_attributes(s, i + 1);
                }
                if s.is(i, b':') {
                    while i < last && !s.is(i, b'{') && !s.is(i, b';') {
                        i += 1;
                    }
                }
                if s.is(i, b'{') {
                    i = s.past(i);
                }
            }
            Some(w) if w.is_typeof() || matches!(w, Word::Atomic | Word::BitInt) => {
                let argument = s.is(i + 1, b'(');
                out.has_type |= argument;
                i = if argument { s.past(i + 1) } else { i + 1 };
            }
            Some(w) if w.is_specifier() => {
                out.has_type |= w.is_type_specifier();
                out.is_typedef |= w == Word::Typedef;
                i += 1;
            }
            Some(_) => break,
            None if s.name(i).is_some() && !out.has_type && type_name_at(s, i) => {
                out.has_type = true;
                i += 1;
            }
            None => break,
        }
    }
    out.end = i;
    out
}

/// Whether the word at `i`, in front of which no type is named, is a type's name: judged by what follows.
fn type_name_at(s: &Stream, i: usize) -> bool {
    let next = i + 1;
    if s.is(next, b'(') {
        // `T (*f)(int)`, `T (f)(int)` against `f(int)`, `f(a, b)`.
        let inner = next + 1;
        let close = s.past(next) - 1;
        let grouped = s.is(inner, b'*') || s.is(inner, b'^');
        let named = close == inner + 1
            && s.name(inner).is_some()
            && (s.is(close + 1, b'(') || s.is(close + 1, b'['));
        return grouped || named;
    }
    s.name(next).is_some() || s.is(next, b'*') || s.word(next).is_some_and(Word::is_specifier)
}

/// Collects the names that the declarators from `i` to `until` declare.
pub(super) fn declarators(s: &Stream, mut i: usize, until: usize, out: &mut Vec<Sym>) {
    loop {
        i = to_name(s, i, until);
        out.extend(s.name(i));
        // To the next declarator. The rest of a group that was stepped into holds no comma.
        while i <= until && !s.is(i, b',') {
            if s.is(i, b';') || s.kind(i).is_none() {
                return;
            }
            i = s.past(i);
        }
        if i > until {
            return;
        }
        i += 1;
    }
}

/// The token that a declarator names, behind `* const (*`.
fn to_name(s: &Stream, mut i: usize, until: usize) -> usize {
    while i <= until {
        let skipped = skip_attributes(s, i);
        if skipped != i {
            i = skipped;
        } else if s.is(i, b'*')
            || s.is(i, b'^')
            || s.is(i, b'(')
            || s.word(i).is_some_and(Word::is_qualifier)
        {
            i += 1;
        } else {
            break;
        }
    }
    i
}

/// The names that the declaration of tokens `first..=last` declares.
pub(crate) fn declared(s: &Stream, first: usize, last: usize) -> Vec<Sym> {
    let mut out = vec![];
    declarators(s, specifiers(s, first, last).end, last, &mut out);
    out
}

/// The token that names a parameter declared by tokens `first..end`; none where it has no name.
pub(crate) fn declarator_name(s: &Stream, first: usize, end: usize) -> Option<usize> {
    let last = end.checked_sub(1).filter(|&l| l >= first)?;
    let specifiers = specifiers(s, first, last);
    if !specifiers.has_type {
        // `T` or `const T`: the type itself, no name.
        return None;
    }
    let at = to_name(s, specifiers.end, last);
    (at <= last && s.name(at).is_some()).then_some(at)
}
