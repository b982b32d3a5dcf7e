//! Fork-join kernels: the block's last thread, the master, alone in its warp, runs the sequential part, and the other
//! warps are workers.
//!
//! From the plan's `ForkJoin`: the dispatch of the workers, the regions' code, and what the master does where the
//! user's text has a parallel construct. `romp/fork.cuh` has the primitives.

use super::cuda::Printer;
use super::fused;
use super::kernel::{Kernel, unqualified};
use super::teams::threads;
use crate::device::skeletons::ForkJoin;
use crate::device::{Block, Call, DeviceFn, Team, passes};
use crate::ir::*;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::sequential::Forked;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::{Lowering, Parallel, TeamSize};

/// Builds the kernel's body after its declarations; the skeleton is `templates/fork_join.cu`.
pub fn build(k: &Kernel, p: &mut Printer, plan: &KernelPlan, lowering: &Lowering) -> ForkJoin {
    let mut state = Block::at(1);
    if k.plan.state {
        let most = team_size(k);
        state.call(Call::plain(DeviceFn::StartState, format!("0, {most}")));
    }
    // The master's code is built first: building it collects the regions' code, and shows what both need to have
    // initialised.
    let mut master = Block::at(1);
    k.locals(p, plan, &mut master);
    k.steps(p, &mut master, plan.construct, lowering, 0);
    if let Some(body) = k.program.constructs[plan.construct].body {
        p.comments_up_to_end(&mut master, body);
    }
    let first = k.plan.dispatch.last + 1;
    let built = std::mem::take(&mut p.regions.built);
    let regions: Vec<(usize, Block)> = (first..).zip(built).collect();
    let mut codes = std::iter::once(&master).chain(regions.iter().map(|(_, code)| code));
    let partial = codes.any(|code| passes::needs(code).partial_barrier);
    ForkJoin {
        state,
        work: work(k),
        calls: calls(k),
        begin: begin(k, plan, partial),
        end: end(k, plan),
        regions,
        master,
    }
}

/// The name of the object by which the master forks; none where the barrier alone says enough.
fn work(k: &Kernel) -> Option<String> {
    match k.plan.state {
        true => Some("romp::state().work".to_string()),
        false => k.shared.of(Member::Work).map(String::from),
    }
}

/// What the master initialises before the sequential part.
fn begin(k: &Kernel, plan: &KernelPlan, partial: bool) -> Block {
    let mut out = Block::at(1);
    if k.plan.team_memory {
        let stack = super::shared::team_stack(k.names);
        out.call(Call::plain(DeviceFn::StartTeamMemory, stack));
    }
    if partial && !k.plan.state {
        out.call(Call::plain(DeviceFn::ReadyPartialBarrier, ""));
    }
    if plan.code.tasks.is_some() {
        out.call(super::tasks::begin(k, DeviceFn::ClaimTasks));
    }
    super::run_schedule::start(k, &mut out);
    out
}

/// What the master releases after the sequential part.
fn end(k: &Kernel, plan: &KernelPlan) -> Block {
    let mut out = Block::at(1);
    if plan.code.tasks.is_some() {
        let memory = super::tasks::memory(k.names);
        out.call(Call::plain(DeviceFn::ReleaseTasks, memory));
    }
    if k.plan.team_memory {
        out.call(Call::plain(DeviceFn::EndTeamMemory, ""));
    }
    if !k.plan.spilled.is_empty() {
        let slices = super::shared::slices(k.names);
        out.call(Call::plain(DeviceFn::ReleaseSlice, slices));
    }
    if super::shared::has_thread_stacks(plan) {
        let stacks = super::shared::thread_stacks(k.names);
        out.call(Call::plain(DeviceFn::ReleaseThreadArrays, stacks));
    }
    out
}

/// The regions of device functions that the kernel calls, by the numbers with which these fork them; 0 stands for a
/// region whose number the kernel does not know.
fn calls(k: &Kernel) -> Vec<(usize, Call)> {
    let dispatch = &k.plan.dispatch;
    let orphaned = (0, Call::plain(DeviceFn::RunOrphaned, ""));
    let by_pointer = dispatch.by_pointer.then_some(orphaned);
    let known = dispatch.known.iter().map(|call| {
        let name = super::functions::region_name(k.names, call.func, call.at);
        (call.number as usize, Call::plain(DeviceFn::RunRegion, name))
    });
    by_pointer.into_iter().chain(known).collect()
}

/// The kernel's parameter with the largest number of threads of a region, which the runtime passes; empty where the
/// kernel forks none.
pub fn team_size(k: &Kernel) -> String {
    match k.plan.mode {
        Mode::ForkJoin => k.names.fresh("team_size"),
        _ => String::new(),
    }
}

/// A parallel construct of the sequential part: prints the fork of the master, and collects the code of the workers.
pub fn fork(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    at: usize,
) {
    let made = || Team::named(k.made_name("omp"), threads(parallel.team));
    let Some(printed) = fused::part(k, p, id, lowering, parallel, at, made) else {
        return;
    };
    let number = k.plan.fork_join.number(id).expect("a planned region");
    let region = &k.plan.fork_join.regions[number - 1];
    let spelled: Vec<String> = region
        .broadcast
        .iter()
        .map(|&var| k.spelling(p, var))
        .collect();
    for (&var, from) in region.broadcast.iter().zip(&spelled) {
        out.assign(broadcast_place(k, region, var), from);
    }
    let asked = size(k, p, parallel.team);
    let called = number + k.plan.dispatch.last;
    let work = work(k);
    out.call(match (&work, k.plan.state, parallel.team) {
        (_, true, _) => {
            let size = asked.unwrap_or_else(|| "romp::orphaned_size()".into());
            Call::plain(DeviceFn::ForkRegion, format!("{called}, {size}"))
        }
        (None, ..) => Call::plain(DeviceFn::Fork, ""),
        (Some(work), _, TeamSize::Asked { .. }) => {
            let size = asked.unwrap_or_default();
            Call::plain(DeviceFn::Fork, format!("{work}, {number}, {size}"))
        }
        (Some(work), ..) => Call::plain(DeviceFn::Fork, format!("{work}, {number}")),
    });
    if !k.plan.state {
        out.call(Call::plain(DeviceFn::Join, ""));
    }

    let mut case = Block::default();
    let threads = match parallel.team {
        TeamSize::Asked { .. } => format!("{}.size", work.unwrap_or_default()),
        TeamSize::All if k.plan.state => "romp::state().work.size".into(),
        _ => team_size(k),
    };
    let size = parallel.team;
    k.first_threads(&mut case, size, &printed.team, &threads, printed.code);
    p.regions.built.push(case);
}

/// The values that a region has of its own, declared where its code begins: recomputed, or broadcast at the fork.
pub fn values(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    region: &Forked,
) -> Vec<(VarId, String)> {
    let mut names: Vec<(VarId, String)> = vec![];
    for &var in &region.recomputed {
        let ty = k.program.vars[var].ty;
        let Some(Init::Expr(init)) = &k.program.vars[var].init else {
            continue;
        };
        let own = p.names.var(var).to_string();
        names.push((var, own.clone()));
        let value = k.renaming_all(p, &names, |_, p| p.expr_as(*init, ty));
        out.declare_as(p.declarator(constant(ty), &own), value);
    }
    for &var in &region.broadcast {
        let own = p.names.var(var).to_string();
        let declared = p.declarator(constant(k.program.vars[var].ty), &own);
        let from = broadcast_place(k, region, var);
        // Code that uses an array need not use all of its extents.
        let unused = match k.program.vars[var].extent {
            true => "[[maybe_unused]] ",
            false => "",
        };
        out.declare_as(format!("{unused}{declared}"), from);
        names.push((var, own));
    }
    names
}

/// The place of a value that the master broadcasts to the region.
pub fn broadcast_place<'a>(k: &'a Kernel, region: &Forked, var: VarId) -> &'a str {
    let member = k.shared.of(Member::Broadcast(region.construct, var));
    member.expect("what is broadcast has a place")
}

pub(super) fn constant(ty: QualType) -> QualType {
    let mut ty = unqualified(ty);
    ty.quals.is_const = true;
    ty
}

/// The number of threads of a region under its `if` clause.
pub fn or_one(p: &mut Printer, condition: Option<ExprId>, all: String) -> String {
    match condition {
        Some(condition) => format!("{} ? {all} : 1", p.truth_text(condition)),
        None => all,
    }
}

/// The number of threads that the fork gives the region; none where the region knows it.
pub fn size(k: &Kernel, p: &mut Printer, team: TeamSize) -> Option<String> {
    let most = team_size(k);
    match team {
        TeamSize::All => None,
        TeamSize::One => Some("1".into()),
        TeamSize::Constant(n) => Some(n.to_string()),
        TeamSize::Asked { threads, condition } => {
            let all = match threads {
                Some(n) => format!("romp::region_size({}, {most})", p.argument(n)),
                None => most,
            };
            Some(or_one(p, condition, all))
        }
    }
}
