//! What the plan says that statements access, attached to their device code for the pass that removes barriers.

use super::kernel::Kernel;
use crate::device::Block;
use crate::device::access::{Access, By, Control, Place};
use crate::ir::*;
use crate::plan::decisions::accesses as planned;

/// What statements of the translator may access because their text has expressions of the program; none where it is not
/// known.
pub fn loose(k: &Kernel) -> Option<Vec<Access>> {
    let all = k.plan.accesses.as_ref()?;
    Some(device(&all.heads, By::All))
}

/// Says what the code of a statement accesses, which is in `out` from position `place` on.
pub fn of_statement(k: &Kernel, out: &mut Block, place: usize, stmt: StmtId, by: By) {
    let Some(all) = &k.plan.accesses else { return };
    if let Some(accesses) = all.stmts.get(&stmt) {
        let control = match all.jumping.contains(&stmt) {
            true => Control::Jumps,
            false => Control::Behind,
        };
        out.known(place, device(accesses, by), control);
    }
}

/// Says what the initialisation by thread 0 of a variable that the team shares accesses, which is in `out` from position
/// `place` on.
pub fn of_initialiser(k: &Kernel, out: &mut Block, place: usize, var: VarId) {
    let Some(all) = &k.plan.accesses else { return };
    if let Some(accesses) = all.initialisers.get(&var) {
        out.known(place, device(accesses, By::First), Control::Behind);
    }
}

/// Says what the code of a region accesses, which is in `out` from position `place` on.
pub fn of_region(k: &Kernel, out: &mut Block, place: usize, region: ConstructId) {
    let Some(all) = &k.plan.accesses else { return };
    if let Some(accesses) = all.regions.get(&region) {
        out.known(place, device(accesses, By::All), Control::Behind);
    }
}

fn device(accesses: &[planned::Access], by: By) -> Vec<Access> {
    let one = |access: &planned::Access| Access {
        place: match access.place {
            planned::Place::Anything => Place::Anything,
            planned::Place::Pointed => Place::Pointed,
            planned::Place::Team(from, to) => Place::Team(from, to),
        },
        writes: access.writes,
        by,
    };
    accesses.iter().map(one).collect()
}
