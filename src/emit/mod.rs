//! The output: the CUDA file, and the edits that make the user's text the host file.
//!
//! From the IR, the facts and the plans. It cannot fail: what has no spelling was refused before.

mod array_reductions;
mod cancel;
mod copies;
pub mod cuda;
mod declarative;
mod fork_join;
mod functions;
pub mod host;
mod host_args;
mod host_scans;
pub mod kernel;
mod loops;
mod reductions;
pub mod routines;
mod run_schedule;
mod scans;
mod sequential;
mod shared;
mod synchronise;
mod tasks;
mod teams;
mod templates;
mod user_text;
mod worksharing;

use crate::analyze::reach::Reach;
use crate::analyze::regions::Region;
use crate::ir::*;
use crate::omp;
use crate::plan::unit::FunctionsRun;
use crate::plan::{Arg, FunctionPlan, KernelPlan};
use crate::source::{Edits, Preprocessed};
use crate::translate::KernelInfo;
use cuda::{Names, Uses};
use user_text::UserText;

/// All that is known of a unit when output begins.
pub struct Planned<'a> {
    pub program: &'a Program,
    pub pre: &'a Preprocessed,
    pub directives: &'a [omp::Directive],
    pub reach: &'a Reach,
    pub kernels: &'a [KernelPlan],
    /// `target data` and its relatives, with what they map.
    pub data: &'a [(Region, Vec<Arg>)],
    pub functions: &'a [FunctionPlan],
    pub functions_run: FunctionsRun,
}

/// The CUDA file; none where nothing runs on the device.
pub fn cuda(planned: &Planned, line_directives: bool) -> Option<String> {
    let program = planned.program;
    if planned.kernels.is_empty()
        && planned.reach.funcs.is_empty()
        && planned.reach.globals.is_empty()
    {
        return None;
    }
    let names = Names::new(program);
    let needs = Uses::default();
    let text = UserText::new(planned.pre, &names, line_directives);
    let kernels: Vec<String> = planned
        .kernels
        .iter()
        .map(|plan| kernel::print(program, planned.pre, plan, &names, &needs, &text))
        .collect();
    let hooks = routines::InFunctions {
        program,
        text: &text,
        names: &names,
        run: planned.functions_run,
        plans: planned.functions,
        needs: &needs,
    };
    let printer = cuda::Printer::new(program, &names, &hooks, &needs);
    let mut declarations =
        cuda::declarations(&printer, &planned.reach.funcs, &planned.reach.globals);
    let locks = synchronise::locks(program, &planned.reach.bodies(program));
    if !locks.is_empty() {
        // Functions use them: they stand first.
        declarations = format!("{}\n\n{declarations}", locks.join("\n"));
    }
    let file = planned
        .pre
        .main_file()
        .file_name()
        .map_or("stdin".into(), |n| n.to_string_lossy());
    Some(templates::unit(
        &file,
        team_memory(planned),
        &text.definitions(),
        &declarations,
        &kernels,
    ))
}

/// Whether the unit's device code puts variables into the memory of teams.
pub fn team_memory(planned: &Planned) -> bool {
    planned.functions.iter().any(|f| f.code.team_memory)
        || planned.kernels.iter().any(|k| k.code.team_memory)
}

/// The symbols of entities in the CUDA file.
pub fn symbols(program: &Program, items: &[Item]) -> Vec<String> {
    let names = Names::new(program);
    let symbol = |item: &Item| match *item {
        Item::Var(var) => names.var(var).to_string(),
        Item::Func(func) => names.func(func).to_string(),
        Item::Record(_) | Item::Enum(_) | Item::Alias(_) => unreachable!("types have no symbols"),
    };
    items.iter().map(symbol).collect()
}

/// What build steps need to know of the kernels.
pub fn kernel_infos(planned: &Planned) -> Vec<KernelInfo> {
    planned
        .kernels
        .iter()
        .map(|plan| KernelInfo {
            name: plan.name.clone(),
            place: host::place(
                planned.pre,
                planned.program.constructs[plan.construct].pragma,
            ),
            barriers: plan.barriers,
        })
        .collect()
}

/// The edits of the host text.
pub fn host_edits(planned: &Planned) -> Edits {
    let host = host::Host::new(planned.program, planned.pre, planned.directives);
    let mut edits = Edits::new();
    for plan in planned.kernels {
        edits.replace(
            planned.program.constructs[plan.construct].pragma,
            host.target(plan),
        );
    }
    for (region, args) in planned.data {
        edits.replace(
            planned.program.constructs[region.construct].pragma,
            host.data(region, args),
        );
    }
    host_scans::edit(planned, &mut edits);
    declarative::edit(planned, &mut edits);
    edits
}
