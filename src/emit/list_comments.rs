//! The user's comments in lists in brackets: enumerators, members, parameters, the parts of initialisers.
//!
//! From the tokens of the original text: a comment that ends a line is about what stands before it, any other one about
//! what follows. Must not know what the parts are, nor how they are printed.

use super::cuda::{Brackets, Comments, ItemComments, ListComments};
use super::user_text::{UserText, lines};
use crate::source::{Comment, Original, Span};

/// Where a part stands: its first and last byte in the original file.
type Place = (usize, usize);

impl UserText<'_> {
    /// The first list in such brackets behind an offset, in the same declaration.
    pub(super) fn brackets_behind(&self, offset: u32, open: &str) -> Option<Brackets> {
        let place = self.pre.raw_place(offset.saturating_sub(1), false)?;
        let original = self.pre.original(place.file).filter(|_| place.exact)?;
        let all = place.at..original.text().len();
        let mut lo = None;
        let mut depth = 0usize;
        for token in self.pre.code_in(place.file, all) {
            let word = &*original.spelling(token);
            match (lo, word) {
                (None, ";") => return None,
                (None, _) if word == open => lo = Some(token.hi),
                (None, _) => {}
                (Some(_), "(" | "[" | "{") => depth += 1,
                (Some(_), ")" | "]" | "}") if depth > 0 => depth -= 1,
                (Some(lo), ")" | "]" | "}") => {
                    return Some(Brackets {
                        file: place.file,
                        lo,
                        hi: token.lo,
                    });
                }
                _ => {}
            }
        }
        None
    }

    /// The lists in braces that stand directly in another one, in the order of the text.
    fn inner(&self, list: Brackets) -> Vec<Brackets> {
        let Some(original) = self.pre.original(list.file) else {
            return vec![];
        };
        let (mut found, mut open) = (vec![], vec![]);
        for token in self.pre.code_in(list.file, range(list)) {
            match &*original.spelling(token) {
                "(" | "[" => open.push(None),
                "{" => open.push(Some(token.hi)),
                ")" | "]" | "}" => {
                    if let Some(Some(lo)) = open.pop()
                        && !open.iter().any(Option::is_some)
                    {
                        found.push(Brackets {
                            lo,
                            hi: token.lo,
                            ..list
                        });
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// For each part of a list the braces around it, where it has some of its own.
    pub(super) fn brackets_of_parts(
        &self,
        list: Brackets,
        parts: &[Option<Span>],
    ) -> Vec<Option<Brackets>> {
        if self.pre.comments_of_code(list.file, range(list)).is_empty() {
            return vec![None; parts.len()];
        }
        let inner = self.inner(list);
        let around = |span: &Option<Span>| {
            let at = self.place_of((*span)?, list)?.0 as u32;
            let behind = inner.partition_point(|one| one.lo <= at);
            inner[..behind].last().filter(|one| at < one.hi).copied()
        };
        parts.iter().map(around).collect()
    }

    /// Where a part of a list stands.
    fn place_of(&self, span: Span, list: Brackets) -> Option<Place> {
        let (start, end) = (
            self.pre.raw_place(span.lo, false)?,
            self.pre.raw_place(span.hi, true)?,
        );
        let inside = start.file == list.file && range(list).contains(&start.at);
        (inside && end.file == list.file).then_some((start.at, end.at.max(start.at)))
    }

    /// Says that the comments in a list are not printed where the code around it is.
    pub(super) fn keep_comments_in(&self, printed: &mut Comments, list: Brackets) {
        for comment in self.pre.comments_of_code(list.file, range(list)) {
            printed.within.insert((list.file, comment.lo));
        }
    }

    /// The comments that stand directly in a list and have not been printed, beside its parts; none where there are none.
    pub(super) fn in_list(
        &self,
        printed: &mut Comments,
        list: Brackets,
        parts: &[Option<Span>],
    ) -> Option<ListComments> {
        let file = list.file;
        let original = self.pre.original(file)?;
        let mut comments = self.pre.comments_of_code(file, range(list));
        if comments.is_empty() {
            return None;
        }
        let inner = self.inner(list);
        let in_inner = |comment: &Comment| {
            let behind = inner.partition_point(|one| one.lo <= comment.lo);
            inner[..behind]
                .last()
                .is_some_and(|one| comment.lo < one.hi)
        };
        comments.retain(|comment| !in_inner(comment));
        comments.retain(|comment| printed.above.insert((file, comment.lo)));
        // The brackets belong to a part that has some.
        let place = |span: &Option<Span>| {
            let (lo, hi) = self.place_of((*span)?, list)?;
            let behind = inner.partition_point(|one| one.lo as usize <= lo);
            let own = inner[..behind].last().filter(|one| lo < one.hi as usize);
            Some(own.map_or((lo, hi), |one| (one.lo as usize - 1, one.hi as usize + 1)))
        };
        let places: Vec<Option<Place>> = parts.iter().map(place).collect();
        let mut found = ListComments {
            opening: vec![],
            items: vec![ItemComments::default(); parts.len()],
            end: vec![],
        };
        for (item, place) in found.items.iter_mut().zip(&places) {
            item.begins_line = place.is_some_and(|(lo, _)| self.begins_line(original, list, lo));
        }
        // In the order of the text.
        let numbered = places.iter().enumerate();
        let mut places: Vec<(Place, usize)> =
            { numbered.filter_map(|(item, place)| Some(((*place)?, item))) }.collect();
        places.sort_unstable();
        let mut last: Option<(Side, Comment)> = None;
        for comment in comments {
            let goes_on = last.as_ref().is_some_and(|(side, before)| {
                matches!(side, Side::EndOf(_) | Side::Opening)
                    && continues(original, before, &comment)
            });
            let side = match &last {
                Some((side, _)) if goes_on => *side,
                _ => self.side(original, list, &places, &comment),
            };
            let text = || lines(&comment.text);
            match side {
                Side::Opening => found.opening.extend(text()),
                Side::Above(item) => {
                    let above = &mut found.items[item].above;
                    let apart = below_blank(original, &comment) && comment.alone;
                    if apart && (item > 0 || !above.is_empty()) {
                        above.push(String::new());
                    }
                    above.extend(text());
                }
                Side::Before(item) => found.items[item].before.extend(text()),
                Side::Beside(item) => found.items[item].beside.extend(text()),
                Side::EndOf(item) => found.items[item].behind.extend(text()),
                Side::End => found.end.extend(text()),
            }
            last = Some((side, comment));
        }
        found.move_behind();
        Some(found)
    }

    /// What a comment is about.
    fn side(
        &self,
        original: &Original,
        list: Brackets,
        places: &[(Place, usize)],
        comment: &Comment,
    ) -> Side {
        let at = comment.lo as usize;
        let behind = places.partition_point(|((lo, _), _)| *lo < at);
        let current = behind.checked_sub(1).map(|before| places[before]);
        let next = places.get(behind).map(|(_, item)| *item);
        if comment.alone {
            return next.map_or(Side::End, Side::Above);
        }
        let before = self.pre.code_before(list.file, at);
        let before = before.filter(|(token, _)| token.hi > list.lo);
        let word = before.map_or_else(Default::default, |(token, _)| original.spelling(token));
        let ends = ends_line(original, comment);
        let own_line = before
            .is_some_and(|(token, _)| original.line_of(token.hi as usize - 1) == comment.line);
        let Some(((_, hi), item)) = current else {
            return match (ends, next) {
                (true, _) if before.is_none() => Side::Opening,
                (_, Some(item)) if ends || comment.line != comment.end_line => Side::Above(item),
                (_, Some(item)) => Side::Before(item),
                (_, None) => Side::End,
            };
        };
        let separated = hi <= at && {
            let mut between = self.pre.code_in(list.file, hi..at);
            between.any(|token| matches!(&*original.spelling(token), "," | ";"))
        };
        // Behind a member, or behind the last part and its separator, on the same line.
        let is_last = own_line && (next.is_none() || &*word == ";");
        let follows = separated && !is_last && !(matches!(&*word, "," | ";") && ends && own_line);
        match (follows, next) {
            (true, Some(item)) if ends || comment.line != comment.end_line => Side::Above(item),
            (true, Some(item)) => Side::Before(item),
            (true, None) => Side::End,
            (false, _) if ends => Side::EndOf(item),
            (false, _) if comment.line != comment.end_line => Side::Above(item),
            (false, _) => Side::Beside(item),
        }
    }

    /// Whether no other code of a list stands in front of an offset on its line.
    fn begins_line(&self, original: &Original, list: Brackets, at: usize) -> bool {
        let line = original.line_of(at);
        let before = self.pre.code_before(list.file, at);
        let before = before.filter(|(token, _)| token.hi > list.lo);
        match before {
            Some((token, _)) => original.line_of(token.hi as usize - 1) < line,
            None => original.line_of(list.lo as usize) < line,
        }
    }
}

/// Where a comment is printed.
#[derive(Clone, Copy)]
enum Side {
    /// Behind the bracket that opens the list.
    Opening,
    /// On lines above a part.
    Above(usize),
    /// In front of a part.
    Before(usize),
    /// Behind a part, within the line.
    Beside(usize),
    /// At the end of a part's line.
    EndOf(usize),
    /// Behind all parts.
    End,
}

fn range(list: Brackets) -> std::ops::Range<usize> {
    list.lo as usize..list.hi as usize
}

/// Whether nothing but commas, semicolons and closing brackets follows a comment on its line.
fn ends_line(original: &Original, comment: &Comment) -> bool {
    let end = original
        .line_range(original.line_of(comment.hi as usize - 1))
        .end;
    let rest = original.text().get(comment.hi as usize..end);
    rest.is_none_or(|rest| rest.trim().is_empty())
}

fn below_blank(original: &Original, comment: &Comment) -> bool {
    comment.line > 1 && original.line_text(comment.line - 1).trim().is_empty()
}

/// Whether a comment goes on with one at the end of the line above: both are `//` comments in the same column.
fn continues(original: &Original, before: &Comment, comment: &Comment) -> bool {
    let column = |one: &Comment| one.lo as usize - original.line_range(one.line).start;
    let both = before.text.starts_with("//") && comment.text.starts_with("//");
    both && comment.alone
        && comment.line == before.end_line + 1
        && column(before) == column(comment)
}
