//! What of the user's text is not in the IR: comments, names of constants, line numbers.
//!
//! Comments are printed in the order of the text, each once: a statement brings all that stand between what was
//! printed before it and itself. Must not know how anything is spelled in C++: see `macros`.

use super::Extras;
use super::cuda::{Beside, Brackets, Comments, ListComments, Macros, Named, Names, Shape, Written};
use crate::source::expansion::Made;
use crate::source::original::DirectiveLine;
use crate::source::{Comment, FileId, Original, Preprocessed, Span};

/// The user's text, for one CUDA file.
pub struct UserText<'a> {
    pub(super) pre: &'a Preprocessed,
    names: &'a Names,
    extras: Extras,
}

impl<'a> UserText<'a> {
    pub fn new(pre: &'a Preprocessed, names: &'a Names, extras: Extras) -> UserText<'a> {
        UserText { pre, names, extras }
    }

    /// Starts behind `span`: comments in it are left out, too.
    pub fn begin_behind(&self, printed: &mut Comments, span: Span) {
        let place = self.pre.raw_place(span.hi, true);
        printed.at = place.map(|place| (place.file, place.at));
    }

    /// Where the declaration begins that has a declarator at an offset: behind the last one, or the brace around it.
    fn declaration_start(&self, declarator: u32) -> u32 {
        let text = &self.pre.text()[..declarator as usize];
        let mut at = text.rfind([';', '{', '}']).map_or(0, |end| end + 1);
        for line in text[at..].split_inclusive('\n') {
            let blank = line.trim_start();
            if !blank.is_empty() && !blank.starts_with('#') {
                at += line.len() - blank.len();
                return at as u32;
            }
            at += line.len();
        }
        declarator
    }

    fn due(&self, printed: &Comments, offset: u32) -> Option<(FileId, usize, usize)> {
        let (file, from) = printed.at?;
        let place = self.pre.raw_place(offset, false)?;
        (place.file == file && from < place.at).then_some((file, from, place.at))
    }

    /// The comments before an offset that are printed where they stand in the text and have not been.
    fn fresh(&self, printed: &Comments, offset: u32) -> Vec<Comment> {
        let Some((file, from, to)) = self.due(printed, offset) else {
            return vec![];
        };
        let mut comments = self.pre.comments_of_code(file, from..to);
        comments.retain(|comment| !printed.within.contains(&(file, comment.lo)));
        comments
    }

    /// The first of these comments, where it ends a line of code; `opens` tells whether the word before it may stand there.
    fn first_behind(
        &self,
        printed: &mut Comments,
        offset: u32,
        opens: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let comment = self.fresh(printed, offset).into_iter().next()?;
        let (file, _) = printed.at?;
        self.is_behind(file, &comment, opens).then(|| {
            printed.at = Some((file, comment.hi as usize));
            comment.text.trim_end().to_string()
        })
    }

    /// Whether a comment ends a line, behind code whose last word fulfils a condition.
    fn is_behind(&self, file: FileId, comment: &Comment, opens: impl Fn(&str) -> bool) -> bool {
        let Some(original) = self.pre.original(file) else {
            return false;
        };
        let rest = comment.hi as usize..original.line_range(comment.end_line).end;
        let rest = original.text().get(rest).unwrap_or_default();
        let ends = matches!(rest.trim(), "" | "{") && comment.line == comment.end_line;
        let before = self.pre.code_before(file, comment.lo as usize);
        ends && before.is_some_and(|(token, line)| {
            let same = original.line_of(token.hi as usize - 1) == comment.line;
            same && line == DirectiveLine::No && opens(&original.spelling(token))
        })
    }
}

/// Whether a body, a block or a labelled statement begins behind a word.
fn opens(word: &str) -> bool {
    matches!(word, "{" | ")" | ":" | "else" | "do")
}

impl Written for UserText<'_> {
    fn made_by(&self, span: Span) -> Option<Made> {
        self.pre.made_by(span)
    }

    fn named(&self, macros: &mut Macros, made: &Made, printed: (&str, Shape)) -> Option<Named> {
        super::macros::named(self.pre, self.names, macros, made, printed)
    }

    fn extent(
        &self,
        macros: &mut Macros,
        declarator: Span,
        from_last: usize,
        value: u64,
    ) -> Option<String> {
        super::macros::extent(self.pre, self.names, macros, declarator, (from_last, value))
    }

    fn constant(&self, macros: &mut Macros, at: Span, value: i128) -> Option<String> {
        super::macros::constant(self.pre, self.names, macros, at, value)
    }

    fn place(&self, span: Span) -> String {
        super::source_text::place(self.pre, span)
    }

    fn begin(&self, printed: &mut Comments, span: Span) {
        let place = self.pre.raw_place(span.lo, false);
        printed.at = place.map(|place| (place.file, place.at));
    }

    fn comments_above(&self, printed: &mut Comments, span: Span) -> Vec<String> {
        let Some(place) = self.pre.raw_place(span.lo, false) else {
            return vec![];
        };
        let mut comments = self.pre.comments_before(span);
        if comments.is_empty() {
            // The words in front of a declarator may stand on lines of their own.
            let lo = self.declaration_start(span.lo);
            comments = self.pre.comments_before(Span { lo, ..span });
        }
        let comments = comments.into_iter();
        let fresh = comments.filter(|c| printed.above.insert((place.file, c.lo)));
        fresh.flat_map(|c| lines(&c.text)).collect()
    }

    fn comments_before(&self, printed: &mut Comments, offset: u32) -> Vec<String> {
        let comments = self.fresh(printed, offset);
        let Some((file, _, to)) = self.due(printed, offset) else {
            return vec![];
        };
        printed.at = Some((file, to));
        let mut out = vec![];
        for comment in comments {
            let original = self.pre.original(file);
            if comment.alone && original.is_some_and(|one| below_empty_line(one, comment.line)) {
                out.push(String::new());
            }
            out.extend(lines(&comment.text));
        }
        out
    }

    fn is_apart(&self, offset: u32) -> bool {
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

    fn has_comments_before(&self, printed: &Comments, offset: u32) -> bool {
        self.due(printed, offset).is_some_and(|(file, from, to)| {
            let comments = self.pre.comments_of_code(file, from..to);
            !comments.is_empty()
        })
    }

    fn has_lines_before(&self, printed: &Comments, offset: u32) -> bool {
        let comments = self.fresh(printed, offset);
        let mut comments = comments.iter();
        match (comments.next(), printed.at) {
            (Some(first), Some((file, _))) => {
                comments.next().is_some() || !self.is_behind(file, first, opens)
            }
            _ => false,
        }
    }

    fn comment_behind_opening(&self, printed: &mut Comments, offset: u32) -> Option<String> {
        self.first_behind(printed, offset, opens)
    }

    fn comment_at_end_of_line(&self, printed: &mut Comments, offset: u32) -> Option<String> {
        self.first_behind(printed, offset, |_| true)
    }

    fn end_of_head(&self, inside: u32, body: u32) -> u32 {
        let text = self.pre.slice(Span {
            lo: inside,
            hi: body.max(inside),
        });
        inside + text.find(')').unwrap_or_default() as u32
    }

    fn else_between(&self, then: u32, other: u32) -> Option<u32> {
        let span = Span {
            lo: then,
            hi: other.max(then),
        };
        let mut at = then;
        for line in self.pre.slice(span).split_inclusive('\n') {
            match line.find("else").filter(|_| !line.starts_with('#')) {
                Some(column) => return Some(at + column as u32),
                None => at += line.len() as u32,
            }
        }
        None
    }

    fn list_behind(&self, offset: u32, open: &str) -> Option<Brackets> {
        self.brackets_behind(offset, open)
    }

    fn lists_of_parts(&self, list: Brackets, parts: &[Option<Span>]) -> Vec<Option<Brackets>> {
        self.brackets_of_parts(list, parts)
    }

    fn comments_of_list(
        &self,
        printed: &mut Comments,
        list: Brackets,
        parts: &[Option<Span>],
    ) -> Option<ListComments> {
        self.in_list(printed, list, parts)
    }

    fn keep_comments_of_list(&self, printed: &mut Comments, list: Brackets) {
        self.keep_comments_in(printed, list)
    }

    fn comments_beside(
        &self,
        printed: &mut Comments,
        span: Span,
        place: Beside,
    ) -> (String, String) {
        let (mut before, mut behind) = (String::new(), String::new());
        let found = printed.at.and_then(|(file, from)| {
            let (start, end) = (
                self.pre.raw_place(span.lo, false)?,
                self.pre.raw_place(span.hi, true)?,
            );
            let exact = start.exact && end.exact || self.pre.macro_of(span).is_some();
            let own = start.file == file && end.file == file;
            let original = self.pre.original(file).filter(|_| exact && own)?;
            Some((file, from, start.at, end.at, original))
        });
        let Some((file, from, start, end, original)) = found else {
            return (before, behind);
        };
        let text = original.text();
        let mut take = |comment: &Comment| {
            let line = one_line(comment)?;
            let fresh = printed.within.insert((file, comment.lo));
            fresh.then(|| printed.taken.push((file, comment.lo, line.clone())))?;
            Some(line)
        };
        let mut at = start;
        for comment in original.comments_up_to(start) {
            let blank = text
                .get(comment.hi as usize..at)
                .is_some_and(|gap| gap.trim().is_empty());
            let own = comment.lo as usize >= from && blank && comment.text.starts_with("/*");
            let Some(line) = own.then(|| take(&comment)).flatten() else {
                break;
            };
            before.insert_str(0, &format!("{line} "));
            at = comment.lo as usize;
        }
        let line_end = original.line_range(original.line_of(end)).end;
        if let Some(comment) = self.pre.comments_of_code(file, end..line_end).first() {
            // One at the end of the line is about what stands before it, whatever joins that to what follows.
            let rest = text.get(comment.hi as usize..line_end).unwrap_or_default();
            let ends = rest.trim().is_empty();
            let joins = |c: char| match place {
                Beside::InStatement => ends && c.is_ascii_punctuation() && !"(){}[];\"".contains(c),
                Beside::InHead => {
                    c.is_ascii_punctuation() && !"(){}[]\"".contains(c) && (ends || c == ';')
                }
            };
            let gap = text.get(end..comment.lo as usize).unwrap_or("?(");
            if gap.trim().chars().all(joins)
                && let Some(line) = take(comment)
            {
                behind = format!(" {line}");
            }
        }
        (before, behind)
    }

    fn comment_behind(&self, printed: &mut Comments, span: Span) -> Option<String> {
        let (file, from) = printed.at?;
        let end = self.pre.raw_place(span.hi, true)?;
        let original = self.pre.original(file)?;
        if end.file != file || from > end.at || end.at == 0 {
            return None;
        }
        let line = original.line_of(end.at - 1);
        let rest = end.at..original.line_range(line).end;
        let before = self.pre.comments_of_code(end.file, from..rest.start);
        let unprinted = |one: &Comment| !printed.within.contains(&(end.file, one.lo));
        if before.iter().any(unprinted) {
            return None;
        }
        let comments = self.pre.comments_of_code(end.file, rest.clone());
        let comment = comments.first()?;
        let between = original.text().get(rest.start..comment.lo as usize)?;
        if comment.line != comment.end_line
            || !between.trim_matches([' ', '\t', ';', ')', '}']).is_empty()
        {
            return None;
        }
        printed.at = Some((file, comment.hi as usize));
        Some(comment.text.trim_end_matches(['\\', ' ', '\t']).to_string())
    }

    fn comment_behind_declaration(&self, printed: &mut Comments, span: Span) -> Option<String> {
        let before = printed.at;
        self.begin_behind(printed, span);
        let found = self.comment_behind(printed, span);
        let at = std::mem::replace(&mut printed.at, before);
        let fresh = at.is_some_and(|(file, at)| printed.above.insert((file, at as u32)));
        found.filter(|_| fresh)
    }

    fn comments_about(&self, printed: &mut Comments, span: Span) -> (Vec<String>, Option<String>) {
        let nothing = (vec![], None);
        let places = self
            .pre
            .raw_place(span.lo, false)
            .zip(self.pre.raw_place(span.hi, true));
        let Some((start, end)) = places.filter(|(start, end)| start.exact && end.exact) else {
            return nothing;
        };
        let Some(original) = self
            .pre
            .original(start.file)
            .filter(|_| start.file == end.file)
        else {
            return nothing;
        };
        let above = self.pre.comments_before(span);
        let line_end = original.line_range(original.line_of(end.at)).end;
        let behind = original.comments(end.at..line_end);
        let is_alone = |comment: &&Comment| {
            let gap = original.text().get(end.at..comment.lo as usize);
            let rest = original.text().get(comment.hi as usize..line_end);
            let empty = |text: Option<&str>| {
                text.is_some_and(|text| text.trim_matches(';').trim().is_empty())
            };
            empty(gap) && (comment.line != comment.end_line || empty(rest))
        };
        let behind = behind.first().filter(is_alone);
        for comment in above.iter().chain(behind) {
            printed.within.insert((start.file, comment.lo));
        }
        let above = above.iter().flat_map(|comment| lines(&comment.text));
        (
            above.collect(),
            behind.map(|comment| lines(&comment.text).join("\n")),
        )
    }

    fn is_checked(&self) -> bool {
        self.extras.checked
    }

    fn line_directive(&self, span: Span) -> Option<String> {
        if !self.extras.line_directives {
            return None;
        }
        let (file, line) = self.pre.location(span.lo as usize);
        let path = self.pre.path(file).to_string_lossy();
        let path = path.replace('\\', "\\\\").replace('"', "\\\"");
        Some(format!("#line {line} \"{path}\""))
    }
}

/// A comment as one that ends where it ends, if it is in one line.
fn one_line(comment: &Comment) -> Option<String> {
    let text = comment.text.trim_end();
    let inner = text.strip_prefix("//");
    match inner {
        _ if comment.line != comment.end_line => None,
        Some(inner) if inner.contains("*/") || inner.contains("/*") => None,
        Some(inner) => Some(format!("/* {} */", inner.trim())),
        None => text.ends_with("*/").then(|| text.to_string()),
    }
}

fn below_empty_line(original: &Original, line: u32) -> bool {
    line > 1 && original.line_text(line - 1).trim().is_empty()
}

/// A comment's lines as comments of their own; those of a block comment keep their shape.
pub(super) fn lines(text: &str) -> Vec<String> {
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
