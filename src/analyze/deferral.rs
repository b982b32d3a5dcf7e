//! Which tasks may be deferred (OpenMP 5.2, 12.5), and which of a thread's own variables such tasks share: an escape
//! analysis.
//!
//! Another thread may execute a deferred task, and cannot reach a thread's own memory. The task gets copies of
//! firstprivate variables; what it shares with the generating thread must lie in the team's memory, as must everything
//! whose address may reach a task. From the IR alone. Must not know how tasks are executed.

use super::loops;
use super::sharing;
use super::tasks;
use super::use_table::UseTable;
use super::uses::Uses;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use crate::omp::{ClauseKind, DirectiveArgs, DirectiveKind, Leaf, ReductionModifier};
use crate::source::Span;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The reason, and its place, why all tasks of some code are undeferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What in the program is the reason.
    pub at: Span,
    /// The reason as a phrase, for the report.
    pub why: &'static str,
}

/// What the functions of a unit do with tasks that may be deferred.
#[derive(Debug, Default)]
pub struct Deferral {
    /// Functions that generate tasks which may be deferred, themselves or through what they call.
    making: BTreeSet<FuncId>,
    /// Functions that call functions of other files, themselves or through what they call.
    outside: BTreeSet<FuncId>,
    /// A function that pointers may lead to generates such tasks.
    pointed: bool,
    /// Variables of functions that tasks share: they lie in the team's memory.
    task_shared: BTreeSet<VarId>,
    /// Why all tasks of the unit's functions are undeferred; none where they may be deferred.
    pub obstacle: Option<Obstacle>,
}

/// The parallel regions of a kernel in which threads execute tasks that other threads have generated.
#[derive(Clone, Debug, Default)]
pub struct TaskRegions {
    /// The parallel constructs of these regions.
    pub regions: BTreeSet<ConstructId>,
    /// Variables of the regions' threads that tasks share: they lie in the team's memory.
    pub task_shared: BTreeSet<VarId>,
}

impl Deferral {
    /// The tasks of all functions of a unit; `pointed` are those that calls through pointers may lead to.
    pub fn of(table: &UseTable, pointed: &[FuncId]) -> Deferral {
        let program = table.program;
        let mut all = Deferral::default();
        let bodies: Vec<(FuncId, &Uses)> = of_device(table)
            .into_iter()
            .filter_map(|func| Some((func, table.of_func(func)?)))
            .collect();
        for (func, uses) in &bodies {
            let makes = program.constructs.iter().any(|(_, c)| {
                c.func == *func && !in_target(program, c) && why_undeferred(table, c).is_none()
            });
            if makes {
                all.making.insert(*func);
            }
            let unknown = uses.calls.iter().any(|&callee| elsewhere(program, callee));
            if unknown {
                all.outside.insert(*func);
            }
        }
        loop {
            let before = (all.making.len(), all.outside.len(), all.pointed);
            for (func, uses) in &bodies {
                if all.makes(uses) {
                    all.making.insert(*func);
                }
                if uses.calls.iter().any(|callee| all.outside.contains(callee)) {
                    all.outside.insert(*func);
                }
            }
            all.pointed = pointed.iter().any(|func| all.making.contains(func));
            if before == (all.making.len(), all.outside.len(), all.pointed) {
                break;
            }
        }
        let mut task_shared = BTreeSet::new();
        let mut obstacle = None;
        for &func in &all.making {
            let found = TaskEscape::of_function(table, &all, func);
            task_shared.extend(&found.task_shared);
            obstacle = obstacle.or(found.obstacle);
        }
        all.task_shared = task_shared;
        all.obstacle = obstacle;
        if all.obstacle.is_some() {
            all.making.clear();
            all.task_shared.clear();
            all.pointed = false;
        }
        all
    }

    /// Whether calling a function may generate tasks that may be deferred.
    pub fn makes_tasks(&self, func: FuncId) -> bool {
        self.making.contains(&func)
    }

    /// Whether some function of the unit generates such tasks.
    pub fn any_function(&self) -> bool {
        !self.making.is_empty()
    }

    /// The variables of the unit's functions that tasks share.
    pub fn task_shared_of_functions(&self) -> &BTreeSet<VarId> {
        &self.task_shared
    }

    fn makes(&self, uses: &Uses) -> bool {
        uses.calls_unknown && self.pointed || uses.calls.iter().any(|f| self.making.contains(f))
    }

    fn leaves_unit(&self, program: &Program, uses: &Uses) -> bool {
        uses.calls
            .iter()
            .any(|&f| self.outside.contains(&f) || elsewhere(program, f))
    }

    /// The regions of a target construct that generate tasks which may be deferred. No regions where it has none, or
    /// where an obstacle makes all of them undeferred.
    pub fn of_kernel(
        &self,
        table: &UseTable,
        target: ConstructId,
    ) -> Result<TaskRegions, Obstacle> {
        let program = table.program;
        let mut found = TaskRegions::default();
        let mut regions = vec![];
        let mut visit = |id: ConstructId| {
            if program.constructs[id].directive.has(Leaf::Parallel) {
                regions.push(id);
            }
        };
        visit(target);
        if let Some(body) = program.constructs[target].body {
            program.walk_all_stmts(body, &mut |_, stmt| {
                if let StmtKind::Omp(id) = stmt.kind {
                    visit(id);
                }
            });
        }
        for id in regions {
            let construct = &program.constructs[id];
            let Some(body) = construct.body else { continue };
            // In another region it has one thread.
            let nested = program
                .around(construct)
                .any(|outer| outer.directive.has(Leaf::Parallel));
            if nested {
                continue;
            }
            let uses = table.of(body);
            let mut makes = self.makes(uses) || why_undeferred(table, construct).is_none();
            program.walk_all_stmts(body, &mut |_, stmt| {
                if let StmtKind::Omp(inner) = stmt.kind {
                    makes |= why_undeferred(table, &program.constructs[inner]).is_none();
                }
            });
            if !makes {
                continue;
            }
            if self.leaves_unit(program, uses) {
                return Err(Obstacle {
                    at: construct.pragma,
                    why: "the region calls functions of other files, which do not wait for tasks",
                });
            }
            let escape = TaskEscape::of_region(table, self, id, body);
            if let Some(obstacle) = escape.obstacle {
                return Err(obstacle);
            }
            found.task_shared.extend(escape.task_shared);
            found.regions.insert(id);
        }
        Ok(found)
    }
}

/// The functions that device code calls.
fn of_device(table: &UseTable) -> BTreeSet<FuncId> {
    let program = table.program;
    let mut open: Vec<FuncId> = vec![];
    for (_, construct) in program.constructs.iter() {
        if construct.directive.has(Leaf::Target)
            && let Some(body) = construct.body
        {
            open.extend(&table.of(body).calls);
        }
    }
    let declared = program
        .funcs
        .iter()
        .filter(|(_, f)| f.declare_target.is_some());
    open.extend(declared.map(|(id, _)| id));
    let mut found = BTreeSet::new();
    while let Some(func) = open.pop() {
        if found.insert(func)
            && let Some(body) = program.funcs[func].body
        {
            open.extend(&table.of(body).calls);
        }
    }
    found
}

fn elsewhere(program: &Program, func: FuncId) -> bool {
    program.gives_way(func)
        || program.funcs[func].body.is_none()
            && !is_omp_routine(program, func)
            && of_c(program, func).is_none()
}

fn in_target(program: &Program, construct: &Construct) -> bool {
    construct.directive.has(Leaf::Target)
        || program
            .around(construct)
            .any(|outer| outer.directive.has(Leaf::Target))
}

/// Why the tasks of a construct are undeferred, as far as the construct and the enclosing ones determine it; none where
/// they may be deferred. A construct that generates no tasks has a reason, too.
pub fn why_undeferred(table: &UseTable, construct: &Construct) -> Option<&'static str> {
    let program = table.program;
    if !tasks::deferrable(program, construct) {
        return Some("it makes no tasks for others");
    }
    let around: Vec<&Construct> = program.around(construct).collect();
    let own = usize::from(construct.directive.has(Leaf::Parallel));
    let regions = own
        + around
            .iter()
            .filter(|c| c.directive.has(Leaf::Parallel))
            .count();
    if regions > 1 {
        return Some("the region around it has one thread");
    }
    if regions == 0 && in_target(program, construct) {
        return Some("no parallel region is around it");
    }
    let Some(body) = construct.body else {
        return Some("it makes no tasks for others");
    };
    let private = sharing::privatised(table, construct);
    let has_loop = construct.directive.has(Leaf::Taskloop);
    for &(var, how) in &private {
        let ty = program.vars[var].ty.id;
        if is_vla(&program.types, ty) {
            return Some("it has a copy of an array of variable length");
        }
        match how {
            Private::FirstLastprivate | Private::Linear => {
                return Some("a variable goes into its tasks and comes back");
            }
            Private::Lastprivate if construct.last_values.contains(&var) => {
                return Some("the loop's variable keeps its last value");
            }
            Private::LoopVar if construct.directive.has(Leaf::Simd) => {
                return Some("the loop's variable keeps its last value");
            }
            _ => {}
        }
    }
    if has_loop {
        match loops::nest(program, construct) {
            Ok(nest) if nest.non_rectangular(program).is_none() => {}
            _ => return Some("inner bounds depend on outer iterations"),
        }
    }
    let reached = private
        .iter()
        .filter(|(var, how)| writes_back(program, *var, *how))
        .map(|(var, _)| *var);
    for var in reached.chain(shared(table, construct, body)) {
        if !of_thread(program, construct, var) || in_memory(program, var) {
            continue;
        }
        if !can_be_shared_by_tasks(table, construct, &around, var) {
            return Some("it shares a copy that its thread has of a variable");
        }
    }
    for clause in &construct.clauses {
        let (ClauseKind::InReduction { items, .. } | ClauseKind::Reduction { items, .. }) =
            &clause.kind
        else {
            continue;
        };
        for item in items {
            if item
                .var()
                .is_some_and(|var| around.iter().any(|outer| holds_copy(outer, var)))
            {
                return Some("what it reduces is a copy of its thread");
            }
            if item
                .var()
                .is_some_and(|var| passes_address(program, body, var))
            {
                return Some("it passes the address of what it reduces to a function");
            }
        }
    }
    None
}

/// Whether a call receives the variable's address, or a pointer to what it points at. Tasks that the function
/// generates would reduce into this task's copy, whose lifetime may end before they do.
fn passes_address(program: &Program, body: StmtId, var: VarId) -> bool {
    let mut found = false;
    program.walk_exprs_in(body, &mut |_, expr| {
        let ExprKind::Call { args, .. } = &expr.kind else {
            return;
        };
        for &arg in args {
            if program.types.is_pointer(program.expr(arg).ty.id) {
                program.walk_expr(arg, &mut |_, part| {
                    found |= matches!(part.kind, ExprKind::Var(one) if one == var);
                });
            }
        }
    });
    found
}

/// Whether a task writes the original variable when it ends. A pointer, through which an array section is reached, is
/// only read.
fn writes_back(program: &Program, var: VarId, how: Private) -> bool {
    match how {
        Private::Lastprivate => true,
        Private::Reduction => !program.types.is_pointer(program.vars[var].ty.id),
        _ => false,
    }
}

/// Whether tasks inside the construct combine their values into a copy of the variable that the construct's thread or
/// task has.
fn holds_copy(outer: &Construct, var: VarId) -> bool {
    outer.clauses.iter().any(|clause| {
        let names = clause.items().iter().any(|item| item.var() == Some(var));
        let copies = match clause.kind {
            ClauseKind::InReduction { .. } => true,
            ClauseKind::Reduction { modifier, .. } => {
                modifier == Some(ReductionModifier::Task) || outer.directive.has(Leaf::Taskloop)
            }
            _ => false,
        };
        names && copies
    })
}

/// The variables outside of a construct's tasks that these use without a copy of their own.
pub fn shared(table: &UseTable, construct: &Construct, body: StmtId) -> Vec<VarId> {
    let program = table.program;
    let private = sharing::privatised(table, construct);
    let mut uses = Cow::Borrowed(table.of(body));
    if construct.directive.has(Leaf::Taskloop)
        && let Ok(nest) = loops::nest(program, construct)
    {
        // The loops' bounds are evaluated by the encountering thread, outside of the tasks.
        let mut tasks = table.of(nest.body).clone();
        tasks.declared.extend(&uses.declared);
        uses = Cow::Owned(tasks);
    }
    let own = |var: &VarId| private.iter().any(|(one, _)| one == var);
    uses.captured().filter(|var| !own(var)).collect()
}

/// Whether each thread that generates the construct's tasks has a variable of its own under this name.
fn of_thread(program: &Program, construct: &Construct, var: VarId) -> bool {
    !construct.directive.has(Leaf::Parallel) && tasks::private_around(program, construct, var)
}

/// Whether the variable lies in memory that all threads of the team can access.
fn in_memory(program: &Program, var: VarId) -> bool {
    !program.vars[var].storage.is_local() || is_vla(&program.types, program.vars[var].ty.id)
}

/// Whether the variable that the construct names can be put into the team's memory where it is declared.
fn can_be_shared_by_tasks(
    table: &UseTable,
    construct: &Construct,
    around: &[&Construct],
    var: VarId,
) -> bool {
    let program = table.program;
    for outer in around {
        let Some(body) = outer.body else { continue };
        if within(program.stmt(body).span, program.vars[var].span) {
            break;
        }
        let how = sharing::privatised(table, outer)
            .into_iter()
            .find(|(one, _)| *one == var);
        match how {
            None => {}
            Some((_, Private::Private | Private::Firstprivate)) => {
                return !tasks::generates(outer);
            }
            Some(_) => return false,
        }
    }
    let func = &program.funcs[construct.func];
    func.params.contains(&var)
        || func
            .body
            .is_some_and(|body| declared_in_block(program, body, var))
}

/// Whether the variable's declaration is a statement of a block, not the head of a loop.
fn declared_in_block(program: &Program, body: StmtId, var: VarId) -> bool {
    let mut found = false;
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Block(stmts) = &stmt.kind {
            for &inner in stmts {
                if let StmtKind::Decl(decls) = &program.stmt(inner).kind {
                    found |= decls.contains(&Decl::Var(var));
                }
            }
        }
    });
    found
}

fn within(outer: Span, inner: Span) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}

/// The block of a construct that generates tasks, as the escape analysis looks at it.
struct TaskBlock {
    block: Span,
    /// Whether code in the block generates further tasks, itself or through functions that it calls.
    makes_tasks: bool,
}

impl TaskBlock {
    fn of(table: &UseTable, functions: &Deferral, construct: &Construct) -> Option<TaskBlock> {
        let program = table.program;
        let body = construct.body.filter(|_| tasks::generates(construct))?;
        let generating = inside(program, body).into_iter().any(tasks::generates);
        Some(TaskBlock {
            block: program.stmt(body).span,
            makes_tasks: generating || functions.makes(table.of(body)),
        })
    }
}

/// The escape analysis of one piece of code that generates tasks: which variables of a thread they share.
struct TaskEscape<'a> {
    program: &'a Program,
    table: &'a UseTable<'a>,
    /// The task blocks in the analysed code and around it.
    tasks: Vec<TaskBlock>,
    task_shared: BTreeSet<VarId>,
    obstacle: Option<Obstacle>,
}

impl<'a> TaskEscape<'a> {
    /// The analysis of `body`, which the constructs `around` enclose.
    fn new(
        table: &'a UseTable<'a>,
        functions: &'a Deferral,
        around: Vec<&Construct>,
        body: StmtId,
    ) -> TaskEscape<'a> {
        let all = around.into_iter().chain(inside(table.program, body));
        TaskEscape {
            program: table.program,
            table,
            tasks: all
                .filter_map(|one| TaskBlock::of(table, functions, one))
                .collect(),
            task_shared: BTreeSet::new(),
            obstacle: None,
        }
    }

    fn of_function(
        table: &'a UseTable<'a>,
        functions: &'a Deferral,
        func: FuncId,
    ) -> TaskEscape<'a> {
        let program = table.program;
        let f = &program.funcs[func];
        let body = f.body.expect("who makes tasks has a body");
        let mut escape = TaskEscape::new(table, functions, vec![], body);
        let constructs = inside(program, body);
        let forks = constructs.iter().any(|c| c.directive.has(Leaf::Parallel));
        let orphaned = constructs.iter().any(|c| {
            let mut around = program.around(c);
            why_undeferred(table, c).is_none()
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

    fn of_region(
        table: &'a UseTable<'a>,
        functions: &'a Deferral,
        id: ConstructId,
        body: StmtId,
    ) -> TaskEscape<'a> {
        let region = &table.program.constructs[id];
        let around = table.program.around(region).chain([region]).collect();
        let mut escape = TaskEscape::new(table, functions, around, body);
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
            if uses.get(var).escapes && !self.quiet(program.vars[var].span) {
                let plain = params.contains(&var) || declared_in_block(program, body, var);
                self.put(var, plain);
            }
        }
        for construct in inside(program, body) {
            if let Some(body) = construct.body {
                self.copies(construct, body);
            }
            if why_undeferred(table, construct).is_some() {
                continue;
            }
            let Some(body) = construct.body else { continue };
            let private = sharing::privatised(table, construct);
            let reached = private
                .iter()
                .filter(|(var, how)| writes_back(program, *var, *how))
                .map(|(var, _)| *var);
            for var in reached.chain(shared(table, construct, body)) {
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
        if self.quiet(program.stmt(body).span) {
            return;
        }
        let uses = table.of(body);
        for (var, how) in sharing::privatised(table, construct) {
            if uses.get(var).escapes {
                let plain = matches!(how, Private::Private | Private::Firstprivate);
                self.put(var, plain && !tasks::generates(construct));
            }
        }
        for var in &uses.declared {
            if uses.get(*var).escapes {
                let quiet = self.quiet(program.vars[*var].span);
                if !quiet {
                    self.put(*var, declared_in_block(program, body, *var));
                }
            }
        }
    }

    /// Whether the innermost task around the place generates no tasks: an address taken there reaches no other task.
    fn quiet(&self, at: Span) -> bool {
        let around = self.tasks.iter().filter(|task| within(task.block, at));
        around
            .max_by_key(|task| task.block.lo)
            .is_some_and(|task| !task.makes_tasks)
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
                let declares =
                    |var: &VarId| within(program.stmt(*body).span, program.vars[*var].span);
                if self.task_shared.iter().any(declares) {
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
