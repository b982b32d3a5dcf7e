//! The `atomic`, `critical` and `flush` constructs of a unit: which operations, which locks.
//!
//! From the facts. Must not know how they are printed.

use crate::analyze::facts::Facts;
use crate::analyze::synchronise;
use crate::ir::*;
use crate::omp::DirectiveKind;
use crate::plan::decisions::synchronise::Synchronisation;

/// What is decided of these constructs; `bodies` are the statements of device code.
pub fn plan(facts: &Facts, bodies: &[StmtId]) -> Synchronisation {
    let program = facts.program;
    let mut plan = Synchronisation::default();
    for (id, atomic) in facts.atomics.iter() {
        if let Ok(atomic) = atomic {
            plan.atomics.insert(id, atomic.clone());
        }
    }
    for &body in bodies {
        program.walk_all_stmts(body, &mut |_, stmt| {
            let StmtKind::Omp(id) = stmt.kind else { return };
            let construct = &program.constructs[id];
            if construct.directive == DirectiveKind::Critical
                && synchronise::is_brief(&facts.uses, construct)
            {
                plan.brief.insert(id);
            }
            let name = construct.critical_name();
            plan.locks.critical.extend(name.map(str::to_owned));
            plan.locks.wide_atomics |= plan
                .atomics
                .get(id)
                .is_some_and(|atomic| atomics::is_wide(program, atomic.x));
        });
    }
    plan.locks.critical.sort();
    plan.locks.critical.dedup();
    plan
}
