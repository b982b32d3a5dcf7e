//! The head of a loop: by which algorithm of the device header its iterations are distributed.
//!
//! From a [`LoopPlan`].

use super::super::cuda::{Printer, Written};
use super::super::kernel::Kernel;
use crate::device::tree::Head;
use crate::device::{Call, DeviceFn, Storage};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};

/// `for (variable : what)`; two loops where a schedule first distributes chunks to teams.
pub fn header(
    k: &Kernel,
    p: &mut Printer,
    plan: &LoopPlan,
    what: &str,
    variable: &str,
) -> Vec<Head> {
    let one = |call: Call| vec![Head::over(variable, call)];
    if plan.lanes.is_some() {
        let algorithm = match plan.spread {
            Spread::League => DeviceFn::LeagueFor,
            _ => DeviceFn::TeamFor,
        };
        return one(k.on_groups(algorithm, what));
    }
    match &plan.order {
        Order::Queued {
            guided,
            chunk,
            teams,
        } => {
            let sized = chunk.filter(|&size| int_value(p.program, size) != Some(1));
            let from = match plan.counts_chunks() {
                true => Storage::ChunkCounter,
                false => Storage::WorkQueues,
            };
            let of = |p: &mut Printer, part: &str| match (guided, sized) {
                (true, _) => one(k.on_team(DeviceFn::TeamForGuided, &chunked(p, part, *chunk))),
                (false, None) => {
                    let list = match plan.counts_chunks() {
                        true => format!("{part}, romp::then_barrier()"),
                        false => part.to_string(),
                    };
                    one(k
                        .on_team(DeviceFn::TeamForDynamic, &list)
                        .taking(Some(from)))
                }
                (false, Some(size)) => {
                    let mut size = p.argument(size);
                    if plan.counts_chunks() {
                        size = format!("romp::then_barrier({size})");
                    }
                    let list = format!("{part}, {size}");
                    let chunk = k.names.fresh("chunk");
                    vec![
                        Head::over(
                            format!("auto {chunk}"),
                            k.on_team(DeviceFn::TeamChunks, &list).taking(Some(from)),
                        ),
                        Head::over(variable, Call::plain(DeviceFn::Each, chunk)),
                    ]
                }
            };
            by_team(k, p, what, plan.spread, *teams, of)
        }
        Order::Grid(_) => unreachable!("its loops are printed by `nests`"),
        Order::Runtime { teams } => {
            let schedule = super::super::run_schedule::present(k);
            let of = |_: &mut Printer, part: &str| {
                one(k.on_team(DeviceFn::TeamForRuntime, &format!("{part}, {schedule}")))
            };
            by_team(k, p, what, plan.spread, *teams, of)
        }
        Order::Free => one(match plan.spread {
            Spread::League if k.plan.combines_teams() => k.on_team(DeviceFn::LeagueStream, what),
            Spread::League => k.on_team(DeviceFn::LeagueFor, what),
            Spread::Teams if k.packs_teams => {
                Call::plain(DeviceFn::PackedTeamsFor, what.to_string())
            }
            Spread::Teams => Call::plain(DeviceFn::TeamsFor, what.to_string()),
            _ => k.on_team(in_turn(k), what),
        }),
        Order::Exact { teams, threads } => match plan.spread {
            Spread::Teams => one(Call::plain(
                DeviceFn::TeamsForStatic,
                chunked(p, what, *teams),
            )),
            // A chunk of one iteration needs no count of its remaining iterations. In text for checks that function is
            // free to give threads other iterations.
            Spread::Team
                if threads.is_some_and(|size| int_value(p.program, size) == Some(1))
                    && !k.text.is_checked() =>
            {
                one(k.on_team(in_turn(k), what))
            }
            Spread::League if teams.is_none() && threads.is_none() => {
                one(k.on_team(DeviceFn::LeagueForStatic, what))
            }
            spread => {
                let of = |p: &mut Printer, part: &str| {
                    one(k.on_team(DeviceFn::TeamForStatic, &chunked(p, part, *threads)))
                };
                by_team(k, p, what, spread, *teams, of)
            }
        },
    }
}

/// The algorithm that gives the threads of a team one iteration each, in turn.
fn in_turn(k: &Kernel) -> DeviceFn {
    match k.counts_turns() {
        true => DeviceFn::TeamStream,
        false => DeviceFn::TeamFor,
    }
}

/// The arguments of an algorithm that distributes the iterations `what` in chunks, where the schedule has them.
fn chunked(p: &mut Printer, what: &str, chunk: Option<ExprId>) -> String {
    match chunk {
        Some(chunk) => format!("{what}, {}", p.argument(chunk)),
        None => what.to_string(),
    }
}

/// The loops by an algorithm that distributes iterations to the threads of one team. A league gives each of its teams
/// one part of the iterations first, or chunks of the size `teams`: each chunk is `part` in the loop inside.
fn by_team(
    k: &Kernel,
    p: &mut Printer,
    what: &str,
    spread: Spread,
    teams: Option<ExprId>,
    algorithm: impl FnOnce(&mut Printer, &str) -> Vec<Head>,
) -> Vec<Head> {
    match (spread, teams) {
        (Spread::League, Some(teams)) => {
            let part = k.names.fresh("part");
            let chunks = Call::plain(DeviceFn::TeamsParts, chunked(p, what, Some(teams)));
            let mut heads = vec![Head::over(format!("auto {part}"), chunks)];
            heads.extend(algorithm(p, &part));
            heads
        }
        (Spread::League, None) => algorithm(p, &format!("romp::teams_part({what})")),
        _ => algorithm(p, what),
    }
}
