//! Variables of a team that a parallel region only reads in loops: each thread reads them once, where the region begins.
//!
//! A store through a pointer might reach the team's memory as far as nvcc can know, so that it reads such a variable, and
//! computes what depends on it, anew in each iteration. From the uses and the places of the team's variables; must not
//! know how code is printed.
//!
//! A region's copy is right where nobody writes the variable while the region is executed: the region has no write of it,
//! no pointer leads to it anywhere in the kernel, and threads outside of the region wait for its end.

use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, Mode};
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::plan::planner::Planner;
use std::collections::BTreeSet;

/// The most values that a region's threads keep in registers in this way.
const MOST: usize = 8;

impl Planner<'_> {
    /// Decides which values the regions of a kernel's sequential part latch. `code` has the places of its variables.
    pub(in crate::plan) fn latch_values(&self, region: ConstructId, code: &mut CodePlan) {
        let program = self.program;
        let Some(body) = program.constructs[region].body else {
            return;
        };
        if code.tasks.is_some() || matches!(code.mode, Mode::Function | Mode::SingleThread) {
            return;
        }
        let inside = self.facts.uses(body);
        let slots = code.shared.slots().into_iter().chain(code.spilled.slots());
        let of_team: BTreeSet<VarId> = slots
            .filter_map(|slot| match slot.member {
                Member::Var(var) => Some(var),
                _ => None,
            })
            .filter(|&var| {
                let declared = inside.declared.contains(&var) && !inside.get(var).escapes;
                declared && is_plain_scalar(program, var)
            })
            .collect();
        if of_team.is_empty() {
            return;
        }
        for (&id, lowering) in &mut code.lowerings {
            for step in &mut lowering.steps {
                if let Step::Parallel(one) = step
                    && one.team != TeamSize::One
                {
                    one.latched = self.only_read_in_loops(id, &of_team);
                }
            }
        }
    }

    /// Which of `candidates` the construct reads in loops, and neither writes nor privatises.
    fn only_read_in_loops(&self, id: ConstructId, candidates: &BTreeSet<VarId>) -> Vec<VarId> {
        let (program, facts) = (self.program, self.facts);
        let construct = &program.constructs[id];
        let Some(body) = construct.body else {
            return vec![];
        };
        let whole = facts.uses_of_construct(id);
        let mut copied: BTreeSet<VarId> = privatised(self, construct).collect();
        let mut in_loops: Vec<&Uses> = vec![];
        program.walk_all_stmts(body, &mut |stmt, node| match node.kind {
            StmtKind::Omp(inner) => copied.extend(privatised(self, &program.constructs[inner])),
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                in_loops.push(facts.uses(stmt));
            }
            _ => {}
        });
        let found = candidates.iter().copied().filter(|var| {
            !whole.get(*var).maybe_written()
                && !copied.contains(var)
                && in_loops.iter().any(|uses| uses.get(*var).value)
        });
        found.take(MOST).collect()
    }
}

fn privatised<'a>(
    planner: &'a Planner,
    construct: &'a Construct,
) -> impl Iterator<Item = VarId> + 'a {
    let all = planner.facts.privatised(construct);
    all.into_iter().map(|(var, _)| var)
}

fn is_plain_scalar(program: &Program, var: VarId) -> bool {
    let ty = program.types.resolve_qual(program.vars[var].ty);
    let scalar = program.types.is_arithmetic(ty.id) || program.types.is_pointer(ty.id);
    scalar && !ty.quals.is_volatile && !ty.quals.is_atomic
}
