//! To which parallel regions of this file calls lead: those of the called function itself and, transitively, those of
//! the functions that it calls, by name and through pointers.
//!
//! A pointer may lead to each function for devices whose address is taken and that has the pointer's type. A construct
//! for which constants ask for one thread counts for none. What functions of other files do is not known. Must not
//! know how a kernel runs.

use super::call_graph::CallGraph;
use super::use_table::UseTable;
use crate::ir::*;
use crate::omp::Leaf;
use std::collections::{BTreeMap, BTreeSet};

/// The parallel regions to which calls of the functions for devices lead.
#[derive(Debug, Default)]
pub struct CalledRegions {
    /// The first parallel construct that is found for each function that leads to one.
    known: BTreeMap<FuncId, ConstructId>,
    /// The functions for devices whose address is taken.
    pointed: Vec<FuncId>,
}

/// What one function calls.
struct Callees<'a> {
    func: FuncId,
    /// By name.
    named: &'a [FuncId],
    /// The types of the functions that it calls through pointers.
    types: Vec<TypeId>,
}

impl CalledRegions {
    /// The regions to which calls lead, where `device` are the functions that devices have.
    pub fn of(table: &UseTable, calls: &CallGraph, device: &[FuncId]) -> CalledRegions {
        let program = table.program;
        let mut all = CalledRegions::default();
        for &func in device {
            let region = own(program, func);
            all.known.extend(region.map(|region| (func, region)));
        }
        if all.known.is_empty() {
            return all;
        }
        let device: BTreeSet<FuncId> = device.iter().copied().collect();
        let pointed = calls.pointed.iter().copied();
        all.pointed = pointed.filter(|func| device.contains(func)).collect();
        let callees: Vec<Callees> = calls
            .bottom_up
            .iter()
            .filter_map(|&func| {
                let body = program.funcs[func].body?;
                let uses = table.of_func(func)?;
                let types = match uses.calls_unknown {
                    true => types_called(program, body),
                    false => vec![],
                };
                let named = &uses.calls;
                Some(Callees { func, named, types })
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for one in &callees {
                if all.known.contains_key(&one.func) {
                    continue;
                }
                let named = one.named.iter().find_map(|&func| all.of_func(func));
                let mut types = one.types.iter();
                let through = types.find_map(|&ty| all.behind(program, ty));
                let found = named.or(through.map(|(_, region)| region));
                if let Some(region) = found {
                    all.known.insert(one.func, region);
                    changed = true;
                }
            }
        }
        all
    }

    /// Whether no call leads to a region.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// A parallel construct that calling a function may encounter.
    pub fn of_func(&self, func: FuncId) -> Option<ConstructId> {
        self.known.get(&func).copied()
    }

    /// A function that leads to a parallel construct, and to which a call through a pointer may lead.
    pub fn of_call(&self, program: &Program, call: &Expr) -> Option<(FuncId, ConstructId)> {
        self.behind(program, type_called(program, call)?)
    }

    /// The first function of a type whose address is taken and that leads to a parallel construct.
    fn behind(&self, program: &Program, ty: TypeId) -> Option<(FuncId, ConstructId)> {
        let mut pointed = self.pointed.iter();
        pointed.find_map(|&func| {
            let region = self.of_func(func)?;
            may_be(program, ty, func).then_some((func, region))
        })
    }
}

/// The first parallel construct of a function that asks for more than one thread.
fn own(program: &Program, func: FuncId) -> Option<ConstructId> {
    let mut found = None;
    program.walk_all_stmts(program.funcs[func].body?, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            let construct = &program.constructs[id];
            let forks = construct.directive.has(Leaf::Parallel);
            if forks && !construct.asks_for_one_thread(program) {
                found = found.or(Some(id));
            }
        }
    });
    found
}

/// The types of the functions that the statements call through pointers.
fn types_called(program: &Program, body: StmtId) -> Vec<TypeId> {
    let mut found = vec![];
    program.walk_exprs_in(body, &mut |_, expr| {
        found.extend(type_called(program, expr))
    });
    found.sort();
    found.dedup();
    found
}

/// The type of the function, if the expression is a call through a pointer.
fn type_called(program: &Program, call: &Expr) -> Option<TypeId> {
    let ExprKind::Call { callee, .. } = call.kind else {
        return None;
    };
    let callee = program.expr(callee);
    let function = match callee.kind {
        ExprKind::Convert {
            arg,
            why: Conversion::FunctionDecay,
        } => program.expr(arg),
        _ => callee,
    };
    if matches!(function.kind, ExprKind::Func(_)) {
        return None;
    }
    Some(match program.types.resolve(callee.ty.id) {
        Type::Pointer(to) => to.id,
        _ => callee.ty.id,
    })
}

/// Whether a call of a function of the type may call this function: what is hard to compare counts as the same.
fn may_be(program: &Program, ty: TypeId, func: FuncId) -> bool {
    let types = &program.types;
    let Type::Function {
        ret,
        params,
        variadic,
        prototyped,
    } = types.resolve(ty)
    else {
        return true;
    };
    let may_be_same = |a: TypeId, b: TypeId| {
        let pointers = types.is_pointer(a) && types.is_pointer(b);
        let enums = [a, b].map(|ty| matches!(types.resolve(ty), Type::Enum(_)));
        pointers || enums != [false, false] || types.same(a, b)
    };
    let func = &program.funcs[func];
    let own = func.params.iter().map(|&var| program.vars[var].ty.id);
    may_be_same(ret.id, func.ret.id)
        && (!prototyped
            || !func.prototyped
            || *variadic == func.variadic
                && params.len() == own.len()
                && params.iter().zip(own).all(|(a, b)| may_be_same(a.id, b)))
}
