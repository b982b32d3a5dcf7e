//! Where the lanes of a group converge: before code that reads or writes memory that other lanes have written, or
//! writes memory that they have read, since they converged last.
//!
//! From the effects of the statements and from which lanes execute them, which the plan has decided.

use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::plan::decisions::steps::Step;
use crate::plan::lanes::{Checked, Planner, jumps_in};

/// The accesses to memory since the lanes converged last, by lanes: by all of them, by the first, or by each in its
/// iterations.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::plan) struct Seen {
    read: [bool; 3],
    written: [bool; 3],
}

/// What a statement does to memory that lanes share.
#[derive(Clone, Copy)]
struct Accesses {
    reads: bool,
    writes: bool,
}

impl Accesses {
    const READ: Accesses = Accesses {
        reads: true,
        writes: false,
    };

    fn of((reads, writes): (bool, bool)) -> Accesses {
        Accesses { reads, writes }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    All,
    First,
    Each,
}

impl Seen {
    fn and(self, other: Seen) -> Seen {
        let both = |a: [bool; 3], b: [bool; 3]| [a[0] || b[0], a[1] || b[1], a[2] || b[2]];
        Seen {
            read: both(self.read, other.read),
            written: both(self.written, other.written),
        }
    }

    /// Whether other lanes have accessed memory so that `by` must converge with them first.
    fn conflicts(self, by: By, accesses: Accesses) -> bool {
        let others = |seen: [bool; 3]| {
            let other = |at: usize| seen[at] && (at != by as usize || by == By::Each);
            other(0) || other(1) || other(2)
        };
        accesses.reads && others(self.written)
            || accesses.writes && (others(self.read) || others(self.written))
    }

    fn add(&mut self, by: By, accesses: Accesses) {
        self.read[by as usize] |= accesses.reads;
        self.written[by as usize] |= accesses.writes;
    }
}

impl Planner<'_, '_> {
    /// Marks the statements before which the lanes converge.
    pub(in crate::plan) fn convergence_points(&mut self, body: StmtId) -> Checked {
        let mut seen = Seen::default();
        let mut left = Seen::default();
        self.converge(body, &mut seen, &mut left)
    }

    /// Walks a statement; `left` collects what was accessed at jumps.
    fn converge(&mut self, id: StmtId, seen: &mut Seen, left: &mut Seen) -> Checked {
        let program = self.input.program;
        let node = program.stmt(id);
        if let StmtKind::Omp(inner) = node.kind
            && self.result.spread.contains(&inner)
        {
            let uses = self.input.facts.uses_of_construct(inner);
            let effects = self.input.facts.effects.of_uses(&uses);
            let accesses = Accesses::of(self.memory(&uses, effects));
            self.reaches(id, By::Each, accesses, seen);
            let reduces = |step: &Step| matches!(step, Step::Reduce(_));
            let lowering = (self.input.lowering)(inner);
            if lowering.is_some_and(|one| one.steps.iter().any(reduces)) {
                // The lanes converge at its end.
                *seen = Seen::default();
            }
            return Ok(());
        }
        let is_first = self.result.is_first(id);
        let jumps = matches!(node.kind, StmtKind::Break | StmtKind::Continue);
        if jumps {
            *left = left.and(*seen);
            return Ok(());
        }
        let whole = is_first
            || !self.holds_inner(id)
                && self.every(self.input.facts.uses(id))
                && !jumps_in(program, id);
        if whole {
            let uses = self.input.facts.uses(id);
            let effects = self.input.facts.effects.of_uses(uses);
            let accesses = Accesses::of(self.memory(uses, effects));
            let by = if is_first { By::First } else { By::All };
            self.reaches(id, by, accesses, seen);
            return Ok(());
        }
        let mut exprs = vec![];
        program.each_expr_of(node, &mut |expr| exprs.push(expr));
        let asks = exprs.iter().any(|expr| {
            let uses = Uses::of_expr(program, *expr);
            let effects = self.input.facts.effects.of_uses(&uses);
            self.memory(&uses, effects).0
        });
        let mut children = vec![];
        program.each_child(node, &mut |child| children.push(child));
        let is_loop = matches!(
            node.kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        if asks && !matches!(node.kind, StmtKind::DoWhile { .. }) {
            self.reaches(id, By::All, Accesses::READ, seen);
        }
        let before = *seen;
        if is_loop {
            // The second round begins after the accesses of the first.
            for _ in 0..2 {
                let mut leaves = Seen::default();
                for &child in &children {
                    self.converge(child, seen, &mut leaves)?;
                }
                *seen = seen.and(leaves);
                if asks && seen.conflicts(By::All, Accesses::READ) {
                    return Err((node.span, "the loop asks for memory that its body changes"));
                }
                if asks {
                    seen.add(By::All, Accesses::READ);
                }
                *seen = seen.and(before);
            }
            return Ok(());
        }
        if let StmtKind::If { .. } = node.kind {
            let mut after = before;
            for child in children {
                let mut branch = before;
                self.converge(child, &mut branch, left)?;
                after = after.and(branch);
            }
            *seen = after;
            return Ok(());
        }
        if let StmtKind::Switch { .. } = node.kind {
            let mut leaves = Seen::default();
            let around = std::mem::replace(&mut self.entered, before);
            for child in children {
                self.converge(child, seen, &mut leaves)?;
            }
            self.entered = around;
            *seen = seen.and(leaves).and(before);
            *left = left.and(leaves);
            return Ok(());
        }
        if let StmtKind::Case { .. } | StmtKind::Default { .. } = node.kind {
            // Control comes from the `switch`, or from the case before.
            *seen = seen.and(self.entered);
        }
        children
            .into_iter()
            .try_for_each(|child| self.converge(child, seen, left))
    }

    fn reaches(&mut self, stmt: StmtId, by: By, accesses: Accesses, seen: &mut Seen) {
        if seen.conflicts(by, accesses) {
            self.result.converges.insert(stmt);
            *seen = Seen::default();
        }
        seen.add(by, accesses);
    }
}
