//! Which regions of a kernel that stores run-sched-var (`analyze/run_schedule.rs`) give each of their threads one
//! (OpenMP 5.2, 2.5). Which schedule a loop has is decided in `constructs/spread.rs`.

use crate::analyze::facts::Facts;
use crate::analyze::run_schedule;
use crate::ir::ConstructId;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Lowering, Step};
use std::collections::BTreeMap;

/// Marks the regions whose code reads or changes the ICV.
pub(in crate::plan) fn of_regions(facts: &Facts, lowerings: &mut BTreeMap<ConstructId, Lowering>) {
    for (&id, lowering) in lowerings {
        let construct = &facts.program.constructs[id];
        if !run_schedule::matters(&facts.uses, &facts.effects, construct) {
            continue;
        }
        for step in &mut lowering.steps {
            match step {
                Step::Parallel(parallel) => parallel.keeps_run_schedule = true,
                Step::Loop(one) => one.keeps_run_schedule = one.spread == Spread::League,
                _ => {}
            }
        }
    }
}
