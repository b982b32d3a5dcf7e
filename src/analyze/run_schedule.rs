//! Where run-sched-var matters: loops with `schedule(runtime)` and the routines that ask for it or change
//! it (OpenMP 5.2, 11.5.3 and 18.2).
//!
//! From the IR; the effects of functions carry it on. Must not know where a kernel keeps the value.

use super::effects::FunctionEffects;
use super::use_table::UseTable;
use crate::ir::*;
use crate::library::is_omp_routine;
use crate::omp::{ClauseKind, ScheduleKind};

/// The loop's schedule is the ICV's.
pub fn is_runtime(construct: &Construct) -> bool {
    construct.clauses.iter().any(|c| {
        let kind = match c.kind {
            ClauseKind::Schedule { kind, .. } => kind,
            _ => return false,
        };
        kind == ScheduleKind::Runtime
    })
}

/// Code of the construct, or that it calls, asks for the value or changes it.
pub fn matters(uses: &UseTable, effects: &FunctionEffects, construct: &Construct) -> bool {
    let inside = construct.body.map(|body| effects.of_stmt(uses, body));
    let inside = inside.unwrap_or_default();
    inside.reads_schedule || inside.sets_schedule || is_runtime(construct)
}

/// The value may differ from the device's first one, or functions ask for it: the kernel keeps it.
pub fn is_kept(uses: &UseTable, effects: &FunctionEffects, construct: &Construct) -> bool {
    let Some(body) = construct.body else {
        return false;
    };
    if effects.of_stmt(uses, body).sets_schedule {
        return true;
    }
    let mut called = uses.of(body).clone();
    called.calls.retain(|&f| !is_omp_routine(uses.program, f));
    effects.of_uses(&called).reads_schedule
}
