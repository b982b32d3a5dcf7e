//! `dispatch` in the host text: its line, the function that is called, and arguments that become device pointers.
//!
//! From the plans of `plan::constructs::dispatch`. Cannot fail.

use super::device_variables;
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::ExprId;
use crate::omp::{self, ClauseKind, DirectiveArgs, DirectiveKind, Leaf};
use crate::plan::constructs::dispatch::without_dispatch;
use crate::plan::decisions::unit::VariantCall;
use askama::Template;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    for dispatch in &planned.plan.dispatches {
        one(planned, dispatch, edits);
    }
    // Compilers of OpenMP 5.1 refuse the trait and the clauses.
    for directive in planned.directives {
        let newer = |c: &omp::Clause<_, _>| match &c.kind {
            ClauseKind::Match(selector) => without_dispatch(selector).is_some(),
            ClauseKind::AdjustArgs { .. } => true,
            _ => false,
        };
        if directive.kind == DirectiveKind::DeclareVariant
            && directive.clauses.iter().any(newer)
            && !planned.pre.is_system(directive.span.lo as usize)
        {
            let quote = quoted(planned.pre, directive.span);
            edits.replace(directive.span, format!("/* {quote} */"));
        }
    }
}

/// The lines that replace the pragma of a `dispatch` construct.
#[derive(Template)]
#[template(path = "dispatch.c")]
struct DispatchText<'a> {
    /// The pragma as the user wrote it.
    pragma: String,
    /// What stands in front of the pragma in its line.
    indent: &'a str,
    /// The directive of the task that waits for dependences.
    task: Option<String>,
    /// The devices that the construct names.
    devices: Vec<String>,
}

/// `depend` makes the construct an included task of the host's own dependence graph.
pub(super) fn task(directive: &omp::Directive) -> Option<String> {
    let depends = |c: &&omp::Clause<_, _>| matches!(c.kind, ClauseKind::Depend { .. });
    let clauses: Vec<_> = directive.clauses.iter().filter(depends).cloned().collect();
    if clauses.is_empty() {
        return None;
    }
    let task = omp::Directive {
        kind: DirectiveKind::Construct(vec![Leaf::Task]),
        args: DirectiveArgs::None,
        clauses,
        ..directive.clone()
    };
    let task = super::older_compilers::words::known(&task).unwrap_or(task);
    Some(task.to_string())
}

fn one(planned: &Planned, dispatch: &VariantCall, edits: &mut Edits) {
    let program = planned.program;
    let construct = &program.constructs[dispatch.construct];
    let text = |e: ExprId| device_variables::text(planned, program.expr(e).span);
    let indent = planned.pre.indentation(construct.pragma);
    let mut directives = planned.directives.iter();
    let directive = directives.find(|d| d.span.lo == construct.pragma.lo);
    let devices = construct
        .clauses
        .iter()
        .filter_map(|clause| match &clause.kind {
            ClauseKind::Device { device, .. } => Some(text(*device)),
            _ => None,
        });
    let lines = DispatchText {
        pragma: quoted(planned.pre, construct.pragma),
        indent,
        task: directive.and_then(task),
        devices: devices.collect(),
    };
    let lines = lines.render().expect("the template has no fallible parts");
    edits.replace(construct.pragma, lines);
    let Some(variant) = dispatch.variant else {
        return;
    };
    let variant = &program.funcs[variant].name;
    let base = planned.pre.slice(dispatch.callee);
    edits.replace(
        dispatch.callee,
        match dispatch.unless {
            Some(cond) => format!("(({}) ? {base} : {variant})", text(cond)),
            None => variant.clone(),
        },
    );
    for &arg in &dispatch.device_pointers {
        let there = format!("romp_use_device({})", text(arg));
        edits.replace(
            program.expr(arg).span,
            match dispatch.unless {
                Some(cond) => format!("(({}) ? (void *)({}) : {there})", text(cond), text(arg)),
                None => there,
            },
        );
    }
}
