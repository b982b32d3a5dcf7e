//! What an `atomic` construct does to its location (OpenMP 5.2, 15.8.4). `analyze` finds it in the statement.

use super::{BinOp, ExprId, Program};
use crate::omp::MemoryOrder;

/// One atomic operation. Operands are as written: without the conversions that C makes by itself.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// The location, an lvalue.
    pub x: ExprId,
    pub action: Action,
    pub order: MemoryOrder,
    pub capture: Option<Capture>,
    /// The variable `r` of `r = x == e`.
    pub result: Option<ExprId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Read,
    /// `x = value`; the value keeps its conversion to the type of x.
    Write(ExprId),
    /// `x = x op e`, or `x = e op x`.
    Update {
        op: BinOp,
        operand: Operand,
        reversed: bool,
    },
    /// x becomes the expression's value where that is less.
    Min(ExprId),
    /// x becomes the expression's value where that is greater.
    Max(ExprId),
    /// `if (x == expected) x = desired`
    Replace {
        expected: ExprId,
        desired: ExprId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Of `++` and `--`.
    One,
    Expr(ExprId),
}

/// `v = x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    pub v: ExprId,
    pub when: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The value before the operation.
    Before,
    /// The value after it.
    After,
    /// Where the comparison fails.
    Failing,
}

/// Whether the location of an atomic operation is longer than what hardware changes in one step.
pub fn is_wide(program: &Program, x: ExprId) -> bool {
    program.size_of(program.expr(x).ty.id) == Some(16)
}
