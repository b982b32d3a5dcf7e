//! Adjacent parallel regions (`plan/mode/fuse.rs`), once the mode is known.
//!
//! In fork-join mode one fork runs all regions of a sequence. Where all threads run the region there is no fork, and
//! fused regions save barriers. The notes say either.

use crate::ir::*;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::note::Note;
use crate::plan::decisions::sequential::Fused;
use crate::plan::decisions::steps::{Parallel, Step};
use crate::plan::mode::fuse::{self, Input};
use crate::plan::planner::Planner;
use crate::source::Span;

impl Planner<'_> {
    pub(in crate::plan) fn adjacent(
        &self,
        body: StmtId,
        owned: &[VarId],
        by_value: &dyn Fn(VarId) -> bool,
    ) -> Fused {
        fuse::plan(&Input {
            facts: self.facts,
            body,
            owned,
            forks: &|id| self.forks(id),
            lowering: &|id| self.lowerings.get(&id),
            by_value,
        })
    }

    /// Removes the barriers between regions that need none, and notes what was fused.
    pub(in crate::plan) fn spare_barriers(&mut self, mode: Mode) {
        if mode == Mode::SingleThread {
            return;
        }
        let fused = std::mem::take(&mut self.fused);
        let pragma = |id: ConstructId| self.program.constructs[id].pragma;
        if mode == Mode::ForkJoin {
            for run in &fused.runs {
                let others: Vec<Span> = run.parts[1..].iter().map(|&id| pragma(id)).collect();
                let text = "one fork for this parallel region and those of";
                self.reasons.push(
                    Note::new(pragma(run.parts[0]), text)
                        .also(others)
                        .help("`--no-merge-regions` forks them one by one"),
                );
            }
        }
        for (first, then, _) in fused.unbarred() {
            self.reasons.push(
                Note::new(
                    pragma(then),
                    "no thread of this parallel region waits for those of",
                )
                .also([pragma(first)])
                .help("`--no-merge-regions` puts a barrier between them"),
            );
        }
        if mode != Mode::ForkJoin {
            for (first, then, adjoins) in fused.unbarred() {
                self.parallel(first, |one| one.join_barrier = false);
                // Code in between may read what the second region writes.
                if adjoins {
                    self.parallel(then, |one| one.fork_barrier = false);
                }
            }
        }
        self.fused = fused;
    }

    fn parallel(&mut self, id: ConstructId, change: impl Fn(&mut Parallel)) {
        let lowering = self.lowerings.get_mut(&id);
        for step in lowering.into_iter().flat_map(|one| &mut one.steps) {
            if let Step::Parallel(one) = step {
                change(one);
            }
        }
    }
}
