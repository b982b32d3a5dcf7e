//! What the printer of C asks of a kernel.

use super::Kernel;
use crate::device::{Block, DeviceFn, Team};
use crate::emit::cuda::{CountedLoop, Hooks, Printer, Written};
use crate::emit::{conditional, fork_join, loops, routines, run_schedule, synchronise, tasks};
use crate::ir::atomics::Atomic;
use crate::ir::*;
use crate::library::openmp;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::shared::Member;

impl Hooks for Kernel<'_> {
    fn written(&self) -> &dyn Written {
        self.text
    }

    fn var(&self, var: VarId) -> Option<String> {
        if let Some(name) = self.renamed(var) {
            return Some(name);
        }
        if let Some(member) = self.shared.of(Member::Var(var)) {
            return Some(member.to_string());
        }
        if self.is_array_by_value(var) {
            return Some(format!("{}.of", self.names.var(var)));
        }
        // A variable of the kernel hides the file's variable of that name.
        let hides = !self.program.vars[var].storage.is_local()
            && matches!(self.plan.storage_of(var), Some(storage) if *storage != Storage::Symbol);
        hides.then(|| self.names.var(var).to_string())
    }

    fn is_shared_address(&self, location: ExprId) -> bool {
        self.location_is_shared_address(location)
    }

    fn assigned(&self, var: VarId) -> Option<String> {
        conditional::assigned(self, var)
    }

    fn array_class(&self, var: VarId) -> &'static str {
        match (self.shared.of(Member::Var(var)), self.plan.mode) {
            (None, _) => "romp::thread_array",
            (Some(_), Mode::Function) => "romp::frame_array",
            (Some(_), _) => "romp::team_array",
        }
    }

    fn construct(&self, p: &mut Printer, out: &mut Block, construct: ConstructId) {
        p.line_of(out, p.program.constructs[construct].pragma);
        let Some(lowering) = self.plan.lowering(construct) else {
            // In statement expressions stand only those about which nothing is to be decided.
            return synchronise::print(p, out, construct);
        };
        if !self.for_lanes(p, out, construct, lowering) {
            loops::in_sequence(self, out, construct, |out| {
                self.steps(p, out, construct, lowering, 0);
            });
        }
    }

    fn omp_routine(&self, name: &str, args: &str) -> String {
        if let Some(own) = self.own_max_threads(name, args) {
            return own;
        }
        if let Some(call) = run_schedule::routine(self, name, args) {
            return call;
        }
        if name == openmp::IN_FINAL && self.defers_tasks() {
            return self.on_team(DeviceFn::InFinal, "").to_string();
        }
        let most = fork_join::team_size(self);
        match (self.is_parallel(), self.team().argument()) {
            _ if self.called() => routines::spelling("orphaned", name, args),
            // The value is that of the sequential part, which may have set it.
            _ if self.plan.state && name == openmp::GET_MAX_THREADS => {
                routines::spelling("orphaned", name, args)
            }
            _ if self.plan.state
                && name == openmp::SET_NUM_THREADS
                && self.plan.mode == Mode::SingleThread =>
            {
                routines::spelling("orphaned", name, args)
            }
            (true, None) => routines::spelling("parallel", name, args),
            (true, Some(team)) => routines::in_region(name, args, team, &most),
            (false, _) if self.plan.mode != Mode::ForkJoin => {
                routines::spelling("sequential", name, args)
            }
            (false, _) if self.plan.state => routines::spelling("orphaned", name, args),
            (false, _) => routines::in_master(name, args, &most),
        }
    }

    fn task_variable(&self, var: VarId) -> Option<Team> {
        tasks::task_shared(self, var)
    }

    fn literal_place(&self, literal: ExprId) -> Option<String> {
        let member = self.shared.of(Member::Literal(literal));
        member.map(String::from)
    }

    fn before(&self, stmt: StmtId) -> Option<String> {
        self.lanes_converge(stmt)
    }

    fn begins(&self, body: StmtId) -> Option<String> {
        let (_, name) = self
            .context
            .concurrent
            .iter()
            .rfind(|(of, _)| *of == body)?;
        Some(format!("{name}.next();"))
    }

    fn counted(&self, p: &mut Printer, body: StmtId) -> Option<CountedLoop> {
        let one = self.plan.counted.get(&body)?;
        Some(loops::counted(self, p, one))
    }

    fn guard(&self, stmt: StmtId) -> Option<String> {
        self.first_lane(stmt)
    }

    fn update(&self, stmt: StmtId) -> Option<Atomic> {
        let update = self.context.updates.iter().find(|(one, _)| *one == stmt);
        update.map(|(_, atomic)| atomic.clone())
    }
}
