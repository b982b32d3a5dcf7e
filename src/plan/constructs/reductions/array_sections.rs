//! The part of an array that a reduction clause names, where a thread cannot have a copy of it in registers.
//!
//! From the list item and the types. Where copies are is decided when it is known which threads execute the construct
//! (`array_copies`).

use crate::ir::*;
use crate::plan::decisions::reductions::{Copies, Extent, Long, Rows};
use crate::plan::items::sections::{Contiguity, contiguity, full, strip_decay};

/// The variable and the part of it that an item names; none where that is not a contiguous part of an array of
/// scalars.
pub fn of(program: &Program, construct: &Construct, item: &ListItem) -> Option<(VarId, Extent)> {
    let (var, lower, rows) = match &item.kind {
        ItemKind::Var(var) => {
            let Type::Array { len, .. } = program.types.resolve(program.vars[*var].ty.id) else {
                return None;
            };
            let rows = match *len {
                ArrayLen::Known(rows) => Rows::Constant(rows),
                ArrayLen::Vla(rows) => Rows::Length(rows),
                ArrayLen::Unknown => Rows::Unknown,
            };
            (*var, None, rows)
        }
        ItemKind::Part { base, dims, .. } => {
            let ExprKind::Var(var) = program.expr(strip_decay(program, *base)).kind else {
                return None;
            };
            if !matches!(contiguity(program, construct, item), Contiguity::Proved) {
                return None;
            }
            let (first, rest) = dims.split_first()?;
            let constant = |e| constants::int_value(program, e).and_then(|n| u64::try_from(n).ok());
            let rows = match (first.length, &first.extent) {
                _ if rest.iter().any(|dim| !full(program, dim)) => Rows::Unknown,
                _ if first.is_index => Rows::Constant(1),
                (Some(length), _) => constant(length).map_or(Rows::Length(length), Rows::Constant),
                (None, Some(ArrayLen::Known(all))) => first
                    .lower
                    .map_or(Some(0), constant)
                    .and_then(|lower| all.checked_sub(lower))
                    .map_or(Rows::Unknown, Rows::Constant),
                _ => Rows::Unknown,
            };
            (var, first.lower, rows)
        }
        _ => return None,
    };
    let element = program.types.element(program.vars[var].ty.id)?;
    let (row, extents) = vla_element(&program.types, element);
    let (mut of, mut inner) = (row, Some(1u64));
    while let Type::Array { elem, len } = program.types.resolve(of.id) {
        inner = match *len {
            ArrayLen::Known(n) => inner.and_then(|all| all.checked_mul(n)),
            _ => None,
        };
        of = *elem;
    }
    let rows = inner.map_or(Rows::Unknown, |_| rows);
    let is_array = matches!(program.types.resolve(row.id), Type::Array { .. });
    let long = Long {
        of: QualType::from(of.id),
        row: QualType::from(row.id),
        element: QualType::from(element.id),
        inner: is_array.then_some(inner.unwrap_or(1)),
        lower: lower.filter(|e| constants::int_value(program, *e) != Some(0)),
        rows,
        copies: Copies::None,
        one: false,
        varies: !extents.is_empty(),
    };
    Some((var, Extent::Long(long)))
}

/// A variable that is larger than what a thread has in registers: an array with one element.
pub fn of_one(ty: QualType) -> Extent {
    Extent::Long(Long {
        of: QualType::from(ty.id),
        row: QualType::from(ty.id),
        element: QualType::from(ty.id),
        inner: None,
        lower: None,
        rows: Rows::Constant(1),
        copies: Copies::None,
        one: true,
        varies: false,
    })
}
