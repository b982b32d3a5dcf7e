//! Clauses: texts become expressions and list items in the scope of the pragma.

use super::Lower;
use super::scope::Entity;
use crate::diag::Diagnostic;
use crate::front;
use crate::ir::{self, *};
use crate::omp::{self, ClauseKind, ExprText, ItemText};
use std::cell::RefCell;

/// A clause as the parser made it.
pub(super) type RawClause = omp::Clause<ExprText, ItemText>;

/// A clause could not be resolved; the diagnostics say why.
pub(super) struct Failed;

/// The clause without the reduction modifier `default`, which says what no modifier says (5.2, 5.5.8).
fn without_default(mut clause: ir::Clause) -> ir::Clause {
    if let ClauseKind::Reduction { modifier, .. } = &mut clause.kind {
        modifier.take_if(|one| *one == omp::ReductionModifier::Default);
    }
    clause
}

impl Lower<'_> {
    /// The clauses, resolved in the present scope; the variables of iterators are added to `vars`.
    pub(super) fn clauses(
        &mut self,
        clauses: &[RawClause],
        iterators: &mut Vec<VarId>,
    ) -> Vec<ir::Clause> {
        let mut resolved = vec![];
        for clause in clauses {
            self.scopes.enter();
            self.declare_iterators(clause, iterators);
            let reduces = matches!(
                clause.kind,
                ClauseKind::Reduction { .. }
                    | ClauseKind::InReduction { .. }
                    | ClauseKind::TaskReduction { .. }
            );
            let cell = RefCell::new(&mut *self);
            let mapped = clause.clone().try_map(
                &mut |text: ExprText| cell.borrow_mut().clause_expr(&text),
                &mut |text: ItemText| match reduces {
                    true => cell.borrow_mut().reduced_item_of(&text),
                    false => cell.borrow_mut().item_of(&text),
                },
            );
            self.scopes.leave();
            resolved.extend(mapped.ok().map(without_default));
        }
        resolved
    }

    /// A directive's own arguments.
    pub(super) fn arguments(
        &mut self,
        args: &omp::DirectiveArgs<ExprText, ItemText>,
    ) -> omp::DirectiveArgs<ExprId, ListItem> {
        let cell = RefCell::new(self);
        args.clone()
            .try_map(
                &mut |text: ExprText| cell.borrow_mut().clause_expr(&text),
                &mut |text: ItemText| cell.borrow_mut().item_of(&text),
            )
            .unwrap_or_default()
    }

    /// An expression of a clause, as a value.
    pub(super) fn clause_expr(&mut self, text: &ExprText) -> Result<ExprId, Failed> {
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        match front::parse_expression(&text.text, &is_type, text.span.lo as usize) {
            Ok(fragment) => {
                let before = self.diagnostics.len();
                let id = self.within(fragment, text.span, |lower, node| lower.value(node));
                if self.diagnostics[before..].iter().any(Diagnostic::is_error) {
                    return Err(Failed);
                }
                Ok(id)
            }
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                Err(Failed)
            }
        }
    }

    /// `iterator(T i = a : b)` declares `i` for the rest of the clause.
    fn declare_iterators(&mut self, clause: &RawClause, vars: &mut Vec<VarId>) {
        let list = match &clause.kind {
            ClauseKind::Affinity { iterators, .. } | ClauseKind::Depend { iterators, .. } => {
                iterators
            }
            ClauseKind::Map(map) => &map.iterators,
            ClauseKind::From(motion) | ClauseKind::To(motion) => &motion.iterators,
            _ => return,
        };
        for iterator in list {
            let ty = match &iterator.ty {
                Some(text) => self.read_type(text, clause.span.lo as usize),
                None => None,
            };
            let ty = ty.unwrap_or_else(|| self.int(IntKind::Int).into());
            let var = self.new_var(&iterator.name, ty, Storage::Auto, clause.span);
            self.scopes.declare(&iterator.name, Entity::Var(var));
            vars.push(var);
        }
    }
}
