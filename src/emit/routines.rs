//! How calls of `omp_*` routines are spelled in device code.

use super::cuda::{Hooks, Names, Printer, Writer};
use super::user_text::UserText;
use crate::ir::{ConstructId, DeclareTargetKind, Program, VarId};
use crate::source::Span;

/// `level` is `parallel` inside a parallel region of the kernel, `sequential` outside.
pub fn spelling(name: &str, level: &str) -> String {
    format!("romp::{level}::{name}")
}

/// Hooks for device functions: they hold no constructs but those that mean the same everywhere.
pub struct InFunctions<'a> {
    pub program: &'a Program,
    pub text: &'a UserText<'a>,
    pub names: &'a Names,
    pub parallel: bool,
}

impl Hooks for InFunctions<'_> {
    fn var(&self, var: VarId) -> Option<String> {
        let target = self.program.vars[var].declare_target?;
        (target.kind == DeclareTargetKind::Link).then(|| format!("*{}", self.names.var(var)))
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

    fn line_directive(&self, span: Span) -> Option<String> {
        self.text.line_directive(span)
    }

    fn construct(&self, p: &Printer, out: &mut Writer, construct: ConstructId) {
        let construct = &p.program.constructs[construct];
        if crate::analyze::synchronise::stands_alone(construct) {
            super::synchronise::print(p, out, construct);
        } else if let Some(body) = construct.body {
            p.stmt(out, body);
        }
    }

    fn omp_routine(&self, name: &str) -> String {
        spelling(
            name,
            if self.parallel {
                "parallel"
            } else {
                "sequential"
            },
        )
    }
}
