//! Where run-sched-var matters: loops with `schedule(runtime)` and the routines that read or change it (OpenMP 5.2,
//! 11.5.3 and 18.2).
//!
//! From the IR; the effects of functions say what calls do with it. Must not know where a kernel stores the value.

use super::effects::FunctionEffects;
use super::use_table::UseTable;
use crate::ir::*;
use crate::library::is_omp_routine;
use crate::omp::{ClauseKind, ScheduleKind};

/// Whether the loop has `schedule(runtime)`.
pub fn is_runtime(construct: &Construct) -> bool {
    construct.clauses.iter().any(|c| {
        let kind = match c.kind {
            ClauseKind::Schedule { kind, .. } => kind,
            _ => return false,
        };
        kind == ScheduleKind::Runtime
    })
}

/// Whether the construct, or code that it calls, reads or changes run-sched-var.
pub fn matters(uses: &UseTable, effects: &FunctionEffects, construct: &Construct) -> bool {
    let inside = construct.body.map(|body| effects.of_stmt(uses, body));
    let inside = inside.unwrap_or_default();
    inside.reads_schedule || inside.sets_schedule || is_runtime(construct)
}

/// Whether the kernel must store run-sched-var: its value may be changed on the device, or functions read it.
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
