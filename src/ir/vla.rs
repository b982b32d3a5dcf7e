//! Arrays of variable length as types: whether a type is one, its element, its extents, its alignment.

use super::{ArrayLen, ExprId, Program, QualType, Quals, Type, TypeId, Types};

/// Whether the type is an array whose size is not constant.
pub fn is_vla(types: &Types, id: TypeId) -> bool {
    match types.resolve(id) {
        Type::Array {
            len: ArrayLen::Vla(_),
            ..
        } => true,
        Type::Array { elem, .. } => is_vla(types, elem.id),
        _ => false,
    }
}

/// The first type below all dimensions of a variable-length array that has a constant size, with
/// the extents on the way, outermost first.
pub fn vla_element(types: &Types, mut ty: QualType) -> (QualType, Vec<ArrayLen>) {
    let mut extents = vec![];
    while is_vla(types, ty.id) {
        let whole = types.resolve_qual(ty);
        let Type::Array { elem, len } = types.get(whole.id) else {
            break;
        };
        extents.push(*len);
        ty = QualType {
            id: elem.id,
            quals: elem.quals.union(array_quals(whole.quals)),
        };
    }
    (ty, extents)
}

/// The extent expressions that a type holds, at any depth, outermost first. They are evaluated
/// where the type is declared: code that uses the type elsewhere needs their values.
pub fn vla_extents(types: &Types, id: TypeId) -> Vec<ExprId> {
    match types.resolve(id) {
        Type::Array { elem, len } => {
            let mut extents = vec![];
            if let ArrayLen::Vla(extent) = len {
                extents.push(*extent);
            }
            extents.extend(vla_extents(types, elem.id));
            extents
        }
        Type::Pointer(to) => vla_extents(types, to.id),
        _ => vec![],
    }
}

/// The qualifiers of an array's type that its elements have (C11, 6.7.3).
pub fn array_quals(quals: Quals) -> Quals {
    Quals {
        is_restrict: false,
        ..quals
    }
}

/// The alignment, in bytes, of what lies on the stacks of threads and teams of a device.
pub const STACK_ALIGNMENT: u64 = 16;

/// The alignment, in bytes, of an array of variable length with such elements, where the program asks for no more.
pub fn array_alignment(program: &Program, elem: QualType) -> u64 {
    program.align_of(elem.id).unwrap_or(1).max(STACK_ALIGNMENT)
}
