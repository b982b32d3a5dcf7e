//! What of `atomic`, `critical` and `flush` cannot be translated, wherever in device code it stands.
//!
//! From the IR. Must not know how these constructs are printed.

use crate::analyze::{atomics, tasks};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};

/// The errors of one such construct.
pub fn check(program: &Program, construct: &Construct) -> Vec<Diagnostic> {
    match construct.directive {
        DirectiveKind::Atomic => match atomics::of(program, construct) {
            Ok(_) => vec![],
            Err(error) => vec![*error],
        },
        DirectiveKind::Critical => inside_critical(program, construct),
        _ => vec![],
    }
}

/// An error for constructs in a critical section that need other threads: only one is inside. A parallel region that
/// is nested in another one has that thread alone; elsewhere it would begin within a part of the sequential code.
fn inside_critical(program: &Program, construct: &Construct) -> Vec<Diagnostic> {
    let mut found = vec![];
    let Some(body) = construct.body else {
        return found;
    };
    let is_parallel = |outer: &Construct| outer.directive.has(Leaf::Parallel);
    let in_team = program.around(construct).any(is_parallel);
    program.walk_all_stmts(body, &mut |_, stmt| {
        let StmtKind::Omp(id) = stmt.kind else {
            return;
        };
        let inner = &program.constructs[id];
        let leaves = inner.directive.leaves();
        let alone = inner.directive.orders_accesses()
            || leaves == [Leaf::Simd]
            || in_team
                && matches!(
                    leaves,
                    [Leaf::Parallel, ..] | [Leaf::Masked] | [Leaf::Master]
                )
            || inside_parallel(program, construct, inner)
            || tasks::in_place(inner)
            || inner.directive == DirectiveKind::Depobj;
        if !alone {
            let message = format!("`{}` within `critical` is not translated yet", inner.name());
            found.push(
                Diagnostic::error(Code::UnsupportedPlace, inner.pragma, message)
                    .also(construct.pragma, "one thread at a time runs this")
                    .help("take it out of the critical section"),
            );
        }
    });
    found
}

/// Whether a parallel region stands between a critical section and a construct in it.
fn inside_parallel(program: &Program, critical: &Construct, inner: &Construct) -> bool {
    let mut within = program.enclosing(inner).take_while(|&id| id != critical.id);
    within.any(|id| program.constructs[id].directive.has(Leaf::Parallel))
}
