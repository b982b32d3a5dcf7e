//! Loops that one thread executes and whose iterations are counted, since the increment behind the last one would leave
//! the type of the variable.
//!
//! Which loops these are, and what stands in their heads, is the kernel's to say ([`super::Hooks::counted`]).

use super::Printer;
use super::comments::Shows;
use crate::device::Block;
use crate::ir::{Decl, ExprId, StmtId};

/// A loop over its iterations, instead of one that compares its variable with a bound.
pub struct CountedLoop {
    /// What stands in the parentheses behind `for`.
    pub head: String,
    /// Where the variable is not declared in the head.
    pub around: Option<Around>,
}

/// What stands around the body of a loop whose variable is declared before it, there or by the program.
pub struct Around {
    /// Declares the iterations, before the loop.
    pub before: String,
    /// Assigns the variable, first in the body.
    pub first: String,
    /// Assigns the value that it has after the loop, behind it, where it exists there.
    pub behind: Option<String>,
}

/// The head of a `for` statement.
pub enum LoopHead {
    /// `init; cond; step`
    OfC(String),
    Counted(CountedLoop),
}

impl Shows for LoopHead {
    fn shows(&self, text: &str) -> bool {
        match self {
            LoopHead::OfC(head) => head.contains(text),
            LoopHead::Counted(one) => {
                let before = one.around.as_ref().map(|around| &around.before);
                one.head.contains(text) || before.is_some_and(|before| before.contains(text))
            }
        }
    }
}

impl Printer<'_> {
    /// The head of the `for` statement with this body; none where its declarations need a statement of their own before
    /// it.
    pub fn loop_head(
        &mut self,
        (init, cond, step): (Option<StmtId>, Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) -> Option<LoopHead> {
        if let Some(one) = self.hooks.counted(self, body) {
            return Some(LoopHead::Counted(one));
        }
        self.for_head(init, cond, step).map(LoopHead::OfC)
    }

    /// Prints the loop with these declarations in its head. `opens`: what its body needs of braces.
    pub(super) fn counted_loop(
        &mut self,
        out: &mut Block,
        one: CountedLoop,
        decls: &[Decl],
        (opens, body): (Opens, StmtId),
    ) {
        let head = format!("for ({})", one.head);
        let Some(around) = one.around else {
            out.loop_follows();
            match opens {
                Opens::Scope => self.in_own_scope(out, &head, body),
                Opens::Nothing => self.headed(out, &head, body),
            }
            return;
        };
        out.scope(|out| {
            self.decl(out, decls);
            out.user(around.before);
            out.user(format!("{head} {{"));
            out.nested(|out| {
                out.user(around.first);
                self.block_contents(out, body);
            });
            out.user("}");
            around.behind.into_iter().for_each(|line| out.user(line));
        });
    }

    /// Prints a loop whose body is a block in the head's block: in C++ the former may not declare the names of the
    /// latter again.
    pub(super) fn in_own_scope(&mut self, out: &mut Block, head: &str, body: StmtId) {
        out.user(format!("{head} {{"));
        out.nested(|out| {
            let begins = self.hooks.begins(body);
            begins.into_iter().for_each(|line| out.user(line));
            self.stmt(out, body)
        });
        out.user("}");
    }
}

/// What the body of a loop needs of braces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opens {
    /// Its own braces, if it has some.
    Nothing,
    /// A scope of its own in the loop's.
    Scope,
}
