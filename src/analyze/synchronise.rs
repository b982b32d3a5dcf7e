//! `atomic`, `critical` and `flush`: constructs that order accesses of threads and distribute no work. They bind to
//! no team, so that they mean the same wherever they stand.
//!
//! From the IR alone.

use super::use_table::UseTable;
use super::{atomics, effects};
use crate::ir::*;
use crate::library::openmp::{self, Effect};
use crate::omp::DirectiveKind;
use std::collections::BTreeSet;

/// Whether threads may wait for each other at the construct: for a lock, or in a loop that repeats an atomic read.
pub fn waits(program: &Program, construct: &Construct) -> bool {
    match construct.directive {
        DirectiveKind::Critical | DirectiveKind::Flush => true,
        DirectiveKind::Atomic => {
            let says = |c: &Clause| matches!(c.kind.name(), "read" | "capture");
            construct.clauses.iter().any(says) || is_wide(program, construct)
        }
        _ => false,
    }
}

/// Whether the block of a critical section ends whatever other threads do, so that threads may wait for it.
pub fn is_brief(uses: &UseTable, critical: &Construct) -> bool {
    critical
        .body
        .is_some_and(|body| waits_for_no_thread(uses, body, &mut BTreeSet::new()))
}

fn waits_for_no_thread(table: &UseTable, stmt: StmtId, seen: &mut BTreeSet<FuncId>) -> bool {
    let program = table.program;
    let uses = table.of(stmt);
    let mut other = uses.waits || uses.calls_unknown || uses.opaque;
    program.walk_all_stmts(stmt, &mut |_, stmt| {
        other |= matches!(stmt.kind, StmtKind::Omp(_))
    });
    program.walk_exprs_in(stmt, &mut |_, expr| other |= program.is_volatile(expr));
    !other
        && uses.calls.iter().all(|&callee| {
            let func = &program.funcs[callee];
            match func.body {
                Some(body) => !seen.insert(callee) || waits_for_no_thread(table, body, seen),
                None => {
                    effects::is_known(&func.name) && openmp::effect(&func.name) != Effect::Locks
                }
            }
        })
}

/// Whether an `atomic` construct may take a lock, since hardware may not change its location in one step.
fn is_wide(program: &Program, construct: &Construct) -> bool {
    construct.directive == DirectiveKind::Atomic
        && atomics::of(program, construct)
            .is_ok_and(|atomic| crate::ir::atomics::is_wide(program, atomic.x))
}
