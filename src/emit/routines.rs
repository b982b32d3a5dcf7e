//! The spelling of `omp_*` routines in device code.

use super::cuda::{Comments, Hooks, Macros, Named, Names, Printer};
use super::user_text::UserText;
use crate::device::{Block, Function};
use crate::ir::{ConstructId, ExprId, FuncId, Program};
use crate::library::openmp::{Answer, GET_MAX_THREADS, answer};
use crate::plan::decisions::kernel::FunctionPlan;
use crate::plan::decisions::unit::FunctionsRun;
use crate::source::Span;

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
}

impl Hooks for InFunctions<'_> {
    fn is_shared_address(&self, location: ExprId) -> bool {
        super::locations::is_of_image(self.program, location)
    }

    fn constant(&self, macros: &mut Macros, span: Span) -> Option<Named> {
        self.text.constant(macros, span)
    }

    fn comments_above(&self, comments: &mut Comments, span: Span) -> Vec<String> {
        self.text.above(comments, span)
    }

    fn begin(&self, comments: &mut Comments, span: Span) {
        self.text.begin(comments, span);
    }

    fn comments_before(&self, comments: &mut Comments, offset: u32) -> Vec<String> {
        self.text.before(comments, offset)
    }

    fn is_apart(&self, offset: u32) -> bool {
        self.text.is_apart(offset)
    }

    fn has_comments_before(&self, comments: &Comments, offset: u32) -> bool {
        self.text.any_before(comments, offset)
    }

    fn comment_behind(&self, comments: &mut Comments, span: Span) -> Option<String> {
        self.text.behind(comments, span)
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
