//! Rules for single constructs that depend on names and calls: what a worksharing construct may copy, what a loop
//! with concurrent iterations may call.
//!
//! From the IR; rules of nesting alone stand in `omp::nesting`. Must not know how work is distributed to threads.

use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{Binding, ClauseKind, Leaf};
use crate::source::Span;

/// The errors for everything that the construct's clauses and body must not say.
pub fn check(facts: &Facts, construct: &Construct) -> Vec<Diagnostic> {
    let program = facts.program;
    let mut found = vec![];
    found.extend(copies(facts, construct));
    found.extend(last_of_loop(program, construct));
    found.extend(iteration_variable(program, construct));
    found.extend(routines(program, construct));
    found.extend(wide_numbers(program, construct));
    found
}

/// An error for a number of more than 64 bits in a clause: what the device header takes has 64.
fn wide_numbers(program: &Program, construct: &Construct) -> Option<Diagnostic> {
    construct.clauses.iter().find_map(|clause| {
        let exprs = clause.kind.exprs();
        let ty = |e: ExprId| program.expr(e).ty.id;
        let wide = |e: ExprId| {
            program.types.is_integer(ty(e)) && program.size_of(ty(e)).is_some_and(|n| n > 8)
        };
        let wide = exprs.into_iter().copied().find(|&e| wide(e))?;
        let expr = program.expr(wide);
        let message = format!(
            "`{}` has an argument of type `{}`, of which clauses of device constructs take 64 bits",
            clause.kind.name(),
            program.describe(expr.ty)
        );
        Some(
            Diagnostic::error(Code::DeviceCode, expr.span, message)
                .also(construct.pragma, "of this construct")
                .help("convert it to `long`; a condition, compare it with 0"),
        )
    })
}

/// An error for a firstprivate or lastprivate variable that is private to the threads: it has no original (5.2, 5.4.4
/// and 5.4.5).
fn copies(facts: &Facts, construct: &Construct) -> Option<Diagnostic> {
    let program = facts.program;
    construct.clauses.iter().find_map(|clause| {
        let (what, section) = match clause.kind {
            ClauseKind::Firstprivate { .. } => ("firstprivate", "5.4.4"),
            ClauseKind::Lastprivate { .. } => ("lastprivate", "5.4.5"),
            _ => return None,
        };
        clause.items().iter().find_map(|item| {
            let var = item.var()?;
            let (outer, region) = private_outside(facts, construct, var)?;
            let name = &program.vars[var].name;
            let message = format!("`{what}` of `{name}`, of which each thread has one of its own");
            Some(
                Diagnostic::error(Code::DataSharing, item.span, message)
                    .also(outer, region)
                    .note(format!("OpenMP 5.2, section {section}"))
                    .help(SHARED),
            )
        })
    })
}

/// An error for an iteration variable in a clause that it must not stand in: it is private, and the loop initialises
/// it (5.2, 4.4.1).
fn iteration_variable(program: &Program, construct: &Construct) -> Option<Diagnostic> {
    let own = loops::iteration_variables(program, construct);
    construct.clauses.iter().find_map(|clause| {
        let what = match clause.kind {
            ClauseKind::Firstprivate { .. } => "firstprivate",
            ClauseKind::Reduction { .. } => "reduction",
            _ => return None,
        };
        let items = clause.items();
        let item = items
            .iter()
            .find(|item| item.var().is_some_and(|var| own.contains(&var)))?;
        let message = format!("`{what}` of `{}`, which the loop counts with", item.text);
        Some(
            Diagnostic::error(Code::DataSharing, item.span, message)
                .note("OpenMP 5.2, section 4.4.1")
                .help("leave it out: iteration variables are private"),
        )
    })
}

/// An error for `lastprivate` variables of `loop` that are no iteration variables (5.2, 11.7).
fn last_of_loop(program: &Program, construct: &Construct) -> Option<Diagnostic> {
    if construct.directive.leaves().last() != Some(&Leaf::Loop) {
        return None;
    }
    let own = loops::iteration_variables(program, construct);
    let lists = construct.clauses.iter();
    let lists = lists.filter(|c| matches!(c.kind, ClauseKind::Lastprivate { .. }));
    let items = lists.flat_map(|c| c.items());
    let item = items
        .into_iter()
        .find(|item| item.var().is_some_and(|var| !own.contains(&var)))?;
    let message = format!(
        "`lastprivate` on `{}` takes the iteration variables of its loops, which `{}` is not",
        construct.name(),
        item.text
    );
    Some(
        Diagnostic::error(Code::DataSharing, item.span, message)
            .note("OpenMP 5.2, section 11.7")
            .help("use `for`, `simd` or `distribute`, which take any variable"),
    )
}

/// Errors for calls of routines in iterations that may be executed in any order and concurrently (5.2, 10.3 and
/// 11.7).
fn routines(program: &Program, construct: &Construct) -> Option<Diagnostic> {
    let is_loop = construct.directive.leaves().last() == Some(&Leaf::Loop);
    let concurrent = construct.clauses.iter().find(|c| {
        matches!(
            c.kind,
            ClauseKind::Order {
                concurrent: true,
                ..
            }
        )
    });
    if !is_loop && concurrent.is_none() {
        return None;
    }
    let depth = loops::collapse(program, construct);
    let body = loops::nest_of(program, construct, depth).ok()?.body;
    let mut call = None;
    program.walk_exprs_in(body, &mut |_, expr| {
        if let ExprKind::Func(func) = expr.kind
            && program.funcs[func].name.starts_with("omp_")
            && call.is_none()
        {
            call = Some((expr.span, func));
        }
    });
    let (place, func) = call?;
    let message = format!(
        "`{}` may not be called in a loop whose iterations run concurrently",
        program.funcs[func].name
    );
    let (which, section) = match concurrent {
        Some(clause) => (clause.span, "10.3"),
        None => (construct.pragma, "11.7"),
    };
    Some(
        Diagnostic::error(Code::Nesting, place, message)
            .also(which, "which this says")
            .note(format!("OpenMP 5.2, section {section}"))
            .help("call it before the loop, or use a `for` without `order(concurrent)`"),
    )
}

/// The way out for a variable that has no original.
pub const SHARED: &str = "declare the variable outside of the parallel region, where it is shared";

/// The place of the `parallel` or `scope` construct, around a worksharing construct, that makes `var` private, and words
/// for it.
pub fn private_outside(
    facts: &Facts,
    construct: &Construct,
    var: VarId,
) -> Option<(Span, &'static str)> {
    let program = facts.program;
    let leaves = construct.directive.leaves();
    let alone = |c: &Clause| matches!(c.kind, ClauseKind::Bind(Binding::Thread));
    if construct.clauses.iter().any(alone) || loops::within_loop(program, construct) {
        return None;
    }
    let shares_work = leaves.iter().any(|leaf| {
        matches!(
            leaf,
            Leaf::For | Leaf::Sections | Leaf::Scope | Leaf::Single | Leaf::Loop
        )
    });
    if !shares_work || leaves.contains(&Leaf::Parallel) || leaves.contains(&Leaf::Teams) {
        return None;
    }
    let privatises = |outer: &Construct| {
        let privatised = facts.privatised(outer);
        privatised.iter().any(|(one, _)| *one == var)
    };
    for id in program.enclosing(construct) {
        let outer = &program.constructs[id];
        if outer.directive.has(Leaf::Scope) && privatises(outer) {
            return Some((outer.pragma, "in this `scope` region"));
        }
        if outer.directive.has(Leaf::Parallel) {
            let declared = program.is_declared_in(var, id) && program.vars[var].storage.is_local();
            let own = declared || privatises(outer);
            return own.then_some((outer.pragma, "in this parallel region"));
        }
    }
    None
}

/// Whether a `loop` distributes its iterations to the teams around it: one that is not combined with `teams` (5.2,
/// 11.7.1).
pub fn binds_to_teams(program: &Program, construct: &Construct) -> bool {
    if construct.directive.leaves() != [Leaf::Loop] {
        return false;
    }
    let bind = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Bind(bind) => Some(bind),
        _ => None,
    });
    match bind {
        Some(bind) => bind == Binding::Teams,
        None => {
            let outer = program.around(construct).next();
            outer.is_some_and(|outer| outer.directive.leaves().last() == Some(&Leaf::Teams))
        }
    }
}

/// The region or the function of which each team has a variable of its own, where a `loop` that binds to the teams
/// reduces it. A reduction of `teams` itself has the teams' copies for its originals.
pub fn private_to_team(facts: &Facts, construct: &Construct, var: VarId) -> Option<Span> {
    let program = facts.program;
    if !binds_to_teams(program, construct) || !program.vars[var].storage.is_local() {
        return None;
    }
    let mut around = program.enclosing(construct);
    let Some(id) = around.find(|&id| program.constructs[id].directive.has(Leaf::Teams)) else {
        // A function that a `teams` region calls.
        return Some(program.funcs[construct.func].span);
    };
    let privatised = facts.privatised(&program.constructs[id]);
    let how = privatised.iter().find(|(one, _)| *one == var);
    let own = match how {
        Some((_, how)) => *how != Private::Reduction,
        None => program.is_declared_in(var, id),
    };
    own.then_some(program.constructs[id].pragma)
}
