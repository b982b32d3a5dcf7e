//! Task-generating constructs and those that wait for tasks: which constructs these are, and which variables a task
//! captures without a clause that says so (OpenMP 5.2, 5.1.1).
//!
//! From the IR alone. Must not know how tasks are executed.

pub mod cancellation;
pub mod deferral;
mod escape;
pub mod undeferred;

use crate::analyze::loops;
use crate::analyze::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, DirectiveKind, Leaf};
use std::collections::BTreeSet;

/// Whether a construct generates tasks, alone or combined with others.
pub fn generates(construct: &Construct) -> bool {
    construct.directive.has(Leaf::Task) || construct.directive.has(Leaf::Taskloop)
}

/// Whether a construct concerns tasks and nothing else: it needs no other threads, and the encountering thread can do
/// all of it.
pub fn in_place(construct: &Construct) -> bool {
    use DirectiveKind as D;
    matches!(
        construct.directive,
        D::Taskwait | D::Taskyield | D::Taskgroup
    ) || matches!(
        construct.directive.leaves(),
        [Leaf::Task] | [Leaf::Taskloop] | [Leaf::Taskloop, Leaf::Simd]
    )
}

/// Whether a clause on such a construct only says when or where tasks are executed: undeferred tasks, executed in the
/// order of the program, need not evaluate it.
pub fn only_orders(construct: &Construct, clause: &Clause) -> bool {
    use ClauseKind as C;
    let of_tasks = in_place(construct) || generates(construct);
    of_tasks
        && match clause.kind {
            C::Depend { .. } | C::Affinity { .. } | C::Priority(_) | C::Final(_) => true,
            C::Grainsize { .. } | C::NumTasks { .. } | C::Allocate { .. } => true,
            C::If(_) => !construct.directive.has(Leaf::Parallel),
            _ => false,
        }
}

/// Whether such a clause is evaluated where tasks are deferred.
pub fn evaluated(clause: &Clause) -> bool {
    use ClauseKind as C;
    matches!(
        clause.kind,
        C::Depend { .. } | C::Final(_) | C::If(_) | C::Grainsize { .. } | C::NumTasks { .. }
    )
}

/// Whether the construct's tasks may be executed later, or by other threads.
pub fn deferrable(program: &Program, construct: &Construct) -> bool {
    let of_task = |clause: &Clause| match &clause.modifier {
        None => true,
        Some(leaves) => leaves.contains(&Leaf::Task) || leaves.contains(&Leaf::Taskloop),
    };
    generates(construct)
        && !construct.clauses.iter().any(|clause| match clause.kind {
            ClauseKind::If(cond) => of_task(clause) && int_value(program, cond) == Some(0),
            ClauseKind::Final(cond) => int_value(program, cond).is_some_and(|value| value != 0),
            _ => false,
        })
}

/// The constructs with a construct inside that generates tasks.
pub fn holding_tasks(program: &Program) -> BTreeSet<ConstructId> {
    let mut holding = BTreeSet::new();
    for construct in program.constructs.values().filter(|one| generates(one)) {
        for outer in program.enclosing(construct) {
            if !holding.insert(outer) {
                break;
            }
        }
    }
    holding
}

/// Whether the construct is, or stands in, a target construct.
pub fn in_target(program: &Program, construct: &Construct) -> bool {
    let mut around = program.around(construct);
    construct.directive.has(Leaf::Target) || around.any(|outer| outer.directive.has(Leaf::Target))
}

/// Adds the variables that are firstprivate in a task because they are private in the code that generates it.
pub fn implicit(
    program: &Program,
    construct: &Construct,
    inside: Option<&Uses>,
    result: &mut Vec<(VarId, Private)>,
) {
    let decided = |c: &Clause| matches!(c.kind, ClauseKind::Default(_));
    let own = |leaf| construct.directive.has(leaf);
    let Some(inside) = inside else { return };
    if !generates(construct)
        || construct.clauses.iter().any(decided)
        || own(Leaf::Parallel)
        || own(Leaf::Teams)
    {
        return;
    }
    let named = |var| {
        let shares = |c: &&Clause| !only_orders(construct, c);
        construct
            .clauses
            .iter()
            .filter(shares)
            .any(|c| c.items().iter().any(|item| item.var() == Some(var)))
    };
    for var in inside.captured() {
        let known = result.iter().any(|(one, _)| *one == var);
        if !known && !named(var) && private_around(program, construct, var) {
            result.push((var, Private::Firstprivate));
        }
    }
}

/// Whether a variable is private in the code that encounters the construct: the threads there do not share it.
pub fn private_around(program: &Program, construct: &Construct, var: VarId) -> bool {
    let v = &program.vars[var];
    if !v.storage.is_local() {
        return false;
    }
    for id in program.enclosing(construct) {
        let outer = &program.constructs[id];
        if program.is_declared_in(var, id) || gives_copies(program, outer, var) {
            return true;
        }
        if outer.directive.has(Leaf::Parallel) || outer.directive.has(Leaf::Teams) {
            return false;
        }
        if outer.directive.has(Leaf::Target) {
            return true;
        }
    }
    true
}

/// Whether an enclosing construct gives its threads copies of the variable, which the code inside uses. Implicit
/// firstprivates of `outer` itself are left out: finding them asks this question again.
fn gives_copies(program: &Program, outer: &Construct, var: VarId) -> bool {
    use ClauseKind as C;
    let names = |clause: &&Clause| {
        let data = !only_orders(outer, clause) && !matches!(clause.kind, C::TaskReduction { .. });
        data && clause.items().iter().any(|item| item.var() == Some(var))
    };
    let mut named = outer.clauses.iter().filter(names).peekable();
    if named.peek().is_some() {
        return named.any(|clause| {
            matches!(
                clause.kind,
                C::Private(_)
                    | C::Firstprivate { .. }
                    | C::Lastprivate { .. }
                    | C::Reduction { .. }
                    | C::InReduction { .. }
                    | C::Linear { .. }
            )
        });
    }
    let by_default = |clause: &Clause| {
        matches!(
            clause.kind,
            C::Default(DefaultSharing::Private | DefaultSharing::Firstprivate)
        )
    };
    outer.clauses.iter().any(by_default)
        || loops::iteration_variables(program, outer).contains(&var)
}
