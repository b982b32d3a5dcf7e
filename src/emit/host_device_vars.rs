//! `use_device_addr` of variables that are no arrays: the block's text says the device's storage through a pointer.
//!
//! From the IR: where the variable is named in the block. An array needs none of it, for a pointer to its first element
//! reads like it. Cannot fail.

use super::Planned;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::source::Edits;
use std::collections::BTreeSet;

/// The variables of such a `target data`.
pub fn of_construct(program: &Program, construct: &Construct) -> Vec<VarId> {
    if construct.directive != DirectiveKind::TargetData {
        return vec![];
    }
    let clauses = construct.clauses.iter();
    let items = clauses
        .filter(|clause| matches!(clause.kind, ClauseKind::UseDeviceAddr(_)))
        .flat_map(|clause| clause.items());
    items
        .filter_map(|item| match item.kind {
            ItemKind::Var(var) => Some(var),
            _ => None,
        })
        .filter(|var| !program.types.is_array(program.vars[*var].ty.id))
        .collect()
}

/// Whether a construct stands in the block of one that has the variable.
pub fn around(program: &Program, construct: &Construct, var: VarId) -> bool {
    program.constructs.values().any(|outer| {
        let body = outer.body.map(|body| program.stmt(body).span);
        let inside = body
            .is_some_and(|body| body.lo <= construct.pragma.lo && construct.pragma.hi <= body.hi);
        inside && of_construct(program, outer).contains(&var)
    })
}

/// What the text says for the variable.
pub fn spelled(name: &str) -> String {
    format!("(*romp_device_{name})")
}

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let mut seen = BTreeSet::new();
    for (_, construct) in program.constructs.iter() {
        let vars = of_construct(program, construct);
        let (false, Some(body)) = (vars.is_empty(), construct.body) else {
            continue;
        };
        program.walk_all_stmts(body, &mut |_, stmt| {
            program.each_expr_of(stmt, &mut |top| {
                program.walk_expr(top, &mut |_, expr| {
                    if let ExprKind::Var(var) = expr.kind
                        && vars.contains(&var)
                        && planned.pre.slice(expr.span) == program.vars[var].name
                        && seen.insert(expr.span)
                    {
                        edits.replace(expr.span, spelled(&program.vars[var].name));
                    }
                });
            });
        });
    }
}
