//! Elements of arrays in reduction clauses.
//!
//! From resolved clauses.

use super::Lower;
use crate::ir::*;
use crate::omp::ClauseKind;

impl Lower<'_> {
    /// `reduction(+: r[2])` is one of the section `r[2:1]` (5.2, 5.5.8).
    pub(super) fn reduced_elements(&mut self, clauses: &mut [Clause]) {
        for clause in clauses.iter_mut() {
            let ClauseKind::Reduction { items, .. } = &mut clause.kind else {
                continue;
            };
            for item in items.iter_mut() {
                let ItemKind::Part { base, dims, .. } = &mut item.kind else {
                    continue;
                };
                let ExprKind::Index { base: array, index } = self.program.exprs[*base].kind else {
                    continue;
                };
                let array = match self.program.exprs[array].kind {
                    ExprKind::Convert {
                        arg,
                        why: Conversion::ArrayDecay,
                    } => arg,
                    _ => array,
                };
                let is_var = matches!(self.program.exprs[array].kind, ExprKind::Var(_));
                if !is_var || !dims.is_empty() {
                    continue;
                }
                let extent = match self.program.types.resolve(self.program.exprs[array].ty.id) {
                    Type::Array { len, .. } => Some(*len),
                    _ => None,
                };
                let int = self.program.types.int(IntKind::Int);
                let one = ExprKind::Int {
                    value: 1,
                    text: "1".into(),
                };
                let Ok(one) = self.spelled(one, int, item.span) else {
                    continue;
                };
                *base = array;
                dims.push(SectionDim {
                    lower: Some(index),
                    length: Some(one),
                    stride: None,
                    extent,
                    is_index: false,
                });
            }
        }
    }
}
