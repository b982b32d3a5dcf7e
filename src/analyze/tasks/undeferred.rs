//! Why the tasks of a construct are undeferred (OpenMP 5.2, 12.5), as far as the construct itself and those around it
//! determine it.
//!
//! From the IR alone. Must not know how tasks are executed.

use crate::analyze::nests::Nests;
use crate::analyze::sharing;
use crate::analyze::tasks;
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf, ReductionModifier};
use la_arena::ArenaMap;
use std::borrow::Cow;

/// The reasons of all constructs of a unit.
#[derive(Debug, Default)]
pub struct Undeferred {
    /// Of the constructs that generate tasks which others may execute; none where these may be deferred.
    reasons: ArenaMap<ConstructId, Option<&'static str>>,
}

impl Undeferred {
    /// The reasons, found once for every construct.
    pub fn of(table: &UseTable, nests: &Nests) -> Undeferred {
        let all = table.program.constructs.iter();
        let generating = all.filter(|(_, one)| tasks::deferrable(table.program, one));
        let reasons = generating.map(|(id, one)| (id, reason(table, nests, one)));
        Undeferred {
            reasons: reasons.collect(),
        }
    }

    /// Why the tasks of a construct are undeferred; none where they may be deferred. A construct that generates no
    /// tasks has a reason, too.
    pub fn why(&self, construct: ConstructId) -> Option<&'static str> {
        match self.reasons.get(construct) {
            Some(reason) => *reason,
            None => Some(NO_TASKS),
        }
    }

    /// Whether the construct generates tasks that may be deferred.
    pub fn may_be_deferred(&self, construct: ConstructId) -> bool {
        self.why(construct).is_none()
    }
}

const NO_TASKS: &str = "it makes no tasks for others";

fn reason(table: &UseTable, nests: &Nests, construct: &Construct) -> Option<&'static str> {
    let program = table.program;
    let around: Vec<&Construct> = program.around(construct).collect();
    let own = usize::from(construct.directive.has(Leaf::Parallel));
    let regions = own
        + around
            .iter()
            .filter(|c| c.directive.has(Leaf::Parallel))
            .count();
    if regions > 1 {
        return Some("the region around it has one thread");
    }
    if regions == 0 && tasks::in_target(program, construct) {
        return Some("no parallel region is around it");
    }
    let Some(body) = construct.body else {
        return Some(NO_TASKS);
    };
    let private = sharing::privatised(table, construct);
    let has_loop = construct.directive.has(Leaf::Taskloop);
    for &(var, how) in &private {
        let ty = program.vars[var].ty.id;
        if is_vla(&program.types, ty) {
            return Some("it has a copy of an array of variable length");
        }
        match how {
            Private::FirstLastprivate | Private::Linear => {
                return Some("a variable goes into its tasks and comes back");
            }
            Private::Lastprivate if construct.last_values.contains(&var) => {
                return Some("the loop's variable keeps its last value");
            }
            Private::LoopVar if construct.directive.has(Leaf::Simd) => {
                return Some("the loop's variable keeps its last value");
            }
            _ => {}
        }
    }
    if has_loop {
        match nests.of(construct) {
            Ok(nest) if nest.non_rectangular(program).is_none() => {}
            _ => return Some("inner bounds depend on outer iterations"),
        }
    }
    let reached = private
        .iter()
        .filter(|(var, how)| writes_back(program, *var, *how))
        .map(|(var, _)| *var);
    for var in reached.chain(shared(table, nests, construct, body)) {
        if !of_thread(program, construct, var) || in_memory(program, var) {
            continue;
        }
        if !can_be_shared_by_tasks(table, construct, var) {
            return Some("it shares a copy that its thread has of a variable");
        }
    }
    for clause in &construct.clauses {
        let (ClauseKind::InReduction { items, .. } | ClauseKind::Reduction { items, .. }) =
            &clause.kind
        else {
            continue;
        };
        for item in items {
            let held = |var: VarId| {
                let section = program.types.is_pointer(program.vars[var].ty.id);
                let mut outer = around.iter();
                outer.any(|outer| holds_copy(outer, var) || section && has_threads_copy(outer, var))
            };
            if item.var().is_some_and(held) {
                return Some("what it reduces is a copy of its thread");
            }
            if item
                .var()
                .is_some_and(|var| passes_address(program, body, var))
            {
                return Some("it passes the address of what it reduces to a function");
            }
        }
    }
    None
}

/// Whether a call receives the variable's address, or a pointer to what it points at. Tasks that the function
/// generates would reduce into this task's copy, whose lifetime may end before they do.
fn passes_address(program: &Program, body: StmtId, var: VarId) -> bool {
    let mut found = false;
    program.walk_exprs_in(body, &mut |_, expr| {
        let ExprKind::Call { args, .. } = &expr.kind else {
            return;
        };
        for &arg in args {
            if program.types.is_pointer(program.expr(arg).ty.id) {
                program.walk_expr(arg, &mut |_, part| {
                    found |= matches!(part.kind, ExprKind::Var(one) if one == var);
                });
            }
        }
    });
    found
}

/// Whether a task writes the original variable when it ends. A pointer, through which an array section is reached, is
/// only read.
pub(super) fn writes_back(program: &Program, var: VarId, how: Private) -> bool {
    match how {
        Private::Lastprivate => true,
        Private::Reduction => !program.types.is_pointer(program.vars[var].ty.id),
        _ => false,
    }
}

/// Whether tasks inside the construct combine their values into a copy of the variable that the construct's thread or
/// task has.
fn holds_copy(outer: &Construct, var: VarId) -> bool {
    outer.clauses.iter().any(|clause| {
        let names = clause.items().iter().any(|item| item.var() == Some(var));
        let copies = match clause.kind {
            ClauseKind::InReduction { .. } => true,
            ClauseKind::Reduction { modifier, .. } => {
                modifier == Some(ReductionModifier::Task) || outer.directive.has(Leaf::Taskloop)
            }
            _ => false,
        };
        names && copies
    })
}

/// Whether each thread of the construct has a copy of what the clause reduces.
fn has_threads_copy(outer: &Construct, var: VarId) -> bool {
    const OF_TEAMS: [Leaf; 3] = [Leaf::Target, Leaf::Teams, Leaf::Distribute];
    let leaves = outer.directive.leaves();
    let threads = leaves.iter().any(|leaf| !OF_TEAMS.contains(leaf));
    let names = |clause: &Clause| clause.items().iter().any(|item| item.var() == Some(var));
    let reduces = |clause: &Clause| matches!(clause.kind, ClauseKind::Reduction { .. });
    threads
        && outer
            .clauses
            .iter()
            .any(|clause| reduces(clause) && names(clause))
}

/// The variables outside of a construct's tasks that these use without a copy of their own.
pub fn shared(table: &UseTable, nests: &Nests, construct: &Construct, body: StmtId) -> Vec<VarId> {
    let private = sharing::privatised(table, construct);
    let mut uses = Cow::Borrowed(table.of(body));
    if construct.directive.has(Leaf::Taskloop)
        && let Ok(nest) = nests.of(construct)
    {
        // The loops' bounds are evaluated by the encountering thread, outside of the tasks.
        let mut tasks = table.of(nest.body).clone();
        tasks.declared.extend(&uses.declared);
        uses = Cow::Owned(tasks);
    }
    let own = |var: &VarId| private.iter().any(|(one, _)| one == var);
    uses.captured().filter(|var| !own(var)).collect()
}

/// Whether each thread that generates the construct's tasks has a variable of its own under this name.
pub(super) fn of_thread(program: &Program, construct: &Construct, var: VarId) -> bool {
    !construct.directive.has(Leaf::Parallel) && tasks::private_around(program, construct, var)
}

/// Whether the variable lies in memory that all threads of the team can access.
pub(super) fn in_memory(program: &Program, var: VarId) -> bool {
    !program.vars[var].storage.is_local() || is_vla(&program.types, program.vars[var].ty.id)
}

/// Whether the variable that the construct names can be put into the team's memory where it is declared.
fn can_be_shared_by_tasks(table: &UseTable, construct: &Construct, var: VarId) -> bool {
    let program = table.program;
    for id in program.enclosing(construct) {
        if program.is_declared_in(var, id) {
            break;
        }
        let outer = &program.constructs[id];
        let how = sharing::privatised(table, outer)
            .into_iter()
            .find(|(one, _)| *one == var);
        match how {
            None => {}
            Some((_, Private::Private | Private::Firstprivate)) => {
                return !tasks::generates(outer);
            }
            Some(_) => return false,
        }
    }
    program.vars[var].storage == Storage::Param || table.is_declared_in_block(var)
}
