//! Teams of one warp of which a block may have several (`romp::packed_teams_for`).
//!
//! An SM holds twice as many warps as blocks, so that it stays half empty where each block is one warp. Such a team is a
//! row of its block instead, and its number comes from the row's. From the finished plan of a kernel: nothing in it may
//! belong to a block, since that is no longer a team's alone. Its threads wait as lanes of their warp; it has no variable in
//! shared memory, no memory of the launch, and no algorithm that keeps anything in shared memory or numbers blocks.

use crate::analyze::effects::Effects;
use crate::plan::decisions::kernel::{CodePlan, Mode};
use crate::plan::decisions::launch::{Arg, ArgWhat, Shape, WARP};
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};
use crate::plan::decisions::reductions::{Over, Reduction};
use crate::plan::decisions::steps::{Step, TeamSize};

/// How many teams a block has then: all that a warp's scheduler could want, in blocks of a usual size.
const TEAMS: u32 = 8;

/// How many teams a block may have; 0 where each has a block of its own. `effects`: what the region does.
pub fn teams(shape: &Shape, code: &CodePlan, args: &[Arg], effects: Effects) -> u32 {
    let open = shape.teams.is_none() && shape.teams_if.is_none() && !shape.one_team;
    let warps = shape.exact_block && shape.block == WARP && shape.lanes == 0;
    let counted = shape.team_iterations.is_some() && !shape.few_teams && !shape.grid_of_nest;
    let may = warps
        && open
        && counted
        && matches!(code.mode, Mode::Spmd | Mode::GuardedSpmd)
        && keeps_to_itself(effects)
        && has_no_memory(code)
        && args.iter().all(is_of_all_teams)
        && { code.lowerings.values() }.all(|one| one.steps.iter().all(is_of_warp));
    match may {
        true => TEAMS,
        false => 0,
    }
}

/// Whether nothing that is called asks for teams, or waits for other threads.
fn keeps_to_itself(effects: Effects) -> bool {
    let told = effects.asks_ids || effects.reads_schedule || effects.sets_schedule;
    !told && !effects.unknown && !effects.waits && !effects.prints
}

/// Whether the team has no memory of its own, in shared memory or elsewhere.
fn has_no_memory(code: &CodePlan) -> bool {
    let shared = code.shared.is_empty() && code.spilled.is_empty() && !code.dynamic;
    let sequential = &code.sequential;
    let told = sequential.shared.is_empty() && sequential.guarded_exprs.is_empty();
    let team = code.state || code.team_memory || code.combines_teams || code.tasks.is_some();
    let icvs = code.keeps_run_schedule || code.orders || !code.max_threads.is_empty();
    shared && told && !team && !icvs && code.dispatch.known.is_empty() && !code.dispatch.by_pointer
}

/// Whether an argument is the same for all teams.
fn is_of_all_teams(arg: &Arg) -> bool {
    match arg.what {
        ArgWhat::Var(..)
        | ArgWhat::Item(..)
        | ArgWhat::Items(..)
        | ArgWhat::Pointee(..)
        | ArgWhat::Value(_)
        | ArgWhat::PrivateCopy(_)
        | ArgWhat::PrivateSpace(_)
        | ArgWhat::Pointer(_)
        | ArgWhat::DevicePointer(_)
        | ArgWhat::DeviceAddress(_) => true,
        ArgWhat::Scratch(_)
        | ArgWhat::TeamMemory(_)
        | ArgWhat::GridPart(_)
        | ArgWhat::TeamStack(_)
        | ArgWhat::ThreadStacks(_)
        | ArgWhat::ScratchCopies(..)
        | ArgWhat::TaskMemory => false,
    }
}

/// Whether the threads of a warp do a step by shuffles, barriers of the warp and their numbers in it.
fn is_of_warp(step: &Step) -> bool {
    match step {
        Step::Block { .. } | Step::Barrier => true,
        Step::Parallel(one) => one.team == TeamSize::All,
        Step::Loop(one) => is_plain_loop(one),
        Step::Reduce(one) => is_plain_reduction(one),
        _ => false,
    }
}

fn is_plain_loop(one: &LoopPlan) -> bool {
    let alone = !one.ordered
        && !one.records_order
        && !one.keeps_run_schedule
        && one.linear.is_empty()
        && one.conditional.is_empty()
        && one.scan.is_none()
        && one.across.is_none()
        && one.lanes.is_none()
        && !one.private.iter().any(|(_, how)| how.is_last());
    let order = match one.spread {
        Spread::Teams => one.order == Order::Free,
        Spread::Team => matches!(one.order, Order::Free | Order::Exact { .. }),
        Spread::Thread => true,
        Spread::League | Spread::Lanes => false,
    };
    alone && order
}

fn is_plain_reduction(one: &Reduction) -> bool {
    let over = matches!(one.over, Over::Team | Over::Thread);
    over && !one.by_turns && !one.items.iter().any(|item| item.is_long())
}
