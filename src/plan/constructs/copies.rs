//! Which variables the code of each construct declares for its threads: copies of what it privatises, and
//! nthreads-var.
//!
//! From the uses of blocks and from the places of variables. Must not know how copies are spelled.

use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::library::openmp::SET_NUM_THREADS;
use crate::plan::decisions::copies::{Copies, Parameters};
use crate::plan::decisions::kernel::CodePlan;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::steps::Step;
use std::collections::BTreeSet;

/// The copies that the code needs. A firstprivate variable needs none if no code changes it and the kernel has its
/// value already.
pub fn needed(facts: &Facts, code: &CodePlan) -> Copies {
    let mut copies = Copies::default();
    for (id, lowering) in code.lowerings() {
        let body = facts.program.constructs[id].body;
        for (body, private) in lowering.steps.iter().flat_map(|step| lists(step, body)) {
            for &(var, how) in private {
                if is_needed(facts, code, body, var, how) {
                    copies.add(body, var, how);
                }
            }
        }
    }
    copies
}

/// The variables that a step of a construct privatises, with the blocks that use them; `body` is the construct's.
fn lists(step: &Step, body: Option<StmtId>) -> Vec<(StmtId, &[(VarId, Private)])> {
    let private: &[(VarId, Private)] = match step {
        Step::Loop(one) => return vec![(one.nest.body, &one.private)],
        Step::Deferred(one) => {
            let nest = one.nest.iter();
            let mut lists: Vec<(StmtId, &[(VarId, Private)])> = nest
                .map(|one| (one.nest.body, one.private.as_slice()))
                .collect();
            lists.extend(body.map(|body| (body, one.private.as_slice())));
            return lists;
        }
        Step::Block { private } => private,
        Step::Parallel(one) => &one.private,
        Step::Single(one) => &one.private,
        Step::Sections(one) => &one.private,
        Step::Scope(one) => &one.private,
        Step::Task(one) => &one.copies,
        _ => return vec![],
    };
    body.map(|body| (body, private)).into_iter().collect()
}

fn is_needed(facts: &Facts, code: &CodePlan, body: StmtId, var: VarId, how: Private) -> bool {
    if how == Private::LoopCopy {
        return true;
    }
    let inside = facts.uses(body);
    if !inside.uses(var) && !how.is_last() {
        return false;
    }
    let program = facts.program;
    // A variable that the team shares may change while the region runs.
    let by_value = match code.storage_of(var) {
        Some(Storage::Value) => true,
        _ if program.types.holds_constants(program.vars[var].ty) => true,
        None => !code.is_shared(var),
        Some(_) => false,
    };
    how != Private::Firstprivate || !by_value || inside.get(var).maybe_written()
}

/// The blocks whose implicit tasks change their nthreads-var (OpenMP 5.2, 18.2.1): those of parallel constructs, and
/// the region's own.
pub fn max_threads(facts: &Facts, code: &CodePlan, region: Option<StmtId>) -> BTreeSet<StmtId> {
    let program = facts.program;
    let parallel = code.lowerings().filter_map(|(id, lowering)| {
        let mut steps = lowering.steps.iter();
        let forks = steps.any(|step| matches!(step, Step::Parallel(_)));
        program.constructs[id].body.filter(|_| forks)
    });
    let sets = |body: &StmtId| {
        let mut calls = facts.uses(*body).calls.iter();
        calls.any(|&func| program.funcs[func].name == SET_NUM_THREADS)
    };
    parallel.chain(region).filter(sets).collect()
}

/// What a region does to the parameters that its kernel receives by value.
pub fn parameters(facts: &Facts, code: &CodePlan, region: StmtId) -> Parameters {
    let program = facts.program;
    let mut found = Parameters::default();
    let by_value = |var: &VarId| code.storage_of(*var) == Some(&Storage::Value);
    let used = facts.uses(region).vars.iter();
    let written = used.filter(|(_, how)| how.maybe_written());
    found
        .written
        .extend(written.map(|(var, _)| *var).filter(by_value));
    program.walk_all_stmts(region, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            let clauses = program.constructs[id].clauses.iter();
            let items = clauses.flat_map(|clause| clause.kind.items());
            found
                .listed
                .extend(items.filter_map(|item| item.var()).filter(by_value));
        }
    });
    found
}
