//! Volatile structures and unions: C reads and writes them as a whole, C++ does not, since the copy functions of a
//! class take no volatile object. `romp/volatile.cuh` has functions that copy them.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text};
use crate::ir::QualType;

impl Printer<'_> {
    /// Whether an object of the type is a volatile structure or union.
    pub fn is_volatile_record(&self, ty: QualType) -> bool {
        let ty = self.program.types.resolve_qual(ty);
        ty.quals.is_volatile && self.program.types.is_record(ty.id)
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
