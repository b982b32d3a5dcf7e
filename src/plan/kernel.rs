//! One target region to one [`KernelPlan`].
//!
//! Walks the constructs of the region from the outside in and decides what each becomes. The rules of
//! combined constructs are those of OpenMP 5.2, section 17.

use crate::analyze::facts::Facts;
use crate::analyze::regions::Region;
use crate::analyze::sharing::DeviceData;
use crate::analyze::thread_arrays;
use crate::analyze::{last_increment, orphaned_order, run_schedule};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::architectures::STATIC_LIMIT;
use crate::plan::check::host_functions;
use crate::plan::constructs::copies;
use crate::plan::constructs::loops::{self, scan};
use crate::plan::constructs::reductions::array_copies;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan, Mode, Run};
use crate::plan::decisions::launch::{Arg, ArgWhat, Beside, Shape, Storage, ThreadStacks, Threads};
use crate::plan::decisions::note::Note;
use crate::plan::decisions::sequential::{ForkJoin, Forks};
use crate::plan::decisions::shared::SharedLayout;
use crate::plan::host;
use crate::plan::launch::{host_values, packed};
use crate::plan::mapping::{arguments, launch_args, read_only};
use crate::plan::memory::budget::{self, Counted};
use crate::plan::memory::scopes::scopes;
use crate::plan::memory::stacks;
use crate::plan::options::Options;
use crate::plan::planner::{Context, Planner, has_leaf_below, num_teams};
use std::collections::BTreeMap;

/// The plan of a region. `counted`: the shared memory that the code of earlier plans was found to reserve.
pub fn plan(
    facts: &Facts,
    region: &Region,
    counted: &Counted,
    options: Options,
) -> Result<KernelPlan, Vec<Diagnostic>> {
    let program = facts.program;
    let construct = &program.constructs[region.construct];
    let data = facts.device_data(region.construct)?;
    host_functions::check(program, construct, data)?;
    let mut planner = Planner::new(facts, data);
    let task_regions = facts.task_regions(region.construct);
    planner.task_regions = task_regions.cloned().unwrap_or_default();
    let Some(threads) = lower_region(&mut planner, construct, region.construct, options) else {
        return Err(planner.errors);
    };
    let executing = match planner.shape.one_team {
        true => threads,
        false => Threads::Several,
    };
    let mut args = arguments::plan(facts, construct, data, executing)?;
    let run = planner.run(region.construct, threads, &args, options)?;
    let mode = run.0;
    let stacks = launch_and_barriers(&mut planner, construct, threads, &run, &args);
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    let mut warnings = planner.serialised();
    warnings.extend(scan::extensions(program, region.construct));
    let whole_block = mode == Mode::Spmd
        && planner.forks(region.construct) == Forks::Yes
        && !planner.sized
        && planner.nested.is_empty();
    let storage = std::mem::take(&mut args.storage);
    let mut code = code(&mut planner, construct, region.construct, run, storage);
    place_variables(
        program,
        region,
        data,
        &mut code,
        counted,
        (&planner.shape, options),
        &mut planner.notes,
    )?;
    planner.latch_values(region.construct, &mut code);
    code.accesses = planner.accesses(region.construct, &code);
    args.args
        .extend(arguments_of_launch(&planner, stacks, &code));
    let barriers = planner.barriers
        || code.tasks.is_some()
        || code.keeps_run_schedule && mode != Mode::SingleThread
        || !code.spilled.is_empty();
    let Planner {
        mut shape,
        mut notes,
        reasons,
        team_copies,
        ..
    } = planner;
    let effects = construct.body.map(|body| facts.effects(body));
    shape.teams_of_block = packed::teams(&shape, &code, &args.args, effects.unwrap_or_default());
    if shape.teams_of_block > 0 {
        notes.push(format!(
            "up to {} teams are in one block: each is a warp, and waits for nothing else",
            shape.teams_of_block
        ));
    }
    array_copies::fit(program, &mut code, team_copies, options, &shape, &mut notes);
    let functions = facts.calls.reached(&facts.uses, construct.body);
    let behind = read_only::parameters(facts, construct, data, &code, &functions);
    Ok(KernelPlan {
        apart: mode == Mode::Spmd && !code.dynamic && read_only::are_open(&behind),
        behind,
        functions,
        host_version: host::version(program, data),
        construct: region.construct,
        name: region.kernel.clone().expect("a target region has a kernel"),
        data: data.clone(),
        args: args.args,
        shared_budget: budget::bytes(&options, &shape),
        shape,
        // A thread that waits executes tasks meanwhile, which may wait themselves.
        recursive: code.tasks.is_some()
            || construct
                .body
                .is_some_and(|body| facts.calls.of_stmt(&facts.uses, body).recursive()),
        prints: construct
            .body
            .is_some_and(|body| facts.effects(body).prints),
        code,
        barriers,
        notes,
        reasons,
        whole_block,
        warnings,
    })
}

/// Decides the launch and where its threads wait at barriers, once the mode is known. Returns the arrays for which the
/// threads need stacks.
fn launch_and_barriers(
    planner: &mut Planner,
    construct: &Construct,
    threads: Threads,
    (mode, sequential, fork_join): &Run,
    args: &arguments::Data,
) -> Option<ThreadStacks> {
    let mode = *mode;
    planner.barriers |= planner.needs.any() && mode != Mode::SingleThread;
    planner.barriers |= mode == Mode::GuardedSpmd || !sequential.shared.is_empty();
    planner.assign_team_sizes(mode);
    let stacks = thread_stacks(planner, construct, args, fork_join);
    planner.decide_launch(construct, mode, sequential, stacks.as_ref());
    planner.barriers |= threads == Threads::Several
        && (planner.scratch > 0 || planner.team_copies > 0 || !planner.copies.is_empty());
    planner.place_barriers(sequential, mode);
    planner.spare_barriers(mode);
    stacks
}

/// How the code of a planned region runs, but for the places of its shared variables.
fn code(
    planner: &mut Planner,
    construct: &Construct,
    region: ConstructId,
    (mode, sequential, fork_join): Run,
    storage: BTreeMap<VarId, Storage>,
) -> CodePlan {
    let (facts, needs) = (planner.facts, planner.needs);
    let program = facts.program;
    let task_regions = facts.task_regions(region);
    let tasks = task_regions.ok();
    let tasks = tasks.filter(|tasks| !tasks.regions.is_empty() && mode != Mode::SingleThread);
    // Arrays of variable length that the team shares cannot be members of a struct.
    let has_arrays = fork_join
        .shared
        .iter()
        .any(|&var| is_vla(&program.types, program.vars[var].ty.id));
    let mut code = CodePlan {
        lowerings: std::mem::take(&mut planner.lowerings),
        storage,
        sequential,
        fork_join,
        combines_teams: planner.scratch > 0
            || !planner.copies.is_empty()
            || planner.shape.few_teams,
        state: needs.any(),
        team_memory: mode == Mode::ForkJoin && (needs.forks || has_arrays),
        tasks: tasks.cloned(),
        tasks_stay: task_regions.err(),
        keeps_run_schedule: run_schedule::is_kept(&facts.uses, &facts.effects, construct),
        orders: needs.any()
            && construct
                .body
                .is_some_and(|body| orphaned_order::is_recorded(facts, body)),
        ..CodePlan::new(mode)
    };
    if code.keeps_run_schedule {
        loops::run_schedule::of_regions(facts, &mut code.lowerings);
    }
    let counted = last_increment::of_construct(facts, construct).into_iter();
    code.counted = counted.map(|one| (one.body, one)).collect();
    code.copies = copies::needed(facts, &code);
    code.max_threads = copies::max_threads(facts, &code, construct.body);
    if let Some(body) = construct.body {
        code.parameters = copies::parameters(facts, &code, body);
    }
    code
}

/// The memory and the part of the grid that the launch passes to the kernel besides the variables.
fn arguments_of_launch(
    planner: &Planner,
    stacks: Option<ThreadStacks>,
    code: &CodePlan,
) -> impl Iterator<Item = Arg> {
    let copies = planner.copies.clone();
    let grid_part = planner.shape.grid_of_nest;
    let grid_part = grid_part.then(|| launch_args::grid_part(planner.shape.turns));
    let tasks = code.tasks.is_some().then(launch_args::task_memory);
    let stacks = stacks.map(|stacks| Arg::implicit(ArgWhat::ThreadStacks(stacks)));
    launch_args::scratch(planner.scratch, copies)
        .into_iter()
        .chain(stacks)
        .chain(grid_part)
        .chain(tasks)
        .chain(launch_args::team_memory(code.spilled.bytes))
}

/// Plans the constructs of a region, the sizes of its teams and the lanes of its loops. Returns how many threads
/// a team has; none where a construct is refused.
fn lower_region(
    planner: &mut Planner,
    construct: &Construct,
    region: ConstructId,
    options: Options,
) -> Option<Threads> {
    planner.num_teams_given = num_teams(planner.program, region);
    planner.exact = planner.distribution_shows(region);
    let needs = construct
        .body
        .map(|body| planner.facts.needs(body))
        .unwrap_or_default();
    let own_threads = planner.needs_threads(region);
    let threads = match own_threads || needs.forks {
        true => Threads::Several,
        false => Threads::One,
    };
    planner.shape.one_team = !has_leaf_below(planner.program, region, Leaf::Teams);
    planner.barriers = construct
        .body
        .is_some_and(|body| planner.facts.effects(body).waits);
    planner.construct(region, Context::SEQUENTIAL);
    if !planner.errors.is_empty() {
        return None;
    }
    planner.use_lanes(Some(region), options.simd);
    planner.needs = needs;
    planner.threads_and_teams(region, threads);
    planner.order_nests(construct.body);
    let flattened = planner.program.loops.flattened.iter();
    let flattened = flattened.filter(|one| one.construct == region);
    planner.reasons.extend(flattened.map(|one| {
        let text = "flattened: all threads of the league share the iterations of this loop and of those around it";
        Note::new(one.inner, text)
    }));
    Some(threads)
}

/// The arrays for which the kernel's threads need stacks, besides their C variables.
fn thread_stacks(
    planner: &Planner,
    construct: &Construct,
    args: &arguments::Data,
    fork_join: &ForkJoin,
) -> Option<ThreadStacks> {
    let facts = planner.facts;
    let body = construct.body?;
    let shared = |var: VarId| fork_join.is_shared(var);
    let known = |e: ExprId| host_values::known_to_host(facts, planner.data, e);
    // On `target` alone the kernel's variable is the copy: memory that the host provides, or the team's where its
    // threads share it. Elsewhere the only thread of the kernel has it on its stack.
    let of_kernel = |var: &VarId| args.storage.get(var);
    let mut own = thread_arrays::copied(&facts.uses, construct);
    if construct.directive.leaves() == [Leaf::Target] {
        let on_stack = |storage: &Storage| *storage == Storage::Local;
        own.retain(|var| of_kernel(var).is_none_or(on_stack) && !shared(*var));
    }
    let reductions = match planner.stack_copies {
        true => Beside::Some,
        false => Beside::None,
    };
    stacks::of_threads(facts, own, reductions, body, &shared, &known)
}

/// Gives the team's variables places in shared memory, and places in global memory to those that the budget has no
/// room for.
fn place_variables(
    program: &Program,
    region: &Region,
    data: &DeviceData,
    code: &mut CodePlan,
    counted: &Counted,
    (shape, options): (&Shape, Options),
    notes: &mut Vec<String>,
) -> Result<(), Vec<Diagnostic>> {
    let scopes = scopes(program, region.construct, data, code);
    let own = counted.of(region.construct);
    let own = own.unwrap_or_else(|| budget::algorithms(program, code));
    let (kept, spilled) = budget::within_budget(program, region, scopes, shape, own, options)?;
    code.shared = SharedLayout::build(program, kept);
    code.spilled = SharedLayout::build(program, spilled);
    code.dynamic = code.shared.bytes + own > STATIC_LIMIT;
    if code.dynamic {
        let bytes = code.shared.bytes;
        notes.push(format!(
            "{bytes} bytes of shared memory are dynamic: a kernel may declare {STATIC_LIMIT}"
        ));
    }
    if !code.spilled.is_empty() {
        let bytes = code.spilled.bytes;
        notes.push(format!(
            "{bytes} bytes of variables in global memory, over the budget of shared memory"
        ));
    }
    Ok(())
}
