//! What the host hands over for a region, and where each captured variable lives in the kernel.
//!
//! From the attributes (`analyze::sharing`) and the map clauses. The order is that of the clauses,
//! then of first use; the kernel's parameters follow it.

use super::array_reduction::Long;
use super::{Arg, ArgWhat, Storage, elements};
use crate::analyze::sharing::{self, Captured, DeviceAttr, DeviceData, Rule};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{self, ClauseKind, Map, MapKind};
use std::collections::BTreeMap;

/// The largest value that goes by parameter; larger ones go through device memory, bytes.
const MAX_VALUE: u64 = 1024;

pub struct Data {
    pub args: Vec<Arg>,
    pub storage: BTreeMap<u32, Storage>,
}

/// `single`: one thread in all runs the region, so that it may change its by-value parameters.
pub fn plan(
    program: &Program,
    construct: &Construct,
    facts: &DeviceData,
    single: bool,
) -> Result<Data, Vec<Diagnostic>> {
    let mut builder = Builder {
        program,
        construct,
        facts,
        single,
        args: vec![],
        storage: BTreeMap::new(),
        errors: vec![],
    };
    builder.clauses();
    for captured in &facts.vars {
        builder.captured(captured);
    }
    builder.check_complete();
    if builder.errors.is_empty() {
        Ok(Data {
            args: builder.args,
            storage: builder.storage,
        })
    } else {
        Err(builder.errors)
    }
}

/// The last argument of a region whose teams leave `bytes` each for the others, or whose threads have copies.
pub fn scratch(bytes: u64, copies: Vec<Long>) -> Option<Arg> {
    let what = match copies.is_empty() {
        true if bytes == 0 => return None,
        true => ArgWhat::Scratch(bytes),
        false => ArgWhat::ScratchCopies(bytes, copies),
    };
    Some(of_launch(what))
}

/// What displaced variables take.
pub fn team_memory(bytes: u64) -> Option<Arg> {
    (bytes > 0).then_some(of_launch(ArgWhat::TeamMemory(bytes)))
}

/// What a kernel whose blocks have the dimensions of its nest is told.
pub fn grid_part(grid_of_nest: bool) -> Option<Arg> {
    grid_of_nest.then_some(of_launch(ArgWhat::GridPart))
}

/// Room for tasks.
pub fn task_memory(needed: bool) -> Option<Arg> {
    needed.then_some(of_launch(ArgWhat::TaskMemory))
}

pub fn of_launch(what: ArgWhat) -> Arg {
    Arg {
        what,
        param: None,
        always: false,
        present: false,
        close: false,
        implicit: true,
    }
}

/// The mapped list items of a data directive, without kernel parameters.
pub fn plan_data_directive(
    program: &Program,
    construct: &Construct,
) -> Result<Vec<Arg>, Vec<Diagnostic>> {
    let facts = DeviceData::default();
    let mut builder = Builder {
        program,
        construct,
        facts: &facts,
        single: false,
        args: vec![],
        storage: BTreeMap::new(),
        errors: vec![],
    };
    builder.clauses();
    builder.check_complete();
    if builder.errors.is_empty() {
        Ok(builder.args)
    } else {
        Err(builder.errors)
    }
}

struct Builder<'a> {
    program: &'a Program,
    construct: &'a Construct,
    facts: &'a DeviceData,
    single: bool,
    args: Vec<Arg>,
    storage: BTreeMap<u32, Storage>,
    errors: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// The map clauses, item by item. A variable whose parameter a later section shares gets it once.
    fn clauses(&mut self) {
        let construct = self.construct;
        for clause in &construct.clauses {
            match &clause.kind {
                ClauseKind::Map(map) => {
                    let kind = self.map_kind(map);
                    let first = self.args.len();
                    for item in &map.items {
                        self.map_item(item, kind, map.always, map.present, map.close);
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
                        self.map_item(item, kind, false, motion.present, false);
                    }
                    self.iterated(&motion.iterators, first);
                }
                ClauseKind::Reduction { items, .. } if construct.directive.leaves().len() > 1 => {
                    // 5.2, 17.2: as if `map(tofrom)` of the same elements stood on the target construct.
                    for item in items {
                        if matches!(item.kind, ItemKind::Part { .. }) && !self.is_mapped(item) {
                            self.map_item(item, MapKind::Tofrom, false, false, false);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The arguments from `first` on come of a clause with iterators: its sections are as many as the program says.
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
        // Behind a pointer from its first element on: the pointer is looked up once they are mapped.
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
                    let several = contiguous(self.program, self.construct, item).is_err();
                    if let Some(var) = arg.param {
                        let is_array = self.program.types.is_array(self.program.vars[var].ty.id);
                        if from_first(item) {
                            arg.param = None;
                            looked_up.push(var);
                        } else if is_array {
                            // All of it is mapped.
                            arg.param = None;
                            self.storage.remove(&var.into_raw().into_u32());
                        }
                    }
                    if !several && arg.param.is_none() {
                        arg.what = ArgWhat::Items(iterators.to_vec(), item.clone(), *kind);
                        continue;
                    }
                    Some((item.span, format!("`{}`", item.text)))
                }
                // The structure that holds the pointers is another one for each value.
                ArgWhat::Pointee(pointer, _) if names(*pointer) => {
                    let span = self.program.expr(*pointer).span;
                    Some((span, "what several pointers lead to".to_string()))
                }
                _ => None,
            };
            if let Some((span, text)) = refused {
                self.errors.push(
                    Diagnostic::error(
                        Code::NotYet,
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
            ..of_launch(ArgWhat::Pointer(var))
        }));
    }

    /// A flexible array member lies behind its structure, of which a mapping has no such part.
    fn flexible(&self, item: &ListItem, base: ExprId) -> Option<Diagnostic> {
        let program = self.program;
        let array = program.expr(strip_decay(program, base));
        let member = matches!(array.kind, ExprKind::Member { .. });
        let flexible = matches!(
            program.types.resolve(array.ty.id),
            Type::Array {
                len: ArrayLen::Unknown | ArrayLen::Known(0),
                ..
            }
        );
        (member && flexible).then(|| {
            Diagnostic::error(
                Code::NotYet,
                item.span,
                format!(
                    "`{}` is a section of a flexible array member, whose mapping is not translated yet",
                    item.text
                ),
            )
            .also(self.construct.pragma, "on this directive")
            .help("map the structure and its elements as one section of bytes, through a `char *`")
        })
    }

    /// Whether a map clause of the construct speaks of the variable that an item starts from.
    fn is_mapped(&self, item: &ListItem) -> bool {
        let maps = self.construct.clauses.iter().filter_map(|c| match &c.kind {
            ClauseKind::Map(map) => Some(map),
            _ => None,
        });
        let mut items = maps.flat_map(|map| &map.items);
        items.any(|other| other.var() == item.var())
    }

    /// Whether a map clause of the construct names the variable itself.
    fn is_mapped_whole(&self, var: VarId) -> bool {
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
            // `tofrom` on the stand-alone directives counts as the half that makes sense there (5.2, 13.6, 13.7).
            MapKind::Tofrom if default != MapKind::Tofrom => default,
            _ if map.delete => MapKind::Delete,
            kind => kind,
        }
    }

    fn map_item(
        &mut self,
        item: &ListItem,
        kind: MapKind,
        always: bool,
        present: bool,
        close: bool,
    ) {
        let arg = |what, param| Arg {
            what,
            param,
            always,
            present,
            close,
            implicit: false,
        };
        match &item.kind {
            ItemKind::Var(var) => {
                let param = self.param(*var);
                self.args.push(arg(ArgWhat::Var(*var, kind), param));
            }
            ItemKind::Part {
                root, base, dims, ..
            } => {
                let updates = self.construct.directive == crate::omp::DirectiveKind::TargetUpdate;
                if let Err(error) = contiguous(self.program, self.construct, item)
                    && !(updates && pieces(self.program, item).is_some())
                {
                    self.errors.push(error);
                    return;
                }
                if let Some(error) = self.flexible(item, *base) {
                    self.errors.push(error);
                    return;
                }
                self.pointers_on_the_way(*base, kind);
                // A section straight off the variable stands for the variable's own parameter; so does an
                // element behind a pointer variable or of an array, or a part of one.
                let stripped = strip_decay(self.program, *base);
                let is_array = self
                    .program
                    .types
                    .is_array(self.program.expr(stripped).ty.id);
                let of = elements::stands_for(self.program, stripped, dims.is_empty() || is_array);
                // Where the variable itself is mapped, too, the parameter is the variable's.
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

    /// For `s.p[0:n]`, `q->p[0:n]`, `s.q->p[0:n]`: the records that hold the pointers on the way must be
    /// on the device too, so that the pointers can be attached (5.2, 5.8.3). Nobody asked for their other
    /// members back: the host may have changed those in the meantime.
    fn pointers_on_the_way(&mut self, base: ExprId, kind: MapKind) {
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
                            what: ArgWhat::Pointee(pointer, record(kind)),
                            param: match program.expr(pointer).kind {
                                ExprKind::Var(var) if !self.is_mapped_whole(var) => self.param(var),
                                _ => None,
                            },
                            always: false,
                            present: false,
                            close: false,
                            implicit: true,
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
                            what: ArgWhat::Var(var, record(kind)),
                            param,
                            always: false,
                            present: false,
                            close: false,
                            implicit: true,
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

    /// For `p[1].q[0:n]`: the structure `p[1]`, unless a clause maps such elements.
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
            what: ArgWhat::Item(item, kind),
            param,
            always: false,
            present: false,
            close: false,
            implicit: true,
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

    /// The variable, if its parameter is still to be given and the region uses it.
    fn param(&mut self, var: VarId) -> Option<VarId> {
        let captured = self.facts.get(var)?;
        let key = var.into_raw().into_u32();
        if self.storage.contains_key(&key) || captured.usage == Default::default() {
            return None;
        }
        let storage = match captured.attr {
            DeviceAttr::SectionBase => Storage::Value,
            DeviceAttr::Map(_) => self.mapped_storage(captured),
            _ => return None,
        };
        self.storage.insert(key, storage);
        Some(var)
    }

    fn mapped_storage(&self, captured: &Captured) -> Storage {
        let ty = self.program.vars[captured.var].ty.id;
        if self.program.types.is_array(ty)
            && (!captured.usage.whole || self.program.types.is_variably_modified(ty))
        {
            Storage::Array
        } else {
            Storage::Reference
        }
    }

    /// A captured variable that no map clause has given a parameter yet.
    fn captured(&mut self, captured: &Captured) {
        let var = captured.var;
        let key = var.into_raw().into_u32();
        if self.storage.contains_key(&key) || captured.usage == Default::default() {
            return;
        }
        let v = &self.program.vars[var];
        let implicit = !matches!(captured.rule, Rule::Explicit(_));
        let size = self.program.size_of(v.ty.id);
        let by_value =
            size.is_some_and(|n| n <= MAX_VALUE) && !self.program.types.is_array(v.ty.id);
        let changed = captured.usage.maybe_written();
        let (what, storage) = match captured.attr {
            DeviceAttr::DeclareTarget | DeviceAttr::ConstantTable => {
                self.storage.insert(key, Storage::Symbol);
                return;
            }
            DeviceAttr::Map(kind) => (ArgWhat::Var(var, kind), self.mapped_storage(captured)),
            DeviceAttr::SectionBase => (ArgWhat::Pointer(var), Storage::Value),
            DeviceAttr::PointerLookup if !changed || self.single => {
                (ArgWhat::Pointer(var), Storage::Value)
            }
            DeviceAttr::PointerLookup => (ArgWhat::PrivateCopy(var), Storage::Reference),
            DeviceAttr::IsDevicePtr if self.program.types.is_pointer(v.ty.id) => {
                (ArgWhat::DevicePointer(var), Storage::Value)
            }
            DeviceAttr::IsDevicePtr | DeviceAttr::HasDeviceAddr => {
                (ArgWhat::DeviceAddress(var), self.mapped_storage(captured))
            }
            DeviceAttr::Firstprivate if by_value && (!changed || self.single) => {
                (ArgWhat::Value(var), Storage::Value)
            }
            DeviceAttr::Firstprivate => (ArgWhat::PrivateCopy(var), self.mapped_storage(captured)),
            DeviceAttr::Private if self.single => {
                self.storage.insert(key, Storage::Local);
                return;
            }
            DeviceAttr::Private => (ArgWhat::PrivateSpace(var), self.mapped_storage(captured)),
        };
        if captured.attr == DeviceAttr::PointerLookup && storage == Storage::Reference {
            // The copy would hold a host pointer.
            self.errors.push(
                Diagnostic::error(
                    Code::NotYet,
                    v.span,
                    format!("the pointer `{}` is changed by threads that share it", v.name),
                )
                .also(self.construct.pragma, "in this region")
                .help(format!("copy it to a variable of the loop's body first, or name it in `firstprivate({})`", v.name)),
            );
            return;
        }
        self.storage.insert(key, storage);
        self.args.push(Arg {
            what,
            param: Some(var),
            always: false,
            present: sharing::asks_presence(self.program, self.construct, captured),
            close: false,
            implicit,
        });
    }

    /// What is mapped has a size (5.2, 5.8.3: a mappable type).
    fn check_complete(&mut self) {
        let program = self.program;
        for arg in &self.args {
            let (ty, place, text) = match &arg.what {
                ArgWhat::Var(var, _) => {
                    let v = &program.vars[*var];
                    (v.ty.id, v.span, v.name.clone())
                }
                ArgWhat::Item(item, _) | ArgWhat::Items(_, item, _) => match &item.kind {
                    ItemKind::Part { base, dims, .. } => {
                        let mut ty = program.expr(strip_decay(program, *base)).ty.id;
                        for _ in dims {
                            ty = program.types.element(ty).map_or(ty, |element| element.id);
                        }
                        (ty, item.span, item.text.clone())
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let sized = program.size_of(ty).is_some() || program.types.is_variably_modified(ty);
            if !sized {
                self.errors.push(
                    Diagnostic::error(
                        Code::Mapping,
                        place,
                        format!("`{text}` has an incomplete type here, and cannot be mapped"),
                    )
                    .also(self.construct.pragma, "by this construct")
                    .help("complete the type in this file, or map a section of it"),
                );
                return;
            }
        }
    }
}

/// The pointer that an lvalue is reached through (5.2, 3.2.1: the base pointer): `p` in `p[2]`, `p[1].m`, `*p` and
/// `p->m`, `s.q` in `s.q[1].m`; none where it is a variable or a part of one.
pub fn base_pointer(program: &Program, lvalue: ExprId) -> Option<ExprId> {
    match program.expr(lvalue).kind {
        ExprKind::Member {
            base, arrow: false, ..
        } => base_pointer(program, base),
        ExprKind::Member { base, .. } | ExprKind::Deref(base) => pointer_operand(program, base),
        ExprKind::Index { base, .. } => pointer_operand(program, base),
        ExprKind::Convert { arg, .. } => base_pointer(program, arg),
        _ => None,
    }
}

/// The pointer in pointer arithmetic; for a decayed array, the base pointer of the array itself.
fn pointer_operand(program: &Program, id: ExprId) -> Option<ExprId> {
    let is_pointer = |e: &ExprId| {
        let ty = program.expr(*e).ty.id;
        program.types.is_pointer(ty)
    };
    match program.expr(id).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay,
        } => base_pointer(program, arg),
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        } => pointer_operand(program, arg),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => [lhs, rhs]
            .into_iter()
            .find(is_pointer)
            .and_then(|side| pointer_operand(program, side)),
        _ => Some(id),
    }
}

/// Without decay and other conversions.
pub fn strip_decay(program: &Program, id: ExprId) -> ExprId {
    match program.expr(id).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay | Conversion::Implicit,
        } => strip_decay(program, arg),
        _ => id,
    }
}

/// Whether two side-effect-free lvalues are written alike.
pub(super) fn same_lvalue(program: &Program, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (strip_decay(program, a), strip_decay(program, b));
    match (&program.expr(a).kind, &program.expr(b).kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (
            ExprKind::Member {
                base: x, path: p, ..
            },
            ExprKind::Member {
                base: y, path: q, ..
            },
        ) => p == q && same_lvalue(program, *x, *y),
        (ExprKind::Deref(x), ExprKind::Deref(y)) => same_lvalue(program, *x, *y),
        (ExprKind::Index { base: x, index: i }, ExprKind::Index { base: y, index: j }) => {
            let constant = |e: ExprId| crate::analyze::loops::constant(program, e);
            let var = |e: ExprId| match program.expr(strip_decay(program, e)).kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            };
            same_lvalue(program, *x, *y)
                && (constant(*i).is_some_and(|i| constant(*j) == Some(i))
                    || var(*i).is_some_and(|i| var(*j) == Some(i)))
        }
        _ => false,
    }
}

/// Of a section that `target update` takes apart (5.2, 13.9): how many of its dimensions, the outer ones, give pieces
/// at equal distances; the rest is one piece. None where pointers stand between them.
pub fn pieces(program: &Program, item: &ListItem) -> Option<usize> {
    let ItemKind::Part { dims, .. } = &item.kind else {
        return None;
    };
    if dims.iter().skip(1).any(|dim| dim.extent.is_none()) {
        return None;
    }
    let one =
        |e: Option<ExprId>| e.and_then(|e| crate::analyze::loops::constant(program, e)) == Some(1);
    for (at, dim) in dims.iter().enumerate().rev() {
        if dim.stride.is_some() && !one(dim.stride) {
            return Some(at + 1);
        }
        if !full(program, dim) {
            return Some(at);
        }
    }
    Some(0)
}

/// A section of several dimensions must be one piece of memory, and strides are not translated.
pub(super) fn contiguous(
    program: &Program,
    construct: &Construct,
    item: &ListItem,
) -> Result<(), Diagnostic> {
    let ItemKind::Part { dims, .. } = &item.kind else {
        return Ok(());
    };
    let one =
        |e: Option<ExprId>| e.and_then(|e| crate::analyze::loops::constant(program, e)) == Some(1);
    if let Some(dim) = dims.iter().find(|d| d.stride.is_some() && !one(d.stride)) {
        let place = dim.stride.map_or(item.span, |e| program.expr(e).span);
        return Err(Diagnostic::error(
            Code::NotYet,
            place,
            "array sections with a stride are not translated yet",
        )
        .help("map the whole range, or copy the parts that are needed"));
    }
    let mut partial = false;
    for dim in dims {
        if partial && !full(program, dim) {
            return Err(Diagnostic::error(
                Code::NotYet,
                item.span,
                format!("`{}` is not one piece of memory", item.text),
            )
            .also(construct.pragma, "named here")
            .note("OpenMP 5.2, 5.8.3: a mapped section is contiguous storage")
            .help("take inner dimensions whole, `[:]`, or map the rows one by one"));
        }
        let single = dim.is_index || one(dim.length);
        partial |= !single;
    }
    Ok(())
}

/// The section takes the whole dimension, for all that can be told.
pub(super) fn full(program: &Program, dim: &SectionDim) -> bool {
    let constant = |e: ExprId| crate::analyze::loops::constant(program, e);
    let from_zero = dim.lower.is_none_or(|e| constant(e) == Some(0));
    if !from_zero || dim.is_index {
        return false;
    }
    match (dim.length, &dim.extent) {
        (None, _) => true,
        (Some(len), Some(ArrayLen::Known(n))) => constant(len) == Some(i128::from(*n)),
        (Some(len), Some(ArrayLen::Vla(extent))) => {
            let kept = match program.expr(*extent).kind {
                ExprKind::Var(var) => program.vars[var].extent_of,
                _ => None,
            };
            let extent = kept.map_or(*extent, |kept| kept.written);
            elements::same_value(program, len, extent)
        }
        _ => false,
    }
}
