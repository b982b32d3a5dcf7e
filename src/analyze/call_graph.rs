//! Which functions code calls, by name and through pointers, at any depth.
//!
//! From the uses of statements. A function of another file, and what a pointer leads to, may do anything.

use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::omp::Leaf;
use std::collections::{BTreeMap, BTreeSet};

/// The functions that calls through pointers of this unit may lead to.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// Functions whose address goes somewhere.
    pub pointed: Vec<FuncId>,
}

impl CallGraph {
    pub fn of(program: &Program) -> CallGraph {
        CallGraph {
            pointed: address_taken(program),
        }
    }

    /// The functions of this unit that statements reach by calls, in no particular order; through pointers all whose
    /// address goes somewhere.
    pub fn reached(&self, table: &UseTable, from: impl IntoIterator<Item = StmtId>) -> Vec<FuncId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<StmtId> = from.into_iter().collect();
        while let Some(stmt) = open.pop() {
            let uses = table.of(stmt);
            let pointed = match uses.calls_unknown {
                true => self.pointed.as_slice(),
                false => &[],
            };
            for &func in uses.calls.iter().chain(pointed) {
                if found.insert(func) {
                    open.extend(table.program.funcs[func].body);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// Calling a function of this file comes to a parallel construct of this file. What it calls elsewhere may have
/// some, too ([`super::orphans::Needs`]), of which nobody can say anything here.
pub fn forks_in_sight(uses: &UseTable, func: FuncId) -> bool {
    let program = uses.program;
    let Some(body) = program.funcs[func].body else {
        return false;
    };
    let mut bodies = vec![body];
    let reached = Reached::from(uses, Some(body)).funcs;
    bodies.extend(reached.iter().filter_map(|&f| program.funcs[f].body));
    let mut found = false;
    for body in bodies {
        program.walk_all_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(id) = s.kind {
                found |= program.constructs[id].directive.has(Leaf::Parallel);
            }
        });
    }
    found
}

/// Whether a statement calls functions that may call themselves, at whatever distance. A call through a
/// pointer may.
pub fn recursive(table: &UseTable, stmt: StmtId) -> bool {
    fn visit(
        table: &UseTable,
        uses: &Uses,
        open: &mut Vec<FuncId>,
        seen: &mut Vec<FuncId>,
    ) -> bool {
        let program = table.program;
        if uses.calls_unknown {
            return true;
        }
        uses.calls.iter().any(|&func| {
            if open.contains(&func) || program.gives_way(func) {
                return true;
            }
            let Some(body) = program.funcs[func].body else {
                return false;
            };
            if seen.contains(&func) {
                return false;
            }
            seen.push(func);
            open.push(func);
            let found = visit(table, table.of(body), open, seen);
            open.pop();
            found
        })
    }
    visit(table, table.of(stmt), &mut vec![], &mut vec![])
}

/// Whether calls lead from one of these functions back to it, pointers aside.
pub fn any_recursive(table: &UseTable, funcs: &[FuncId]) -> bool {
    let calls: BTreeMap<FuncId, BTreeSet<FuncId>> = funcs
        .iter()
        .filter_map(|&func| {
            let calls = &table.of_func(func)?.calls;
            Some((func, calls.iter().copied().collect()))
        })
        .collect();
    // Who calls nobody that is left is in no circle.
    let mut left = calls;
    loop {
        let before = left.len();
        let names: BTreeSet<FuncId> = left.keys().copied().collect();
        left.retain(|_, called| !called.is_disjoint(&names));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// The functions that code may come to.
#[derive(Debug, Default)]
pub struct Reached {
    /// Of this file, those that pointers lead to aside.
    pub funcs: BTreeSet<FuncId>,
    /// Others as well: of other files, or through pointers.
    pub others: bool,
}

impl Reached {
    pub fn from(table: &UseTable, body: Option<StmtId>) -> Reached {
        let program = table.program;
        let mut reached = Reached::default();
        let mut open: Vec<StmtId> = body.into_iter().collect();
        while let Some(body) = open.pop() {
            let uses = table.of(body);
            reached.others |= uses.calls_unknown;
            for &func in &uses.calls {
                if !reached.funcs.insert(func) {
                    continue;
                }
                reached.others |= program.gives_way(func);
                match program.funcs[func].body {
                    Some(body) => open.push(body),
                    None => {
                        reached.others |=
                            !is_omp_routine(program, func) && of_c(program, func).is_none();
                    }
                }
            }
        }
        reached
    }
}

/// Functions whose address goes somewhere.
fn address_taken(program: &Program) -> Vec<FuncId> {
    let mut taken = vec![];
    let mut called: Vec<ExprId> = vec![];
    for (_, expr) in program.exprs.iter() {
        if let ExprKind::Call { callee, .. } = expr.kind {
            called.push(callee);
            if let ExprKind::Convert { arg, .. } = program.expr(callee).kind {
                called.push(arg);
            }
        }
    }
    called.sort();
    for (id, expr) in program.exprs.iter() {
        if let ExprKind::Func(func) = expr.kind
            && called.binary_search(&id).is_err()
        {
            taken.push(func);
        }
    }
    taken.sort();
    taken.dedup();
    taken
}
