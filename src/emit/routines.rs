//! The spelling of `omp_*` routines in device code.

use super::cuda::{Hooks, Names, Printer, Uses};
use super::header_storage::OfFunctions;
use super::user_text::UserText;
use crate::device::Block;
use crate::ir::{ConstructId, ExprId, FuncId, Program};
use crate::library::openmp::{Answer, GET_MAX_THREADS, answer};
use crate::plan::decisions::kernel::FunctionPlan;
use crate::plan::decisions::unit::FunctionsRun;
use crate::source::Span;
use std::cell::RefCell;

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
    pub needs: &'a Uses,
    /// What functions with constructs reserve in shared memory, once they are printed.
    pub own: &'a RefCell<OfFunctions>,
}

impl Hooks for InFunctions<'_> {
    fn is_shared_address(&self, location: ExprId) -> bool {
        super::locations::is_of_image(self.program, location)
    }

    fn literal(&self, span: Span) -> Option<String> {
        self.text.constant(span)
    }

    fn comments_above(&self, span: Span) -> Vec<String> {
        self.text.above(span)
    }

    fn begin(&self, span: Span) {
        self.text.begin(span.lo, false);
    }

    fn comments_before(&self, offset: u32) -> Vec<String> {
        self.text.before(offset, false)
    }

    fn has_comments_before(&self, offset: u32) -> bool {
        self.text.any_before(offset)
    }

    fn comment_behind(&self, span: Span) -> Option<String> {
        self.text.behind(span)
    }

    fn is_checked(&self) -> bool {
        self.text.is_checked()
    }

    fn place(&self, span: Span) -> String {
        self.text.place(span)
    }

    fn line_directive(&self, span: Span) -> Option<String> {
        self.text.line_directive(span)
    }

    fn function(&self, p: &Printer, out: &mut Block, func: FuncId) -> bool {
        let Some(plan) = self.plans.iter().find(|plan| plan.func == func) else {
            return false;
        };
        super::functions::print(p, out, plan, self.names, self.needs, self.text, self.own);
        true
    }

    fn construct(&self, p: &Printer, out: &mut Block, id: ConstructId) {
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
