//! What of `atomic`, `critical` and `flush` cannot be translated, wherever in device code it stands.
//!
//! From the IR. Must not know how these constructs are printed.

use crate::analyze::{atomics, tasks};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::DirectiveKind;

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

/// An error for constructs in a critical section that need other threads: only one is inside.
fn inside_critical(program: &Program, construct: &Construct) -> Vec<Diagnostic> {
    let mut found = vec![];
    let Some(body) = construct.body else {
        return found;
    };
    program.walk_all_stmts(body, &mut |_, stmt| {
        let StmtKind::Omp(id) = stmt.kind else {
            return;
        };
        let inner = &program.constructs[id];
        let leaves = inner.directive.leaves();
        let alone = inner.directive.orders_accesses()
            || leaves == [crate::omp::Leaf::Simd]
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
