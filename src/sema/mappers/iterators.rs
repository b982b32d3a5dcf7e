//! Iterators of map and motion clauses (OpenMP 5.2, 3.2.6) whose values are constant and few: written out.
//!
//! From resolved clauses. Must not know mappers.

use super::Lower;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::omp::{self, ClauseKind};
use crate::source::Span;

/// The largest number of values for which items are written out.
const VALUES: usize = 64;

impl Lower<'_> {
    /// `map(iterator(i = 0:4), to: p[i][0:n])` becomes an item for each value, where the values are constant and few.
    pub(in crate::sema) fn expand_iterators(&mut self, clauses: &mut [Clause], vars: &[VarId]) {
        let mut vars = vars.iter().copied();
        for clause in clauses.iter_mut() {
            let span = clause.span;
            let (iterators, items) = match &mut clause.kind {
                ClauseKind::Map(map) => (&mut map.iterators, &mut map.items),
                ClauseKind::To(motion) | ClauseKind::From(motion) => {
                    (&mut motion.iterators, &mut motion.items)
                }
                ClauseKind::Depend { iterators, .. } | ClauseKind::Affinity { iterators, .. } => {
                    vars.by_ref().take(iterators.len()).for_each(drop);
                    continue;
                }
                _ => continue,
            };
            let own: Vec<VarId> = vars.by_ref().take(iterators.len()).collect();
            if own.is_empty() {
                continue;
            }
            let ranges: Option<Vec<_>> = iterators.iter().map(|it| self.values(it)).collect();
            let Some(ranges) = ranges else { continue };
            let count: usize = ranges.iter().map(Vec::len).product();
            if count > VALUES {
                continue;
            }
            let mut made = std::mem::take(items);
            for (var, values) in own.iter().zip(&ranges) {
                let mut more = vec![];
                for item in &made {
                    for &value in values {
                        match self.at_value(item, *var, value, span) {
                            Ok(item) => more.push(item),
                            Err(error) => self.diagnostics.push(*error),
                        }
                    }
                }
                made = more;
            }
            *items = made;
            iterators.clear();
        }
    }

    /// The values of an iterator; none where they are not constant.
    fn values(&self, it: &omp::Iterator<ExprId>) -> Option<Vec<i128>> {
        let constant = |e: ExprId| constants::int_value(&self.program, e);
        let (begin, end) = (constant(it.begin)?, constant(it.end)?);
        let step = match it.step {
            Some(step) => constant(step)?,
            None => 1,
        };
        if step == 0 || (end - begin) / step > VALUES as i128 {
            return None;
        }
        let mut values = vec![];
        let mut at = begin;
        while (step > 0 && at < end) || (step < 0 && at > end) {
            values.push(at);
            at += step;
        }
        Some(values)
    }

    /// An item for one value of an iterator.
    fn at_value(
        &mut self,
        item: &ListItem,
        var: VarId,
        value: i128,
        span: Span,
    ) -> Result<ListItem, Box<Diagnostic>> {
        let value = self.number(value, span)?;
        self.mapped_part(item, var, value, item)
    }
}
