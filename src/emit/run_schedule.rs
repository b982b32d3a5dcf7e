//! run-sched-var: the spelling of its current value, and the routines that read or change it.
//!
//! From the plan; `romp/run_schedule.cuh` stores the value.

use super::kernel::Kernel;
use crate::device::{Block, Call, Class, DeviceFn, Object};
use crate::library::openmp::{GET_SCHEDULE, SET_SCHEDULE};
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::steps::{Parallel, TeamSize};
use crate::plan::decisions::unit::FunctionsRun;

/// The value for the code that is being built.
pub fn present(k: &Kernel) -> &'static str {
    let called = k.called();
    match k.plan.keeps_run_schedule {
        false => "romp::initial_schedule()",
        true if called => "romp::caller_schedule()",
        true if !k.is_parallel() => "romp::team_schedule()",
        true => "romp::own_schedule()",
    }
}

/// A call of one of the two routines.
pub fn routine(k: &Kernel, name: &str, args: &str) -> Option<String> {
    spelled(name, args, present(k))
}

/// A call of one of the two routines in functions without constructs.
pub fn in_function(run: FunctionsRun, name: &str, args: &str) -> Option<String> {
    let present = match run {
        FunctionsRun::Sequentially => "romp::team_schedule()",
        FunctionsRun::InParallel => "romp::own_schedule()",
        FunctionsRun::ByState => "romp::caller_schedule()",
    };
    spelled(name, args, present)
}

fn spelled(name: &str, args: &str, present: &str) -> Option<String> {
    let called = match name {
        GET_SCHEDULE => "get_schedule",
        SET_SCHEDULE => "set_schedule",
        _ => return None,
    };
    Some(format!("romp::{called}({present}, {args})"))
}

/// Initialises the value at a kernel's start.
pub fn start(k: &Kernel, out: &mut Block) {
    if k.plan.keeps_run_schedule {
        let alone = matches!(k.plan.mode, Mode::SingleThread | Mode::ForkJoin);
        let function = match alone {
            true => DeviceFn::ReadySchedule,
            false => DeviceFn::StartSchedule,
        };
        out.call(Call::plain(function, ""));
    }
}

/// Initialises the value where a region begins.
pub fn begin(k: &Kernel, out: &mut Block, parallel: &Parallel) {
    if !parallel.keeps_run_schedule {
        return;
    }
    let called = k.called();
    let class = match parallel.team {
        TeamSize::One => Class::NestedSchedule,
        _ if called => Class::CalledSchedule,
        _ => return out.call(Call::plain(DeviceFn::BeginSchedule, "")),
    };
    out.object(Object::new(class, k.made_name("schedule")));
}
