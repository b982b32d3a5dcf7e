//! `atomic` on complex numbers in the host text: host compilers take real numbers only, so that there it is a
//! critical section of a name of its own.
//!
//! From the IR. Both forms mean the same to the program: all such operations exclude each other.

use super::Planned;
use super::host::quoted;
use crate::analyze::atomics;
use crate::ir::Type;
use crate::omp::DirectiveKind;
use crate::source::Edits;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    for (_, construct) in program.constructs.iter() {
        if construct.directive != DirectiveKind::Atomic {
            continue;
        }
        let Ok(atomic) = atomics::of(program, construct) else {
            continue;
        };
        if let Type::Complex(_) = program.type_of(atomic.x) {
            let quote = quoted(planned.pre, construct.pragma);
            let text = format!("#pragma omp critical (romp_complex) /* {quote} */");
            edits.replace(construct.pragma, text);
        }
    }
}
