//! Arithmetic in double that only a constant without a suffix, or a function for double, asks for.
//!
//! In C `0.5` is a double, and so is what `sqrt` returns: `x * 0.5` converts a float `x` to double, multiplies there, and
//! the assignment converts back. It is reported of a region, or of a function that devices execute, in which nothing else
//! is a double, and only where the result becomes a float again.
//!
//! Why: GPUs compute in double at half the rate of float at best, most of them at 1/32 or 1/64, and the conversions take
//! instructions of their own.
//!
//! Example:
//!
//! ```c
//! void norms(int n, const float *x, const float *y, float *r)
//! {
//!     #pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) map(from: r[0:n])
//!     for (int i = 0; i < n; i++) r[i] = 0.5 * x[i] + 0.25 * y[i];
//! }
//! ```
//!
//! Instead: `0.5f * x[i] + 0.25f * y[i]`, and `sqrtf` in place of `sqrt`. Where the precision of double is wanted between
//! the steps, a cast says so: `(double)x[i] * 0.5`.

use super::Unit;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::ir::*;
use crate::library::{c, of_c};
use crate::plan::decisions::kernel::KernelPlan;
use crate::source::Span;
use std::collections::BTreeSet;

/// The most replacements that a message names, and the most places that it shows.
const MOST: usize = 3;

/// Where code computes in double for a constant or a function, and what would not.
#[derive(Default)]
struct Found {
    /// The expressions whose results become floats.
    roots: Vec<Span>,
    /// What belongs in place of what stands there.
    edits: Vec<(Span, String)>,
}

/// The warnings about a region and the functions that it calls; `told` has the functions that others call, too.
pub fn check(unit: &Unit, kernel: &KernelPlan, told: &mut BTreeSet<FuncId>) -> Vec<Diagnostic> {
    let program = unit.facts.program;
    let mut bodies: Vec<StmtId> = vec![];
    bodies.extend(program.constructs[kernel.construct].body);
    for &func in &kernel.functions {
        if told.insert(func) {
            bodies.extend(program.funcs[func].body);
        }
    }
    let found = bodies.into_iter().filter_map(|body| of_body(unit, body));
    found.collect()
}

fn of_body(unit: &Unit, body: StmtId) -> Option<Diagnostic> {
    let program = unit.facts.program;
    let mut found = Found::default();
    let mut has_doubles = false;
    program.walk_exprs_in(body, &mut |id, expr| {
        has_doubles |= is_double_data(program, id, expr);
        found.look_at(unit, id, expr);
    });
    let mut declares = false;
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Decl(all) = &stmt.kind {
            declares |= all.iter().any(
                |one| matches!(one, Decl::Var(var) if is_wide(program, program.vars[*var].ty.id)),
            );
        }
    });
    let &first = found.roots.first().filter(|_| !has_doubles && !declares)?;
    let mut names: Vec<String> = vec![];
    for (_, text) in &found.edits {
        let name = format!("`{text}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = match names.len() > MOST {
        true => " and so on",
        false => "",
    };
    names.truncate(MOST);
    let title = format!("stay in float: {}{more}", names.join(", "));
    let mut edits = found.edits.into_iter();
    let (span, text) = edits.next()?;
    let suggestion = edits.fold(Suggestion::new(title, span, text), |all, (span, text)| {
        all.and(span, text)
    });
    let message =
        "this is computed in double, and nothing but its constants and functions is a double";
    let mut diagnostic =
        Diagnostic::warning(Code::NeedlessDouble, first, message).says("a float in the end");
    for &root in found.roots.iter().skip(1).take(MOST) {
        diagnostic = diagnostic.also(root, "and this");
    }
    let others = found.roots.len().saturating_sub(1 + MOST);
    if others > 0 {
        diagnostic = diagnostic.note(format!("so are {others} more expressions"));
    }
    Some(diagnostic.suggest(suggestion.maybe()))
}

/// Whether an expression is a double, or wider, that is neither a constant nor computed of floats.
fn is_double_data(program: &Program, id: ExprId, expr: &Expr) -> bool {
    let is_data = match &expr.kind {
        ExprKind::Var(_)
        | ExprKind::Index { .. }
        | ExprKind::Member { .. }
        | ExprKind::Deref(_)
        | ExprKind::CompoundLiteral { .. }
        | ExprKind::StmtExpr(_)
        | ExprKind::Opaque { .. } => true,
        ExprKind::Convert { why, .. } => *why == Conversion::Cast,
        ExprKind::Call { callee, .. } => float_form(program, *callee).is_none(),
        _ => false,
    };
    is_data && is_wide(program, program.expr(id).ty.id)
}

/// Whether a type is double or long double, complex or not, or an array of such.
fn is_wide(program: &Program, ty: TypeId) -> bool {
    match program.types.resolve(ty) {
        Type::Float(kind) => !matches!(kind, FloatKind::Float | FloatKind::Half),
        Type::Complex(_) => true,
        Type::Array { elem, .. } => is_wide(program, elem.id),
        _ => false,
    }
}

fn is(program: &Program, id: ExprId, kind: FloatKind) -> bool {
    matches!(program.type_of(id), Type::Float(one) if *one == kind)
}

impl Found {
    /// Adds an expression that becomes a float, where it is computed in double needlessly.
    fn look_at(&mut self, unit: &Unit, id: ExprId, expr: &Expr) {
        let program = unit.facts.program;
        let mut edits = vec![];
        let floats = match expr.kind {
            // A cast to float shows that the user knows of the double.
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } if is(program, id, FloatKind::Float) && is(program, arg, FloatKind::Double) => {
                floats_in(unit, arg, &mut edits)
            }
            ExprKind::CompoundAssign {
                op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div,
                lhs,
                rhs,
                ..
            } if is(program, lhs, FloatKind::Float) && is(program, rhs, FloatKind::Double) => {
                floats_in(unit, rhs, &mut edits).map(|floats| floats + 1)
            }
            _ => None,
        };
        if floats.is_some_and(|floats| floats > 0) && !edits.is_empty() {
            self.roots.push(expr.span);
            edits.retain(|one| !self.edits.contains(one));
            self.edits.extend(edits);
        }
    }
}

/// How many floats an expression of type double is computed of, where all else are constants; none where it is computed
/// of something else, or would be another value in float. `edits` gets what makes it one in float.
fn floats_in(unit: &Unit, id: ExprId, edits: &mut Vec<(Span, String)>) -> Option<usize> {
    let program = unit.facts.program;
    let expr = program.expr(id);
    match &expr.kind {
        ExprKind::Float { value, text } => {
            let narrow = *value as f32;
            let is_plain = text.ends_with(|end: char| end.is_ascii_digit() || end == '.');
            let fits = narrow.is_normal() || *value == 0.0;
            if !is_plain || !fits || !is_written(unit, expr.span, text) {
                return None;
            }
            edits.push((expr.span, format!("{text}f")));
            Some(0)
        }
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        } => match (program.type_of(*arg), &program.expr(*arg).kind) {
            (Type::Float(FloatKind::Float), _) => Some(1),
            (Type::Int(_), ExprKind::Int { value, .. }) if value.unsigned_abs() <= 1 << 24 => {
                Some(0)
            }
            _ => None,
        },
        ExprKind::Unary {
            op: UnOp::Plus | UnOp::Neg,
            arg,
        } => floats_in(unit, *arg, edits),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div,
            lhs,
            rhs,
        } => Some(floats_in(unit, *lhs, edits)? + floats_in(unit, *rhs, edits)?),
        ExprKind::Cond {
            yes: Some(yes), no, ..
        } => Some(floats_in(unit, *yes, edits)? + floats_in(unit, *no, edits)?),
        ExprKind::Call { callee, args } => {
            let name = float_form(program, *callee)?;
            let span = program.expr(*callee).span;
            if !is_written(unit, span, &name) {
                return None;
            }
            edits.push((span, format!("{name}f")));
            let mut floats = 0;
            for &arg in args {
                if is(program, arg, FloatKind::Double) {
                    floats += floats_in(unit, arg, edits)?;
                }
            }
            Some(floats)
        }
        _ => None,
    }
}

/// The name of the C library's function for double that a call names, where there is one for float.
fn float_form(program: &Program, callee: ExprId) -> Option<String> {
    let func = program.direct_callee(callee)?;
    of_c(program, func)?;
    let name = &program.funcs[func].name;
    c::has_float_form(name).then(|| name.clone())
}

/// Whether the user's file has this text at a place: no macro makes it.
fn is_written(unit: &Unit, span: Span, text: &str) -> bool {
    unit.pre.slice(span) == text && unit.pre.original_range(span).is_some()
}
