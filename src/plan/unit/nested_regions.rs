//! Warnings about the parallel regions of functions that are called in parallel regions: one thread executes them there.
//!
//! From the plans: which constructs have threads of their own. A call leads to the same place whether its region has
//! one thread or many.

use crate::analyze::called_regions::CalledRegions;
use crate::analyze::facts::Facts;
use crate::analyze::reach::Reach;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, FunctionPlan, KernelPlan, Mode};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Lowering, Step};
use std::collections::BTreeSet;

/// The warnings for a unit. In a region each function is told of once.
pub(super) fn called(
    facts: &Facts,
    reach: &Reach,
    kernels: &[KernelPlan],
    functions: &[FunctionPlan],
) -> Vec<Diagnostic> {
    let program = facts.program;
    let called = CalledRegions::of(&facts.uses, &facts.calls, &reach.funcs);
    if called.is_empty() {
        return vec![];
    }
    let codes = functions.iter().map(|f| &f.code);
    let codes = codes.chain(kernels.iter().map(|k| &k.code));
    let mut found = vec![];
    for body in codes.flat_map(|code| in_parallel(program, code)) {
        let mut seen = BTreeSet::new();
        program.walk_exprs_in(body, &mut |_, expr| {
            let named = match expr.kind {
                ExprKind::Func(func) => called.of_func(func).map(|region| (func, region)),
                _ => None,
            };
            let through = || called.of_call(program, expr);
            let Some((func, region)) = named.or_else(through) else {
                return;
            };
            if seen.insert(func) {
                let named = named.is_some();
                found.push(warning(program, expr, func, region, named));
            }
        });
    }
    found
}

/// The outermost blocks of the code that threads of a parallel region execute, each all of it or a part.
fn in_parallel(program: &Program, code: &CodePlan) -> Vec<StmtId> {
    let forking = code.lowerings.iter();
    let forking = forking.filter(|(_, lowering)| has_threads(lowering, code.mode));
    let forking: BTreeSet<ConstructId> = forking.map(|(&id, _)| id).collect();
    let outermost = forking.iter().filter(|&&id| {
        let mut around = program.enclosing(&program.constructs[id]);
        !around.any(|outer| forking.contains(&outer))
    });
    outermost
        .filter_map(|&id| program.constructs[id].body)
        .collect()
}

/// Whether the body of a construct is executed in a parallel region that begins there. A function's loop without
/// `parallel` binds to the caller's team.
fn has_threads(lowering: &Lowering, mode: Mode) -> bool {
    lowering.steps.iter().any(|step| match step {
        Step::Parallel(_) => true,
        Step::Loop(one) => {
            mode != Mode::Function && matches!(one.spread, Spread::League | Spread::Team)
        }
        _ => false,
    })
}

fn warning(
    program: &Program,
    at: &Expr,
    func: FuncId,
    region: ConstructId,
    named: bool,
) -> Diagnostic {
    let name = &program.funcs[func].name;
    let region = &program.constructs[region];
    let message = match (named, region.func == func) {
        (true, true) => format!(
            "`{name}` has parallel regions, which one thread runs when it is called from one"
        ),
        (true, false) => format!(
            "`{name}` calls functions with parallel regions, which one thread runs when it is called from one"
        ),
        (false, _) => format!(
            "this call may lead to `{name}`, whose parallel regions one thread runs when it is called from one"
        ),
    };
    Diagnostic::warning(Code::Serialised, at.span, message)
        .also(region.pragma, "one thread runs this region then")
        .help("call it from sequential code of the region, or leave its parallel constructs out")
}
