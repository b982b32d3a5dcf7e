//! Which variables of a kernel or a function the team shares, and in which scope each lives.
//!
//! From the plan of the code. Where they lie in memory is decided by `layout`.

use crate::analyze::sharing::DeviceData;
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, Mode};
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::shared::Scope;
use crate::plan::decisions::steps::{Step, TeamSize};

/// The scopes of a kernel's sequential part, with what its parallel regions broadcast to their threads.
pub fn scopes(program: &Program, region: ConstructId, data: &DeviceData, plan: &CodePlan) -> Scope {
    let mut root = Scope::default();
    for captured in &data.vars {
        if plan.storage_of(captured.var) == Some(&Storage::Local) && plan.is_shared(captured.var) {
            root.members.push(Member::Var(captured.var));
        }
    }
    root.members.extend(literals(plan));
    if tells_workers(plan) {
        root.members.push(Member::Work);
    }
    Tree { program, plan }.construct(region, &mut root);
    // What is declared outside of the statements looked at lives all the time.
    for &var in &plan.fork_join.shared {
        if plan.storage_of(var).is_none() && !root.holds(var) {
            root.members.push(Member::Var(var));
        }
    }
    root
}

/// Whether the master has to tell the workers which region they run. It has not where there is one region of all
/// workers, since the barrier says enough; kernels with `romp/state.cuh` have a place there.
fn tells_workers(plan: &CodePlan) -> bool {
    if plan.mode != Mode::ForkJoin || plan.state {
        return false;
    }
    let asked = |id: ConstructId| {
        let steps = plan.lowering(id).map_or(&[][..], |l| &l.steps);
        matches!(steps.first(), Some(Step::Parallel(p)) if matches!(p.team, TeamSize::Asked { .. }))
    };
    let regions = &plan.fork_join.regions;
    regions.len() != 1 || asked(regions[0].construct)
}

/// The scopes of a function: those of its body, with the parameters that it shares.
pub fn function_scopes(
    program: &Program,
    params: &[VarId],
    body: StmtId,
    plan: &CodePlan,
) -> Scope {
    let shared = params.iter().copied().filter(|&var| plan.is_shared(var));
    let mut root = Scope {
        members: shared.map(Member::Var).collect(),
        inner: vec![],
    };
    root.members.extend(literals(plan));
    Tree { program, plan }.stmt(body, &mut root);
    root
}

fn literals(plan: &CodePlan) -> impl Iterator<Item = Member> + '_ {
    plan.fork_join.literals.iter().map(|&e| Member::Literal(e))
}

struct Tree<'a> {
    program: &'a Program,
    plan: &'a CodePlan,
}

impl Tree<'_> {
    fn construct(&self, id: ConstructId, around: &mut Scope) {
        let construct = &self.program.constructs[id];
        let mut scope = Scope::default();
        let fork_join = &self.plan.fork_join;
        if let Some(number) = fork_join.number(id) {
            let vars = &fork_join.regions[number - 1].broadcast;
            let broadcast = vars.iter().map(|&var| Member::Broadcast(id, var));
            scope.members.extend(broadcast);
        }
        let steps = self.plan.lowering(id).map_or(&[][..], |l| &l.steps);
        for step in steps {
            if let Step::Parallel(parallel) = step
                && let TeamSize::Asked { threads, condition } = parallel.team
            {
                let asked = threads.into_iter().chain(condition);
                asked.for_each(|e| self.value(e, around));
            }
        }
        if !steps.iter().any(|step| forks(self.plan, step)) {
            for step in steps {
                if let Step::Reduce(reduction) = step {
                    let items = reduction.items.iter().filter(|item| !item.is_long());
                    let items = items.map(|item| item.var);
                    let shared = items.filter(|&var| self.plan.is_shared(var));
                    scope
                        .members
                        .extend(shared.map(|var| Member::Copy(id, var)));
                }
                if let Step::Task(task) = step {
                    let vars = task.copies.iter().map(|(var, _)| *var);
                    let shared = vars.filter(|&var| self.plan.is_shared(var));
                    scope
                        .members
                        .extend(shared.map(|var| Member::Copy(id, var)));
                }
                let private = match step {
                    Step::Block { private } => private,
                    Step::Loop(one) => &one.private,
                    Step::Scope(one) => &one.private,
                    _ => continue,
                };
                for &(var, how) in private {
                    if self.plan.is_shared(var)
                        && has_copy(step, how)
                        && self.plan.copies.has(copied_for(step, construct), var, how)
                    {
                        scope.members.push(Member::Copy(id, var));
                    }
                }
            }
            if let Some(body) = construct.body {
                self.stmt(body, &mut scope);
            }
        }
        around.inner.push(scope);
    }

    /// A value that thread 0 computes for all. It is read once, behind the barrier that follows.
    fn value(&self, expr: ExprId, around: &mut Scope) {
        if self.plan.sequential.is_guarded_expr(expr) {
            around.inner.push(Scope {
                members: vec![Member::Value(expr)],
                inner: vec![],
            });
        }
    }

    fn stmt(&self, id: StmtId, around: &mut Scope) {
        let node = self.program.stmt(id);
        let condition = match &node.kind {
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. } => Some(*cond),
            StmtKind::For { cond, .. } => *cond,
            _ => None,
        };
        if let Some(condition) = condition {
            self.value(condition, around);
        }
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, around),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl
                        && self.plan.is_shared(*var)
                    {
                        around.members.push(Member::Var(*var));
                    }
                }
            }
            StmtKind::Block(_)
            | StmtKind::For { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. } => {
                let mut scope = Scope::default();
                self.program
                    .each_child(node, &mut |child| self.stmt(child, &mut scope));
                around.inner.push(scope);
            }
            _ => self
                .program
                .each_child(node, &mut |child| self.stmt(child, around)),
        }
    }
}

/// Whether what a step encloses belongs to the threads of a region, not to the sequential part. Loops in a function
/// do not: its team encounters them as one, and they may fork.
fn forks(plan: &CodePlan, step: &Step) -> bool {
    match step {
        Step::Parallel(_) => true,
        Step::Loop(_) if plan.mode == Mode::Function => false,
        Step::Loop(one) => matches!(one.spread, Spread::League | Spread::Team),
        _ => false,
    }
}

/// Whether a step has a copy of the variable. A thread that runs a loop as it stands uses the originals of
/// lastprivate and iteration variables.
fn has_copy(step: &Step, how: Private) -> bool {
    match step {
        Step::Loop(one) if one.spread == Spread::Thread => !matches!(
            how,
            Private::Lastprivate | Private::FirstLastprivate | Private::Linear | Private::LoopVar
        ),
        _ => how != Private::LoopVar,
    }
}

fn copied_for(step: &Step, construct: &Construct) -> Option<StmtId> {
    match step {
        Step::Loop(one) => Some(one.nest.body),
        _ => construct.body,
    }
}
