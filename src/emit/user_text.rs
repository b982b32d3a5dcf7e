//! What of the user's text is not in the IR: comments, names of constants, line numbers.
//!
//! Comments are printed in the order of the text, each once: a statement brings all that stand between what was
//! printed before it and itself. Must not know how anything is spelled in C++.

use super::Extras;
use super::cuda::{Comments, Macros, Named, Names};
use crate::source::token::Kind;
use crate::source::{FileId, Original, Preprocessed, Span};

/// The user's text, for one CUDA file.
pub struct UserText<'a> {
    pre: &'a Preprocessed,
    names: &'a Names,
    extras: Extras,
}

impl<'a> UserText<'a> {
    /// `file.c:12`
    pub fn place(&self, span: Span) -> String {
        super::source_text::place(self.pre, span)
    }

    pub fn new(pre: &'a Preprocessed, names: &'a Names, extras: Extras) -> UserText<'a> {
        UserText { pre, names, extras }
    }

    /// Starts with what begins at `span`: comments before it are left out.
    pub fn begin(&self, printed: &mut Comments, span: Span) {
        let place = self.pre.raw_place(span.lo, false);
        printed.at = place.map(|place| (place.file, place.at));
    }

    /// Starts behind `span`: comments in it are left out, too.
    pub fn begin_behind(&self, printed: &mut Comments, span: Span) {
        let place = self.pre.raw_place(span.hi, true);
        printed.at = place.map(|place| (place.file, place.at));
    }

    /// The comments directly above a declaration.
    pub fn above(&self, printed: &mut Comments, span: Span) -> Vec<String> {
        let Some(place) = self.pre.raw_place(span.lo, false) else {
            return vec![];
        };
        let comments = self.pre.comments_before(span).into_iter();
        let fresh = comments.filter(|c| printed.above.insert((place.file, c.lo)));
        fresh.flat_map(|c| lines(&c.text)).collect()
    }

    /// The comments before `offset` that have not been printed yet.
    pub fn before(&self, printed: &mut Comments, offset: u32) -> Vec<String> {
        let Some((file, from, to)) = self.due(printed, offset) else {
            return vec![];
        };
        let Some(original) = self.pre.original(file) else {
            return vec![];
        };
        printed.at = Some((file, to));
        let mut out = vec![];
        for comment in original.comments(from..to) {
            if comment.alone && below_empty_line(original, comment.line) {
                out.push(String::new());
            }
            out.extend(lines(&comment.text));
        }
        out
    }

    /// Whether an empty line stands directly above the line that begins with what stands at `offset`.
    pub fn is_apart(&self, offset: u32) -> bool {
        let Some(place) = self.pre.raw_place(offset, false) else {
            return false;
        };
        self.pre.original(place.file).is_some_and(|original| {
            let line = original.line_of(place.at);
            let before = original.line_range(line).start..place.at;
            let first = original
                .text()
                .get(before)
                .is_some_and(|text| text.trim().is_empty());
            place.exact && first && below_empty_line(original, line)
        })
    }

    pub fn any_before(&self, printed: &Comments, offset: u32) -> bool {
        self.due(printed, offset).is_some_and(|(file, from, to)| {
            let original = self.pre.original(file);
            original.is_some_and(|original| !original.comments(from..to).is_empty())
        })
    }

    fn due(&self, printed: &Comments, offset: u32) -> Option<(FileId, usize, usize)> {
        let (file, from) = printed.at?;
        let place = self.pre.raw_place(offset, false)?;
        (place.file == file && from < place.at).then_some((file, from, place.at))
    }

    /// A comment of one line at the end of a statement's line, where no other comment stands before it.
    pub fn behind(&self, printed: &mut Comments, span: Span) -> Option<String> {
        let (file, from) = printed.at?;
        let end = self.pre.raw_place(span.hi, true)?;
        let original = self.pre.original(file)?;
        if end.file != file || from > end.at || end.at == 0 {
            return None;
        }
        let line = original.line_of(end.at - 1);
        let rest = end.at..original.line_range(line).end;
        if !original.comments(from..rest.start).is_empty() {
            return None;
        }
        let comments = original.comments(rest.clone());
        let [comment] = comments.as_slice() else {
            return None;
        };
        let between = original.text().get(rest.start..comment.lo as usize)?;
        let last = comment.hi as usize >= rest.end
            || original
                .text()
                .get(comment.hi as usize..rest.end)?
                .trim()
                .is_empty();
        if comment.line != comment.end_line
            || !last
            || !between.trim_matches([' ', '\t', ';', ')', '}']).is_empty()
        {
            return None;
        }
        printed.at = Some((file, comment.hi as usize));
        Some(comment.text.trim_end_matches(['\\', ' ', '\t']).to_string())
    }

    /// The macro that the user wrote for arithmetic on numbers. Its definition, and those that this one names, then
    /// belong to the text.
    pub fn constant(&self, macros: &mut Macros, span: Span) -> Option<Named> {
        let name = self.pre.macro_of(span)?;
        let mut needed = Macros::new();
        if !macros.contains_key(name) {
            self.define(name, &mut needed)?;
            macros.append(&mut needed);
        }
        Some(Named {
            name: name.to_string(),
            closed: self.pre.definition(name)?.is_closed(),
        })
    }

    /// Adds a macro and those that its definition names, where all of them stand for arithmetic on numbers that the
    /// CUDA compiler takes as they are.
    fn define(&self, name: &str, needed: &mut Macros) -> Option<()> {
        if needed.contains_key(name) {
            return Some(());
        }
        let definition = self.pre.definition(name)?;
        if !may_define(name) || self.names.is_used(name) || !definition.is_object_like() {
            return None;
        }
        needed.insert(name.to_string(), definition.text());
        definition.body.iter().try_for_each(|word| {
            let text = word.text.as_str();
            match word.kind {
                Kind::Number => is_plain_number(text).then_some(()),
                Kind::Ident => self.define(text, needed),
                Kind::Punct => ARITHMETIC.contains(&text).then_some(()),
                _ => None,
            }
        })
    }

    /// Whether the text is for checks of the emulated device.
    pub fn is_checked(&self) -> bool {
        self.extras.checked
    }

    /// The `#line` directive for a statement, if they are wanted.
    pub fn line_directive(&self, span: Span) -> Option<String> {
        if !self.extras.line_directives {
            return None;
        }
        let (file, line) = self.pre.location(span.lo as usize);
        let path = self.pre.path(file).to_string_lossy();
        let path = path.replace('\\', "\\\\").replace('"', "\\\"");
        Some(format!("#line {line} \"{path}\""))
    }
}

fn below_empty_line(original: &Original, line: u32) -> bool {
    line > 1 && original.line_text(line - 1).trim().is_empty()
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

/// Whether a macro of this name does no harm in the CUDA file: the headers define names in capitals, too, with these
/// beginnings.
fn may_define(name: &str) -> bool {
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
    name.chars().all(capital) && !TAKEN.iter().any(|t| name.starts_with(t))
}

/// The definitions of macros, a line each.
pub fn definitions(macros: &Macros) -> Vec<String> {
    let define = |(name, token): (&String, &String)| format!("#define {name} {token}");
    macros.iter().map(define).collect()
}

/// A comment's lines as comments of their own; those of a block comment keep their shape.
fn lines(text: &str) -> Vec<String> {
    if text.starts_with("//") {
        // A line that a backslash continues.
        let line = |(index, line): (usize, &str)| {
            let line = line.trim_end().trim_end_matches('\\').trim();
            if index == 0 {
                line.to_string()
            } else {
                format!("// {line}")
            }
        };
        return text.lines().enumerate().map(line).collect();
    }
    if !text.ends_with("*/") {
        return vec![];
    }
    let line = |(index, line): (usize, &str)| {
        let line = line.trim();
        match (index, line.starts_with('*')) {
            (0, _) => line.to_string(),
            (_, true) => format!(" {line}"),
            (_, false) => format!("   {line}"),
        }
    };
    text.lines()
        .enumerate()
        .map(line)
        .map(|l| l.trim_end().to_string())
        .collect()
}
