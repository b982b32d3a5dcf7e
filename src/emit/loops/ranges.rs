//! A loop's iterations as a value of the device header (`romp/ranges.cuh`).
//!
//! From the canonical loop, in the user's words where they say the same.

use super::super::cuda::Printer;
use crate::emit::operands::operand;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;

/// `lo, hi` where the range is no more than that, else the whole range.
pub fn simple_range(p: &mut Printer, one: &CanonicalLoop) -> String {
    let program = p.program;
    let ty = program.vars[one.var].ty.id;
    let same = program.types.same(program.expr(one.lo).ty.id, ty);
    let int = *program.types.resolve(ty) == Type::Int(IntKind::Int) && plain_int(program, one.lo);
    if one.test == Test::Lt
        && one.step.value == Some(1)
        && (same && !matches!(program.types.resolve(ty), Type::Int(_)) || int)
    {
        return format!("{}, {}", p.argument(one.lo), p.argument(one.hi));
    }
    range(p, one)
}

/// Whether the printed expression has type int in C++, too.
fn plain_int(program: &Program, id: ExprId) -> bool {
    match &program.expr(id).kind {
        ExprKind::Int { text, .. } => text.bytes().all(|b| b.is_ascii_digit()),
        ExprKind::Var(_) => *program.type_of(id) == Type::Int(IntKind::Int),
        _ => false,
    }
}

/// The loop's iterations as a value of the header's.
pub fn range(p: &mut Printer, one: &CanonicalLoop) -> String {
    let program = p.program;
    let v = &program.vars[one.var];
    // The values are of the type itself: what a range computes is no access to the variable.
    let whole = program.types.resolve_qual(v.ty);
    let plain = match whole.quals.is_volatile {
        true => whole.id.into(),
        false => super::super::kernel::unqualified(v.ty),
    };
    let ty = p.declarator(plain, "");
    let ty = ty.trim();
    let pointer = program.types.is_pointer(v.ty.id);
    let template = if pointer {
        String::new()
    } else {
        format!("<{ty}>")
    };
    let (lo, hi) = (p.argument(one.lo), p.argument(one.hi));
    let lo = if pointer {
        format!("({ty}){lo}", lo = operand(&lo))
    } else {
        lo
    };
    let name = match one.test {
        Test::Lt => "below",
        Test::Le => "upto",
        Test::Gt => "above",
        Test::Ge => "downto",
        Test::Ne => "until",
    };
    let down = matches!(one.test, Test::Gt | Test::Ge);
    let step = match (one.test, one.step.value, one.step.amount) {
        (Test::Ne, Some(value), _) => (value != 1).then(|| value.to_string()),
        (_, Some(1 | -1), _) => None,
        (_, Some(value), _) => Some(magnitude(p, one, value)),
        (_, None, Some(amount)) if one.step.subtract == down => Some(p.argument(amount)),
        (_, None, Some(amount)) => Some(format!("-({})", p.argument(amount))),
        (_, None, None) => None,
    };
    match step {
        Some(step) => format!("romp::{name}{template}({lo}, {hi}, {step})"),
        None => format!("romp::{name}{template}({lo}, {hi})"),
    }
}

/// A constant step's magnitude, in the user's words where they say just that.
fn magnitude(p: &mut Printer, one: &CanonicalLoop, value: i128) -> String {
    match one.step.amount {
        Some(amount) if int_value(p.program, amount) == Some(value.abs()) => p.argument(amount),
        _ => {
            let value = value.unsigned_abs();
            if value > i32::MAX as u128 {
                format!("{value}ll")
            } else {
                value.to_string()
            }
        }
    }
}
