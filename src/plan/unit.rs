//! The plan of a whole translation unit: every region planned, every refusal collected.

use crate::analyze::facts::Facts;
use crate::analyze::nested_targets;
use crate::analyze::reach::{self, Reach, Root};
use crate::analyze::sharing::DeviceAttr;
use crate::diag::{Code, Diagnostic, Result};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::check::{device_code, placement, support};
use crate::plan::constructs::dispatch as host_dispatch;
use crate::plan::constructs::synchronise;
use crate::plan::constructs::tasks::in_unit;
use crate::plan::decisions::kernel::{Dispatch, Dispatched, FunctionPlan, KernelPlan, Mode};
use crate::plan::decisions::unit::{DataPlan, FunctionsRun, Linkage, UnitPlan};
use crate::plan::mapping::arguments;
use crate::plan::memory::budget::Counted;
use crate::plan::memory::stacks;
use crate::plan::options::Options;
use crate::plan::{functions, host, kernel};
use std::collections::BTreeSet;

/// The plan of a unit, or all its errors. `counted`: the shared memory that the code of earlier plans was found to
/// reserve.
pub fn plan(facts: &Facts, counted: &Counted, options: Options) -> Result<UnitPlan> {
    let program = facts.program;
    let mut errors = support::unit(program);
    let mut said = BTreeSet::new();
    let in_region = |id| {
        let mut around = program.around(&program.constructs[id]);
        around.any(|outer| outer.directive.has(Leaf::Target))
    };
    let dispatches = host_dispatch::plan(program, &in_region).unwrap_or_else(|found| {
        errors.extend(found);
        vec![]
    });
    let mut warnings = vec![];
    let mut kernels = vec![];
    let mut data_regions = vec![];
    let mut roots = vec![];
    for region in &facts.regions.all {
        let construct = &program.constructs[region.construct];
        let mut found = support::check(program, region.construct);
        found.extend(placement::check(program, region));
        let refused = found.iter().any(Diagnostic::is_error);
        for diagnostic in found {
            if diagnostic.is_error() {
                errors.push(diagnostic)
            } else {
                warnings.push(diagnostic)
            }
        }
        if refused {
            continue;
        }
        if construct.directive.has(Leaf::Target) {
            roots.extend(construct.body.map(Root::Region));
            match kernel::plan(facts, region, counted, options) {
                Ok(mut plan) => {
                    warnings.append(&mut plan.warnings);
                    let told = device_code::captured(program, construct, &plan.data, &mut said);
                    errors.extend(told);
                    kernels.push(plan);
                }
                Err(found) => errors.extend(found),
            }
        } else {
            match arguments::plan_data_directive(program, construct) {
                Ok(args) => data_regions.push(DataPlan {
                    construct: region.construct,
                    args,
                }),
                Err(found) => errors.extend(found),
            }
        }
    }
    for kernel in &kernels {
        let tables = kernel
            .data
            .vars
            .iter()
            .filter(|c| c.attr == DeviceAttr::ConstantTable);
        roots.extend(tables.map(|c| Root::Var(c.var)));
    }
    roots.extend(reach::declared_roots(program));
    let (reach, found) = reach::reach(program, &roots);
    errors.extend(found);
    errors.extend(device_code::check(program, &reach, said));
    let mut functions = vec![];
    let mut number = 0;
    for &func in &reach.funcs {
        match functions::plan(facts, func, &mut number, options) {
            Ok(plan) => functions.extend(plan),
            Err(found) => errors.extend(found),
        }
    }
    let bodies = reach.bodies(program);
    let targets: Vec<ConstructId> = kernels.iter().map(|k| k.construct).collect();
    let (refused, doubtful) = facts
        .nested_calls
        .check(program, &bodies, &targets)
        .into_iter()
        .partition(Diagnostic::is_error);
    errors.extend::<Vec<_>>(refused);
    warnings.extend::<Vec<_>>(doubtful);
    warnings.extend(nested_targets::check(program, &targets));
    let of_kernels = kernels.iter().map(|k| &k.code.lowerings);
    let of_functions = functions.iter().map(|f| &f.code.lowerings);
    let deferred = in_unit::deferred(of_kernels.chain(of_functions));
    let obstacle = facts.deferral.obstacle;
    let obstacle = obstacle.or_else(|| kernels.iter().find_map(|k| k.code.tasks_stay));
    warnings.extend(in_unit::serialised(facts, &bodies, &deferred, obstacle));
    let of_kernels = kernels.iter().map(|k| &k.code.lowerings);
    let of_functions = functions.iter().map(|f| &f.code.lowerings);
    let recorded = in_unit::recorded(of_kernels.chain(of_functions));
    let planned: BTreeSet<FuncId> = functions.iter().map(|f| f.func).collect();
    let unplanned = reach.funcs.iter().filter(|func| !planned.contains(func));
    let mut asking: BTreeSet<StmtId> = bodies.iter().copied().collect();
    for body in unplanned.filter_map(|&func| program.funcs[func].body) {
        asking.remove(&body);
    }
    errors.extend(in_unit::in_final(program, &bodies, &recorded, &asking));
    let functions_run = how_functions_run(facts, &mut kernels, &functions);
    stacks::of_teams(facts, &mut kernels, &functions);
    warnings.extend(nested_in_functions(facts, &kernels, &functions));
    if !errors.is_empty() {
        errors.sort_by_key(|e| e.labels.first().map_or(0, |l| l.span.lo));
        errors.extend(warnings);
        return Err(errors);
    }
    Ok(UnitPlan {
        dispatches,
        kernels,
        data: data_regions,
        functions,
        functions_run,
        linkage: linkage(program, &reach),
        synchronisation: synchronise::plan(facts, &bodies),
        scans: host::scans(facts),
        nests: host::nests(facts),
        functions_of_tasks: facts
            .calls
            .reached(&facts.uses, in_unit::bodies(program, &bodies)),
        reach,
        warnings,
    })
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

/// Warnings about regions of functions that are called in parallel regions: one thread executes them there.
fn nested_in_functions(
    facts: &Facts,
    kernels: &[KernelPlan],
    functions: &[FunctionPlan],
) -> Vec<Diagnostic> {
    let program = facts.program;
    let regions = functions.iter().flat_map(|f| {
        f.code
            .fork_join
            .regions
            .iter()
            .flat_map(|r| r.parts.clone())
    });
    let mut bodies: Vec<StmtId> = regions
        .filter_map(|id| program.constructs[id].body)
        .collect();
    for kernel in kernels {
        let own = kernel.code.fork_join.regions.iter();
        let own = own.flat_map(|r| r.parts.clone());
        let whole = (kernel.whole_block).then_some(kernel.construct);
        bodies.extend(
            own.chain(whole)
                .filter_map(|id| program.constructs[id].body),
        );
    }
    let mut found = vec![];
    for body in bodies {
        let mut seen = BTreeSet::new();
        program.walk_exprs_in(body, &mut |_, expr| {
            let ExprKind::Func(func) = expr.kind else {
                return;
            };
            if !facts.orphans.of_func(func).forks || !seen.insert(func) {
                return;
            }
            if !facts.calls.of_func(func).parallel {
                return;
            }
            let message = format!(
                "`{}` has parallel regions, which one thread runs when it is called from one",
                program.funcs[func].name
            );
            found.push(Diagnostic::warning(Code::Serialised, expr.span, message).help(
                "call it from sequential code of the region, or leave its parallel constructs out",
            ));
        });
    }
    found
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
        if f.declare_target.is_some() && !f.is_static && !f.is_inline {
            result.defines.push(Item::Func(func));
        }
    }
    result
        .needs
        .extend(reach.outside.iter().map(|&func| Item::Func(func)));
    result
}
