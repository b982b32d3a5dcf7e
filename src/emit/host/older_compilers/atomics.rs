//! `atomic` on complex numbers in the host text: host compilers accept real numbers only, so that it becomes a
//! critical section with a name of its own.
//!
//! Directly within `teams` it stands in a `parallel` of one thread (`teams`).
//!
//! From the IR. Both forms mean the same to the program: all such operations exclude each other.

use super::teams;
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::Type;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let in_teams = teams::around_atomics(program);
    for (id, atomic) in planned.plan.synchronisation.atomics.iter() {
        let construct = &program.constructs[id];
        let quote = quoted(planned.pre, construct.pragma);
        let complex = matches!(program.type_of(atomic.x), Type::Complex(_));
        let host = match complex {
            true => format!("#pragma omp critical (romp_complex) /* {quote} */"),
            false => format!("#pragma omp {quote}"),
        };
        if in_teams.contains(&id) {
            let indent = planned.pre.indentation(construct.pragma);
            let text =
                format!("#pragma omp parallel if(0) /* `teams` takes no other */\n{indent}{host}");
            edits.replace(construct.pragma, text);
        } else if complex {
            edits.replace(construct.pragma, host);
        }
    }
}
