//! Mappers of variables that no clause names: a structure, or an array of them, that a region uses is mapped by the
//! default mapper of its type (OpenMP 5.2, 5.8.1 and 5.8.8).
//!
//! From a lowered construct and what its body uses.

use super::{How, Lower, Made};
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultmapBehavior, Leaf, MapKind, VariableCategory};

impl Lower<'_> {
    pub(in crate::sema) fn implicit_mappers(&mut self, id: ConstructId) {
        let construct = &self.program.constructs[id];
        if !construct.directive.has(Leaf::Target) || self.scopes.mappers().next().is_none() {
            return;
        }
        let program = &self.program;
        let named = |var: VarId| {
            let mut clauses = construct.clauses.iter().filter(|clause| says(clause));
            clauses.any(|clause| clause.items().iter().any(|item| item.var() == Some(var)))
        };
        let captured = |var: &VarId| {
            let v = &program.vars[*var];
            let entered = v
                .declare_target
                .is_some_and(|t| t.kind != DeclareTargetKind::Link);
            (!entered || construct.copied.contains(var))
                && !v.threadprivate
                && !v.thread_local
                && !named(*var)
        };
        let used: Vec<VarId> = Uses::of_construct(program, id)
            .captured()
            .filter(captured)
            .collect();
        let (directive, pragma) = (construct.directive.clone(), construct.pragma);
        for var in used {
            let item = ListItem {
                span: pragma,
                text: self.program.vars[var].name.clone(),
                kind: ItemKind::Var(var),
            };
            if !self.concerns(None, &item) {
                continue;
            }
            let Some(how) = self.implicit_map(id, var) else {
                continue;
            };
            let mut made = Made::new(&directive, pragma, vec![]);
            if let Err(error) = self.follow(None, &item, how, false, 0, &mut made) {
                self.diagnostics.push(*error);
            }
            let construct = &mut self.program.constructs[id];
            construct.clauses.extend(made.clauses);
            construct.iterators.extend(made.vars);
        }
    }

    /// How an aggregate without a clause is mapped; none where it is not mapped implicitly, or a clause is required.
    fn implicit_map(&self, construct: ConstructId, var: VarId) -> Option<How> {
        let construct = &self.program.constructs[construct];
        let behavior = construct.defaultmap(VariableCategory::Aggregate);
        let behavior = behavior.map(|(behavior, _)| behavior);
        let kind = match behavior.unwrap_or(DefaultmapBehavior::Default) {
            DefaultmapBehavior::Alloc | DefaultmapBehavior::Storage => MapKind::Alloc,
            DefaultmapBehavior::Present | DefaultmapBehavior::SelfMap => MapKind::Alloc,
            DefaultmapBehavior::To => MapKind::To,
            DefaultmapBehavior::From => MapKind::From,
            DefaultmapBehavior::Tofrom => MapKind::Tofrom,
            // Nothing is copied back to a constant.
            DefaultmapBehavior::Default if self.program.is_constant(self.program.vars[var].ty) => {
                MapKind::To
            }
            DefaultmapBehavior::Default => MapKind::Tofrom,
            DefaultmapBehavior::Firstprivate
            | DefaultmapBehavior::Private
            | DefaultmapBehavior::None => return None,
        };
        let asks = [DefaultmapBehavior::Present, DefaultmapBehavior::SelfMap];
        Some(How {
            kind,
            always: false,
            present: behavior.is_some_and(|behavior| asks.contains(&behavior)),
            close: false,
        })
    }
}

/// Whether a clause determines how its items' storage is mapped.
fn says(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Map(_)
            | ClauseKind::Private(_)
            | ClauseKind::Firstprivate { .. }
            | ClauseKind::Lastprivate { .. }
            | ClauseKind::Linear { .. }
            | ClauseKind::Reduction { .. }
            | ClauseKind::IsDevicePtr(_)
            | ClauseKind::HasDeviceAddr(_)
    )
}
