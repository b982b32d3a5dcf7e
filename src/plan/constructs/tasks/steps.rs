//! The steps of constructs of tasks (OpenMP 5.2, 12 and 15.5): which tasks any thread of the team may execute, and
//! which the encountering thread executes immediately.
//!
//! An undeferred task needs copies: of each variable that it changes and does not share, or that something else could
//! change while it is executed.

use super::originals;
use crate::analyze::facts::Facts;
use crate::analyze::tasks::{self, undeferred};
use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf, ReductionModifier};
use crate::plan::constructs::loops::linear;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};
use crate::plan::decisions::steps::{Deferred, Step, Task, Waiting};
use crate::plan::planner::{Context, Planner};

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

impl<'a> Planner<'a> {
    /// The steps of `task`, `taskloop`, and of what waits for tasks.
    pub(in crate::plan) fn task(
        &mut self,
        construct: &'a Construct,
        mut private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Result<Vec<Step>> {
        let tasks_deferred = self.tasks_deferred(construct, context);
        if construct.directive == DirectiveKind::Depobj {
            return Ok(vec![Step::Waiting(Waiting::Object)]);
        }
        let waiting = match construct.directive {
            DirectiveKind::Taskwait => Some(Waiting::Wait),
            DirectiveKind::Taskyield => Some(Waiting::Yield),
            DirectiveKind::Taskgroup => Some(Waiting::Group(None)),
            _ => None,
        };
        let Some(body) = construct.body else {
            // Where no task is deferred, all are complete.
            let waiting = waiting.filter(|_| tasks_deferred);
            return Ok(waiting.map(Step::Waiting).into_iter().collect());
        };
        if waiting.is_some() && tasks_deferred {
            self.body(construct.body, context.alone());
            let group = self.cancellable_group(construct, context);
            return Ok(vec![Step::Waiting(Waiting::Group(group))]);
        }
        self.participates(construct)?;
        if tasks_deferred && self.facts.deferral.undeferred.may_be_deferred(construct.id) {
            return self.deferred(construct, body, private, context);
        }
        refuse_event(construct)?;
        let nest = match construct.directive.shares_loops() {
            true => Some(self.facts.nest(construct)?),
            false => None,
        };
        if let Some(nest) = &nest {
            self.bounds_stay(construct, nest, &private)?;
            self.check_chunks(construct, nest, &private)?;
            // One thread executes all iterations.
            linear::of(self.facts, construct, nest, &mut private, Spread::Thread)?;
        }
        let copies = self.copies(construct, body, &private, context);
        if !context.parallel {
            self.refuse_captured(construct, &copies)?;
        }
        let inside = match construct.directive {
            DirectiveKind::Taskgroup => context,
            _ if context.parallel => context.alone(),
            _ => context,
        };
        self.body(construct.body, inside);
        Ok(vec![Step::Task(Task {
            copies,
            tasks_deferred,
            discarded: self.discarded(construct, context),
            group: self.cancellable_group(construct, context),
            left: self.facts.cancellation.leaves(construct),
        })])
    }

    /// Whether tasks of the team that encounters the construct may be deferred: its threads execute tasks of each other.
    pub(in crate::plan) fn tasks_deferred(&self, construct: &Construct, context: Context) -> bool {
        let program = self.program;
        if !context.parallel {
            return false;
        }
        let around: Vec<&Construct> = program.around(construct).collect();
        let own = construct.directive.has(Leaf::Parallel);
        let regions = around.iter().filter(|c| c.directive.has(Leaf::Parallel));
        if regions.count() + usize::from(own) > 1 {
            return false;
        }
        if self.function {
            return self.facts.deferral.any_function();
        }
        let regions = &self.task_regions.regions;
        regions.contains(&construct.id) || around.iter().any(|one| regions.contains(&one.id))
    }

    /// The step of tasks that any thread of the team may execute.
    fn deferred(
        &mut self,
        construct: &'a Construct,
        body: StmtId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Result<Vec<Step>> {
        let uses = self.facts.uses(body);
        let used = |(var, _): &(VarId, Private)| uses.uses(*var);
        let captured: Vec<VarId> = private
            .iter()
            .filter(|one| used(one) && one.1 == Private::Firstprivate)
            .map(|(var, _)| *var)
            .collect();
        let own: Vec<(VarId, Private)> = private
            .iter()
            .copied()
            .filter(|one| one.1 != Private::Firstprivate)
            .collect();
        if let Some(error) = originals::of_loop(self.program, construct) {
            return Err(error);
        }
        let mut shared = undeferred::shared(&self.facts.uses, &self.facts.nests, construct, body);
        let back = private
            .iter()
            .filter(|(_, how)| *how == Private::Lastprivate);
        shared.extend(back.map(|(var, _)| *var));
        for clause in &construct.clauses {
            if let ClauseKind::InReduction { items, .. } | ClauseKind::Reduction { items, .. } =
                &clause.kind
            {
                shared.extend(items.iter().filter_map(ListItem::var));
            }
        }
        let written = |var: &&VarId| uses.get(**var).maybe_written();
        let changed = captured.iter().filter(written).copied().collect();
        let nest = match construct.directive.shares_loops() {
            false => None,
            true => Some(LoopPlan {
                nest: self.facts.nest(construct)?.clone(),
                spread: Spread::Team,
                order: Order::Free,
                private: own.clone(),
                conditional: vec![],
                linear: vec![],
                barrier: false,
                ordered: false,
                records_order: false,
                keeps_run_schedule: false,
                unrolled: None,
                across: None,
                scan: None,
                lanes: None,
            }),
        };
        let inside = match &nest {
            Some(one) => one.nest.body,
            None => body,
        };
        self.body(Some(inside), context.alone());
        Ok(vec![Step::Deferred(Deferred {
            captured,
            private: own.into_iter().filter(used).collect(),
            shared,
            changed,
            nest,
            left: self.facts.cancellation.leaves(construct),
            discarded: self.discarded(construct, context),
            group: self.cancellable_group(construct, context),
        })])
    }

    /// The steps of `masked taskloop`, inside of a parallel region or not.
    pub(in crate::plan) fn masked_taskloop(
        &mut self,
        construct: &'a Construct,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Result<Vec<Step>> {
        let mut steps = vec![];
        steps.extend(self.masked_by(construct, context).map(Step::Masked));
        steps.extend(self.task(construct, private, context)?);
        Ok(steps)
    }

    fn copies(
        &self,
        construct: &Construct,
        body: StmtId,
        private: &[(VarId, Private)],
        context: Context,
    ) -> Vec<(VarId, Private)> {
        let uses = self.facts.uses(body);
        let simd = construct.directive.has(Leaf::Simd);
        let mut copies = vec![];
        for &(var, how) in private {
            if !uses.uses(var) {
                continue;
            }
            let counts = || {
                let linear = |c: &Clause| matches!(&c.kind, ClauseKind::Linear { items, .. } if items.iter().any(|item| item.var() == Some(var)));
                construct.last_values.contains(&var) || construct.clauses.iter().any(linear)
            };
            let how = match how {
                Private::Lastprivate if context.parallel && counts() => Private::Lastprivate,
                // One task executes all iterations: it uses the original, which then has the last value.
                Private::Lastprivate | Private::FirstLastprivate => continue,
                // Predetermined lastprivate, or linear: 5.2, 5.1.1.
                Private::LoopVar if simd && !context.parallel => continue,
                Private::LoopVar if simd && self.has_original(construct, var) => {
                    Private::Lastprivate
                }
                Private::LoopVar => Private::Private,
                Private::Firstprivate
                    if !uses.get(var).maybe_written() && self.stays(construct, var) =>
                {
                    continue;
                }
                how => how,
            };
            copies.push((var, how));
        }
        copies
    }

    /// Whether nothing but the code that names the variable can change it while a task is executed.
    fn stays(&self, construct: &Construct, var: VarId) -> bool {
        let program = self.program;
        let ty = program.vars[var].ty.id;
        let scalar = !program.types.is_array(ty) && !program.types.is_record(ty);
        let pointed_at = || {
            program.exprs.iter().any(|(_, expr)| {
                matches!(expr.kind, ExprKind::AddrOf(of)
                    if matches!(program.expr(of).kind, ExprKind::Var(one) if one == var))
            })
        };
        scalar && tasks::private_around(program, construct, var) && !pointed_at()
    }

    /// An error for copies of captured variables in the sequential part: all its threads use the captured variable,
    /// while copies would be each thread's own.
    fn refuse_captured(&self, construct: &Construct, copies: &[(VarId, Private)]) -> Result<()> {
        let program = self.program;
        let captured = |(var, _): &&(VarId, Private)| self.data.get(*var).is_some();
        let Some((var, _)) = copies.iter().find(captured) else {
            return Ok(());
        };
        let v = &program.vars[*var];
        Err(Box::new(
            Diagnostic::error(
                Code::UnsupportedTask,
                construct.pragma,
                format!(
                    "a copy of `{}` for a `{}` outside of a parallel region is not translated yet",
                    v.name,
                    construct.name()
                ),
            )
            .also(v.span, "declared before the target region")
            .help(format!(
                "say `shared({})` where the task is to change the variable itself, or declare a variable inside the task",
                v.name
            )),
        ))
    }

    /// An error where the loop's bounds use a variable of which the tasks have copies with other values.
    fn bounds_stay(
        &self,
        construct: &Construct,
        nest: &Nest,
        private: &[(VarId, Private)],
    ) -> Result<()> {
        let program = self.program;
        let written = self.facts.uses(nest.body);
        for one in &nest.loops {
            for bound in [one.lo, one.hi].into_iter().chain(one.step.amount) {
                let uses = Uses::of_expr(program, bound);
                let copied = private.iter().find(|(var, how)| {
                    uses.uses(*var)
                        && !nest.loops.iter().any(|l| l.var == *var)
                        && (written.get(*var).maybe_written() || *how != Private::Firstprivate)
                });
                if let Some((var, _)) = copied {
                    let name = &program.vars[*var].name;
                    let message =
                        format!("the bounds use `{name}`, of which the tasks have copies");
                    return Err(Box::new(
                        Diagnostic::error(Code::UnsupportedTask, program.expr(bound).span, message)
                            .also(construct.pragma, "in this construct")
                            .help("compute the bound before the loop, in a variable of its own"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// An error where the program determines the number of tasks and a task could observe what another one left in a
    /// copy: one task executes all iterations here.
    fn check_chunks(
        &self,
        construct: &Construct,
        nest: &Nest,
        private: &[(VarId, Private)],
    ) -> Result<()> {
        let program = self.program;
        let counted = construct.clauses.iter().find(|c| {
            matches!(
                c.kind,
                ClauseKind::Grainsize { .. } | ClauseKind::NumTasks { .. }
            )
        });
        let Some(clause) = counted else {
            return Ok(());
        };
        let uses = self.facts.uses(nest.body);
        let kept = private.iter().find(|(var, how)| {
            how.is_first() && uses.get(*var).maybe_written() && !set_first(program, nest.body, *var)
        });
        let Some((var, _)) = kept else {
            return Ok(());
        };
        let name = &program.vars[*var].name;
        Err(Box::new(
            Diagnostic::error(
                Code::UnsupportedTask,
                clause.span,
                format!(
                    "`{}` with a copy of `{name}` that iterations change is not translated yet",
                    clause.kind.name()
                ),
            )
            .also(construct.pragma, "in this construct")
            .note("the task that has all iterations would pass the value on from one to the next")
            .help(format!(
                "declare `{name}` inside the loop, or leave the clause out"
            )),
        ))
    }

    /// An error for a task that takes part in a reduction which the function does not show: it combines into the copy
    /// of its thread, and another thread may execute it.
    fn participates(&self, construct: &Construct) -> Result<()> {
        let program = self.program;
        for clause in &construct.clauses {
            let ClauseKind::InReduction { items, .. } = &clause.kind else {
                continue;
            };
            for item in items {
                let Some(var) = item.var() else { continue };
                let mut around = program.around(construct);
                if around.any(|outer| reduces_tasks(outer, var)) {
                    if let Some(error) = originals::of_task(program, construct, clause, item) {
                        return Err(error);
                    }
                    continue;
                }
                let several = program.constructs.iter().any(|(_, c)| of_threads(c));
                let read = originals::is_read(program, construct, clause, item);
                if self.function && !several && !read {
                    continue;
                }
                return Err(Box::new(
                    Diagnostic::error(
                        Code::UnsupportedTask,
                        item.span,
                        format!(
                            "no reduction of `{}` over tasks is around this construct in the same function",
                            item.text
                        ),
                    )
                    .also(construct.pragma, "in this construct")
                    .help("write `taskgroup task_reduction` around the task; in a function, have no `reduction(task, ...)` in the file"),
                ));
            }
        }
        Ok(())
    }
}

/// An error for `detach`: an undeferred task does not wait for its event.
fn refuse_event(construct: &Construct) -> Result<()> {
    let is = |c: &&Clause| matches!(c.kind, ClauseKind::Detach(_));
    let Some(clause) = construct.clauses.iter().find(is) else {
        return Ok(());
    };
    let message = "an event of an undeferred task is not translated yet";
    Err(Box::new(
        Diagnostic::error(Code::UnsupportedTask, clause.span, message)
            .also(construct.pragma, "no other thread can run this task")
            .help("write the task into a parallel region of its own kernel, without `if(0)` and `final(1)`"),
    ))
}

/// Whether the construct has a reduction of the variable for tasks inside.
fn reduces_tasks(construct: &Construct, var: VarId) -> bool {
    let names = |clause: &Clause| clause.items().iter().any(|item| item.var() == Some(var));
    construct.clauses.iter().any(|clause| {
        names(clause)
            && match clause.kind {
                ClauseKind::TaskReduction { .. } | ClauseKind::InReduction { .. } => true,
                ClauseKind::Reduction { modifier, .. } => {
                    modifier == Some(ReductionModifier::Task)
                        || construct.directive.has(Leaf::Taskloop)
                }
                _ => false,
            }
    })
}

/// An error where a function of another file receives a thread's copy: it may create tasks that combine into the copy
/// while its thread uses it.
pub(in crate::plan) fn passes_copies_on(
    facts: &Facts,
    construct: &Construct,
) -> Option<Diagnostic> {
    let program = facts.program;
    let body = construct.body.filter(|_| of_threads(construct))?;
    let uses = facts.uses(body);
    let lists = construct.clauses.iter().filter(|c| is_of_threads(c));
    let item = lists.flat_map(|c| c.items()).find(|item| {
        item.var().is_some_and(|var| {
            let ty = program.vars[var].ty.id;
            uses.get(var).escapes || program.types.is_pointer(ty) || program.types.is_array(ty)
        })
    })?;
    if !facts.calls.of_stmt(&facts.uses, body).others() {
        return None;
    }
    let message = format!(
        "`reduction(task, ...)` of `{}` around calls of functions of other files is not translated yet",
        item.text
    );
    Some(
        Diagnostic::error(Code::UnsupportedTask, item.span, message)
            .also(construct.pragma, "in this construct")
            .note("their tasks may combine into the copy that the thread uses meanwhile")
            .help("write `taskgroup task_reduction` around the calls, or reduce another variable"),
    )
}

/// Whether each thread of the construct has a copy of its own for its tasks.
fn of_threads(construct: &Construct) -> bool {
    construct.clauses.iter().any(is_of_threads)
}

fn is_of_threads(clause: &Clause) -> bool {
    matches!(
        clause.kind,
        ClauseKind::Reduction {
            modifier: Some(ReductionModifier::Task),
            ..
        }
    )
}

/// Whether every iteration assigns the variable before it reads it: the first statement that uses it is an assignment
/// to it.
fn set_first(program: &Program, body: StmtId, var: VarId) -> bool {
    let stmts = match &program.stmt(body).kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![body],
    };
    let first = stmts
        .iter()
        .find(|stmt| Uses::of_stmt(program, **stmt).uses(var));
    let Some(StmtKind::Expr(expr)) = first.map(|stmt| &program.stmt(*stmt).kind) else {
        return false;
    };
    let ExprKind::Assign { lhs, rhs } = program.expr(program.unconverted(*expr)).kind else {
        return false;
    };
    matches!(program.expr(lhs).kind, ExprKind::Var(one) if one == var)
        && !Uses::of_expr(program, rhs).uses(var)
}
