//! Iterators in the clauses of a mapper (OpenMP 5.2, 3.2.6 and 5.8.8): for each structure that the mapper maps, an
//! iterator of the construct's own counts the items, from and to what the mapper says of that structure.
//!
//! From a mapper's clauses and the structure in place of its variable.

use super::{Lower, Made};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp;

/// The iterators of one clause of a mapper, and what stands for the mapper's variable.
pub(super) struct Repeated<'a> {
    /// As the clause has them.
    pub iterators: &'a [omp::Iterator<ExprId>],
    /// Their variables.
    pub vars: &'a [VarId],
    /// The variable of the mapper.
    pub of: VarId,
    /// The structure that is mapped.
    pub element: ExprId,
    /// The list item that asks for the mapper.
    pub asked: &'a ListItem,
}

impl Lower<'_> {
    /// The part with the variables of new iterators, which are added to those of what is made.
    pub(super) fn repeated(
        &mut self,
        part: ListItem,
        how: &Repeated,
        made: &mut Made,
    ) -> Result<ListItem, Box<Diagnostic>> {
        let mut part = part;
        let span = how.asked.span;
        for (iterator, &old) in how.iterators.iter().zip(how.vars) {
            let mut own = |e: ExprId| -> Result<ExprId, Box<Diagnostic>> {
                let e = self.with(e, how.of, how.element, span)?;
                self.spell(e)?;
                Ok(e)
            };
            let (begin, end) = (own(iterator.begin)?, own(iterator.end)?);
            let step = iterator.step.map(own).transpose()?;
            let name = format!("{MADE_ITERATOR}{}", made.vars.len());
            let ty = self.program.vars[old].ty;
            let var = self.new_var(&name, ty, Storage::Auto, span);
            made.vars.push(var);
            made.iterators.push(omp::Iterator {
                ty: iterator.ty.clone(),
                name,
                begin,
                end,
                step,
            });
            let value = self.spelled(ExprKind::Var(var), ty, span)?;
            part = self.mapped_part(&part, old, value, how.asked)?;
        }
        Ok(part)
    }
}
