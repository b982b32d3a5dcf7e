//! Regions that may change what their own size depends on (OpenMP 5.2, 10.1: the encountering thread evaluates the
//! expressions of `num_threads` and `if` before the region).
//!
//! Where all threads of the block execute the sequential part, each computes a region's size. If the region can
//! change the size, the size is latched: no thread begins the region before all have computed it. A master computes
//! it alone. From the IR, the uses and the effects; must not know how barriers are printed.

use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::plan::decisions::sequential::Sequential;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Latches sizes in kernels whose sequential part all threads execute.
    pub(in crate::plan) fn latch_sizes(&mut self, sequential: &Sequential) {
        for id in self.parallels.clone() {
            let key = id;
            let steps = self.lowerings.get(&key).map_or(&[][..], |l| &l.steps);
            let asked = steps.iter().find_map(|step| match step {
                Step::Parallel(one) => match one.team {
                    TeamSize::Asked { threads, condition } => Some((threads, condition)),
                    _ => None,
                },
                _ => None,
            });
            let Some((threads, condition)) = asked else {
                continue;
            };
            let inside = self.facts.uses_of_construct(id);
            // Thread 0 evaluates a guarded expression alone, and the others know its value behind a barrier.
            let all = |e: &ExprId| !sequential.is_guarded_expr(*e);
            let mut exprs = threads.into_iter().chain(condition).filter(all);
            if !exprs.any(|e| self.may_change(&inside, e)) {
                continue;
            }
            self.barriers = true;
            let lowering = self.lowerings.get_mut(&key);
            for step in lowering.into_iter().flat_map(|l| &mut l.steps) {
                if let Step::Parallel(one) = step {
                    one.size_latched = true;
                }
            }
        }
    }

    /// Whether a region that does what `inside` says may change the value of an expression.
    fn may_change(&self, inside: &Uses, expr: ExprId) -> bool {
        let program = self.program;
        let uses = Uses::of_expr(program, expr);
        let does = self.facts.effects.of_uses(inside);
        let stores = does.stores || does.unknown;
        let outer = inside.captured();
        let writes = stores || outer.into_iter().any(|v| inside.get(v).maybe_written());
        let asks = self.facts.effects.of_uses(&uses);
        if asks.stores || asks.unknown || asks.loads && writes {
            return true;
        }
        uses.captured().any(|var| {
            let v = &program.vars[var];
            v.ty.quals.is_volatile
                || inside.get(var).maybe_written()
                || stores && self.has_address(var)
        })
    }

    /// Whether a pointer may lead to the variable.
    fn has_address(&self, var: VarId) -> bool {
        let func = self.program.vars[var].func;
        match func.and_then(|func| self.program.funcs[func].body) {
            Some(body) => self.facts.uses(body).get(var).escapes,
            None => true,
        }
    }
}
