//! The records and elements that hold the pointers which a mapped section is reached through: mapped with it, so that
//! the pointers can be attached (OpenMP 5.2, 5.8.3).

use crate::ir::*;
use crate::omp::MapKind;
use crate::plan::decisions::launch::{Arg, ArgWhat};
use crate::plan::items::elements;
use crate::plan::items::sections::{same_lvalue, strip_decay};
use crate::plan::mapping::arguments::Builder;

impl Builder<'_> {
    /// For `s.p[0:n]`, `q->p[0:n]`, `s.q->p[0:n]`: maps the records that hold the pointers on the way, so that the
    /// pointers can be attached (5.2, 5.8.3). Their other members are not copied back, since no clause says so and
    /// the host may have changed them.
    pub(in crate::plan) fn pointers_on_the_way(&mut self, base: ExprId, kind: MapKind) {
        let program = self.program;
        if matches!(
            self.construct.directive,
            crate::omp::DirectiveKind::TargetUpdate
        ) {
            return;
        }
        let record = |kind: MapKind| match kind {
            MapKind::Release | MapKind::Delete => MapKind::Release,
            MapKind::From
                if self.construct.directive == crate::omp::DirectiveKind::TargetExitData =>
            {
                MapKind::Release
            }
            _ => MapKind::To,
        };
        match &program.expr(base).kind {
            ExprKind::Convert { arg, .. } => self.pointers_on_the_way(*arg, kind),
            ExprKind::Member {
                base: outer, arrow, ..
            } => {
                let outer = *outer;
                if *arrow {
                    let pointer = strip_decay(program, outer);
                    let is_array = program.types.is_array(program.expr(pointer).ty.id);
                    if !is_array && !self.maps_behind(pointer) {
                        self.pointers_on_the_way(pointer, kind);
                        let implicit = Arg {
                            param: match program.expr(pointer).kind {
                                ExprKind::Var(var) if !self.is_mapped_whole(var) => self.param(var),
                                _ => None,
                            },
                            around: true,
                            ..Arg::implicit(ArgWhat::Pointee(pointer, record(kind)))
                        };
                        self.args.push(implicit);
                    }
                } else if let ExprKind::Var(var) = program.expr(outer).kind {
                    let named = self.is_named(var);
                    let have = self
                        .args
                        .iter()
                        .any(|a| matches!(a.what, ArgWhat::Var(v, _) if v == var));
                    if !named && !have {
                        let param = self.param(var);
                        self.args.push(Arg {
                            param,
                            around: true,
                            ..Arg::implicit(ArgWhat::Var(var, record(kind)))
                        });
                    }
                } else {
                    self.pointers_on_the_way(outer, kind);
                    self.element_on_the_way(outer, record(kind));
                }
            }
            ExprKind::Index { base: outer, .. } | ExprKind::Deref(outer) => {
                let outer = strip_decay(program, *outer);
                if !program.types.is_array(program.expr(outer).ty.id)
                    || !matches!(program.expr(outer).kind, ExprKind::Var(_))
                {
                    self.pointers_on_the_way(outer, kind);
                }
            }
            _ => {}
        }
    }

    /// For `p[1].q[0:n]`: maps the structure `p[1]`, unless a clause maps such elements.
    fn element_on_the_way(&mut self, element: ExprId, kind: MapKind) {
        let program = self.program;
        let Some(holder) = elements::holder(program, element) else {
            return;
        };
        let var = match program.expr(holder).kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        let is_array = program.types.is_array(program.expr(holder).ty.id);
        let named = is_array && var.is_some_and(|var| self.is_named(var));
        let have = self.args.iter().any(|arg| match &arg.what {
            ArgWhat::Item(item, _) | ArgWhat::Items(_, item, _) if arg.implicit => match &item.kind
            {
                ItemKind::Part { base, dims, .. } => {
                    dims.is_empty() && same_lvalue(program, *base, element)
                }
                _ => false,
            },
            _ => false,
        });
        if named || have || self.maps_behind(holder) {
            return;
        }
        let Expr { ty, span, .. } = *program.expr(element);
        let item = ListItem {
            span,
            text: var.map_or_else(String::new, |var| program.vars[var].name.clone()),
            kind: ItemKind::Part {
                root: var,
                base: element,
                dims: vec![],
                elem: ty,
            },
        };
        let param = match var {
            Some(var) if !self.is_mapped_whole(var) => self.param(var),
            _ => None,
        };
        self.args.push(Arg {
            param,
            around: true,
            ..Arg::implicit(ArgWhat::Item(item, kind))
        });
    }

    /// Whether a clause of the construct names the variable itself.
    fn is_named(&self, var: VarId) -> bool {
        let mut clauses = self.construct.clauses.iter();
        clauses.any(|clause| {
            let items = clause.kind.items();
            items
                .iter()
                .any(|item| matches!(item.kind, ItemKind::Var(v) if v == var))
        })
    }

    /// Whether the construct itself already maps what `pointer` points at.
    fn maps_behind(&self, pointer: ExprId) -> bool {
        let program = self.program;
        let same = |other: ExprId| same_lvalue(program, strip_decay(program, other), pointer);
        self.construct.clauses.iter().any(|clause| {
            clause.kind.items().iter().any(|item| match &item.kind {
                ItemKind::Part { base, dims, .. } if !dims.is_empty() => same(*base),
                ItemKind::Part { base, .. } => {
                    matches!(program.expr(*base).kind, ExprKind::Deref(p) if same(p))
                }
                _ => false,
            })
        }) || self
            .args
            .iter()
            .any(|a| matches!(a.what, ArgWhat::Pointee(p, _) if same(p)))
    }
}
