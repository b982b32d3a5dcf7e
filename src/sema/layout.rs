//! The offsets of a record's members, as gcc chooses them on x86-64 (System V ABI; NVIDIA GPUs agree).
//!
//! Pure arithmetic on sizes. Must not know types.

/// A member to place.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub size: u64,
    pub align: u64,
    /// The width of a bit-field; none for other members.
    pub bits: Option<u64>,
    pub named: bool,
    pub packed: bool,
    /// The alignment that `aligned` or `_Alignas` on the member asks for.
    pub min_align: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The offsets in bytes; for a bit-field that of its storage unit.
    pub offsets: Vec<u64>,
    pub size: u64,
    pub align: u64,
}

/// Places members one after the other, or all at zero in a union.
pub fn layout(members: &[Member], is_union: bool, packed: bool, min_align: u64) -> Layout {
    let mut offsets = vec![];
    let mut align = 1;
    // The first free bit, and the highest one used in a union.
    let (mut next, mut top) = (0u128, 0u128);
    for member in members {
        if is_union {
            next = 0;
        }
        let packed = packed || member.packed;
        let mut own = if packed { 1 } else { member.align }.max(member.min_align);
        match member.bits {
            None => {
                next = next.next_multiple_of(u128::from(own) * 8);
                offsets.push((next / 8) as u64);
                next += u128::from(member.size) * 8;
            }
            Some(0) => {
                let to = member.align.max(member.min_align).max(1);
                next = next.next_multiple_of(u128::from(to) * 8);
                offsets.push((next / 8) as u64);
                own = 1;
            }
            Some(bits) => {
                // The compiler has reported a type without a size.
                let unit = u128::from(member.size.max(1)) * 8;
                let bits = u128::from(bits);
                if member.min_align > 1 {
                    next = next.next_multiple_of(u128::from(member.min_align) * 8);
                }
                if !packed && next / unit != (next + bits - 1) / unit {
                    next = next.next_multiple_of(u128::from(member.align.max(1)) * 8);
                }
                offsets.push((next / unit) as u64 * member.size);
                next += bits;
                if !member.named {
                    own = 1;
                }
            }
        }
        align = align.max(own);
        top = top.max(next);
    }
    let align = align.max(min_align);
    Layout {
        offsets,
        size: top.div_ceil(8).next_multiple_of(u128::from(align)) as u64,
        align,
    }
}
