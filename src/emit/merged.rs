//! The code of a region: that of one parallel construct, or of several that one fork runs, with a barrier
//! of its threads between two parts where the plan says so.
//!
//! From the plan's [`Forked`]. Parts are printed where they stand, so that comments keep their order, and
//! kept until the last one. Decides nothing.

use super::cuda::{Printer, Writer};
use super::fork_join::values;
use super::kernel::Kernel;
use crate::ir::*;
use crate::plan::fork_join::Forked;
use crate::plan::{Lowering, Parallel, Step};
use std::cell::RefCell;

/// What is printed of a region so far: its team's name and its code.
pub type Begun = RefCell<Option<(String, String)>>;

/// The part of the construct `id`, whose step `at` forks. Returns the whole region's team and code, at one
/// level of indentation, with its last part.
pub fn part(
    k: &Kernel,
    p: &Printer,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    at: usize,
    team: impl FnOnce() -> String,
) -> Option<(String, String)> {
    let region = k.plan.fork_join.region_of(id).expect("a planned region");
    let number = region.parts.iter().position(|one| *one == id)?;
    let (team, begun) = k.begun.take().unwrap_or_else(|| (team(), String::new()));
    let mut code = Writer::at(1);
    let names = values(k, p, &mut code, region);
    if number > 0 {
        // They are declared already.
        code.text = begun;
    }
    let body = k.program.constructs[id].body;
    let alone = region.parts.len() == 1;
    let braces =
        !alone && lowering.steps.len() == at + 1 && body.is_some_and(|body| k.declares(body));
    k.renaming_all(&names, || {
        k.as_team(Some(team.clone()), || {
            if number == 0 {
                let dispensers = dispensers(k, region);
                let first = Parallel {
                    dispensers,
                    ..parallel.clone()
                };
                k.begin_dispensers(&mut code, &first);
            } else if region.waits[number - 1] {
                code.line(k.barrier());
            }
            if braces {
                code.line("{");
                code.indent += 1;
            }
            k.with_private(p, &mut code, body, &parallel.private, |out| {
                k.steps(p, out, id, lowering, at + 1);
            });
            if braces {
                code.indent -= 1;
                code.line("}");
            }
        })
    });
    let whole = (team, code.text);
    if number + 1 == region.parts.len() {
        return Some(whole);
    }
    k.begun.replace(Some(whole));
    None
}

/// Loops of some part give out iterations while they run.
fn dispensers(k: &Kernel, region: &Forked) -> bool {
    let lowerings = region.parts.iter().filter_map(|&id| k.plan.lowering(id));
    let mut steps = lowerings.flat_map(|lowering| &lowering.steps);
    steps.any(|step| matches!(step, Step::Parallel(one) if one.dispensers))
}
