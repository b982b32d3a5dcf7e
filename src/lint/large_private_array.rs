//! An array of which every thread has its own, too large for that.
//!
//! Arrays that threads have for themselves (declared in a parallel region, or private to one) lie in CUDA's local
//! memory. The driver sets it aside for as many threads as the device can hold, not for those that run: 64 KB a
//! thread are 17 GB on an H100, with 2048 threads on each of 132 multiprocessors. 512 KB a thread is all that there
//! may be.
//!
//! Why: the kernel cannot be launched, or leaves no memory for data.
//!
//! Example:
//!
//! ```c
//! void rows(int n, double *y)
//! {
//!     #pragma omp target teams distribute parallel for map(y[0:n])
//!     for (int i = 0; i < n; i++) {
//!         double work[100000];
//!         for (int k = 0; k < 100000; k++) work[k] = i + k;
//!         y[i] = work[i % 1000] + work[i % 777];
//!     }
//! }
//! ```
//!
//! Instead: one array for all threads, mapped with `map(alloc: ...)`, with a part for each of a fixed number of
//! threads; or an array of the team, declared in `teams` outside of `parallel`.

use super::Unit;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::source::Span;

/// Bytes that one array may take of each thread's memory.
const LIMIT: u64 = 64 << 10;

pub fn check(unit: &Unit, var: VarId, place: Span) -> Option<Diagnostic> {
    let program = unit.facts.program;
    let data = &program.vars[var];
    let bytes = program.size_of(data.ty.id)?;
    (bytes >= LIMIT && is_used(program, var)).then(|| {
        let message = format!(
            "every thread has an array `{}` of {} KB, and the device sets memory aside for all that it can hold",
            data.name,
            bytes >> 10
        );
        Diagnostic::warning(Code::LargePrivateArray, place, message)
            .help("map one array for all threads with `map(alloc: ...)`, or declare it outside of `parallel`")
    })
}

/// Whether code names the array for more than its size, or to mark it as used: of others nothing is left on the device.
fn is_used(program: &Program, var: VarId) -> bool {
    let Some(body) = program.vars[var]
        .func
        .and_then(|func| program.funcs[func].body)
    else {
        return true;
    };
    let is_it = |id: ExprId| matches!(program.expr(id).kind, ExprKind::Var(one) if one == var);
    let (mut named, mut marked) = (0, 0);
    program.walk_exprs_in(body, &mut |id, expr| match expr.kind {
        ExprKind::Var(one) if one == var => named += 1,
        ExprKind::Convert { .. } if *program.type_of(id) == Type::Void => {
            marked += usize::from(is_it(program.unconverted(id)));
        }
        _ => {}
    });
    named > marked
}
