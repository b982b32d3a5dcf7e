//! Variables that two clauses of a directive give different attributes (5.2, 5.4 and 5.8.3), and those that a clause
//! needs in another one (6.6).
//!
//! Works on resolved clauses of one directive. Must not know what a variable is without clauses.

use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, ItemKind, ListItem, VarId};
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use std::collections::HashMap;

impl Lower<'_> {
    /// An error for each variable in clauses that exclude each other, or twice in one.
    pub(super) fn check_clashes(&mut self, directive: &DirectiveKind, clauses: &[ir::Clause]) {
        // By variable, the first item of each kind of clause.
        let mut seen: HashMap<VarId, Vec<(&ir::Clause, &ListItem)>> = HashMap::new();
        for clause in clauses {
            for item in clause.kind.items() {
                let ItemKind::Var(var) = item.kind else {
                    continue;
                };
                let named = seen.entry(var).or_default();
                let clashes = |other: &&(&ir::Clause, &ListItem)| {
                    clash(directive, &other.0.kind, &clause.kind)
                };
                if let Some((first, earlier)) = named.iter().find(clashes) {
                    let diagnostic = clashing(directive, first, earlier, clause, item);
                    self.diagnostics.push(diagnostic);
                }
                let name = clause.kind.name();
                if named.iter().all(|(other, _)| other.kind.name() != name) {
                    named.push((clause, item));
                }
            }
        }
        for clause in clauses {
            if let ClauseKind::Allocate { items, .. } = &clause.kind {
                let without_copy = items.iter().filter(|item| !has_copy(clauses, item));
                self.diagnostics.extend(without_copy.map(|item| {
                    let text = &item.text;
                    let message = format!("`allocate` names `{text}`, of which this directive makes no copy");
                    Diagnostic::error(Code::DataSharing, item.span, message)
                        .note("OpenMP 5.2, section 6.6: a clause of the same directive makes the copy that is allocated")
                        .help(format!("name `{text}` in `private`, `firstprivate` or `reduction`, too, or leave it out here"))
                }));
            }
        }
    }
}

/// Whether a clause may make a copy of the variable that a list item names; what is no variable is refused elsewhere.
fn has_copy(clauses: &[ir::Clause], item: &ListItem) -> bool {
    let Some(var) = item.var() else {
        return true;
    };
    clauses.iter().any(|clause| {
        let copies = is_sharing(&clause.kind) && !matches!(clause.kind, ClauseKind::Shared(_));
        let mut items = clause.kind.items().iter();
        copies && items.any(|other| other.var() == Some(var))
    })
}

fn clashing(
    directive: &DirectiveKind,
    first: &ir::Clause,
    earlier: &ListItem,
    clause: &ir::Clause,
    item: &ListItem,
) -> Diagnostic {
    let (one, two) = (first.kind.name(), clause.kind.name());
    let text = &item.text;
    if is_copied_both_ways(&first.kind, &clause.kind) {
        let name = directive.name();
        let message = format!("`{text}` is in `{one}` and in `{two}` of `{name}`");
        return Diagnostic::error(Code::DataSharing, item.span, message)
            .also(earlier.span, "named here first")
            .note("OpenMP 5.2, section 11.6: `distribute` takes an item in one of the two only")
            .help(format!(
                "copy `{text}` to another variable in front of the construct, and begin with that one"
            ));
    }
    let (message, help) = if one == two {
        let message = format!("`{text}` stands twice in `{two}`");
        (message, "remove one of them".to_owned())
    } else {
        let message = format!("`{text}` is in `{one}` and in `{two}`");
        (message, format!("`{text}` can be one of them only"))
    };
    Diagnostic::error(Code::DataSharing, item.span, message)
        .also(earlier.span, "named here first")
        .note("OpenMP 5.2, section 5.4")
        .help(help)
}

/// Whether a clause determines the data-sharing attribute of its items.
fn is_sharing(kind: &ClauseKind<ir::ExprId, ListItem>) -> bool {
    use ClauseKind::*;
    matches!(
        kind,
        Shared(_)
            | Private(_)
            | Firstprivate { .. }
            | Lastprivate { .. }
            | Linear { .. }
            | Reduction { .. }
            | InReduction { .. }
            | TaskReduction { .. }
            | IsDevicePtr(_)
            | HasDeviceAddr(_)
            | UseDevicePtr(_)
            | UseDeviceAddr(_)
    )
}

/// Whether the one clause copies a value to the threads, and the other one a value back.
fn is_copied_both_ways(
    one: &ClauseKind<ir::ExprId, ListItem>,
    other: &ClauseKind<ir::ExprId, ListItem>,
) -> bool {
    use ClauseKind::*;
    let first = |kind: &ClauseKind<_, _>| matches!(kind, Firstprivate { .. });
    let last = |kind: &ClauseKind<_, _>| matches!(kind, Lastprivate { .. });
    first(one) && last(other) || last(one) && first(other)
}

fn clash(
    directive: &DirectiveKind,
    one: &ClauseKind<ir::ExprId, ListItem>,
    other: &ClauseKind<ir::ExprId, ListItem>,
) -> bool {
    use ClauseKind::*;
    match (one, other) {
        (one, other) if is_copied_both_ways(one, other) => directive.has(Leaf::Distribute),
        (Aligned { .. }, Aligned { .. })
        | (Nontemporal(_), Nontemporal(_))
        | (Copyin(_), Copyin(_)) => true,
        // On a combined directive the two may apply to different parts (5.2, 17.2).
        (Map(_), sharing) | (sharing, Map(_)) => {
            let alone =
                matches!(directive, DirectiveKind::Construct(leaves) if *leaves == [Leaf::Target]);
            let of_target = matches!(
                sharing,
                IsDevicePtr(_) | HasDeviceAddr(_) | InReduction { .. }
            );
            is_sharing(sharing) && directive.has(Leaf::Target) && (alone || of_target)
        }
        (InReduction { .. }, _) | (_, InReduction { .. })
            if directive.has(Leaf::Target) && directive.leaves().len() > 1 =>
        {
            false
        }
        (one, other) => is_sharing(one) && is_sharing(other),
    }
}
