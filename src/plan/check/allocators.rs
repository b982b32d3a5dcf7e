//! Memory allocators in device code (OpenMP 5.2, section 6): where the program asks variables to be.
//!
//! From the IR. Of the predefined allocators, `omp_cgroup_mem_alloc` and `omp_pteam_mem_alloc` place what the
//! sequential part of a team declares in the team's memory; all others mean the memory where a variable is anyway.
//! Which threads share a variable follows from its scope, not from its allocator.

pub use crate::analyze::allocators::Fallback;
use crate::analyze::allocators::{self, Alignment, Pool};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::omp::uses_allocators::Allocator;

/// The predefined allocators by their values in `omp.h`.
const CGROUP: i128 = 6;
const PTEAM: i128 = 7;
const LAST: i128 = 8;

fn predefined(program: &Program, allocator: ExprId) -> Option<i128> {
    let value = constants::int_value(program, allocator)?;
    (0..=LAST).contains(&value).then_some(value)
}

/// Whether an `allocate` directive places the variable in the team's memory.
pub fn of_team(program: &Program, var: VarId) -> bool {
    let directives = program.allocations.iter().filter(|a| a.var == var);
    directives
        .filter_map(|a| predefined(program, a.allocator?))
        .next()
        .is_some_and(|value| matches!(value, CGROUP | PTEAM))
}

/// The error for a variable of device code that cannot be allocated as its `allocate` directive says.
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
    Some(Diagnostic::error(Code::UnsupportedAllocation, allocation.span, message).help(help))
}

/// The errors for the `allocate` and `uses_allocators` clauses of a construct.
pub fn check_clause(
    program: &Program,
    construct: &Construct,
    clause: &Clause,
) -> Option<&'static str> {
    match &clause.kind {
        ClauseKind::Allocate {
            allocator: Some(allocator),
            ..
        } if predefined(program, *allocator).is_none() => {
            let made = match program.expr(*allocator).kind {
                ExprKind::Var(var) => made_of(construct, &program.vars[var].name),
                _ => None,
            };
            match made.map(|made| traits(program, construct, &made)) {
                None => Some("`allocate` with an allocator of the program's own"),
                Some(Ok(Traits {
                    alignment: Some(_), ..
                })) => Some("`allocate` with an allocator that asks for an alignment"),
                // What is not known is refused at the other clause.
                Some(_) => None,
            }
        }
        ClauseKind::UsesAllocators(text) => Allocator::list(text)
            .iter()
            .find_map(|allocator| traits(program, construct, allocator).err()),
        _ => None,
    }
}

/// What the traits of an allocator ask for, as far as a program can observe it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// In bytes.
    pub alignment: Option<u32>,
    /// None: all the memory that there is.
    pub pool: Option<Pool>,
}

/// What the traits of an allocator of `uses_allocators` ask for. Else why it is not known.
fn traits(
    program: &Program,
    construct: &Construct,
    allocator: &Allocator,
) -> Result<Traits, &'static str> {
    let Some(traits) = allocator.traits else {
        return Ok(Traits::default());
    };
    let named = |func: Option<FuncId>| {
        let all = program.vars.values();
        all.filter(move |v| v.name == traits && v.func == func)
    };
    let mut all: Vec<&Var> = named(Some(construct.func)).collect();
    if all.is_empty() {
        all = named(None).collect();
    }
    let mut found = None;
    for v in all {
        let Some(init) = &v.init else {
            return Err("`uses_allocators` with traits that do not stand in the declaration");
        };
        let alignment = match allocators::of_traits(program, init) {
            Alignment::Default => Some(None),
            Alignment::Bytes(bytes) => Some(Some(bytes)),
            Alignment::Unknown => None,
        };
        let pool = allocators::pool_of_traits(program, init);
        let asked = alignment.zip(pool).map(|(alignment, pool)| Traits {
            alignment,
            pool: Some(pool).filter(Pool::is_observable),
        });
        match asked {
            Some(asked) if found.is_none_or(|other| other == asked) => found = Some(asked),
            _ => return Err("`uses_allocators` with traits whose values are not constants"),
        }
    }
    match found {
        Some(found) if found.alignment.is_some_and(|bytes| bytes > MOST) => {
            Err("`uses_allocators` with an alignment of more than 16 MiB")
        }
        Some(found) => Ok(found),
        None => Err("`uses_allocators` with traits that are no array"),
    }
}

/// The largest alignment that the handle of an allocator can say; see romp/allocators.cuh.
const MOST: u32 = 1 << 24;

/// The allocator that `uses_allocators` of a construct makes of a variable.
fn made_of<'a>(construct: &'a Construct, name: &str) -> Option<Allocator<'a>> {
    let lists = construct
        .clauses
        .iter()
        .filter_map(|clause| match &clause.kind {
            ClauseKind::UsesAllocators(text) => Some(Allocator::list(text)),
            _ => None,
        });
    lists.flatten().find(|one| one.name == name)
}

/// What the traits of the allocator that a construct makes of a variable ask for, if it makes one.
pub fn traits_of(program: &Program, construct: &Construct, var: VarId) -> Option<Traits> {
    let made = made_of(construct, &program.vars[var].name)?;
    traits(program, construct, &made).ok()
}
