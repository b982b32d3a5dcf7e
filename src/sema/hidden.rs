//! Names that blocks declare anew while a local variable hides them: `{ int n; { extern int n; } }` (C11, 6.2.2p4).
//!
//! C++ finds the local variable there. So does the text of the host where a region begins, which names what the region
//! gets: what only the region can name is refused. Must not know how names are printed.

use super::Lower;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::Leaf;
use crate::source::Span;

/// A variable with linkage that a region declares anew.
pub(super) struct Redeclared {
    var: VarId,
    /// The local variable that has the name where the region begins.
    local: VarId,
    at: Span,
}

impl Lower<'_> {
    /// A block declares an entity with linkage that a local variable may hide.
    pub(super) fn names_hidden(&mut self, name: &str, entity: Entity, at: Span) {
        let locals = self.hides_named(name);
        let (Entity::Var(var), Some(region)) = (entity, self.region()) else {
            return;
        };
        let outside = |local: &&VarId| !self.program.is_declared_in(**local, region);
        if let Some(&local) = locals.iter().rfind(outside) {
            self.redeclared.push(Redeclared { var, local, at });
        }
    }

    /// Notes of local variables with a name that what they hide is named, too; which ones these are.
    pub(super) fn hides_named(&mut self, name: &str) -> Vec<VarId> {
        let locals = self.scopes.locals(name);
        let local = |var: &VarId| self.program.vars[*var].storage.is_local();
        let locals: Vec<VarId> = locals.into_iter().filter(local).collect();
        for &local in &locals {
            self.program.vars[local].hides_named = true;
        }
        locals
    }

    /// The target region that is being read, if one is.
    fn region(&self) -> Option<ConstructId> {
        let around = |&id: &ConstructId| self.program.constructs[id].parent;
        let mut chain = std::iter::successors(self.construct, around);
        chain.find(|&id| self.program.constructs[id].directive.has(Leaf::Target))
    }

    /// Refuses those variables that the host would have to name where a region begins; for the end of the unit, when
    /// it is known which of them devices have already.
    pub(super) fn check_redeclared(&mut self) {
        for Redeclared { var, local, at } in std::mem::take(&mut self.redeclared) {
            let var = &self.program.vars[var];
            let kind = var.declare_target.map(|target| target.kind);
            if kind.is_some_and(|kind| kind != DeclareTargetKind::Link) {
                continue;
            }
            let name = &var.name;
            let text = format!(
                "a region cannot get `{name}` from the host, where a local variable has that name"
            );
            let place = self.program.vars[local].span;
            let error = Diagnostic::error(Code::DeviceSyntax, at, text)
                .also(place, "it hides the variable of file scope where the region begins")
                .help(format!("give the local variable another name, or name the other one in `declare target enter({name})`"));
            self.diagnostics.push(error);
        }
    }
}
