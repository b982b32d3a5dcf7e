//! Shared variables as the checks of the emulated device need them: no two variables have the same bytes, and between
//! them is room that nothing may access.
//!
//! From a finished plan to the same plan with other layouts, and memory of the launch that is large enough for them.
//! Nothing else changes, so that a GPU may run the same launches. Must not know how the checks look at the room.

use crate::analyze::facts::Facts;
use crate::plan::decisions::launch::ArgWhat;
use crate::plan::decisions::shared::{Member, Part, SharedLayout};
use crate::plan::decisions::unit::UnitPlan;
use crate::plan::memory::stacks;

/// The least bytes of room between two variables, and the most.
const LEAST: u64 = 32;
const MOST: u64 = 4096;
/// The checks allow or refuse accesses in units of 8 bytes.
const MARKED: u64 = 8;

/// Gives the shared variables of all kernels and functions room between them.
pub fn set_apart(facts: &Facts, plan: &mut UnitPlan) {
    for kernel in &mut plan.kernels {
        kernel.code.shared = apart(&kernel.code.shared);
        kernel.code.spilled = apart(&kernel.code.spilled);
        let spilled = kernel.code.spilled.bytes;
        for arg in &mut kernel.args {
            if let ArgWhat::TeamMemory(bytes) = &mut arg.what {
                *bytes = spilled;
            }
        }
    }
    for function in &mut plan.functions {
        function.code.shared = apart(&function.code.shared);
    }
    stacks::resize(facts, &mut plan.kernels, &plan.functions);
}

/// The layout with the same members one behind the other, with room before the first and behind each.
fn apart(layout: &SharedLayout) -> SharedLayout {
    let slots = layout.slots();
    let own = |member: Member| member == Member::Work;
    if slots.iter().all(|slot| own(slot.member)) {
        return layout.clone();
    }
    let mut out = SharedLayout {
        align: layout.align.max(MARKED),
        packed: layout.packed,
        ..SharedLayout::default()
    };
    let room = |out: &mut SharedLayout, bytes: u64| {
        out.parts.push(Part::Room(bytes));
        out.bytes += bytes;
    };
    room(&mut out, LEAST);
    for mut slot in slots {
        slot.align = slot.align.max(MARKED);
        slot.offset = out.bytes.next_multiple_of(slot.align);
        out.bytes = slot.offset + slot.bytes;
        out.parts.push(Part::Slot(slot));
        room(
            &mut out,
            (slot.bytes / 4).next_multiple_of(LEAST).clamp(LEAST, MOST),
        );
    }
    out.bytes = out.bytes.next_multiple_of(out.align);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{IntKind, Program, VarId};
    use crate::plan::decisions::shared::Slot;

    fn slot(program: &mut Program, var: u32, bytes: u64, align: u64) -> Part {
        Part::Slot(Slot {
            member: Member::Var(VarId::from_raw(var.into())),
            ty: Some(program.types.int(IntKind::Int).into()),
            offset: 0,
            bytes,
            align,
        })
    }

    #[test]
    fn members_that_shared_their_bytes_stand_apart() {
        let mut program = Program::default();
        let inner = |part| SharedLayout {
            parts: vec![part],
            bytes: 8,
            align: 4,
            packed: 0,
        };
        let layout = SharedLayout {
            parts: vec![
                slot(&mut program, 0, 1000, 4),
                Part::Union(vec![
                    inner(slot(&mut program, 1, 5, 1)),
                    inner(slot(&mut program, 2, 16, 16)),
                ]),
            ],
            bytes: 1016,
            align: 16,
            packed: 1016,
        };
        let apart = apart(&layout);
        let slots = apart.slots();
        let offsets: Vec<u64> = slots.iter().map(|slot| slot.offset).collect();
        assert_eq!(offsets, [32, 1288, 1328]);
        assert_eq!((apart.bytes, apart.align, apart.packed), (1376, 16, 1016));
    }

    #[test]
    fn what_a_master_tells_its_workers_stays() {
        let work = SharedLayout {
            parts: vec![Part::Slot(Slot {
                member: Member::Work,
                ty: None,
                offset: 0,
                bytes: 8,
                align: 8,
            })],
            bytes: 8,
            align: 8,
            packed: 8,
        };
        assert_eq!(apart(&work).bytes, 8);
        assert!(apart(&SharedLayout::default()).is_empty());
    }
}
