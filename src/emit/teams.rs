//! The team whose code is being built: how it is spelled, which functions are called with it, and regions of a part
//! of the block.
//!
//! From a construct's [`Parallel`]; the teams themselves are in `romp/teams.cuh`.

use super::accesses;
use super::context::{Context, Level, Tasks};
use super::cuda::{Printer, Written};
use super::kernel::Kernel;
use super::sequential;
use crate::device::tree::{Jump, Style};
use crate::device::{Block, Call, Class, DeviceFn, Expr, Object, Team, Value, passes};
use crate::ir::*;
use crate::library::openmp;
use crate::omp::Leaf;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Lowering, Parallel, Step, TeamSize};

/// The number of threads of a region, where the translator knows it.
pub fn threads(team: TeamSize) -> Option<u32> {
    match team {
        TeamSize::One => Some(1),
        TeamSize::Constant(n) => Some(n),
        TeamSize::All | TeamSize::Asked { .. } => None,
    }
}

impl Kernel<'_> {
    /// Has the region's threads initialise what its loops share.
    pub fn begin_work_queues(&self, out: &mut Block, parallel: &Parallel) {
        super::run_schedule::begin(self, out, parallel);
        if parallel.work_queues {
            out.call(self.on_team(DeviceFn::BeginWorkQueues, ""));
        }
    }

    /// What a thread of a parallel region executes, whose step is number `at`, with the values and copies that it has for
    /// itself.
    pub(super) fn region_code(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
        parallel: &Parallel,
        at: usize,
    ) {
        let body = self.program.constructs[id].body;
        let before = p.hooks.omp_routine(openmp::GET_MAX_THREADS, "");
        self.with_max_threads(p, out, body, &before, |k, p, out| {
            k.with_latched(p, out, parallel, |k, p, out| {
                k.with_private(p, out, body, &parallel.private, |k, p, out| {
                    k.with_tasks(p, out, id, |k, p, out| {
                        k.steps(p, out, id, lowering, at + 1)
                    });
                })
            })
        })
    }

    /// A region of fewer threads than the block, or of the encountering thread alone.
    pub(super) fn part(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
        parallel: &Parallel,
        at: usize,
    ) {
        if parallel.fork_barrier && !parallel.size_latched {
            out.order();
        }
        let place = out.len();
        let name = self.made_name("omp");
        let nested = parallel.team == TeamSize::One;
        let tasks = match nested {
            true => Tasks::Undeferred,
            false => self.context.tasks,
        };
        let change = |context: &mut Context| context.tasks = tasks;
        self.within(p, change, |k, p| {
            let asked = k.region_size(p, out, parallel.team);
            let team = Team::named(&name, threads(parallel.team));
            let inside = |p: &mut Printer, out: &mut Block| {
                k.as_team(p, team.clone(), |k, p| {
                    k.begin_work_queues(out, parallel);
                    k.region_code(p, out, id, lowering, parallel, at);
                });
            };
            out.scope(|out| {
                let number = match parallel.size_latched {
                    true => {
                        let size = k.made_name("size");
                        out.declare_as(format!("const unsigned {size}"), &asked);
                        out.barrier(Team::Block);
                        size
                    }
                    false => asked,
                };
                if nested {
                    if k.plan.state {
                        out.object(Object::new(Class::NestedRegion, k.names.fresh("alone")));
                    }
                    out.object(k.nested_team(&name));
                    inside(p, out);
                } else {
                    let mut body = Block::default();
                    inside(p, &mut body);
                    k.first_threads(out, parallel.team, &team, &number, body);
                }
            });
        });
        if let TeamSize::Constant(_) = parallel.team {
            accesses::of_region(self, out, place, id);
        }
        if parallel.join_barrier {
            match nested {
                true => self.barrier(out),
                false => out.order_behind(),
            }
        }
    }

    /// The number of threads that a region asks for; none where it is known. What must stand before is added to
    /// `out`.
    fn region_size(&self, p: &mut Printer, out: &mut Block, team: TeamSize) -> String {
        let (threads, condition) = match team {
            TeamSize::All => unreachable!("all threads are no part"),
            TeamSize::One | TeamSize::Constant(_) => return String::new(),
            TeamSize::Asked { threads, condition } => (threads, condition),
        };
        let alone = |e: ExprId| self.plan.sequential.is_guarded_expr(e);
        let most = "romp::threads()";
        let all = |n: &str| format!("romp::region_size({n}, {most})");
        let truth = |p: &mut Printer, c: ExprId, out: &mut Block| match alone(c) {
            true => sequential::condition(self, p, out, c),
            false => p.truth_text(c),
        };
        match (threads, condition) {
            (None, None) => most.into(),
            (Some(n), None) => all(&sequential::condition(self, p, out, n)),
            (None, Some(c)) => {
                let c = truth(p, c, out);
                format!("{c} ? {most} : 1")
            }
            // Both values would have one place.
            (Some(n), Some(c)) if alone(n) && alone(c) => {
                let both = format!("{} ? {} : 1", p.truth_text(c), p.expr(n));
                all(&sequential::by_thread_0(self, out, n, &both))
            }
            (Some(n), Some(c)) => {
                let n = sequential::condition(self, p, out, n);
                let c = truth(p, c, out);
                format!("{c} ? {} : 1", all(&n))
            }
        }
    }

    /// Has the first threads of the block execute code that is built already.
    pub fn first_threads(
        &self,
        out: &mut Block,
        size: TeamSize,
        team: &Team,
        threads: &str,
        body: Block,
    ) {
        let name = team.object();
        let needs = passes::needs(&body);
        match size {
            TeamSize::Constant(n) => out.object(Object::new(Class::TeamOf, name).of(n)),
            // Its barriers depend on the number: the code is printed for each kind of barrier. Variables that it
            // declares in shared memory would then exist twice.
            _ if needs.partial_barrier && !needs.shared_memory => {
                let call = Call::plain(DeviceFn::ByFirstThreads, threads);
                let head = format!("[&](auto {name})");
                return out.call_with(call, head, |out| out.append(body));
            }
            _ => out.object(Object::new(Class::FirstThreads, name).braced([threads])),
        }
        out.if_then(format!("{name}.has_me()"), |out| out.append(body));
    }

    /// The declaration of a team of the encountering thread alone, within the current team.
    fn nested_team(&self, name: &str) -> Object {
        let outer = self.team();
        let class = match outer.argument() {
            None => "romp::block_team".into(),
            Some(outer) => format!("decltype({outer})"),
        };
        let object = Object::new(Class::NestedTeam, name).of(class);
        object.braced([""; 0]).on(outer)
    }

    /// Builds with `f` code of a parallel region of that team.
    pub fn as_team<R>(
        &self,
        p: &mut Printer,
        team: Team,
        f: impl FnOnce(&Kernel, &mut Printer) -> R,
    ) -> R {
        let change = |context: &mut Context| {
            context.team = team;
            context.level = Level::Parallel;
        };
        self.within(p, change, f)
    }

    /// Whether loops of the current team count each thread's iterations.
    pub fn counts_turns(&self) -> bool {
        self.team() == Team::Block && self.counts_turns
    }

    /// Builds with `f` in a parallel region.
    pub fn in_parallel<R>(&self, p: &mut Printer, f: impl FnOnce(&Kernel, &mut Printer) -> R) -> R {
        self.within(p, |context| context.level = Level::Parallel, f)
    }

    /// Builds with `f` in the iterations of a loop: where threads of a team execute them, in a parallel region.
    pub fn in_iterations<R>(
        &self,
        p: &mut Printer,
        spread: Spread,
        f: impl FnOnce(&Kernel, &mut Printer) -> R,
    ) -> R {
        match spread {
            Spread::League | Spread::Team => self.in_parallel(p, f),
            _ => f(self, p),
        }
    }

    /// A call of one of the device header's functions by the current team (`romp/teams.cuh`).
    pub fn on_team(&self, function: DeviceFn, arguments: &str) -> Call {
        Call::new(function, &self.team(), arguments)
    }

    /// In text for checks: a directive with the line of a construct, for a call on its behalf.
    pub fn line_for_checks(&self, construct: &Construct) -> Option<String> {
        match self.text.is_checked() {
            true => self.text.line_directive(construct.pragma),
            false => None,
        }
    }

    /// In text for checks, before a worksharing construct: the thread says that it encounters the construct.
    pub fn encounter(&self, out: &mut Block, construct: &Construct, lowering: &Lowering) {
        let directive = &construct.directive;
        let shares_work = |leaf: &Leaf| match leaf {
            // A loop that binds to a thread is all that thread's (5.2, 11.7).
            Leaf::Loop => lowering.steps.iter().any(Step::is_shared_loop),
            leaf => leaf.is_worksharing(),
        };
        let several = self.is_parallel() || self.plan.mode == Mode::Function;
        if !self.text.is_checked()
            || !several
            || !self.context.lanes.is_empty()
            // All threads of the region that it makes encounter it.
            || directive.has(Leaf::Parallel)
            || directive.has(Leaf::Teams)
            || !directive.leaves().iter().any(shares_work)
        {
            return;
        }
        let call = self.on_team(DeviceFn::EncounterWorksharing, "");
        let line = self.line_for_checks(construct);
        line.iter().for_each(|line| out.user(line));
        out.call(call);
        line.iter().for_each(|line| out.user(line));
    }

    /// Adds a barrier of the current team's threads.
    pub fn barrier(&self, out: &mut Block) {
        if self.defers_tasks() {
            return out.call(self.on_team(DeviceFn::TaskBarrier, ""));
        }
        match self.region_end() {
            Some(end) => {
                let leaves = self.on_team(DeviceFn::CancellableBarrier, "");
                let leave = |out: &mut Block| out.jump(Jump::To(end));
                out.if_styled(leaves, Style::OneLine, leave);
            }
            None => out.barrier(self.team()),
        }
    }

    /// Whether the encountering thread is the first of its team.
    pub fn is_first_thread(&self) -> Value {
        Value::is_first(self.team())
    }

    /// Whether the encountering thread has this number in its team.
    pub fn is_thread(&self, number: impl Into<Expr>) -> Value {
        Value::IsThread {
            team: self.team(),
            number: number.into(),
            signed: false,
        }
    }

    /// Whether the encountering thread has this number in its team, which may be negative.
    pub fn is_thread_of_signed(&self, number: impl Into<Expr>) -> Value {
        Value::IsThread {
            team: self.team(),
            number: number.into(),
            signed: true,
        }
    }
}
