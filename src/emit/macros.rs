//! Macros of the user's that keep their names in the CUDA file.
//!
//! A macro that stands for arithmetic on numbers does wherever the source names it. Any other keeps it where its
//! expansion in the CUDA file gives what is printed of the IR, parentheses aside: then nothing that it names is renamed,
//! converted or checked there; what its arguments name may be. Macros of the C library need no definition.

use super::cuda::{MacroLine, Macros, Named, Names, Shape, is_reserved_at_file_scope};
use super::number;
use super::user_text::lines;
use crate::source::definitions::Origin;
use crate::source::expansion::{Definition, Made, is_closed, spelled};
use crate::source::token::{self, Kind};
use crate::source::{Comment, Preprocessed, Span};
use std::collections::BTreeMap;

/// The macro by which an expression was written that is printed as `printed`, or its call. Its definition, and those of what
/// this one names, then belong to the text.
pub fn named(
    pre: &Preprocessed,
    names: &Names,
    macros: &mut Macros,
    made: &Made,
    (printed, shape): (&str, Shape),
) -> Option<Named> {
    let mut needed = Needed {
        pre,
        names,
        numbers_only: shape != Shape::Other && made.call.is_none(),
        macros: Macros::new(),
    };
    let provided = pre
        .definition(&made.name)
        .is_some_and(|d| is_provided(&made.name, d));
    let text = if provided {
        (shape != Shape::Other && made.call.is_none()).then(|| made.name.clone())?
    } else if shape == Shape::Arithmetic && needed.add(&made.name).is_some() && made.call.is_none()
    {
        made.name.clone()
    } else {
        needed.macros.clear();
        needed.numbers_only = false;
        needed.add(&made.name)?;
        let arguments = made.call.iter().flat_map(|call| &call.names);
        arguments.clone().try_for_each(|name| needed.add(name))?;
        let kept = |name: &str| macros.contains_key(name) || needed.macros.contains_key(name);
        written_as(pre, made, printed, &kept)?
    };
    macros.append(&mut needed.macros);
    Some(Named {
        name: text,
        closed: is_closed(&pre.made_tokens(made)),
    })
}

/// The macro's name or its call, with the names that the arguments have in the CUDA file; none where that would be
/// something else than what is printed.
fn written_as(
    pre: &Preprocessed,
    made: &Made,
    printed: &str,
    kept: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let counts = |word: &&str| *word != "(" && *word != ")";
    let expanded = pre.expanded(printed, kept);
    let printed: Vec<&str> = expanded.iter().map(String::as_str).filter(counts).collect();
    let made_tokens = pre.made_tokens(made);
    let expected = made_tokens.iter().enumerate();
    let expected: Vec<(usize, &str)> = expected
        .map(|(at, word)| (at, *word))
        .filter(|(_, word)| counts(word))
        .collect();
    if printed.len() != expected.len() {
        return None;
    }
    let mut renamed: BTreeMap<usize, &str> = BTreeMap::new();
    for ((at, expected), printed) in expected.into_iter().zip(printed) {
        let argument = made.call.as_ref().and_then(|call| *call.of.get(at)?);
        let same = match argument {
            Some(word) => {
                *renamed.entry(word).or_insert(printed) == printed
                    && (expected == printed || is_name(expected) && is_name(printed))
            }
            None => expected == printed,
        };
        if !same {
            return None;
        }
    }
    let Some(call) = &made.call else {
        return Some(made.name.clone());
    };
    let mut words = call.words.clone();
    for (at, name) in renamed {
        words[at].text = name.to_string();
    }
    Some(spelled(words.iter()))
}

/// The extent of an array as a declarator writes it, in so many brackets from the last one, if it names macros that
/// stand for this number.
pub fn extent(
    pre: &Preprocessed,
    names: &Names,
    macros: &mut Macros,
    declarator: Span,
    (from_last, value): (usize, u64),
) -> Option<String> {
    let brackets = brackets(pre.text(), declarator.lo as usize);
    let span = *brackets.get(brackets.len().checked_sub(from_last)?)?;
    as_written(pre, names, macros, span, i128::from(value))
}

/// A constant expression as the source writes it, with the parentheses around it, if it names macros that stand for this
/// number: an operand of `==`.
pub fn constant(
    pre: &Preprocessed,
    names: &Names,
    macros: &mut Macros,
    at: Span,
    value: i128,
) -> Option<String> {
    let (text, mut span) = (pre.text(), at);
    loop {
        let before = text[..span.lo as usize].trim_end();
        let behind = text[span.hi as usize..].trim_start();
        if !before.ends_with('(') || !behind.starts_with(')') {
            break;
        }
        span = Span {
            lo: before.len() as u32 - 1,
            hi: (text.len() - behind.len()) as u32 + 1,
        };
    }
    let text = as_written(pre, names, macros, span, value)?;
    let expanded = pre.expanded(&text, &|_| true);
    Some(match is_weak(&expanded) {
        true => format!("({text})"),
        false => text,
    })
}

/// Whether tokens have an operator outside of parentheses that does not bind more strongly than `==`.
fn is_weak(tokens: &[String]) -> bool {
    let mut depth = 0;
    tokens.iter().any(|token| {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        let weak = [
            "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "?",
        ];
        depth == 0 && weak.contains(&token.as_str())
    })
}

/// What stands at a place of the source, if it names macros that stand for this number.
fn as_written(
    pre: &Preprocessed,
    names: &Names,
    macros: &mut Macros,
    span: Span,
    value: i128,
) -> Option<String> {
    let written = pre.with_macros(span);
    let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = match text
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        Some(name) if is_name(name) => name.to_string(),
        _ => text,
    };
    let mut needed = Needed {
        pre,
        names,
        numbers_only: true,
        macros: Macros::new(),
    };
    let tokens = token::tokens_within(&text, 0, text.len());
    let named = tokens.iter().filter(|token| token.kind == Kind::Ident);
    let mut count = 0;
    named.map(|token| token.text(&text)).try_for_each(|name| {
        count += 1;
        needed.add(name)
    })?;
    let expanded = pre.expanded(&text, &|_| true);
    (count > 0 && number::value(&expanded)? == value).then(|| {
        macros.append(&mut needed.macros);
        text
    })
}

/// What stands in the brackets of the declarator that begins at an offset.
fn brackets(text: &str, from: usize) -> Vec<Span> {
    let (mut found, mut depth, mut open) = (vec![], 0, None);
    let line_end = (from + LONGEST).min(text.len());
    let tokens = token::tokens_within(text, from, line_end);
    for (at, token) in tokens.iter().enumerate() {
        let followed = tokens
            .get(at + 1)
            .is_some_and(|next| next.text(text) == "[");
        match (token.text(text), open) {
            ("[", None) => open = Some((token.hi, depth)),
            ("]", Some((lo, at))) if at == depth => {
                found.push(Span { lo, hi: token.lo });
                open = None;
            }
            ("(" | "[" | "{", _) => depth += 1,
            (")" | "]" | "}", _) if depth > 0 => depth -= 1,
            // The place is that of the name in `(*name)[N]`.
            (")", None) if followed => {}
            (")" | "}" | ";" | "=" | ",", None) if depth == 0 => break,
            _ => {}
        }
    }
    found
}

/// Declarators are not looked into further than this.
const LONGEST: usize = 1000;

fn is_name(word: &str) -> bool {
    let start = |c: char| c.is_ascii_alphabetic() || c == '_';
    word.starts_with(start) && word.chars().all(|c| start(c) || c.is_ascii_digit())
}

/// Definitions that the text needs.
struct Needed<'a> {
    pre: &'a Preprocessed,
    names: &'a Names,
    /// All of them stand for arithmetic on numbers that the CUDA compiler takes as they are.
    numbers_only: bool,
    macros: Macros,
}

impl Needed<'_> {
    /// Adds a macro and those that its definition names, where all of them can be defined there.
    fn add(&mut self, name: &str) -> Option<()> {
        if self.macros.contains_key(name) {
            return Some(());
        }
        let definition = self.pre.definition(name)?;
        if is_provided(name, definition) {
            return Some(());
        }
        if !may_define(name, definition) || self.names.is_used(name) {
            return None;
        }
        let line = line(self.pre, name, definition);
        self.macros.insert(name.to_string(), line);
        definition.body.iter().try_for_each(|word| {
            let text = word.text.as_str();
            match word.kind {
                Kind::Ident if definition.params().iter().any(|param| param == text) => Some(()),
                Kind::Ident if self.pre.names_macro(text) => self.add(text),
                Kind::Number if self.numbers_only => is_plain_number(text).then_some(()),
                Kind::Punct if self.numbers_only => ARITHMETIC.contains(&text).then_some(()),
                Kind::Punct => (!["#", "##", "{", "}", ";"].contains(&text)).then_some(()),
                Kind::Ident | Kind::Number | Kind::Char => (!self.numbers_only).then_some(()),
                Kind::Str | Kind::Line | Kind::Junk => None,
            }
        })
    }
}

/// The line that defines a macro, with its comments; of one from the command line it says so.
fn line(pre: &Preprocessed, name: &str, definition: &Definition) -> MacroLine {
    let params = definition.spelled_params();
    let line = format!("#define {name}{params} {}", definition.text());
    if definition.origin == Origin::CommandLine {
        return MacroLine {
            line: format!("{line} // -D"),
            ..MacroLine::default()
        };
    }
    let Some(place) = pre.define_place(name, definition) else {
        return MacroLine {
            line,
            ..MacroLine::default()
        };
    };
    let (mut inside, mut above) = (pre.comments_in_define(&place), place.above);
    let is_behind = |one: &Comment| one.lo >= place.hi && one.line == one.end_line;
    let behind = inside.pop_if(|last| is_behind(last));
    above.extend(inside);
    MacroLine {
        place: Some((place.file, place.lo)),
        line,
        above: above.iter().flat_map(|one| lines(&one.text)).collect(),
        behind: behind.map(|one| one.text.trim_end().to_string()),
    }
}

/// Whether the device header brings the macro with the same meaning.
fn is_provided(name: &str, definition: &Definition) -> bool {
    const NUMBERS: &[&str] = &[
        "CHAR_", "DBL_", "FLT_", "INT", "LLONG_", "LONG_", "M_", "PTRDIFF_", "RAND_MAX", "SCHAR_",
        "SHRT_", "SIZE_MAX", "UCHAR_", "UINT", "ULLONG_", "ULONG_", "USHRT_",
    ];
    definition.origin == Origin::System
        && is_reserved_at_file_scope(name)
        && NUMBERS.iter().any(|start| name.starts_with(start))
}

/// What a macro may have between its numbers.
const ARITHMETIC: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~", "(", ")",
];

/// Whether a number is the same for C++: no `long double`, no imaginary number, no suffix that only GCC knows.
fn is_plain_number(text: &str) -> bool {
    let integer = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let hexadecimal = integer.strip_prefix("0x").or(integer.strip_prefix("0X"));
    match hexadecimal {
        Some(rest) => rest.bytes().all(|b| b.is_ascii_hexdigit()),
        None if digits(integer) => true,
        None => {
            let float = text.strip_suffix(['f', 'F']).unwrap_or(text);
            float
                .bytes()
                .all(|b| b.is_ascii_digit() || b".eE+-".contains(&b))
        }
    }
}

/// Whether a macro does no harm in the CUDA file, where generated names are in small letters: its name is in capitals,
/// or, where it stands for nothing without a parenthesis behind it, has one. The headers define names in capitals, too,
/// with these beginnings.
fn may_define(name: &str, definition: &Definition) -> bool {
    const TAKEN: &[&str] = &[
        "_",
        "CUDA",
        "CU_",
        "CUDART",
        "ROMP",
        "M_",
        "FLT_",
        "DBL_",
        "LDBL_",
        "DECIMAL_DIG",
        "INT",
        "UINT",
        "CHAR_",
        "SHRT_",
        "LONG_",
        "LLONG_",
        "ULONG_",
        "ULLONG_",
        "SCHAR_",
        "UCHAR_",
        "USHRT_",
        "SIZE_",
        "SSIZE_",
        "PTRDIFF_",
        "WCHAR_",
        "WINT_",
        "SIG",
        "RAND_MAX",
        "EOF",
        "NULL",
        "BUFSIZ",
        "EXIT_",
        "NAN",
        "INFINITY",
        "HUGE",
        "FP_",
        "FE_",
        "MATH_",
        "MB_",
        "SEEK_",
        "TMP_MAX",
        "L_",
        "P_",
        "FOPEN_MAX",
        "FILENAME_MAX",
        "NV",
        "EDOM",
        "ERANGE",
        "CLOCKS_",
        "TIME_",
        "PTHREAD_",
        "PATH_MAX",
        "BYTE_ORDER",
        "LITTLE_ENDIAN",
        "BIG_ENDIAN",
        "PDP_ENDIAN",
        "X_TLOSS",
        "DOMAIN",
        "SING",
        "OVERFLOW",
        "UNDERFLOW",
        "PLOSS",
        "TLOSS",
        "STDC",
        "LC_",
        "PRI",
        "SCN",
        "ATOMIC_",
        "CHAR",
        "MAXFLOAT",
    ];
    let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let apart = match definition.is_object_like() {
        true => name.chars().all(capital),
        false => name.chars().any(|c| c.is_ascii_uppercase()),
    };
    apart && !TAKEN.iter().any(|t| name.starts_with(t))
}
