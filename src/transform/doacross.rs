//! `doacross(sink: omp_cur_iteration - 1)` (OpenMP 5.2, 15.9.6) as the vector that names the same iteration, for loops
//! of one dimension: their iteration variable less the step.
//!
//! From the loops, after all transformations. In nests of several loops, where no vector of constant distances names
//! the iteration before, and where there is no such loop, the clause stays as it is, to be refused.

use crate::analyze::loops;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};

pub(super) fn apply(program: &mut Program) {
    let ids: Vec<ConstructId> = program.constructs.iter().map(|(id, _)| id).collect();
    for id in ids {
        let construct = &program.constructs[id];
        if construct.directive != DirectiveKind::OrderedDoacross
            || !construct.clauses.iter().any(names_previous)
        {
            continue;
        }
        let Some((var, step, place)) = counted_by(program, construct) else {
            continue;
        };
        let ty = program.vars[var].ty.id;
        let mut expr = |kind| {
            program.exprs.alloc(Expr {
                kind,
                ty: ty.into(),
                span: place,
            })
        };
        let lhs = expr(ExprKind::Var(var));
        let rhs = expr(ExprKind::Int {
            value: step.abs(),
            text: String::new(),
        });
        let op = if step < 0 { BinOp::Add } else { BinOp::Sub };
        let vector = expr(ExprKind::Binary { op, lhs, rhs });
        for clause in &mut program.constructs[id].clauses {
            if names_previous(clause) {
                clause.kind = ClauseKind::Doacross {
                    source: false,
                    current: false,
                    vector: Some(vector),
                };
            }
        }
    }
}

fn names_previous(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Doacross {
            source: false,
            current: true,
            ..
        }
    )
}

/// The variable and the step of the one loop whose iterations wait for each other, and the place of the directive.
fn counted_by(
    program: &Program,
    construct: &Construct,
) -> Option<(VarId, i128, crate::source::Span)> {
    let mut around = program.around(construct);
    let of = around.find(|outer| outer.directive.leaves().last() == Some(&Leaf::For))?;
    if loops::ordered(program, of) != Some(1) {
        return None;
    }
    let nest = loops::nest_of(program, of, 1).ok()?;
    let one = nest.loops.first()?;
    Some((one.var, one.step.value?, construct.pragma))
}
