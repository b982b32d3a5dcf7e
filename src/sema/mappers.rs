//! `declare mapper` (OpenMP 5.2, 5.8.8): a list item of a mapper's type becomes the items that the mapper names.
//!
//! From resolved clauses and the mappers in scope; nothing behind this module sees one. Expressions of a mapper are
//! copied with the item in place of the mapper's variable, and their C text is kept for the host.

mod elements;

use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{self, ClauseKind, DirectiveKind, Leaf, MapKind};
use crate::source::Span;
use std::collections::BTreeSet;

/// As many elements of an array of structures are written out.
const ELEMENTS: i128 = 16;
/// As many values of iterators are.
const VALUES: usize = 64;
/// Mappers in mappers.
const DEEPEST: usize = 8;

/// What a clause says of its items.
#[derive(Clone, Copy)]
struct How {
    kind: MapKind,
    always: bool,
    present: bool,
    close: bool,
}

type Found = Result<(), Box<Diagnostic>>;

impl Lower<'_> {
    /// `map(iterator(i = 0:4), to: p[i][0:n])` becomes an item for each value, where the values are constant and few.
    pub(super) fn expand_iterators(&mut self, clauses: &mut [Clause], vars: &[VarId]) {
        let mut vars = vars.iter().copied();
        for clause in clauses.iter_mut() {
            let span = clause.span;
            let (iterators, items) = match &mut clause.kind {
                ClauseKind::Map(map) => (&mut map.iterators, &mut map.items),
                ClauseKind::To(motion) | ClauseKind::From(motion) => {
                    (&mut motion.iterators, &mut motion.items)
                }
                ClauseKind::Depend { iterators, .. } | ClauseKind::Affinity { iterators, .. } => {
                    vars.by_ref().take(iterators.len()).for_each(drop);
                    continue;
                }
                _ => continue,
            };
            let own: Vec<VarId> = vars.by_ref().take(iterators.len()).collect();
            if own.is_empty() {
                continue;
            }
            let ranges: Option<Vec<_>> = iterators.iter().map(|it| self.values(it)).collect();
            let Some(ranges) = ranges else { continue };
            let count: usize = ranges.iter().map(Vec::len).product();
            if count > VALUES {
                continue;
            }
            let mut made = std::mem::take(items);
            for (var, values) in own.iter().zip(&ranges) {
                let mut more = vec![];
                for item in &made {
                    for &value in values {
                        match self.at_value(item, *var, value, span) {
                            Ok(item) => more.push(item),
                            Err(error) => self.diagnostics.push(*error),
                        }
                    }
                }
                made = more;
            }
            *items = made;
            iterators.clear();
        }
    }

    /// The values of an iterator; none where they are not constant.
    fn values(&self, it: &omp::Iterator<ExprId>) -> Option<Vec<i128>> {
        let constant = |e: ExprId| super::consteval::int_value(&self.program, e);
        let (begin, end) = (constant(it.begin)?, constant(it.end)?);
        let step = match it.step {
            Some(step) => constant(step)?,
            None => 1,
        };
        if step == 0 || (end - begin) / step > VALUES as i128 {
            return None;
        }
        let mut values = vec![];
        let mut at = begin;
        while (step > 0 && at < end) || (step < 0 && at > end) {
            values.push(at);
            at += step;
        }
        Some(values)
    }

    /// An item for one value of an iterator.
    fn at_value(
        &mut self,
        item: &ListItem,
        var: VarId,
        value: i128,
        span: Span,
    ) -> Result<ListItem, Box<Diagnostic>> {
        let value = self.number(value, span)?;
        self.mapped_part(item, var, value, item)
    }

    /// `reduction(+: r[2])` is one of the section `r[2:1]` (5.2, 5.5.8).
    pub(super) fn reduced_elements(&mut self, clauses: &mut [Clause]) {
        for clause in clauses.iter_mut() {
            let ClauseKind::Reduction { items, .. } = &mut clause.kind else {
                continue;
            };
            for item in items.iter_mut() {
                let ItemKind::Part { base, dims, .. } = &mut item.kind else {
                    continue;
                };
                let ExprKind::Index { base: array, index } = self.program.exprs[*base].kind else {
                    continue;
                };
                let array = match self.program.exprs[array].kind {
                    ExprKind::Convert {
                        arg,
                        why: Conversion::ArrayDecay,
                    } => arg,
                    _ => array,
                };
                let is_var = matches!(self.program.exprs[array].kind, ExprKind::Var(_));
                if !is_var || !dims.is_empty() {
                    continue;
                }
                let extent = match self.program.types.resolve(self.program.exprs[array].ty.id) {
                    Type::Array { len, .. } => Some(*len),
                    _ => None,
                };
                let int = self.program.types.int(IntKind::Int);
                let one = ExprKind::Int {
                    value: 1,
                    text: "1".into(),
                };
                let Ok(one) = self.spelled(one, int, item.span) else {
                    continue;
                };
                *base = array;
                dims.push(SectionDim {
                    lower: Some(index),
                    length: Some(one),
                    stride: None,
                    extent,
                    is_index: false,
                });
            }
        }
    }

    /// The clauses of a construct with every mapper followed. Clauses keep their places; new ones stand behind them.
    /// Iterators of arrays of many structures are added to `vars`.
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
                let Some(mapper) = self.mapper_of(name.as_deref(), &item) else {
                    kept.push(item);
                    continue;
                };
                let mut made = Made {
                    directive,
                    span,
                    clauses: vec![],
                    iterators: iterators.clone(),
                    vars: vec![],
                };
                if let Err(error) = self.mapped(mapper, &item, how, 0, &mut made) {
                    self.diagnostics.push(*error);
                }
                more.extend(made.clauses);
                vars.extend(made.vars);
            }
            *items = kept;
        }
        clauses.extend(more);
    }

    /// Structures that a region uses without a clause are mapped by their type's mapper.
    pub(super) fn implicit_mappers(&mut self, id: ConstructId) {
        let construct = &self.program.constructs[id];
        let Some(body) = construct.body else { return };
        let chosen = |clause: &Clause| matches!(clause.kind, ClauseKind::Defaultmap { .. });
        if !construct.directive.has(Leaf::Target)
            || self.scopes.mappers().next().is_none()
            || construct.clauses.iter().any(chosen)
        {
            return;
        }
        let program = &self.program;
        let (mut used, mut own) = (vec![], BTreeSet::new());
        let raw = |var: VarId| var.into_raw().into_u32();
        program.walk_all_stmts(body, &mut |_, stmt| {
            match &stmt.kind {
                StmtKind::Decl(decls) => own.extend(decls.iter().filter_map(|decl| match decl {
                    Decl::Var(var) => Some(raw(*var)),
                    _ => None,
                })),
                StmtKind::Omp(inner) => {
                    let clauses = program.constructs[*inner].clauses.iter();
                    let named = clauses.flat_map(|c| c.items()).filter_map(|i| i.var());
                    own.extend(named.map(raw));
                }
                _ => {}
            }
            program.each_expr_of(stmt, &mut |top| {
                program.walk_expr(top, &mut |_, expr| {
                    if let ExprKind::Var(var) = expr.kind
                        && program.types.is_record(program.vars[var].ty.id)
                        && program.vars[var].declare_target.is_none()
                        && !used.contains(&var)
                    {
                        used.push(var);
                    }
                });
            });
        });
        let clauses = construct.clauses.iter();
        own.extend(
            clauses
                .flat_map(|c| c.items())
                .filter_map(|i| i.var())
                .map(raw),
        );
        used.retain(|var| !own.contains(&raw(*var)));
        let (directive, pragma) = (construct.directive.clone(), construct.pragma);
        let how = How {
            kind: MapKind::Tofrom,
            always: false,
            present: false,
            close: false,
        };
        for var in used {
            let item = ListItem {
                span: pragma,
                text: self.program.vars[var].name.clone(),
                kind: ItemKind::Var(var),
            };
            let Some(mapper) = self.mapper_of(None, &item) else {
                continue;
            };
            let mut made = Made {
                directive: &directive,
                span: pragma,
                clauses: vec![],
                iterators: vec![],
                vars: vec![],
            };
            if let Err(error) = self.mapped(mapper, &item, how, 0, &mut made) {
                self.diagnostics.push(*error);
            }
            let construct = &mut self.program.constructs[id];
            construct.clauses.extend(made.clauses);
            construct.iterators.extend(made.vars);
        }
    }

    fn mapper_of(&self, name: Option<&str>, item: &ListItem) -> Option<MapperId> {
        let ty = self.item_type(item)?;
        self.scopes.mappers().find(|&m| {
            let mapper = &self.program.mappers[m];
            mapper.name.as_deref() == name && self.identical(mapper.ty.id, ty)
        })
    }

    /// What a mapper makes of an item.
    fn mapped(
        &mut self,
        mapper: MapperId,
        item: &ListItem,
        how: How,
        depth: usize,
        made: &mut Made,
    ) -> Found {
        if depth > DEEPEST {
            return Err(refusal(item.span, "mappers that need each other"));
        }
        let outer = made.iterators.len();
        let elements = self.elements(item, made)?;
        let Mapper { var, clauses, .. } = self.program.mappers[mapper].clone();
        for clause in &clauses {
            let ClauseKind::Map(map) = &clause.kind else {
                continue;
            };
            if !map.iterators.is_empty() {
                return Err(refusal(clause.span, "an iterator in a mapper"));
            }
            let how = How {
                kind: decayed(how.kind, map.kind.unwrap_or(MapKind::Tofrom)),
                always: how.always || map.always,
                present: how.present || map.present,
                close: how.close || map.close,
            };
            for inner in &map.items {
                if matches!(inner.kind, ItemKind::Var(v) if v == var) {
                    // The structures themselves, all at once.
                    let of_elements = made.iterators.split_off(outer);
                    made.push(item.clone(), how);
                    made.iterators.extend(of_elements);
                    continue;
                }
                for &element in &elements {
                    let part = self.mapped_part(inner, var, element, item)?;
                    let nested = match (&map.mapper, &part.kind) {
                        (Some(name), _) if name != "default" => self.mapper_of(Some(name), &part),
                        _ => self.mapper_of(None, &part),
                    };
                    match nested {
                        Some(nested) => self.mapped(nested, &part, how, depth + 1, made)?,
                        None => made.push(part, how),
                    }
                }
            }
        }
        made.iterators.truncate(outer);
        Ok(())
    }

    /// An item of a mapper, of one structure.
    fn mapped_part(
        &mut self,
        inner: &ListItem,
        var: VarId,
        element: ExprId,
        outer: &ListItem,
    ) -> Result<ListItem, Box<Diagnostic>> {
        let ItemKind::Part {
            base, dims, elem, ..
        } = &inner.kind
        else {
            return Ok(inner.clone());
        };
        let base = self.with(*base, var, element, outer.span)?;
        let mut text = self.spell(base)?;
        let mut new = vec![];
        for dim in dims {
            let one = |lower: &mut Self, e: Option<ExprId>| match e {
                Some(e) => lower.with(e, var, element, outer.span).map(Some),
                None => Ok(None),
            };
            let dim = SectionDim {
                lower: one(self, dim.lower)?,
                length: one(self, dim.length)?,
                stride: one(self, dim.stride)?,
                extent: dim.extent,
                is_index: dim.is_index,
            };
            let mut said = |e: Option<ExprId>| e.map_or(Ok(String::new()), |e| self.spell(e));
            let (lower, length) = (said(dim.lower)?, said(dim.length)?);
            text.push_str(&match dim.is_index {
                true => format!("[{lower}]"),
                false => format!("[{lower}:{length}]"),
            });
            new.push(dim);
        }
        Ok(ListItem {
            span: outer.span,
            text,
            kind: ItemKind::Part {
                root: outer.var(),
                base,
                dims: new,
                elem: *elem,
            },
        })
    }

    /// A copy of an expression with `element` for the variable.
    fn with(
        &mut self,
        id: ExprId,
        var: VarId,
        element: ExprId,
        span: Span,
    ) -> Result<ExprId, Box<Diagnostic>> {
        let Expr { kind, ty, .. } = self.program.exprs[id].clone();
        let mut sub = |e: ExprId| self.with(e, var, element, span);
        let kind = match kind {
            ExprKind::Var(v) if v == var => return Ok(element),
            ExprKind::Var(_)
            | ExprKind::Int { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::Func(_)
            | ExprKind::SizeOf { value: Some(_), .. } => kind,
            ExprKind::Unary { op, arg } => ExprKind::Unary { op, arg: sub(arg)? },
            ExprKind::Binary { op, lhs, rhs } => ExprKind::Binary {
                op,
                lhs: sub(lhs)?,
                rhs: sub(rhs)?,
            },
            ExprKind::Index { base, index } => ExprKind::Index {
                base: sub(base)?,
                index: sub(index)?,
            },
            ExprKind::Member {
                base,
                arrow,
                name,
                path,
            } => ExprKind::Member {
                base: sub(base)?,
                arrow,
                name,
                path,
            },
            ExprKind::Deref(arg) => ExprKind::Deref(sub(arg)?),
            ExprKind::AddrOf(arg) => ExprKind::AddrOf(sub(arg)?),
            ExprKind::Convert { arg, why } => ExprKind::Convert {
                arg: sub(arg)?,
                why,
            },
            ExprKind::Call { callee, args } => ExprKind::Call {
                callee: sub(callee)?,
                args: args.into_iter().map(sub).collect::<Result<_, _>>()?,
            },
            _ => return Err(refusal(span, "this expression in a mapper")),
        };
        self.spelled(kind, ty, span)
    }

    /// A new expression that stands nowhere in the text.
    fn spelled(
        &mut self,
        kind: ExprKind,
        ty: impl Into<QualType>,
        span: Span,
    ) -> Result<ExprId, Box<Diagnostic>> {
        let id = self.expr(kind, ty, span);
        self.spell(id)?;
        Ok(id)
    }

    /// Its C, which is kept.
    fn spell(&mut self, id: ExprId) -> Result<String, Box<Diagnostic>> {
        let raw = id.into_raw().into_u32();
        if let Some(text) = self.program.spelled.get(&raw) {
            return Ok(text.clone());
        }
        let Expr { kind, ty, span } = self.program.exprs[id].clone();
        let text = match kind {
            ExprKind::Var(var) => self.program.vars[var].name.clone(),
            ExprKind::Func(func) => self.program.funcs[func].name.clone(),
            ExprKind::Int { text, .. } => text,
            ExprKind::EnumConst { of, index } => self.program.enums[of].consts[index].name.clone(),
            ExprKind::SizeOf {
                value: Some(value), ..
            } => format!("{value}ul"),
            ExprKind::Unary { op, arg } => {
                let op = match op {
                    UnOp::Plus => "+",
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                format!("({op}{})", self.spell(arg)?)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                format!(
                    "({} {} {})",
                    self.spell(lhs)?,
                    op.spelling(),
                    self.spell(rhs)?
                )
            }
            ExprKind::Index { base, index } => {
                format!("{}[{}]", self.spell(base)?, self.spell(index)?)
            }
            ExprKind::Member {
                base, arrow, name, ..
            } => format!(
                "{}{}{name}",
                self.spell(base)?,
                if arrow { "->" } else { "." }
            ),
            ExprKind::Deref(arg) => format!("(*{})", self.spell(arg)?),
            ExprKind::AddrOf(arg) => format!("(&{})", self.spell(arg)?),
            ExprKind::Convert {
                arg,
                why: Conversion::Cast,
            } => format!("(({}){})", self.program.describe(ty), self.spell(arg)?),
            ExprKind::Convert { arg, .. } => self.spell(arg)?,
            ExprKind::Call { callee, args } => {
                let callee = self.spell(callee)?;
                let args: Result<Vec<String>, _> = args.iter().map(|&a| self.spell(a)).collect();
                format!("{callee}({})", args?.join(", "))
            }
            _ => return Err(refusal(span, "this expression of a mapped item")),
        };
        self.program.spelled.insert(raw, text.clone());
        Ok(text)
    }
}

/// The clauses that come of one item.
struct Made<'a> {
    directive: &'a DirectiveKind,
    span: Span,
    clauses: Vec<Clause>,
    /// Those of the clause and of the arrays that the items are elements of.
    iterators: Vec<omp::Iterator<ExprId>>,
    /// What was declared for the latter.
    vars: Vec<VarId>,
}

impl Made<'_> {
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
            // Nothing moves.
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

/// The map type of a mapper's item where the clause has `outer` (5.2, 5.8.3).
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
        Diagnostic::error(Code::NotYet, span, message)
            .help("map the parts by clauses of their own, or in a loop with `target enter data`"),
    )
}
