//! Which functions and regions generate tasks that may be deferred (OpenMP 5.2, 12.5).
//!
//! A task may be deferred where nothing at its construct forbids it (`undeferred`), and where nothing forbids it for all
//! the code around that generates tasks (`escape`): then none of that code's tasks is deferred. From the IR alone. Must
//! not know how tasks are executed.

use super::escape::TaskEscape;
use super::undeferred::Undeferred;
use crate::analyze::call_graph::CallGraph;
use crate::analyze::nests::Nests;
use crate::analyze::tasks;
use crate::analyze::use_table::UseTable;
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::omp::Leaf;
use crate::source::Span;
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// The reason, and its place, why all tasks of some code are undeferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What in the program is the reason.
    pub at: Span,
    /// The reason as a phrase, for the report.
    pub why: &'static str,
}

/// What the functions of a unit do with tasks that may be deferred.
#[derive(Debug, Default)]
pub struct Deferral {
    /// Functions that generate tasks which may be deferred, themselves or through what they call.
    making: BTreeSet<FuncId>,
    /// Functions that call functions of other files, themselves or through what they call.
    outside: BTreeSet<FuncId>,
    /// A function that pointers may lead to generates such tasks.
    pointed: bool,
    /// The variables of each function that tasks share: they lie in the team's memory.
    task_shared: ArenaMap<FuncId, BTreeSet<VarId>>,
    /// Why the tasks of each construct are undeferred, as far as the construct itself determines it.
    pub undeferred: Undeferred,
    /// The constructs with a construct inside that generates tasks.
    holding_tasks: BTreeSet<ConstructId>,
    /// Why all tasks of the unit's functions are undeferred; none where they may be deferred.
    pub obstacle: Option<Obstacle>,
}

/// The parallel regions of a kernel in which threads execute tasks that other threads have generated.
#[derive(Clone, Debug, Default)]
pub struct TaskRegions {
    /// The parallel constructs of these regions.
    pub regions: BTreeSet<ConstructId>,
    /// Variables of the regions' threads that tasks share: they lie in the team's memory.
    pub task_shared: BTreeSet<VarId>,
}

impl Deferral {
    /// The tasks of all functions of a unit.
    pub fn of(table: &UseTable, calls: &CallGraph, nests: &Nests) -> Deferral {
        let mut all = Deferral {
            undeferred: Undeferred::of(table, nests),
            holding_tasks: tasks::holding_tasks(table.program),
            ..Deferral::default()
        };
        all.functions(table, calls);
        let mut task_shared = ArenaMap::new();
        let mut obstacle = None;
        for &func in &all.making {
            let found = TaskEscape::of_function(table, nests, &all, func);
            task_shared.insert(func, found.task_shared);
            obstacle = obstacle.or(found.obstacle);
        }
        match obstacle {
            None => all.task_shared = task_shared,
            Some(_) => {
                all.making.clear();
                all.pointed = false;
            }
        }
        all.obstacle = obstacle;
        all
    }

    /// Finds the functions that generate tasks, and those that leave the unit: a fixed point from the called functions
    /// up to their callers.
    fn functions(&mut self, table: &UseTable, calls: &CallGraph) {
        let program = table.program;
        for (id, construct) in program.constructs.iter() {
            if self.undeferred.may_be_deferred(id) && !tasks::in_target(program, construct) {
                self.making.insert(construct.func);
            }
        }
        let of_device = of_device(table);
        self.making.retain(|func| of_device.contains(func));
        let bodies: Vec<(FuncId, &Uses)> = calls
            .bottom_up
            .iter()
            .filter(|func| of_device.contains(func))
            .filter_map(|&func| Some((func, table.of_func(func)?)))
            .collect();
        loop {
            let before = (self.making.len(), self.outside.len(), self.pointed);
            for (func, uses) in &bodies {
                if self.makes(uses) {
                    self.making.insert(*func);
                }
                if self.leaves_unit(program, uses) {
                    self.outside.insert(*func);
                }
            }
            let mut pointed = calls.pointed.iter();
            self.pointed = pointed.any(|func| self.making.contains(func));
            if before == (self.making.len(), self.outside.len(), self.pointed) {
                break;
            }
        }
    }

    /// Whether calling a function may generate tasks that may be deferred.
    pub fn makes_tasks(&self, func: FuncId) -> bool {
        self.making.contains(&func)
    }

    /// Whether some function of the unit generates such tasks.
    pub fn any_function(&self) -> bool {
        !self.making.is_empty()
    }

    /// The variables of a function that tasks share.
    pub fn task_shared_of(&self, func: FuncId) -> BTreeSet<VarId> {
        self.task_shared.get(func).cloned().unwrap_or_default()
    }

    /// Whether tasks are generated inside of a construct's block, by constructs or by the functions called there.
    pub(super) fn generates_inside(&self, table: &UseTable, construct: &Construct) -> bool {
        self.holding_tasks.contains(&construct.id)
            || construct
                .body
                .is_some_and(|body| self.makes(table.of(body)))
    }

    fn makes(&self, uses: &Uses) -> bool {
        uses.calls_unknown && self.pointed || uses.calls.iter().any(|f| self.making.contains(f))
    }

    fn leaves_unit(&self, program: &Program, uses: &Uses) -> bool {
        uses.calls
            .iter()
            .any(|&f| self.outside.contains(&f) || elsewhere(program, f))
    }

    /// The regions of a target construct that generate tasks which may be deferred. No regions where it has none, or
    /// where an obstacle makes all of them undeferred.
    pub fn of_kernel(
        &self,
        table: &UseTable,
        nests: &Nests,
        target: ConstructId,
    ) -> Result<TaskRegions, Obstacle> {
        let program = table.program;
        let mut found = TaskRegions::default();
        let mut regions = vec![];
        let mut visit = |id: ConstructId| {
            if program.constructs[id].directive.has(Leaf::Parallel) {
                regions.push(id);
            }
        };
        visit(target);
        if let Some(body) = program.constructs[target].body {
            program.walk_all_stmts(body, &mut |_, stmt| {
                if let StmtKind::Omp(id) = stmt.kind {
                    visit(id);
                }
            });
        }
        for id in regions {
            let construct = &program.constructs[id];
            let Some(body) = construct.body else { continue };
            // In another region it has one thread.
            let nested = program
                .around(construct)
                .any(|outer| outer.directive.has(Leaf::Parallel));
            if nested {
                continue;
            }
            let uses = table.of(body);
            let mut makes = self.makes(uses) || self.undeferred.may_be_deferred(id);
            program.walk_all_stmts(body, &mut |_, stmt| {
                if let StmtKind::Omp(inner) = stmt.kind {
                    makes |= self.undeferred.may_be_deferred(inner);
                }
            });
            if !makes {
                continue;
            }
            if self.leaves_unit(program, uses) {
                return Err(Obstacle {
                    at: construct.pragma,
                    why: "the region calls functions of other files, which do not wait for tasks",
                });
            }
            let escape = TaskEscape::of_region(table, nests, self, id, body);
            if let Some(obstacle) = escape.obstacle {
                return Err(obstacle);
            }
            found.task_shared.extend(escape.task_shared);
            found.regions.insert(id);
        }
        Ok(found)
    }
}

/// The functions that device code calls.
fn of_device(table: &UseTable) -> BTreeSet<FuncId> {
    let program = table.program;
    let mut open: Vec<FuncId> = vec![];
    for (_, construct) in program.constructs.iter() {
        if construct.directive.has(Leaf::Target)
            && let Some(body) = construct.body
        {
            open.extend(&table.of(body).calls);
        }
    }
    let declared = program
        .funcs
        .iter()
        .filter(|(_, f)| f.declare_target.is_some());
    open.extend(declared.map(|(id, _)| id));
    let mut found = BTreeSet::new();
    while let Some(func) = open.pop() {
        if found.insert(func)
            && let Some(body) = program.funcs[func].body
        {
            open.extend(&table.of(body).calls);
        }
    }
    found
}

fn elsewhere(program: &Program, func: FuncId) -> bool {
    program.gives_way(func)
        || program.funcs[func].body.is_none()
            && !is_omp_routine(program, func)
            && of_c(program, func).is_none()
}
