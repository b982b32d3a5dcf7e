//! The canonical form of one loop (OpenMP 5.2, section 4.4.1).

use super::{Writes, leaves};
use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Step, Test};
use crate::ir::*;
use crate::source::Span;

/// The canonical form of one `for` statement (OpenMP 5.2, 4.4.1); an error that says what is not canonical.
pub fn canonical(program: &Program, stmt: StmtId) -> Result<CanonicalLoop, Diagnostic> {
    canonical_with(program, stmt, &|body, var| {
        Uses::of_stmt(program, body).get(var).written
    })
}

pub(super) fn canonical_with(
    program: &Program,
    stmt: StmtId,
    writes: Writes,
) -> Result<CanonicalLoop, Diagnostic> {
    let span = program.stmt(stmt).span;
    let StmtKind::For {
        init,
        cond,
        step,
        body,
    } = &program.stmt(stmt).kind
    else {
        return Err(refuse(span, "this is not a `for` loop"));
    };
    let (var, lo, declared) = init
        .and_then(|init| loop_init(program, init))
        .ok_or_else(|| {
            let place = init.map_or(span, |i| program.stmt(i).span);
            refuse(
                place,
                "the loop must start with `var = bound`, with one integer or pointer variable",
            )
        })?;
    let ty = program.vars[var].ty.id;
    if !program.types.is_integer(ty) && !program.types.is_pointer(ty) {
        return Err(refuse(
            program.vars[var].span,
            &format!(
                "the iteration variable `{}` must be an integer or a pointer",
                program.vars[var].name
            ),
        ));
    }
    if program.size_of(ty).is_some_and(|bytes| bytes > 8) {
        let message = format!(
            "the iteration variable `{}` has more than 64 bits, and so may the number of iterations",
            program.vars[var].name
        );
        return Err(refuse(program.vars[var].span, &message)
            .help("count in `long` or `unsigned long`, and convert where the value is used"));
    }
    let cond = cond.ok_or_else(|| refuse(span, "the loop has no test"))?;
    let (test, hi) = loop_test(program, cond, var).ok_or_else(|| {
        refuse(
            program.expr(cond).span,
            &format!(
                "the test must compare `{}` with a bound by <, <=, >, >= or !=",
                program.vars[var].name
            ),
        )
    })?;
    let incr = step.ok_or_else(|| refuse(span, "the loop has no increment"))?;
    let step = loop_step(program, incr, var).ok_or_else(|| {
        refuse(
            program.expr(incr).span,
            &format!(
                "the increment must add a loop-invariant amount to `{}`",
                program.vars[var].name
            ),
        )
    })?;
    for bound in [Some(hi), step.amount].into_iter().flatten() {
        let expr = program.expr(bound);
        if program.size_of(expr.ty.id).is_some_and(|bytes| bytes > 8) {
            let message = "this has more than 64 bits, and so may the number of iterations";
            return Err(refuse(expr.span, message).help("convert it to the type of the variable"));
        }
    }
    check_direction(program, test, &step, incr, var)?;
    if writes(*body, var) {
        let message = format!(
            "the iteration variable `{}` is changed in the loop",
            program.vars[var].name
        );
        return Err(match assignment(program, *body, var) {
            Some(place) => refuse(place, &message)
                .says("changed here")
                .also(program.expr(incr).span, "only this may change it"),
            None => refuse(program.stmt(*body).span, &message),
        });
    }
    if let Some(place) = leaves(program, *body) {
        return Err(refuse(place, "this statement leaves the loop"));
    }
    Ok(CanonicalLoop {
        stmt,
        var,
        declared,
        lo,
        test,
        hi,
        step,
        body: *body,
        span,
    })
}

/// The first place in a statement that assigns a variable itself.
fn assignment(program: &Program, body: StmtId, var: VarId) -> Option<Span> {
    let mut found = None;
    program.walk_exprs_in(body, &mut |_, expr| {
        let to = match expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => lhs,
            ExprKind::IncDec { arg, .. } => arg,
            _ => return,
        };
        if found.is_none() && matches!(program.expr(to).kind, ExprKind::Var(one) if one == var) {
            found = Some(expr.span);
        }
    });
    found
}

fn refuse(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(
        Code::CanonicalLoop,
        span,
        format!("not a canonical loop: {message}"),
    )
    .note("OpenMP 5.2, section 4.4.1")
}

/// The variable that the init statement of a `for` gives its first value.
pub fn initialised(program: &Program, init: StmtId) -> Option<VarId> {
    loop_init(program, init).map(|(var, ..)| var)
}

pub(super) fn loop_init(program: &Program, init: StmtId) -> Option<(VarId, ExprId, bool)> {
    match &program.stmt(init).kind {
        StmtKind::Decl(decls) => match decls.as_slice() {
            [Decl::Var(var)] => match &program.vars[*var].init {
                Some(Init::Expr(lo)) => Some((*var, *lo, true)),
                _ => None,
            },
            _ => None,
        },
        StmtKind::Expr(expr) => match &program.expr(strip(program, *expr)).kind {
            ExprKind::Assign { lhs, rhs } => Some((variable(program, *lhs)?, *rhs, false)),
            _ => None,
        },
        _ => None,
    }
}

/// The expression without implicit conversions and casts to void.
fn strip(program: &Program, id: ExprId) -> ExprId {
    match &program.expr(id).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        } => strip(program, *arg),
        ExprKind::Convert {
            arg,
            why: Conversion::Cast,
        } if *program.type_of(id) == Type::Void => strip(program, *arg),
        _ => id,
    }
}

fn variable(program: &Program, id: ExprId) -> Option<VarId> {
    match program.expr(strip(program, id)).kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}

fn loop_test(program: &Program, cond: ExprId, var: VarId) -> Option<(Test, ExprId)> {
    let ExprKind::Binary { op, lhs, rhs } = program.expr(strip(program, cond)).kind else {
        return None;
    };
    let flip = variable(program, lhs) != Some(var);
    if flip && variable(program, rhs) != Some(var) {
        return None;
    }
    let test = match (op, flip) {
        (BinOp::Lt, false) | (BinOp::Gt, true) => Test::Lt,
        (BinOp::Le, false) | (BinOp::Ge, true) => Test::Le,
        (BinOp::Gt, false) | (BinOp::Lt, true) => Test::Gt,
        (BinOp::Ge, false) | (BinOp::Le, true) => Test::Ge,
        (BinOp::Ne, _) => Test::Ne,
        _ => return None,
    };
    let hi = if flip { lhs } else { rhs };
    (!Uses::of_expr(program, hi).uses(var)).then_some((test, hi))
}

fn loop_step(program: &Program, incr: ExprId, var: VarId) -> Option<Step> {
    match program.expr(strip(program, incr)).kind {
        ExprKind::IncDec { arg, increment, .. } if variable(program, arg) == Some(var) => {
            Some(Step {
                amount: None,
                subtract: !increment,
                value: Some(if increment { 1 } else { -1 }),
            })
        }
        ExprKind::CompoundAssign { op, lhs, rhs, .. } if variable(program, lhs) == Some(var) => {
            match op {
                BinOp::Add => by(program, rhs, false, var),
                BinOp::Sub => by(program, rhs, true, var),
                _ => None,
            }
        }
        ExprKind::Assign { lhs, rhs } if variable(program, lhs) == Some(var) => {
            match program.expr(strip(program, rhs)).kind {
                ExprKind::Binary {
                    op: BinOp::Add,
                    lhs,
                    rhs,
                } if variable(program, lhs) == Some(var) => by(program, rhs, false, var),
                ExprKind::Binary {
                    op: BinOp::Add,
                    lhs,
                    rhs,
                } if variable(program, rhs) == Some(var) => by(program, lhs, false, var),
                ExprKind::Binary {
                    op: BinOp::Sub,
                    lhs,
                    rhs,
                } if variable(program, lhs) == Some(var) => by(program, rhs, true, var),
                _ => None,
            }
        }
        _ => None,
    }
}

fn by(program: &Program, amount: ExprId, subtract: bool, var: VarId) -> Option<Step> {
    if Uses::of_expr(program, amount).uses(var) {
        return None;
    }
    let value = added(program, amount).map(|v| if subtract { -v } else { v });
    Some(Step {
        amount: Some(amount),
        subtract,
        value,
    })
}

/// What a constant adds to a variable: its value before the conversion to an unsigned type of the variable, in which
/// -1 would be the type's largest number.
pub fn added(program: &Program, amount: ExprId) -> Option<i128> {
    int_value(program, strip(program, amount))
}

/// The step must lead towards the bound; `!=` needs a step of one (5.2, 4.4.1).
fn check_direction(
    program: &Program,
    test: Test,
    step: &Step,
    incr: ExprId,
    var: VarId,
) -> Result<(), Diagnostic> {
    let place = program.expr(incr).span;
    let name = &program.vars[var].name;
    match (test, step.value) {
        (_, Some(0)) => Err(refuse(place, &format!("`{name}` never changes"))),
        (Test::Lt | Test::Le, Some(v)) if v < 0 => {
            Err(refuse(place, &format!("`{name}` runs away from its bound")))
        }
        (Test::Gt | Test::Ge, Some(v)) if v > 0 => {
            Err(refuse(place, &format!("`{name}` runs away from its bound")))
        }
        (Test::Ne, Some(1 | -1)) => Ok(()),
        (Test::Ne, _) => Err(refuse(place, "with `!=` the increment must be 1 or -1")),
        _ => Ok(()),
    }
}
