//! The device functions of a unit: which kernels call each, and what its constructs become.

use super::{Function, at, location, regions};
use crate::analyze::facts::Facts;
use crate::plan::decisions::unit::{FunctionsRun, UnitPlan};
use crate::source::Preprocessed;

/// The functions with a body that device code reaches, in the order of the text.
pub fn functions(facts: &Facts, pre: &Preprocessed, planned: &UnitPlan) -> Vec<Function> {
    let program = facts.program;
    let mut found = vec![];
    for &func in &planned.reach.funcs {
        let data = &program.funcs[func];
        let callers = planned.kernels.iter();
        let callers = callers.filter(|kernel| kernel.functions.contains(&func));
        let code = planned.functions.iter().find(|one| one.func == func);
        let code = code.map(|one| &one.code);
        let mode = match (code, planned.functions_run) {
            (None, _) => "the threads that call it run it",
            (Some(_), FunctionsRun::Sequentially) => {
                "called outside of parallel regions: it forks regions"
            }
            (Some(_), FunctionsRun::InParallel) => {
                "called by all threads of a region: its constructs are theirs"
            }
            (Some(_), FunctionsRun::ByState) => {
                "its constructs ask the state of the kernel where they are"
            }
        };
        let regions = code.map(|code| regions::regions_of_function(program, pre, code));
        let tasks = code.map(|code| regions::tasks(program, pre, code));
        found.push(Function {
            name: data.name.clone(),
            place: at(pre, data.span),
            at: location(pre, data.span),
            kernels: callers.map(|kernel| kernel.name.clone()).collect(),
            mode: mode.into(),
            regions: regions.unwrap_or_default(),
            tasks: tasks.unwrap_or_default(),
        });
    }
    found.sort_by(|a, b| a.at.cmp(&b.at));
    found
}
