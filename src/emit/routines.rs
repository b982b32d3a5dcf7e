//! The spelling of `omp_*` routines in device code.

use super::cuda::{Hooks, Names, Printer, Written};
use super::user_text::UserText;
use crate::device::{Block, Function};
use crate::ir::{ConstructId, ExprId, FuncId, Program, VarId};
use crate::library::openmp::{Answer, GET_MAX_THREADS, answer};
use crate::plan::decisions::kernel::FunctionPlan;
use crate::plan::decisions::unit::FunctionsRun;
use std::collections::BTreeSet;

/// A call in code whose surroundings are known when the kernel is generated: `parallel` in a region of all threads of
/// the block, `sequential` outside, `orphaned` where the state says it at run time.
pub fn spelling(level: &str, name: &str, args: &str) -> String {
    format!("romp::{level}::{name}({args})")
}

/// A call in a region of the team that `team` names, in a kernel whose regions have at most `most` threads.
pub fn in_region(name: &str, args: &str, team: &str, most: &str) -> String {
    let with = |first: &str| match args {
        "" => first.to_string(),
        args => format!("{first}, {args}"),
    };
    if name == GET_MAX_THREADS && !most.is_empty() {
        spelling("master", name, most)
    } else if answer(name) == Answer::Team {
        spelling("region", name, &with(team))
    } else if answer(name) == Answer::Limit && !most.is_empty() {
        spelling("master", name, &with(most))
    } else {
        spelling("region", name, args)
    }
}

/// A call in the sequential part of a fork-join kernel.
pub fn in_master(name: &str, args: &str, most: &str) -> String {
    if answer(name) == Answer::Limit || name == GET_MAX_THREADS {
        spelling("master", name, most)
    } else {
        spelling("master", name, args)
    }
}

/// Hooks for device functions without constructs, except those that mean the same everywhere.
pub struct InFunctions<'a> {
    pub program: &'a Program,
    pub text: &'a UserText<'a>,
    pub names: &'a Names,
    pub run: FunctionsRun,
    pub plans: &'a [FunctionPlan],
    pub constants: &'a BTreeSet<VarId>,
}

impl Hooks for InFunctions<'_> {
    fn written(&self) -> &dyn Written {
        self.text
    }

    fn is_in_constant_memory(&self, var: VarId) -> bool {
        self.constants.contains(&var)
    }

    fn is_shared_address(&self, location: ExprId) -> bool {
        super::locations::is_of_image(self.program, location)
    }

    fn function(&self, p: &mut Printer, func: FuncId) -> Option<Function> {
        let plan = self.plans.iter().find(|plan| plan.func == func)?;
        Some(super::functions::build(p, plan, self.text))
    }

    fn construct(&self, p: &mut Printer, out: &mut Block, id: ConstructId) {
        let construct = &p.program.constructs[id];
        if construct.directive.orders_accesses() {
            super::synchronise::print(p, out, id);
        } else if let Some(body) = construct.body {
            p.stmt(out, body);
        }
    }

    fn omp_routine(&self, name: &str, args: &str) -> String {
        if let Some(call) = super::run_schedule::in_function(self.run, name, args) {
            return call;
        }
        let level = match self.run {
            FunctionsRun::Sequentially => "sequential",
            FunctionsRun::InParallel => "parallel",
            FunctionsRun::ByState => "orphaned",
        };
        spelling(level, name, args)
    }
}
