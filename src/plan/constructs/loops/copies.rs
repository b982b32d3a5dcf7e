//! Iteration variables of loops that one thread runs as they stand (`simd`, loops of regions with one thread).
//!
//! Where the variable is that thread's own, the loop uses it, and leaves its last value in it. Where other threads
//! share it, or nothing else in the region uses what the host declared, the loop gets a copy. From the constructs
//! around the loop and what the region captures; must not know how loops are printed.

use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::planner::Planner;

impl Planner<'_> {
    pub(in crate::plan) fn loop_copies(
        &self,
        construct: &Construct,
        private: &mut [(VarId, Private)],
    ) {
        for (var, how) in private {
            let counts = *how == Private::LoopVar
                || *how == Private::Lastprivate && construct.last_values.contains(var);
            if counts && !self.own_variable(construct, *var) {
                *how = Private::LoopCopy;
            }
        }
    }

    /// Makes the variable of a `simd` loop that threads share lastprivate where the host can observe its value.
    pub(in crate::plan) fn last_of_simd(
        &self,
        construct: &Construct,
        private: &mut [(VarId, Private)],
    ) {
        if !construct.directive.has(Leaf::Simd) {
            return;
        }
        for (var, how) in private {
            let seen = |var| self.data.get(var).is_some_and(|one| one.goes_back());
            if *how == Private::LoopVar && seen(*var) {
                *how = Private::Lastprivate;
            }
        }
    }

    /// Whether code around the construct has the variable, which may get a value at the construct's end.
    pub(in crate::plan) fn has_original(&self, construct: &Construct, var: VarId) -> bool {
        let program = self.program;
        if !program.vars[var].storage.is_local() {
            return true;
        }
        let is_region = construct.directive.has(Leaf::Target);
        let around = program.enclosing(construct);
        for id in around.filter(|_| !is_region) {
            let outer = &program.constructs[id];
            if program.is_declared_in(var, id) {
                return true;
            }
            let copies = self.facts.privatised(outer);
            if copies.iter().any(|(one, _)| *one == var) {
                // The kernel has no copy of a variable that nothing else uses.
                return (outer.body).is_some_and(|body| self.facts.uses(body).uses(var));
            }
            if outer.directive.has(Leaf::Target) {
                break;
            }
        }
        let captured = self.data.get(var);
        self.function || captured.is_some_and(|c| c.usage != Default::default())
    }

    /// Whether the variable is private to the encountering thread, and its declaration is visible to the loop.
    fn own_variable(&self, construct: &Construct, var: VarId) -> bool {
        let program = self.program;
        let v = &program.vars[var];
        if !v.storage.is_local() {
            return true;
        }
        let own_fork = construct.directive.has(Leaf::Parallel);
        let mut shared = own_fork;
        for id in program.enclosing(construct) {
            let outer = &program.constructs[id];
            if program.is_declared_in(var, id) {
                return !shared;
            }
            let copies = self.facts.privatised(outer);
            if copies.iter().any(|(one, _)| *one == var) {
                // The kernel has no copy of a variable that nothing else uses.
                let used = |body| self.facts.uses(body).uses(var);
                return !shared && outer.body.is_some_and(used);
            }
            shared |= outer.directive.has(Leaf::Parallel);
            if outer.directive.has(Leaf::Target) {
                break;
            }
        }
        let captured = self.data.get(var);
        let in_sight = self.function || captured.is_some_and(|c| c.usage != Default::default());
        in_sight && !shared
    }
}
