//! `default(none)`: the variables that a construct uses and no clause names (OpenMP 5.2, 5.4.1).
//!
//! From the data-sharing attributes (`sharing`). A map of an enclosing `target` gives no such attribute: gcc and clang
//! refuse what relies on it as well.

use super::sharing::privatised;
use super::use_table::UseTable;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, Leaf};

/// Whether a clause determines the data-sharing attributes of its list items (5.2, 5.4) on a teams or parallel leaf:
/// `map` and its relatives are about the device's copy, and what `target` alone takes stands outside of these leaves.
fn gives_attribute(kind: &ClauseKind<ExprId, ListItem>) -> bool {
    use ClauseKind as C;
    matches!(
        kind,
        C::Shared(_)
            | C::Private(_)
            | C::Firstprivate { .. }
            | C::Lastprivate { .. }
            | C::Linear { .. }
            | C::Reduction { .. }
            | C::InReduction { .. }
    )
}

/// An error for a variable that `default(none)` on a teams or parallel leaf of `construct` requires to be named and
/// no clause names. Uses in the construct's own clauses do not count: they are evaluated outside.
pub fn check(table: &UseTable, construct: &Construct) -> Vec<Diagnostic> {
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
        .filter(|clause| gives_attribute(&clause.kind))
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
        let private = private_copies.iter().any(|(v, _)| *v == var);
        if named.contains(&var) || predetermined || private {
            continue;
        }
        // A value that the region only reads may be every thread's own; anything else stays the one that it was.
        let written = uses.get(var).maybe_written();
        let scalar = program.types.is_arithmetic(v.ty.id);
        let attribute = if scalar && !written {
            "firstprivate"
        } else {
            "shared"
        };
        let clause = format!("{attribute}({})", v.name);
        let maps = |clause: &&Clause| {
            matches!(clause.kind, ClauseKind::Map(_))
                && clause
                    .kind
                    .items()
                    .iter()
                    .any(|item| item.var() == Some(var))
        };
        let map = construct.clauses.iter().find(maps);
        // The region has a copy of a scalar that nothing maps: what it writes would be lost.
        let lost = scalar && written && map.is_none() && construct.directive.has(Leaf::Target);
        let clauses = match lost {
            true => format!("{clause} map(tofrom: {})", v.name),
            false => clause,
        };
        let suggestion = Suggestion::clause(format!("add `{clauses}`"), construct.pragma, &clauses);
        let suggestion = suggestion.maybe_if(written && scalar);
        let mapped = |found: Diagnostic| match map {
            Some(map) => found.also(map.span, "a map gives none"),
            None => found,
        };
        errors.push(mapped(
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
            .help(match lost {
                true => format!(
                    "add `shared({0}) map(tofrom: {0})` for its value to come back, or name it in a clause such as `private({0})`",
                    v.name
                ),
                false => format!(
                    "name it in a clause, such as `shared({0})` or `firstprivate({0})`",
                    v.name
                ),
            })
            .offer(suggestion),
        ));
    }
    errors
}
