//! The plan of a whole translation unit: every region planned, every refusal collected.

use crate::analyze::facts::Facts;
use crate::analyze::reach::{self, Reach, Root};
use crate::analyze::sharing::DeviceAttr;
use crate::diag::{Diagnostic, Result};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::check::{device_code, placement, support};
use crate::plan::constructs::dispatch as host_dispatch;
use crate::plan::constructs::interop as host_interop;
use crate::plan::constructs::synchronise;
use crate::plan::constructs::tasks::in_unit;
use crate::plan::decisions::kernel::{
    CodePlan, Dispatch, Dispatched, FunctionPlan, KernelPlan, Mode,
};
use crate::plan::decisions::unit::{DataPlan, FunctionsRun, Linkage, UnitPlan};
use crate::plan::mapping::arguments;
use crate::plan::memory::budget::Counted;
use crate::plan::memory::{constants, stacks};
use crate::plan::options::Options;
use crate::plan::{functions, host, kernel};
use std::collections::BTreeSet;

mod nested_regions;

/// The messages about a unit.
#[derive(Default)]
struct Messages {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Messages {
    /// Adds errors and warnings, each in their order.
    fn add(&mut self, found: Vec<Diagnostic>) {
        let (errors, warnings): (Vec<_>, Vec<_>) =
            found.into_iter().partition(Diagnostic::is_error);
        self.errors.extend(errors);
        self.warnings.extend(warnings);
    }
}

/// The plans of the regions that are not refused.
#[derive(Default)]
struct Regions {
    kernels: Vec<KernelPlan>,
    data: Vec<DataPlan>,
    /// The blocks of all target regions, refused ones included.
    roots: Vec<Root>,
    /// What was said about captured variables, so that nothing says it again.
    said: BTreeSet<String>,
}

/// The plan of a unit, or all its errors. `counted`: the shared memory that the code of earlier plans was found to
/// reserve.
pub fn plan(facts: &Facts, counted: &Counted, options: Options) -> Result<UnitPlan> {
    let program = facts.program;
    let mut messages = Messages::default();
    messages.errors.extend(support::unit(program));
    let in_region = |id| {
        let mut around = program.around(&program.constructs[id]);
        around.any(|outer| outer.directive.has(Leaf::Target))
    };
    let dispatches = host_dispatch::plan(program, &in_region).unwrap_or_else(|found| {
        messages.errors.extend(found);
        vec![]
    });
    let interops = host_interop::plan(program, &in_region).unwrap_or_else(|found| {
        messages.errors.extend(found);
        vec![]
    });
    let Regions {
        mut kernels,
        data,
        mut roots,
        said,
    } = regions(facts, counted, options, &mut messages);
    roots.extend(constant_tables(&kernels));
    roots.extend(reach::declared_roots(program));
    let (reach, found) = reach::reach(program, &roots);
    messages.errors.extend(found);
    let found = device_code::check(program, &reach, said);
    messages.errors.extend(found);
    let functions = reached_functions(facts, &reach, options, &mut messages);
    let bodies = reach.bodies(program);
    let targets: Vec<ConstructId> = kernels.iter().map(|k| k.construct).collect();
    messages.add(facts.nested_calls.check(program, &bodies, &targets));
    let nested = facts.nested_targets.check(program, &targets);
    messages.warnings.extend(nested);
    check_tasks(facts, &reach, &kernels, &functions, &mut messages);
    let functions_run = how_functions_run(facts, &mut kernels, &functions);
    stacks::of_teams(facts, &mut kernels, &functions);
    let Messages {
        mut errors,
        mut warnings,
    } = messages;
    warnings.extend(nested_regions::called(facts, &reach, &kernels, &functions));
    if !errors.is_empty() {
        errors.sort_by_key(|e| e.labels.first().map_or(0, |l| l.span.lo));
        errors.extend(warnings);
        return Err(errors);
    }
    let linkage = linkage(program, &reach);
    let mut synchronisation = synchronise::plan(facts, &bodies);
    let of_kernels = kernels.iter().map(|k| &k.code);
    let mut codes = of_kernels.chain(functions.iter().map(|f| &f.code));
    synchronisation.locks.reductions = codes.any(CodePlan::reduces_by_turns);
    Ok(UnitPlan {
        constants: constants::place(facts, &reach, &linkage),
        dispatches,
        interops,
        kernels,
        data,
        functions,
        functions_run,
        linkage,
        synchronisation,
        scans: host::scans(facts),
        nests: host::nests(facts),
        functions_of_tasks: facts
            .calls
            .reached(&facts.uses, in_unit::bodies(program, &bodies)),
        reach,
        warnings,
    })
}

/// Plans every region that devices can run, and every construct for data.
fn regions(facts: &Facts, counted: &Counted, options: Options, messages: &mut Messages) -> Regions {
    let program = facts.program;
    let mut all = Regions::default();
    for region in &facts.regions.all {
        let construct = &program.constructs[region.construct];
        let mut found = support::check(program, region.construct);
        found.extend(placement::check(program, region));
        let refused = found.iter().any(Diagnostic::is_error);
        messages.add(found);
        if refused {
            continue;
        }
        if construct.directive.has(Leaf::Target) {
            all.roots.extend(construct.body.map(Root::Region));
            match kernel::plan(facts, region, counted, options) {
                Ok(mut plan) => {
                    messages.warnings.append(&mut plan.warnings);
                    let found =
                        device_code::captured(program, construct, &plan.data, &mut all.said);
                    messages.errors.extend(found);
                    all.kernels.push(plan);
                }
                Err(found) => messages.errors.extend(found),
            }
        } else {
            match arguments::plan_data_directive(program, construct) {
                Ok(args) => all.data.push(DataPlan {
                    construct: region.construct,
                    args,
                }),
                Err(found) => messages.errors.extend(found),
            }
        }
    }
    all
}

/// The constant tables that kernels name, of which the device has copies.
fn constant_tables(kernels: &[KernelPlan]) -> impl Iterator<Item = Root> {
    let captured = kernels.iter().flat_map(|kernel| &kernel.data.vars);
    let tables = captured.filter(|one| one.attr == DeviceAttr::ConstantTable);
    tables.map(|one| Root::Var(one.var))
}

/// Plans the functions that device code reaches and that need a plan.
fn reached_functions(
    facts: &Facts,
    reach: &Reach,
    options: Options,
    messages: &mut Messages,
) -> Vec<FunctionPlan> {
    let mut planned = vec![];
    let mut number = 0;
    for &func in &reach.funcs {
        match functions::plan(facts, func, &mut number, options) {
            Ok(mut plan) => {
                let warnings = plan.iter_mut().map(|plan| &mut plan.warnings);
                warnings.for_each(|found| messages.warnings.append(found));
                planned.extend(plan);
            }
            Err(found) => messages.errors.extend(found),
        }
    }
    planned
}

/// Warns of tasks that are undeferred although the program allows others, and refuses calls of `omp_in_final` that
/// have no answer.
fn check_tasks(
    facts: &Facts,
    reach: &Reach,
    kernels: &[KernelPlan],
    functions: &[FunctionPlan],
    messages: &mut Messages,
) {
    let program = facts.program;
    let bodies = reach.bodies(program);
    let lowerings = || {
        let of_kernels = kernels.iter().map(|k| &k.code.lowerings);
        of_kernels.chain(functions.iter().map(|f| &f.code.lowerings))
    };
    let obstacle = facts.deferral.obstacle;
    let obstacle = obstacle.or_else(|| kernels.iter().find_map(|k| k.code.tasks_stay));
    let deferred = in_unit::deferred(lowerings());
    let undeferred = in_unit::serialised(facts, &bodies, &deferred, obstacle);
    messages.warnings.extend(undeferred);
    let planned: BTreeSet<FuncId> = functions.iter().map(|f| f.func).collect();
    let unplanned = reach.funcs.iter().filter(|func| !planned.contains(func));
    let mut asking: BTreeSet<StmtId> = bodies.iter().copied().collect();
    for body in unplanned.filter_map(|&func| program.funcs[func].body) {
        asking.remove(&body);
    }
    let recorded = in_unit::recorded(lowerings());
    let found = in_unit::in_final(program, &bodies, &recorded, &asking);
    messages.errors.extend(found);
}

/// In what surroundings device functions run. No state is needed where every kernel whose functions ask for their
/// team runs them in the same surroundings.
fn how_functions_run(
    facts: &Facts,
    kernels: &mut [KernelPlan],
    functions: &[FunctionPlan],
) -> FunctionsRun {
    let asking: Vec<&mut KernelPlan> = kernels.iter_mut().filter(|k| k.code.state).collect();
    let run = if !functions.is_empty() {
        FunctionsRun::ByState
    } else if asking.iter().all(|k| k.mode() == Mode::SingleThread) {
        FunctionsRun::Sequentially
    } else if asking.iter().all(|k| k.whole_block) {
        FunctionsRun::InParallel
    } else {
        FunctionsRun::ByState
    };
    for kernel in asking {
        kernel.code.state = run == FunctionsRun::ByState;
        if kernel.mode() == Mode::ForkJoin {
            let body = facts.program.constructs[kernel.construct].body;
            let others = body.is_some_and(|body| facts.calls.of_stmt(&facts.uses, body).others());
            kernel.code.dispatch = dispatch(functions, &kernel.functions, others);
        }
    }
    run
}

/// How the workers of a kernel that reaches the functions `reached` find their regions; `others`: it may also reach
/// functions that this file does not show.
fn dispatch(functions: &[FunctionPlan], reached: &BTreeSet<FuncId>, others: bool) -> Dispatch {
    let called: Vec<&FunctionPlan> = functions
        .iter()
        .filter(|f| others || reached.contains(&f.func))
        .collect();
    let numbers = functions.iter().flat_map(|f| &f.numbers);
    let known = called.iter().flat_map(|f| {
        let numbered = f.numbers.iter().enumerate();
        numbered.map(|(at, &number)| Dispatched {
            number,
            func: f.func,
            at,
        })
    });
    Dispatch {
        known: known.filter(|region| region.number > 0).collect(),
        by_pointer: others || called.iter().any(|f| f.numbers.contains(&0)),
        last: numbers.copied().max().unwrap_or(0) as usize,
    }
}

fn linkage(program: &Program, reach: &Reach) -> Linkage {
    let mut result = Linkage::default();
    for &var in &reach.globals {
        let v = &program.vars[var];
        match v.storage {
            Storage::Extern => result.needs.push(Item::Var(var)),
            // The device image holds the functions' static variables.
            Storage::StaticLocal => {}
            _ if v.declare_target.is_some() => {
                result.globals.push(var);
                if v.storage == Storage::Global {
                    result.defines.push(Item::Var(var));
                }
            }
            _ => {}
        }
    }
    for &func in &reach.funcs {
        let f = &program.funcs[func];
        if f.is_shared() {
            result.defines.push(Item::Func(func));
        }
    }
    result
        .needs
        .extend(reach.outside.iter().map(|&func| Item::Func(func)));
    result
}
