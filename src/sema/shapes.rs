//! The array-shaping operator (OpenMP 5.2, 3.2.4): `([n][m])p` is the array of `n` rows of `m` elements at `p`.
//!
//! From the text of a list item's base. The host gets the lvalue of C that means the same.

use super::Lower;
use super::clauses::Failed;
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, *};
use crate::omp::{ClauseKind, ExprText, shape};
use crate::source::Span;

impl Lower<'_> {
    /// The array that a shaping operator makes of a pointer; none where the text begins with no such operator.
    pub(super) fn shaped(&mut self, text: &ExprText) -> Option<Result<ExprId, Failed>> {
        let shaped = shape::find(&text.text)?;
        let part = |range: &std::ops::Range<usize>| ExprText {
            span: Span::new(
                text.span.lo as usize + range.start,
                text.span.lo as usize + range.end,
            ),
            text: text.text[range.clone()].to_owned(),
        };
        let extents: Vec<ExprText> = shaped.extents.iter().map(part).collect();
        Some(self.shape(text, &extents, &part(&shaped.operand)))
    }

    fn shape(
        &mut self,
        whole: &ExprText,
        extents: &[ExprText],
        operand: &ExprText,
    ) -> Result<ExprId, Failed> {
        let pointer = self.clause_expr(operand)?;
        let Type::Pointer(elem) = *self.program.types.resolve(self.ty(pointer).id) else {
            return Err(self.not_shapeable(operand, pointer));
        };
        if self.program.size_of(elem.id).is_none() {
            return Err(self.not_shapeable(operand, pointer));
        }
        let mut array = elem;
        for extent in extents.iter().rev() {
            let length = self.clause_expr(extent)?;
            if !self.program.types.is_integer(self.ty(length).id) {
                let message = format!("the extent `{}` is not an integer", extent.text.trim());
                self.error(Code::ListItem, extent.span, message);
                return Err(Failed);
            }
            let len = match constants::int_value(&self.program, length) {
                Some(n) if n > 0 => ArrayLen::Known(n as u64),
                Some(n) => {
                    self.error(Code::ListItem, extent.span, format!("the extent is {n}"));
                    return Err(Failed);
                }
                None => ArrayLen::Vla(length),
            };
            array = self.intern(Type::Array { elem: array, len }).into();
        }
        let to = self.program.types.pointer_to(array);
        let cast = ExprKind::Convert {
            arg: pointer,
            why: Conversion::Cast,
        };
        let cast = self.expr(cast, to, whole.span);
        let place = self.expr(ExprKind::Deref(cast), array, whole.span);
        let brackets: String = extents
            .iter()
            .map(|extent| format!("[{}]", extent.text.trim()))
            .collect();
        let operand = operand.text.trim();
        self.omp.shapes.insert(place);
        let converted = format!("(__typeof__(*({operand})) (*){brackets})({operand})");
        for (expr, text) in [(place, format!("(*{converted})")), (cast, converted)] {
            self.program.spelled.insert(expr, text);
        }
        Ok(place)
    }

    fn not_shapeable(&mut self, operand: &ExprText, found: ExprId) -> Failed {
        let ty = self.program.describe(self.ty(found));
        let message = format!(
            "a shape is given to a pointer to objects, and `{}` has type `{ty}`",
            operand.text.trim()
        );
        self.diagnostics.push(
            Diagnostic::error(Code::ListItem, operand.span, message)
                .note("OpenMP 5.2, section 3.2.4"),
        );
        Failed
    }

    /// Why a clause cannot have a shaped item; none where it can, or the item has no shape.
    pub(super) fn check_shape(&self, clause: &ir::Clause, item: &ListItem) -> Option<Diagnostic> {
        let ItemKind::Part { base, dims, .. } = &item.kind else {
            return None;
        };
        let whole = self.is_shape(*base) && dims.is_empty();
        if !whole && !self.has_shape(*base) {
            return None;
        }
        let name = clause.kind.name();
        match &clause.kind {
            ClauseKind::To(_) | ClauseKind::From(_) => None,
            ClauseKind::Depend { .. } | ClauseKind::Affinity { .. } if whole => None,
            ClauseKind::Depend { .. } | ClauseKind::Affinity { .. } => Some(
                Diagnostic::error(
                    Code::UnsupportedSection,
                    item.span,
                    format!("a part of a shaped array in `{name}` is not translated yet"),
                )
                .help("name the element at which the part begins: its address is what counts"),
            ),
            _ => Some(
                Diagnostic::error(
                    Code::ListItem,
                    item.span,
                    format!("`{name}` takes no array-shaping operator"),
                )
                .note("OpenMP 5.2, section 3.2.4")
                .help("write a section of what the pointer points at: `p[0:n]`"),
            ),
        }
    }

    fn is_shape(&self, place: ExprId) -> bool {
        self.omp.shapes.contains(&place)
    }

    /// Whether a shape is what a place is reached through.
    fn has_shape(&self, place: ExprId) -> bool {
        match self.program.exprs[place].kind {
            ExprKind::Index { base: inner, .. }
            | ExprKind::Member { base: inner, .. }
            | ExprKind::Convert { arg: inner, .. } => self.has_shape(inner),
            _ => self.is_shape(place),
        }
    }
}
