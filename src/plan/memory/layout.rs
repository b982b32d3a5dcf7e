//! The layout of the variables that the team of a kernel shares: a struct as large as the members that live at the
//! same time.
//!
//! From a tree of scopes with their members to places in the struct. A scope's members live as long as control is in
//! its block, so that scopes beside each other have the same bytes, behind those of the enclosing scope. Sizes and
//! alignments are C's; members are sorted by falling alignment, which leaves no gap between them. Must not know how
//! anything is spelled.
//!
//! [`Scope`] is the interface for whatever has to be in shared memory: `memory::scopes` makes the tree of a kernel's
//! sequential part (its variables, the copies of constructs, values that thread 0 computes for all). What a parallel
//! region broadcasts to its threads is a member of a scope of the region's own, at its place in the tree: such values
//! live during the fork only, and share their bytes with other regions and with the blocks beside them. Bytes get
//! another member only behind a barrier: the rules that order writes of one variable after the reads of other threads
//! (`Sequential::reads`, fork and join barriers) order these, too.

use crate::ir::*;
use crate::plan::decisions::shared::{Member, Part, Scope, SharedLayout, Slot};

/// The size of `romp::fork_point`, in bytes; the header asserts it.
const FORK_POINT: u64 = 8;

impl SharedLayout {
    /// The struct for a tree of scopes.
    pub fn build(program: &Program, root: Scope) -> SharedLayout {
        let mut layout = place(program, normal(root));
        shift(&mut layout, 0);
        layout.packed = layout.bytes;
        layout
    }
}

/// The tree without empty scopes. An inner scope that is the only one joins the enclosing one, and a scope without
/// members of its own leaves its inner scopes to the enclosing one.
fn normal(scope: Scope) -> Scope {
    let Scope { mut members, inner } = scope;
    let mut kept: Vec<Scope> = vec![];
    for one in inner.into_iter().map(normal) {
        if one.members.is_empty() {
            kept.extend(one.inner);
        } else {
            kept.push(one);
        }
    }
    if kept.len() == 1 {
        let one = kept.remove(0);
        members.extend(one.members);
        kept = one.inner;
    }
    Scope {
        members,
        inner: kept,
    }
}

/// The layout of a scope; sizes are found from the inside out, offsets count from the beginning of each struct.
fn place(program: &Program, scope: Scope) -> SharedLayout {
    let mut parts: Vec<(u64, u64, Part)> = scope
        .members
        .into_iter()
        .map(|member| {
            let slot = slot(program, member);
            (slot.align, slot.bytes, Part::Slot(slot))
        })
        .collect();
    let structs: Vec<SharedLayout> = scope
        .inner
        .into_iter()
        .map(|one| place(program, one))
        .collect();
    if !structs.is_empty() {
        let align = structs.iter().map(|s| s.align).max().unwrap_or(1);
        let bytes = structs.iter().map(|s| s.bytes).max().unwrap_or(0);
        let bytes = bytes.next_multiple_of(align);
        parts.push((align, bytes, Part::Union(structs)));
    }
    parts.sort_by_key(|(align, ..)| std::cmp::Reverse(*align));
    let mut layout = SharedLayout {
        align: parts.first().map_or(1, |(align, ..)| *align),
        ..SharedLayout::default()
    };
    for (align, bytes, mut part) in parts {
        let at = layout.bytes.next_multiple_of(align);
        match &mut part {
            Part::Slot(slot) => slot.offset = at,
            Part::Union(structs) => structs.iter_mut().for_each(|s| shift(s, at)),
            Part::Room(_) => {}
        }
        layout.bytes = at + bytes;
        layout.parts.push(part);
    }
    layout.bytes = layout.bytes.next_multiple_of(layout.align);
    layout
}

fn shift(layout: &mut SharedLayout, by: u64) {
    for part in &mut layout.parts {
        match part {
            Part::Slot(slot) => slot.offset += by,
            Part::Union(structs) => structs.iter_mut().for_each(|s| shift(s, by)),
            Part::Room(_) => {}
        }
    }
}

fn slot(program: &Program, member: Member) -> Slot {
    let (ty, wanted) = match member {
        Member::Var(var) | Member::Copy(_, var) | Member::Broadcast(_, var) => {
            let v = &program.vars[var];
            (v.ty, v.align.map_or(1, u64::from))
        }
        Member::Value(expr) | Member::Literal(expr) => (program.expr(expr).ty, 1),
        Member::Work => {
            return Slot {
                member,
                ty: None,
                offset: 0,
                bytes: FORK_POINT,
                align: FORK_POINT,
            };
        }
    };
    // An array of variable length has a pointer to its elements.
    let bytes = program.size_of(ty.id);
    let align = bytes.and(program.align_of(ty.id)).unwrap_or(8).max(wanted);
    let bytes = bytes.unwrap_or(8);
    Slot {
        member,
        ty: Some(ty),
        offset: 0,
        // An empty structure has the size 1 in C++.
        bytes: bytes.max(1),
        align,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(sizes: &[(&str, FloatOrInt)]) -> (Program, Vec<VarId>) {
        let mut program = Program::default();
        let vars = sizes
            .iter()
            .map(|(name, kind)| {
                let ty = match kind {
                    FloatOrInt::Int(kind) => program.types.int(*kind),
                    FloatOrInt::Float(kind) => program.types.intern(Type::Float(*kind)),
                };
                program
                    .vars
                    .alloc(Var::local(name.to_string(), ty.into(), Default::default()))
            })
            .collect();
        (program, vars)
    }

    enum FloatOrInt {
        Int(IntKind),
        Float(FloatKind),
    }
    use FloatOrInt::*;

    fn scope(vars: &[VarId], inner: Vec<Scope>) -> Scope {
        Scope {
            members: vars.iter().map(|&v| Member::Var(v)).collect(),
            inner,
        }
    }

    fn offset(layout: &SharedLayout, var: VarId) -> u64 {
        let slots = layout.slots();
        let slot = slots.iter().find(|s| s.member == Member::Var(var));
        slot.expect("it has a place").offset
    }

    #[test]
    fn scopes_beside_each_other_take_the_same_bytes() {
        let (program, v) = variables(&[
            ("c", Int(IntKind::Char)),
            ("d", Float(FloatKind::Double)),
            ("i", Int(IntKind::Int)),
            ("e", Float(FloatKind::Double)),
            ("k", Int(IntKind::Int)),
        ]);
        let tree = scope(
            &[v[0]],
            vec![
                scope(&[v[1], v[2]], vec![]),
                scope(
                    &[],
                    vec![
                        Scope::default(),
                        scope(&[v[3]], vec![scope(&[v[4]], vec![])]),
                    ],
                ),
            ],
        );
        let layout = SharedLayout::build(&program, tree);
        assert_eq!((layout.bytes, layout.align), (24, 8));
        assert_eq!((offset(&layout, v[1]), offset(&layout, v[3])), (0, 0));
        assert_eq!((offset(&layout, v[2]), offset(&layout, v[4])), (8, 8));
        assert_eq!(offset(&layout, v[0]), 16);
    }

    #[test]
    fn no_gap_between_members_and_nothing_for_nobody() {
        let (program, v) = variables(&[
            ("c", Int(IntKind::Char)),
            ("i", Int(IntKind::Int)),
            ("s", Int(IntKind::Short)),
            ("b", Int(IntKind::Char)),
        ]);
        assert_eq!(SharedLayout::build(&program, scope(&v, vec![])).bytes, 8);
        let nobody = scope(&[], vec![Scope::default(), scope(&[], vec![])]);
        let layout = SharedLayout::build(&program, nobody);
        assert!(layout.is_empty() && layout.bytes == 0);
    }
}
