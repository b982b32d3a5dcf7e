//! What calling a function asks of the team around it: whether it wants to know its threads, and whether
//! it may fork.
//!
//! From the IR: a function's own constructs and routines and, transitively, those of the functions that it
//! calls. A function of another file, and a call through a pointer to one, may do anything (OpenMP 5.2,
//! 1.3: such constructs are orphaned). Must not know how a kernel runs.

use super::call_graph::CallGraph;
use super::deferral::Deferral;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c, openmp};
use crate::omp::{ClauseKind, Leaf};
use la_arena::ArenaMap;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// It binds to the threads around it: worksharing, barriers, `omp_get_thread_num`.
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

    pub fn union(self, other: Needs) -> Needs {
        Needs {
            team: self.team || other.team,
            forks: self.forks || other.forks,
        }
    }

    pub fn any(self) -> bool {
        self.team || self.forks
    }
}

/// The needs of every function, computed once.
#[derive(Debug, Default)]
pub struct Orphans {
    known: ArenaMap<FuncId, Needs>,
    /// Weak functions, whose calls may reach those of other files.
    weak: BTreeSet<FuncId>,
    /// Of whatever a pointer may lead to.
    pointed: Needs,
    /// `num_threads` of the regions in functions: the largest constant; none computed.
    largest: Option<u32>,
    computed: bool,
    /// Which tasks other threads may run.
    pub deferral: Deferral,
}

impl Orphans {
    pub fn of(table: &UseTable, calls: &CallGraph) -> Orphans {
        let program = table.program;
        let nothing = Uses::default();
        let mut all = Orphans::default();
        all.sizes(program);
        let weak = program.funcs.iter().map(|(id, _)| id);
        all.weak = weak.filter(|&id| program.gives_way(id)).collect();
        let pointed = &calls.pointed;
        all.deferral = Deferral::of(table, pointed);
        let own: Vec<(FuncId, Needs, &Uses)> = calls
            .bottom_up
            .iter()
            .map(|&id| {
                let uses = table.of_func(id).unwrap_or(&nothing);
                let mut needs = own(program, id);
                // Who runs its tasks depends on the threads around it.
                needs.team |= all.deferral.makes_tasks(id);
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

    /// The threads that regions of device functions ask for: at most `most`, which stands for what is only
    /// known at run time.
    pub fn largest_region(&self, most: u32) -> u32 {
        match self.computed {
            true => most,
            false => self.largest.unwrap_or(1).min(most),
        }
    }

    fn sizes(&mut self, program: &Program) {
        for (_, construct) in program.constructs.iter() {
            // Functions that regions call belong to the device without being declared so.
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

    pub fn of_func(&self, func: FuncId) -> Needs {
        self.known.get(func).copied().unwrap_or_default()
    }

    /// Of calling it: as [`Self::of_func`], and those of whatever another file may have in its place.
    fn of_call(&self, func: FuncId) -> Needs {
        let replaced = match self.weak.contains(&func) {
            true => Needs::ELSEWHERE,
            false => Needs::default(),
        };
        self.of_func(func).union(replaced)
    }

    /// Of what the statement calls; constructs and routines in it are not counted.
    pub fn of_uses(&self, uses: &Uses) -> Needs {
        let through = if uses.calls_unknown {
            self.pointed
        } else {
            Needs::default()
        };
        let calls = uses.calls.iter();
        calls.fold(through, |sum, f| sum.union(self.of_call(*f)))
    }

    /// Of what runs in a region, its parallel constructs' bodies included.
    pub fn of_stmt(&self, uses: &UseTable, stmt: StmtId) -> Needs {
        self.of_region(uses.program, uses.of(stmt))
    }

    /// Of code in a region itself: routines are answered there, unless they change what later ones answer.
    pub fn of_region(&self, program: &Program, uses: &Uses) -> Needs {
        let mut uses = uses.clone();
        uses.calls.retain(|&f| {
            !is_omp_routine(program, f) || program.funcs[f].name == openmp::SET_NUM_THREADS
        });
        self.of_uses(&uses)
    }
}

/// Without what it calls.
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
    // The host's half of a function that has target regions is not called by devices.
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

/// Whether a function holds constructs that need a plan.
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
