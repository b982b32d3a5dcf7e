//! Loops with `scan` in the host text, in a form that compilers of OpenMP 5.0 accept.
//!
//! They know `inscan` on `for`, `simd` and `parallel for` alone, and one statement on either side of `scan`; gcc 12
//! crashes where such a `simd` stands in `target`. So a combined target construct becomes two directives, `teams
//! distribute` and `simd` are removed, and phases of several statements get braces. From the program; cannot fail.

use super::split;
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::*;
use crate::omp::support::support;
use crate::omp::{self, ClauseKind, DirectiveKind, ExprText, ItemText, Leaf};
use crate::plan::decisions::host::HostScan;
use crate::source::Span;

type Clause = omp::Clause<ExprText, ItemText>;

/// `target` and, on the next line, the loop's own directive, from the clauses of the host version of both.
pub fn split(
    program: &Program,
    scan: &HostScan,
    directive: &omp::Directive,
    clauses: Vec<Clause>,
) -> String {
    let inner = loop_of(&directive.kind);
    split::split(directive, inner, clauses, alone(program, scan))
}

/// The loop directive that host compilers accept for a combined construct.
fn loop_of(kind: &DirectiveKind) -> DirectiveKind {
    let leaves = kind.leaves().iter().copied();
    let kept = |leaf: &Leaf| matches!(leaf, Leaf::Parallel | Leaf::For);
    let kept: Vec<Leaf> = leaves.filter(kept).collect();
    DirectiveKind::Construct(match kept.is_empty() {
        true => vec![Leaf::Parallel, Leaf::For],
        false => kept,
    })
}

/// The clauses of a loop of one thread, whose variable keeps the last value.
fn alone(program: &Program, scan: &HostScan) -> Vec<Clause> {
    let construct = &program.constructs[scan.construct];
    if construct.directive.has(Leaf::For) {
        return vec![];
    }
    let text = |text: &str| ExprText {
        span: construct.pragma,
        text: text.into(),
    };
    let threads = ClauseKind::NumThreads {
        strict: false,
        threads: vec![text("1")],
    };
    let names = scan.loop_variables.iter();
    let items: Vec<ItemText> = names
        .map(|var| ItemText::name(&program.vars[*var].name, construct.pragma))
        .collect();
    let last = (!items.is_empty()).then_some(ClauseKind::Lastprivate {
        conditional: false,
        items,
    });
    [Some(threads), last]
        .into_iter()
        .flatten()
        .map(|kind| Clause {
            kind,
            span: construct.pragma,
            modifier: None,
        })
        .collect()
}

/// The edits of directives and bodies besides the lines of target constructs.
pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    for scan in &planned.plan.scans {
        let construct = &program.constructs[scan.construct];
        let directive = planned
            .directives
            .iter()
            .find(|directive| directive.span.lo == construct.pragma.lo);
        if let Some(directive) = directive
            && !directive.kind.has(Leaf::Target)
            && loop_of(&directive.kind) != directive.kind
        {
            let kind = loop_of(&directive.kind);
            let takes = |c: &&Clause| support(&kind, Some(c.kind.name())).is_translated();
            let mut clauses: Vec<Clause> =
                directive.clauses.iter().filter(takes).cloned().collect();
            clauses.extend(alone(program, scan));
            let host = omp::Directive {
                clauses,
                kind,
                ..directive.clone()
            };
            let quote = quoted(planned.pre, construct.pragma);
            let indent = planned.pre.indentation(construct.pragma);
            edits.replace(
                construct.pragma,
                format!("/* {quote} */\n{indent}#pragma omp {host} /* host version */"),
            );
        }
        braces(planned, scan, edits);
    }
}

/// Braces around a phase that is not one statement.
fn braces(planned: &Planned, scan: &HostScan, edits: &mut Edits) {
    let program = planned.program;
    let phases = &scan.phases;
    let one = |stmts: &[StmtId]| match stmts {
        [one] => !matches!(program.stmt(*one).kind, StmtKind::Decl(_) | StmtKind::Null),
        _ => false,
    };
    let (before, after) = (!one(&phases.before), !one(&phases.after));
    if !before && !after {
        return;
    }
    let body = program.stmt(scan.body).span;
    let pragma = program.constructs[phases.directive].pragma;
    let indent = planned.pre.indentation(pragma);
    let mut text = format!("#pragma omp {}", quoted(planned.pre, pragma));
    if before {
        edits.replace(
            Span {
                hi: body.lo + 1,
                ..body
            },
            "{ {",
        );
        text = format!("}}\n{indent}{text}");
    }
    if after {
        edits.replace(
            Span {
                lo: body.hi - 1,
                ..body
            },
            "} }",
        );
        text = format!("{text}\n{indent}{{");
    }
    edits.replace(pragma, text);
}
