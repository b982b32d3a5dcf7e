//! Loops with `scan`: the plan of the loop gets its phases instead of a reduction around it.

use super::{Level, Planner};
use crate::analyze::scans::Phases;
use crate::ir::*;
use crate::plan::reduction::Reduction;
use crate::plan::{Spread, Step, scan};

impl Planner<'_> {
    pub(super) fn scans(
        &mut self,
        construct: &Construct,
        steps: &mut [Step],
        phases: Phases,
        reduction: Reduction,
        level: Level,
    ) {
        let Some(one) = steps.iter_mut().find_map(|step| match step {
            Step::Loop(one) => Some(one),
            _ => None,
        }) else {
            unreachable!("a construct with phases is a loop");
        };
        match scan::plan(self.program, construct, phases, reduction, one) {
            Ok(scan) => {
                if one.spread == Spread::League {
                    self.scratch = scan::bytes_a_team(&scan);
                    self.scan_of_league = true;
                    self.notes.push(
                        "one scan over all teams: each tile looks back for what came before it"
                            .into(),
                    );
                }
                one.scan = Some(scan);
            }
            Err(errors) => self.errors.extend(errors),
        }
        self.barriers |= one.spread != Spread::Thread;
        if one.spread == Spread::Thread && !level.parallel {
            self.scan_alone = self.scan_alone.or(Some(construct.pragma));
        }
    }
}
