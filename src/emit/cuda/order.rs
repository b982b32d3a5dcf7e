//! The order of declarations: each behind what it is made of, otherwise as in the user's text.

use crate::device::Block;
use crate::ir::walk::each_in_init;
use crate::ir::{AliasId, EnumId, ExprKind, Program, QualType, RecordId, Type, TypeId, VarId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A type declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TypeDecl {
    Record(RecordId),
    Enum(EnumId),
    Alias(AliasId),
}

/// Sorts variables so that each stands after those that its initialiser points at.
#[derive(Default)]
pub(super) struct Order {
    pub placed: Vec<VarId>,
    /// Variables that point at each other, so that they are declared ahead.
    pub forward: Vec<VarId>,
    open: Vec<VarId>,
}

impl Order {
    pub fn of(program: &Program, all: &[VarId]) -> Order {
        let mut order = Order::default();
        all.iter().for_each(|&var| order.place(program, var, all));
        order
    }

    fn place(&mut self, program: &Program, var: VarId, all: &[VarId]) {
        if self.placed.contains(&var) {
            return;
        }
        self.open.push(var);
        let mut needed = vec![];
        if let Some(init) = &program.vars[var].init {
            each_in_init(init, &mut |e| {
                program.walk_expr(e, &mut |_, e| {
                    if let ExprKind::Var(other) = e.kind {
                        needed.push(other);
                    }
                })
            });
        }
        for other in needed {
            if other == var || !all.contains(&other) {
                continue;
            }
            if !self.open.contains(&other) {
                self.place(program, other, all);
            } else if !self.forward.contains(&other) {
                self.forward.push(other);
            }
        }
        self.open.pop();
        self.placed.push(var);
    }
}

fn place(program: &Program, decl: TypeDecl) -> Span {
    match decl {
        TypeDecl::Record(id) => program.records[id].span,
        TypeDecl::Enum(id) => program.enums[id].span,
        TypeDecl::Alias(id) => program.aliases[id].span,
    }
}

/// Sorts types so that each stands after those that it contains.
pub(super) struct TypeOrder<'a> {
    program: &'a Program,
    types: &'a BTreeMap<TypeDecl, Block>,
    pub placed: Vec<TypeDecl>,
    /// The types that have been placed, or are being placed.
    begun: BTreeSet<TypeDecl>,
    /// The types that have been placed.
    done: BTreeSet<TypeDecl>,
    /// Records that others point at before they are defined.
    pub forward: Vec<RecordId>,
}

impl<'a> TypeOrder<'a> {
    pub fn of(program: &'a Program, types: &'a BTreeMap<TypeDecl, Block>) -> TypeOrder<'a> {
        let mut all: Vec<TypeDecl> = types.keys().copied().collect();
        all.sort_by_key(|&decl| (place(program, decl), decl));
        let mut order = TypeOrder {
            program,
            types,
            placed: vec![],
            begun: BTreeSet::new(),
            done: BTreeSet::new(),
            forward: vec![],
        };
        all.into_iter().for_each(|decl| order.place(decl));
        order
    }

    fn place(&mut self, decl: TypeDecl) {
        if !self.types.contains_key(&decl) || !self.begun.insert(decl) {
            return;
        }
        let mut needed = vec![];
        let mut add = |part, value| needed.push((part, value));
        match decl {
            TypeDecl::Record(id) => each_field(self.program, id, &mut |ty| {
                parts(self.program, self.types, ty.id, true, &mut add)
            }),
            // An alias of a record needs the record's name only; one of an array needs the size of the elements.
            TypeDecl::Alias(id) => {
                let target = self.program.aliases[id].target.id;
                let array = self.program.types.is_array(target);
                parts(self.program, self.types, target, array, &mut add);
            }
            TypeDecl::Enum(_) => {}
        }
        for (part, value) in needed {
            match part {
                TypeDecl::Record(id) if !value => {
                    let ahead = self.types.contains_key(&part)
                        && part != decl
                        && !self.done.contains(&part)
                        && !self.forward.contains(&id);
                    if ahead {
                        self.forward.push(id);
                    }
                }
                part => self.place(part),
            }
        }
        self.done.insert(decl);
        self.placed.push(decl);
    }
}

/// The types of a record's fields, those of anonymous members included.
fn each_field(program: &Program, id: RecordId, f: &mut dyn FnMut(QualType)) {
    for field in program.records[id].fields.iter().flatten() {
        match program.types.resolve(field.ty.id) {
            Type::Record(inner) if field.name.is_none() => each_field(program, *inner, f),
            _ => f(field.ty),
        }
    }
}

/// The declarations that a type's text names; `value`: a complete type is needed. Of aliases of aliases the first
/// that is `declared`, which stands behind the others.
fn parts(
    program: &Program,
    declared: &BTreeMap<TypeDecl, Block>,
    ty: TypeId,
    value: bool,
    f: &mut dyn FnMut(TypeDecl, bool),
) {
    let parts = |ty: TypeId, value, f: &mut dyn FnMut(TypeDecl, bool)| {
        parts(program, declared, ty, value, f)
    };
    match program.types.get(ty) {
        Type::Record(id) => f(TypeDecl::Record(*id), value),
        Type::Enum(id) => f(TypeDecl::Enum(*id), value),
        Type::Alias(id) => {
            let (alias, target) = (TypeDecl::Alias(*id), program.aliases[*id].target);
            f(alias, value);
            let rest = match declared.contains_key(&alias) {
                true => program.types.resolve_qual(target),
                false => target,
            };
            parts(rest.id, value, f);
        }
        Type::Pointer(to) => parts(to.id, false, f),
        Type::Array { elem, .. } => parts(elem.id, value, f),
        Type::Function { ret, params, .. } => {
            parts(ret.id, false, f);
            params.iter().for_each(|param| parts(param.id, false, f));
        }
        _ => {}
    }
}
