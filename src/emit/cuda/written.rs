//! What the printer asks of the user's text: comments, names of constants, lines.

use super::{Comments, Macros};
use crate::source::Span;
use crate::source::expansion::Made;

/// The user's text; by default there is none.
pub trait Written {
    /// The macro by which the source spells an expression.
    fn made_by(&self, _span: Span) -> Option<Made> {
        None
    }

    /// The macro in place of the text by which the expression is printed; none where that would be something else.
    fn named(&self, _macros: &mut Macros, _made: &Made, _printed: (&str, Shape)) -> Option<Named> {
        None
    }

    /// The extent of an array as the source writes it in a declarator, with macros: that in so many brackets from the
    /// last one; none where it is none or would be something else than `value`.
    fn extent(
        &self,
        _macros: &mut Macros,
        _declarator: Span,
        _from_last: usize,
        _value: u64,
    ) -> Option<String> {
        None
    }

    /// A constant expression as the source writes it, with macros; none where it names none or would be something else
    /// than `value`.
    fn constant(&self, _macros: &mut Macros, _at: Span, _value: i128) -> Option<String> {
        None
    }

    /// Comments directly above a function or variable in the user's text, a line each.
    fn comments_above(&self, _comments: &mut Comments, _span: Span) -> Vec<String> {
        vec![]
    }

    /// Says that a function's body comes next.
    fn begin(&self, _comments: &mut Comments, _span: Span) {}

    /// The comments of the user's text that stand before an offset and have not been printed yet, a line each; an
    /// empty one stands for empty lines above the next one.
    fn comments_before(&self, _comments: &mut Comments, _offset: u32) -> Vec<String> {
        vec![]
    }

    /// Whether an empty line of the user's text stands directly above what begins at an offset.
    fn is_apart(&self, _offset: u32) -> bool {
        false
    }

    /// Whether `comments_before` would return any.
    fn has_comments_before(&self, _comments: &Comments, _offset: u32) -> bool {
        false
    }

    /// The comment that ends a statement's line.
    fn comment_behind(&self, _comments: &mut Comments, _span: Span) -> Option<String> {
        None
    }

    /// The comment that ends the line of a declaration outside of code, where it has not been printed yet.
    fn comment_behind_declaration(&self, _comments: &mut Comments, _span: Span) -> Option<String> {
        None
    }

    /// The comments about a declaration that prints nothing where it stands: those directly above it, a line each, and
    /// the one that ends its line. They count as printed.
    fn comments_about(
        &self,
        _comments: &mut Comments,
        _span: Span,
    ) -> (Vec<String>, Option<String>) {
        (vec![], None)
    }

    /// The comments directly before and directly behind an expression within a statement, each in one line and with
    /// the blank that parts it from the expression, which have not been printed yet.
    fn comments_beside(&self, _comments: &mut Comments, _span: Span) -> (String, String) {
        (String::new(), String::new())
    }

    /// Whether the text is for checks of the emulated device.
    fn is_checked(&self) -> bool {
        false
    }

    /// The place of something in the user's text, for messages.
    fn place(&self, _span: Span) -> String {
        String::new()
    }

    /// A directive with the statement's place in the user's text.
    fn line_directive(&self, _span: Span) -> Option<String> {
        None
    }
}

/// Code that nobody has written.
pub struct Unwritten;

impl Written for Unwritten {}

/// What an expression consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Literals and operators that stand between them in the text.
    Arithmetic,
    /// The same with casts.
    Constant,
    Other,
}

/// A macro that stands for an expression, or its call.
pub struct Named {
    pub name: String,
    /// It is one operand wherever it stands.
    pub closed: bool,
}
