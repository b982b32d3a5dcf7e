//! The code of a region: that of one parallel construct, or of several that one fork runs, with a barrier
//! of its threads between two parts where the plan says so.
//!
//! From the plan's [`Forked`]. Parts are printed where they stand, so that comments keep their order, and
//! kept until the last one. Decides nothing.

use super::cuda::Printer;
use super::fork_join::values;
use super::kernel::Kernel;
use crate::device::{Block, Team};
use crate::ir::*;
use crate::library::openmp;
use crate::plan::decisions::sequential::Forked;
use crate::plan::decisions::steps::{Lowering, Parallel, Step};
use std::cell::RefCell;

/// The code of a fused region, as far as its parts are built.
#[derive(Default)]
pub struct Printed {
    pub team: Team,
    pub code: Block,
}

/// A fused region whose last part is not built yet.
pub type Begun = RefCell<Option<Printed>>;

/// Builds the part of the construct `id`, whose step `at` forks. Returns the whole region with its last part.
pub fn part(
    k: &Kernel,
    p: &Printer,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    at: usize,
    team: impl FnOnce() -> Team,
) -> Option<Printed> {
    let region = k.plan.fork_join.region_of(id).expect("a planned region");
    let number = region.parts.iter().position(|one| *one == id)?;
    let mut begun = k.begun.take().unwrap_or_else(|| Printed {
        team: team(),
        ..Printed::default()
    });
    let mut code = Block::default();
    let names = values(k, p, &mut code, region);
    if number > 0 {
        // They are declared by the first part.
        code = std::mem::take(&mut begun.code);
    }
    let body = k.program.constructs[id].body;
    let alone = region.parts.len() == 1;
    let braces =
        !alone && lowering.steps.len() == at + 1 && body.is_some_and(|body| k.declares(body));
    let print = || {
        k.as_team(begun.team.clone(), || {
            if number == 0 {
                let work_queues = work_queues(k, region);
                let first = Parallel {
                    work_queues,
                    ..parallel.clone()
                };
                k.begin_work_queues(&mut code, &first);
            } else if region.waits[number - 1] {
                k.barrier(&mut code);
            }
            code.scope_where(braces, |code| {
                let before = p.hooks.omp_routine(openmp::GET_MAX_THREADS, "");
                k.with_max_threads(code, body, &before, |code| {
                    k.with_private(p, code, body, &parallel.private, |out| {
                        k.with_tasks(out, id, |out| k.steps(p, out, id, lowering, at + 1));
                    })
                });
            });
        })
    };
    k.renaming_all(&names, print);
    begun.code = code;
    if number + 1 == region.parts.len() {
        return Some(begun);
    }
    k.begun.replace(Some(begun));
    None
}

/// Whether loops of some part take iterations from a work queue.
fn work_queues(k: &Kernel, region: &Forked) -> bool {
    let lowerings = region.parts.iter().filter_map(|&id| k.plan.lowering(id));
    let mut steps = lowerings.flat_map(|lowering| &lowering.steps);
    steps.any(|step| matches!(step, Step::Parallel(one) if one.work_queues))
}
