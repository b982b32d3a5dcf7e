//! Volatile structures, unions and arrays: C reads and writes structures as a whole, C++ does not, since the copy
//! functions of a class take no volatile object; `memcpy` takes no volatile array. `romp/volatile.cuh` has functions
//! that copy them.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text};
use super::types::is_volatile;
use crate::ir::{QualType, Type};

impl Printer<'_> {
    /// Whether an object of the type is a volatile structure or union.
    pub fn is_volatile_record(&self, ty: QualType) -> bool {
        let ty = self.program.types.resolve_qual(ty);
        ty.quals.is_volatile && self.program.types.is_record(ty.id)
    }

    /// Whether an object of the type is one, or an array of them, so that no function object can capture it.
    pub fn has_volatile_records(&self, ty: QualType) -> bool {
        let types = &self.program.types;
        let mut element = ty.id;
        while let Type::Array { elem, .. } = types.resolve(element) {
            element = elem.id;
        }
        is_volatile(types, ty) && types.is_record(element)
    }

    /// The call that copies `bytes` bytes from one array of the type to another.
    pub fn copy_array(&self, ty: QualType, to: &str, from: &str, bytes: &str) -> String {
        match is_volatile(&self.program.types, ty) {
            true => format!("romp::copy_volatile({to}, {from}, {bytes})"),
            false => format!("memcpy({to}, {from}, {bytes})"),
        }
    }

    /// The text of the value of such an object.
    pub(super) fn volatile_value(&self, object: &Text, ty: QualType) -> Text {
        let value = self.program.types.resolve_qual(ty).id;
        let text = format!("romp::value_of({})", object.at_least(Prec::Assign));
        Text::new(text, Prec::Postfix, Cxx::Is(value.into()))
    }

    /// The text of the value of a variable of any type, from its spelling.
    pub fn value_in(&self, ty: QualType, spelled: &str) -> String {
        match self.is_volatile_record(ty) {
            true => format!("romp::value_of({spelled})"),
            false => spelled.to_string(),
        }
    }

    /// The text of an assignment to such an object, which `to` names.
    pub(super) fn volatile_copy(&self, to: &str, value: &Text, ty: QualType) -> Text {
        let result = self.program.types.resolve_qual(ty).id;
        let text = format!("romp::assign({to}, {})", value.at_least(Prec::Assign));
        Text::new(text, Prec::Postfix, Cxx::Is(result.into()))
    }
}
