//! Memory allocators in device code (OpenMP 5.2, section 6): where a variable's storage is asked to be.
//!
//! From the IR. Of the predefined allocators `omp_cgroup_mem_alloc` and `omp_pteam_mem_alloc` put what the
//! sequential part of a team declares into memory of the team; all others mean the memory where a variable
//! lives anyhow. Which variables are shared does not follow from their allocator, but from their scope.

use crate::analyze::loops;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::ClauseKind;

/// The predefined allocators by their values in `omp.h`.
const CGROUP: i128 = 6;
const PTEAM: i128 = 7;
const LAST: i128 = 8;

fn predefined(program: &Program, allocator: ExprId) -> Option<i128> {
    let value = loops::constant(program, allocator)?;
    (0..=LAST).contains(&value).then_some(value)
}

/// Whether a directive asks for memory of the team.
pub fn of_team(program: &Program, var: VarId) -> bool {
    let directives = program.allocations.iter().filter(|a| a.var == var);
    directives
        .filter_map(|a| predefined(program, a.allocator?))
        .next()
        .is_some_and(|value| matches!(value, CGROUP | PTEAM))
}

/// Why a variable of device code cannot be allocated as a directive asks.
pub fn check_directive(program: &Program, var: VarId) -> Option<Diagnostic> {
    let allocation = program.allocations.iter().find(|a| a.var == var)?;
    let v = &program.vars[var];
    let foreign = allocation
        .allocator
        .is_some_and(|allocator| predefined(program, allocator).is_none());
    let (what, help) = if foreign {
        (
            "by an allocator of the program's own",
            "name a predefined allocator, or remove the directive",
        )
    } else if of_team(program, var) && !v.storage.is_local() {
        (
            "in memory of a team: it has static storage",
            "declare the variable in the target region",
        )
    } else {
        return None;
    };
    let message = format!("`allocate` of `{}` {what} is not translated yet", v.name);
    Some(Diagnostic::error(Code::NotYet, allocation.span, message).help(help))
}

/// What of a clause is not translated.
pub fn check_clause(program: &Program, clause: &Clause) -> Option<&'static str> {
    match clause.kind {
        ClauseKind::Allocate {
            allocator: Some(allocator),
            ..
        } if predefined(program, allocator).is_none() => {
            Some("`allocate` with an allocator of the program's own")
        }
        _ => None,
    }
}
