//! Words of records that hold nothing but padding.
//!
//! From the layout. Lanes of a warp pass each other records that a `declare reduction` combines; which words need not be
//! passed, the device header cannot find out itself. Must not know how records are printed.

use crate::ir::*;

/// The bytes of a word that lanes pass each other.
const WORD: u64 = 4;
/// The words for which there is a bit.
const MOST: u64 = 64;

/// The words of a record in which no member has a byte, a bit for each; none of a record that no `declare reduction` is
/// about, and of a large one.
pub(super) fn words(program: &Program, record: RecordId) -> u64 {
    let size = program.records[record].size;
    let mut reductions = program.reductions.values();
    let is_this =
        |ty: TypeId| matches!(program.types.resolve(ty), Type::Record(id) if *id == record);
    if size > MOST * WORD || !reductions.any(|reduction| is_this(reduction.ty.id)) {
        return 0;
    }
    let mut held = vec![false; size as usize];
    hold_record(program, record, 0, &mut held);
    let empty = |word: &[bool]| u64::from(!word.contains(&true));
    let words = held.chunks(WORD as usize).map(empty);
    words
        .enumerate()
        .fold(0, |bits, (at, bit)| bits | bit << at)
}

/// Notes the bytes that members of the record at an offset have.
fn hold_record(program: &Program, record: RecordId, offset: u64, held: &mut [bool]) {
    for field in program.records[record].fields.iter().flatten() {
        hold(program, field.ty.id, offset + field.offset, held);
    }
}

fn hold(program: &Program, ty: TypeId, offset: u64, held: &mut [bool]) {
    match program.types.resolve(ty) {
        Type::Record(record) => hold_record(program, *record, offset, held),
        Type::Array {
            elem,
            len: ArrayLen::Known(count),
        } => {
            let size = program.size_of(elem.id).unwrap_or(0);
            for index in 0..*count {
                hold(program, elem.id, offset + index * size, held);
            }
        }
        // A bit-field has at most the bytes of its type.
        _ => {
            let size = program.size_of(ty).unwrap_or(held.len() as u64);
            let bytes = held.iter_mut().skip(offset as usize).take(size as usize);
            bytes.for_each(|byte| *byte = true);
        }
    }
}
