//! What device code may call that the program does not define: the C library and the routines of OpenMP.
//!
//! From the typed program's functions to rows of two tables. Each table is the only one of its kind: what is refused,
//! what is printed and what a call is known to do cannot disagree. Must not know of kernels.

pub mod c;
pub mod openmp;
pub mod printf;

use crate::ir::{ExprId, FuncId, Program};
use c::Device;

/// Whether a function is one of OpenMP's run-time routines.
pub fn is_omp_routine(program: &Program, func: FuncId) -> bool {
    let function = &program.funcs[func];
    function.body.is_none() && function.name.starts_with("omp_")
}

/// The row of the C library for this function: the function has no body, or a header's, and the table knows its name.
/// A function that the user declares for devices is the user's where the table has none.
pub fn of_c(program: &Program, func: FuncId) -> Option<Device> {
    let function = &program.funcs[func];
    if function.body.is_some() && !function.system {
        return None;
    }
    let device = c::lookup(&function.name)?;
    let users = function.declare_target.is_some() && !function.system;
    (!users || !matches!(device, Device::Refused(_))).then_some(device)
}

/// Whether a call is one of `printf`.
pub fn prints(program: &Program, callee: ExprId) -> bool {
    program.direct_callee(callee).is_some_and(|func| {
        of_c(program, func).is_some() && c::spelling(&program.funcs[func].name) == "printf"
    })
}
