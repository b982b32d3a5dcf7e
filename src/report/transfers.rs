//! Data that a region copies again at each launch of a loop of the host, where a `target data` around the loop would copy
//! it once.
//!
//! From what the region maps, and what the loop does outside of it. A loop whose own code may access what is mapped, on the
//! host, is left out: it may need the copies. Loops of callers are not looked at. An estimate for the report: nothing is
//! decided by it.

use super::aliases::Host;
use super::brief;
use super::findings::{Kind, weight};
use super::work::Cost;
use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, MapKind};
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::ArgWhat;
use crate::source::{Preprocessed, Span};

/// What the maps of a region in a loop cost.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Option<Cost> {
    let copied = copied_by_loop(facts, plan);
    let program = facts.program;
    let region = &program.constructs[plan.construct];
    let looped = loops_around(program, region).pop()?;
    if copied.is_empty() {
        return None;
    }
    let names: Vec<String> = copied.iter().map(|(_, text)| format!("`{text}`")).collect();
    let (_, line) = pre.location(program.stmt(looped).span.lo as usize);
    Some(Cost {
        kind: Kind::Transfer,
        at: region.pragma,
        text: format!(
            "{}: copied again in each iteration of the host's loop in line {line}, unless something has mapped it before",
            names.join(", ")
        ),
        help: format!(
            "`#pragma omp target data {}` around that loop",
            clauses(&copied)
        ),
        weight: weight::usual(Kind::Waiting),
        called: None,
    })
}

/// What a region copies in each iteration of the host's loop around it, and need not.
pub(super) fn copied_by_loop(facts: &Facts, plan: &KernelPlan) -> Vec<(MapKind, String)> {
    let program = facts.program;
    let region = &program.constructs[plan.construct];
    let Some(looped) = loops_around(program, region).pop() else {
        return vec![];
    };
    let host = Host::of(program, looped);
    let kept = |var: VarId, exprs: &[ExprId]| {
        !facts.uses(looped).declared.contains(&var)
            && !host.may_use(program, region.func, var)
            && !is_mapped_around(program, region, var)
            && exprs.iter().all(|&expr| is_same(facts, looped, expr))
    };
    // What the region writes and does not copy back has the host's values again in the next iteration.
    let begins_anew = |var: VarId, kind: MapKind| {
        let written = match plan.behind.get(&var) {
            Some(behind) => !behind.only_read,
            None => region
                .body
                .is_some_and(|body| facts.uses(body).get(var).maybe_written()),
        };
        kind == MapKind::To && written
    };
    let mut copied: Vec<(MapKind, String)> = vec![];
    for arg in plan.args.iter().filter(|arg| !arg.always && !arg.around) {
        let found = match &arg.what {
            ArgWhat::Var(var, kind) if kept(*var, &[]) && !begins_anew(*var, *kind) => {
                (*kind, program.vars[*var].name.clone())
            }
            ArgWhat::Item(item, kind) => match item.var() {
                Some(var) if kept(var, &subscripts(item)) && !begins_anew(var, *kind) => {
                    (*kind, brief(&item.text))
                }
                _ => continue,
            },
            _ => continue,
        };
        if matches!(found.0, MapKind::To | MapKind::From | MapKind::Tofrom) {
            copied.push(found);
        }
    }
    copied
}

/// The loops of the host around a region, the innermost one last.
pub(super) fn loops_around(program: &Program, region: &Construct) -> Vec<StmtId> {
    let mut found = vec![];
    if let Some(body) = program.funcs[region.func].body {
        add_loops_around(program, body, region.pragma, &mut found);
    }
    found
}

fn add_loops_around(program: &Program, id: StmtId, place: Span, found: &mut Vec<StmtId>) {
    let stmt = program.stmt(id);
    if !stmt.span.contains(place) {
        return;
    }
    let is_loop = matches!(
        stmt.kind,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
    );
    found.extend(is_loop.then_some(id));
    program.each_child(stmt, &mut |child| {
        add_loops_around(program, child, place, found)
    });
}

/// Whether a directive outside of a place may map the variable for a longer time.
pub(super) fn maps_elsewhere(program: &Program, place: Span, var: VarId) -> bool {
    program.constructs.values().any(|one| {
        let lasts = matches!(
            one.directive,
            DirectiveKind::TargetEnterData | DirectiveKind::TargetData
        );
        lasts && !place.contains(one.pragma) && maps(one, var)
    })
}

/// Whether a construct has a map of the variable, or of a part of it.
pub(super) fn maps(one: &Construct, var: VarId) -> bool {
    let mut items = one.clauses.iter().flat_map(|clause| match &clause.kind {
        ClauseKind::Map(map) => map.items.as_slice(),
        _ => &[],
    });
    items.any(|item| item.var() == Some(var))
}

/// Whether a construct around the region, or a directive anywhere, maps the variable already.
pub(super) fn is_mapped_around(program: &Program, region: &Construct, var: VarId) -> bool {
    let enters =
        |one: &Construct| one.directive == DirectiveKind::TargetEnterData && maps(one, var);
    program.vars[var].declare_target.is_some()
        || program.around(region).any(|one| maps(one, var))
        || program.constructs.values().any(enters)
}

/// The expressions on which it depends which part of an object a list item names.
pub(super) fn subscripts(item: &ListItem) -> Vec<ExprId> {
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        return vec![];
    };
    let dims = dims
        .iter()
        .flat_map(|dim| [dim.lower, dim.length, dim.stride]);
    dims.flatten().chain([*base]).collect()
}

/// Whether an expression has the same value in all iterations of a loop.
pub(super) fn is_same(facts: &Facts, looped: StmtId, expr: ExprId) -> bool {
    let uses = facts.uses(looped);
    let mut same = true;
    facts.program.walk_expr(expr, &mut |_, expr| {
        if let ExprKind::Var(var) = expr.kind {
            same &= !uses.declared.contains(&var) && !is_changed(facts, looped, var);
        }
    });
    same
}

/// Whether a loop may give a variable another value.
fn is_changed(facts: &Facts, looped: StmtId, var: VarId) -> bool {
    let ty = facts.program.vars[var].ty.id;
    let used = facts.uses(looped).get(var);
    match facts.program.types.resolve(ty) {
        // What an array holds may change; where it lies does not.
        Type::Array { .. } => false,
        Type::Pointer(_) => used.written,
        _ => used.maybe_written(),
    }
}

/// `map(to: a, b) map(from: c)`
pub(super) fn clauses(copied: &[(MapKind, String)]) -> String {
    let kinds = [
        (MapKind::To, "to"),
        (MapKind::From, "from"),
        (MapKind::Tofrom, "tofrom"),
    ];
    let each = kinds.iter().filter_map(|(kind, name)| {
        let of_kind = copied.iter().filter(|(one, _)| one == kind);
        let texts: Vec<&str> = of_kind.map(|(_, text)| text.as_str()).collect();
        (!texts.is_empty()).then(|| format!("map({name}: {})", texts.join(", ")))
    });
    each.collect::<Vec<_>>().join(" ")
}
