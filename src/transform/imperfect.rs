//! Nests with statements between their loops under `collapse` (OpenMP 5.2, 4.4.3): the statements move into the
//! innermost body.
//!
//! OpenMP leaves open how often they are executed, between once for each iteration of the enclosing loop and once for
//! each iteration of the innermost one; all threads that execute the body need what they declare.

use super::Transformer;
use crate::analyze::loops::{self, canonical};
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};

/// The statements of one block before and after the one that holds the next loop.
type Level = (Vec<StmtId>, Vec<StmtId>);

impl Transformer<'_> {
    /// Makes the nest of a construct perfect where statements may move; leaves it where they may not.
    pub(super) fn imperfect(&mut self, id: ConstructId) {
        let construct = &self.program.constructs[id];
        let depth = loops::collapse(self.program, construct);
        let perfect = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(Some(_)));
        if depth < 2 || construct.clauses.iter().any(perfect) {
            return;
        }
        let Some(mut stmt) = construct.body else {
            return;
        };
        let mut heads = vec![];
        let mut levels = vec![];
        for level in 0..depth {
            if canonical(self.program, stmt).is_err() {
                return;
            }
            let StmtKind::For { body, .. } = self.program.stmt(stmt).kind else {
                return;
            };
            heads.push(stmt);
            if level + 1 == depth {
                break;
            }
            let Some(inner) = self.around_loop(body, &mut levels) else {
                return;
            };
            stmt = inner;
        }
        if !self.may_move(&heads, &levels) {
            return;
        }
        let innermost = *heads.last().expect("depth is at least two");
        let StmtKind::For { body, .. } = self.program.stmt(innermost).kind else {
            return;
        };
        let continues = continues(self.program, body);
        self.move_in(&heads, &levels, body, continues);
        self.program.loops.moved.push(Moved {
            construct: id,
            body,
            levels,
            continues,
        });
    }

    /// The only loop among the statements of a body. The statements around it are pushed to `levels`, a level for
    /// each pair of braces on the way to it.
    fn around_loop(&self, body: StmtId, levels: &mut Vec<Level>) -> Option<StmtId> {
        let is_loop = |stmt: StmtId| matches!(self.program.stmt(stmt).kind, StmtKind::For { .. });
        let StmtKind::Block(stmts) = &self.program.stmt(body).kind else {
            return is_loop(body).then_some(body);
        };
        // A loop, or a block that may hold it, is the one statement that may not stand between loops.
        let mut others = stmts
            .iter()
            .enumerate()
            .filter(|(_, stmt)| !self.may_stand_between(**stmt));
        let (Some((at, next)), None) = (others.next(), others.next()) else {
            return None;
        };
        let real = |stmts: &[StmtId]| -> Vec<StmtId> {
            let kept = |s: &&StmtId| !matches!(self.program.stmt(**s).kind, StmtKind::Null);
            stmts.iter().filter(kept).copied().collect()
        };
        levels.push((real(&stmts[..at]), real(&stmts[at + 1..])));
        self.around_loop(*next, levels)
    }

    /// Whether a statement may stand between loops: it has no loops and jumps, and of directives only those that bind
    /// to no region.
    fn may_stand_between(&self, stmt: StmtId) -> bool {
        let mut fits = true;
        self.program.walk_all_stmts(stmt, &mut |_, inner| {
            let directive = match inner.kind {
                StmtKind::Omp(id) => !self.program.constructs[id].directive.orders_accesses(),
                _ => false,
            };
            fits &= !directive;
            fits &= !matches!(
                inner.kind,
                StmtKind::For { .. }
                    | StmtKind::While { .. }
                    | StmtKind::DoWhile { .. }
                    | StmtKind::Label { .. }
                    | StmtKind::Goto { .. }
                    | StmtKind::Continue
                    | StmtKind::Return(_)
            );
        });
        fits && loops::jumps_out(self.program, stmt).is_none()
    }

    /// Whether the loops' own expressions are independent of the statements.
    fn may_move(&self, heads: &[StmtId], levels: &[Level]) -> bool {
        let mut changed = Uses::default();
        for stmt in levels
            .iter()
            .flat_map(|(before, behind)| before.iter().chain(behind))
        {
            changed.add_stmt(self.program, *stmt);
        }
        heads.iter().all(|&head| {
            let Ok(one) = canonical(self.program, head) else {
                return false;
            };
            let bounds = [Some(one.lo), Some(one.hi), one.step.amount];
            bounds.into_iter().flatten().all(|bound| {
                let used = Uses::of_expr(self.program, bound);
                used.captured().all(|var| {
                    !changed.declared.contains(&var) && !changed.get(var).maybe_written()
                })
            }) && !changed.get(one.var).maybe_written()
        })
    }

    /// `for (...) { before; for (...) body; behind; }` becomes `for (...) for (...) { before; body; behind; }`.
    fn move_in(&mut self, heads: &[StmtId], levels: &[Level], body: StmtId, continues: bool) {
        let span = self.program.stmt(body).span;
        let mut inside = body;
        if continues {
            let ty = self.program.types.int(IntKind::Int);
            let cond = self.int(0, ty);
            inside = self.stmt(StmtKind::DoWhile { body, cond }, span);
        }
        for (before, behind) in levels.iter().rev() {
            if before.is_empty() && behind.is_empty() {
                continue;
            }
            let stmts = before.iter().chain([&inside]).chain(behind);
            let stmts = stmts.copied().collect();
            inside = self.stmt(StmtKind::Block(stmts), span);
        }
        let mut body = inside;
        for &head in heads.iter().rev() {
            if let StmtKind::For { body: old, .. } = &mut self.program.stmts[head].kind {
                *old = body;
            }
            body = head;
        }
    }
}

/// Whether a `continue` in the statement belongs to the loop whose body it is.
fn continues(program: &Program, stmt: StmtId) -> bool {
    let node = program.stmt(stmt);
    match node.kind {
        StmtKind::Continue => true,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => false,
        StmtKind::Omp(id) if program.constructs[id].directive != DirectiveKind::Unroll => false,
        _ => {
            let mut found = false;
            program.each_child(node, &mut |child| found |= continues(program, child));
            found
        }
    }
}
