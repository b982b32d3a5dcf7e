//! Loops whose iterations are executed by groups of lanes: the group, what its first lane does for all, and where the
//! lanes wait for each other.
//!
//! From the plan's `Lanes`; `romp/lanes.cuh` has the rest. Inside of the inner loops the group is the team.

use super::context::Context;
use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::{Block, Call, DeviceFn, Team};
use crate::ir::*;
use crate::plan::decisions::loops::{Lanes, LoopPlan, Spread};
use crate::plan::decisions::steps::Lowering;

/// The groups of lanes that execute the code that is being built.
#[derive(Clone, Debug)]
pub struct Around {
    team: Team,
    lanes: Lanes,
}

/// Declares the groups, and builds the loop for them with `f`.
pub fn groups(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    plan: &LoopPlan,
    lanes: &Lanes,
    f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
) {
    debug_assert!(matches!(plan.spread, Spread::League | Spread::Team));
    k.in_scope(out, |out| {
        let name = k.local_name("lanes");
        out.constant(&name, k.on_team(DeviceFn::LanesOf, "").of(lanes.width));
        let around = Around {
            team: Team::named(name, Some(lanes.width)),
            lanes: lanes.clone(),
        };
        let change = |context: &mut Context| context.lanes.push(around);
        k.within(p, change, |k, p| f(k, p, out));
    });
}

impl Kernel<'_> {
    /// A call that distributes iterations to the groups of lanes.
    pub(super) fn on_groups(&self, function: DeviceFn, what: &str) -> Call {
        let context = &self.context;
        let lanes = context
            .lanes
            .last()
            .expect("lanes run the loop")
            .team
            .object();
        Call::new(function, &Team::Groups(format!("{lanes}.groups()")), what)
    }

    /// Builds with the lanes as the team, where they share the construct's loop; false where they do not.
    pub(super) fn for_lanes(
        &self,
        p: &mut Printer,
        out: &mut Block,
        id: ConstructId,
        lowering: &Lowering,
    ) -> bool {
        let team = match self.context.lanes.last() {
            Some(around) if around.lanes.spread.contains(&id) => around.team.clone(),
            _ => return false,
        };
        self.as_team(p, team, |k, p| k.steps(p, out, id, lowering, 0));
        true
    }

    /// The barrier before a statement at which the lanes converge.
    pub(super) fn lanes_converge(&self, stmt: StmtId) -> Option<String> {
        let context = &self.context;
        let around = context
            .lanes
            .last()
            .filter(|around| around.lanes.converges(stmt))?;
        Some(format!("{}.barrier();", around.team.object()))
    }

    /// The condition under which a lane executes a statement that one lane executes for all.
    pub(super) fn first_lane(&self, stmt: StmtId) -> Option<String> {
        let context = &self.context;
        let around = context
            .lanes
            .last()
            .filter(|around| around.lanes.is_first(stmt))?;
        Some(format!("{}.thread() == 0", around.team.object()))
    }
}
