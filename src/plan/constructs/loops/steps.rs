//! Constructs that are loops, alone or combined with a parallel construct: to which threads their iterations go.

use crate::diag::Diagnostic;
use crate::ir::*;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::steps::Step;
use crate::plan::planner::{Context, Planner, ordered};

type Found = Result<Vec<Step>, Box<Diagnostic>>;

impl Planner<'_> {
    /// The steps of `distribute` without `parallel`.
    pub(in crate::plan) fn distribute(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let spread = if self.spreads_distribute(construct) {
            Spread::League
        } else {
            Spread::Teams
        };
        if spread == Spread::League {
            self.notes.push(
                "each thread stands for a team: the loop cannot observe the difference".into(),
            );
        }
        let one = self.loop_plan(construct, spread, private)?;
        // Which team executes an iteration is open, so that none may wait for another, unless the number of teams is
        // given.
        let in_loop = self.num_teams_given;
        let inside = Context {
            parallel: spread == Spread::League || context.function,
            in_loop,
            tail: true,
            alone: spread == Spread::League,
            ordered: false,
            function: context.function,
        };
        self.body(Some(one.nest.body), inside);
        Ok(self.joined(one, context))
    }

    /// The steps of `distribute parallel for`: the iterations go to all threads of the league.
    pub(in crate::plan) fn distribute_parallel_for(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let inside = context.forked(construct);
        self.parallels.push(id);
        let one = self.loop_plan(construct, Spread::League, private)?;
        self.body(Some(one.nest.body), inside);
        Ok(self.joined(one, context))
    }

    /// The steps of `parallel for` or `parallel loop`: the iterations go to the threads of a team, or of several
    /// teams where the program cannot observe it.
    pub(in crate::plan) fn parallel_for(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let inside = context.forked(construct);
        self.parallels.push(id);
        let whole_gpu =
            self.shape.one_team && !context.in_loop && self.may_use_whole_gpu(construct);
        if whole_gpu {
            self.notes.push(
                "spread over several blocks: the loop cannot observe which threads are one team"
                    .into(),
            );
            self.shape.one_team = false;
            let one = self.loop_plan(construct, Spread::League, private)?;
            self.body(Some(one.nest.body), inside);
            return Ok(vec![Step::Loop(one)]);
        }
        let one = self.loop_plan(construct, Spread::Team, private)?;
        self.body(Some(one.nest.body), inside);
        let mut fork = self.fork(vec![], context);
        fork.work_queues = one.uses_work_queue();
        Ok(vec![Step::Parallel(fork), Step::Loop(one)])
    }

    /// The steps of `for`: the iterations go to the threads of the team around it.
    pub(in crate::plan) fn worksharing_loop(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let spread = if context.parallel {
            Spread::Team
        } else {
            Spread::Thread
        };
        let mut one = self.loop_plan(construct, spread, private)?;
        if context.waits_at_end(construct) {
            one.wait_at_end();
        }
        let inside = Context {
            ordered: spread == Spread::Team && ordered(construct),
            ..context.alone()
        };
        self.body(Some(one.nest.body), inside);
        self.barriers |= one.barrier;
        Ok(vec![Step::Loop(one)])
    }

    /// The steps of `loop`, which binds to what its clause or the constructs around it say.
    pub(in crate::plan) fn loop_construct(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let spread = self
            .loop_spread(construct, context)
            .unwrap_or(Spread::Thread);
        let spread = match spread {
            Spread::Team if !context.parallel || context.alone => Spread::Thread,
            // Which threads execute a function is not known: as for `distribute`, each team gives its iterations to the
            // thread that encounters the loop.
            Spread::League | Spread::Teams if context.function => Spread::Teams,
            Spread::League | Spread::Teams if context.parallel => Spread::Thread,
            other => other,
        };
        if spread == Spread::League && !context.function {
            self.parallels.push(id);
        }
        let mut one = self.loop_plan(construct, spread, private)?;
        if spread == Spread::Team && !context.tail {
            one.wait_at_end();
        }
        let parallel = context.parallel || matches!(spread, Spread::League | Spread::Team);
        let of_teams_in_function = spread == Spread::Teams && context.function;
        self.body(
            Some(one.nest.body),
            Context {
                parallel,
                in_loop: of_teams_in_function,
                alone: parallel && !of_teams_in_function,
                ordered: false,
                ..context
            },
        );
        self.barriers |= one.barrier;
        Ok(self.joined(one, context))
    }

    /// The steps of a loop, with the barrier of its team at the end of a loop of the league: a single team may go on
    /// with what other threads of it have written.
    fn joined(&self, one: LoopPlan, context: Context) -> Vec<Step> {
        let follows = !context.tail || context.in_loop;
        if one.spread == Spread::League && follows && !context.function && !context.parallel {
            return vec![Step::Parallel(self.fork(vec![], context)), Step::Loop(one)];
        }
        vec![Step::Loop(one)]
    }
}
