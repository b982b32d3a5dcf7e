//! Stacks that a launch provides: for the threads' own arrays of variable length, and for variables that functions
//! share with the regions that they fork.
//!
//! From the program and the plans of kernels and functions to the size of each, where it can be known; elsewhere
//! ROMP_TEAM_ARENA says it at run time. Must not know how a stack is implemented.

use crate::analyze::facts::Facts;
use crate::analyze::thread_arrays::{self};
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::plan::decisions::kernel::{FunctionPlan, KernelPlan};
use crate::plan::decisions::launch::{Arg, ArgWhat, Beside, ThreadStacks};

/// The stacks of a kernel's threads; none where no thread has an array of its own. `own`: the copies of the construct
/// itself; `reductions`: the copies of reductions on stacks; `shared`: variables in the team's memory; `known`: whether
/// the host can evaluate an expression.
pub fn of_threads(
    facts: &Facts,
    mut own: Vec<VarId>,
    reductions: Beside,
    body: StmtId,
    shared: &dyn Fn(VarId) -> bool,
    known: &dyn Fn(ExprId) -> bool,
) -> Option<ThreadStacks> {
    let program = facts.program;
    let written = facts.uses(body);
    let by_host = |var: &VarId| {
        let extents = vla_extents(&program.types, program.vars[*var].ty.id);
        let unchanged = |e: &ExprId| {
            let uses = Uses::of_expr(program, *e);
            let mut vars = uses.order.iter();
            vars.all(|v| !written.get(*v).maybe_written())
        };
        extents.iter().all(|e| known(*e) && unchanged(e))
    };
    own.extend(thread_arrays::copied_in(&facts.uses, body));
    let declared = thread_arrays::declared(program, body).into_iter();
    own.extend(declared.filter(|&var| !shared(var)));
    let (known, open): (Vec<VarId>, Vec<VarId>) = own.into_iter().partition(by_host);
    let mut called = facts.arrays.called(&facts.uses, body);
    // The combiners of `declare reduction` stand outside of the body.
    let combines = |c: &Construct| !c.user_reductions.is_empty();
    let mut user = false;
    program.walk_all_stmts(body, &mut |_, s| {
        if let StmtKind::Omp(id) = s.kind {
            user |= combines(&program.constructs[id]);
        }
    });
    if user {
        called = called.union(facts.arrays.combining(program));
    }
    let beside = match (
        called.here || reductions == Beside::Some || !open.is_empty(),
        called.elsewhere,
    ) {
        (true, _) => Beside::Some,
        (false, true) => Beside::Linked,
        (false, false) => Beside::None,
    };
    (!known.is_empty() || beside != Beside::None).then_some(ThreadStacks { known, beside })
}

/// Gives each kernel whose team has a stack its size: what functions and the region put there. Where they put nothing
/// there, the kernel gets no stack.
pub fn of_teams(facts: &Facts, kernels: &mut [KernelPlan], functions: &[FunctionPlan]) {
    let program = facts.program;
    for kernel in kernels.iter_mut().filter(|k| k.code.team_memory) {
        let body = program.constructs[kernel.construct].body;
        let arrays = has_arrays(program, &kernel.code);
        let frames = body.and_then(|body| deepest(facts, functions, facts.uses(body), &mut vec![]));
        let bytes = frames.filter(|_| !arrays);
        if bytes == Some(0) {
            kernel.code.team_memory = false;
            continue;
        }
        kernel.args.push(Arg::implicit(ArgWhat::TeamStack(bytes)));
    }
}

/// Computes the sizes again after layouts have changed.
pub fn resize(facts: &Facts, kernels: &mut [KernelPlan], functions: &[FunctionPlan]) {
    let program = facts.program;
    for kernel in kernels.iter_mut().filter(|k| k.code.team_memory) {
        let body = program.constructs[kernel.construct].body;
        for arg in &mut kernel.args {
            if let ArgWhat::TeamStack(Some(bytes)) = &mut arg.what {
                let uses = body.map(|body| facts.uses(body));
                let frames = uses.and_then(|uses| deepest(facts, functions, uses, &mut vec![]));
                *bytes = frames.unwrap_or(*bytes);
            }
        }
    }
}

/// Whether the code shares arrays of variable length.
fn has_arrays(program: &Program, code: &crate::plan::decisions::kernel::CodePlan) -> bool {
    let mut shared = code.fork_join.shared.iter();
    shared.any(|&var| is_vla(&program.types, program.vars[var].ty.id))
}

/// The most bytes of frames that are open together, of the functions that `uses` calls; none where that is not known.
fn deepest(
    facts: &Facts,
    functions: &[FunctionPlan],
    uses: &Uses,
    open: &mut Vec<FuncId>,
) -> Option<u64> {
    let program = facts.program;
    if uses.calls_unknown {
        return None;
    }
    let mut most = 0;
    for &func in &uses.calls {
        if open.contains(&func) || program.gives_way(func) {
            return None;
        }
        let Some(body) = program.funcs[func].body else {
            if is_omp_routine(program, func) || of_c(program, func).is_some() {
                continue;
            }
            return None;
        };
        let plan = functions.iter().find(|plan| plan.func == func);
        let own = match plan {
            Some(plan) if has_arrays(program, &plan.code) => return None,
            // Aligned as by `team_place` of romp/team_memory.cuh.
            Some(plan) => {
                let shared = &plan.code.shared;
                (shared.bytes + shared.align.max(16) - 16).next_multiple_of(16)
            }
            None => 0,
        };
        open.push(func);
        let below = deepest(facts, functions, facts.uses(body), open);
        open.pop();
        most = most.max(own + below?);
    }
    Some(most)
}
