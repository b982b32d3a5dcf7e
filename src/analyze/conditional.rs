//! `lastprivate(conditional: x)` (OpenMP 5.2, 5.4.5): which variables have the clause, and whether all assignments to
//! them stand where the translator can record the iteration that makes them.
//!
//! From a construct's clauses and its body. An assignment is an expression that names the variable on its left; what
//! reaches it through a pointer does not count.

use super::loops;
use super::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;

/// The variables whose last assignment decides the value after the loop, each with the place of its list item.
/// Iteration variables are left out: they have a value in every iteration.
pub fn items(program: &Program, construct: &Construct) -> Vec<(VarId, Span)> {
    let iteration = loops::iteration_variables(program, construct);
    let clauses = construct.clauses.iter().filter(|c| {
        matches!(
            c.kind,
            ClauseKind::Lastprivate {
                conditional: true,
                ..
            }
        )
    });
    clauses
        .flat_map(|c| c.items())
        .filter_map(|item| item.var().map(|var| (var, item.span)))
        .filter(|(var, _)| !iteration.contains(var))
        .collect()
}

/// What the clause asks for and is refused: one diagnostic for each reason.
pub fn check(
    program: &Program,
    construct: &Construct,
    body: StmtId,
) -> Result<(), Box<Diagnostic>> {
    for (var, place) in items(program, construct) {
        let v = &program.vars[var];
        if !program.types.is_scalar(v.ty.id) {
            return Err(Box::new(
                Diagnostic::error(
                    Code::DataSharing,
                    place,
                    format!(
                        "`{}` is no scalar: which assignment is the last cannot be known",
                        v.name
                    ),
                )
                .also(v.span, "declared here")
                .note("OpenMP 5.2, section 5.4.5")
                .help("leave `conditional` out, or name a scalar"),
            ));
        }
        if let Some((inner, what)) = unknown_last_assignment(program, body, var) {
            return Err(Box::new(
                Diagnostic::error(
                    Code::UnsupportedClause,
                    inner,
                    format!(
                        "{what} of `{}`, which is `lastprivate(conditional: ...)`, is not translated yet",
                        v.name
                    ),
                )
                .also(place, "the clause is here")
                .help("change a variable of the iteration's own, and assign it where it counts"),
            ));
        }
    }
    Ok(())
}

/// A construct in the body that changes the variable otherwise than by an assignment of the iteration's own thread.
fn unknown_last_assignment(
    program: &Program,
    body: StmtId,
    var: VarId,
) -> Option<(Span, &'static str)> {
    let mut found = None;
    program.walk_all_stmts(body, &mut |_, stmt| {
        let StmtKind::Omp(id) = stmt.kind else { return };
        let inner = &program.constructs[id];
        let leaves = inner.directive.leaves();
        let what = if inner.directive == DirectiveKind::Atomic {
            "an atomic update"
        } else if leaves.contains(&Leaf::Task) || leaves.contains(&Leaf::Taskloop) {
            "an assignment by a task"
        } else if reduces(inner, var) {
            "the update by this construct"
        } else {
            return;
        };
        let writes = Uses::of_construct(program, id).get(var).maybe_written();
        if writes && found.is_none() {
            found = Some((inner.pragma, what));
        }
    });
    found
}

fn reduces(construct: &Construct, var: VarId) -> bool {
    let mut clauses = construct.clauses.iter();
    clauses.any(|c| {
        matches!(
            c.kind,
            ClauseKind::Reduction { .. }
                | ClauseKind::Lastprivate { .. }
                | ClauseKind::Linear { .. }
        ) && c.items().iter().any(|item| item.var() == Some(var))
    })
}
