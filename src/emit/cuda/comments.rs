//! The user's comments, from the places of what is printed: above statements, behind them, within them, and at the ends
//! of blocks. Each one is printed once; what is inside of a statement expression has none.

use super::Printer;
use super::precedence::Text;
use crate::device::{Block, tree};
use crate::ir::{ExprId, StmtId};
use crate::source::Span;

impl Printer<'_> {
    /// Prints the user's comments before an offset that have not been printed yet.
    pub fn comments(&mut self, out: &mut Block, offset: u32) {
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

    /// Forgets that comments are printed which do not stand in what was printed since `start`.
    pub(super) fn put_back_comments(&mut self, out: &mut Block, start: usize) {
        let comments = &mut self.uses.comments;
        if !self.state.commented && !comments.taken.is_empty() {
            let printed = out.split_off(start);
            let text = printed.text(0);
            out.append(printed);
            for (file, at, line) in std::mem::take(&mut comments.taken) {
                if !text.contains(&line) {
                    comments.within.remove(&(file, at));
                }
            }
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
        let comments = &mut self.uses.comments;
        for (file, at, line) in std::mem::take(&mut comments.taken) {
            if !text.contains(&line) {
                comments.within.remove(&(file, at));
            }
        }
        text
    }

    /// Prints the comments at the end of a block.
    pub fn comments_up_to_end(&mut self, out: &mut Block, block: StmtId) {
        let span = self.program.stmt(block).span;
        self.comments(out, span.hi.saturating_sub(1).max(span.lo));
    }

    /// Prints the comments above a type or a member.
    pub(super) fn comments_on_type(&mut self, out: &mut Block, span: Span) {
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
            out.push(tree::Stmt::Behind(comment));
        }
    }

    /// The text with the user's comments that stand beside the expression within its statement.
    pub(super) fn with_comments(&mut self, e: ExprId, mut text: Text) -> Text {
        let span = self.program.expr(e).span;
        let written = self.hooks.written();
        let (before, behind) = written.comments_beside(&mut self.uses.comments, span);
        text.text = format!("{before}{}{behind}", text.text);
        text
    }
}
