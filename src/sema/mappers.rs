//! `declare mapper` (OpenMP 5.2, 5.8.8): a list item of a mapper's type becomes the items that the mapper names.
//!
//! From resolved clauses and the mappers in scope; nothing behind this module sees one. Expressions of a mapper are
//! copied with the item in place of the mapper's variable, and their C text is kept for the host.

mod elements;
mod hidden;
mod implicit;
mod iterators;
mod members;
mod repeated;
mod spelled;

use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{self, ClauseKind, DirectiveKind, MapKind};
use crate::source::Span;
use repeated::Repeated;

/// The largest number of elements of an array of structures that are written out one by one.
const ELEMENTS: i128 = 16;
/// The deepest nesting of mappers in mappers.
const DEEPEST: usize = 8;

/// What a clause says about its items.
#[derive(Clone, Copy, PartialEq)]
struct How {
    kind: MapKind,
    always: bool,
    present: bool,
    close: bool,
}

impl How {
    /// What a clause of a mapper says about its items, where the list item is mapped like this (5.2, 5.8.8).
    fn of_mapper(self, map: &omp::Map<ExprId, ListItem>) -> How {
        How {
            kind: decayed(self.kind, map.kind.unwrap_or(MapKind::Tofrom)),
            always: self.always || map.always,
            present: self.present || map.present,
            close: self.close || map.close,
        }
    }
}

type Found = Result<(), Box<Diagnostic>>;

impl Lower<'_> {
    /// The clauses of a construct with the items of every mapper in place of those it maps. Clauses keep their
    /// places; new ones stand behind them. Iterators of arrays of many structures are added to `vars`.
    pub(super) fn expand_mappers(
        &mut self,
        directive: &DirectiveKind,
        clauses: &mut Vec<Clause>,
        vars: &mut Vec<VarId>,
    ) {
        if self.scopes.mappers().next().is_none() {
            return;
        }
        let mut more = vec![];
        for clause in clauses.iter_mut() {
            let span = clause.span;
            let iterators = match &clause.kind {
                ClauseKind::Map(map) => map.iterators.clone(),
                ClauseKind::To(motion) | ClauseKind::From(motion) => motion.iterators.clone(),
                _ => vec![],
            };
            let (name, items, how) = match &mut clause.kind {
                ClauseKind::Map(map) => {
                    let how = How {
                        kind: map.kind.unwrap_or(default_kind(directive)),
                        always: map.always,
                        present: map.present,
                        close: map.close,
                    };
                    (map.mapper.take(), &mut map.items, how)
                }
                ClauseKind::To(motion) => (
                    motion.mapper.take(),
                    &mut motion.items,
                    motion_of(MapKind::To, motion.present),
                ),
                ClauseKind::From(motion) => (
                    motion.mapper.take(),
                    &mut motion.items,
                    motion_of(MapKind::From, motion.present),
                ),
                _ => continue,
            };
            let name = name.filter(|name| name != "default");
            let mut kept = vec![];
            for item in std::mem::take(items) {
                if !self.concerns(name.as_deref(), &item) {
                    kept.push(item);
                    continue;
                }
                let mut made = Made::new(directive, span, iterators.clone());
                if let Err(error) = self.follow(name.as_deref(), &item, how, false, 0, &mut made) {
                    self.diagnostics.push(*error);
                    kept.push(item);
                }
                more.extend(made.clauses);
                vars.extend(made.vars);
            }
            *items = kept;
        }
        clauses.extend(more);
    }

    /// Whether a mapper applies to the item.
    fn concerns(&self, name: Option<&str>, item: &ListItem) -> bool {
        self.mapper_of(name, item).is_some()
            || self
                .item_type(item)
                .is_some_and(|ty| self.has_mapped_members(ty))
    }

    fn mapper_of(&self, name: Option<&str>, item: &ListItem) -> Option<MapperId> {
        self.mapper_for(name, self.item_type(item)?)
    }

    /// The mapper of a type by that name, or its default one.
    fn mapper_for(&self, name: Option<&str>, ty: TypeId) -> Option<MapperId> {
        self.scopes.mappers().find(|&m| {
            let mapper = &self.program.mappers[m];
            mapper.name.as_deref() == name && self.identical(mapper.ty.id, ty)
        })
    }

    /// The items that an item becomes: those that the mapper of its type names; without a mapper, the item itself and
    /// what the default mappers of its members name. `covered`: another clause maps the item's own storage in the
    /// same way already.
    fn follow(
        &mut self,
        name: Option<&str>,
        item: &ListItem,
        how: How,
        covered: bool,
        depth: usize,
        made: &mut Made,
    ) -> Found {
        match self.mapper_of(name, item) {
            Some(mapper) => self.mapped(mapper, item, how, covered, depth, made),
            None => self.by_members(item, how, covered, depth, made),
        }
    }

    /// The items that a mapper makes of an item.
    fn mapped(
        &mut self,
        mapper: MapperId,
        item: &ListItem,
        how: How,
        covered: bool,
        depth: usize,
        made: &mut Made,
    ) -> Found {
        if depth > DEEPEST {
            return Err(refusal(item.span, "mappers that need each other"));
        }
        let outer = made.iterators.len();
        let elements = self.elements(item, made)?;
        let Mapper {
            var,
            clauses,
            iterators,
            ..
        } = self.program.mappers[mapper].clone();
        let mut iterators = iterators.as_slice();
        for clause in &clauses {
            let ClauseKind::Map(map) = &clause.kind else {
                continue;
            };
            let vars;
            (vars, iterators) = iterators.split_at(map.iterators.len());
            let how = how.of_mapper(map);
            let name = map.mapper.as_deref().filter(|&name| name != "default");
            for inner in &map.items {
                if matches!(inner.kind, ItemKind::Var(v) if v == var) {
                    // The structures themselves, all of them by one item.
                    let of_elements = made.iterators.split_off(outer);
                    self.by_members(item, how, covered, depth, made)?;
                    made.iterators.extend(of_elements);
                    continue;
                }
                let own: Vec<VarId> = vars.iter().copied().chain([var]).collect();
                self.refuse_hidden(inner, &map.iterators, &own, item)?;
                for &element in &elements {
                    let around = made.iterators.len();
                    let part = self.mapped_part(inner, var, element, item)?;
                    let by = Repeated {
                        iterators: &map.iterators,
                        vars,
                        of: var,
                        element,
                        asked: item,
                    };
                    let part = self.repeated(part, &by, made)?;
                    self.follow(name, &part, how, false, depth + 1, made)?;
                    made.iterators.truncate(around);
                }
            }
        }
        made.iterators.truncate(outer);
        Ok(())
    }
}

/// The clauses that one item becomes.
struct Made<'a> {
    directive: &'a DirectiveKind,
    span: Span,
    clauses: Vec<Clause>,
    /// The iterators of the clause, and of the arrays whose elements the items are.
    iterators: Vec<omp::Iterator<ExprId>>,
    /// The variables declared for the iterators of such arrays.
    vars: Vec<VarId>,
}

impl<'a> Made<'a> {
    fn new(
        directive: &'a DirectiveKind,
        span: Span,
        iterators: Vec<omp::Iterator<ExprId>>,
    ) -> Made<'a> {
        Made {
            directive,
            span,
            clauses: vec![],
            iterators,
            vars: vec![],
        }
    }

    fn push(&mut self, item: ListItem, how: How) {
        let items = vec![item];
        let iterators = &self.iterators;
        let motion = |items| omp::Motion {
            present: how.present,
            mapper: None,
            iterators: iterators.clone(),
            items,
        };
        let kind = match (self.directive, how.kind) {
            (DirectiveKind::TargetUpdate, MapKind::To) => ClauseKind::To(motion(items)),
            (DirectiveKind::TargetUpdate, MapKind::From) => ClauseKind::From(motion(items)),
            // `target update` moves nothing for it.
            (DirectiveKind::TargetUpdate, _) => return,
            (directive, kind) => {
                let kind = match kind {
                    MapKind::Alloc if *directive == DirectiveKind::TargetExitData => {
                        MapKind::Release
                    }
                    kind => kind,
                };
                ClauseKind::Map(omp::Map {
                    kind: Some(kind),
                    always: how.always,
                    close: how.close,
                    present: how.present,
                    other: vec![],
                    delete: false,
                    mapper: None,
                    iterators: self.iterators.clone(),
                    items,
                })
            }
        };
        self.clauses.push(omp::Clause {
            kind,
            span: self.span,
            modifier: None,
        });
    }
}

fn motion_of(kind: MapKind, present: bool) -> How {
    How {
        kind,
        always: false,
        present,
        close: false,
    }
}

fn default_kind(directive: &DirectiveKind) -> MapKind {
    match directive {
        DirectiveKind::TargetEnterData => MapKind::To,
        DirectiveKind::TargetExitData => MapKind::From,
        _ => MapKind::Tofrom,
    }
}

/// The map type of a mapper's item where the clause has the map type `outer` (5.2, 5.8.3).
fn decayed(outer: MapKind, inner: MapKind) -> MapKind {
    use MapKind::*;
    match (outer, inner) {
        (Release | Delete, _) => outer,
        (Tofrom, inner) => inner,
        (To, To | Tofrom) => To,
        (From, From | Tofrom) => From,
        _ => Alloc,
    }
}

fn refusal(span: Span, what: &str) -> Box<Diagnostic> {
    let message = format!("{what} is not translated yet");
    Box::new(
        Diagnostic::error(Code::UnsupportedMapper, span, message)
            .help("map the parts by clauses of their own, or in a loop with `target enter data`"),
    )
}
