//! What map and motion clauses give the host to pass, item by item.

use super::arguments::Builder;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{self, ClauseKind, Map, MapKind};
use crate::plan::decisions::launch::{Arg, ArgWhat, Storage};
use crate::plan::items::elements;
use crate::plan::items::sections::{Contiguity, contiguity, flexible, pieces, strip_decay};

/// The modifiers of a map clause, or of a motion clause (5.2, 5.8.3 and 5.9.1).
#[derive(Clone, Copy, Default)]
struct Modifiers {
    always: bool,
    present: bool,
    close: bool,
}

impl Builder<'_> {
    /// The map clauses, item by item. A parameter that a variable and a later section share is given once.
    pub(super) fn clauses(&mut self) {
        let construct = self.construct;
        for clause in &construct.clauses {
            match &clause.kind {
                ClauseKind::Map(map) => {
                    let kind = self.map_kind(map);
                    let first = self.args.len();
                    for item in &map.items {
                        let modifiers = Modifiers {
                            always: map.always,
                            present: map.present,
                            close: map.close,
                        };
                        self.map_item(item, kind, modifiers);
                    }
                    self.iterated(&map.iterators, first);
                }
                ClauseKind::To(motion) | ClauseKind::From(motion) => {
                    let kind = if matches!(clause.kind, ClauseKind::To(_)) {
                        MapKind::To
                    } else {
                        MapKind::From
                    };
                    let first = self.args.len();
                    for item in &motion.items {
                        let modifiers = Modifiers {
                            present: motion.present,
                            ..Modifiers::default()
                        };
                        self.map_item(item, kind, modifiers);
                    }
                    self.iterated(&motion.iterators, first);
                }
                ClauseKind::Reduction { items, .. } if construct.directive.leaves().len() > 1 => {
                    // 5.2, 17.2: as if `map(tofrom)` of the same elements stood on the target construct.
                    for item in items {
                        if matches!(item.kind, ItemKind::Part { .. }) && !self.is_mapped(item) {
                            self.map_item(item, MapKind::Tofrom, Modifiers::default());
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Says of the arguments from `first` on that their clause has iterators, so that the program counts the
    /// sections.
    fn iterated(&mut self, iterators: &[omp::Iterator<ExprId>], first: usize) {
        if iterators.is_empty() {
            return;
        }
        let names = |e: ExprId| {
            let mut found = false;
            self.program.walk_expr(e, &mut |_, expr| {
                found |= matches!(expr.kind, ExprKind::Var(v) if self.construct.iterators.contains(&v));
            });
            found
        };
        // Behind a pointer, from its first element on: the kernel's pointer is found once the elements are mapped.
        let from_first = |item: &ListItem| {
            let ItemKind::Part { base, .. } = item.kind else {
                return false;
            };
            elements::first_of_all(self.program, base, iterators, &self.construct.iterators)
        };
        let mut looked_up = vec![];
        for arg in &mut self.args[first..] {
            let refused = match &arg.what {
                ArgWhat::Item(item, kind) => {
                    let several = !matches!(
                        contiguity(self.program, self.construct, item),
                        Contiguity::Proved
                    );
                    if let Some(var) = arg.param {
                        let is_array = self.program.types.is_array(self.program.vars[var].ty.id);
                        if from_first(item) {
                            arg.param = None;
                            looked_up.push(var);
                        } else if is_array {
                            // The whole pointee is mapped.
                            arg.param = None;
                            self.storage.remove(&var);
                        }
                    }
                    if !several && arg.param.is_none() {
                        arg.what = ArgWhat::Items(iterators.to_vec(), item.clone(), *kind);
                        continue;
                    }
                    Some((item.span, format!("`{}`", item.text)))
                }
                // Each value of the iterators has another structure with pointers.
                ArgWhat::Pointee(pointer, _) if names(*pointer) => {
                    let span = self.program.expr(*pointer).span;
                    Some((span, "what several pointers lead to".to_string()))
                }
                _ => None,
            };
            if let Some((span, text)) = refused {
                self.errors.push(
                    Diagnostic::error(
                        Code::UnsupportedMapper,
                        span,
                        match elements::by_mappers(iterators) {
                            true => "a mapper of elements behind a pointer, not from its first on and so many as only the program knows, is not translated yet".into(),
                            false => format!("{text} with iterators of many values, or of values that only the program knows, is not translated yet"),
                        },
                    )
                    .also(self.construct.pragma, "on this directive")
                    .help("map the sections in a loop with `target enter data`"),
                );
            }
        }
        self.args.extend(looked_up.into_iter().map(|var| Arg {
            param: Some(var),
            ..Arg::implicit(ArgWhat::Pointer(var))
        }));
    }

    /// Whether a map clause of the construct maps a part of the variable that an item starts from.
    fn is_mapped(&self, item: &ListItem) -> bool {
        let maps = self.construct.clauses.iter().filter_map(|c| match &c.kind {
            ClauseKind::Map(map) => Some(map),
            _ => None,
        });
        let mut items = maps.flat_map(|map| &map.items);
        items.any(|other| other.var() == item.var())
    }

    /// Whether a map clause of the construct names the variable itself.
    pub(super) fn is_mapped_whole(&self, var: VarId) -> bool {
        self.construct
            .clauses
            .iter()
            .any(|clause| match &clause.kind {
                ClauseKind::Map(map) => map
                    .items
                    .iter()
                    .any(|item| matches!(item.kind, ItemKind::Var(v) if v == var)),
                _ => false,
            })
    }

    fn map_kind(&self, map: &Map<ExprId, ListItem>) -> MapKind {
        use crate::omp::DirectiveKind as D;
        let default = match self.construct.directive {
            D::TargetEnterData => MapKind::To,
            D::TargetExitData => MapKind::From,
            _ => MapKind::Tofrom,
        };
        match map.kind.unwrap_or(default) {
            // On the stand-alone directives `tofrom` counts as the half that applies there (5.2, 13.6, 13.7).
            MapKind::Tofrom if default != MapKind::Tofrom => default,
            _ if map.delete => MapKind::Delete,
            kind => kind,
        }
    }

    fn map_item(&mut self, item: &ListItem, kind: MapKind, modifiers: Modifiers) {
        let kind = match self.to_constant(item, kind) {
            Ok(kind) => kind,
            Err(error) => {
                self.errors.push(*error);
                return;
            }
        };
        let arg = |what, param| Arg {
            what,
            param,
            always: modifiers.always,
            present: modifiers.present,
            close: modifiers.close,
            implicit: false,
            around: false,
        };
        match &item.kind {
            ItemKind::Var(var) if self.small.contains(var) => {
                if self.storage.insert(*var, Storage::Value).is_none() {
                    self.args.push(arg(ArgWhat::Value(*var), Some(*var)));
                }
            }
            ItemKind::Var(var) => {
                let param = self.param(*var);
                self.args.push(arg(ArgWhat::Var(*var, kind), param));
            }
            ItemKind::Part {
                root, base, dims, ..
            } => {
                let updates = self.construct.directive == omp::DirectiveKind::TargetUpdate;
                if let Contiguity::Not(error) = contiguity(self.program, self.construct, item)
                    && !(updates && pieces(self.program, item).is_some())
                {
                    self.errors.push(*error);
                    return;
                }
                if let Some(error) = flexible(self.program, self.construct, item) {
                    self.errors.push(error);
                    return;
                }
                self.pointers_on_the_way(*base, kind);
                // A section directly of the variable gives the variable's own parameter, and so does an element
                // behind a pointer variable or of an array, or a part of one.
                let stripped = strip_decay(self.program, *base);
                let is_array = self
                    .program
                    .types
                    .is_array(self.program.expr(stripped).ty.id);
                let of = match self.program.expr(stripped).kind {
                    // The storage is the lvalue's own.
                    _ if dims.is_empty() || is_array => {
                        elements::stands_for(self.program, stripped)
                    }
                    // It is what the lvalue points at.
                    ExprKind::Var(pointer) => Some(pointer),
                    _ => None,
                };
                // Where the variable itself is mapped, too, it has given the parameter.
                let whole = root.is_some_and(|var| self.is_mapped_whole(var));
                let param = match of {
                    Some(var) if !whole => self.param(var),
                    _ => None,
                };
                self.args
                    .push(arg(ArgWhat::Item(item.clone(), kind), param));
            }
            _ => self.errors.push(
                Diagnostic::error(
                    Code::Mapping,
                    item.span,
                    format!("`{}` cannot be mapped", item.text),
                )
                .help("a list item of `map` is a variable, an array section or a member"),
            ),
        }
    }

    /// A variable that is defined `const` cannot change (C17, 6.7.3), so that nothing is copied back to it, which may
    /// lie where the host cannot write.
    fn to_constant(&self, item: &ListItem, kind: MapKind) -> Result<MapKind, Box<Diagnostic>> {
        use crate::omp::DirectiveKind as D;
        let program = self.program;
        let var = match &item.kind {
            ItemKind::Var(var) => Some(*var),
            ItemKind::Part { base, dims, .. } => {
                let base = strip_decay(program, *base);
                // What a constant pointer points at may change.
                let behind = elements::is_behind_pointer(program, base, dims.len());
                elements::root(program, base).filter(|_| !behind)
            }
            _ => None,
        };
        let Some(var) = var.filter(|&v| program.is_constant(program.vars[v].ty)) else {
            return Ok(kind);
        };
        match (kind, &self.construct.directive) {
            (MapKind::From, D::TargetUpdate) => Err(Box::new(
                Diagnostic::error(
                    Code::Mapping,
                    item.span,
                    format!("`{}` is constant, and `from` would write it", item.text),
                )
                .also(program.vars[var].span, "declared here")
                .help("remove `const`, or leave it out of the clause"),
            )),
            (MapKind::From, D::TargetExitData) => Ok(MapKind::Release),
            (MapKind::From, _) => Ok(MapKind::Alloc),
            (MapKind::Tofrom, _) => Ok(MapKind::To),
            _ => Ok(kind),
        }
    }
}
