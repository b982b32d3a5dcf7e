//! Where the pointers of a region lead: by assignments, initialisers and arguments of calls, in any order, to variables
//! and to what captured pointers point into.
//!
//! From the accesses of the region and of the functions that it calls. A pointer that is loaded from memory, returned by
//! a function or made from an integer may lead anywhere.

use super::accesses::Accesses;
use super::is_of_host;
use super::storage::Root;
use crate::analyze::sharing::{DeviceAttr, DeviceData};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The values that a pointer expression may have.
#[derive(Default)]
pub(super) struct Values {
    /// What it may point into whatever the values of variables are.
    pub roots: BTreeSet<Root>,
    /// The pointer variables whose values it may have, and the arrays into which it may point.
    pub of: BTreeSet<VarId>,
}

impl Values {
    pub fn of_pointer(program: &Program, id: ExprId) -> Values {
        let mut values = Values::default();
        values.add_pointer(program, id);
        values
    }

    /// Adds what the pointer `id` may point into.
    fn add_pointer(&mut self, program: &Program, id: ExprId) {
        let is_pointer = |e: &ExprId| program.types.is_pointer(program.expr(*e).ty.id);
        match &program.expr(id).kind {
            ExprKind::Var(var) => {
                self.of.insert(*var);
            }
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.add_object(program, *arg),
            ExprKind::Convert { arg, .. } if is_pointer(arg) => self.add_pointer(program, *arg),
            ExprKind::Convert { arg, .. } if constants::int_value(program, *arg) == Some(0) => {}
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                let sides = [*lhs, *rhs];
                sides
                    .into_iter()
                    .filter(is_pointer)
                    .for_each(|e| self.add_pointer(program, e));
            }
            ExprKind::IncDec { arg: one, .. }
            | ExprKind::CompoundAssign { lhs: one, .. }
            | ExprKind::Assign { rhs: one, .. }
            | ExprKind::Comma { rhs: one, .. } => self.add_pointer(program, *one),
            ExprKind::Cond { yes, no, .. } => {
                match yes {
                    Some(yes) => self.add_pointer(program, *yes),
                    None => {
                        self.roots.insert(Root::Unknown);
                    }
                }
                self.add_pointer(program, *no);
            }
            _ => {
                self.roots.insert(Root::Unknown);
            }
        }
    }

    /// Adds the storage of the object that `id` designates.
    fn add_object(&mut self, program: &Program, id: ExprId) {
        match program.lvalue(id) {
            Lvalue::Var(var) => {
                self.roots.insert(Root::Object(var));
            }
            Lvalue::Part(of) => self.add_object(program, of),
            Lvalue::Behind { pointer, .. } => self.add_pointer(program, pointer),
            Lvalue::Other => match program.expr(id).kind {
                ExprKind::CompoundLiteral { .. } | ExprKind::Str { .. } => {}
                _ => {
                    self.roots.insert(Root::Unknown);
                }
            },
        }
    }
}

/// Where the pointer variables of a region lead.
pub(super) struct Leads<'a> {
    program: &'a Program,
    data: &'a DeviceData,
    addressed: BTreeSet<VarId>,
    /// By assignments, initialisers and arguments of calls: an entry for each variable that has one of them.
    given: BTreeMap<VarId, BTreeSet<Root>>,
}

impl<'a> Leads<'a> {
    pub fn of(program: &'a Program, data: &'a DeviceData, parts: &[&Accesses]) -> Leads<'a> {
        let addressed = parts.iter().flat_map(|part| &part.addressed);
        let mut leads = Leads {
            program,
            data,
            addressed: addressed.copied().collect(),
            given: BTreeMap::new(),
        };
        let mut receivers: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
        for &(var, value) in parts.iter().flat_map(|part| &part.given) {
            let values = Values::of_pointer(program, value);
            leads.given.entry(var).or_default().extend(values.roots);
            for giver in values.of {
                receivers.entry(giver).or_default().insert(var);
            }
        }
        let mut grown: Vec<VarId> = receivers.keys().copied().collect();
        while let Some(giver) = grown.pop() {
            let mut roots = BTreeSet::new();
            leads.of_var(giver, &mut roots);
            for &var in receivers.get(&giver).into_iter().flatten() {
                let known = leads.given.entry(var).or_default();
                let before = known.len();
                known.extend(roots.iter().copied());
                if known.len() > before {
                    grown.push(var);
                }
            }
        }
        leads
    }

    /// Adds what a pointer expression may point into.
    pub fn of_pointer(&self, pointer: ExprId, to: &mut BTreeSet<Root>) {
        let values = Values::of_pointer(self.program, pointer);
        to.extend(values.roots);
        values.of.iter().for_each(|var| self.of_var(*var, to));
    }

    /// Adds what a pointer variable may point into; of an array its own storage.
    pub fn of_var(&self, var: VarId, to: &mut BTreeSet<Root>) {
        let data = &self.program.vars[var];
        if self.program.types.is_array(data.ty.id) {
            to.insert(Root::Object(var));
            return;
        }
        let given = self.given.get(&var);
        let captured = self.data.get(var);
        // A pointer that is mapped itself has the value that device code gave it last.
        let mapped = captured.is_some_and(|one| matches!(one.attr, DeviceAttr::Map(_)));
        if !mapped && captured.is_some_and(|one| is_of_host(one.attr)) {
            to.insert(Root::Behind(var));
        } else if !data.storage.is_local() || captured.is_some() || given.is_none() {
            to.insert(Root::Unknown);
        }
        if self.addressed.contains(&var) && captured.is_none() {
            to.insert(Root::Unknown);
        }
        to.extend(given.into_iter().flatten().copied());
    }
}
