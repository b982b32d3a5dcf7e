//! Initialisers of C that have no form in C++.
//!
//! From the IR. Must not know where the initialiser stands.

use crate::ir::*;

/// Whether an initialiser begins a union with an anonymous member that is not its first one: no designator of C++
/// names it.
pub fn begins_with_anonymous(program: &Program, init: &Init, ty: TypeId) -> bool {
    let Init::List(items) = init else {
        return false;
    };
    match program.types.resolve(ty) {
        Type::Array { elem, .. } => items
            .iter()
            .any(|(_, item)| begins_with_anonymous(program, item, elem.id)),
        Type::Record(id) => {
            let record = &program.records[*id];
            let fields = record.fields.as_deref().unwrap_or(&[]);
            let last = items.last().filter(|_| record.is_union);
            last.is_some_and(|&(index, _)| index > 0 && fields[index as usize].name.is_none())
                || items.iter().any(|(index, item)| {
                    let field = fields.get(*index as usize);
                    field.is_some_and(|field| begins_with_anonymous(program, item, field.ty.id))
                })
        }
        _ => false,
    }
}
