//! Structures without a mapper whose members have one. The predefined default mapper of a type maps all of it (OpenMP
//! 5.2, 5.8.8), and each member is mapped as its own type says.
//!
//! From resolved list items and the mappers in scope.

use super::{Found, How, Lower, Made, refusal};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::ClauseKind;
use std::collections::BTreeSet;

/// A named member of a structure, those of anonymous structures in it included.
struct Member {
    name: String,
    ty: QualType,
    is_bit_field: bool,
}

impl Lower<'_> {
    /// Whether a structure, or an element of an array of structures, has a member with a default mapper, at any
    /// depth.
    pub(super) fn has_mapped_members(&self, ty: TypeId) -> bool {
        self.any_member(ty, &mut BTreeSet::new(), &|lower, member| {
            lower.mapper_for(None, member).is_some()
        })
    }

    /// Whether a member's type, or that of a member in it, has the property `is`. Members of unions do not count,
    /// since it is not known which one is in use.
    fn any_member(
        &self,
        ty: TypeId,
        seen: &mut BTreeSet<RecordId>,
        is: &dyn Fn(&Self, TypeId) -> bool,
    ) -> bool {
        let Type::Record(record) = *self.program.types.resolve(ty) else {
            return false;
        };
        if self.program.records[record].is_union || !seen.insert(record) {
            return false;
        }
        let fields = self.program.records[record].fields.iter().flatten();
        fields.into_iter().any(|field| {
            let ty = self.innermost(field.ty);
            is(self, ty) || self.any_member(ty, seen, is)
        })
    }

    /// The type of the elements of an array, however many dimensions it has.
    fn innermost(&self, mut ty: QualType) -> TypeId {
        while let Type::Array { elem, .. } = self.program.types.resolve(ty.id) {
            ty = *elem;
        }
        self.unqualified(ty).id
    }

    /// Whether mapping all bytes of a structure at once does the same as the mappers of its members do with their own
    /// storage.
    fn is_one_piece(&self, ty: TypeId, how: How) -> bool {
        !self.any_member(ty, &mut BTreeSet::new(), &|lower, member| {
            lower.mapper_for(None, member).is_some_and(|mapper| {
                let mapper = &lower.program.mappers[mapper];
                let itself = |clause: &Clause| match &clause.kind {
                    ClauseKind::Map(map) => {
                        let names = |item: &ListItem| matches!(item.kind, ItemKind::Var(v) if v == mapper.var);
                        map.items.iter().any(names) && how.of_mapper(map) == how
                    }
                    _ => false,
                };
                !mapper.clauses.iter().any(itself)
            })
        })
    }

    /// An item without a mapper of its own: its storage, and what the mappers of its members name. The storage is
    /// mapped at once where that does the same, else member by member.
    pub(super) fn by_members(
        &mut self,
        item: &ListItem,
        how: How,
        covered: bool,
        depth: usize,
        made: &mut Made,
    ) -> Found {
        let ty = self.item_type(item);
        let ty = ty.filter(|&ty| self.has_mapped_members(ty));
        let at_once = covered || ty.is_none_or(|ty| self.is_one_piece(ty, how));
        if at_once && !covered {
            made.push(item.clone(), how);
        }
        let Some(ty) = ty else { return Ok(()) };
        let Type::Record(record) = *self.program.types.resolve(ty) else {
            return Ok(());
        };
        let members = self.members(record, item)?;
        let outer = made.iterators.len();
        let elements = self.elements(item, made)?;
        for Member {
            name,
            ty,
            is_bit_field,
        } in members
        {
            let inner = self.innermost(ty);
            let followed = self.mapper_for(None, inner).is_some() || self.has_mapped_members(inner);
            if at_once && !followed {
                continue;
            }
            if is_bit_field {
                let what = "a bit-field beside a member whose mapper maps only parts of it";
                return Err(refusal(item.span, what));
            }
            for &element in &elements {
                let base = self.member(element, false, &name, item.span);
                let text = self.spell(base)?;
                let part = ListItem {
                    span: item.span,
                    text,
                    kind: ItemKind::Part {
                        root: item.var(),
                        base,
                        dims: vec![],
                        elem: self.ty(base),
                    },
                };
                self.follow(None, &part, how, at_once, depth, made)?;
            }
        }
        made.iterators.truncate(outer);
        Ok(())
    }

    /// The members of a structure. The largest one stands for all members of an anonymous union.
    fn members(&self, record: RecordId, item: &ListItem) -> Result<Vec<Member>, Box<Diagnostic>> {
        let mut out = vec![];
        let fields = self.program.records[record].fields.iter().flatten();
        for field in fields {
            let inner = match *self.program.types.resolve(field.ty.id) {
                Type::Record(inner) => Some(inner),
                _ => None,
            };
            match (&field.name, inner) {
                (Some(name), _) => out.push(Member {
                    name: name.clone(),
                    ty: field.ty,
                    is_bit_field: field.bits.is_some(),
                }),
                (None, Some(inner)) if self.program.records[inner].is_union => {
                    let size = self.program.records[inner].size;
                    let largest = self.members(inner, item)?.into_iter().find(|member| {
                        !member.is_bit_field && self.program.size_of(member.ty.id) == Some(size)
                    });
                    let what = "an anonymous union of padding beside a member with a mapper";
                    out.push(largest.ok_or_else(|| refusal(item.span, what))?);
                }
                (None, Some(inner)) => out.extend(self.members(inner, item)?),
                // It is padding.
                (None, None) => {}
            }
        }
        Ok(out)
    }
}
