//! Which functions code calls, by name and through pointers, directly and through other functions.
//!
//! From the uses of statements. What calling a function may lead to is found for every function by a fixed point,
//! from the called functions up to their callers; a function of another file, and the target of a pointer, may do
//! anything.

use super::orphaned_order;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::omp::{ClauseKind, ScheduleKind};
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// What calling a function may lead to: the calls and constructs of the function itself and of all that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// A function calls itself, directly or through others.
    pub circles: bool,
    /// There are calls through pointers.
    pub pointers: bool,
    /// A function is called in whose place another file may have its own.
    pub weak: bool,
    /// A function is called that another file defines, and that is no library function.
    pub outside: bool,
    /// There are `ordered` regions whose loop is the caller's.
    pub orders: bool,
    /// There are loops with an `ordered` clause.
    pub ordered_loops: bool,
    /// There are loops that need a work queue of the team, or there may be: in a function for devices that another file
    /// defines.
    pub work_queues: bool,
}

impl Calls {
    fn union(self, other: Calls) -> Calls {
        Calls {
            circles: self.circles || other.circles,
            pointers: self.pointers || other.pointers,
            weak: self.weak || other.weak,
            outside: self.outside || other.outside,
            orders: self.orders || other.orders,
            ordered_loops: self.ordered_loops || other.ordered_loops,
            work_queues: self.work_queues || other.work_queues,
        }
    }

    /// Whether a function may call itself, directly or through others. Pointers may lead to any function.
    pub fn recursive(self) -> bool {
        self.circles || self.pointers || self.weak
    }

    /// Whether functions may be called that this file does not show: those of other files, and those behind pointers.
    pub fn others(self) -> bool {
        self.outside || self.pointers || self.weak
    }
}

/// What calling each function may lead to, and the order in which facts of functions are found.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// Functions whose address is taken: calls through pointers may lead to them.
    pub pointed: Vec<FuncId>,
    /// All functions, each after those that it calls (recursion aside): facts of functions are found in this order.
    pub bottom_up: Vec<FuncId>,
    known: ArenaMap<FuncId, Calls>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn of(table: &UseTable) -> CallGraph {
        let program = table.program;
        let mut graph = CallGraph {
            pointed: address_taken(program),
            ..CallGraph::default()
        };
        let circles = graph.visit(table);
        let nothing = Uses::default();
        let own: Vec<(FuncId, Calls, &Uses)> = graph
            .bottom_up
            .iter()
            .map(|&func| {
                let calls = Calls {
                    circles: circles.contains(&func),
                    ..own(program, func)
                };
                (func, calls, table.of_func(func).unwrap_or(&nothing))
            })
            .collect();
        loop {
            let mut changed = false;
            for (func, calls, uses) in &own {
                let calls = calls.union(graph.of_uses(uses));
                changed |= graph.known.insert(*func, calls) != Some(calls);
            }
            if !changed {
                return graph;
            }
        }
    }

    /// Sorts the functions into `bottom_up`, and finds those that call one whose call has not returned: they are
    /// recursive.
    fn visit(&mut self, table: &UseTable) -> BTreeSet<FuncId> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Open,
            Done,
        }
        let calls = |func| table.of_func(func).map_or(&[][..], |uses| &uses.calls);
        let mut circles = BTreeSet::new();
        let mut seen: ArenaMap<FuncId, Seen> = ArenaMap::new();
        for (root, _) in table.program.funcs.iter() {
            // Each function that is being called, and how many of its calls have been looked at.
            let mut open: Vec<(FuncId, usize)> = vec![];
            if seen.get(root).is_none() {
                seen.insert(root, Seen::Open);
                open.push((root, 0));
            }
            while let Some((func, next)) = open.last_mut() {
                let func = *func;
                let Some(&callee) = calls(func).get(*next) else {
                    seen.insert(func, Seen::Done);
                    self.bottom_up.push(func);
                    open.pop();
                    continue;
                };
                *next += 1;
                match seen.get(callee) {
                    None => {
                        seen.insert(callee, Seen::Open);
                        open.push((callee, 0));
                    }
                    Some(Seen::Open) => {
                        circles.insert(func);
                    }
                    Some(Seen::Done) => {}
                }
            }
        }
        circles
    }

    /// What calling a function may lead to.
    pub fn of_func(&self, func: FuncId) -> Calls {
        self.known.get(func).copied().unwrap_or_default()
    }

    /// What the calls in a statement may lead to.
    pub fn of_stmt(&self, table: &UseTable, stmt: StmtId) -> Calls {
        self.of_uses(table.of(stmt))
    }

    fn of_uses(&self, uses: &Uses) -> Calls {
        let through = Calls {
            pointers: uses.calls_unknown,
            ..Calls::default()
        };
        let calls = uses.calls.iter();
        calls.fold(through, |sum, &func| sum.union(self.of_func(func)))
    }

    /// The functions of this unit that statements reach by calls; through pointers all whose address goes somewhere.
    pub fn reached(
        &self,
        table: &UseTable,
        from: impl IntoIterator<Item = StmtId>,
    ) -> BTreeSet<FuncId> {
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
        found
    }
}

/// What the function's own statements lead to, without what it calls.
fn own(program: &Program, func: FuncId) -> Calls {
    let mut calls = Calls {
        weak: program.gives_way(func),
        ..Calls::default()
    };
    let Some(body) = program.funcs[func].body else {
        calls.outside = !is_omp_routine(program, func) && of_c(program, func).is_none();
        calls.work_queues = program.funcs[func].declare_target.is_some();
        return calls;
    };
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            let construct = &program.constructs[id];
            calls.orders |= orphaned_order::is_orphan(program, construct);
            calls.ordered_loops |= orphaned_order::is_ordered_loop(construct);
            calls.work_queues |= construct.clauses.iter().any(needs_work_queue);
        }
    });
    calls
}

/// Whether the clause makes a loop take its iterations from a work queue (OpenMP 5.2, 11.5.3), or run them in order.
fn needs_work_queue(clause: &Clause) -> bool {
    match clause.kind {
        ClauseKind::Schedule { kind, .. } => matches!(
            kind,
            ScheduleKind::Dynamic | ScheduleKind::Guided | ScheduleKind::Runtime
        ),
        ClauseKind::Ordered(_) => true,
        _ => false,
    }
}

/// The functions whose address is taken, so that pointers may lead to them.
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
