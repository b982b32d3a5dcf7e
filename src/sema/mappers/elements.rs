//! The structures for which a list item with a mapper stands: one by one where they are few, else all of them by an
//! iterator that is made for them.
//!
//! From resolved list items.

use super::{ELEMENTS, Lower, Made, refusal};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp;
use crate::source::Span;

impl Lower<'_> {
    /// The lvalues for which an item stands, one for each structure; one for all of them where they are many, or
    /// where their number is known at run time only.
    pub(super) fn elements(
        &mut self,
        item: &ListItem,
        made: &mut Made,
    ) -> Result<Vec<ExprId>, Box<Diagnostic>> {
        let unknown = || {
            refusal(
                item.span,
                "a mapper of a number of structures that the list item does not say",
            )
        };
        let (base, dims) = match &item.kind {
            ItemKind::Var(var) => {
                let ty = self.program.vars[*var].ty;
                let base = self.spelled(ExprKind::Var(*var), ty, item.span)?;
                (base, vec![])
            }
            ItemKind::Part { base, dims, .. } => (*base, dims.clone()),
            ItemKind::Func(_) | ItemKind::Word(_) => return Err(unknown()),
        };
        let mut places = vec![base];
        let constant = |lower: &Self, e: ExprId| constants::int_value(&lower.program, e);
        for dim in &dims {
            if dim.stride.is_some() {
                return Err(refusal(item.span, "a mapper of a section with a stride"));
            }
            let lower = match dim.lower {
                Some(lower) => lower,
                None => self.number(0, item.span)?,
            };
            let from = constant(self, lower);
            let extent = match dim.extent {
                Some(ArrayLen::Known(n)) => Some(i128::from(n)),
                _ => None,
            };
            let (length, count) = match (dim.length, extent, from) {
                _ if dim.is_index => (None, Some(1)),
                (Some(length), ..) => (Some(length), constant(self, length)),
                (None, Some(n), Some(from)) => (None, Some(n - from)),
                _ => return Err(unknown()),
            };
            if let Some(count) = count
                && let Some(few) = self.indexed(&places, lower, count, item.span)?
            {
                places = few;
                continue;
            }
            let length = match (length, count) {
                (Some(length), _) => length,
                (None, Some(count)) => self.number(count, item.span)?,
                (None, None) => return Err(unknown()),
            };
            places = self.iterated(&places, lower, length, item.span, made)?;
        }
        // The item is a whole array of structures.
        while let Type::Array { len, .. } = *self.program.types.resolve(self.ty(places[0]).id) {
            let zero = self.number(0, item.span)?;
            let (few, count) = match len {
                ArrayLen::Known(n) => {
                    let few = self.indexed(&places, zero, n.into(), item.span)?;
                    (few, self.number(n.into(), item.span)?)
                }
                ArrayLen::Vla(_) => (None, self.extent_of(places[0], item.span)?),
                ArrayLen::Unknown => return Err(unknown()),
            };
            places = match few {
                Some(few) => few,
                None => self.iterated(&places, zero, count, item.span, made)?,
            };
            if places.is_empty() {
                break;
            }
        }
        Ok(places)
    }

    /// `sizeof a / sizeof a[0]` for an array of variable length: the variables of its declarator may have changed
    /// since.
    fn extent_of(&mut self, array: ExprId, span: Span) -> Result<ExprId, Box<Diagnostic>> {
        let size = self.int(IntKind::ULong);
        let size_of = |lower: &mut Self, place: ExprId| {
            let of = lower.ty(place);
            let text = format!("sizeof({})", lower.spell(place)?);
            let value = lower.program.size_of(of.id);
            lower.spelled(
                ExprKind::SizeOf {
                    measure: Measure::Size,
                    of,
                    value,
                    text,
                    declarator: None,
                },
                size,
                span,
            )
        };
        let zero = self.number(0, span)?;
        let pointer = self.decay(array);
        let element = self.index(pointer, zero, span);
        let (lhs, rhs) = (size_of(self, array)?, size_of(self, element)?);
        self.spelled(
            ExprKind::Binary {
                op: BinOp::Div,
                lhs,
                rhs,
            },
            size,
            span,
        )
    }

    /// The elements that a new iterator counts.
    fn iterated(
        &mut self,
        places: &[ExprId],
        lower: ExprId,
        length: ExprId,
        span: Span,
        made: &mut Made,
    ) -> Result<Vec<ExprId>, Box<Diagnostic>> {
        let ty = self.int(IntKind::LongLong);
        let name = format!("{MADE_ITERATOR}{}", made.vars.len());
        let var = self.new_var(&name, ty.into(), Storage::Auto, span);
        let zero = constants::int_value(&self.program, lower) == Some(0);
        let end = match zero {
            true => length,
            false => {
                let end = self.binary(BinOp::Add, lower, length, span);
                self.spell(end)?;
                end
            }
        };
        for e in [lower, end] {
            self.spell(e)?;
        }
        made.vars.push(var);
        made.iterators.push(omp::Iterator {
            ty: Some("long long".into()),
            name,
            begin: lower,
            end,
            step: None,
        });
        let mut out = vec![];
        for &place in places {
            let pointer = self.decay(place);
            let index = self.spelled(ExprKind::Var(var), ty, span)?;
            let element = self.index(pointer, index, span);
            self.spell(element)?;
            out.push(element);
        }
        Ok(out)
    }

    /// `count` elements from `lower` on, where they are few.
    fn indexed(
        &mut self,
        places: &[ExprId],
        lower: ExprId,
        count: i128,
        span: Span,
    ) -> Result<Option<Vec<ExprId>>, Box<Diagnostic>> {
        if count < 0 || count.saturating_mul(places.len() as i128) > ELEMENTS {
            return Ok(None);
        }
        let from = constants::int_value(&self.program, lower);
        let mut out = vec![];
        for &place in places {
            for at in 0..count {
                let pointer = self.decay(place);
                let index = match from {
                    Some(from) => self.number(from + at, span)?,
                    None if at == 0 => lower,
                    None => {
                        let at = self.number(at, span)?;
                        self.binary(BinOp::Add, lower, at, span)
                    }
                };
                let element = self.index(pointer, index, span);
                self.spell(element)?;
                out.push(element);
            }
        }
        Ok(Some(out))
    }

    pub(in crate::sema) fn number(
        &mut self,
        value: i128,
        span: Span,
    ) -> Result<ExprId, Box<Diagnostic>> {
        let text = value.to_string();
        let int = self.int(IntKind::Int);
        self.spelled(ExprKind::Int { value, text }, int, span)
    }
}
