//! The steps of `cancel` and `cancellation point` (OpenMP 5.2, 16.1 and 16.2).
//!
//! Both stand in the text of the construct that they name, so that leaving it is a jump. In a region that may be
//! cancelled every barrier asks whether it is cancelled: functions with barriers of their own cannot be called there.

use crate::analyze::tasks::cancellation;
use crate::analyze::uses::Uses;
use crate::analyze::{conditional, orphans, tasks};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveArgs, DirectiveKind, Leaf};
use crate::plan::decisions::steps::{Cancel, Cancellable, Step};
use crate::plan::planner::{Context, Planner};

impl<'a> Planner<'a> {
    /// The steps of the directive; none where the construct that it names is never cancelled.
    pub(in crate::plan) fn cancel(&mut self, construct: &Construct, context: Context) -> Vec<Step> {
        let what = match construct.args {
            DirectiveArgs::Cancels(what, _) => what,
            DirectiveArgs::CancelsTaskgroup(_) => return self.cancel_taskgroup(construct, context),
            _ => return vec![],
        };
        let point = construct.directive == DirectiveKind::CancellationPoint;
        let condition = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::If(condition) => Some(condition),
            _ => None,
        });
        let named = self.named_by(construct, what);
        if named.is_some_and(|named| self.is_cancelled(named, what)) {
            return vec![Step::Cancel(Cancel {
                what,
                condition,
                point,
                group: None,
            })];
        }
        vec![]
    }

    /// `cancel taskgroup`: jumps to the end of the task. The taskgroup is known at run time where tasks are deferred;
    /// otherwise it is one that begins in the text around.
    fn cancel_taskgroup(&mut self, construct: &Construct, context: Context) -> Vec<Step> {
        let program = self.program;
        if !self.facts.cancellation.of_groups {
            return vec![];
        }
        let around = cancellation::taskgroup(program, construct);
        let named = around.filter(|group| self.facts.cancellation.cancels(group));
        let group = match self.tasks_deferred(construct, context) {
            true => named.filter(|_| self.function).map(|group| group.id),
            false => match (around, named) {
                (_, Some(group)) => Some(group.id),
                // No `cancel` names it.
                (Some(_), None) => return vec![],
                (None, _) => {
                    let task = program.around(construct).find(|c| tasks::generates(c));
                    let message = "cancelling a `taskgroup` of undeferred tasks from a function that it calls is not translated yet";
                    let mut error =
                        Diagnostic::error(Code::UnsupportedCancellation, construct.pragma, message)
                            .says("its `taskgroup` is not in the text around")
                            .help("write `taskgroup` into this text, around the task; or leave the task by a condition of its own, and ask a variable whether to make more of them");
                    if let Some(task) = task {
                        error = error.also(task.pragma, "of this task");
                    }
                    self.errors.push(error);
                    return vec![];
                }
            },
        };
        let condition = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::If(condition) => Some(condition),
            _ => None,
        });
        vec![Step::Cancel(Cancel {
            what: Leaf::Task,
            condition,
            point: construct.directive == DirectiveKind::CancellationPoint,
            group,
        })]
    }

    /// Adds the step that makes a construct cancellable, inside of which its threads run the body.
    pub(in crate::plan) fn cancellable(
        &mut self,
        construct: &'a Construct,
        steps: &mut Vec<Step>,
        context: Context,
    ) {
        let what = match construct.directive.leaves() {
            [.., leaf @ (Leaf::Parallel | Leaf::For | Leaf::Sections)] => *leaf,
            _ => return,
        };
        if !self.is_cancelled(construct, what) {
            return;
        }
        if let Some(error) = self.no_cancellation(construct, what, context) {
            self.errors.push(error);
            return;
        }
        self.barriers = true;
        let mut work_queue = false;
        let mut at = steps.len();
        for (i, step) in steps.iter_mut().enumerate() {
            match step {
                Step::Loop(one) => {
                    work_queue = one.uses_work_queue();
                    one.barrier = false;
                    at = i;
                }
                Step::Sections(one) => {
                    one.barrier = false;
                    at = i;
                }
                _ => {}
            }
        }
        steps.insert(at, Step::Cancellable(Cancellable { what, work_queue }));
    }

    /// An error for a construct that cannot be cancelled.
    fn no_cancellation(
        &self,
        construct: &Construct,
        what: Leaf,
        context: Context,
    ) -> Option<Diagnostic> {
        if what == Leaf::Parallel {
            return self.calls_that_wait(construct);
        }
        let name = what.name();
        let clause = construct.clauses.iter().find(|c| {
            matches!(c.kind, ClauseKind::Ordered(_))
                || matches!(c.kind, ClauseKind::Nowait(_)) && !construct.directive.has(Leaf::Target)
        });
        if let Some(clause) = clause {
            let word = clause.kind.name();
            let message = format!("a construct with `{word}` may not be cancelled");
            return Some(
                Diagnostic::error(Code::Nesting, clause.span, message)
                    .also(self.first_cancel(construct, what)?, "this cancels it")
                    .note("OpenMP 5.2, section 16.1"),
            );
        }
        if let Some((_, place)) = conditional::items(self.program, construct).first() {
            let message = format!(
                "`cancel {name}` of a construct with `lastprivate(conditional: ...)` is not translated yet"
            );
            return Some(
                Diagnostic::error(
                    Code::UnsupportedCancellation,
                    self.first_cancel(construct, what)?,
                    message,
                )
                .also(*place, "the clause is here")
                .help("leave the construct by a condition of its own"),
            );
        }
        let own = construct.directive.has(Leaf::Parallel);
        if context.parallel || own {
            return None;
        }
        let message = format!("`cancel {name}` outside of a parallel region is not translated yet");
        Some(
            Diagnostic::error(
                Code::UnsupportedCancellation,
                self.first_cancel(construct, what)?,
                message,
            )
            .also(construct.pragma, "of this construct")
            .help("one thread runs the construct: leave the loop by a condition of its own"),
        )
    }

    /// An error for calls, in the region, of functions with barriers of their own: a thread that waits there cannot
    /// leave the region.
    fn calls_that_wait(&self, construct: &Construct) -> Option<Diagnostic> {
        let program = self.program;
        let mut uses = Uses::of_stmt(program, construct.body?);
        let mut seen: Vec<FuncId> = vec![];
        let refuse = |whom: String| {
            let message =
                format!("`cancel parallel` in a region that calls {whom} is not translated yet");
            let place = self.first_cancel(construct, Leaf::Parallel);
            Diagnostic::error(
                Code::UnsupportedCancellation,
                place.unwrap_or(construct.pragma),
                message,
            )
            .also(construct.pragma, "of this region")
            .note("threads that wait in the function could not leave the region from there")
            .help("write the function's constructs into the region")
        };
        loop {
            if uses.calls_unknown {
                return Some(refuse("through a pointer".into()));
            }
            let next = uses.calls.iter().find(|func| !seen.contains(func));
            let &next = next?;
            seen.push(next);
            let func = &program.funcs[next];
            let holds = match func.body {
                None => func.declare_target.is_some(),
                Some(_) => orphans::holds_constructs(program, next),
            };
            if holds {
                return Some(refuse(format!(
                    "`{}`, which may have constructs of its own,",
                    func.name
                )));
            }
            if let Some(body) = func.body {
                uses.add_stmt(program, body);
            }
        }
    }

    /// The construct that the directive names: the innermost such one around it in the text.
    pub(in crate::plan) fn named_by(
        &self,
        cancel: &Construct,
        what: Leaf,
    ) -> Option<&'a Construct> {
        let program = self.program;
        let mut around = program.around(cancel);
        around.find(|outer| outer.directive.leaves().last() == Some(&what))
    }

    /// Whether a `cancel` names the construct.
    fn is_cancelled(&self, construct: &Construct, what: Leaf) -> bool {
        self.first_cancel(construct, what).is_some()
    }

    /// The place of the first `cancel` that names the construct.
    fn first_cancel(&self, construct: &Construct, what: Leaf) -> Option<crate::source::Span> {
        let program = self.program;
        let mut found = None;
        program.walk_all_stmts(construct.body?, &mut |_, s| {
            let StmtKind::Omp(id) = s.kind else { return };
            let inner = &program.constructs[id];
            let names = inner.directive == DirectiveKind::Cancel
                && matches!(inner.args, DirectiveArgs::Cancels(leaf, _) if leaf == what)
                && self
                    .named_by(inner, what)
                    .is_some_and(|named| named.id == construct.id);
            if names && found.is_none() {
                found = Some(inner.pragma);
            }
        });
        found
    }
}
