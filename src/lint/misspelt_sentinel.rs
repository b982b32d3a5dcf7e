//! A pragma with a misspelt `omp` in front of a directive.
//!
//! `#pragma opm parallel for` is valid C: compilers ignore pragmas that they do not know, and say so with
//! `-Wunknown-pragmas` at most. What is reported has a word behind `#pragma` that is one letter away from `omp`, or
//! `omp` in capitals, and behind it the name of a directive. `#pragma ompx` is an extension's.
//!
//! Why: the directive does nothing, and the program runs as if it were not there.
//!
//! Example:
//!
//! ```c
//! void scale(int n, double *y)
//! {
//!     #pragma omp target map(y[0:n])
//!     #pragma opm teams distribute parallel for
//!     for (int i = 0; i < n; i++)
//!         y[i] *= 2;
//! }
//! ```
//!
//! Instead: `#pragma omp`; `romp2cuda check --fix` writes it.

use crate::diag::{Code, Diagnostic, Suggestion};
use crate::omp::sentinel;
use crate::source::{Preprocessed, Span};

pub fn check(pre: &Preprocessed) -> Vec<Diagnostic> {
    let mut found = vec![];
    let mut at = 0;
    for line in pre.text().split_inclusive('\n') {
        let begin = at;
        at += line.len();
        let Some(misspelt) = sentinel::misspelt(line) else {
            continue;
        };
        if pre.is_system(begin) {
            continue;
        }
        let word = &line[misspelt.word.clone()];
        let span = Span::new(begin + misspelt.word.start, begin + misspelt.word.end);
        let message = format!(
            "`#pragma {word} {}` is no directive of OpenMP, and nothing follows from it",
            misspelt.directive
        );
        found.push(
            Diagnostic::warning(Code::MisspeltSentinel, span, message)
                .suggest(Suggestion::meant(span, "omp")),
        );
    }
    found
}
