//! `interchange` and `reverse` (OpenMP 6.0, 11.4 and 11.5).

use super::made::Header;
use super::{Done, Transformer};
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::ClauseKind;

impl Transformer<'_> {
    /// The loops of a nest in another order; without `permutation` the two outermost are exchanged.
    pub(super) fn interchange(&mut self, id: ConstructId, stmt: StmtId) -> Done<()> {
        let construct = &self.program.constructs[id];
        let at = self.place(id, stmt);
        let given = construct.clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Permutation(list) => Some((list.clone(), c.span)),
            _ => None,
        });
        let order: Vec<usize> = match &given {
            None => vec![1, 0],
            Some((list, place)) => {
                let number =
                    |e: &ExprId| int_value(self.program, *e).and_then(|n| usize::try_from(n).ok());
                let numbers: Option<Vec<usize>> = list.iter().map(number).collect();
                let mut sorted = numbers.clone().unwrap_or_default();
                sorted.sort_unstable();
                if sorted.len() < 2 || sorted != (1..=list.len()).collect::<Vec<_>>() {
                    let message =
                        "`permutation` takes each of the numbers 1 to n once, n at least 2";
                    return Err(Box::new(
                        Diagnostic::error(Code::Clause, *place, message)
                            .note("OpenMP 6.0, section 11.4.1"),
                    ));
                }
                numbers.unwrap_or_default().iter().map(|n| n - 1).collect()
            }
        };
        let nest = self.nest(id, order.len())?;
        self.rectangular(id, &nest)?;
        let mut inside = nest.body;
        for &which in order.iter().rev() {
            let one = nest.loops[which].stmt;
            let StmtKind::For {
                init: Some(init),
                cond: Some(cond),
                step: Some(step),
                ..
            } = self.program.stmt(one).kind
            else {
                unreachable!("a canonical loop has all three");
            };
            // The user may read a variable that is declared in front of the nest after it.
            let one = &nest.loops[which];
            let header = if one.declared {
                Header { init, cond, step }
            } else {
                return Err(Box::new(
                    Diagnostic::error(
                        Code::UnsupportedLoop,
                        one.span,
                        "`interchange` of a loop whose variable is declared outside is not translated yet",
                    )
                    .help("declare the variable in the loop: `for (int i = ...`"),
                ));
            };
            inside = self.looped(header, inside, at);
        }
        self.replace(id, stmt, inside, &nest);
        Ok(())
    }

    /// The loop with its iterations from the last to the first.
    pub(super) fn reverse(&mut self, id: ConstructId, stmt: StmtId) -> Done<()> {
        let at = self.place(id, stmt);
        let nest = self.nest(id, 1)?;
        if self.is_empty(&nest) {
            self.replace(id, stmt, nest.loops[0].stmt, &nest);
            return Ok(());
        }
        let one = &nest.loops[0];
        let name = self.program.vars[one.var].name.clone();
        let own = self.own_variable(one, nest.body, at)?;
        let number = self.number_type();
        let k = self.variable(&format!("{name}_number"), number, at);
        let zero = self.int(0, number);
        let init = self.declare(k, zero, at);
        let trips = self.trips(one);
        let present = self.var(k);
        let cond = self.compare(BinOp::Lt, present, trips);
        let step = self.by_one(k, true);
        let header = Header { init, cond, step };

        let unit = self.int(1, number);
        let last = self.binary(BinOp::Sub, trips, unit, number);
        let present = self.var(k);
        let from_the_end = self.binary(BinOp::Sub, last, present, number);
        let value = self.value(one, from_the_end);
        let declared = self.declare(own, value, at);
        let block = self.stmt(StmtKind::Block(vec![declared, nest.body]), at.span);
        let made = self.looped(header, block, at);
        self.replace(id, stmt, made, &nest);
        Ok(())
    }
}
