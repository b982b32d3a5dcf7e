//! Parallel regions that are not loops: `parallel`, and worksharing constructs and tasks combined with it.

use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::steps::{Parallel, Step, TeamSize};
use crate::plan::planner::{Context, Planner};

type Found = Result<Vec<Step>, Box<Diagnostic>>;

impl<'a> Planner<'a> {
    /// The steps of `parallel`.
    pub(in crate::plan) fn parallel_region(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let inside = context.forked(construct);
        self.parallels.push(id);
        let before = self.queued_loops;
        self.body(
            construct.body,
            Context {
                tail: true,
                ..inside
            },
        );
        let mut fork = self.fork(private, context);
        fork.work_queues = self.queued_loops > before || self.calls_queued_loops(construct);
        self.barriers |= fork.work_queues;
        Ok(vec![Step::Parallel(fork)])
    }

    /// The steps of `parallel masked taskloop`.
    pub(in crate::plan) fn parallel_taskloop(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let inside = context.forked(construct);
        let is_nested = context.parallel && !context.function;
        let fork = if is_nested {
            self.nested.push(id);
            nested(vec![])
        } else {
            self.parallels.push(id);
            self.fork(vec![], context)
        };
        let mut steps = vec![Step::Parallel(fork)];
        steps.extend(self.masked_taskloop(construct, private, inside)?);
        Ok(steps)
    }

    /// The steps of `parallel sections` and `parallel masked`.
    pub(in crate::plan) fn parallel_worksharing(
        &mut self,
        id: ConstructId,
        private: Vec<(VarId, Private)>,
        context: Context,
        leaf: Leaf,
    ) -> Found {
        let construct = &self.program.constructs[id];
        let inside = context.forked(construct);
        let is_nested = context.parallel && !context.function;
        if is_nested {
            self.nested.push(id);
        } else {
            self.parallels.push(id);
        }
        let (forked, shared) = match leaf {
            Leaf::Sections => (vec![], private),
            _ => (private, vec![]),
        };
        let inside_context = Context {
            tail: true,
            alone: false,
            ordered: false,
            ..inside
        };
        let fork = if is_nested {
            nested(forked)
        } else {
            self.fork(forked, context)
        };
        let mut steps = vec![Step::Parallel(fork)];
        steps.extend(self.worksharing(construct, leaf, shared, inside_context)?);
        Ok(steps)
    }

    /// A region whose threads the launch or a master provides.
    pub(in crate::plan) fn fork(
        &self,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Parallel {
        Parallel {
            private,
            team: TeamSize::All,
            fork_barrier: false,
            join_barrier: !context.tail || context.in_loop,
            work_queues: false,
            keeps_run_schedule: false,
            size_latched: false,
            latched: vec![],
        }
    }
}

/// A region nested in another one: the encountering thread executes it alone.
pub fn nested(private: Vec<(VarId, Private)>) -> Parallel {
    Parallel {
        private,
        team: TeamSize::One,
        fork_barrier: false,
        join_barrier: false,
        work_queues: false,
        keeps_run_schedule: false,
        size_latched: false,
        latched: vec![],
    }
}
