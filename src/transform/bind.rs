//! `loop` constructs in the sequential part of a target region (OpenMP 5.2, 11.7).
//!
//! Such a construct binds to the thread that meets it. Its iterations may run in any order and at once, and may not
//! ask who runs them: that the threads of a parallel region share them is one way to run it, and the one that a GPU
//! is there for. `loop` becomes `parallel loop`, for all that look at the program after this; where `bind(thread)`
//! says so it stays what it is.

use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};

pub(super) fn apply(program: &mut Program) {
    let sequential: Vec<ConstructId> = program
        .constructs
        .iter()
        .filter(|(_, construct)| forks(program, construct))
        .map(|(id, _)| id)
        .collect();
    for id in sequential {
        let construct = &mut program.constructs[id];
        let mut leaves = construct.directive.leaves().to_vec();
        leaves.insert(leaves.len() - 1, Leaf::Parallel);
        construct.directive = DirectiveKind::Construct(leaves);
    }
}

/// A `loop` that only target constructs are around, and whose body forks nothing by itself.
fn forks(program: &Program, construct: &Construct) -> bool {
    let bound = |c: &Clause| matches!(c.kind, ClauseKind::Bind(_));
    match construct.directive.leaves() {
        [Leaf::Target, Leaf::Loop] => {}
        [Leaf::Loop] if is_sequential(program, construct) => {}
        _ => return false,
    }
    !construct.clauses.iter().any(bound)
        && !program.constructs.values().any(|inner| {
            inner.func == construct.func
                && inner.directive.has(Leaf::Parallel)
                && construct
                    .body
                    .is_some_and(|body| program.stmt(body).span.contains(inner.pragma))
        })
}

/// Nothing but one target construct is around it.
fn is_sequential(program: &Program, construct: &Construct) -> bool {
    let mut around = program.around(construct);
    let of_target = |outer: &Construct| outer.directive.leaves() == [Leaf::Target];
    matches!((around.next(), around.next()), (Some(outer), None) if of_target(outer))
}
