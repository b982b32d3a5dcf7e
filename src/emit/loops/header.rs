//! The head of a loop: by which algorithm of the device header its iterations are dealt.
//!
//! From a [`LoopPlan`].

use super::super::cuda::Printer;
use super::super::kernel::Kernel;
use crate::device::{Call, DeviceFn};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};

/// `for (variable : what)`; two loops where a schedule deals pieces first.
pub fn header(k: &Kernel, p: &Printer, plan: &LoopPlan, what: &str, variable: &str) -> String {
    let chunk = |e: &Option<ExprId>| e.map(|e| p.argument(e));
    let listed = |chunk: Option<String>| match chunk {
        Some(chunk) => format!("{what}, {chunk}"),
        None => what.to_string(),
    };
    let teams_part = |name: &str, chunk: Option<String>| {
        format!("for ({variable} : romp::{name}({}))", listed(chunk))
    };
    let team = |function: DeviceFn, chunk: Option<String>| k.on_team(function, &listed(chunk));
    let one = |call: Call| format!("for ({variable} : {call})");
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
            Order::Dispensed {
                guided,
                chunk: size,
                teams,
            },
            spread,
        ) => {
            let name = if *guided {
                DeviceFn::TeamForGuided
            } else {
                DeviceFn::TeamForDynamic
            };
            match (spread, teams) {
                (Spread::League, teams) => {
                    let part = match teams {
                        Some(_) => "part".into(),
                        None => format!("romp::teams_part({what})"),
                    };
                    let arguments = match chunk(size) {
                        Some(size) => format!("{part}, {size}"),
                        None => part,
                    };
                    let inner = one(k.on_team(name, &arguments));
                    match teams {
                        Some(teams) => format!(
                            "for (auto part : romp::teams_parts({what}, {}))\n{inner}",
                            p.argument(*teams)
                        ),
                        None => inner,
                    }
                }
                _ => one(team(name, chunk(size))),
            }
        }
        (Order::Grid, _) => unreachable!("a nest of several loops"),
        (Order::Runtime { teams }, spread) => {
            let schedule = super::super::run_schedule::present(k);
            let of = |part: &str| {
                let arguments = format!("{part}, {schedule}");
                one(k.on_team(DeviceFn::TeamForRuntime, &arguments))
            };
            match (spread, teams) {
                (Spread::League, Some(teams)) => format!(
                    "for (auto part : romp::teams_parts({what}, {}))\n{}",
                    p.argument(*teams),
                    of("part")
                ),
                (Spread::League, None) => of(&format!("romp::teams_part({what})")),
                _ => of(what),
            }
        }
        (Order::Free, Spread::League) if k.plan.combines_teams() => {
            one(team(DeviceFn::LeagueStream, None))
        }
        (Order::Free, Spread::League) => one(team(DeviceFn::LeagueFor, None)),
        (Order::Free, Spread::Teams) => teams_part("teams_for", None),
        (Order::Free, _) => one(team(in_turn, None)),
        (Order::Exact { teams, .. }, Spread::Teams) => teams_part("teams_for_static", chunk(teams)),
        // Chunks of one iteration need no count of what is left of a chunk.
        (
            Order::Exact {
                threads: Some(size),
                ..
            },
            Spread::Team,
        ) if int_value(p.program, *size) == Some(1) => one(team(in_turn, None)),
        (Order::Exact { threads, .. }, Spread::Team | Spread::Lanes | Spread::Thread) => {
            one(team(DeviceFn::TeamForStatic, chunk(threads)))
        }
        (
            Order::Exact {
                teams: None,
                threads: None,
            },
            Spread::League,
        ) => one(team(DeviceFn::LeagueForStatic, None)),
        (
            Order::Exact {
                teams: None,
                threads: Some(threads),
            },
            Spread::League,
        ) => one(k.on_team(
            DeviceFn::TeamForStatic,
            &format!("romp::teams_part({what}), {}", p.argument(*threads)),
        )),
        (
            Order::Exact {
                teams: Some(teams),
                threads,
            },
            Spread::League,
        ) => {
            let inner = match threads {
                Some(threads) => k.on_team(
                    DeviceFn::TeamForStatic,
                    &format!("part, {}", p.argument(*threads)),
                ),
                None => k.on_team(DeviceFn::TeamForStatic, "part"),
            };
            format!(
                "for (auto part : romp::teams_parts({what}, {}))\nfor ({variable} : {inner})",
                p.argument(*teams)
            )
        }
    }
}
