//! The records and elements that hold the pointers which a mapped section is reached through: mapped with it, so that
//! the pointers can be attached (OpenMP 5.2, 5.8.3).

use crate::ir::*;
use crate::omp::MapKind;
use crate::plan::decisions::launch::{Arg, ArgWhat};
use crate::plan::items::elements;
use crate::plan::items::sections::{same_lvalue, strip_decay};
use crate::plan::mapping::arguments::Builder;
use crate::plan::mapping::other_members::{self, Others};

impl Builder<'_> {
    /// For `s.p[0:n]`, `q->p[0:n]`, `s.q->p[0:n]`: maps the records that hold the pointers on the way, so that the
    /// pointers can be attached (5.2, 5.8.3). A region that uses other members of theirs has the host's values of these,
    /// and gives back what it writes, as the implicit rules say of the variable (5.2, 5.8.1).
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
                        let (kind, always) = self.around(pointer, record(kind));
                        let implicit = Arg {
                            param: match program.expr(pointer).kind {
                                ExprKind::Var(var) if !self.is_mapped_whole(var) => self.param(var),
                                _ => None,
                            },
                            around: true,
                            always,
                            ..Arg::implicit(ArgWhat::Pointee(pointer, kind))
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
                        let (kind, always) = self.around(outer, record(kind));
                        self.args.push(Arg {
                            param,
                            around: true,
                            always,
                            ..Arg::implicit(ArgWhat::Var(var, kind))
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
        let (kind, always) = self.around(holder, kind);
        self.args.push(Arg {
            param,
            around: true,
            always,
            ..Arg::implicit(ArgWhat::Item(item, kind))
        });
    }

    /// How a structure is mapped that is there for its pointers, and whether it has the host's values each time: where
    /// the construct is a region that uses other members of it, or brings it to the device for other regions.
    fn around(&self, holder: ExprId, kind: MapKind) -> (MapKind, bool) {
        if kind != MapKind::To {
            return (kind, false);
        }
        let program = self.program;
        let variable = match program.expr(holder).kind {
            ExprKind::Var(var) if !program.types.is_pointer(program.vars[var].ty.id) => Some(var),
            _ => None,
        };
        let may_write = |var| self.facts.get(var).is_some_and(|c| c.usage.maybe_written());
        let constant = variable.is_some_and(|var| program.is_constant(program.vars[var].ty));
        match other_members::of(program, self.construct, holder) {
            Others::Unused => (MapKind::To, false),
            Others::Written if !constant => (MapKind::Tofrom, true),
            // What a pointer leads to is mapped where a clause says so, and not because the region has the pointer.
            Others::Escape if !constant && variable.is_some_and(may_write) => {
                (MapKind::Tofrom, true)
            }
            _ => (MapKind::To, true),
        }
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
