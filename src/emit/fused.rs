//! The code of what one fork runs: a parallel construct, or several adjacent ones (fused by `plan/mode/fuse.rs`), each
//! a part of the region, with a barrier of its threads between two parts where the plan says so.
//!
//! From the plan's [`Forked`]. Parts are built where they stand in the user's text, so that comments keep their order;
//! the printer holds the region that has begun until its last part is there. Decides nothing.

use super::cuda::Printer;
use super::fork_join::values;
use super::kernel::Kernel;
use crate::device::tree::Braces;
use crate::device::{Block, Region, Team};
use crate::ir::*;
use crate::plan::decisions::sequential::Forked;
use crate::plan::decisions::steps::{Lowering, Parallel, Step};

/// Builds the part of the construct `id`, whose step `at` forks. Returns the whole region where this part is its last
/// one.
pub fn part(
    k: &Kernel,
    p: &mut Printer,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    at: usize,
    team: impl FnOnce() -> Team,
) -> Option<Region> {
    let region = k.plan.fork_join.region_of(id).expect("a planned region");
    let number = region.parts.iter().position(|one| *one == id)?;
    let mut begun = p.regions.begun.take().unwrap_or_else(|| Region {
        team: team(),
        code: Block::default(),
    });
    let mut code = Block::default();
    let names = values(k, p, &mut code, region);
    if number > 0 {
        // The first part has declared the values under these names: only the names are needed here.
        code = std::mem::take(&mut begun.code);
    }
    let body = k.program.constructs[id].body;
    let alone = region.parts.len() == 1;
    let declares = k.latches(parallel)
        || lowering.steps.len() == at + 1 && body.is_some_and(|body| k.declares(body));
    let braces = match !alone && declares {
        true => Braces::Own,
        false => Braces::None,
    };
    k.renaming_all(p, &names, |k, p| {
        k.as_team(p, begun.team.clone(), |k, p| {
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
                k.region_code(p, code, id, lowering, parallel, at);
            });
        })
    });
    begun.code = code;
    if number + 1 == region.parts.len() {
        return Some(begun);
    }
    p.regions.begun = Some(begun);
    None
}

/// Whether loops of some part take iterations from a work queue.
fn work_queues(k: &Kernel, region: &Forked) -> bool {
    let lowerings = region.parts.iter().filter_map(|&id| k.plan.lowering(id));
    let mut steps = lowerings.flat_map(|lowering| &lowering.steps);
    steps.any(|step| matches!(step, Step::Parallel(one) if one.work_queues))
}
