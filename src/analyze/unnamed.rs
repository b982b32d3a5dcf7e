//! `default(none)`: the variables that a construct uses and no clause names (OpenMP 5.2, 5.4.1).
//!
//! From the data-sharing and data-mapping attributes (`sharing`).

use super::sharing::{DeviceData, Rule, privatised};
use super::use_table::UseTable;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing};

/// An error for a variable that `default(none)` on a teams or parallel leaf of `construct` requires to be named and
/// no clause names. Uses in the construct's own clauses do not count: they are evaluated outside.
pub fn check(table: &UseTable, construct: &Construct, data: &DeviceData) -> Vec<Diagnostic> {
    let program = table.program;
    let Some(body) = construct.body else {
        return vec![];
    };
    let uses = table.of(body);
    let Some(none) = construct
        .clauses
        .iter()
        .find(|clause| matches!(clause.kind, ClauseKind::Default(DefaultSharing::None)))
    else {
        return vec![];
    };
    let named: Vec<VarId> = construct
        .clauses
        .iter()
        .flat_map(|clause| clause.kind.items())
        .filter_map(|item| item.var())
        .collect();
    let private_copies = privatised(table, construct);
    let mut errors = vec![];
    for var in uses.captured() {
        let v = &program.vars[var];
        let predetermined = v.extent
            || !uses.names(var)
            || v.declare_target.is_some()
            || (program.is_constant(v.ty) && !v.storage.is_local());
        let mapped_here = data
            .get(var)
            .is_some_and(|c| matches!(c.rule, Rule::Explicit(_)));
        let private = private_copies.iter().any(|(v, _)| *v == var);
        if named.contains(&var) || predetermined || mapped_here || private {
            continue;
        }
        errors.push(
            Diagnostic::error(
                Code::DataSharing,
                construct.pragma,
                format!(
                    "`{}` has no data-sharing attribute under `default(none)`",
                    v.name
                ),
            )
            .also(none.span, "asked for here")
            .also(v.span, "declared here")
            .help(format!(
                "name it in a clause, such as `shared({0})` or `firstprivate({0})`",
                v.name
            )),
        );
    }
    errors
}
