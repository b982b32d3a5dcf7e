//! One target region to one [`KernelPlan`].
//!
//! Walks the constructs of the region from the outside in and decides what each becomes. The rules of
//! combined constructs are those of OpenMP 5.2, section 17.

use crate::analyze::facts::Facts;
use crate::analyze::orphans::{self};
use crate::analyze::regions::Region;
use crate::analyze::sharing::{self, DeviceAttr, DeviceData};
use crate::analyze::thread_arrays::{self};
use crate::analyze::{orphaned_order, run_schedule};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::architectures::STATIC_LIMIT;
use crate::plan::constructs::loops::{scan, schedules};
use crate::plan::constructs::reductions::array_copies;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan, Mode};
use crate::plan::decisions::launch::{ArgWhat, Shape, Storage};
use crate::plan::decisions::sequential::Forks;
use crate::plan::decisions::shared::{Scope, SharedLayout};
use crate::plan::launch::host_values;
use crate::plan::mapping::{arguments, launch_args};
use crate::plan::memory::budget::{self, Counted};
use crate::plan::memory::scopes::scopes;
use crate::plan::memory::stacks;
use crate::plan::options::{Options, SharedBudget};
use crate::plan::planner::{Level, Planner, has_leaf_below, num_teams};

pub fn plan(
    facts: &Facts,
    region: &Region,
    counted: &Counted,
    options: Options,
) -> Result<KernelPlan, Vec<Diagnostic>> {
    let program = facts.program;
    let construct = &program.constructs[region.construct];
    let data = sharing::device_data(&facts.uses, region.construct)?;
    host_functions(program, construct, &data)?;
    let mut planner = Planner::new(facts, &data);
    planner.num_teams_given = num_teams(program, region.construct);
    let task_regions = facts
        .orphans
        .deferral
        .of_kernel(&facts.uses, region.construct);
    planner.task_regions = task_regions.clone().unwrap_or_default();
    planner.exact = planner.distribution_shows(region.construct);
    let needs = construct
        .body
        .map(|body| facts.needs(body))
        .unwrap_or_default();
    let own_threads = planner.needs_threads(region.construct);
    let threads = own_threads || needs.forks;
    planner.shape.one_team = !has_leaf_below(program, region.construct, Leaf::Teams);
    planner.barriers = construct.body.is_some_and(|body| facts.effects(body).waits);
    let level = Level {
        parallel: false,
        in_loop: false,
        tail: true,
        alone: false,
        ordered: false,
        function: false,
    };
    planner.construct(region.construct, level);
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    planner.use_lanes(Some(region.construct), options.simd);
    planner.needs = needs;
    planner.threads_and_teams(construct, threads);
    let single = !threads && planner.shape.one_team;
    let mut args = arguments::plan(program, construct, &data, single)?;
    let (mode, sequential, fork_join) = planner.run(region.construct, threads, &args, options)?;
    planner.barriers |= needs.any() && mode != Mode::SingleThread;
    if mode == Mode::GuardedSpmd || !sequential.shared.is_empty() {
        planner.barriers = true;
    }
    planner.assign_teams(mode);
    let stacks = construct.body.and_then(|body| {
        let shared = |var: VarId| fork_join.is_shared(var);
        let known = |e: ExprId| host_values::known_to_host(facts, &data, e);
        // On `target` alone a copy is what the kernel has for the variable: memory that the host brings, or the
        // team's where its threads share it. Else the one thread that runs the kernel has it on its stack.
        let of_kernel = |var: &VarId| args.storage.get(&var.into_raw().into_u32());
        let mut own = thread_arrays::copied(&facts.uses, construct);
        if construct.directive.leaves() == [Leaf::Target] {
            let on_stack = |storage: &Storage| *storage == Storage::Local;
            own.retain(|var| of_kernel(var).is_none_or(on_stack) && !shared(*var));
        }
        let copies = planner.stack_copies;
        stacks::of_threads(facts, own, copies, body, &shared, &known)
    });
    planner.settle_launch(construct, mode, stacks.is_some());
    planner.barriers |=
        threads && (planner.scratch > 0 || planner.team_copies > 0 || !planner.copies.is_empty());
    planner.place_barriers(&sequential, mode == Mode::ForkJoin);
    planner.spare_barriers(mode);
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    let mut warnings = planner.serialised();
    warnings.extend(scan::extensions(program, region.construct));
    let whole_block = mode == Mode::Spmd
        && planner.forks(region.construct) == Forks::Yes
        && !planner.sized
        && planner.nested.is_empty();
    let Planner {
        lowerings,
        shape,
        barriers,
        mut notes,
        reasons,
        scratch,
        copies,
        team_copies,
        ..
    } = planner;
    let combines_teams = scratch > 0 || !copies.is_empty() || shape.few_teams;
    args.args.extend(launch_args::scratch(scratch, copies));
    args.args
        .extend(stacks.map(|stacks| launch_args::of_launch(ArgWhat::ThreadStacks(stacks))));
    args.args.extend(launch_args::grid_part(shape.grid_of_nest));
    let tasks = task_regions.as_ref().ok();
    let tasks = tasks.filter(|tasks| !tasks.regions.is_empty() && mode != Mode::SingleThread);
    args.args.extend(launch_args::task_memory(tasks.is_some()));
    let barriers = barriers || tasks.is_some();
    // Of what is shared, arrays of variable length have no place in a struct.
    let has_arrays = fork_join
        .shared
        .iter()
        .any(|&var| is_vla(&program.types, program.vars[var].ty.id));
    let team_memory = mode == Mode::ForkJoin && (needs.forks || has_arrays);
    let schedules = run_schedule::is_kept(&facts.uses, &facts.effects, construct);
    let barriers = barriers || schedules && mode != Mode::SingleThread;
    let orders = needs.any()
        && construct
            .body
            .is_some_and(|body| orphaned_order::is_told(&facts.uses, body));
    let mut code = CodePlan {
        mode,
        lowerings,
        storage: args.storage,
        sequential,
        fork_join,
        shared: SharedLayout::default(),
        dynamic: false,
        displaced: SharedLayout::default(),
        combines_teams,
        state: needs.any(),
        team_memory,
        tasks: tasks.cloned(),
        tasks_stay: task_regions.as_ref().err().copied(),
        schedules,
        orders,
        dispatch: Default::default(),
    };
    if schedules {
        schedules::of_regions(facts, &mut code.lowerings);
    }
    let scopes = scopes(program, region.construct, &data, &code);
    let own = counted.of(region.construct);
    let own = own.unwrap_or_else(|| budget::algorithms(program, &code));
    let (kept, displaced) = within_budget(program, region, scopes, &shape, own, options)?;
    code.shared = SharedLayout::build(program, kept);
    code.displaced = SharedLayout::build(program, displaced);
    code.dynamic = code.shared.bytes + own > STATIC_LIMIT;
    if code.dynamic {
        let bytes = code.shared.bytes;
        notes.push(format!(
            "{bytes} bytes of shared memory are dynamic: a kernel may declare {STATIC_LIMIT}"
        ));
    }
    args.args
        .extend(launch_args::team_memory(code.displaced.bytes));
    if !code.displaced.is_empty() {
        let bytes = code.displaced.bytes;
        notes.push(format!(
            "{bytes} bytes of variables in global memory, over the budget of shared memory"
        ));
    }
    let barriers = barriers || !code.displaced.is_empty();
    let code_tasks = code.tasks.is_some();
    array_copies::fit(&mut code, team_copies, options, &shape, &mut notes);
    Ok(KernelPlan {
        construct: region.construct,
        name: region.kernel.clone().expect("a target region has a kernel"),
        data,
        args: args.args,
        shared_budget: budget::bytes(&options, &shape),
        shape,
        code,
        barriers,
        notes,
        reasons,
        // Who waits runs tasks meanwhile, which may wait.
        recursive: code_tasks
            || construct
                .body
                .is_some_and(|body| orphans::recursive(&facts.uses, body)),
        whole_block,
        warnings,
    })
}

/// Of dynamic shared memory (`romp::dynamic_shared`).
const DYNAMIC_ALIGN: u64 = 16;

/// What stays in shared memory, and what goes to the memory that the launch brings for each team.
fn within_budget(
    program: &Program,
    region: &Region,
    scopes: Scope,
    shape: &Shape,
    own: u64,
    options: Options,
) -> Result<(Scope, Scope), Vec<Diagnostic>> {
    // Algorithms have theirs beside it, what the budget of the variables is: all must fit the hardware.
    let most = options.architectures.shared_per_team().saturating_sub(own);
    let allowed = budget::bytes(&options, shape).min(most);
    // What can be declared is left as that.
    let allowed = match allowed > STATIC_LIMIT {
        true => allowed,
        false => allowed.min(STATIC_LIMIT.saturating_sub(own)),
    };
    let pragma = program.constructs[region.construct].pragma;
    if own > STATIC_LIMIT {
        let message = format!(
            "the constructs of this region may need {own} bytes of shared memory for themselves, of {STATIC_LIMIT}"
        );
        let help = "reduce fewer or smaller arrays in one region";
        return Err(vec![
            Diagnostic::error(Code::TeamMemory, pragma, message).help(help),
        ]);
    }
    let mut gone = budget::displaced(program, &scopes, allowed);
    let layout = SharedLayout::build(program, scopes.without(&gone));
    // Dynamic shared memory begins at a line.
    let mut allowed = allowed;
    if layout.bytes + own > STATIC_LIMIT && layout.align > DYNAMIC_ALIGN {
        allowed = allowed.min(STATIC_LIMIT.saturating_sub(own));
        gone = budget::displaced(program, &scopes, allowed);
    }
    let displaced = scopes.only(&gone);
    let kept = scopes.without(&gone);
    let needed = SharedLayout::build(program, kept.clone()).bytes;
    if needed <= allowed {
        return Ok((kept, displaced));
    }
    let message = format!(
        "what the threads of a team hand to each other needs {needed} bytes of shared memory, of {allowed} that it may use"
    );
    let help = match options.shared_budget {
        SharedBudget::Auto => "declare large variables before the region and map them",
        _ => {
            "allow more with `--shared-budget`, or declare large variables before the region and map them"
        }
    };
    Err(vec![
        Diagnostic::error(Code::TeamMemory, pragma, message).help(help),
    ])
}

/// A call through a pointer that comes from the host would jump to host code.
fn host_functions(
    program: &Program,
    construct: &Construct,
    facts: &DeviceData,
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = vec![];
    let mut check = |expr: &Expr| {
        let ExprKind::Call { callee, .. } = expr.kind else {
            return;
        };
        let Some(var) = root(program, callee) else {
            return;
        };
        let of_device =
            |attr| matches!(attr, DeviceAttr::ConstantTable | DeviceAttr::DeclareTarget);
        if facts
            .get(var)
            .is_some_and(|captured| !of_device(captured.attr))
        {
            let name = &program.vars[var].name;
            let message = format!(
                "the call goes through `{name}`, which holds an address of a host function"
            );
            errors.push(
                Diagnostic::error(Code::DeviceCode, expr.span, message)
                    .also(program.vars[var].span, "declared here")
                    .help("call the function by its name, or set the pointer inside the region"),
            );
        }
    };
    if let Some(body) = construct.body {
        program.walk_exprs_in(body, &mut |_, expr| check(expr));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// The variable that holds a callee, as itself, an element or a member.
fn root(program: &Program, callee: ExprId) -> Option<VarId> {
    match program.expr(callee).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert { arg, .. } | ExprKind::Deref(arg) | ExprKind::AddrOf(arg) => {
            root(program, arg)
        }
        ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        _ => None,
    }
}
