//! What host compilers refuse directly within `teams`, in a form that they accept: calls of routines, of which gcc
//! allows two only, and `atomic`.
//!
//! From the IR. A routine is called through a pointer; an `atomic` stands in a `parallel` of one thread. Both mean
//! the same on the host. Cannot fail.

use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};

/// The edits of calls.
pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let mut found = vec![];
    each_body(program, &mut |stmt| {
        program.each_expr_of(stmt, &mut |top| {
            program.walk_expr(top, &mut |_, expr| {
                let ExprKind::Call { callee, .. } = expr.kind else {
                    return;
                };
                let callee =
                    program.expr(crate::plan::items::sections::strip_decay(program, callee));
                if let ExprKind::Func(func) = callee.kind {
                    found.push((callee.span, program.funcs[func].name.as_str()));
                }
            });
        });
    });
    for (span, name) in found {
        let allowed = matches!(name, "omp_get_num_teams" | "omp_get_team_num");
        // A macro of another name, or a transformation, made the call.
        let written = planned.pre.slice(span) == name;
        if name.starts_with("omp_") && !allowed && written {
            edits.replace(span, format!("ROMP_ROUTINE({name})"));
        }
    }
}

/// The `atomic` constructs that stand directly within `teams`.
pub fn around_atomics(program: &Program) -> Vec<ConstructId> {
    let mut found = vec![];
    each_body(program, &mut |stmt| {
        if let StmtKind::Omp(id) = stmt.kind
            && program.constructs[id].directive == DirectiveKind::Atomic
        {
            found.push(id);
        }
    });
    found
}

/// Every statement that is strictly nested in a `teams` region of the text.
fn each_body(program: &Program, f: &mut dyn FnMut(&Stmt)) {
    for (_, construct) in program.constructs.iter() {
        if construct.directive.leaves().last() == Some(&Leaf::Teams)
            && let Some(body) = construct.body
        {
            directly(program, body, f);
        }
    }
}

fn directly(program: &Program, id: StmtId, f: &mut dyn FnMut(&Stmt)) {
    let stmt = program.stmt(id);
    f(stmt);
    let inside = match stmt.kind {
        // It has no region of its own.
        StmtKind::Omp(inner) => program.constructs[inner].directive == DirectiveKind::Assume,
        _ => true,
    };
    if inside {
        program.each_child(stmt, &mut |child| directly(program, child, f));
    }
}
