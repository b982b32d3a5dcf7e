//! What an `atomic` construct does to its location (OpenMP 5.2, 15.8.4). `analyze` finds it in the statement.

use super::{BinOp, ExprId, Program, Type};
use crate::omp::MemoryOrder;

/// One atomic operation. Operands are as written: without the conversions that C makes implicitly.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// The location, an lvalue.
    pub x: ExprId,
    /// What is done to the location.
    pub action: Action,
    /// The memory order of the whole operation.
    pub order: MemoryOrder,
    /// Where the value is captured, if it is.
    pub capture: Option<Capture>,
    /// The variable `r` of `r = x == e`, which gets the result of the comparison.
    pub result: Option<ExprId>,
}

/// What an atomic operation does to its location `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It only reads x; the capture says where the value goes.
    Read,
    /// `x = value`; the value keeps its conversion to the type of x.
    Write(ExprId),
    /// `x = x op e`, or `x = e op x`.
    Update {
        /// The operator.
        op: BinOp,
        /// The other operand, `e`.
        operand: Operand,
        /// Whether the operand stands on the left: `x = e op x`.
        reversed: bool,
    },
    /// `if (e < x) x = e`: x becomes the smaller value.
    Min(ExprId),
    /// `if (x < e) x = e`: x becomes the larger value.
    Max(ExprId),
    /// `if (x == expected) x = desired`
    Replace {
        /// The value that x must have.
        expected: ExprId,
        /// The value that x gets then.
        desired: ExprId,
    },
}

/// The operand of an atomic update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The 1 of `++` and `--`.
    One,
    /// An expression of the program.
    Expr(ExprId),
}

/// The capture `v = x` of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The lvalue that gets the value.
    pub v: ExprId,
    /// Which value of x it gets.
    pub when: When,
}

/// Which value of its location an atomic operation captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The value before the operation.
    Before,
    /// The value after it.
    After,
    /// The value before the operation, and only where the comparison fails.
    Failing,
}

/// Whether hardware may not be able to change the location of an atomic operation in one step: a complex number has
/// the size of two numbers and the alignment of one.
pub fn is_wide(program: &Program, x: ExprId) -> bool {
    matches!(program.type_of(x), Type::Complex(_))
}
