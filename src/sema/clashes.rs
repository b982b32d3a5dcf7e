//! Variables that two clauses of a directive give different attributes (5.2, 5.4 and 5.8.3).
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
                    let diagnostic = clashing(first, earlier, clause, item);
                    self.diagnostics.push(diagnostic);
                }
                let name = clause.kind.name();
                if named.iter().all(|(other, _)| other.kind.name() != name) {
                    named.push((clause, item));
                }
            }
        }
    }
}

fn clashing(
    first: &ir::Clause,
    earlier: &ListItem,
    clause: &ir::Clause,
    item: &ListItem,
) -> Diagnostic {
    let (one, two) = (first.kind.name(), clause.kind.name());
    let text = &item.text;
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

fn clash(
    directive: &DirectiveKind,
    one: &ClauseKind<ir::ExprId, ListItem>,
    other: &ClauseKind<ir::ExprId, ListItem>,
) -> bool {
    use ClauseKind::*;
    match (one, other) {
        (Firstprivate { .. }, Lastprivate { .. }) | (Lastprivate { .. }, Firstprivate { .. }) => {
            false
        }
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
