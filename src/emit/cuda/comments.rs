//! The user's comments, from the places of what is printed: above statements, behind them, within them, and at the ends
//! of blocks. Each one is printed once; what is inside of a statement expression has none.

use super::precedence::Text;
use super::{Beside, Kept, ListComments, Printer};
use crate::device::{Block, tree};
use crate::ir::{Decl, ExprId, StmtId, Storage};
use crate::source::Span;

impl Printer<'_> {
    /// Prints the user's comments before an offset that have not been printed yet. One that ends the line of the head or
    /// bracket that opens the block stays there.
    pub fn comments(&mut self, out: &mut Block, offset: u32) {
        self.comment_of_opening(out, offset);
        self.comments_above(out, offset);
    }

    /// Prints the comment that ends the line of the head or bracket that opens a block of which nothing is printed yet.
    pub fn comment_of_opening(&mut self, out: &mut Block, offset: u32) {
        if out.is_empty() && self.state.inside_expr == 0 {
            let written = self.hooks.written();
            let comment = written.comment_behind_opening(&mut self.uses.comments, offset);
            if let Some(comment) = comment {
                out.push(tree::Stmt::Opening(comment));
            }
        }
    }

    /// Prints the user's comments before an offset that have not been printed yet, on lines of their own.
    pub(super) fn comments_above(&mut self, out: &mut Block, offset: u32) {
        if self.state.inside_expr == 0 {
            let comments = self
                .hooks
                .written()
                .comments_before(&mut self.uses.comments, offset);
            for comment in comments {
                match comment.is_empty() {
                    true => out.gap(),
                    false => out.comment(comment),
                }
            }
        }
    }

    /// Prints the comment that ends the line of a label behind it.
    pub fn comment_behind_label(&mut self, out: &mut Block, body: StmtId) {
        if self.state.inside_expr == 0 {
            let offset = self.program.stmt(body).span.lo;
            let written = self.hooks.written();
            let comment = written.comment_behind_opening(&mut self.uses.comments, offset);
            out.behind(comment.as_slice());
        }
    }

    /// Prints the comments between a statement and the `else` behind it, where there are any: `braced` says whether the
    /// statement's brace is still to be closed, which comes first.
    pub(super) fn comments_before_else(
        &mut self,
        out: &mut Block,
        (then, other): (StmtId, StmtId),
        braced: Option<&str>,
    ) -> bool {
        let (then, other) = (self.program.stmt(then).span, self.program.stmt(other).span);
        let written = self.hooks.written();
        let Some(at) = written.else_between(then.hi, other.lo) else {
            return false;
        };
        if self.state.inside_expr > 0 || !written.has_lines_before(&self.uses.comments, at) {
            return false;
        }
        braced.into_iter().for_each(|brace| out.user(brace));
        let comment = written.comment_at_end_of_line(&mut self.uses.comments, at);
        out.behind(comment.as_slice());
        self.comments_above(out, at);
        true
    }

    /// What `f` prints of the head of a statement, with the comments within it beside its operands. Those for which it has
    /// no place stand above.
    pub fn with_comments_of_head<R: Shows>(
        &mut self,
        out: &mut Block,
        (inside, body): (u32, StmtId),
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let written = self.hooks.written();
        let end = written.end_of_head(inside, self.program.stmt(body).span.lo);
        if self.state.inside_expr > 0
            || self.state.commented
            || !written.has_comments_before(&self.uses.comments, end)
        {
            return f(self);
        }
        let outer = std::mem::replace(&mut self.state.in_head, true);
        self.state.commented = true;
        let result = f(self);
        self.state.commented = false;
        self.state.in_head = outer;
        self.put_back(|line| result.shows(line));
        self.comments_above(out, end);
        result
    }

    /// What `f` prints of the heads of loops whose iterations a construct shares, likewise: `heads` is
    /// what stands last in them, and the body behind them.
    pub fn with_comments_of_loops<R: Shows>(
        &mut self,
        out: &mut Block,
        heads: Option<(ExprId, StmtId)>,
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let Some((last, body)) = heads else {
            return f(self);
        };
        let inside = self.program.expr(last).span.hi;
        self.with_comments_of_head(out, (inside, body), f)
    }

    /// Keeps the comments about a declaration for the place where what it declares is printed, unless that is here.
    pub(super) fn keep_comments(&mut self, decls: &[Decl], span: Span) {
        let program = self.program;
        let (written, comments) = (self.hooks.written(), &mut self.uses.comments);
        let mut elsewhere = true;
        for decl in decls {
            let list = match decl {
                Decl::Var(var) => {
                    let data = &program.vars[*var];
                    let is_static = data.storage == Storage::StaticLocal;
                    elsewhere &= is_static;
                    let listed = is_static && data.init.is_some();
                    listed.then(|| written.list_behind(data.span.hi, "{"))
                }
                Decl::Record(id) => {
                    Some(written.list_behind(program.records[*id].span.lo + 1, "{"))
                }
                Decl::Enum(id) => Some(written.list_behind(program.enums[*id].span.lo + 1, "{")),
                _ => None,
            };
            if let Some(list) = list.flatten() {
                written.keep_comments_of_list(comments, list);
            }
        }
        if elsewhere && !decls.is_empty() && !comments.kept.contains_key(&span.lo) {
            let (above, behind) = written.comments_about(comments, span);
            let kept = Kept {
                end: span.hi,
                above,
                behind,
            };
            comments.kept.insert(span.lo, kept);
        }
    }

    /// Says of the comments that were taken for the current statement which of them its text has.
    fn put_back(&mut self, shows: impl Fn(&str) -> bool) {
        let comments = &mut self.uses.comments;
        for (file, at, line) in std::mem::take(&mut comments.taken) {
            if !shows(&line) {
                comments.within.remove(&(file, at));
            }
        }
    }

    /// Forgets that comments are printed which do not stand in what was printed since `start`.
    pub(super) fn put_back_comments(&mut self, out: &mut Block, start: usize) {
        if !self.state.commented && !self.uses.comments.taken.is_empty() {
            let printed = out.split_off(start);
            let text = printed.text(0);
            out.append(printed);
            self.put_back(|line| text.contains(line));
        }
    }

    /// What `f` prints of an expression that is a statement's condition, with the comments within it beside its operands.
    pub(super) fn with_comments_within(
        &mut self,
        e: ExprId,
        f: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let span = self.program.expr(e).span;
        let written = self.hooks.written();
        if self.state.inside_expr > 0
            || self.state.commented
            || !written.has_comments_before(&self.uses.comments, span.hi)
        {
            return f(self);
        }
        self.state.commented = true;
        let text = f(self);
        self.state.commented = false;
        self.put_back(|line| text.contains(line));
        text
    }

    /// What `f` prints of an initialiser outside of code, with the comments within it beside its operands; the variable's
    /// name stands in front.
    pub(super) fn with_comments_behind(
        &mut self,
        name: Span,
        f: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let outer = self.uses.comments.at;
        let written = self.hooks.written();
        written.begin(&mut self.uses.comments, name);
        let commented = std::mem::replace(&mut self.state.commented, true);
        let text = f(self);
        self.state.commented = commented;
        self.put_back(|line| text.contains(line));
        self.uses.comments.at = outer;
        text
    }

    /// Prints the comments at the end of a block.
    pub fn comments_up_to_end(&mut self, out: &mut Block, block: StmtId) {
        let span = self.program.stmt(block).span;
        self.comments(out, span.hi.saturating_sub(1).max(span.lo));
    }

    /// The comments in the braces of a type's definition, beside its parts; none where there are none.
    pub(super) fn comments_of_definition(
        &mut self,
        definition: Span,
        parts: &[Option<Span>],
    ) -> Option<ListComments> {
        let written = self.hooks.written();
        let list = written.list_behind(definition.lo + 1, "{")?;
        written.comments_of_list(&mut self.uses.comments, list, parts)
    }

    /// Prints the comment at the end of the line of a type's declaration.
    pub(super) fn comment_behind_type(&mut self, out: &mut Block, span: Span) {
        if let Some(kept) = self.uses.comments.kept_about(span.lo) {
            let behind = kept.behind.clone();
            return out.behind(behind.as_slice());
        }
        let whole = self.program.declaration_of(span).unwrap_or(span);
        self.comment_behind_declaration(out, whole);
    }

    /// Whether the comments about a type are printed with it: those about a function's own are where they are kept.
    pub(super) fn has_comments_on(&self, span: Span, (system, local): (bool, bool)) -> bool {
        !system && (!local || self.uses.comments.kept_about(span.lo).is_some())
    }

    /// Prints the comments above a type or a member.
    pub(super) fn comments_on_type(&mut self, out: &mut Block, span: Span) {
        if let Some(kept) = self.uses.comments.kept_about(span.lo) {
            return kept.above.iter().for_each(|line| out.user(line));
        }
        let written = self.hooks.written();
        for comment in written.comments_above(&mut self.uses.comments, span) {
            out.user(comment);
        }
    }

    /// Prints the comment at the end of the line of a declaration outside of code, once.
    pub(super) fn comment_behind_declaration(&mut self, out: &mut Block, span: Span) {
        let written = self.hooks.written();
        let comment = written.comment_behind_declaration(&mut self.uses.comments, span);
        if let Some(comment) = comment {
            out.push(tree::Stmt::Behind(comment));
        }
    }

    /// Prints a comment at the end of a statement's line behind what was printed for the statement.
    pub fn comment_behind(&mut self, out: &mut Block, start: usize, span: Span) {
        if self.state.inside_expr > 0 || out.len() <= start {
            return;
        }
        if let Some(comment) = self
            .hooks
            .written()
            .comment_behind(&mut self.uses.comments, span)
        {
            out.behind_code(start, comment);
        }
    }

    /// The text with the user's comments that stand beside the expression within its statement.
    pub(super) fn with_comments(&mut self, e: ExprId, mut text: Text) -> Text {
        let span = self.program.expr(e).span;
        let written = self.hooks.written();
        let place = match self.state.in_head {
            true => Beside::InHead,
            false => Beside::InStatement,
        };
        let (before, behind) = written.comments_beside(&mut self.uses.comments, span, place);
        text.text = format!("{before}{}{behind}", text.text);
        text
    }
}

/// What was printed, which may show a comment.
pub trait Shows {
    /// Whether a text stands in it.
    fn shows(&self, text: &str) -> bool;
}

impl Shows for String {
    fn shows(&self, text: &str) -> bool {
        self.contains(text)
    }
}

impl<T: Shows> Shows for Option<T> {
    fn shows(&self, text: &str) -> bool {
        self.iter().any(|one| one.shows(text))
    }
}

impl<T: Shows> Shows for Vec<T> {
    fn shows(&self, text: &str) -> bool {
        self.iter().any(|one| one.shows(text))
    }
}
