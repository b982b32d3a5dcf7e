//! Which constant tables lie in constant memory (`__constant__`), and not in the device image's global memory.
//!
//! Constant memory serves a warp whose threads read the same element in one access, and one element after the other where
//! they read different ones; global memory is faster then.

use crate::analyze::facts::Facts;
use crate::analyze::reach::Reach;
use crate::analyze::uniform;
use crate::ir::*;
use crate::plan::decisions::unit::Linkage;
use std::collections::BTreeSet;

/// The constant memory of a device image in bytes (CUDA C++ Programming Guide, technical specifications).
const BYTES: u64 = 64 * 1024;
/// Tables begin at multiples of so many bytes at most.
const ALIGNMENT: u64 = 16;

/// The tables of a unit in constant memory: constant arrays that only this unit knows, as many as there is room for, in
/// the order in which device code names them. None where other units may be linked into the same image, since they
/// share the room.
pub fn place(facts: &Facts, reach: &Reach, linkage: &Linkage) -> BTreeSet<VarId> {
    let program = facts.program;
    if !linkage.defines.is_empty() || !linkage.needs.is_empty() {
        return BTreeSet::new();
    }
    let tables = reach.globals.iter().copied();
    let tables: Vec<VarId> = tables.filter(|&var| is_table(program, var)).collect();
    let mut room = BYTES;
    let together = uniform::tables(facts, &reach.bodies(program), &tables);
    let fits = together.into_iter().filter(|&var| {
        let ty = program.vars[var].ty.id;
        let align = u64::from(program.vars[var].align.unwrap_or(0)).max(ALIGNMENT);
        let Some(bytes) = program.size_of(ty) else {
            return false;
        };
        let bytes = bytes.next_multiple_of(align);
        let fits = bytes <= room;
        room -= if fits { bytes } else { 0 };
        fits
    });
    fits.collect()
}

/// Whether a variable is an array of constants with static storage that no other unit and no map clause names.
fn is_table(program: &Program, var: VarId) -> bool {
    let data = &program.vars[var];
    program.types.is_array(data.ty.id)
        && program.is_constant(data.ty)
        && !data.storage.is_local()
        && data.init.is_some()
        && data.declare_target.is_none()
        && !data.weak
        && !is_volatile(program, data.ty)
}

fn is_volatile(program: &Program, ty: QualType) -> bool {
    let ty = program.types.resolve_qual(ty);
    match program.types.get(ty.id) {
        Type::Array { elem, .. } => ty.quals.is_volatile || is_volatile(program, *elem),
        _ => ty.quals.is_volatile,
    }
}
