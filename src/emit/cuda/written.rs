//! What the printer asks of the user's text: comments, names of constants, lines.

use super::{Comments, Macros};
use crate::device::Block;
use crate::source::expansion::Made;
use crate::source::{FileId, Span};

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

    /// Whether `comments_before` would return any besides one that ends the line on which a head or a bracket stands.
    fn has_lines_before(&self, _comments: &Comments, _offset: u32) -> bool {
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
    fn comments_beside(
        &self,
        _comments: &mut Comments,
        _span: Span,
        _place: Beside,
    ) -> (String, String) {
        (String::new(), String::new())
    }

    /// The list in such brackets that comes first behind an offset; none where the declaration ends before.
    fn list_behind(&self, _offset: u32, _open: &str) -> Option<Brackets> {
        None
    }

    /// For each part of a list the braces around it, where it has some of its own.
    fn lists_of_parts(&self, _list: Brackets, parts: &[Option<Span>]) -> Vec<Option<Brackets>> {
        vec![None; parts.len()]
    }

    /// The comments that stand directly in a list and have not been printed; none where there are none.
    fn comments_of_list(
        &self,
        _comments: &mut Comments,
        _list: Brackets,
        _parts: &[Option<Span>],
    ) -> Option<ListComments> {
        None
    }

    /// Says that the comments in a list are not printed where the code around it is.
    fn keep_comments_of_list(&self, _comments: &mut Comments, _list: Brackets) {}

    /// The first comment before an offset that has not been printed, where it ends the line on which a head, a label or a
    /// bracket opens what follows.
    fn comment_behind_opening(&self, _comments: &mut Comments, _offset: u32) -> Option<String> {
        None
    }

    /// The first comment before an offset that has not been printed, where it ends a line of code.
    fn comment_at_end_of_line(&self, _comments: &mut Comments, _offset: u32) -> Option<String> {
        None
    }

    /// The offset of the parenthesis that closes a head, from what stands in it last and its body.
    fn end_of_head(&self, inside: u32, _body: u32) -> u32 {
        inside
    }

    /// The offset of the `else` between two statements.
    fn else_between(&self, _then: u32, _other: u32) -> Option<u32> {
        None
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

/// Where an expression stands with comments beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Within a statement.
    InStatement,
    /// In the head of a loop, whose semicolons may stand between it and the comment.
    InHead,
}

/// A list of the user's text, in an original file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brackets {
    pub file: FileId,
    /// Just behind the bracket that opens it.
    pub lo: u32,
    /// Where the one stands that closes it.
    pub hi: u32,
}

/// The comments directly in a list, a line each.
#[derive(Clone, Debug, Default)]
pub struct ListComments {
    /// Behind the bracket that opens it.
    pub opening: Vec<String>,
    /// Beside its parts.
    pub items: Vec<ItemComments>,
    /// Behind all parts.
    pub end: Vec<String>,
}

/// The comments about a part of a list.
#[derive(Clone, Debug, Default)]
pub struct ItemComments {
    /// On lines of their own above it; an empty one stands for empty lines.
    pub above: Vec<String>,
    /// In front of it.
    pub before: Vec<String>,
    /// Behind it, within the line.
    pub beside: Vec<String>,
    /// At the end of its line, with those that go on below.
    pub behind: Vec<String>,
    /// The part begins a line.
    pub begins_line: bool,
}

impl ListComments {
    /// Gives a part the comment behind its separator, where each part seems to have one behind it: the next one has its
    /// own, and the part has none. `a, /* of a */ b /* of b */` looks like it, `a, /* of b */ b` does not.
    pub fn move_behind(&mut self) {
        for at in 1..self.items.len() {
            let (before, rest) = self.items.split_at_mut(at);
            let (Some(part), Some(next)) = (before.last_mut(), rest.first_mut()) else {
                continue;
            };
            let has_own = !next.beside.is_empty() || !next.behind.is_empty();
            let bare = part.before.is_empty() && part.beside.is_empty() && part.behind.is_empty();
            if has_own && bare && next.above.is_empty() {
                part.beside.append(&mut next.before);
            }
        }
    }
}

impl ItemComments {
    /// Prints a part that has a line of its own, with its comments.
    pub fn print(&self, out: &mut Block, part: String) {
        self.print_above(out);
        let before: String = self.before.iter().map(|one| format!("{one} ")).collect();
        out.user(format!("{before}{part}"));
        out.behind(&self.at_end());
    }

    /// Prints the comments on the lines above the part.
    pub fn print_above(&self, out: &mut Block) {
        for line in &self.above {
            match line.is_empty() {
                true => out.gap(),
                false => out.comment(line),
            }
        }
    }

    /// The comments that follow the part where it ends a line.
    pub fn at_end(&self) -> Vec<String> {
        let mut lines = vec![];
        let mut first = self.beside.join(" ");
        let mut behind = self.behind.iter();
        if let Some(line) = behind.next() {
            let apart = if first.is_empty() { "" } else { " " };
            first = format!("{first}{apart}{line}");
        }
        if !first.is_empty() {
            lines.push(first);
        }
        lines.extend(behind.cloned());
        lines
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
