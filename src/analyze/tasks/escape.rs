//! Which variables of a thread the tasks share that it generates: an escape analysis.
//!
//! Another thread may execute a deferred task, and cannot reach a thread's own memory. The task gets copies of
//! firstprivate variables; what it shares with the generating thread must lie in the team's memory, as must everything
//! whose address may reach a task. From the IR alone. Must not know how tasks are executed.

use super::deferral::{Deferral, Obstacle};
use super::undeferred::{in_memory, of_thread, shared, writes_back};
use crate::analyze::nests::Nests;
use crate::analyze::sharing;
use crate::analyze::tasks;
use crate::analyze::use_table::UseTable;
use crate::ir::*;
use crate::omp::{DirectiveArgs, DirectiveKind, Leaf};
use crate::source::Span;
use std::collections::BTreeSet;

/// The escape analysis of one piece of code that generates tasks.
pub(super) struct TaskEscape<'a> {
    program: &'a Program,
    table: &'a UseTable<'a>,
    nests: &'a Nests,
    functions: &'a Deferral,
    /// The variables of a thread that tasks share.
    pub(super) task_shared: BTreeSet<VarId>,
    /// Why none of the code's tasks is deferred.
    pub(super) obstacle: Option<Obstacle>,
}

impl<'a> TaskEscape<'a> {
    fn new(table: &'a UseTable<'a>, nests: &'a Nests, functions: &'a Deferral) -> TaskEscape<'a> {
        TaskEscape {
            program: table.program,
            table,
            nests,
            functions,
            task_shared: BTreeSet::new(),
            obstacle: None,
        }
    }

    /// The analysis of a function that generates tasks.
    pub(super) fn of_function(
        table: &'a UseTable<'a>,
        nests: &'a Nests,
        functions: &'a Deferral,
        func: FuncId,
    ) -> TaskEscape<'a> {
        let program = table.program;
        let f = &program.funcs[func];
        let body = f.body.expect("who makes tasks has a body");
        let mut escape = TaskEscape::new(table, nests, functions);
        let constructs = inside(program, body);
        let forks = constructs.iter().any(|c| c.directive.has(Leaf::Parallel));
        let orphaned = constructs.iter().any(|c| {
            let mut around = program.around(c);
            functions.undeferred.may_be_deferred(c.id)
                && !c.directive.has(Leaf::Parallel)
                && !around.any(|outer| outer.directive.has(Leaf::Parallel))
        });
        if forks && orphaned {
            escape.refuse(
                f.span,
                "a function has tasks of its caller's region, and regions of its own",
            );
        }
        escape.body(body, &f.params);
        if forks && !escape.task_shared.is_empty() {
            escape.refuse(
                f.span,
                "a function shares variables with tasks, and with regions of its own",
            );
        }
        escape
    }

    /// The analysis of a parallel region whose threads generate tasks; `body` is its block.
    pub(super) fn of_region(
        table: &'a UseTable<'a>,
        nests: &'a Nests,
        functions: &'a Deferral,
        id: ConstructId,
        body: StmtId,
    ) -> TaskEscape<'a> {
        let region = &table.program.constructs[id];
        let mut escape = TaskEscape::new(table, nests, functions);
        escape.copies(region, body);
        escape.body(body, &[]);
        escape
    }

    fn refuse(&mut self, at: Span, why: &'static str) {
        self.obstacle.get_or_insert(Obstacle { at, why });
    }

    fn body(&mut self, body: StmtId, params: &[VarId]) {
        let (program, table) = (self.program, self.table);
        let uses = table.of(body);
        for &var in uses.declared.iter().chain(params) {
            if uses.get(var).escapes && !self.is_quiet(program.vars[var].construct) {
                let plain = params.contains(&var) || table.is_declared_in_block(var);
                self.put(var, plain);
            }
        }
        for construct in inside(program, body) {
            if let Some(body) = construct.body {
                self.copies(construct, body);
            }
            if !self.functions.undeferred.may_be_deferred(construct.id) {
                continue;
            }
            let Some(body) = construct.body else { continue };
            let private = sharing::privatised(table, construct);
            let reached = private
                .iter()
                .filter(|(var, how)| writes_back(program, *var, *how))
                .map(|(var, _)| *var);
            for var in reached.chain(shared(table, self.nests, construct, body)) {
                if of_thread(program, construct, var) {
                    self.put(var, true);
                }
            }
        }
        self.cancellation(body);
        self.jumps(body);
        self.literals(body);
    }

    /// Considers the copies that the construct's threads have, and variables that it declares elsewhere than in a
    /// block.
    fn copies(&mut self, construct: &Construct, body: StmtId) {
        let (program, table) = (self.program, self.table);
        if self.is_quiet(Some(construct.id)) {
            return;
        }
        let uses = table.of(body);
        for (var, how) in sharing::privatised(table, construct) {
            if uses.get(var).escapes {
                let plain = matches!(how, Private::Private | Private::Firstprivate);
                self.put(var, plain && !tasks::generates(construct));
            }
        }
        for &var in &uses.declared {
            if uses.get(var).escapes && !self.is_quiet(program.vars[var].construct) {
                self.put(var, table.is_declared_in_block(var));
            }
        }
    }

    /// Whether the innermost task at a place generates no tasks: an address taken there reaches no other task. The
    /// place is that of the innermost construct around it.
    fn is_quiet(&self, place: Option<ConstructId>) -> bool {
        let constructs = &self.program.constructs;
        let mut around = std::iter::successors(place, |&id| constructs[id].parent);
        let is_task = |id: &ConstructId| {
            let construct = &constructs[*id];
            tasks::generates(construct) && construct.body.is_some()
        };
        around.find(is_task).is_some_and(|task| {
            let functions = self.functions;
            !functions.generates_inside(self.table, &constructs[task])
        })
    }

    fn put(&mut self, var: VarId, plain: bool) {
        let program = self.program;
        if in_memory(program, var) {
            return;
        }
        let v = &program.vars[var];
        if !plain {
            self.refuse(
                v.span,
                "the address of a copy, or of a loop's variable, may get to a task",
            );
        } else if program.types.is_variably_modified(v.ty.id) {
            self.refuse(
                v.span,
                "a task shares a pointer to arrays of variable length",
            );
        } else if v.align.is_some_and(|n| n > 16)
            || program.align_of(v.ty.id).is_some_and(|n| n > 16)
        {
            self.refuse(
                v.span,
                "a task shares a variable with an alignment of its own",
            );
        }
        self.task_shared.insert(var);
    }

    /// Refuses to defer tasks of a region that may be cancelled: a thread that leaves a cancelled region waits for no
    /// task.
    fn cancellation(&mut self, body: StmtId) {
        let leaves = |c: &&Construct| {
            matches!(
                c.directive,
                DirectiveKind::Cancel | DirectiveKind::CancellationPoint
            ) && !matches!(c.args, DirectiveArgs::CancelsTaskgroup(_))
        };
        if let Some(cancel) = inside(self.program, body).into_iter().find(leaves) {
            self.refuse(cancel.pragma, "the region may be cancelled");
        }
    }

    /// Refuses to defer tasks where jumps pass the declarations of variables that tasks share: C++ does not allow
    /// jumps past their initialisation.
    fn jumps(&mut self, body: StmtId) {
        let program = self.program;
        if self.task_shared.is_empty() {
            return;
        }
        let mut labels = None;
        program.walk_all_stmts(body, &mut |_, stmt| match &stmt.kind {
            StmtKind::Label { .. } => labels = labels.or(Some(stmt.span)),
            StmtKind::Switch { body, .. } => {
                let inside = &self.table.of(*body).declared;
                if inside.iter().any(|var| self.task_shared.contains(var)) {
                    labels = labels.or(Some(stmt.span));
                }
            }
            _ => {}
        });
        if let Some(at) = labels {
            self.refuse(at, "jumps pass by variables that tasks share");
        }
    }

    fn literals(&mut self, body: StmtId) {
        let program = self.program;
        let mut found = None;
        program.walk_exprs_in(body, &mut |_, expr| match expr.kind {
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } if matches!(program.expr(arg).kind, ExprKind::CompoundLiteral { .. }) => {
                found = found.or(Some(expr.span));
            }
            _ => {}
        });
        if let Some(at) = found {
            self.refuse(at, "the address of a compound literal may get to a task");
        }
    }
}

/// The constructs in a statement, at any depth.
fn inside(program: &Program, body: StmtId) -> Vec<&Construct> {
    let mut found = vec![];
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            found.push(&program.constructs[id]);
        }
    });
    found
}
