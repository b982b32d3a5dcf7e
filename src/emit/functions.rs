//! Device functions with constructs of their own, and those that fork by what they call.
//!
//! From a [`FunctionPlan`]: the frame of what the function shares with the workers of its regions, the function, and
//! a function for each region. `romp/state.cuh` says at run time which threads execute them.

use super::context::Tasks;
use super::cuda::{Names, Printer, Written};
use super::fork_join::{broadcast_place, or_one};
use super::fused;
use super::kernel::Kernel;
use super::made_names::NameMaker;
use super::member_comments::MemberComments;
use super::shared;
use super::user_text::UserText;
use crate::device::skeletons::RegionFunction;
use crate::device::{
    Block, Call, Class, DeviceFn, Function, HeaderStorage, Object, Storage, Team, passes,
};
use crate::ir::*;
use crate::library::openmp;
use crate::omp::DirectiveKind;
use crate::plan::decisions::kernel::FunctionPlan;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::{Lowering, Parallel, TeamSize};

/// The name of the function that holds a region's code.
pub fn region_name(names: &Names, func: FuncId, at: usize) -> String {
    names.fresh(&format!("{}_parallel_{}", names.func(func), at + 1))
}

/// The function that is being built.
#[derive(Clone, Default)]
pub struct OfFunction<'a> {
    func: Option<FuncId>,
    /// The team of the function, and of each of its regions, which stays the same while they are executed.
    team: Team,
    numbers: &'a [u32],
}

impl Kernel<'_> {
    /// `code` of the function, or of one of its regions, behind a declaration of its team where it names that. `bodies`
    /// are the statements that it stands for.
    fn with_caller(&self, code: Block, bodies: &[StmtId]) -> Block {
        let mut out = Block::at(1);
        let team = self.function.team.object();
        if self.asks_whether_final(bodies) || passes::names_team(&code, team) {
            let often = self.waits_often(passes::needs(&code).barriers, bodies);
            let class = match often {
                true => Class::WaitingOrphanTeam,
                false => Class::OrphanTeam,
            };
            out.object(Object::new(class, team));
        }
        out.append(code);
        out
    }

    /// Records the shared memory that a function has in its kernels besides what calls and objects in its code
    /// reserve.
    fn reserve_beside(&self, plan: &FunctionPlan, function: &mut Function) {
        let blocks = function.blocks();
        let mut needs = blocks.into_iter().map(passes::needs);
        let partial = needs.any(|needs| needs.partial_barrier);
        let reserved = &mut function.reserved;
        if plan.code.state {
            reserved.reserve(Storage::StateAlone);
        }
        if self.asks_whether_final(self.program.funcs[plan.func].body.as_slice()) {
            reserved.reserve_tasks();
        }
        if partial {
            reserved.reserve(Storage::PartialBarrier);
        }
    }

    /// Whether code calls `omp_in_final` where tasks are deferred: no other expressions of the user's name the team.
    fn asks_whether_final(&self, bodies: &[StmtId]) -> bool {
        let program = self.program;
        let asks = |&body: &StmtId| {
            let mut found = false;
            program.walk_exprs_in(body, &mut |_, expr| {
                let ExprKind::Func(func) = expr.kind else {
                    return;
                };
                found |= program.funcs[func].name == openmp::IN_FINAL;
            });
            found
        };
        self.plan.tasks.is_some() && bodies.iter().any(asks)
    }

    /// Whether threads wait so often in code that it pays to find out beforehand how they wait, which takes as long
    /// as three waits save (benches/gpu/forkjoin). The code stands for `bodies` and waits `barriers` times by itself.
    fn waits_often(&self, barriers: usize, bodies: &[StmtId]) -> bool {
        let mut bodies = bodies.iter();
        barriers > 2 || barriers > 0 && bodies.any(|&body| repeats_constructs(self.program, body))
    }

    /// Builds with `f` the code of a function, whose team is that of its caller.
    pub fn as_caller<R>(&self, p: &mut Printer, f: impl FnOnce(&Kernel, &mut Printer) -> R) -> R {
        let team = self.function.team.clone();
        self.within(p, |context| context.team = team, f)
    }

    /// Builds with `f` the body of a task of a function.
    pub fn as_task_of_caller<R>(
        &self,
        p: &mut Printer,
        f: impl FnOnce(&Kernel, &mut Printer) -> R,
    ) -> R {
        match self.called() {
            true => self.within(p, |context| context.team = Team::Caller, f),
            false => f(self, p),
        }
    }

    /// Whether the current team is that of the function's caller.
    pub fn called(&self) -> bool {
        self.team().is_callers()
    }
}

/// The function of `plan`, and those of its regions.
pub fn build(p: &mut Printer, plan: &FunctionPlan, text: &UserText) -> Function {
    let (program, names) = (p.program, p.names);
    let func = &program.funcs[plan.func];
    let name = names.func(plan.func).to_string();
    let shared = shared::Spelling::new(program, &plan.code, &format!("{name}_frame"), names);
    let made = NameMaker::default();
    let mut kernel = Kernel::new(program, text, &plan.code, names, &shared, &made);
    kernel.function = OfFunction {
        func: Some(plan.func),
        team: Team::of_caller(kernel.made_name("omp")),
        numbers: &plan.numbers,
    };
    if plan.code.tasks.is_some() {
        kernel.context.tasks = Tasks::OfTeam;
    }
    let kernel = kernel;
    let inner = &mut Printer::new(program, names, &kernel, p.synchronisation, p.uses);
    let mut body = Block::at(1);
    let mut comments = MemberComments::default();
    let signature = inner.commented_signature(plan.func);
    if let Some(statement) = func.body {
        comments = MemberComments::of(inner, text, &plan.code, statement);
        kernel.assume_of_body(inner, &mut body, statement);
    }
    let shares = !plan.code.shared.is_empty();
    if shares {
        let (frame, shared) = (names.fresh("frame"), kernel.shared.object());
        let tag = kernel.shared.tag();
        let quoted = format!("\"`{}`\"", func.name);
        body.object(Object::new(Class::TeamFrame, &frame).of(tag).from([quoted]));
        body.declare_as(format!("{tag} &{shared}"), format!("*{frame}"));
    } else if !plan.numbers.is_empty() {
        body.object(Object::new(Class::NoFrame, names.fresh("shared")));
    }
    for &param in &func.params {
        if let Some(member) = kernel.shared.of(Member::Var(param)) {
            let from = names.var(param);
            let ty = program.vars[param].ty;
            if program.types.is_array(ty.id) {
                let bytes = format!("sizeof({member})");
                body.effect(inner.copy_array(ty, member, from, &bytes));
            } else {
                kernel.assign(inner, &mut body, param, member, from);
            }
        }
    }
    kernel.as_caller(inner, |kernel, inner| {
        let mut copies = vec![];
        for &param in &func.params {
            let copy = super::tasks::parameter(kernel, inner, &mut body, param);
            copies.extend(copy.map(|copy| (param, copy)));
        }
        if let Some(statement) = func.body {
            kernel.renaming_all(inner, &copies, |_, p| {
                p.block_contents(&mut body, statement)
            });
        }
    });
    if func.body.is_some() {
        inner.ending(&mut body, plan.func);
    }
    let mut function = Function {
        frame: kernel
            .shared
            .shared(inner, kernel.text, &plan.code, &comments),
        line: kernel.text.line_directive(func.span),
        signature: signature.into(),
        body: kernel.with_caller(body, func.body.as_slice()),
        regions: std::mem::take(&mut inner.regions.functions),
        reserved: HeaderStorage::default(),
    };
    function.reserved = passes::reserved(&function.blocks(), &name);
    kernel.reserve_beside(plan, &mut function);
    passes::simplify(function.blocks_mut());
    function
}

/// Whether some loop of the user's executes constructs repeatedly, atomics and critical sections left out.
fn repeats_constructs(program: &Program, body: StmtId) -> bool {
    use StmtKind::*;
    let stmt = program.stmt(body);
    let (skipped, is_loop) = match &stmt.kind {
        Omp(id) => (program.constructs[*id].directive.shares_loops(), false),
        kind => (
            false,
            matches!(kind, For { .. } | While { .. } | DoWhile { .. }),
        ),
    };
    let mut found = false;
    if is_loop {
        program.walk_stmts(body, &mut |_, inner| {
            if let Omp(id) = inner.kind {
                use DirectiveKind::*;
                let directive = &program.constructs[id].directive;
                found |= !matches!(directive, Atomic | Critical | Flush);
            }
        });
    }
    if !skipped {
        program.each_child(stmt, &mut |child| {
            found = found || repeats_constructs(program, child)
        });
    }
    found
}

fn region_signature(k: &Kernel, names: &Names, func: FuncId, at: usize) -> String {
    let tag = match k.plan.shared.is_empty() {
        true => "romp::no_frame".to_string(),
        false => k.shared.tag().to_string(),
    };
    let shared = match k.plan.shared.is_empty() {
        true => String::new(),
        false => k.shared.object().to_string(),
    };
    let name = region_name(names, func, at);
    format!("static __device__ void {name}({tag} &{shared})")
}

/// A parallel construct of a function: prints the fork, and collects the region's function.
pub fn fork(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    step: usize,
) {
    let made = || k.function.team.clone();
    let Some(printed) = fused::part(k, p, id, lowering, parallel, step, made) else {
        return;
    };
    let func = k.function.func.expect("a function is printed");
    let at = k.plan.fork_join.number(id).expect("a planned region") - 1;
    let region = &k.plan.fork_join.regions[at];
    for &var in &region.broadcast {
        out.assign(broadcast_place(k, region, var), k.spelling(p, var));
    }
    let shared = match k.plan.shared.is_empty() {
        true => k.names.fresh("shared"),
        false => k.shared.object().to_string(),
    };
    let size = match parallel.team {
        TeamSize::Asked { threads, condition } => {
            let all = match threads {
                Some(n) => format!("romp::orphaned_size({})", p.argument(n)),
                None => "romp::orphaned_size()".into(),
            };
            or_one(p, condition, all)
        }
        _ => "romp::orphaned_size()".into(),
    };
    let (number, name) = (k.function.numbers[at], region_name(k.names, func, at));
    let arguments = format!("{number}, {name}, {shared}, {size}");
    out.call(Call::plain(DeviceFn::ParallelRegion, arguments));

    let parts = region.parts.iter().map(|&part| &k.program.constructs[part]);
    let bodies: Vec<StmtId> = parts.filter_map(|one| one.body).collect();
    let line = k
        .text
        .line_directive(k.program.constructs[region.parts[0]].pragma);
    p.regions.functions.push(RegionFunction {
        line,
        signature: region_signature(k, k.names, func, at).into(),
        body: k.with_caller(printed.code, &bodies),
    });
}
