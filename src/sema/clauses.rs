//! Clauses: texts become expressions and list items; arguments that must be positive constants are.

use super::Lower;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic};
use crate::front;
use crate::ir::{self, *};
use crate::omp::{self, ClauseKind, ExprText, ItemText};
use std::cell::RefCell;

/// A clause as the parser made it.
pub(super) type RawClause = omp::Clause<ExprText, ItemText>;

/// A clause could not be resolved; the diagnostics say why.
pub(super) struct Failed;

impl Lower<'_> {
    /// Clauses resolved in the present scope, to which iterators are added.
    pub(super) fn clauses(
        &mut self,
        clauses: &[RawClause],
        iterators: &mut Vec<VarId>,
    ) -> Vec<ir::Clause> {
        let mut resolved = vec![];
        for clause in clauses {
            self.scopes.enter();
            self.declare_iterators(clause, iterators);
            let cell = RefCell::new(&mut *self);
            let mapped = clause.clone().try_map(
                &mut |text: ExprText| cell.borrow_mut().clause_expr(&text),
                &mut |text: ItemText| cell.borrow_mut().item_of(&text),
            );
            self.scopes.leave();
            resolved.extend(mapped.ok());
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

    /// Arguments that OpenMP wants constant or positive (5.2: 4.4.3, 10.4.3, 11.5.3, ...).
    pub(super) fn check_clauses(&mut self, directive: &omp::DirectiveKind, clauses: &[ir::Clause]) {
        let mut simd = (None, None);
        for clause in clauses {
            match &clause.kind {
                ClauseKind::Collapse(e) | ClauseKind::Ordered(Some(e)) => {
                    self.positive_constant(clause, *e);
                }
                ClauseKind::Partial(Some(e)) => {
                    self.positive_constant(clause, *e);
                }
                ClauseKind::Safelen(e) => simd.0 = self.positive_constant(clause, *e),
                ClauseKind::Simdlen(e) => simd.1 = self.positive_constant(clause, *e),
                ClauseKind::Sizes(sizes) => {
                    for e in sizes {
                        self.positive(clause, *e);
                    }
                }
                ClauseKind::NumThreads { threads, .. } => {
                    for e in threads {
                        self.positive(clause, *e);
                    }
                }
                ClauseKind::NumTeams { lower, upper } => {
                    self.positive(clause, *upper);
                    if let Some(lower) = lower {
                        self.positive(clause, *lower);
                    }
                }
                ClauseKind::ThreadLimit(e)
                | ClauseKind::Grainsize { size: e, .. }
                | ClauseKind::NumTasks { count: e, .. } => self.positive(clause, *e),
                ClauseKind::Schedule { chunk: Some(e), .. }
                | ClauseKind::DistSchedule { chunk: Some(e) } => self.positive(clause, *e),
                ClauseKind::Align(e) | ClauseKind::Allocate { align: Some(e), .. } => {
                    self.positive_constant(clause, *e);
                }
                _ => {}
            }
        }
        if let (Some(safelen), Some(simdlen)) = simd
            && simdlen > safelen
            && let Some(clause) = clauses
                .iter()
                .find(|c| matches!(c.kind, ClauseKind::Simdlen(_)))
        {
            let message = format!("simdlen({simdlen}) is larger than safelen({safelen})");
            self.error(Code::ClauseNotAllowed, clause.span, message);
        }
        let _ = directive;
    }

    fn positive_constant(&mut self, clause: &ir::Clause, e: ExprId) -> Option<i128> {
        let value = super::consteval::int_value(&self.program, e);
        match value {
            Some(value) if value > 0 => return Some(value),
            Some(value) => self.not_positive(clause, e, value),
            None => {
                let name = clause.kind.name();
                let message = format!("the argument of '{name}' is not a constant");
                let diagnostic = Diagnostic::error(Code::ClauseNotAllowed, self.at(e), message)
                    .note(format!("'{name}' takes a positive constant integer"));
                self.diagnostics.push(diagnostic);
            }
        }
        None
    }

    /// Where the value is known now, it must be positive.
    fn positive(&mut self, clause: &ir::Clause, e: ExprId) {
        if let Some(value) = super::consteval::int_value(&self.program, e)
            && value <= 0
        {
            self.not_positive(clause, e, value);
        }
    }

    fn not_positive(&mut self, clause: &ir::Clause, e: ExprId, value: i128) {
        let name = clause.kind.name();
        let message = format!("the argument of '{name}' is {value}, and must be positive");
        self.error(Code::ClauseNotAllowed, self.at(e), message);
    }
}
