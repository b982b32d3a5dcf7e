//! `loop` constructs in the sequential part of a target region (OpenMP 5.2, 11.7).
//!
//! Such a construct binds to the encountering thread. Its iterations may be executed in any order and concurrently,
//! and must not depend on which thread executes them: that the threads of a parallel region share them is one way to
//! execute them, and the one that a GPU is for. `loop` becomes `parallel loop` for everything that reads the program
//! after this; with `bind(thread)` it stays `loop`.

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
        let parallel = DirectiveKind::Construct(leaves);
        construct.written = Some(std::mem::replace(&mut construct.directive, parallel));
    }
}

/// Whether a `loop` is enclosed in target constructs only, and its body forks nothing by itself.
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

/// Whether exactly one target construct encloses it.
fn is_sequential(program: &Program, construct: &Construct) -> bool {
    let mut around = program.around(construct);
    let of_target = |outer: &Construct| outer.directive.leaves() == [Leaf::Target];
    matches!((around.next(), around.next()), (Some(outer), None) if of_target(outer))
}
