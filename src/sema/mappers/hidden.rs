//! Names in a mapper's expressions, which mean what they mean where the mapper is declared. The host text repeats
//! them where the mapper is used.
//!
//! From a mapper's list items and the scope of the construct.

use super::super::scope::Entity;
use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp;

impl Lower<'_> {
    /// Refuses a mapper's item, or an iterator of its clause, that names an entity which another declaration hides
    /// here. `own` are the variables of the mapper and of the iterators.
    pub(super) fn refuse_hidden(
        &self,
        inner: &ListItem,
        iterators: &[omp::Iterator<ExprId>],
        own: &[VarId],
        outer: &ListItem,
    ) -> Result<(), Box<Diagnostic>> {
        let mut roots = vec![];
        for it in iterators {
            roots.extend(
                [Some(it.begin), Some(it.end), it.step]
                    .into_iter()
                    .flatten(),
            );
        }
        if let ItemKind::Part { base, dims, .. } = &inner.kind {
            roots.push(*base);
            for dim in dims {
                roots.extend([dim.lower, dim.length, dim.stride].into_iter().flatten());
            }
        }
        let mut hidden = None;
        for root in roots {
            self.program.walk_expr(root, &mut |_, expr| {
                if !matches!(expr.kind, ExprKind::Var(v) if own.contains(&v)) && hidden.is_none() {
                    hidden = self.hidden(&expr.kind);
                }
            });
        }
        let Some(name) = hidden else { return Ok(()) };
        let message = format!("the mapper names `{name}`, which another declaration hides here");
        Err(Box::new(
            Diagnostic::error(Code::UnsupportedMapper, outer.span, message)
                .help("give one of the two another name, or map the parts by clauses of their own"),
        ))
    }

    /// The name of what another declaration hides.
    fn hidden(&self, kind: &ExprKind) -> Option<String> {
        let program = &self.program;
        let (name, meant) = match *kind {
            ExprKind::Var(v) => (&program.vars[v].name, Entity::Var(v)),
            ExprKind::Func(f) => (&program.funcs[f].name, Entity::Func(f)),
            ExprKind::EnumConst { of, index } => {
                let name = &program.enums[of].consts[index].name;
                (name, Entity::EnumConst(of, index))
            }
            _ => return None,
        };
        (self.scopes.find(name) != Some(meant)).then(|| name.clone())
    }
}
