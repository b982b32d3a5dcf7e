//! Loops with `scan` (OpenMP 5.2, 5.6): the two phases of the body, and what may pass between them.
//!
//! From the construct and its loops. Yields the phases in the order of the text; knows nothing of how they
//! are laid on threads.

use super::loops;
use super::nests::Nests;
use super::sharing;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::Phases;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveArgs, DirectiveKind, Leaf};
use crate::source::Span;

/// The phases of a loop construct with an `inscan` reduction; none for other constructs, an error where the body is
/// not two phases around one `scan`.
pub fn of(
    uses: &UseTable,
    nests: &Nests,
    construct: &Construct,
) -> Result<Option<Phases>, Box<Diagnostic>> {
    let program = uses.program;
    let clause = construct.inscan();
    if !construct.directive.shares_loops() {
        return Ok(None);
    }
    let Ok(nest) = nests.of(construct) else {
        return Ok(None);
    };
    let found = directives(program, nest.body);
    let Some(clause) = clause else {
        return match found.first() {
            None => Ok(None),
            Some(id) => Err(rule(
                program.constructs[*id].pragma,
                "the loop around `scan` has no `reduction` clause with `inscan`",
            )
            .also(construct.pragma, "this loop")
            .help("write `reduction(inscan, +: x)` on the loop's directive")
            .into()),
        };
    };
    let directive = match found.as_slice() {
        [one] => *one,
        [] => {
            return Err(rule(
                clause.span,
                "`inscan` needs a `scan` directive in the loop's body",
            )
            .also(program.stmt(nest.body).span, "this body")
            .help("write `#pragma omp scan inclusive(x)` between the two phases, or leave `inscan` out")
            .into());
        }
        [first, second, ..] => {
            return Err(rule(
                program.constructs[*second].pragma,
                "a second `scan` directive in the loop's body",
            )
            .also(program.constructs[*first].pragma, "the first one")
            .into());
        }
    };
    let scan = &program.constructs[directive];
    if let Some(span) = nest.non_rectangular(program) {
        return Err(Box::new(
            Diagnostic::error(
                Code::UnsupportedScan,
                span,
                "`scan` in loops that are not rectangular is not translated",
            )
            .also(scan.pragma, "the directive")
            .help("scan one loop, or give the inner loop constant bounds"),
        ));
    }
    let is_directive =
        |stmt: &StmtId| matches!(program.stmt(*stmt).kind, StmtKind::Omp(id) if id == directive);
    let place = match &program.stmt(nest.body).kind {
        StmtKind::Block(stmts) => stmts.iter().position(is_directive).map(|at| (stmts, at)),
        _ => None,
    };
    let Some((stmts, at)) = place else {
        return Err(rule(
            scan.pragma,
            "`scan` must stand directly in the block that is the loop's body",
        )
        .also(program.stmt(nest.body).span, "this body")
        .into());
    };
    let inclusive = scan
        .clauses
        .iter()
        .any(|c| matches!(c.kind, ClauseKind::Inclusive(_)));
    let phases = Phases {
        directive,
        inclusive,
        before: stmts[..at].to_vec(),
        after: stmts[at + 1..].to_vec(),
    };
    same_items(construct, scan)?;
    cancels(program, scan, nest.body)?;
    jumps(program, scan, &phases)?;
    declared_across(program, scan, &phases)?;
    private_across(uses, construct, scan, &phases)?;
    Ok(Some(phases))
}

/// The `scan` directives in a loop's body itself, those of nested constructs left out.
fn directives(program: &Program, body: StmtId) -> Vec<ConstructId> {
    let mut found = vec![];
    let mut open = vec![body];
    while let Some(id) = open.pop() {
        let stmt = program.stmt(id);
        match stmt.kind {
            StmtKind::Omp(inner) => {
                if program.constructs[inner].directive == DirectiveKind::Scan {
                    found.push(inner);
                }
            }
            _ => program.each_child(stmt, &mut |child| open.push(child)),
        }
    }
    found.sort_by_key(|id| program.constructs[*id].pragma.lo);
    found
}

/// An error unless the list items of the reduction and of `scan` are the same.
fn same_items(construct: &Construct, scan: &Construct) -> Result<(), Box<Diagnostic>> {
    let reduced: Vec<&ListItem> = construct
        .clauses
        .iter()
        .filter(|c| matches!(c.kind, ClauseKind::Reduction { .. }))
        .flat_map(|c| c.items())
        .collect();
    let scanned: Vec<&ListItem> = scan.clauses.iter().flat_map(|c| c.items()).collect();
    let missing = |one: &ListItem, list: &[&ListItem]| !list.iter().any(|l| l.var() == one.var());
    if let Some(item) = scanned.iter().find(|item| missing(item, &reduced)) {
        return Err(rule(
            item.span,
            format!(
                "`{}` is in no `reduction` clause with `inscan` of the loop",
                item.text
            ),
        )
        .also(construct.pragma, "this loop")
        .into());
    }
    if let Some(item) = reduced.iter().find(|item| missing(item, &scanned)) {
        return Err(rule(
            item.span,
            format!("`{}` is not in the list of the `scan` directive", item.text),
        )
        .also(scan.pragma, "this directive")
        .into());
    }
    Ok(())
}

/// An error where `cancel` may leave the loop inside a phase: other iterations wait for its value.
fn cancels(program: &Program, scan: &Construct, body: StmtId) -> Result<(), Box<Diagnostic>> {
    let mut open = vec![body];
    while let Some(id) = open.pop() {
        let stmt = program.stmt(id);
        let StmtKind::Omp(inner) = stmt.kind else {
            program.each_child(stmt, &mut |child| open.push(child));
            continue;
        };
        let inner = &program.constructs[inner];
        if let DirectiveArgs::Cancels(Leaf::For, _) = inner.args {
            let name = inner.name();
            let message = format!("`{name} for` may not stand in a phase of `scan`");
            return Err(Box::new(
                Diagnostic::error(Code::Nesting, inner.pragma, message)
                    .also(scan.pragma, "between the two phases")
                    .note("OpenMP 5.2, sections 5.6 and 16.1: a phase is a structured block sequence, left at its end")
                    .help("let the loop run to its end, and ignore what is not wanted"),
            ));
        }
        if !inner.directive.has(Leaf::For) {
            open.extend(inner.body);
        }
    }
    Ok(())
}

/// An error where a jump enters or leaves a phase: each is entered at its top and left at its end.
fn jumps(program: &Program, scan: &Construct, phases: &Phases) -> Result<(), Box<Diagnostic>> {
    for phase in [&phases.before, &phases.after] {
        let labels: Vec<String> = phase
            .iter()
            .flat_map(|s| loops::labels_and_gotos(program, *s).0)
            .map(|(name, _)| name)
            .collect();
        for &stmt in phase {
            let away = loops::labels_and_gotos(program, stmt).1;
            let away = away.iter().find(|(name, _)| !labels.contains(name));
            // Jumps between statements of one phase are allowed.
            let has_goto = !loops::labels_and_gotos(program, stmt).1.is_empty();
            let out = match has_goto {
                true => away.map(|(_, at)| *at),
                false => loops::jumps_out(program, stmt),
            };
            if let Some(at) = out {
                return Err(Box::new(
                    Diagnostic::error(Code::Placement, at, "a jump out of a phase of `scan`")
                        .also(scan.pragma, "between the two phases")
                        .note("OpenMP 5.2, section 5.6: both are structured block sequences")
                        .help("put what is left out into an `if`"),
                ));
            }
        }
    }
    Ok(())
}

/// An error for a variable that the first phase declares and the second one uses: it is out of scope there.
fn declared_across(
    program: &Program,
    scan: &Construct,
    phases: &Phases,
) -> Result<(), Box<Diagnostic>> {
    let after = of_stmts(program, &phases.after);
    for &stmt in &phases.before {
        let StmtKind::Decl(decls) = &program.stmt(stmt).kind else {
            continue;
        };
        for decl in decls {
            let Decl::Var(var) = decl else { continue };
            if after.uses(*var) && !after.declared.contains(var) {
                return Err(across(program, scan, *var, program.vars[*var].span));
            }
        }
    }
    Ok(())
}

/// An error for private variables whose value passes from one phase to the other.
fn private_across(
    uses: &UseTable,
    construct: &Construct,
    scan: &Construct,
    phases: &Phases,
) -> Result<(), Box<Diagnostic>> {
    let program = uses.program;
    let (before, after) = (
        of_stmts(program, &phases.before),
        of_stmts(program, &phases.after),
    );
    for (var, how) in sharing::privatised(uses, construct) {
        let carries = match how {
            Private::Lastprivate => true,
            Private::Private => !sets_first(program, &phases.after, var),
            _ => false,
        };
        if carries && before.get(var).maybe_written() && after.uses(var) {
            return Err(across(program, scan, var, construct.pragma));
        }
    }
    Ok(())
}

/// Whether the first statement that uses a variable assigns it a value.
fn sets_first(program: &Program, stmts: &[StmtId], var: VarId) -> bool {
    let Some(first) = stmts.iter().find(|s| Uses::of_stmt(program, **s).uses(var)) else {
        return true;
    };
    let assigns = |stmt: &Stmt| match stmt.kind {
        StmtKind::Expr(e) => match program.expr(e).kind {
            ExprKind::Assign { lhs, rhs } => {
                matches!(program.expr(lhs).kind, ExprKind::Var(v) if v == var)
                    && !Uses::of_expr(program, rhs).uses(var)
            }
            _ => false,
        },
        _ => false,
    };
    let stmt = program.stmt(*first);
    match stmt.kind {
        StmtKind::For {
            init: Some(init), ..
        } => assigns(program.stmt(init)),
        _ => assigns(stmt),
    }
}

fn across(program: &Program, scan: &Construct, var: VarId, at: Span) -> Box<Diagnostic> {
    let name = &program.vars[var].name;
    rule(
        scan.pragma,
        format!("`{name}` has a value before `scan` and is used behind it"),
    )
    .also(at, "this one")
    .help(format!(
        "compute `{name}` in both phases: only the list items of `scan` pass from one to the other"
    ))
    .into()
}

/// What several statements use.
pub fn of_stmts(program: &Program, stmts: &[StmtId]) -> Uses {
    let mut uses = Uses::default();
    for &stmt in stmts {
        uses.add_stmt(program, stmt);
    }
    uses
}

fn rule(at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Placement, at, message).note("OpenMP 5.2, section 5.6")
}
