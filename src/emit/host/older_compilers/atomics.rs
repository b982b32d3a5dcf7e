//! `atomic` in the host text, where host compilers (gcc 12) do not have it as it stands: on complex numbers, with a
//! captured write (`v = x = e;`), with a single statement in braces.
//!
//! A complex number is changed in a critical section with a name of its own. What a write captures is the value that it
//! writes. Directly within `teams` the construct stands in a `parallel` of one thread (`teams`).
//!
//! From the IR. All forms mean the same to the program.

use super::teams;
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::atomics::{Action, Atomic, When};
use crate::ir::*;
use crate::omp::{self, ClauseKind};
use crate::source::Span;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let in_teams = teams::around_atomics(program);
    for (id, atomic) in planned.plan.synchronisation.atomics.iter() {
        let construct = &program.constructs[id];
        let quote = quoted(planned.pre, construct.pragma);
        let complex = matches!(program.type_of(atomic.x), Type::Complex(_));
        let host = match complex {
            true => Some(format!("#pragma omp critical (romp_complex) /* {quote} */")),
            false => captured_write(planned, construct, atomic, edits),
        };
        if !complex && host.is_none() {
            without_braces(planned, construct, edits);
        }
        if in_teams.contains(&id) {
            let indent = planned.pre.indentation(construct.pragma);
            let host = host.unwrap_or_else(|| format!("#pragma omp {quote}"));
            let text =
                format!("#pragma omp parallel if(0) /* `teams` takes no other */\n{indent}{host}");
            edits.replace(construct.pragma, text);
        } else if let Some(host) = host {
            edits.replace(construct.pragma, host);
        }
    }
}

/// Of `v = x = e;` and `{ x = e; v = x; }`: an atomic write of a value that is kept, and an assignment of it. The text
/// in the pragma's place.
fn captured_write(
    planned: &Planned,
    construct: &Construct,
    atomic: &Atomic,
    edits: &mut Edits,
) -> Option<String> {
    let (Action::Write(value), Some(capture)) = (atomic.action, atomic.capture) else {
        return None;
    };
    if capture.when != When::After {
        return None;
    }
    let (program, pre) = (planned.program, planned.pre);
    let body = program.stmt(construct.body?).span;
    let span = |id| program.expr(id).span;
    let text = |id| pre.with_macros(span(id));
    let (x, v, value) = (text(atomic.x), text(capture.v), span(value));
    let directive = { planned.directives.iter() }.find(|d| d.span == construct.pragma)?;
    let write = format!("#pragma omp {}", of_write(directive));
    let before = Span {
        lo: body.lo,
        hi: value.lo,
    };
    let behind = Span {
        lo: value.hi,
        hi: body.hi,
    };
    let indent = pre.indentation(construct.pragma);
    edits.replace(before, "romp_value = (");
    edits.replace(
        behind,
        format!(");\n{indent}{write}\n{indent}{x} = romp_value;\n{indent}{v} = romp_value; }}"),
    );
    let quote = quoted(pre, construct.pragma);
    Some(format!("{{ __typeof__({x}) romp_value; /* {quote} */"))
}

/// The directive with `write` in the place of `capture`. A write neither acquires nor fails.
fn of_write(directive: &omp::Directive) -> omp::Directive {
    let mut write = directive.clone();
    let remains = |kind: &_| !matches!(kind, ClauseKind::Update | ClauseKind::Fail(_));
    write.clauses.retain(|clause| remains(&clause.kind));
    for clause in &mut write.clauses {
        match clause.kind {
            ClauseKind::Capture => clause.kind = ClauseKind::Write,
            ClauseKind::AcqRel | ClauseKind::Acquire => clause.kind = ClauseKind::SeqCst,
            _ => {}
        }
    }
    write
}

/// Takes the braces away that stand around the only statement.
fn without_braces(planned: &Planned, construct: &Construct, edits: &mut Edits) {
    let program = planned.program;
    let mut next = construct.body;
    while let Some(stmt) = next.take().map(|stmt| program.stmt(stmt)) {
        let StmtKind::Block(stmts) = &stmt.kind else {
            return;
        };
        let [only] = stmts.as_slice() else {
            return;
        };
        let Span { lo, hi } = stmt.span;
        let braces = [Span { lo, hi: lo + 1 }, Span { lo: hi - 1, hi }];
        if braces.map(|at| planned.pre.slice(at)) == ["{", "}"] {
            braces.into_iter().for_each(|at| edits.replace(at, ""));
        }
        next = Some(*only);
    }
}
