//! Checks of constructs that stand where no region is planned: in functions, and in statement expressions.

use super::Check;
use crate::diag::{Code, Diagnostic};
use crate::ir::{StmtId, StmtKind};
use crate::plan::check::{placement, support, synchronise};

impl Check<'_> {
    /// Adds errors that have not been found before.
    fn add(&mut self, errors: Vec<Diagnostic>) {
        for error in errors {
            let place = error.primary().map(|label| label.span).unwrap_or_default();
            if self.seen.insert((place, error.message.clone())) {
                self.diagnostics.push(error);
            }
        }
    }

    /// The constructs of a function that bind to its caller's region.
    pub(super) fn orphaned(&mut self, body: StmtId) {
        let program = self.program;
        let mut found = vec![];
        program.walk_all_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(id) = s.kind {
                found.push(&program.constructs[id]);
            }
        });
        // Other constructs bind to the team of the caller: `plan::functions` plans them.
        for construct in found
            .into_iter()
            .filter(|construct| construct.directive.orders_accesses())
        {
            let refused = support::one(program, construct)
                .into_iter()
                .chain(placement::structured(program, construct))
                .chain(synchronise::check(program, construct));
            self.add(refused.collect());
        }
    }

    /// An error for constructs in the middle of an expression, other than those that order accesses: what distributes
    /// work becomes statements.
    pub(super) fn no_constructs(&mut self, block: StmtId) {
        let program = self.program;
        program.walk_stmts(block, &mut |_, s| {
            if let StmtKind::Omp(id) = s.kind {
                let construct = &program.constructs[id];
                if construct.directive.orders_accesses() {
                    self.add(synchronise::check(program, construct));
                    return;
                }
                let message = format!(
                    "`{}` in a statement expression of device code is not translated yet",
                    construct.name()
                );
                self.refuse(
                    Code::UnsupportedPlace,
                    construct.pragma,
                    message,
                    "write the construct as a statement of its own in front of the expression",
                );
            }
        });
    }
}
