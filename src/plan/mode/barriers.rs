//! The barriers that stand where a parallel region begins and ends.
//!
//! From the plan of the sequential part, once the mode is known. The barrier at the end of a worksharing construct is
//! decided with the construct (`planner::Context::waits_at_end`); barriers that order nothing which others do not order
//! are removed from device code (`device/passes/order.rs`, from what `mode/accesses.rs` says of statements). Must not know how barriers are printed.

use crate::plan::constructs::reductions;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::sequential::Sequential;
use crate::plan::decisions::steps::{Parallel, Step, TeamSize};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Adds the barriers of forks and joins: a fork waits for sequential reads before it; a join waits where
    /// something follows, or where the team's next iteration would write what slower threads still read.
    pub(in crate::plan) fn place_barriers(&mut self, sequential: &Sequential, mode: Mode) {
        let shared = !sequential.shared.is_empty() || sequential.guarded.is_some();
        for lowering in self.lowerings.values_mut() {
            // A loop that forks by itself waits as a parallel region does.
            let forks = |step: &Step| matches!(step, Step::Parallel(_));
            let league =
                |step: &Step| matches!(step, Step::Loop(one) if one.spread == Spread::League);
            if (shared || sequential.reads)
                && lowering.steps.iter().any(league)
                && !lowering.steps.iter().any(forks)
            {
                let parallel = Parallel::of(TeamSize::All);
                lowering.steps.insert(0, Step::Parallel(parallel));
            }
            for step in &mut lowering.steps {
                if let Step::Parallel(parallel) = step
                    && parallel.team != TeamSize::One
                {
                    parallel.fork_barrier = sequential.reads;
                    parallel.join_barrier |= shared || sequential.reads;
                    self.barriers |= parallel.join_barrier || parallel.fork_barrier;
                }
            }
            match mode {
                Mode::ForkJoin => reductions::join_with_master(&mut lowering.steps),
                _ => reductions::join_once(&mut lowering.steps),
            }
        }
        if mode != Mode::ForkJoin {
            self.latch_sizes(sequential);
        }
    }
}
