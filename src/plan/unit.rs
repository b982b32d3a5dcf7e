//! A whole translation unit: every region planned, every refusal collected.

use super::{Arg, KernelPlan, Options, data, device_code, kernel, placement, support};
use crate::analyze::effects::FunctionEffects;
use crate::analyze::reach::{self, Reach, Root};
use crate::analyze::regions::{Region, Regions};
use crate::analyze::sharing::DeviceAttr;
use crate::diag::{Code, Diagnostic, Result};
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::Mode;

/// The decisions of a unit.
pub struct UnitPlan {
    pub kernels: Vec<KernelPlan>,
    pub data: Vec<(Region, Vec<Arg>)>,
    pub reach: Reach,
    pub functions_in_parallel: bool,
    pub linkage: Linkage,
    pub warnings: Vec<Diagnostic>,
}

pub fn plan(
    program: &Program,
    regions: &Regions,
    effects: &FunctionEffects,
    options: Options,
) -> Result<UnitPlan> {
    let mut errors = support::unit(program, regions);
    let mut warnings = vec![];
    let mut kernels = vec![];
    let mut data_regions = vec![];
    let mut roots = vec![];
    for region in &regions.all {
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
            match kernel::plan(program, effects, region, options) {
                Ok(mut plan) => {
                    warnings.append(&mut plan.warnings);
                    errors.extend(device_code::captured(program, construct, &plan.data));
                    kernels.push(plan);
                }
                Err(found) => errors.extend(found),
            }
        } else {
            match data::plan_data_directive(program, construct) {
                Ok(args) => data_regions.push((region.clone(), args)),
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
    errors.extend(device_code::check(program, &reach));
    let functions_in_parallel = match levels(program, &kernels, &reach) {
        Ok(parallel) => parallel,
        Err(error) => {
            errors.push(error);
            true
        }
    };
    if !errors.is_empty() {
        errors.sort_by_key(|e| e.labels.first().map_or(0, |l| l.span.lo));
        errors.extend(warnings);
        return Err(errors);
    }
    Ok(UnitPlan {
        kernels,
        data: data_regions,
        functions_in_parallel,
        linkage: linkage(program, &reach),
        reach,
        warnings,
    })
}

/// What of the unit's device image matters beyond it.
#[derive(Debug, Default)]
pub struct Linkage {
    /// `declare target` variables with storage here.
    pub globals: Vec<VarId>,
    /// What other units may use.
    pub defines: Vec<Item>,
    /// What must come from other units.
    pub needs: Vec<Item>,
    /// It has critical sections, whose locks all files share.
    pub critical: bool,
}

fn linkage(program: &Program, reach: &Reach) -> Linkage {
    let mut result = Linkage::default();
    for &var in &reach.globals {
        let v = &program.vars[var];
        match v.storage {
            Storage::Extern => result.needs.push(Item::Var(var)),
            // Functions' own variables are the image's business.
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
    result.critical = super::synchronise::has_critical(program, &reach.bodies(program));
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

/// Routines whose answer depends on whether a parallel region is around the caller.
const LEVEL_ROUTINES: &[&str] = &[
    "omp_get_level",
    "omp_get_active_level",
    "omp_get_ancestor_thread_num",
    "omp_get_team_size",
    "omp_get_max_threads",
];

/// Device functions do not know whether they run inside a parallel region: where they ask, all
/// kernels of the unit must agree.
fn levels(
    program: &Program,
    kernels: &[KernelPlan],
    reach: &Reach,
) -> std::result::Result<bool, Diagnostic> {
    let single = kernels.iter().any(|k| k.mode() == Mode::SingleThread);
    let several = kernels.iter().any(|k| k.mode() != Mode::SingleThread);
    if single && several {
        for &func in &reach.funcs {
            let Some(body) = program.funcs[func].body else {
                continue;
            };
            let mut place = None;
            program.walk_exprs_in(body, &mut |_, expr| {
                if let ExprKind::Func(callee) = expr.kind
                    && LEVEL_ROUTINES.contains(&program.funcs[callee].name.as_str())
                {
                    place.get_or_insert(expr.span);
                }
            });
            if let Some(place) = place {
                return Err(Diagnostic::error(
                    Code::NotYet,
                    place,
                    "this routine is called in a function that runs both inside and outside of parallel regions",
                )
                .help("call it in the region itself and pass the result"));
            }
        }
    }
    Ok(several || !single)
}
