//! A scalar that a region writes, and whose old value the host reads afterwards.
//!
//! A scalar that no clause of `target` names is firstprivate there (5.2, 5.8.1): the region works with a copy.
//! It is reported where the region writes it and the host reads it, before it assigns it again.
//!
//! Why: nothing comes back; what the region has computed is lost. OpenMP 4.0 copied such scalars back, 4.5 and
//! later do not.
//!
//! Example:
//!
//! ```c
//! int last(int n, const int *x)
//! {
//!     int found = -1;
//!     #pragma omp target map(to: x[0:n])
//!     for (int i = 0; i < n; i++)
//!         if (x[i] == 0) found = i;
//!     return found;
//! }
//! ```
//!
//! Instead: `map(tofrom: found)`; `reduction(+: s) map(tofrom: s)` for what threads sum up. Where the copy is meant,
//! `firstprivate(found)` says so.

use super::{Unit, after, mend, threads};
use crate::analyze::facts::Facts;
use crate::analyze::sharing::{DeviceAttr, Rule};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::kernel::KernelPlan;
use crate::source::Span;

/// The warnings for a kernel, each with its variable. `races` are the writes that several threads may do at a time.
pub fn check(
    unit: &Unit,
    kernel: &KernelPlan,
    races: &[threads::Conflict],
) -> Vec<(VarId, Diagnostic)> {
    let program = unit.facts.program;
    let construct = &program.constructs[kernel.construct];
    let mut found = vec![];
    for captured in &kernel.data.vars {
        let implied = matches!(captured.rule, Rule::Implicit(_));
        let var = &program.vars[captured.var];
        if captured.attr != DeviceAttr::Firstprivate
            || !implied
            || !captured.usage.written
            || var.extent
        {
            continue;
        }
        let Some(read) = after::read_behind(unit.facts, kernel.construct, captured.var) else {
            continue;
        };
        let place = construct
            .body
            .and_then(|body| write(unit.facts, body, captured.var));
        let name = &var.name;
        let message = format!(
            "what the region writes to `{name}` is lost: the host reads its own `{name}` afterwards"
        );
        let race = races
            .iter()
            .find(|one| one.whole && one.var == captured.var);
        let several =
            construct.directive.has(Leaf::Teams) || construct.directive.has(Leaf::Parallel);
        let sums = race.filter(|one| one.sums);
        let reduction = sums.and_then(|one| mend::reduction(unit, one));
        let operator = reduction.as_ref().map_or("OPERATOR", |one| one.operator);
        let help = match sums.is_some() {
            true if several => format!(
                "add `reduction({operator}: {name})` to the construct, which brings the result back"
            ),
            true => format!(
                "add `map(tofrom: {name})` here, and `reduction({operator}: {name})` where threads share the work"
            ),
            false => {
                format!("add `map(tofrom: {name})`, or `firstprivate({name})` if a copy is meant")
            }
        };
        let mapped = mend::clause(construct, &format!("map(tofrom: {name})"));
        let copied = mend::clause(construct, &format!("firstprivate({name})")).maybe();
        let suggestions = match (reduction, race) {
            (Some(reduction), _) => vec![reduction.suggestion],
            // Threads would still write the host's variable all at once.
            (None, Some(_)) => vec![mapped.maybe()],
            (None, None) => vec![mapped, copied],
        };
        let warning =
            Diagnostic::warning(Code::LostUpdate, place.unwrap_or(construct.pragma), message)
                .says("written here")
                .also(
                    construct.pragma,
                    format!(
                        "no clause names `{name}`: the region has a copy, which does not come back"
                    ),
                )
                .also(read, "read here")
                .help(help);
        let warning = suggestions.into_iter().fold(warning, Diagnostic::offer);
        found.push((captured.var, warning));
    }
    found
}

/// The place of the first write to the variable itself.
fn write(facts: &Facts, body: StmtId, var: VarId) -> Option<Span> {
    let program = facts.program;
    let mut found = None;
    program.walk_stmts(body, &mut |_, stmt| {
        program.each_expr_of(stmt, &mut |expr| {
            program.walk_expr(expr, &mut |_, expr| {
                let to = match expr.kind {
                    ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
                    ExprKind::IncDec { arg, .. } => arg,
                    _ => return,
                };
                if found.is_none() && matches!(program.expr(to).kind, ExprKind::Var(v) if v == var)
                {
                    found = Some(program.expr(to).span);
                }
            })
        })
    });
    let copied = |id: &ConstructId| {
        facts
            .privatised(&program.constructs[*id])
            .iter()
            .any(|(v, _)| *v == var)
    };
    // Inside of a construct that privatises the variable, the name means the copy.
    let mut hidden = vec![];
    program.walk_stmts(body, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind
            && copied(&id)
        {
            hidden.push(stmt.span);
        }
    });
    found.filter(|at| {
        !hidden
            .iter()
            .any(|span| span.lo <= at.lo && at.hi <= span.hi)
    })
}
