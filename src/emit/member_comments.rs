//! The user's comments about variables that become members of the struct that a team shares: they stand at the member, where
//! nothing is printed for the declaration.
//!
//! From the declarations in a kernel's or function's text. Must be asked for before that text is printed, which would print
//! them in front of whatever comes next.

use super::cuda::{Printer, Written};
use super::user_text::UserText;
use crate::device::{Block, tree};
use crate::ir::*;
use crate::plan::decisions::kernel::CodePlan;
use crate::plan::decisions::shared::Member;
use std::collections::BTreeMap;

/// The comments above and behind the declaration of each variable.
#[derive(Debug, Default)]
pub struct MemberComments {
    of: BTreeMap<VarId, (Vec<String>, Option<String>)>,
}

impl MemberComments {
    /// Those of the code in `body`. A declaration with a first value, or of other variables, too, keeps its comments: some of
    /// it is printed.
    pub fn of(p: &mut Printer, text: &UserText, plan: &CodePlan, body: StmtId) -> MemberComments {
        let program = p.program;
        let mut found = MemberComments::default();
        let slots = plan.shared.slots().into_iter().chain(plan.spilled.slots());
        let members: Vec<Member> = slots.map(|slot| slot.member).collect();
        program.walk_stmts(body, &mut |_, stmt| {
            let StmtKind::Decl(decls) = &stmt.kind else {
                return;
            };
            let moved = |decl: &Decl| match decl {
                Decl::Var(var) if program.vars[*var].init.is_none() => {
                    members.contains(&Member::Var(*var)).then_some(*var)
                }
                _ => None,
            };
            let Some(vars) = decls.iter().map(moved).collect::<Option<Vec<VarId>>>() else {
                return;
            };
            let (Some(&first), Some(&last)) = (vars.first(), vars.last()) else {
                return;
            };
            let (above, behind) = text.comments_about(&mut p.uses.comments, stmt.span);
            found.of.entry(first).or_default().0 = above;
            found.of.entry(last).or_default().1 = behind;
        });
        found
    }

    /// Prints a member with its comments.
    pub fn around(&self, out: &mut Block, member: Member, print: impl FnOnce(&mut Block)) {
        let about = match member {
            Member::Var(var) => self.of.get(&var),
            _ => None,
        };
        let (above, behind) = about.cloned().unwrap_or_default();
        above.into_iter().for_each(|line| out.user(line));
        print(out);
        if let Some(behind) = behind {
            out.push(tree::Stmt::Behind(behind));
        }
    }
}
