//! What calling a function needs of the team around the call: whether it has to know the team's threads, and whether
//! it may fork a parallel region.
//!
//! From the IR: a function's own constructs and routines and, transitively, those of the functions that it calls. A
//! function of another file, and the target of a pointer, may do anything (OpenMP 5.2, 1.3: such constructs are
//! orphaned). Must not know how a kernel runs.

use super::call_graph::CallGraph;
use super::tasks::deferral::Deferral;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c, openmp};
use crate::omp::{ClauseKind, Leaf};
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// What code needs of the team around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// It has constructs or routines that bind to the team around it: worksharing, barriers, `omp_get_thread_num`.
    pub team: bool,
    /// It has a parallel construct.
    pub forks: bool,
}

impl Needs {
    /// What a function of another file may need.
    const ELSEWHERE: Needs = Needs {
        team: true,
        forks: true,
    };

    /// The needs of both.
    pub fn union(self, other: Needs) -> Needs {
        Needs {
            team: self.team || other.team,
            forks: self.forks || other.forks,
        }
    }

    /// Whether it needs anything.
    pub fn any(self) -> bool {
        self.team || self.forks
    }
}

/// The needs of every function of a unit, computed once.
#[derive(Debug, Default)]
pub struct Orphans {
    known: ArenaMap<FuncId, Needs>,
    /// Weak functions: calls of them may reach definitions in other files.
    weak: BTreeSet<FuncId>,
    /// The needs of the functions that pointers may lead to.
    pointed: Needs,
    /// The largest constant in a `num_threads` clause of regions in functions; none where there is no such clause.
    largest: Option<u32>,
    computed: bool,
}

impl Orphans {
    /// The needs of all functions of a unit.
    pub fn of(table: &UseTable, calls: &CallGraph, deferral: &Deferral) -> Orphans {
        let program = table.program;
        let nothing = Uses::default();
        let mut all = Orphans::default();
        all.sizes(program);
        let weak = program.funcs.iter().map(|(id, _)| id);
        all.weak = weak.filter(|&id| program.gives_way(id)).collect();
        let pointed = &calls.pointed;
        let own: Vec<(FuncId, Needs, &Uses)> = calls
            .bottom_up
            .iter()
            .map(|&id| {
                let uses = table.of_func(id).unwrap_or(&nothing);
                let mut needs = own(program, id);
                // Which threads execute the function's tasks depends on the team around it.
                needs.team |= deferral.makes_tasks(id);
                (id, needs, uses)
            })
            .collect();
        loop {
            let mut changed = false;
            for (id, needs, uses) in &own {
                let needs = needs.union(all.of_uses(uses));
                if all.known.insert(*id, needs) != Some(needs) {
                    changed = true;
                }
            }
            let through = pointed
                .iter()
                .fold(Needs::default(), |sum, f| sum.union(all.of_call(*f)));
            changed |= all.pointed != through;
            all.pointed = through;
            if !changed {
                return all;
            }
        }
    }

    /// The largest number of threads that `num_threads` clauses of regions in device functions ask for, `most` at
    /// most; `most` where one is computed at run time.
    pub fn largest_region(&self, most: u32) -> u32 {
        match self.computed {
            true => most,
            false => self.largest.unwrap_or(1).min(most),
        }
    }

    fn sizes(&mut self, program: &Program) {
        for (_, construct) in program.constructs.iter() {
            // Any function but `main` may run on a device: those that regions call need not be declared for it.
            let host = program.funcs[construct.func].name == "main";
            if host || !construct.directive.has(Leaf::Parallel) {
                continue;
            }
            for clause in &construct.clauses {
                let ClauseKind::NumThreads { threads, .. } = &clause.kind else {
                    continue;
                };
                for &n in threads {
                    match constants::int_value(program, n) {
                        Some(n) => {
                            let n = n.clamp(1, 1 << 16) as u32;
                            self.largest = self.largest.max(Some(n));
                        }
                        None => self.computed = true,
                    }
                }
            }
        }
    }

    /// The needs of calling a function.
    pub fn of_func(&self, func: FuncId) -> Needs {
        self.known.get(func).copied().unwrap_or_default()
    }

    /// The needs of a call: those of [`Self::of_func`], and those of whatever another file may define in the
    /// function's place.
    fn of_call(&self, func: FuncId) -> Needs {
        let replaced = match self.weak.contains(&func) {
            true => Needs::ELSEWHERE,
            false => Needs::default(),
        };
        self.of_func(func).union(replaced)
    }

    /// The needs of the functions that code calls; the code's own constructs and routines are not counted.
    pub fn of_uses(&self, uses: &Uses) -> Needs {
        let through = if uses.calls_unknown {
            self.pointed
        } else {
            Needs::default()
        };
        let calls = uses.calls.iter();
        calls.fold(through, |sum, f| sum.union(self.of_call(*f)))
    }

    /// The needs of what runs in a region, the bodies of its parallel constructs included.
    pub fn of_stmt(&self, uses: &UseTable, stmt: StmtId) -> Needs {
        self.of_region(uses.program, uses.of(stmt))
    }

    /// The needs of code in a region itself. Routines called there do not count, since the kernel knows its team,
    /// except those that change what later calls answer.
    pub fn of_region(&self, program: &Program, uses: &Uses) -> Needs {
        let mut uses = uses.clone();
        uses.calls.retain(|&f| {
            !is_omp_routine(program, f) || program.funcs[f].name == openmp::SET_NUM_THREADS
        });
        self.of_uses(&uses)
    }
}

/// The needs of the function's own constructs and routines, without those of what it calls.
fn own(program: &Program, id: FuncId) -> Needs {
    let func = &program.funcs[id];
    let Some(body) = func.body else {
        if is_omp_routine(program, id) {
            return Needs {
                team: openmp::routine(&func.name).is_some_and(|routine| routine.needs_team),
                forks: false,
            };
        }
        return match of_c(program, id) {
            None => Needs::ELSEWHERE,
            Some(_) => Needs::default(),
        };
    };
    // Constructs of a function that has target regions itself belong to the host: devices do not call it.
    let mut needs = Needs::default();
    program.walk_all_stmts(body, &mut |_, s| {
        if let StmtKind::Omp(inner) = s.kind {
            needs = needs.union(of_construct(&program.constructs[inner]));
        }
    });
    needs
}

fn of_construct(construct: &Construct) -> Needs {
    let leaves = construct.directive.leaves();
    let forks = leaves.contains(&Leaf::Parallel);
    let alone = construct.directive.orders_accesses()
        || super::tasks::in_place(construct)
        || leaves == [Leaf::Simd];
    Needs {
        team: forks || !alone,
        forks,
    }
}

/// Whether a function holds constructs for which a plan is made.
pub fn holds_constructs(program: &Program, func: FuncId) -> bool {
    let mut found = false;
    if let Some(body) = program.funcs[func].body {
        program.walk_all_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                found |= !program.constructs[inner].directive.orders_accesses();
            }
        });
    }
    found
}
