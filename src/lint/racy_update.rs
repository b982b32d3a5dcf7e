//! An element that several threads may update at the same time.
//!
//! `hist[data[i] % bins]++`, or `sum[0] += x[i]`: iterations of different threads read, change and write the same
//! element of an array, or what a pointer leads to. It is reported where the element is the same for all iterations, or
//! where its number is made from data so that different data give the same one (`%`, `/`, `&`, `>>`, or a
//! conversion from a floating type).
//!
//! Why: of two updates at a time one is lost.
//!
//! Example:
//!
//! ```c
//! void count(int n, const int *data, int *hist)
//! {
//!     #pragma omp target teams distribute parallel for map(to: data[0:n]) map(tofrom: hist[0:16])
//!     for (int i = 0; i < n; i++) hist[data[i] % 16]++;
//! }
//! ```
//!
//! Instead: `#pragma omp atomic` in front of the update, or `reduction(+: hist[0:16])`.

use super::threads::Conflict;
use super::{Unit, mend};
use crate::diag::{Code, Diagnostic};

pub fn check(unit: &Unit, conflict: &Conflict) -> Option<Diagnostic> {
    let program = unit.facts.program;
    let var = &program.vars[conflict.var];
    let construct = &program.constructs[conflict.construct];
    if conflict.whole {
        return None;
    }
    let name = &var.name;
    let by = super::who(construct);
    let message = match (conflict.by_data, conflict.update) {
        (true, _) => format!("{by} may update the same element of `{name}` at the same time"),
        (false, true) => format!("{by} all update the same element of `{name}`"),
        (false, false) => format!("{by} all write the same element of `{name}`"),
    };
    let found = Diagnostic::warning(Code::RacyUpdate, conflict.place, message).also(
        construct.pragma,
        format!("{by} run what this construct holds"),
    );
    Some(match conflict.update {
        true if conflict.bit_field => found.help(
            "give the member a type of its own, for no `atomic` updates a bit-field, and put `#pragma omp atomic` in front of the update",
        ),
        true => found
            .help(match conflict.member {
                true => "put `#pragma omp atomic` in front of the update, or update a variable of its own in a `reduction`, which takes no members, and store that behind the construct",
                false => "put `#pragma omp atomic` in front of the update, or add a `reduction` clause",
            })
            .offer(mend::atomic(unit, conflict)),
        false => found.help("let one thread write it, or give each thread an element of its own"),
    })
}
