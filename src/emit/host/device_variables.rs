//! `use_device_addr` of variables: in the block's text a pointer stands for the variable's device storage.
//!
//! From the IR: where the variable is named in the block. An array needs none of it where only its elements are
//! named, since a pointer to the first one is used in the same way. Cannot fail.

use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::source::{Preprocessed, Span};
use std::collections::BTreeMap;

/// The variables of such a `target data`.
pub fn of_construct(program: &Program, pre: &Preprocessed, construct: &Construct) -> Vec<VarId> {
    if construct.directive != DirectiveKind::TargetData {
        return vec![];
    }
    let clauses = construct.clauses.iter();
    let items = clauses
        .filter(|clause| matches!(clause.kind, ClauseKind::UseDeviceAddr(_)))
        .flat_map(|clause| clause.items());
    items
        .filter_map(|item| match item.kind {
            ItemKind::Var(var) => Some(var),
            _ => None,
        })
        .filter(|var| {
            !program.types.is_array(program.vars[*var].ty.id)
                || whole_array(program, pre, construct, *var)
                || around(program, pre, construct, *var)
        })
        .collect()
}

/// Whether the block names the array itself, not only its elements.
fn whole_array(program: &Program, pre: &Preprocessed, construct: &Construct, var: VarId) -> bool {
    let Some(body) = construct.body else {
        return false;
    };
    // Operands of `sizeof` and its like are only types.
    let text = pre.slice(program.stmt(body).span);
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let typed = |word: &str| {
        word.contains("sizeof")
            || word.contains("typeof")
            || word.contains("lignof")
            || word == "_Generic"
    };
    if words.any(typed) {
        return true;
    }
    let (mut named, mut elements) = (0, 0);
    program.walk_all_stmts(body, &mut |_, stmt| {
        program.each_expr_of(stmt, &mut |top| {
            program.walk_expr(top, &mut |_, expr| match expr.kind {
                ExprKind::Var(v) if v == var => named += 1,
                ExprKind::Convert {
                    arg,
                    why: Conversion::ArrayDecay,
                } if matches!(program.expr(arg).kind, ExprKind::Var(v) if v == var) => {
                    elements += 1;
                }
                _ => {}
            });
        });
    });
    named != elements
}

/// Whether a construct stands in the block of a construct with `use_device_addr` for the variable.
pub fn around(program: &Program, pre: &Preprocessed, construct: &Construct, var: VarId) -> bool {
    let mut around = program.around(construct);
    around.any(|outer| of_construct(program, pre, outer).contains(&var))
}

/// The text that stands for the variable.
pub fn spelled(name: &str) -> String {
    format!("(*__romp_device_{name})")
}

/// The places where blocks name such variables, and the text that replaces them.
fn places(planned: &Planned) -> BTreeMap<Span, String> {
    let program = planned.program;
    let mut found = BTreeMap::new();
    for (_, construct) in program.constructs.iter() {
        let vars = of_construct(program, planned.pre, construct);
        let (false, Some(body)) = (vars.is_empty(), construct.body) else {
            continue;
        };
        program.walk_all_stmts(body, &mut |_, stmt| {
            program.each_expr_of(stmt, &mut |top| {
                program.walk_expr(top, &mut |_, expr| {
                    if let ExprKind::Var(var) = expr.kind
                        && vars.contains(&var)
                        && planned.pre.slice(expr.span) == program.vars[var].name
                    {
                        found.insert(expr.span, spelled(&program.vars[var].name));
                    }
                });
            });
        });
    }
    found
}

/// The user's text with the replacements for such variables.
pub fn text(planned: &Planned, span: Span) -> String {
    let mut out = String::new();
    let mut from = span.lo;
    let inside = |place: &Span| span.lo <= place.lo && place.hi <= span.hi;
    for (place, name) in places(planned).iter().filter(|(place, _)| inside(place)) {
        out.push_str(planned.pre.slice(Span {
            hi: place.lo,
            lo: from,
        }));
        out.push_str(name);
        from = place.hi;
    }
    out + planned.pre.slice(Span { lo: from, ..span })
}

/// The edits of such variables, except in text that `dispatch` writes anew, which has the replacements already: see
/// [`text`].
pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let dispatched = planned.plan.dispatches.iter().flat_map(|dispatch| {
        let args = dispatch.device_pointers.iter();
        args.map(|&arg| program.expr(arg).span)
    });
    let dispatched: Vec<Span> = dispatched.collect();
    for (place, name) in places(planned) {
        let anew = |one: &Span| one.lo <= place.lo && place.hi <= one.hi;
        if !dispatched.iter().any(anew) {
            edits.replace(place, name);
        }
    }
}
