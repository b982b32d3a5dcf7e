//! Arrays of variable length that functions declare: whether a call may need memory for them.
//!
//! From the IR: a function's own declarations, the copies that its constructs have, and, transitively, those of what
//! it calls. A function of another file may have some, and a call through a pointer may lead to any function whose
//! address is taken. Must not know where such arrays live.

use super::call_graph::CallGraph;
use super::sharing;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::omp::ClauseKind;
use la_arena::ArenaMap;

/// The size, in bytes, of the largest copy of a reduction that a thread has in registers; a larger one lies on its
/// stack.
pub const LARGEST_COPY: u64 = 256;

/// Where a call may find arrays of variable length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// In a function of this file.
    pub here: bool,
    /// In a function of another file.
    pub elsewhere: bool,
}

impl Found {
    /// The places of both.
    pub fn union(self, other: Found) -> Found {
        Found {
            here: self.here || other.here,
            elsewhere: self.elsewhere || other.elsewhere,
        }
    }
}

/// The arrays of variable length that a statement declares itself.
pub fn declared(program: &Program, stmt: StmtId) -> Vec<VarId> {
    let mut found = vec![];
    program.walk_all_stmts(stmt, &mut |_, s| {
        let StmtKind::Decl(decls) = &s.kind else {
            return;
        };
        for decl in decls {
            if let Decl::Var(var) = decl
                && is_vla(&program.types, program.vars[*var].ty.id)
            {
                found.push(*var);
            }
        }
    });
    found
}

/// The arrays of variable length of which the constructs in a statement have copies.
pub fn copied_in(uses: &UseTable, stmt: StmtId) -> Vec<VarId> {
    let program = uses.program;
    let mut found = vec![];
    program.walk_all_stmts(stmt, &mut |_, s| {
        if let StmtKind::Omp(id) = s.kind {
            found.extend(copied(uses, &program.constructs[id]));
        }
    });
    found
}

/// The arrays of variable length of which a construct has copies, reductions aside.
pub fn copied(uses: &UseTable, construct: &Construct) -> Vec<VarId> {
    let program = uses.program;
    let private = sharing::privatised(uses, construct).into_iter();
    private
        .filter(|(_, how)| *how != Private::Reduction)
        .map(|(var, _)| var)
        .filter(|&var| is_vla(&program.types, program.vars[var].ty.id))
        .collect()
}

/// Whether a construct in a function's body reduces so much of an array that each thread may have a copy on its
/// stack.
fn reduces_arrays(program: &Program, stmt: StmtId) -> bool {
    let constant = |e: ExprId| constants::int_value(program, e);
    let large = |item: &ListItem| {
        let (bytes, count) = match &item.kind {
            ItemKind::Var(var) if program.types.is_array(program.vars[*var].ty.id) => {
                (program.size_of(program.vars[*var].ty.id), Some(1))
            }
            ItemKind::Part { dims, elem, .. } => {
                let mut each = dims.iter().map(|dim| match (dim.is_index, dim.length) {
                    (true, _) => Some(1),
                    (_, length) => length.and_then(constant),
                });
                let count = each.try_fold(1i128, |all, n| all.checked_mul(n?));
                (program.size_of(elem.id), count)
            }
            _ => return false,
        };
        let all = bytes
            .zip(count)
            .map(|(b, n)| i128::from(b).saturating_mul(n));
        all.is_none_or(|all| all > i128::from(LARGEST_COPY))
    };
    let mut found = false;
    program.walk_all_stmts(stmt, &mut |_, s| {
        if let StmtKind::Omp(id) = s.kind {
            for clause in &program.constructs[id].clauses {
                let reduces = matches!(clause.kind, ClauseKind::Reduction { .. });
                found |= reduces && clause.kind.items().iter().any(large);
            }
        }
    });
    found
}

/// What calling each function of a unit may find, computed once.
#[derive(Debug, Default)]
pub struct ThreadArrays {
    known: ArenaMap<FuncId, Found>,
    /// What the functions that pointers may lead to find.
    pointed: Found,
}

impl ThreadArrays {
    /// The arrays of all functions of a unit.
    pub fn of(table: &UseTable, calls: &CallGraph) -> ThreadArrays {
        let program = table.program;
        let nothing = Uses::default();
        let mut all = ThreadArrays::default();
        let own: Vec<(FuncId, Found, &Uses)> = calls
            .bottom_up
            .iter()
            .map(|&id| match program.funcs[id].body {
                Some(body) => {
                    let arrays = [declared(program, body), copied_in(table, body)];
                    let here =
                        arrays.iter().any(|vars| !vars.is_empty()) || reduces_arrays(program, body);
                    let found = Found {
                        here,
                        elsewhere: program.gives_way(id),
                    };
                    (id, found, table.of(body))
                }
                None => {
                    let known = is_omp_routine(program, id) || of_c(program, id).is_some();
                    let found = Found {
                        here: false,
                        elsewhere: !known,
                    };
                    (id, found, &nothing)
                }
            })
            .collect();
        loop {
            let mut changed = false;
            for (id, found, uses) in &own {
                let found = found.union(all.of_uses(uses));
                changed |= all.known.insert(*id, found) != Some(found);
            }
            let functions = calls.pointed.iter().map(|f| all.of_func(*f));
            let through = functions.fold(Found::default(), Found::union);
            changed |= all.pointed != through;
            all.pointed = through;
            if !changed {
                return all;
            }
        }
    }

    /// What the combiners and initialisers of `declare reduction` find.
    pub fn combining(&self, program: &Program) -> Found {
        let all = program.reductions.values();
        all.fold(Found::default(), |sum, one| {
            let initial = match &one.initializer {
                Some(ReductionInit::Call(e) | ReductionInit::Value(Init::Expr(e))) => Some(*e),
                _ => None,
            };
            let exprs = initial.into_iter().chain([one.combiner]);
            exprs.fold(sum, |sum, e| {
                sum.union(self.of_uses(&Uses::of_expr(program, e)))
            })
        })
    }

    fn of_func(&self, func: FuncId) -> Found {
        self.known.get(func).copied().unwrap_or_default()
    }

    /// What the calls in a statement find; arrays that the statement declares itself are not counted.
    pub fn called(&self, uses: &UseTable, stmt: StmtId) -> Found {
        self.of_uses(uses.of(stmt))
    }

    fn of_uses(&self, uses: &Uses) -> Found {
        let through = match uses.calls_unknown {
            // The pointer may also hold the address of another file's function.
            true => self.pointed.union(Found {
                here: false,
                elsewhere: true,
            }),
            false => Found::default(),
        };
        let calls = uses.calls.iter();
        calls.fold(through, |sum, f| sum.union(self.of_func(*f)))
    }
}
