//! What running code does besides computing a value: the effects of statements and functions.
//!
//! From the IR: a function's own statements and, transitively, those of the functions that it calls. A function
//! without a body is judged by its name, by the tables of `library`.

use super::call_graph::CallGraph;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::c::{self, Memory};
use crate::library::openmp::{self, Effect};
use la_arena::ArenaMap;

/// The effects of running something once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It reads memory that others may write.
    pub loads: bool,
    /// It writes memory that others may see, or does input, output or allocation.
    pub stores: bool,
    /// It encounters an OpenMP construct (a barrier is one) whose meaning depends on the team around it; `atomic`,
    /// `critical` and `flush` do not count.
    pub constructs: bool,
    /// It asks the runtime for the thread or team number, the nesting level and the like, or for an ICV.
    pub asks_ids: bool,
    /// It may call a function of which nothing is known.
    pub unknown: bool,
    /// A thread that runs it may wait for other threads: at a lock, or for what they write.
    pub waits: bool,
    /// It reads run-sched-var: by `omp_get_schedule`, or by `schedule(runtime)`.
    pub reads_schedule: bool,
    /// It changes run-sched-var.
    pub sets_schedule: bool,
    /// It prints, or may: what a function of another file does is not known, nor what a pointer leads to.
    pub prints: bool,
}

impl Effects {
    /// The effects of running both.
    pub fn union(self, other: Effects) -> Effects {
        Effects {
            loads: self.loads || other.loads,
            stores: self.stores || other.stores,
            constructs: self.constructs || other.constructs,
            asks_ids: self.asks_ids || other.asks_ids,
            unknown: self.unknown || other.unknown,
            waits: self.waits || other.waits,
            reads_schedule: self.reads_schedule || other.reads_schedule,
            sets_schedule: self.sets_schedule || other.sets_schedule,
            prints: self.prints || other.prints,
        }
    }

    /// Whether every thread may run it instead of one, with the same result and no observable difference.
    pub fn repeatable(self) -> bool {
        !self.stores && !self.constructs && !self.unknown
    }
}

/// The effects of calling each function of a unit, computed once.
#[derive(Debug, Default)]
pub struct FunctionEffects {
    known: ArenaMap<FuncId, Effects>,
    /// Whether some function of the unit waits for other threads: a call through a pointer may be one of it.
    some_wait: bool,
    /// Whether some function of the unit reads, or changes, run-sched-var.
    some_schedule: bool,
}

impl FunctionEffects {
    /// The effects of all functions of a unit.
    pub fn of(uses: &UseTable, calls: &CallGraph) -> FunctionEffects {
        // A fixed point from the called functions up: recursive functions begin without effects.
        let mut all = FunctionEffects::default();
        let funcs = calls.bottom_up.iter();
        let bodies: Vec<(FuncId, Own)> = funcs.map(|&id| (id, own(uses, id))).collect();
        all.some_wait = bodies.iter().any(|(_, own)| own.effects.waits);
        let schedule = |own: &Own| own.effects.reads_schedule || own.effects.sets_schedule;
        all.some_schedule = bodies.iter().any(|(_, own)| schedule(own));
        loop {
            let mut changed = false;
            for (id, own) in &bodies {
                let mut effects = own.effects;
                for callee in own.calls {
                    effects = effects.union(all.of_func(*callee));
                }
                if all.known.insert(*id, effects) != Some(effects) {
                    changed = true;
                }
            }
            if !changed {
                return all;
            }
        }
    }

    /// The effects of calling a function.
    pub fn of_func(&self, func: FuncId) -> Effects {
        self.known.get(func).copied().unwrap_or_default()
    }

    /// The effects of running a statement. Writes to variables are not counted here: see [`Uses::vars`].
    pub fn of_stmt(&self, uses: &UseTable, stmt: StmtId) -> Effects {
        let uses = uses.of(stmt);
        let mut effects = self.of_uses(uses);
        effects.constructs |= uses.constructs;
        effects.reads_schedule |= uses.runtime_loops;
        effects
    }

    /// The effects of running code that uses what `uses` says.
    pub fn of_uses(&self, uses: &Uses) -> Effects {
        let mut effects = Effects {
            loads: uses.loads,
            stores: uses.stores,
            constructs: false,
            asks_ids: false,
            unknown: uses.calls_unknown || uses.opaque,
            waits: uses.waits || uses.calls_unknown && self.some_wait,
            reads_schedule: uses.calls_unknown && self.some_schedule,
            sets_schedule: uses.calls_unknown && self.some_schedule,
            prints: uses.calls_unknown,
        };
        for func in &uses.calls {
            effects = effects.union(self.of_func(*func));
        }
        effects
    }
}

struct Own<'a> {
    effects: Effects,
    calls: &'a [FuncId],
}

fn own<'a>(uses: &'a UseTable, id: FuncId) -> Own<'a> {
    let program = uses.program;
    let func = &program.funcs[id];
    // Another file defines the function, or may define it.
    let elsewhere = func.declare_target.is_some();
    let named = || Effects {
        waits: elsewhere || openmp::effect(&func.name) == Effect::Locks,
        reads_schedule: elsewhere || func.name == openmp::GET_SCHEDULE,
        sets_schedule: elsewhere || func.name == openmp::SET_SCHEDULE,
        prints: c::prints(&func.name),
        ..library(&func.name)
    };
    let Some(body) = func.body else {
        return Own {
            effects: named(),
            calls: &[],
        };
    };
    let uses = uses.of(body);
    let effects = Effects {
        loads: uses.loads,
        stores: uses.stores,
        constructs: uses.constructs,
        asks_ids: false,
        unknown: uses.calls_unknown || uses.opaque,
        waits: uses.waits,
        reads_schedule: uses.runtime_loops,
        sets_schedule: false,
        prints: uses.calls_unknown,
    };
    let effects = match program.gives_way(id) {
        true => effects.union(named()),
        false => effects,
    };
    Own {
        effects,
        calls: &uses.calls,
    }
}

/// Whether a function without a body in this unit is one of a library that computes and returns.
pub fn is_known(name: &str) -> bool {
    !library(name).unknown
}

fn routine(effect: Effect) -> Effects {
    Effects {
        loads: effect == Effect::Locks,
        stores: effect != Effect::Asks,
        asks_ids: !matches!(effect, Effect::Clock | Effect::Locks),
        ..Effects::default()
    }
}

/// Effects of a function that has no body in this unit, by its name.
fn library(name: &str) -> Effects {
    if name.starts_with("omp_") {
        return routine(openmp::effect(name));
    }
    match c::memory(name) {
        Some(Memory::Untouched) => return Effects::default(),
        Some(Memory::Read) => {
            return Effects {
                loads: true,
                ..Effects::default()
            };
        }
        Some(Memory::Written) | None => {}
    }
    Effects {
        loads: true,
        stores: true,
        unknown: true,
        ..Effects::default()
    }
}
