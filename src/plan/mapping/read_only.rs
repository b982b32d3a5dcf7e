//! Which parameters of a kernel point to const, and which are `__restrict__`.
//!
//! From what is proven of the region (`analyze::read_only`). Variables of which the kernel has copies beside the parameter
//! point to no const, since copies have the program's own types.

use crate::analyze::facts::Facts;
use crate::analyze::read_only::Behind;
use crate::analyze::sharing::DeviceData;
use crate::ir::*;
use crate::plan::decisions::kernel::CodePlan;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::shared::Member;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the memory behind the kernel's parameters. `reached`: the functions that the region calls.
pub fn parameters(
    facts: &Facts,
    construct: &Construct,
    data: &DeviceData,
    code: &CodePlan,
    reached: &BTreeSet<FuncId>,
) -> BTreeMap<VarId, Behind> {
    let program = facts.program;
    let mut found = facts.behind(construct, data, reached);
    found.retain(|&var, _| match code.storage_of(var) {
        Some(Storage::Value) => program.types.is_pointer(program.vars[var].ty.id),
        Some(Storage::Array) => true,
        _ => false,
    });
    if found.is_empty() {
        return found;
    }
    let mut copied = BTreeSet::new();
    for slot in code.shared.slots().into_iter().chain(code.spilled.slots()) {
        if let Member::Var(var) | Member::Copy(_, var) | Member::Broadcast(_, var) = slot.member {
            copied.insert(var);
        }
    }
    if let Some(body) = construct.body {
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                let inner = facts.privatised(&program.constructs[id]);
                copied.extend(inner.into_iter().map(|(var, _)| var));
            }
        });
    }
    for (var, what) in &mut found {
        what.only_read &= !copied.contains(var) && !code.is_shared(*var);
    }
    found
}

/// Whether a kernel would have more `__restrict__` parameters in launches whose list items are separate.
pub fn are_open(behind: &BTreeMap<VarId, Behind>) -> bool {
    behind
        .values()
        .any(|what| what.apart && !what.is_restricted())
}
