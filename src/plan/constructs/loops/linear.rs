//! `linear` on loops (OpenMP 5.2, 5.4.6): in iteration k a copy begins with the original value plus k steps, and the
//! value after the last iteration goes back to the original.
//!
//! From the clauses; the rest of planning sees such a variable as firstprivate and lastprivate. Only variables that
//! the body itself increments are accepted: compilers do not agree on the values that others have after the loop.

use crate::analyze::facts::Facts;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::decisions::loops::{Linear, Spread};

/// The linear variables of a loop; removes them from `private`, or changes what they are there.
pub(in crate::plan) fn of(
    facts: &Facts,
    construct: &Construct,
    nest: &Nest,
    private: &mut [(VarId, Private)],
    spread: Spread,
) -> Result<Vec<Linear>, Box<Diagnostic>> {
    let program = facts.program;
    let inside = facts.uses(nest.body);
    let mut found = vec![];
    for clause in &construct.clauses {
        let ClauseKind::Linear { items, step, kind } = &clause.kind else {
            continue;
        };
        let refuse = |message: String| {
            Diagnostic::error(Code::UnsupportedClause, clause.span, message)
                .help("compute the variable from the iteration variable")
        };
        if kind.as_deref().is_some_and(|kind| kind != "val") {
            return Err(Box::new(refuse(
                "`linear` with this modifier on a loop is not translated".into(),
            )));
        }
        for var in items.iter().filter_map(ListItem::var) {
            let name = &program.vars[var].name;
            let own = private.iter_mut().find(|(v, _)| *v == var);
            let Some((_, how)) = own else { continue };
            if let Some(one) = nest.loops.iter().find(|one| one.var == var) {
                let wanted = step.map_or(Some(1), |step| int_value(program, step));
                if wanted != one.step.value {
                    let message = format!("the step of `{name}` is not that of its loop");
                    return Err(Box::new(refuse(message).note("OpenMP 5.2, section 5.4.6")));
                }
                *how = Private::Lastprivate;
                continue;
            }
            if !inside.get(var).maybe_written() {
                let message = format!(
                    "`linear({name})` of a variable that the loop does not change is not translated yet"
                );
                let why = "host compilers do not agree on its values: gcc never changes it where it does not optimise";
                return Err(Box::new(refuse(message).note(why)));
            }
            *how = Private::FirstLastprivate;
            match spread {
                // A single thread runs the loop on the original.
                Spread::Lanes | Spread::Thread => {}
                Spread::Team => found.push(Linear { var, step: *step }),
                Spread::Teams | Spread::League => {
                    let message = format!(
                        "`linear({name})` on a loop of several teams is not translated yet"
                    );
                    return Err(Box::new(refuse(message)));
                }
            }
        }
    }
    Ok(found)
}
