//! The choice of a region's mode: whether the code outside of its forks is executed as SPMD, under guards, or by a
//! master.
//!
//! From the plans of `mode::sequential` and `mode::fork_join`; where both are possible, `mode::cost` compares them.
//! `mode::reasons` says why not another one was chosen.

use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::constructs::lower;
use crate::plan::constructs::reductions::is_part;
use crate::plan::decisions::kernel::{Mode, Run};
use crate::plan::decisions::launch::Threads;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::reductions::{Combine, Extent, Item, Over, Reduction};
use crate::plan::decisions::sequential::{ForkJoin, Forks, Sequential};
use crate::plan::decisions::steps::{Lowering, Step, TeamSize};
use crate::plan::launch::{shape, team_sizes};
use crate::plan::mapping::arguments;
use crate::plan::mode::reasons::not_guarded;
use crate::plan::mode::{fork_join, sequential};
use crate::plan::options::{Options, SequentialMode};
use crate::plan::planner::Planner;

/// The most bytes of arrays that a construct reduces so that every thread gets them.
const MOST_FOR_ALL: u64 = 64;

/// Whether the launch passes a variable's value to every thread.
fn by_value(args: &arguments::Data, var: VarId) -> bool {
    args.storage.get(&var) == Some(&crate::plan::decisions::launch::Storage::Value)
}

impl Planner<'_> {
    /// Chooses the mode of the region, and plans the code outside of forks accordingly.
    pub(in crate::plan) fn run(
        &mut self,
        id: ConstructId,
        threads: Threads,
        args: &arguments::Data,
        options: Options,
    ) -> Result<Run, Vec<Diagnostic>> {
        if threads == Threads::One {
            return Ok((Mode::SingleThread, Default::default(), Default::default()));
        }
        if self.forks(id) == Forks::Yes {
            return Ok((Mode::Spmd, Default::default(), Default::default()));
        }
        let owned = self.owned(id);
        let guarded = self.guarded(id, &owned);
        let Some(body) = self.program.constructs[id].body else {
            return guarded.map(|plan| (Mode::Spmd, plan, Default::default()));
        };
        if !options.separate_regions {
            self.fused = self.adjacent(body, &owned, &|var| by_value(args, var));
        }
        let forked = self.forked(body, &owned, args);
        // Functions that ask for their team in the sequential part must find a team of one thread.
        let asked = forked.needs.any() || self.sized && self.needs.any();
        let only_forked = match asked {
            true => Some(self.called_asks(body)),
            false => self.only_forked(body, &forked),
        };
        if let Some(note) = only_forked {
            self.reasons.push(note);
            return Ok((Mode::ForkJoin, Default::default(), forked));
        }
        let guarded = match guarded {
            Ok(plan) => plan,
            Err(errors) => {
                self.reasons.extend(errors.first().map(not_guarded));
                return Ok((Mode::ForkJoin, Default::default(), forked));
            }
        };
        let Some(guard) = guarded.guarded else {
            return Ok((Mode::Spmd, guarded, Default::default()));
        };
        let note = self.not_plain(&guard);
        self.reasons.push(note);
        let costs = self.costs(body, &guarded, &forked);
        let fits = self.shape.block <= team_sizes::MOST_WORKERS;
        let cheaper = costs.fork_join < costs.guarded && fits;
        let fork_join = match options.sequential {
            SequentialMode::Auto => cheaper,
            SequentialMode::Guarded => false,
            SequentialMode::ForkJoin => true,
        };
        let asked = match fork_join == cheaper {
            true => "",
            false => "; chosen by `--sequential`",
        };
        self.notes.push(format!(
            "cycles for each team that forks cost: guarded {}, fork-join {}{asked}",
            costs.guarded, costs.fork_join
        ));
        if fork_join {
            return Ok((Mode::ForkJoin, Default::default(), forked));
        }
        if options.sequential == SequentialMode::Auto && costs.fork_join < costs.guarded {
            let note = self.not_fork_join(id);
            self.reasons.push(note);
        }
        Ok((Mode::GuardedSpmd, guarded, Default::default()))
    }

    /// Whether functions that the sequential part calls may fork. Functions that regions call do not: each thread
    /// executes their regions alone.
    pub(in crate::plan) fn sequential_forks(&self, id: ConstructId) -> bool {
        let body = self.program.constructs[id].body;
        let Some(body) = body.filter(|_| self.needs.forks) else {
            return false;
        };
        if self.forks(id) == Forks::Yes {
            return false;
        }
        let input = fork_join::Input {
            body,
            owned: &[],
            forks: &|id| self.forks(id),
            launch_constant: &|_| false,
            facts: self.facts,
            fused: &self.fused,
        };
        fork_join::sequential_needs(&input).forks
    }

    pub(in crate::plan) fn forked(
        &self,
        body: StmtId,
        owned: &[VarId],
        args: &arguments::Data,
    ) -> ForkJoin {
        let constant = |var: VarId| by_value(args, var);
        fork_join::plan(&fork_join::Input {
            body,
            owned,
            forks: &|id| self.forks(id),
            launch_constant: &constant,
            facts: self.facts,
            fused: &self.fused,
        })
    }

    pub(in crate::plan) fn guarded(
        &self,
        id: ConstructId,
        owned: &[VarId],
    ) -> Result<Sequential, Vec<Diagnostic>> {
        let asked = |id: ConstructId| -> Vec<ExprId> {
            if !self.sized {
                return vec![];
            }
            let construct = &self.program.constructs[id];
            let size = construct.num_threads().into_iter();
            size.chain(construct.parallel_if()).collect()
        };
        let forks = |id: ConstructId| -> Forks { self.forks(id) };
        let reduces = |id: ConstructId| self.reduced_by_all(id);
        sequential::plan(self.facts, id, owned, &forks, &asked, &reduces)
    }

    /// The scalars, and the short arrays as a whole, that all threads of the block reduce in a parallel construct, if it
    /// reduces nothing else.
    pub(in crate::plan) fn reduced_by_all(&self, id: ConstructId) -> Vec<VarId> {
        let steps = self.lowerings.get(&id).map_or(&[][..], |l| &l.steps);
        let modified = |clause: &Clause| matches!(&clause.kind, ClauseKind::Reduction { modifier, .. } if modifier.is_some());
        let construct = &self.program.constructs[id];
        if shape::asks_for_size(construct) || construct.clauses.iter().any(modified) {
            return vec![];
        }
        let by_all = steps
            .iter()
            .any(|step| matches!(step, Step::Parallel(one) if one.team == TeamSize::All));
        let reduction = steps.iter().find_map(|step| match step {
            Step::Reduce(one) if one.over == Over::Team => Some(one),
            _ => None,
        });
        let program = self.program;
        let plain = |item: &Item| {
            !item.is_long()
                && !is_part(program, item)
                && matches!(item.combine, Combine::Operator(_))
                && program.vars[item.var].storage.is_local()
        };
        // Arrays are in registers of every thread then, if they are short.
        let is_array = |item: &&Item| item.extent != Extent::Whole;
        let short = |one: &Reduction| {
            let arrays = one.items.iter().filter(is_array);
            arrays.map(|item| item.bytes(program)).sum::<u64>() <= MOST_FOR_ALL
        };
        match reduction {
            Some(one) if by_all && one.items.iter().all(plain) && short(one) => {
                one.items.iter().map(|item| item.var).collect()
            }
            _ => vec![],
        }
    }

    /// The variables that constructs of the sequential part privatise.
    pub(in crate::plan) fn owned(&self, id: ConstructId) -> Vec<VarId> {
        let program = self.program;
        let construct = &program.constructs[id];
        let mut owned: Vec<VarId> = vec![];
        let mut collect = |id: ConstructId| {
            if self.forks(id) != Forks::Yes {
                owned.extend(
                    self.facts
                        .privatised(&program.constructs[id])
                        .into_iter()
                        .filter(|(var, how)| {
                            !lower::launch_copy(program, &program.constructs[id], *var, *how)
                                && !self.teams_update(id, *var)
                        })
                        .map(|(var, _)| var),
                );
            }
        };
        collect(id);
        if let Some(body) = construct.body {
            owned.extend(self.private_copies(body));
        }
        owned
    }

    /// A construct in the sequential part with a private copy of a variable that sequential code changes: the guarded
    /// plan has one place for each variable.
    pub(in crate::plan) fn copy_beside_original(&self, body: StmtId) -> Option<ConstructId> {
        let outside = self.facts.uses(body);
        let plain = |how| matches!(how, Private::Private | Private::Firstprivate);
        self.sequential_constructs(body).into_iter().find(|id| {
            self.copies_of(*id)
                .iter()
                .any(|(var, how)| plain(*how) && outside.get(*var).maybe_written())
        })
    }

    /// The variables that constructs in the statement privatise, outside of parallel regions.
    pub(in crate::plan) fn private_copies(&self, body: StmtId) -> Vec<VarId> {
        let program = self.program;
        let mut copies = vec![];
        for id in self.sequential_constructs(body) {
            let construct = &program.constructs[id];
            let private = self.copies_of(id);
            copies.extend(
                private
                    .into_iter()
                    .filter(|(var, how)| {
                        !lower::launch_copy(program, construct, *var, *how)
                            && !self.teams_update(id, *var)
                    })
                    .map(|(var, _)| var),
            );
        }
        copies
    }

    /// Whether a construct reduces the variable over teams without copies of threads: its elements are updated for all
    /// teams together, once for each update of the program.
    fn teams_update(&self, id: ConstructId, var: VarId) -> bool {
        let steps = self.lowerings.get(&id).map_or(&[][..], |l| &l.steps);
        steps.iter().any(|step| match step {
            Step::Reduce(one) if one.over.crosses_teams() => {
                let mut items = one.items.iter();
                items.any(|item| item.var == var && matches!(item.extent, Extent::Long(_)))
            }
            _ => false,
        })
    }

    /// The constructs in the statement, without those inside of constructs that fork.
    pub(in crate::plan) fn sequential_constructs(&self, stmt: StmtId) -> Vec<ConstructId> {
        let program = self.program;
        let mut found = vec![];
        let mut open = vec![stmt];
        while let Some(id) = open.pop() {
            let node = program.stmt(id);
            match node.kind {
                StmtKind::Omp(inner) if self.forks(inner) == Forks::Yes => {}
                StmtKind::Omp(inner) => {
                    found.push(inner);
                    open.extend(program.constructs[inner].body);
                }
                _ => program.each_child(node, &mut |child| open.push(child)),
            }
        }
        found.sort();
        found
    }

    /// The variables that a construct privatises; for a task those that it really copies.
    pub(in crate::plan) fn copies_of(&self, id: ConstructId) -> Vec<(VarId, Private)> {
        match self.task_copies(id) {
            Some(copies) => copies.to_vec(),
            None => self.facts.privatised(&self.program.constructs[id]),
        }
    }

    /// The copies that a task really has.
    pub(in crate::plan) fn task_copies(&self, id: ConstructId) -> Option<&[(VarId, Private)]> {
        let lowering = self.lowerings.get(&id)?;
        lowering.steps.iter().find_map(|step| match step {
            Step::Task(task) => Some(task.copies.as_slice()),
            _ => None,
        })
    }

    pub(in crate::plan) fn forks(&self, id: ConstructId) -> Forks {
        let lowering = self.lowerings.get(&id);
        if !self.function {
            return forks(lowering);
        }
        let mut steps = lowering.iter().flat_map(|lowering| &lowering.steps);
        match steps.any(|step| matches!(step, Step::Parallel(_))) {
            true => Forks::Yes,
            false => Forks::No,
        }
    }
}

/// What a construct of a kernel means for the threads that encounter it.
pub(super) fn forks(lowering: Option<&Lowering>) -> Forks {
    for step in lowering.iter().flat_map(|lowering| &lowering.steps) {
        match step {
            Step::Parallel(_) => return Forks::Yes,
            Step::Loop(one) => match one.spread {
                Spread::League | Spread::Team => return Forks::Yes,
                Spread::Teams => return Forks::Distributed,
                Spread::Lanes | Spread::Thread => {}
            },
            _ => {}
        }
    }
    Forks::No
}
