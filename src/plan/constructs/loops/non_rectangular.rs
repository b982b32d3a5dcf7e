//! What non-rectangular nests may look like (OpenMP 5.2, 4.4.2): bounds that are affine in the iteration
//! variables of outer loops, steps that do not depend on them.

use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Nest, Test};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::source::Span;

/// An error for tiled non-rectangular nests under `collapse`: the loops over the iterations of a tile depend on the
/// loops over tiles, and no host compiler accepts both.
pub(in crate::plan) fn tiles(
    program: &Program,
    construct: &Construct,
    nest: &Nest,
) -> Result<(), Box<Diagnostic>> {
    let within = |one: &&CanonicalLoop| program.loops.is_made_expr(one.hi);
    match nest.loops.iter().find(within) {
        Some(one) if nest.non_rectangular(program).is_some() => Err(Box::new(
            Diagnostic::error(
                Code::UnsupportedLoop,
                construct.pragma,
                "a construct over the loops within a tile is not translated yet",
            )
            .also(one.span, "the loops over tiles and those within them")
            .note("OpenMP 5.2, section 9.1: as many loops over tiles as there are sizes come first")
            .help("let `collapse` take no more loops than `sizes` has"),
        )),
        _ => Ok(()),
    }
}

pub(in crate::plan) fn check(
    program: &Program,
    construct: &Construct,
    nest: &Nest,
    private: &[(VarId, Private)],
) -> Result<(), Box<Diagnostic>> {
    let Some(place) = nest.non_rectangular(program) else {
        return Ok(());
    };
    let broken = |place: Span, message: &str| {
        Err(Box::new(
            Diagnostic::error(Code::CanonicalLoop, place, message)
                .also(construct.pragma, "collapsed here")
                .note("OpenMP 5.2, section 4.4.2"),
        ))
    };
    for clause in &construct.clauses {
        if matches!(
            clause.kind,
            ClauseKind::Schedule { .. } | ClauseKind::DistSchedule { .. } | ClauseKind::Ordered(_)
        ) {
            let name = clause.kind.name();
            let message = format!("`{name}` may not stand on a non-rectangular loop nest");
            return Err(Box::new(
                Diagnostic::error(Code::CanonicalLoop, clause.span, message)
                    .also(place, "this bound depends on an outer loop")
                    .note("OpenMP 5.2, sections 11.5 and 11.6"),
            ));
        }
    }
    for (depth, inner) in nest.loops.iter().enumerate() {
        let outer: Vec<VarId> = nest.loops[..depth].iter().map(|l| l.var).collect();
        for bound in [inner.lo, inner.hi] {
            if !is_affine(program, bound, &outer) {
                return broken(
                    program.expr(bound).span,
                    "the bound must have the form `a * var + b` for the variable of an outer loop of the nest",
                );
            }
            let non_rectangular = uses_any(program, bound, &outer);
            if non_rectangular && inner.test == Test::Ne {
                return Err(Box::new(
                    Diagnostic::error(
                        Code::UnsupportedLoop,
                        program.expr(bound).span,
                        "`!=` with an unsigned variable, which may wrap around, in a loop that depends on another one \
                         of its nest is not translated yet",
                    )
                    .also(construct.pragma, "collapsed here")
                    .help("compare with `<` or `>`, or make the variable signed"),
                ));
            }
        }
        if let Some(step) = inner.step.amount
            && uses_any(program, step, &outer)
        {
            return broken(
                program.expr(step).span,
                "the step may not depend on another loop of the nest",
            );
        }
        if let Some((step, jump)) = broken_step(program, &nest.loops[..depth], inner) {
            let place = inner
                .step
                .amount
                .map_or(inner.span, |e| program.expr(e).span);
            let message = format!(
                "the step is {step}, and from one iteration of the outer loop to the next the bounds move apart by \
                 {jump}, which is no multiple of it"
            );
            return broken(place, &message);
        }
    }
    let own = |var: VarId| nest.loops.iter().any(|one| one.var == var);
    if private.iter().any(|(var, how)| how.is_last() && own(*var)) {
        return Err(Box::new(
            Diagnostic::error(
                Code::UnsupportedLoop,
                construct.pragma,
                "`lastprivate` of an iteration variable of a non-rectangular nest is not translated yet",
            )
            .also(place, "this bound depends on an outer loop")
            .help("assign it to another variable in the loop, and make that `lastprivate`"),
        ));
    }
    Ok(())
}

/// An error for a loop whose bounds' distance changes from one iteration of an outer loop to the next by something
/// else than a multiple of its step: `c * incr-outer mod incr = 0` (5.2, 4.4.2). Where something is not constant
/// there is no error.
fn broken_step(
    program: &Program,
    around: &[CanonicalLoop],
    inner: &CanonicalLoop,
) -> Option<(i128, i128)> {
    let step = inner.step.value.filter(|&step| step != 0)?;
    let jump = |outer: &CanonicalLoop| {
        let hi = factor(program, inner.hi, outer.var)?;
        let lo = factor(program, inner.lo, outer.var)?;
        hi.checked_sub(lo)?.checked_mul(outer.step.value?)
    };
    let mut jumps = around.iter().filter_map(jump);
    Some((step, jumps.find(|jump| jump % step != 0)?))
}

/// The constant by which an affine expression multiplies a variable.
fn factor(program: &Program, expr: ExprId, var: VarId) -> Option<i128> {
    if !uses_any(program, expr, &[var]) {
        return Some(0);
    }
    let of = |expr| factor(program, expr, var);
    match program.expr(expr).kind {
        ExprKind::Var(_) => Some(1),
        ExprKind::Convert { arg, .. } => of(arg),
        ExprKind::Unary { op, arg } => match op {
            UnOp::Neg => of(arg)?.checked_neg(),
            _ => of(arg),
        },
        ExprKind::Binary { op, lhs, rhs } => match op {
            BinOp::Add => of(lhs)?.checked_add(of(rhs)?),
            BinOp::Sub => of(lhs)?.checked_sub(of(rhs)?),
            BinOp::Mul => match uses_any(program, lhs, &[var]) {
                true => of(lhs)?.checked_mul(int_value(program, rhs)?),
                false => of(rhs)?.checked_mul(int_value(program, lhs)?),
            },
            _ => None,
        },
        _ => None,
    }
}

fn uses_any(program: &Program, expr: ExprId, vars: &[VarId]) -> bool {
    let uses = Uses::of_expr(program, expr);
    vars.iter().any(|var| uses.uses(*var))
}

/// Whether an expression is a sum of terms, each of which is one of `vars`, multiplied by something that uses none of
/// them.
fn is_affine(program: &Program, expr: ExprId, vars: &[VarId]) -> bool {
    if !uses_any(program, expr, vars) {
        return true;
    }
    match program.expr(expr).kind {
        ExprKind::Var(_) => true,
        ExprKind::Convert { arg, .. } => {
            let size = |id| match program.type_of(id) {
                Type::Int(kind) => Some(kind.size()),
                _ => None,
            };
            // The narrower type would wrap around.
            size(arg).is_some_and(|from| size(expr).is_some_and(|to| from <= to))
                && is_affine(program, arg, vars)
        }
        ExprKind::Unary {
            op: UnOp::Neg | UnOp::Plus,
            arg,
        } => is_affine(program, arg, vars),
        ExprKind::Binary { op, lhs, rhs } => match op {
            BinOp::Add | BinOp::Sub => {
                is_affine(program, lhs, vars) && is_affine(program, rhs, vars)
            }
            BinOp::Mul => {
                let (left, right) = (uses_any(program, lhs, vars), uses_any(program, rhs, vars));
                !(left && right) && is_affine(program, lhs, vars) && is_affine(program, rhs, vars)
            }
            _ => false,
        },
        _ => false,
    }
}
