//! Members of unions that C's initialisers name and those of C++ do not.
//!
//! A designator of C++17 names a direct member of the union. An unnamed member has no name, and nvcc finds no member of
//! a union that stands in an unnamed member of an unnamed member. From the IR; `plan` refuses what `emit` cannot write
//! otherwise.

use super::{Field, Init, Program, Record, Type, TypeId};

/// Whether the member of a union at `index` has no initialiser in C++, so that it is assigned. `unnamed`: how many
/// unnamed members are around it, the union's own place included, up to the record with a name.
pub fn is_assigned(union: &Record, index: usize, unnamed: usize) -> bool {
    let field = union.fields.as_ref().and_then(|fields| fields.get(index));
    index > 0 && (unnamed > 1 || field.is_some_and(|field| field.name.is_none()))
}

/// What stands in the way of an initialiser in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assigned {
    /// A member must be assigned.
    Member,
    /// A bit-field must be assigned, to which no pointer leads.
    BitField,
}

/// Whether members of the initialised object must be assigned in C++.
pub fn assigned(program: &Program, init: &Init, ty: TypeId) -> Option<Assigned> {
    within(program, init, ty, 0)
}

fn within(program: &Program, init: &Init, ty: TypeId, unnamed: usize) -> Option<Assigned> {
    let Init::List(items) = init else {
        return None;
    };
    match program.types.resolve(ty) {
        Type::Array { elem, .. } => {
            let items = items.iter();
            items
                .filter_map(|(_, item)| within(program, item, elem.id, 0))
                .max()
        }
        Type::Record(id) => {
            let record = &program.records[*id];
            let fields = record.fields.as_deref().unwrap_or(&[]);
            let used = match record.is_union {
                true => &items[items.len().saturating_sub(1)..],
                false => items.as_slice(),
            };
            let of = |(index, item): &(u64, Init)| {
                let field = fields.get(*index as usize)?;
                let own = record.is_union && is_assigned(record, *index as usize, unnamed);
                let own = own.then(|| of_field(program, field));
                let deeper = match field.name {
                    Some(_) => within(program, item, field.ty.id, 0),
                    None => within(program, item, field.ty.id, unnamed + 1),
                };
                own.max(deeper)
            };
            used.iter().filter_map(of).max()
        }
        _ => None,
    }
}

/// What assigning a member takes; of an unnamed one its own members.
fn of_field(program: &Program, field: &Field) -> Assigned {
    if field.bits.is_some() {
        return Assigned::BitField;
    }
    match program.types.resolve(field.ty.id) {
        Type::Record(id) if field.name.is_none() => {
            let fields = program.records[*id].fields.iter().flatten();
            let initialised = fields.filter(|part| part.name.is_some() || part.bits.is_none());
            let parts = initialised.map(|part| of_field(program, part));
            parts.max().unwrap_or(Assigned::Member)
        }
        _ => Assigned::Member,
    }
}
