//! Device functions that hold constructs, or that fork by what they call (orphaned constructs: OpenMP 5.2, 1.3 and
//! 2.4).
//!
//! A function does not know its callers: its team is what `romp/state.cuh` says at run time. What its sequential part
//! shares with the workers of a region lies in a frame of the team's memory; where the caller is in a parallel region
//! already, the encountering thread executes the function's region alone.

use crate::analyze::facts::Facts;
use crate::analyze::last_increment;
use crate::analyze::orphans;
use crate::analyze::sharing::DeviceData;
use crate::analyze::tasks::deferral::TaskRegions;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::check::{placement, support};
use crate::plan::constructs::copies;
use crate::plan::constructs::loops::run_schedule;
use crate::plan::constructs::reductions;
use crate::plan::decisions::kernel::{CodePlan, FunctionPlan, Mode};
use crate::plan::decisions::launch::Shape;
use crate::plan::decisions::sequential::ForkJoin;
use crate::plan::decisions::shared::SharedLayout;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::plan::launch::team_sizes::fork_first;
use crate::plan::memory::scopes::function_scopes;
use crate::plan::mode::fork_join;
use crate::plan::options::Options;
use crate::plan::planner::{Context, Planner, not_yet};

/// The plan of one function; none where it needs none. `number` is the largest number of a region so far: regions of
/// functions that other files may call have number 0.
pub fn plan(
    facts: &Facts,
    func: FuncId,
    number: &mut u32,
    options: Options,
) -> Result<Option<FunctionPlan>, Vec<Diagnostic>> {
    let program = facts.program;
    let Some(body) = program.funcs[func].body else {
        return Ok(None);
    };
    let needs = facts.orphans.of_func(func);
    let makes_tasks = facts.deferral.makes_tasks(func);
    if !orphans::holds_constructs(program, func) && !needs.forks && !makes_tasks {
        return Ok(None);
    }
    check(program, func, body)?;
    let data = DeviceData::default();
    let mut planner = lower_body(facts, &data, func, body, options)?;
    let params = &program.funcs[func].params;
    let mut owned = params.clone();
    owned.extend(planner.private_copies(body));
    if !options.separate_regions {
        planner.fused = planner.adjacent(body, &owned, &|_| false);
    }
    let forked = fork_join::plan(&fork_join::Input {
        body,
        owned: &owned,
        forks: &|id| planner.forks(id),
        launch_constant: &|_| false,
        facts,
        fused: &planner.fused,
    });
    let warnings = planner.serialised();
    let numbers = region_numbers(&program.funcs[func], &forked, number);
    let mut code = CodePlan {
        lowerings: planner.lowerings,
        fork_join: forked,
        // Tasks alone need no state of the team.
        state: needs.any(),
        team_memory: needs.forks || needs.team && !makes_tasks,
        // Any region may have called the function.
        tasks: facts.deferral.any_function().then(|| TaskRegions {
            task_shared: facts.deferral.task_shared_of(func),
            regions: planner.parallels.into_iter().collect(),
        }),
        keeps_run_schedule: true,
        ..CodePlan::new(Mode::Function)
    };
    run_schedule::of_regions(facts, &mut code.lowerings);
    let counted = last_increment::of_stmt(facts, body).into_iter();
    code.counted = counted.map(|one| (one.body, one)).collect();
    code.copies = copies::needed(facts, &code);
    code.max_threads = copies::max_threads(facts, &code, None);
    let scopes = function_scopes(program, params, body, &code);
    code.shared = SharedLayout::build(program, scopes);
    code.team_memory |= !code.shared.is_empty();
    Ok(Some(FunctionPlan {
        func,
        code,
        numbers,
        warnings,
    }))
}

/// Plans the constructs of a function as code that any thread of a team may execute, in a parallel region or outside.
fn lower_body<'a>(
    facts: &'a Facts,
    data: &'a DeviceData,
    func: FuncId,
    body: StmtId,
    options: Options,
) -> Result<Planner<'a>, Vec<Diagnostic>> {
    let mut planner = Planner {
        shape: Shape {
            one_team: true,
            ..Shape::default()
        },
        num_teams_given: true,
        exact: true,
        sized: true,
        function: true,
        ..Planner::new(facts, data)
    };
    let context = Context {
        parallel: true,
        in_loop: true,
        tail: false,
        alone: false,
        ordered: false,
        function: true,
    };
    planner.body(Some(body), context);
    if planner.scratch > 0 {
        let place = facts.program.funcs[func].span;
        planner.errors.push(
            Diagnostic::error(
                Code::UnsupportedReduction,
                place,
                "a reduction over teams in a function for the device is not translated yet",
            )
            .help("write the construct in the target region itself"),
        );
    }
    if !planner.errors.is_empty() {
        return Err(planner.errors);
    }
    planner.use_lanes(None, options.simd);
    planner.order_nests(Some(body));
    planner.regions_of_function();
    Ok(planner)
}

/// The numbers of the regions that a function forks: the next ones of the unit, or 0 where other files may call the
/// function.
fn region_numbers(func: &Func, forked: &ForkJoin, last: &mut u32) -> Vec<u32> {
    let number = |_| {
        if func.is_shared() {
            return 0;
        }
        *last += 1;
        *last
    };
    forked.regions.iter().map(number).collect()
}

/// Errors for what no device function may hold.
fn check(program: &Program, func: FuncId, body: StmtId) -> Result<(), Vec<Diagnostic>> {
    let mut found = vec![];
    program.walk_all_stmts(body, &mut |_, s| {
        let StmtKind::Omp(id) = s.kind else { return };
        let construct = &program.constructs[id];
        // The constructs of target regions in the function are checked with these.
        if support::target_of(program, construct).is_none() {
            let refused = support::one(program, construct).into_iter();
            found.extend(refused.filter(Diagnostic::is_error));
        }
        found.extend(placement::structured(program, construct));
        if construct.directive.has(Leaf::Teams) {
            found.push(
                not_yet(construct)
                    .also(program.funcs[func].span, "in this function for the device"),
            );
        }
    });
    if found.is_empty() { Ok(()) } else { Err(found) }
}

impl Planner<'_> {
    /// Gives every construct that forks a region of the size that its clauses ask for.
    fn regions_of_function(&mut self) {
        for id in self.parallels.clone() {
            let construct = &self.program.constructs[id];
            let team = match (construct.num_threads(), construct.parallel_if()) {
                (None, None) => TeamSize::All,
                (threads, condition) => TeamSize::Asked { threads, condition },
            };
            let Some(lowering) = self.lowerings.get_mut(&id) else {
                continue;
            };
            fork_first(lowering, team);
            for step in &mut lowering.steps {
                if let Step::Parallel(parallel) = step {
                    parallel.team = team;
                }
            }
            // The thread that forks the region waits for its end.
            reductions::join_with_master(&mut lowering.steps);
        }
    }
}
