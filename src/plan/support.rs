//! What stands on a device construct and is not translated yet, refused clause by clause.
//!
//! Consults the table behind docs/support.md (`omp::support`).

use crate::analyze::regions::Regions;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::support::{Support, support, support_clause};
use crate::omp::{ClauseKind, Leaf};

/// Diagnostics of one device construct and, for `target`, of every construct inside.
pub fn check(program: &Program, regions: &Regions, id: ConstructId) -> Vec<Diagnostic> {
    let mut found = vec![];
    let construct = &program.constructs[id];
    one(program, construct, &mut found);
    if construct.directive.has(Leaf::Target) {
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    one(program, &program.constructs[inner], &mut found);
                }
            });
        }
        let _ = regions;
    }
    found
}

fn one(program: &Program, construct: &Construct, found: &mut Vec<Diagnostic>) {
    if let Support::Refused(why) = support(&construct.directive, None) {
        found.push(refusal(
            construct,
            format!("`{}` is not translated yet", construct.directive.name()),
            why,
            construct.pragma,
        ));
        return;
    }
    for clause in &construct.clauses {
        if let Support::Refused(why) = support_clause(&construct.directive, clause) {
            let what = format!(
                "`{}` on `{}` is not translated yet",
                clause.kind.name(),
                construct.directive.name()
            );
            found.push(refusal(construct, what, why, clause.span));
            continue;
        }
        let detail = match &clause.kind {
            ClauseKind::NumThreads { threads, .. } if threads.len() > 1 => {
                Some("a list of thread numbers, for nested regions,")
            }
            ClauseKind::UseDeviceAddr(items) if items.iter().any(|i| !addressable(program, i)) => {
                Some("`use_device_addr` of a scalar or a section")
            }
            _ => None,
        };
        if let Some(detail) = detail {
            found.push(refusal(
                construct,
                format!("{detail} is not translated yet"),
                "",
                clause.span,
            ));
        }
    }
}

/// `use_device_addr` of an array can be spelled in C; of a scalar it cannot.
fn addressable(program: &Program, item: &ListItem) -> bool {
    item.var().is_some_and(|var| {
        let ty = program.vars[var].ty.id;
        program.types.is_array(ty)
            || (program.types.is_pointer(ty) && !matches!(item.kind, ItemKind::Var(_)))
    })
}

fn refusal(
    construct: &Construct,
    what: String,
    why: &str,
    place: crate::source::Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::NotYet, place, what);
    let diagnostic = if why.is_empty() {
        diagnostic
    } else {
        diagnostic.note(why)
    };
    if place == construct.pragma {
        diagnostic
    } else {
        diagnostic.also(construct.pragma, "on this directive")
    }
}
