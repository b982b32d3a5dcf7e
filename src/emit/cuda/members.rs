//! Initialisers of structures and unions.
//!
//! C++ initialises what C's designators name by position, and of unions by designators. Members of which it has neither
//! (`ir::initialisers`) are assigned in an expression: `romp::with((T){...}, &T::member, value)`.

use super::init::is_padding;
use super::list_parts::Parts;
use super::{Brackets, Printer};
use crate::ir::initialisers::is_assigned;
use crate::ir::{ArrayLen, ExprKind, Field, Init, QualType, RecordId, Type};

/// How an initialiser begins of which members are assigned.
pub(super) const WITH: &str = "romp::with(";

/// The members that are assigned, with their values.
type Assigned = Vec<(String, String)>;

impl Printer<'_> {
    /// The initialiser of a structure or union of the type `ty`.
    pub(super) fn record_init(
        &mut self,
        id: RecordId,
        ty: QualType,
        items: &[(u64, Init)],
        list: Option<Brackets>,
    ) -> String {
        let mut assigned = vec![];
        let mut text = self.record_braces(id, items, (list, 0), &mut assigned);
        if assigned.is_empty() {
            return text;
        }
        text = format!("({}){text}", self.type_name(ty));
        let record = self.names.record(id);
        for (member, value) in assigned {
            text = format!("{WITH}{text}, &{record}::{member}, {value})");
        }
        text
    }

    /// The initialiser in braces. `place`: the brackets of the user's text, and how many unnamed members are around.
    fn record_braces(
        &mut self,
        id: RecordId,
        items: &[(u64, Init)],
        place: (Option<Brackets>, usize),
        assigned: &mut Assigned,
    ) -> String {
        let program = self.program;
        let (list, unnamed) = place;
        let (about, lists) = self.beside_parts(list, items);
        let record = &program.records[id];
        let fields: &[Field] = record.fields.as_deref().unwrap_or(&[]);
        if record.is_union {
            let Some((index, item)) = items.last() else {
                return "{}".into();
            };
            let field = &fields[*index as usize];
            let list = lists.last().copied().flatten();
            if is_assigned(record, *index as usize, unnamed) {
                self.assigned_member(Some(item), field, assigned);
                return "{}".into();
            }
            let value = self.part(item, field, (list, unnamed), assigned);
            return match &field.name {
                Some(name) if *index > 0 => {
                    format!("{{.{} = {value}}}", self.names.member(name))
                }
                // The member stands in a struct of its own (`decls.rs`).
                _ if field.bits.is_some() => format!("{{{{{value}}}}}"),
                _ => format!("{{{value}}}"),
            };
        }
        let last = items.last().map_or(0, |(index, _)| *index as usize);
        let mut parts = Parts::new(about);
        for (index, field) in fields.iter().enumerate().take(last + 1) {
            if is_padding(program, field) {
                continue;
            }
            match items.iter().position(|(i, _)| *i as usize == index) {
                Some(at) => {
                    let value = self.part(&items[at].1, field, (lists[at], unnamed), assigned);
                    parts.add(value, Some(at));
                }
                None => parts.add(self.zero(field.ty), None),
            }
        }
        parts.text()
    }

    /// The text that initialises a member; an unnamed one is a part of the same initialiser.
    fn part(
        &mut self,
        init: &Init,
        field: &Field,
        place: (Option<Brackets>, usize),
        assigned: &mut Assigned,
    ) -> String {
        let (list, unnamed) = place;
        match (init, self.program.types.resolve(field.ty.id)) {
            (Init::List(items), Type::Record(id)) if field.name.is_none() && !items.is_empty() => {
                self.record_braces(*id, items, (list, unnamed + 1), assigned)
            }
            _ => {
                self.state.list = list;
                let value = self.member_value(init, field);
                self.state.list = None;
                value
            }
        }
    }

    /// Adds a member that is assigned; of an unnamed one all its members, which are zero where nothing initialises them.
    fn assigned_member(&mut self, init: Option<&Init>, field: &Field, assigned: &mut Assigned) {
        let program = self.program;
        if let Some(name) = &field.name {
            let value = match init {
                Some(init) => self.assigned_value(init, field),
                None => self.zero(field.ty),
            };
            assigned.push((self.names.member(name), value));
            return;
        }
        let Type::Record(id) = program.types.resolve(field.ty.id) else {
            return;
        };
        let items = match init {
            Some(Init::List(items)) => items.as_slice(),
            _ => &[],
        };
        let record = &program.records[*id];
        let given = |index: usize| {
            let item = items.iter().rfind(|(at, _)| *at as usize == index);
            item.map(|(_, item)| item)
        };
        let one = items.last().map_or(0, |(index, _)| *index as usize);
        for (index, part) in record.fields.iter().flatten().enumerate() {
            if !record.is_union || index == one {
                self.assigned_member(given(index), part, assigned);
            }
        }
    }

    /// The value of a member that is assigned. No array is initialised with a string there.
    fn assigned_value(&mut self, init: &Init, field: &Field) -> String {
        let Type::Array {
            len: ArrayLen::Known(count),
            ..
        } = *self.program.types.resolve(field.ty.id)
        else {
            return self.member_value(init, field);
        };
        let Init::Expr(string) = *init else {
            return self.member_value(init, field);
        };
        let below = self.program.below_implicit(string);
        if !matches!(self.program.expr(below).kind, ExprKind::Str { .. }) {
            return self.member_value(init, field);
        }
        let elements = (0..count).map(|index| self.string_element(string, index, field.ty));
        let elements: Vec<String> = elements.collect();
        format!("{{{}}}", elements.join(", "))
    }
}
