//! Variables at file scope whose addresses code may hand around that was not read, since only the host executes it.
//!
//! From the names in that code and the variables' types: an array decays where no subscript follows, and arrays in arrays
//! and in structures may wherever they are named.

use super::Lower;
use crate::ir::*;

impl Lower<'_> {
    pub(super) fn find_exposed(&mut self) {
        let (program, unread) = (&self.program, &self.input.unread);
        let exposed = program.vars.iter().filter(|(_, var)| {
            let name = var.name.as_str();
            let (ty, types) = (var.ty.id, &program.types);
            !var.storage.is_local()
                && (unread.addressed.contains(name)
                    || unread.named.contains(name) && element_decays(program, ty)
                    || unread.bare.contains(name) && (types.is_array(ty) || types.is_record(ty)))
        });
        self.program.exposed = exposed.map(|(id, _)| id).collect();
    }
}

/// Whether an array's elements are arrays, or have some in them.
fn element_decays(program: &Program, ty: TypeId) -> bool {
    match program.types.resolve(ty) {
        Type::Array { elem, .. } => {
            program.types.is_array(elem.id) || program.types.is_record(elem.id)
        }
        _ => false,
    }
}
