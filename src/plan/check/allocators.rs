//! Memory allocators in device code (OpenMP 5.2, section 6): where the program asks variables to be.
//!
//! From the IR. Of the predefined allocators, `omp_cgroup_mem_alloc` and `omp_pteam_mem_alloc` place what the
//! sequential part of a team declares in the team's memory; all others mean the memory where a variable is anyway.
//! Which threads share a variable follows from its scope, not from its allocator.

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::ClauseKind;

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
            let named = match program.expr(*allocator).kind {
                ExprKind::Var(var) => Some(program.vars[var].name.as_str()),
                _ => None,
            };
            let made_here = construct.clauses.iter().any(|other| match &other.kind {
                ClauseKind::UsesAllocators(text) => {
                    Allocator::list(text).iter().any(|a| Some(a.name) == named)
                }
                _ => false,
            });
            (!made_here).then_some("`allocate` with an allocator of the program's own")
        }
        ClauseKind::UsesAllocators(text) => Allocator::list(text)
            .iter()
            .find_map(|allocator| allocator.refused(program)),
        _ => None,
    }
}

/// An allocator of `uses_allocators`: `name`, `name(traits)`, or `memspace(..), traits(..): name`. It allocates
/// device memory whatever its traits say; the only trait that a program can observe is the alignment.
struct Allocator<'a> {
    name: &'a str,
    traits: Option<&'a str>,
}

impl<'a> Allocator<'a> {
    fn list(text: &'a str) -> Vec<Allocator<'a>> {
        let mut found = vec![];
        let (mut depth, mut from) = (0, 0);
        // Modifiers end with a colon, so that a comma before it separates them.
        let has_modifiers = text.contains(':');
        for (at, c) in text.char_indices().chain([(text.len(), ';')]) {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 && !has_modifiers => {
                    found.push(Allocator::read(&text[from..at]));
                    from = at + 1;
                }
                ';' if depth == 0 => {
                    found.push(Allocator::read(&text[from..at]));
                    from = at + 1;
                }
                _ => {}
            }
        }
        found
    }

    fn read(text: &'a str) -> Allocator<'a> {
        let argument = |text: &'a str| {
            let (_, rest) = text.split_once('(')?;
            Some(rest.rsplit_once(')')?.0.trim())
        };
        match text.split_once(':') {
            Some((modifiers, name)) => Allocator {
                name: name.trim(),
                traits: modifiers
                    .find("traits")
                    .and_then(|at| modifiers[at..].split(')').next())
                    .and_then(|one| one.split('(').nth(1))
                    .map(str::trim),
            },
            None => Allocator {
                name: text.split('(').next().unwrap_or(text).trim(),
                traits: argument(text),
            },
        }
    }

    fn refused(&self, program: &Program) -> Option<&'static str> {
        const ALIGNMENT: i128 = 2; // omp_atk_alignment
        let traits = self.traits?;
        let mut known = false;
        for v in program.vars.values().filter(|v| v.name == traits) {
            let Some(init) = &v.init else {
                return Some("`uses_allocators` with traits that do not stand in the declaration");
            };
            known = true;
            let Init::List(all) = init else {
                return Some("`uses_allocators` with traits that are no array");
            };
            let key = |one: &Init| match one {
                Init::List(fields) => match fields.iter().find(|(field, _)| *field == 0) {
                    Some((_, Init::Expr(key))) => constants::int_value(program, *key),
                    Some(_) => None,
                    None => Some(0),
                },
                Init::Expr(_) => None,
            };
            if all
                .iter()
                .any(|(_, one)| key(one).is_none_or(|key| key == ALIGNMENT))
            {
                return Some("`uses_allocators` with the trait `omp_atk_alignment`");
            }
        }
        (!known).then_some("`uses_allocators` with traits that are no array")
    }
}
