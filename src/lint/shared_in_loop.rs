//! A variable that all threads share, and each of them writes.
//!
//! The variable is declared outside of the construct that has several threads (or teams) run the code, and no
//! clause makes it private. Silent where `atomic`, `critical`, `single`, `masked` or `ordered` lets one thread through
//! at a time, where a condition on the iteration's or the thread's number does, or may do, and where all threads write
//! the same value. Silent, too, where a lock may be held: one of OpenMP, from the call that takes it, in whatever
//! function, to the one that releases it; behind a loop that waits for what atomics or critical sections say; and under
//! conditions on what they say. A scalar that no clause of `target` names is firstprivate there: the region has one copy
//! of it, which its teams and threads share.
//!
//! Why: threads overwrite each other's values; the result differs from run to run, and on a GPU it is mostly
//! wrong. In C, unlike Fortran, variables of loops inside of a parallel loop are not private by themselves.
//!
//! Example:
//!
//! ```c
//! void sums(int n, double *x, double *y)
//! {
//!     int i, j;
//!     #pragma omp target teams distribute parallel for map(x[0:n * n], y[0:n])
//!     for (i = 0; i < n; i++) {
//!         y[i] = 0;
//!         for (j = 0; j < n; j++) y[i] += x[i * n + j];
//!     }
//! }
//! ```
//!
//! A scalar that each iteration assigns before it reads it is an exception on the device: each iteration has its own,
//! since nothing can be said of a shared one. Other compilers keep the race, and so does `--check=races`.
//!
//! Instead: declare the variable where it is used (`for (int j = 0; ...`), or add `private(j)`. Sums and the like
//! take `reduction(+: s)`, other updates `#pragma omp atomic`.

use super::threads::Conflict;
use super::{Unit, mend};
use crate::diag::{Code, Diagnostic};

pub fn check(unit: &Unit, conflict: &Conflict) -> Option<Diagnostic> {
    let program = unit.facts.program;
    let var = &program.vars[conflict.var];
    let construct = &program.constructs[conflict.construct];
    if !conflict.whole || var.extent {
        return None;
    }
    let name = &var.name;
    let by = super::who(construct);
    let message = format!("`{name}` is shared by {by}, and each of them writes it");
    let found = Diagnostic::warning(Code::SharedInLoop, conflict.place, message)
        .also(
            construct.pragma,
            format!("{by} run what this construct holds"),
        )
        .also(var.span, "declared outside of it");
    // Of a sum that each iteration begins anew, each has one of its own.
    Some(match conflict.sums && !mend::begins_anew(unit, conflict) {
        true => {
            let help = |operator: &str| {
                format!("add `reduction({operator}: {name})` to the construct, or `#pragma omp atomic` to the update")
            };
            match mend::reduction(unit, conflict) {
                Some(mended) => found.help(help(mended.operator)).offer(mended.suggestion),
                None => found.help(help("OPERATOR")),
            }
        }
        .offer(mend::atomic(unit, conflict)),
        false => found
            .help(format!(
                "declare it where it is used, or add `private({name})` to the construct"
            ))
            .offer(mend::private(unit, conflict)),
    })
}
