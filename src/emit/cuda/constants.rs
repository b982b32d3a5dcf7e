//! Initialisers of variables with static storage, where C's constants are no constants for nvcc.
//!
//! nvcc requires constant expressions of C++, and reports "dynamic initialization" for anything else. C, and GNU C,
//! also has floating constants and conversions that overflow or underflow, calls of builtins, and addresses of
//! elements that are reached through another element's address. Such arithmetic is printed as its value, such
//! addresses as a distance in bytes from a variable's.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text};
use crate::ir::constants::{self, Value};
use crate::ir::literals;
use crate::ir::{BinOp, Conversion, ExprId, ExprKind, FloatKind, Program, QualType, Type, VarId};

impl Printer<'_> {
    /// Prints the initialiser of a variable with static storage by `f`.
    pub(super) fn as_constant<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.state.constant, true);
        let result = f(self);
        self.state.constant = outer;
        result
    }

    /// The value of an initialiser that is no constant for nvcc; none where it may stay as it is.
    pub(super) fn folded(&mut self, e: ExprId, ty: QualType) -> Option<Text> {
        if !self.state.constant {
            return None;
        }
        if self.program.types.is_pointer(ty.id) {
            return self.folded_address(e, ty);
        }
        if is_constant(self.program, e) {
            return None;
        }
        let is = Cxx::Is(ty);
        let value = constants::value(self.program, e)?;
        let text = match (self.program.types.resolve(ty.id), value) {
            (Type::Float(kind), Value::Float(value)) => float_constant(value, *kind),
            (Type::Float(kind), Value::Int(value)) => float_constant(value as f64, *kind),
            (Type::Int(kind), Value::Int(value)) if kind.size() > 8 => {
                let text = literals::wide_constant(value, *kind);
                return Some(Text::new(text, Prec::Cast, is));
            }
            (Type::Int(kind), Value::Int(value)) => {
                literals::int_constant(value, !kind.signed() && kind.rank() > 2, kind.size() == 8)
            }
            _ => return None,
        };
        let prec = match text.starts_with('-') {
            true => Prec::Unary,
            false => Prec::Primary,
        };
        Some(Text::new(text, prec, is))
    }

    /// An address as a distance in bytes from a variable's, where the expression is no constant for nvcc.
    fn folded_address(&mut self, e: ExprId, ty: QualType) -> Option<Text> {
        if is_plain_address(self.program, e) && !self.passes_a_volatile_member(e) {
            return None;
        }
        let (var, bytes) = pointed_at(self.program, e)?;
        let name = self.var(var).at_least(Prec::Cast);
        let bytes = match bytes {
            0 => format!("&{name}"),
            bytes if bytes < 0 => format!("((char *)&{name} - {})", -bytes),
            bytes => format!("((char *)&{name} + {bytes})"),
        };
        let address = Text::new(bytes, Prec::Unary, Cxx::Is(ty));
        Some(self.cast(address, ty))
    }

    /// Whether an address goes through a member whose volatility a function of the header restores, which is no
    /// constant expression.
    fn passes_a_volatile_member(&self, e: ExprId) -> bool {
        let mut passes = false;
        self.program.walk_expr(e, &mut |_, expr| {
            if let ExprKind::Member {
                base, arrow, path, ..
            } = &expr.kind
            {
                let whole = self.program.expr(*base).ty;
                let whole = match arrow {
                    true => self.program.types.element(whole.id).unwrap_or(whole),
                    false => whole,
                };
                passes |= self.loses_volatile(expr, whole, path);
            }
        });
        passes
    }
}

/// Whether an address is a constant for nvcc: no element behind the address of an element, no sum with a pointer that
/// was converted, no part of a constant that holds pointers, whose values it needs (they may be converted addresses).
fn is_plain_address(program: &Program, e: ExprId) -> bool {
    let mut plain = true;
    let mut top = e;
    while let ExprKind::Convert {
        arg,
        why: Conversion::Cast | Conversion::Implicit,
    } = program.expr(top).kind
    {
        top = arg;
    }
    let whole = match program.expr(top).kind {
        ExprKind::AddrOf(place) => Some(place),
        _ => None,
    };
    let converted = |e: ExprId| {
        matches!(
            program.expr(e).kind,
            ExprKind::Convert {
                why: Conversion::Cast,
                ..
            } | ExprKind::AddrOf(_)
        ) && program.types.is_pointer(program.expr(e).ty.id)
    };
    program.walk_expr(e, &mut |id, expr| match expr.kind {
        ExprKind::Var(var) if whole != Some(id) => {
            let ty = program.vars[var].ty;
            let is_pointer = |part: &Type| matches!(part, Type::Pointer(_));
            plain &= !program.is_constant(ty) || !program.has_part(ty.id, &is_pointer);
        }
        ExprKind::Index { base, .. } => {
            plain &= match program.expr(base).kind {
                ExprKind::Convert {
                    arg,
                    why: Conversion::ArrayDecay,
                } => matches!(
                    program.expr(arg).kind,
                    ExprKind::Var(_) | ExprKind::Member { .. } | ExprKind::Str { .. }
                ),
                _ => false,
            };
        }
        ExprKind::Binary { lhs, rhs, .. } => plain &= !converted(lhs) && !converted(rhs),
        _ => {}
    });
    plain
}

/// The variable into which a pointer points, and the distance in bytes from its beginning.
fn pointed_at(program: &Program, pointer: ExprId) -> Option<(VarId, i128)> {
    let expr = program.expr(pointer);
    let is_pointer = |e: ExprId| program.types.is_pointer(program.expr(e).ty.id);
    match expr.kind {
        ExprKind::AddrOf(place)
        | ExprKind::Convert {
            arg: place,
            why: Conversion::ArrayDecay,
        } => placed_at(program, place),
        ExprKind::Convert { arg, .. } if is_pointer(pointer) && is_pointer(arg) => {
            pointed_at(program, arg)
        }
        ExprKind::Binary {
            op: op @ (BinOp::Add | BinOp::Sub),
            lhs,
            rhs,
        } if is_pointer(pointer) => {
            let (base, count) = match is_pointer(lhs) {
                true => (lhs, rhs),
                false => (rhs, lhs),
            };
            let count = constants::int_value(program, count)?;
            let count = if op == BinOp::Sub { -count } else { count };
            behind(program, base, count)
        }
        _ => None,
    }
}

/// The place `count` elements behind a pointer.
fn behind(program: &Program, pointer: ExprId, count: i128) -> Option<(VarId, i128)> {
    let elem = program.types.element(program.expr(pointer).ty.id)?;
    let size = match program.types.resolve(elem.id) {
        Type::Void => 1,
        _ => i128::from(program.size_of(elem.id)?),
    };
    let (var, at) = pointed_at(program, pointer)?;
    Some((var, at + count * size))
}

/// The variable of which an lvalue is a part, and the distance in bytes from its beginning.
fn placed_at(program: &Program, place: ExprId) -> Option<(VarId, i128)> {
    match &program.expr(place).kind {
        ExprKind::Var(var) => Some((*var, 0)),
        ExprKind::Deref(pointer) => pointed_at(program, *pointer),
        ExprKind::Index { base, index } => {
            behind(program, *base, constants::int_value(program, *index)?)
        }
        ExprKind::Member {
            base, arrow, path, ..
        } => {
            let whole = program.expr(*base).ty;
            let ((var, mut at), mut ty) = match arrow {
                true => (
                    pointed_at(program, *base)?,
                    program.types.element(whole.id)?,
                ),
                false => (placed_at(program, *base)?, whole),
            };
            for &index in path {
                let Type::Record(record) = program.types.resolve(ty.id) else {
                    return None;
                };
                let field = program.records[*record].fields.as_ref()?.get(index)?;
                at += i128::from(field.offset);
                ty = field.ty;
            }
            Some((var, at))
        }
        _ => None,
    }
}

/// A literal for a floating value.
pub(super) fn float_constant(value: f64, kind: FloatKind) -> String {
    let single = kind == FloatKind::Float;
    let value = if single {
        f64::from(value as f32)
    } else {
        value
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return "NAN".into();
    }
    if value.is_infinite() {
        return format!("{sign}{}", if single { "INFINITY" } else { "HUGE_VAL" });
    }
    match single {
        true => format!("{:?}f", value as f32),
        false => format!("{value:?}"),
    }
}

/// Whether an arithmetic constant of C is a constant of C++, too.
fn is_constant(program: &Program, e: ExprId) -> bool {
    let mut constant = true;
    program.walk_expr(e, &mut |id, expr| {
        constant &= match (&expr.kind, program.types.resolve(expr.ty.id)) {
            (ExprKind::Call { .. }, _) => false,
            (_, Type::Float(kind)) => match constants::value(program, id) {
                Some(Value::Float(value)) => {
                    is_plain(value, *kind) && !(value == 0.0 && vanishes(program, &expr.kind))
                }
                _ => true,
            },
            (ExprKind::Convert { arg, .. }, Type::Int(kind)) => {
                match constants::value(program, *arg) {
                    Some(Value::Float(value)) => {
                        value.is_finite()
                            && constants::wrap_int(value as i128, *kind) == value as i128
                    }
                    _ => true,
                }
            }
            _ => true,
        };
    });
    constant
}

/// Whether a zero results from the conversion, multiplication or division of values that are not zero.
fn vanishes(program: &Program, result: &ExprKind) -> bool {
    let is_zero = |e: ExprId| match constants::value(program, e) {
        Some(Value::Float(value)) => value == 0.0,
        Some(Value::Int(value)) => value == 0,
        None => false,
    };
    match result {
        ExprKind::Convert { arg, .. } => !is_zero(*arg),
        ExprKind::Binary {
            op: BinOp::Mul,
            lhs,
            rhs,
        } => !is_zero(*lhs) && !is_zero(*rhs),
        ExprKind::Binary {
            op: BinOp::Div,
            lhs,
            ..
        } => !is_zero(*lhs),
        _ => false,
    }
}

/// Whether a floating value is neither beyond the range of its type nor so small that it may have underflowed.
fn is_plain(value: f64, kind: FloatKind) -> bool {
    let least = match kind {
        FloatKind::Float => f64::from(f32::MIN_POSITIVE),
        _ => f64::MIN_POSITIVE,
    };
    value == 0.0 || value.is_finite() && value.abs() >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_told_from_what_is_too_small() {
        for zero in ["0.0", "0e5", ".0f", "0x0p3", "00.00L"] {
            assert!(literals::is_zero(zero), "{zero}");
        }
        for other in ["1e-400", "0.001e-900", "0x.1p-2000", "0xfp-3000", "4e-60f"] {
            assert!(!literals::is_zero(other), "{other}");
        }
    }

    #[test]
    fn floating_values_have_literals_that_read_back() {
        assert_eq!(float_constant(0.1, FloatKind::Double), "0.1");
        assert_eq!(float_constant(f64::from(0.1f32), FloatKind::Float), "0.1f");
        assert_eq!(float_constant(1e-40, FloatKind::Float), "1e-40f");
        assert_eq!(float_constant(-0.0, FloatKind::Double), "-0.0");
        assert_eq!(
            float_constant(f64::NEG_INFINITY, FloatKind::Float),
            "-INFINITY"
        );
        assert_eq!(float_constant(1e300, FloatKind::Double), "1e300");
    }
}
