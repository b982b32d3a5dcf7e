//! `ordered` regions in functions whose loops are the callers' (OpenMP 5.2, 15.10.2).
//!
//! From the IR: which functions have such a region, and whether code may reach one by calls. Functions of other
//! files, and what pointers lead to, may have some. Must not know how the order is kept.

use super::facts::Facts;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};

/// Whether a construct is an `ordered` region with a block that orders threads: without clauses, or with `threads`,
/// beside which `simd` orders the lanes, too (5.2, 15.10.2). `simd` alone does not order threads.
pub fn orders_threads(construct: &Construct) -> bool {
    let clauses = || construct.clauses.iter().map(|c| &c.kind);
    construct.directive == DirectiveKind::Ordered
        && (clauses().any(|c| matches!(c, ClauseKind::Threads))
            || !clauses().any(|c| matches!(c, ClauseKind::Simd)))
}

/// Whether a construct is a loop whose `ordered` regions are executed in the order of the iterations.
pub fn is_ordered_loop(construct: &Construct) -> bool {
    let says = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(None));
    construct.directive.has(Leaf::For) && construct.clauses.iter().any(says)
}

/// Whether the function itself encloses an `ordered` region in the loop that it binds to, or in a construct which
/// forbids that it binds to a loop of the caller.
pub fn loop_in_sight(program: &Program, construct: &Construct) -> bool {
    program.around(construct).any(|outer| {
        outer.directive.has(Leaf::For)
            || outer.directive.has(Leaf::Parallel)
            || outer.directive.has(Leaf::Target)
    })
}

/// Whether an `ordered` region binds to a loop of the function's caller.
pub(super) fn is_orphan(program: &Program, construct: &Construct) -> bool {
    orders_threads(construct) && !loop_in_sight(program, construct)
}

/// Whether the body of a loop with `ordered` calls functions that may have a region which binds to this loop.
pub fn may_be_called(facts: &Facts, body: StmtId) -> bool {
    let calls = facts.calls.of_stmt(&facts.uses, body);
    calls.others() || calls.orders
}

/// Whether a kernel has to record which loop with `ordered` its threads are in, since functions may ask for it.
pub fn is_recorded(facts: &Facts, body: StmtId) -> bool {
    let program = facts.program;
    let calls = facts.calls.of_stmt(&facts.uses, body);
    let own_loop = || {
        let mut found = false;
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                found |= is_ordered_loop(&program.constructs[id]);
            }
        });
        found
    };
    calls.orders || calls.others() && (calls.ordered_loops || own_loop())
}
