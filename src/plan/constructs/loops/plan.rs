//! The plan of one loop nest: which threads execute which iterations, and what each thread has a copy of.

use super::{linear, non_rectangular};
use crate::analyze::orphaned_order;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::plan::constructs::worksharing::one_ordered_region;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::planner::{Planner, ordered};

impl Planner<'_> {
    /// The plan of a construct's loops, whose iterations go to threads that the caller has chosen. No thread
    /// waits at the end.
    pub(in crate::plan) fn loop_plan(
        &mut self,
        construct: &Construct,
        spread: Spread,
        mut private: Vec<(VarId, Private)>,
    ) -> Result<LoopPlan, Box<Diagnostic>> {
        let program = self.program;
        let nest = self.facts.nest(construct)?.clone();
        let linear = linear::of(self.facts, construct, &nest, &mut private, spread)?;
        non_rectangular::tiles(program, construct, &nest)?;
        if spread != Spread::Thread {
            non_rectangular::check(program, construct, &nest, &private)?;
            self.last_of_simd(construct, &mut private);
        } else {
            self.loop_copies(construct, &mut private);
        }
        let conditional = self.conditional(construct, nest.body, spread, &mut private)?;
        let order = self.order(construct, spread);
        let across = self.across(construct, spread)?;
        self.barriers |= across.is_some();
        // All threads must have copied an original before one changes it.
        let copies_both = private
            .iter()
            .any(|(_, how)| *how == Private::FirstLastprivate);
        self.barriers |= copies_both && spread == Spread::Team;
        match spread {
            Spread::League => self.league_loops.push(nest.clone()),
            Spread::Teams => self.team_loops.push(nest.clone()),
            _ => {}
        }
        if ordered(construct) {
            one_ordered_region(program, construct, nest.body)?;
        }
        let records_order = matches!(spread, Spread::Team | Spread::Thread)
            && ordered(construct)
            && orphaned_order::may_be_called(self.facts, nest.body);
        let plan = LoopPlan {
            nest,
            spread,
            order,
            private,
            barrier: false,
            conditional,
            linear,
            ordered: spread == Spread::Team && ordered(construct),
            records_order,
            scan: None,
            keeps_run_schedule: false,
            unrolled: None,
            across,
            lanes: None,
        };
        if plan.uses_work_queue() {
            self.queued_loops += 1;
            self.barriers = true;
        }
        Ok(plan)
    }
}
