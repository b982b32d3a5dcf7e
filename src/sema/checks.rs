//! What clauses require of their arguments: positive constants, integers, whole variables, lvalues.
//!
//! Works on resolved clauses. Which clause may stand on which directive is `omp`'s, what can be mapped or shared is
//! `analyze`'s.

use super::Lower;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants;
use crate::ir::{self, *};
use crate::omp::ClauseKind;
use crate::omp::uses_allocators::Allocator;

/// More loops than brackets can be nested, see `front::limits`.
const MOST_LOOPS: i128 = 1000;

impl Lower<'_> {
    /// Arguments that OpenMP wants constant or positive (5.2: 4.4.3, 10.4.3, 11.5.3, ...).
    pub(super) fn check_clauses(&mut self, clauses: &[ir::Clause]) {
        let mut simd = (None, None);
        for clause in clauses {
            self.check_items(clause);
            if !self.check_types(clause) {
                continue;
            }
            match &clause.kind {
                ClauseKind::Collapse(e) | ClauseKind::Ordered(Some(e)) => {
                    self.count_of_loops(clause, *e);
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
                        self.ordered_bounds(*lower, *upper);
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
                ClauseKind::UsesAllocators(text) => self.allocators(clause, text),
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
    }

    fn positive_constant(&mut self, clause: &ir::Clause, e: ExprId) -> Option<i128> {
        let value = constants::int_value(&self.program, e);
        match value {
            Some(value) if value > 0 => return Some(value),
            Some(value) => self.not_positive(clause, e, value),
            None => {
                let name = clause.kind.name();
                let message = format!("the argument of `{name}` is not a constant");
                let diagnostic = Diagnostic::error(Code::ClauseNotAllowed, self.at(e), message)
                    .note(format!("`{name}` takes a positive constant integer"));
                self.diagnostics.push(diagnostic);
            }
        }
        None
    }

    /// The number of loops of a nest (5.2, 4.4.3 and 4.4.4).
    fn count_of_loops(&mut self, clause: &ir::Clause, e: ExprId) {
        let name = clause.kind.name();
        if let Some(value) = self.positive_constant(clause, e)
            && value > MOST_LOOPS
        {
            let message = format!("`{name}` counts loops, and no nest has {value} of them");
            let diagnostic = Diagnostic::error(Code::ClauseNotAllowed, self.at(e), message).help(
                format!("write how many nested `for` loops follow: `{name}(2)`"),
            );
            self.diagnostics.push(diagnostic);
        }
    }

    /// An error for an argument whose value is known and not positive.
    fn positive(&mut self, clause: &ir::Clause, e: ExprId) {
        if let Some(value) = constants::int_value(&self.program, e)
            && value <= 0
        {
            self.not_positive(clause, e, value);
        }
    }

    /// Errors for what `uses_allocators` makes no allocator of: each is predefined, or a variable (5.2, 6.8).
    fn allocators(&mut self, clause: &ir::Clause, text: &str) {
        for one in Allocator::list(text) {
            let name = one.name;
            if one.is_predefined() {
                continue;
            }
            let message = match self.scopes.find(name) {
                Some(Entity::Var(var)) => {
                    let ty = self.program.vars[var].ty;
                    if self.program.types.is_integer(ty.id) {
                        continue;
                    }
                    let ty = self.program.describe(ty);
                    format!("`{name}` has type `{ty}`, and `uses_allocators` takes allocators")
                }
                Some(_) => format!("`{name}` is no variable"),
                None => format!("`{name}` is not declared"),
            };
            let mut diagnostic = Diagnostic::error(Code::ListItem, clause.span, message)
                .note("OpenMP 5.2, section 6.8")
                .help(
                    "name a predefined allocator, or a variable of type `omp_allocator_handle_t`",
                );
            if self.scopes.find(name).is_none()
                && let Some(similar) = self.scopes.similar(name)
            {
                diagnostic = diagnostic.note(format!("`{similar}` is declared"));
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// `num_teams(lower: upper)` (5.2, 10.2.1).
    fn ordered_bounds(&mut self, lower: ExprId, upper: ExprId) {
        let value = |e| constants::int_value(&self.program, e);
        if let (Some(least), Some(most)) = (value(lower), value(upper))
            && least > most
        {
            let message = format!("at least {least} teams are asked for, and at most {most}");
            self.error(Code::ClauseNotAllowed, self.at(lower), message);
        }
    }

    fn not_positive(&mut self, clause: &ir::Clause, e: ExprId, value: i128) {
        let name = clause.kind.name();
        let message = format!("the argument of `{name}` is {value}, and must be positive");
        self.error(Code::ClauseNotAllowed, self.at(e), message);
    }

    /// Errors for arguments that count something and are no integers; false where there are some.
    fn check_types(&mut self, clause: &ir::Clause) -> bool {
        use ClauseKind::*;
        let exprs: Vec<ExprId> = match &clause.kind {
            NumTeams { .. }
            | NumThreads { .. }
            | ThreadLimit(_)
            | Device { .. }
            | Priority(_)
            | Schedule { .. }
            | DistSchedule { .. }
            | Grainsize { .. }
            | NumTasks { .. }
            | Collapse(_)
            | Ordered(_)
            | Safelen(_)
            | Simdlen(_)
            | Sizes(_)
            | Partial(_)
            | Filter(_)
            | Hint(_) => clause.kind.exprs().into_iter().copied().collect(),
            If(e) | Final(e) | Nowait(Some(e)) | Novariants(e) | Nocontext(e) => {
                if self.program.types.is_scalar(self.ty(*e).id) {
                    return true;
                }
                return self.wrong_type(clause, *e, "a scalar");
            }
            _ => return true,
        };
        for e in exprs {
            if !self.program.types.is_integer(self.ty(e).id) {
                return self.wrong_type(clause, e, "an integer");
            }
        }
        true
    }

    fn wrong_type(&mut self, clause: &ir::Clause, e: ExprId, needed: &str) -> bool {
        let ty = self.program.describe(self.ty(e));
        let name = clause.kind.name();
        let message = format!("the argument of `{name}` has type `{ty}`, and must be {needed}");
        self.error(Code::Type, self.at(e), message);
        false
    }

    /// Errors for list items that the clause cannot have.
    fn check_items(&mut self, clause: &ir::Clause) {
        use ClauseKind::*;
        let name = clause.kind.name();
        for item in clause.kind.items() {
            let what = match &clause.kind {
                Private(_)
                | Firstprivate { .. }
                | Lastprivate { .. }
                | Shared(_)
                | Copyin(_)
                | Copyprivate(_)
                | Linear { .. }
                | IsDevicePtr(_)
                | UseDevicePtr(_)
                | Nontemporal(_)
                | Aligned { .. } => self.not_whole(item),
                Map(_)
                | To(_)
                | From(_)
                | Reduction { .. }
                | InReduction { .. }
                | TaskReduction { .. }
                | HasDeviceAddr(_)
                | UseDeviceAddr(_) => self.not_storage(item),
                Depend { .. } | Affinity { .. } => match item.kind {
                    ItemKind::Word(_) => None,
                    _ => self.not_storage(item),
                },
                _ => None,
            };
            let addressed = matches!(
                clause.kind,
                Map(_) | To(_) | From(_) | HasDeviceAddr(_) | UseDeviceAddr(_)
            );
            let register =
                matches!(item.kind, ItemKind::Var(var) if self.program.vars[var].register);
            let what = what.or((addressed && register).then_some("a register variable"));
            let text = &item.text;
            if let Some(message) = self.check_shape(clause, item) {
                self.diagnostics.push(message);
            } else if let Some(what) = what {
                let message = format!("`{text}` is {what}, which `{name}` cannot take");
                self.error(Code::ListItem, item.span, message);
            } else if matches!(
                clause.kind,
                Reduction { .. } | InReduction { .. } | Lastprivate { .. } | Linear { .. }
            ) && let ItemKind::Var(var) = item.kind
                && self.program.vars[var].ty.quals.is_const
            {
                let declared = self.program.vars[var].span;
                let message = format!("`{text}` is constant, and `{name}` changes it");
                self.diagnostics.push(
                    Diagnostic::error(Code::ListItem, item.span, message)
                        .also(declared, "declared here")
                        .note("OpenMP 5.2, section 5.4")
                        .help("remove `const`, or name another variable"),
                );
            } else if matches!(
                clause.kind,
                IsDevicePtr(_) | UseDevicePtr(_) | Aligned { .. }
            ) && let Some(var) = item.var()
            {
                let types = &self.program.types;
                let ty = self.program.vars[var].ty;
                if !types.is_pointer(ty.id) && !types.is_array(ty.id) {
                    let ty = self.program.describe(ty);
                    let what = match clause.kind {
                        Aligned { .. } => "pointers and arrays",
                        _ => "pointers",
                    };
                    let message = format!("`{text}` has type `{ty}`, and `{name}` takes {what}");
                    self.error(Code::ListItem, item.span, message);
                }
            }
        }
    }

    /// Why an item is not a whole variable; none where it is.
    fn not_whole(&self, item: &ListItem) -> Option<&'static str> {
        match &item.kind {
            ItemKind::Var(_) => None,
            ItemKind::Func(_) => Some("a function"),
            ItemKind::Word(_) => Some("no variable"),
            ItemKind::Part { dims, .. } if !dims.is_empty() => Some("a section of an array"),
            ItemKind::Part { base, .. } => {
                Some(self.not_lvalue(*base).unwrap_or("part of a variable"))
            }
        }
    }

    /// Why an item is neither a variable nor a part of one; none where it is.
    fn not_storage(&self, item: &ListItem) -> Option<&'static str> {
        match &item.kind {
            ItemKind::Var(_) => None,
            ItemKind::Func(_) => Some("a function"),
            ItemKind::Word(_) => Some("no variable"),
            ItemKind::Part { dims, .. } if !dims.is_empty() => None,
            ItemKind::Part { base, .. } => self.not_lvalue(*base),
        }
    }

    fn not_lvalue(&self, id: ExprId) -> Option<&'static str> {
        match &self.program.exprs[id].kind {
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index { .. } => None,
            ExprKind::Member { base, arrow, .. } => {
                if self.bit_width(id).is_some() {
                    Some("a bit-field")
                } else if *arrow {
                    None
                } else {
                    self.not_lvalue(*base)
                }
            }
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Imaginary { .. }
            | ExprKind::Str { .. } => Some("a constant"),
            _ => Some("an expression, not a variable or part of one"),
        }
    }
}
