//! Names of variables of static storage that mean copies: host constructs around a device construct gave their
//! threads a copy (OpenMP 5.2, 5.1.1), and the device construct means that.
//!
//! From the directives of the unit, of which the host's are no part of the IR, and the loops around the current
//! statement. Variables with automatic storage need none of this: the host's text names whichever copy is visible.

use super::Lower;
use crate::ir::*;
use crate::omp::{self, ClauseKind, DefaultSharing, Directive};
use crate::source::Span;
use std::collections::HashSet;

/// A `for` statement around the current one.
pub(super) struct OpenLoop {
    pub span: Span,
    /// The variable that its first expression assigns, where the loop looks canonical.
    pub var: Option<VarId>,
}

impl Lower<'_> {
    /// The variables of which a construct around directive `index` has a copy.
    pub(super) fn copies_around(&mut self, index: usize) -> Vec<VarId> {
        let input = self.input;
        let mut copied = vec![];
        let mut seen = HashSet::new();
        let mut next = input.sites[index].parent;
        while let Some(outer) = next {
            self.copies_of(&input.directives[outer], &mut copied, &mut seen);
            if let Some(body) = input.sites[outer].body {
                self.iteration_variables(&input.directives[outer], body, &mut copied, &mut seen);
            }
            next = input.sites[outer].parent;
        }
        copied
    }

    fn copies_of(&self, outer: &Directive, copied: &mut Vec<VarId>, seen: &mut HashSet<VarId>) {
        let mut named = HashSet::new();
        for clause in &outer.clauses {
            let copies = gives_copies(&clause.kind);
            if !copies && !matches!(clause.kind, ClauseKind::Shared(_)) {
                continue;
            }
            for item in clause.items() {
                let Some(var) = self.static_variable(item.base.text.trim()) else {
                    continue;
                };
                named.insert(var);
                if copies && seen.insert(var) {
                    copied.push(var);
                }
            }
        }
        let by_default = |clause: &omp::Clause<_, _>| {
            matches!(
                clause.kind,
                ClauseKind::Default(DefaultSharing::Private | DefaultSharing::Firstprivate)
            )
        };
        if outer.clauses.iter().any(by_default) {
            let others = self.program.vars.iter().filter(|(var, v)| {
                !v.storage.is_local() && !named.contains(var) && !seen.contains(var)
            });
            let others: Vec<VarId> = others.map(|(var, _)| var).collect();
            seen.extend(&others);
            copied.extend(others);
        }
    }

    /// The iteration variables of the loops that a directive of the host distributes.
    fn iteration_variables(
        &mut self,
        outer: &Directive,
        body: Span,
        copied: &mut Vec<VarId>,
        seen: &mut HashSet<VarId>,
    ) {
        if !outer.kind.is_loop_associated() {
            return;
        }
        let inside = |one: &&OpenLoop| body.lo <= one.span.lo && one.span.hi <= body.hi;
        let loops = self.omp.loops.iter().filter(inside).map(|one| one.var);
        let loops: Vec<Option<VarId>> = loops.collect();
        let depth = self.nest_depth(outer);
        for var in loops.into_iter().take(depth).flatten() {
            if !self.program.vars[var].storage.is_local() && seen.insert(var) {
                copied.push(var);
            }
        }
    }

    /// The loops of the nest: those that `collapse` or `ordered` counts, else one.
    fn nest_depth(&mut self, outer: &Directive) -> usize {
        let mut depth = 1;
        for clause in &outer.clauses {
            let (ClauseKind::Collapse(count) | ClauseKind::Ordered(Some(count))) = &clause.kind
            else {
                continue;
            };
            // The host compiler reports what is wrong with it.
            let before = self.diagnostics.len();
            let count = self.clause_expr(count).ok();
            self.diagnostics.truncate(before);
            let count = count.and_then(|count| constants::int_value(&self.program, count));
            depth = depth.max(count.map_or(1, |count| count.clamp(1, 64) as usize));
        }
        depth
    }

    /// The variable of static storage that a name means here.
    fn static_variable(&self, name: &str) -> Option<VarId> {
        match self.scopes.find(name) {
            Some(super::scope::Entity::Var(var)) => {
                Some(var).filter(|&var| !self.program.vars[var].storage.is_local())
            }
            _ => None,
        }
    }
}

/// Whether a clause gives each thread, task or iteration a copy of its items.
fn gives_copies<E, I>(clause: &ClauseKind<E, I>) -> bool {
    matches!(
        clause,
        ClauseKind::Private(_)
            | ClauseKind::Firstprivate { .. }
            | ClauseKind::Lastprivate { .. }
            | ClauseKind::Linear { .. }
            | ClauseKind::Reduction { .. }
            | ClauseKind::InReduction { .. }
    )
}
