//! `cancel` and `cancellation point`: data between planning and printing (OpenMP 5.2, 16).

use crate::ir::ExprId;
use crate::omp::Leaf;

/// A construct that a `cancel` in it names.
#[derive(Clone, Copy, Debug)]
pub struct Cancellable {
    /// `parallel`, `for` or `sections`.
    pub what: Leaf,
    /// Its threads share a dispenser.
    pub dispensed: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Cancel {
    /// `Task`: the task, of a group that may be cancelled.
    pub what: Leaf,
    pub condition: Option<ExprId>,
    /// It looks only whether another thread has.
    pub point: bool,
}
