//! The head of a loop: by which algorithm of the device header its iterations are distributed.
//!
//! From a [`LoopPlan`].

use super::super::cuda::Printer;
use super::super::kernel::Kernel;
use crate::device::tree::Head;
use crate::device::{Call, DeviceFn};
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
    let chunk = |p: &mut Printer, e: &Option<ExprId>| e.map(|e| p.argument(e));
    let listed = |what: &str, chunk: Option<String>| match chunk {
        Some(chunk) => format!("{what}, {chunk}"),
        None => what.to_string(),
    };
    let one = |call: Call| vec![Head::over(variable, call)];
    let of_teams =
        |function: DeviceFn, chunk: Option<String>| one(Call::plain(function, listed(what, chunk)));
    let team =
        |function: DeviceFn, chunk: Option<String>| one(k.on_team(function, &listed(what, chunk)));
    // The chunks of the team first: each of them is `part` in the loop inside.
    let chunks_of_teams = |p: &mut Printer, teams: ExprId, inner: Vec<Head>| {
        let chunks = listed(what, Some(p.argument(teams)));
        let chunks = Call::plain(DeviceFn::TeamsParts, chunks);
        [vec![Head::over("auto part", chunks)], inner].concat()
    };
    let whole_part = format!("romp::teams_part({what})");
    if plan.lanes.is_some() {
        let algorithm = match plan.spread {
            Spread::League => DeviceFn::LeagueFor,
            _ => DeviceFn::TeamFor,
        };
        return one(k.on_groups(algorithm, what));
    }
    let in_turn = match k.is_stated_block() {
        true => DeviceFn::TeamStream,
        false => DeviceFn::TeamFor,
    };
    match (&plan.order, plan.spread) {
        (
            Order::Queued {
                guided,
                chunk: size,
                teams,
            },
            spread,
        ) => {
            let function = match guided {
                true => DeviceFn::TeamForGuided,
                false => DeviceFn::TeamForDynamic,
            };
            let of = |p: &mut Printer, part: &str| {
                let arguments = listed(part, chunk(p, size));
                one(k.on_team(function, &arguments))
            };
            match (spread, teams) {
                (Spread::League, Some(teams)) => {
                    let inner = of(p, "part");
                    chunks_of_teams(p, *teams, inner)
                }
                (Spread::League, None) => of(p, &whole_part),
                _ => of(p, what),
            }
        }
        (Order::Grid, _) => unreachable!("a nest of several loops"),
        (Order::Runtime { teams }, spread) => {
            let schedule = super::super::run_schedule::present(k);
            let of = |_: &mut Printer, part: &str| {
                let arguments = format!("{part}, {schedule}");
                one(k.on_team(DeviceFn::TeamForRuntime, &arguments))
            };
            match (spread, teams) {
                (Spread::League, Some(teams)) => {
                    let inner = of(p, "part");
                    chunks_of_teams(p, *teams, inner)
                }
                (Spread::League, None) => of(p, &whole_part),
                _ => of(p, what),
            }
        }
        (Order::Free, Spread::League) if k.plan.combines_teams() => {
            team(DeviceFn::LeagueStream, None)
        }
        (Order::Free, Spread::League) => team(DeviceFn::LeagueFor, None),
        (Order::Free, Spread::Teams) => of_teams(DeviceFn::TeamsFor, None),
        (Order::Free, _) => team(in_turn, None),
        (Order::Exact { teams, .. }, Spread::Teams) => {
            of_teams(DeviceFn::TeamsForStatic, chunk(p, teams))
        }
        // A chunk of one iteration needs no count of its remaining iterations. In text for checks that function is free
        // to give threads other iterations.
        (
            Order::Exact {
                threads: Some(size),
                ..
            },
            Spread::Team,
        ) if int_value(p.program, *size) == Some(1) && !k.text.is_checked() => team(in_turn, None),
        (Order::Exact { threads, .. }, Spread::Team | Spread::Lanes | Spread::Thread) => {
            team(DeviceFn::TeamForStatic, chunk(p, threads))
        }
        (
            Order::Exact {
                teams: None,
                threads: None,
            },
            Spread::League,
        ) => team(DeviceFn::LeagueForStatic, None),
        (Order::Exact { teams, threads }, Spread::League) => {
            let of = |p: &mut Printer, part: &str| {
                let arguments = listed(part, chunk(p, threads));
                one(k.on_team(DeviceFn::TeamForStatic, &arguments))
            };
            match teams {
                Some(teams) => {
                    let inner = of(p, "part");
                    chunks_of_teams(p, *teams, inner)
                }
                None => of(p, &whole_part),
            }
        }
    }
}
