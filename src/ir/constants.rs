//! Constant expressions (C11, 6.6): the value of a typed expression, where it has one.
//!
//! The only place that computes constants of the program: `sema` asks it for extents, widths and clause
//! arguments, `analyze`, `plan` and `emit` for bounds and conditions, so that none of them takes for unknown
//! what another one knows. Computes on the IR, in which every conversion stands already: each operator wraps
//! as its own type says. `None` means that the value is not known now, and never stands for a value.

use super::*;

/// A constant's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An integer, of whatever type.
    Int(i128),
    /// A number of a floating type.
    Float(f64),
}

impl Value {
    fn is_true(self) -> bool {
        match self {
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
        }
    }

    fn at_least_zero(self) -> Option<Self> {
        match self {
            Value::Int(value) if value < 0 => None,
            value => Some(value),
        }
    }
}

/// The value of an integer constant expression.
pub fn int_value(program: &Program, id: ExprId) -> Option<i128> {
    match value(program, id)? {
        Value::Int(value) => Some(value),
        Value::Float(_) => None,
    }
}

/// The value of an arithmetic constant expression.
pub fn value(program: &Program, id: ExprId) -> Option<Value> {
    let expr = program.expr(id);
    let result = match &expr.kind {
        ExprKind::Int { value, .. } => Value::Int(*value),
        ExprKind::Float { value, .. } => Value::Float(*value),
        ExprKind::EnumConst { of, index } => {
            Value::Int(program.enums[*of].consts.get(*index)?.value)
        }
        ExprKind::SizeOf { value, .. } => Value::Int(i128::from((*value)?)),
        ExprKind::OffsetOf { value, .. } => Value::Int(i128::from(*value)),
        ExprKind::Unary { op, arg } => unary(*op, value(program, *arg)?)?,
        ExprKind::Binary { op, lhs, rhs } => {
            return binary_lazy(program, *op, *lhs, *rhs)
                .and_then(|v| wrap(program, v, expr.ty.id));
        }
        ExprKind::Cond { cond, yes, no } => {
            let cond = value(program, *cond)?;
            match (cond.is_true(), yes) {
                (true, Some(yes)) => value(program, *yes)?,
                (true, None) => cond,
                (false, _) => value(program, *no)?,
            }
        }
        ExprKind::Convert { arg, .. } => value(program, *arg)?,
        ExprKind::Call { callee, args } => call(program, *callee, args)?,
        // `&((T *)0)->member`, the form that offsetof had before compilers had a builtin for it.
        ExprKind::AddrOf(place) => Value::Int(place_address(program, *place)?),
        ExprKind::StmtExpr(_) => return None,
        _ => return None,
    };
    wrap(program, result, expr.ty.id)
}

/// The address of an lvalue whose base is a constant address.
fn place_address(program: &Program, id: ExprId) -> Option<i128> {
    match &program.expr(id).kind {
        ExprKind::Deref(pointer) => int_value(program, *pointer),
        ExprKind::Member {
            base, arrow, path, ..
        } => {
            let (mut ty, mut address) = if *arrow {
                let to = program.types.element(program.expr(*base).ty.id)?;
                (to.id, int_value(program, *base)?)
            } else {
                (program.expr(*base).ty.id, place_address(program, *base)?)
            };
            for &index in path {
                let Type::Record(record) = program.types.resolve(ty) else {
                    return None;
                };
                let field = program.records[*record].fields.as_ref()?.get(index)?;
                address += i128::from(field.offset);
                ty = field.ty.id;
            }
            Some(address)
        }
        ExprKind::Index { base, index } => {
            let elem = program.types.element(program.expr(*base).ty.id)?;
            let base = match &program.expr(*base).kind {
                ExprKind::Convert {
                    arg,
                    why: Conversion::ArrayDecay,
                } => place_address(program, *arg)?,
                _ => int_value(program, *base)?,
            };
            Some(base + int_value(program, *index)? * i128::from(program.size_of(elem.id)?))
        }
        _ => None,
    }
}

/// A value as the type holds it.
fn wrap(program: &Program, value: Value, ty: TypeId) -> Option<Value> {
    Some(match (program.types.resolve(ty), value) {
        (Type::Bool, v) => Value::Int(i128::from(v.is_true())),
        // Of its values, those that are less than 2^127 are represented.
        (Type::Int(IntKind::UInt128), Value::Int(v)) => Value::Int(v).at_least_zero()?,
        (Type::Int(IntKind::Int128 | IntKind::UInt128), Value::Float(v))
            if v.abs() >= 2f64.powi(126) =>
        {
            return None;
        }
        (Type::Int(IntKind::UInt128), Value::Float(v)) => Value::Int(v as i128).at_least_zero()?,
        (Type::Int(kind), v) => Value::Int(wrap_int(to_int(v)?, *kind)),
        (Type::Enum(id), v) => Value::Int(wrap_int(to_int(v)?, program.enums[*id].repr)),
        (Type::Pointer(_), Value::Int(v)) => Value::Int(wrap_int(v, IntKind::ULong)),
        (Type::Float(FloatKind::Float), v) => Value::Float(f64::from(to_float(v) as f32)),
        (Type::Float(_), v) => Value::Float(to_float(v)),
        _ => return None,
    })
}

fn to_int(value: Value) -> Option<i128> {
    match value {
        Value::Int(value) => Some(value),
        Value::Float(value) => value.is_finite().then_some(value as i128),
    }
}

fn to_float(value: Value) -> f64 {
    match value {
        Value::Int(value) => value as f64,
        Value::Float(value) => value,
    }
}

/// `value` modulo 2^width, as the kind represents it. `unsigned __int128` above 2^127 is not represented: its values stay
/// as they are.
pub fn wrap_int(value: i128, kind: IntKind) -> i128 {
    let bits = kind.size() * 8;
    if bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if kind.signed() && low >> (bits - 1) != 0 {
        low - (1i128 << bits)
    } else {
        low
    }
}

fn unary(op: UnOp, arg: Value) -> Option<Value> {
    Some(match (op, arg) {
        (UnOp::Plus, v) => v,
        (UnOp::Neg, Value::Int(v)) => Value::Int(v.wrapping_neg()),
        (UnOp::Neg, Value::Float(v)) => Value::Float(-v),
        (UnOp::BitNot, Value::Int(v)) => Value::Int(!v),
        (UnOp::Not, v) => Value::Int(i128::from(!v.is_true())),
        _ => return None,
    })
}

fn binary_lazy(program: &Program, op: BinOp, lhs: ExprId, rhs: ExprId) -> Option<Value> {
    let a = value(program, lhs)?;
    match (op, a.is_true()) {
        (BinOp::And, false) => return Some(Value::Int(0)),
        (BinOp::Or, true) => return Some(Value::Int(1)),
        (BinOp::And | BinOp::Or, _) => {
            return Some(Value::Int(i128::from(value(program, rhs)?.is_true())));
        }
        _ => {}
    }
    let b = value(program, rhs)?;
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => {
            let pointee = |id: ExprId| match program.type_of(id) {
                Type::Pointer(to) => program.size_of(to.id).map(i128::from),
                _ => None,
            };
            match (op, pointee(lhs), pointee(rhs)) {
                (BinOp::Add, Some(size), None) => Some(Value::Int(x + y * size)),
                (BinOp::Add, None, Some(size)) => Some(Value::Int(x * size + y)),
                (BinOp::Sub, Some(size), None) => Some(Value::Int(x - y * size)),
                (BinOp::Sub, Some(size), Some(_)) if size > 0 => Some(Value::Int((x - y) / size)),
                _ => int_binary(op, x, y, width(program, lhs)).map(Value::Int),
            }
        }
        _ => float_binary(op, to_float(a), to_float(b)),
    }
}

fn width(program: &Program, id: ExprId) -> u32 {
    program.size_of(program.expr(id).ty.id).unwrap_or(8) as u32 * 8
}

fn int_binary(op: BinOp, x: i128, y: i128, width: u32) -> Option<i128> {
    use BinOp::*;
    let flag = |value| i128::from(value);
    Some(match op {
        Add => x.wrapping_add(y),
        Sub => x.wrapping_sub(y),
        Mul => x.wrapping_mul(y),
        Div => x.checked_div(y)?,
        Rem => x.checked_rem(y)?,
        Shl | Shr if y < 0 || y >= i128::from(width) => return None,
        Shl => x.wrapping_shl(y as u32),
        Shr => x >> y,
        Lt => flag(x < y),
        Gt => flag(x > y),
        Le => flag(x <= y),
        Ge => flag(x >= y),
        Eq => flag(x == y),
        Ne => flag(x != y),
        BitAnd => x & y,
        BitXor => x ^ y,
        BitOr => x | y,
        And | Or => return None,
    })
}

fn float_binary(op: BinOp, x: f64, y: f64) -> Option<Value> {
    use BinOp::*;
    let flag = |value| Value::Int(i128::from(value));
    Some(match op {
        Add => Value::Float(x + y),
        Sub => Value::Float(x - y),
        Mul => Value::Float(x * y),
        Div => Value::Float(x / y),
        Lt => flag(x < y),
        Gt => flag(x > y),
        Le => flag(x <= y),
        Ge => flag(x >= y),
        Eq => flag(x == y),
        Ne => flag(x != y),
        _ => return None,
    })
}

/// The builtins that stand in constant expressions.
fn call(program: &Program, callee: ExprId, args: &[ExprId]) -> Option<Value> {
    let ExprKind::Func(func) = &program.expr(program.unconverted(callee)).kind else {
        return None;
    };
    let name = program.funcs[*func].name.as_str();
    let int = |index: usize| int_value(program, *args.get(index)?);
    let bits = |value: i128, name: &str| {
        if name.ends_with('l') {
            value as u64
        } else {
            u64::from(value as u32)
        }
    };
    let name = name.strip_prefix("__builtin_")?;
    Some(Value::Int(match name {
        "constant_p" => i128::from(value(program, *args.first()?).is_some()),
        "expect" | "expect_with_probability" => int(0)?,
        "bswap16" => i128::from((int(0)? as u16).swap_bytes()),
        "bswap32" => i128::from((int(0)? as u32).swap_bytes()),
        "bswap64" => i128::from((int(0)? as u64).swap_bytes()),
        "popcount" | "popcountl" | "popcountll" => i128::from(bits(int(0)?, name).count_ones()),
        "ctz" | "ctzl" | "ctzll" => i128::from(bits(int(0)?, name).trailing_zeros()),
        "clz" => i128::from((int(0)? as u32).leading_zeros()),
        "clzl" | "clzll" => i128::from((int(0)? as u64).leading_zeros()),
        "fabs" | "fabsf" | "sqrt" => {
            let arg = to_float(value(program, *args.first()?)?);
            let result = if name == "sqrt" {
                arg.sqrt()
            } else {
                arg.abs()
            };
            return Some(Value::Float(result));
        }
        "huge_val" | "huge_valf" | "inf" | "inff" => return Some(Value::Float(f64::INFINITY)),
        "nan" | "nanf" => return Some(Value::Float(f64::NAN)),
        _ => return None,
    }))
}
