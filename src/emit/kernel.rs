//! One kernel: its parameters, what stands for captured variables, and the region's code.
//!
//! From a [`KernelPlan`] to device code, through the printer of C (`emit::cuda`) with hooks for constructs and
//! captured variables. Decides nothing.

mod hooks;
mod parameters;

use super::accesses;
use super::context::{Context, Level};
use super::cuda::{Hooks, Names, Printer, Uses, Written};
use super::heading::heading;
use super::made_names::NameMaker;
use super::member_comments::MemberComments;
use super::user_text::UserText;
use super::{
    fork_join, functions, header_storage, loops, reductions, sequential, shared, worksharing,
};
use crate::device::skeletons::{self, AllThreads, Body};
use crate::device::tree::Braces;
use crate::device::{Block, Call, DeviceFn, HeaderStorage, passes};
use crate::ir::*;
use crate::library::openmp;
use crate::omp::Leaf;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan, Mode};
use crate::plan::decisions::launch::{ArgWhat, Storage};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::{Lowering, Parallel, Step, TeamSize};
use crate::plan::decisions::synchronise::Synchronisation;
use crate::source::Preprocessed;

/// One kernel, or a function with constructs, and where in it the code stands that is being built.
#[derive(Clone)]
pub struct Kernel<'a> {
    pub program: &'a Program,
    pub text: &'a UserText<'a>,
    pub plan: &'a CodePlan,
    pub names: &'a Names,
    /// The surroundings of the code that is being built.
    pub(super) context: Context,
    /// The spelling of each variable that the team shares.
    pub shared: &'a shared::Spelling,
    /// The function that is being built, if it is no kernel.
    pub function: functions::OfFunction<'a>,
    made: &'a NameMaker,
    /// The kernel's region; none where a function is printed.
    pub(super) region: Option<StmtId>,
    /// The number of threads of a block, where the kernel states it.
    pub(super) stated_block: Option<u32>,
    /// Whether loops of the whole block count each thread's iterations.
    pub(super) counts_turns: bool,
    /// Whether a block may have several teams, of a warp each.
    pub(super) packs_teams: bool,
    /// The bytes of scratch memory in which each team stores results.
    pub(super) scratch_slots: u64,
}

/// What builds the code inside of a construct: in the context that it is given, behind what is in the block.
pub type Inner<'f> = &'f mut dyn FnMut(&Kernel, &mut Printer, &mut Block);

/// Builds the kernel of `plan`.
pub fn build(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    names: &Names,
    text: &UserText,
    synchronisation: &Synchronisation,
    uses: &mut Uses,
) -> skeletons::Kernel {
    let shared =
        shared::Spelling::new(program, &plan.code, &format!("{}_shared", plan.name), names);
    let made = NameMaker::default();
    let mut kernel = Kernel::new(program, text, &plan.code, names, &shared, &made);
    kernel.region = program.constructs[plan.construct].body;
    kernel.stated_block = plan.shape.exact_block.then_some(plan.shape.block);
    kernel.counts_turns = plan.shape.counts_turns();
    kernel.packs_teams = plan.shape.teams_of_block > 0;
    let mut arguments = plan.args.iter().map(|arg| &arg.what);
    kernel.scratch_slots = arguments.find_map(scratch_slots).unwrap_or_default();
    let kernel = kernel;
    let p = &mut Printer::new(program, names, &kernel, synchronisation, uses);
    let mut start = Block::at(1);
    kernel.assume_of_construct(p, &mut start, plan.construct);
    let parameters = kernel.parameters(p, plan, &mut start);
    let parameters = parameters::headed(plan, names, parameters);
    shared::start_stacks(plan, names, &mut start);
    if plan.code.orders && plan.mode() != Mode::SingleThread {
        start.call(Call::plain(DeviceFn::ForgetOrders, ""));
    }
    kernel.shared.declare(&plan.code, names, &mut start);
    let lowering = plan
        .code
        .lowering(plan.construct)
        .expect("the region itself is planned");
    let construct = &program.constructs[plan.construct];
    text.begin(&mut p.uses.comments, construct.pragma);
    let comments = construct.body.map_or_else(MemberComments::default, |body| {
        MemberComments::of(p, text, &plan.code, body)
    });
    let body = match plan.mode() {
        Mode::ForkJoin => Body::ForkJoin(fork_join::build(&kernel, p, plan, lowering)),
        Mode::GuardedSpmd => Body::Guarded(kernel.all_threads(p, plan, lowering, &start)),
        Mode::Spmd | Mode::SingleThread | Mode::Function => {
            Body::Spmd(kernel.all_threads(p, plan, lowering, &start))
        }
    };
    let line = text.line_directive(construct.pragma);
    let mut built = skeletons::Kernel {
        shared: kernel.shared.shared(p, text, &plan.code, &comments),
        spilled: kernel.shared.spilled(p, text, &plan.code, &comments),
        heading: heading(program, pre, plan, line, parameters),
        start,
        body,
        reserved: HeaderStorage::default(),
    };
    passes::simplify(built.blocks_mut());
    if let Body::Spmd(all) | Body::Guarded(all) = &mut built.body
        && all.release.is_empty()
    {
        passes::drop_last_scope(&mut all.code);
    }
    built.reserved = passes::reserved(&built.blocks(), &plan.name);
    header_storage::leave_open(&mut built.reserved, plan);
    built
}

impl<'a> Kernel<'a> {
    pub fn new(
        program: &'a Program,
        text: &'a UserText<'a>,
        plan: &'a CodePlan,
        names: &'a Names,
        shared: &'a shared::Spelling,
        made: &'a NameMaker,
    ) -> Kernel<'a> {
        Kernel {
            program,
            text,
            plan,
            names,
            context: Context::default(),
            shared,
            function: Default::default(),
            made,
            region: None,
            stated_block: None,
            counts_turns: false,
            packs_teams: false,
            scratch_slots: 0,
        }
    }
}

impl Kernel<'_> {
    /// The body of a kernel whose threads all run its region, behind `start`.
    fn all_threads(
        &self,
        p: &mut Printer,
        plan: &KernelPlan,
        lowering: &Lowering,
        start: &Block,
    ) -> AllThreads {
        let mut code = Block::at(1);
        self.locals(p, plan, &mut code);
        let alone = plan.mode() == Mode::SingleThread && !self.plan.state;
        let region = self.program.constructs[plan.construct].body;
        let before = self.omp_routine(openmp::GET_MAX_THREADS, "");
        self.with_max_threads(
            p,
            &mut code,
            region.filter(|_| alone),
            &before,
            |k, p, code| {
                k.steps(p, code, plan.construct, lowering, 0);
            },
        );
        if let Some(statement) = self.program.constructs[plan.construct].body {
            p.comments_up_to_end(&mut code, statement);
        }
        let (ready, release) = (self.ready(plan, &code), self.release(plan));
        passes::merge_barriers(&mut code);
        let loose = accesses::loose(self);
        let surroundings = passes::Surroundings {
            before: &[start, &ready],
            behind: &release,
            loose: loose.as_deref(),
        };
        passes::drop_unneeded_barriers(&mut code, &surroundings);
        if self.plan.spilled.is_empty() {
            passes::merge_barriers(&mut code);
            passes::drop_last_barrier(&mut code);
        }
        if let Some(threads) = self.stated_block
            && threads <= 32
            && !self.text.is_checked()
        {
            passes::by_lanes(&mut code, threads);
        }
        AllThreads {
            ready,
            code,
            release,
        }
    }

    /// What mechanisms of the device header need before all threads run `code`.
    fn ready(&self, plan: &KernelPlan, code: &Block) -> Block {
        let mut out = Block::at(1);
        if let Some(threads) = self.stated_block {
            out.call(Call::plain(DeviceFn::BlockIs, "").of(threads));
        }
        if self.plan.state && plan.mode() == Mode::SingleThread {
            out.call(Call::plain(DeviceFn::StartStateAlone, ""));
        } else if self.plan.state {
            out.call(Call::plain(DeviceFn::StartState, "romp::threads()"));
        } else if passes::needs(code).partial_barrier {
            out.call(Call::plain(DeviceFn::StartPartialBarrier, ""));
        }
        if plan.code.tasks.is_some() {
            out.call(super::tasks::begin(self, DeviceFn::StartTasks));
        }
        super::run_schedule::start(self, &mut out);
        out
    }

    /// What all threads give back behind the region.
    fn release(&self, plan: &KernelPlan) -> Block {
        let mut out = Block::at(1);
        if !self.plan.spilled.is_empty() {
            let slices = shared::slices(self.names);
            out.call(Call::plain(DeviceFn::ReleaseSliceTogether, slices));
        }
        if shared::has_thread_stacks(plan) {
            let stacks = shared::thread_stacks(self.names);
            out.call(Call::plain(DeviceFn::ReleaseThreadArraysTogether, stacks));
        }
        if plan.code.tasks.is_some() {
            let memory = super::tasks::memory(self.names);
            out.call(Call::plain(DeviceFn::ReleaseTasksTogether, memory));
        }
        out
    }

    /// Declares variables of the kernel that are not initialised.
    pub fn locals(&self, p: &mut Printer, plan: &KernelPlan, out: &mut Block) {
        for captured in &plan.data.vars {
            if self.plan.storage_of(captured.var) == Some(&Storage::Local)
                && self.shared.of(Member::Var(captured.var)).is_none()
            {
                if is_vla(&self.program.types, self.program.vars[captured.var].ty.id) {
                    p.local(out, captured.var);
                    continue;
                }
                let ty = unqualified(self.program.vars[captured.var].ty);
                out.declare(p.declarator(ty, p.names.var(captured.var)));
            }
        }
    }

    /// Builds the steps of a construct from `at` on, of which the innermost is its body.
    pub fn steps(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
        at: usize,
    ) {
        debug_assert!(
            self.prints(p),
            "code is built in the context that it stands in"
        );
        let change = |context: &mut Context| context.construct = Some(id);
        self.within(p, change, |k, p| k.step(p, out, id, lowering, at));
    }

    fn step(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
        at: usize,
    ) {
        let construct = &self.program.constructs[id];
        if at == 0 {
            self.encounter(out, construct, lowering);
        }
        match lowering.steps.get(at) {
            None => {
                if let Some(body) = construct.body {
                    self.code(p, out, body);
                }
            }
            Some(Step::Barrier) => self.barrier(out),
            Some(Step::Doacross(one)) => super::doacross::directive(self, p, out, one),
            Some(Step::Cancel(one)) => super::cancel::directive(self, p, out, one),
            Some(Step::Cancellable(one)) => {
                super::cancel::construct(self, p, out, one, &mut |k, p, out| {
                    k.steps(p, out, id, lowering, at + 1)
                })
            }
            Some(Step::Synchronise) => super::synchronise::print(p, out, id),
            Some(Step::Reduce(reduction)) => {
                reductions::print(self, p, out, id, reduction, &mut |k, p, out| {
                    k.steps(p, out, id, lowering, at + 1)
                });
            }
            Some(Step::Block { private }) => {
                self.with_private(p, out, construct.body, private, |k, p, out| {
                    k.steps(p, out, id, lowering, at + 1);
                });
            }
            Some(Step::Parallel(parallel))
                if self.plan.mode == Mode::Function
                    && self.plan.fork_join.region_of(id).is_some() =>
            {
                functions::fork(self, p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel))
                if self.plan.mode == Mode::ForkJoin && !self.is_parallel() =>
            {
                fork_join::fork(self, p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel)) if parallel.team != TeamSize::All => {
                self.part(p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel)) => self.whole_team(p, out, id, lowering, parallel, at),
            Some(Step::Loop(one)) if one.spread == Spread::League && !self.is_parallel() => {
                self.with_tasks(p, out, id, |k, p, out| loops::print(k, p, out, id, one));
            }
            Some(Step::Loop(one)) => loops::print(self, p, out, id, one),
            Some(Step::Single(one)) => worksharing::single(self, p, out, id, one),
            Some(Step::Masked(one)) => worksharing::masked(self, p, out, one, &mut |k, p, out| {
                k.steps(p, out, id, lowering, at + 1)
            }),
            Some(Step::Task(one)) => super::tasks::print(self, p, out, id, one),
            Some(Step::Deferred(one)) => {
                super::tasks::deferred(self, p, out, id, lowering, at, one)
            }
            Some(Step::Waiting(one)) => super::tasks::waiting(self, p, out, id, *one),
            Some(Step::Sections(one)) => worksharing::sections(self, p, out, id, one),
            Some(Step::Ordered) => worksharing::ordered(self, p, out, id),
            Some(Step::Scope(one)) => worksharing::scope(self, p, out, id, one),
        }
    }

    /// A parallel region of all threads of the block, of which `at` is the step's number.
    fn whole_team(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
        parallel: &Parallel,
        at: usize,
    ) {
        let construct = &self.program.constructs[id];
        if parallel.fork_barrier {
            out.order();
        }
        let place = out.len();
        self.begin_work_queues(out, parallel);
        let declares = self.latches(parallel)
            || !construct.directive.has(Leaf::Target)
                && (self.sets_max_threads(construct.body)
                    || lowering.steps.len() == at + 1
                        && construct.body.is_some_and(|body| self.declares(body)));
        let braces = if declares { Braces::Own } else { Braces::None };
        let change = |context: &mut Context| context.level = Level::Parallel;
        self.within(p, change, |k, p| {
            k.in_scope_where(braces, out, |out| {
                k.region_code(p, out, id, lowering, parallel, at);
            })
        });
        accesses::of_region(self, out, place, id);
        if parallel.join_barrier {
            out.order_behind();
        }
    }

    /// Whether a block has declarations of its own, which without braces could clash with those around it.
    pub fn declares(&self, body: StmtId) -> bool {
        match &self.program.stmt(body).kind {
            StmtKind::Block(stmts) => stmts
                .iter()
                .any(|s| matches!(self.program.stmt(*s).kind, StmtKind::Decl(_))),
            _ => false,
        }
    }

    /// Builds code of the current level: sequential code of a team with several threads goes through `sequential`.
    pub fn code(&self, p: &mut Printer, out: &mut Block, body: StmtId) {
        let several = matches!(self.plan.mode, Mode::Spmd | Mode::GuardedSpmd);
        if !self.is_parallel() && several {
            sequential::print(self, p, out, body);
        } else {
            p.block_contents(out, body);
        }
    }

    /// A name for what stands for a variable: `a_private`. In text for checks, whose messages call it by the variable's
    /// own name, the runtime must know where that ends.
    pub fn name_beside(&self, own: &str, what: &str) -> String {
        self.local_name(&match self.text.is_checked() {
            true => format!("{own}__romp_{what}"),
            false => format!("{own}_{what}"),
        })
    }

    /// A name that nothing else in the program has.
    pub fn made_name(&self, base: &str) -> String {
        self.made.make(self.names, base)
    }

    /// Such a name for what is declared in the scope that `in_scope` builds: the next scope beside it may have it, too.
    pub fn local_name(&self, base: &str) -> String {
        self.made.make_local(self.names, base)
    }

    /// Builds what may stand in braces of its own.
    pub fn in_scope_where<R>(
        &self,
        braces: Braces,
        out: &mut Block,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        match braces {
            Braces::Own => self.in_scope(out, f),
            Braces::None => f(out),
        }
    }

    /// Builds what stands in braces of its own. What `Block::scope` builds has braces, too, and its local names stay taken
    /// behind them.
    pub fn in_scope<R>(&self, out: &mut Block, f: impl FnOnce(&mut Block) -> R) -> R {
        self.made.within(|| out.scope(f))
    }

    /// The place where thread 0 stores a value that all threads read.
    pub fn shared_value(&self, expr: ExprId) -> &str {
        let member = self.shared.of(Member::Value(expr));
        member.expect("a value for all has a place")
    }
}

/// The bytes of a launch's scratch memory in which each team stores results.
fn scratch_slots(what: &ArgWhat) -> Option<u64> {
    match what {
        ArgWhat::Scratch(bytes) | ArgWhat::ScratchCopies(bytes, _) => Some(*bytes),
        _ => None,
    }
}

/// The type without top-level const, so that it can be assigned.
pub fn unqualified(ty: QualType) -> QualType {
    QualType {
        quals: Quals {
            is_const: false,
            is_restrict: ty.quals.is_restrict,
            ..ty.quals
        },
        ..ty
    }
}
