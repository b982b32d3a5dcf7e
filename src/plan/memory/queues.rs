//! What the teams of kernels and functions have in shared memory for loops whose iterations are handed out: work queues,
//! or only the counter that loops share whose threads all wait at the end.
//!
//! From the plans of all loops that code may execute, those of functions that it calls included, by their names or
//! through pointers. Work queues that nobody takes would be stores that nvcc removes, with the memory, where it sees all
//! of the device code: the report would say another size than ptxas.

use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, FunctionPlan, KernelPlan, Queues};
use crate::plan::decisions::steps::Step;
use crate::plan::decisions::unit::Linkage;
use std::collections::BTreeSet;

/// Decides it for all code of a unit. Calls may lead to functions of other units where the device image has some.
pub fn of_unit(
    facts: &Facts,
    linkage: &Linkage,
    kernels: &mut [KernelPlan],
    functions: &mut [FunctionPlan],
) {
    let program = facts.program;
    let is_alone = linkage.defines.is_empty() && linkage.needs.is_empty();
    let leads_elsewhere =
        |body: StmtId| !is_alone && facts.calls.of_stmt(&facts.uses, body).others();
    let taking: BTreeSet<FuncId> = functions
        .iter()
        .filter(|function| takes_queue(&function.code))
        .map(|function| function.func)
        .collect();
    for kernel in kernels {
        let body = program.constructs[kernel.construct].body;
        let all = takes_queue(&kernel.code)
            || !kernel.functions.is_disjoint(&taking)
            || body.is_some_and(leads_elsewhere);
        kernel.code.queues = queues(all);
    }
    for function in functions {
        let body = program.funcs[function.func].body;
        let called = facts.calls.reached(&facts.uses, body);
        let all = takes_queue(&function.code)
            || !called.is_disjoint(&taking)
            || body.is_some_and(leads_elsewhere);
        function.code.queues = queues(all);
    }
}

fn queues(all: bool) -> Queues {
    match all {
        true => Queues::All,
        false => Queues::Counter,
    }
}

/// Whether a loop of the code itself takes a work queue.
fn takes_queue(code: &CodePlan) -> bool {
    let mut steps = code.lowerings.values().flat_map(|one| &one.steps);
    steps.any(|step| matches!(step, Step::Loop(one) if one.takes_work_queue()))
}
