//! What constructs of tasks become: data between planning and printing; and what a unit is told of them.
//!
//! The thread that meets a task runs it at once, which OpenMP leaves open (5.2, 12.1 and 12.5): tasks are
//! then done in the order of the program, and dependences and waits hold by themselves.

use crate::analyze::loops::constant;
use crate::analyze::sharing::Private;
use crate::analyze::tasks;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::ClauseKind;

/// The block stands as it is, for the thread that meets it, with copies of its own.
#[derive(Clone, Debug)]
pub struct Task {
    /// All copies that are made. Last values of `Lastprivate` ones go back behind the block.
    pub copies: Vec<(VarId, Private)>,
}

/// Tasks that the program leaves to any thread, and one runs. `bodies` is all device code.
pub fn serialised(program: &Program, bodies: &[StmtId]) -> Vec<Diagnostic> {
    let mut found = vec![];
    each_construct(program, bodies, &mut |construct| {
        if !tasks::deferrable(program, construct) {
            return;
        }
        let name = construct.directive.name();
        found.push(
            Diagnostic::warning(
                Code::Serialised,
                construct.pragma,
                format!("the thread that meets this `{name}` runs all of it at once"),
            )
            .help("share independent work out with `parallel for`; `if(0)` says that the task need not run beside others"),
        );
    });
    found
}

/// `omp_in_final` answers for no task: a unit with final ones must not ask.
pub fn in_final(program: &Program, bodies: &[StmtId]) -> Vec<Diagnostic> {
    let mut clause = None;
    each_construct(program, bodies, &mut |construct| {
        let is = |c: &&Clause| matches!(c.kind, ClauseKind::Final(value) if constant(program, value) != Some(0));
        clause = clause.or(construct.clauses.iter().find(is).map(|c| c.span));
    });
    let Some(clause) = clause else {
        return vec![];
    };
    let mut found = vec![];
    for &body in bodies {
        program.walk_exprs_in(body, &mut |_, expr| {
            if let ExprKind::Func(func) = expr.kind
                && program.funcs[func].name == "omp_in_final"
            {
                found.push(
                    Diagnostic::error(
                        Code::NotYet,
                        expr.span,
                        "`omp_in_final` where tasks are final is not translated yet",
                    )
                    .also(clause, "a final task")
                    .help("hand the answer to the task's code as a value of its own"),
                );
            }
        });
    }
    found
}

fn each_construct(program: &Program, bodies: &[StmtId], f: &mut dyn FnMut(&Construct)) {
    for &body in bodies {
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                f(&program.constructs[id]);
            }
        });
    }
}
