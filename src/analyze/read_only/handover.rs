//! Where threads may hand memory over to each other, so that what one of them has written is what another one reads: at
//! barriers, and where threads wait for others.
//!
//! From the constructs of a region and of the functions that it calls. Whether code hears of others by locks, atomic
//! reads or volatile objects is another question, which callers ask as well. In doubt memory is handed over.

use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use std::collections::BTreeSet;

/// Whether threads of a target region may do so; `reached`: the functions that it calls.
pub fn happens_in(program: &Program, construct: &Construct, reached: &BTreeSet<FuncId>) -> bool {
    let mut bodies = reached.iter().filter_map(|&func| program.funcs[func].body);
    !is_one_piece(program, construct) || bodies.any(|body| has_constructs(program, body))
}

/// Whether a construct is nothing but a loop, or code that each of its threads or one executes: constructs without
/// anything beside the next one, down to a body without any.
fn is_one_piece(program: &Program, construct: &Construct) -> bool {
    use Leaf::{Distribute, For, Loop, Parallel, Simd, Target, Teams};
    let plain = [Target, Teams, Distribute, Parallel, For, Simd, Loop];
    let leaves = construct.directive.leaves();
    if leaves.is_empty() || !leaves.iter().all(|leaf| plain.contains(leaf)) {
        return false;
    }
    let Some(body) = construct.body else {
        return true;
    };
    match only(program, body) {
        Some(inner) if !is_atomic(program, inner) => {
            is_one_piece(program, &program.constructs[inner])
        }
        _ => !has_constructs(program, body),
    }
}

/// The construct that a statement consists of.
fn only(program: &Program, stmt: StmtId) -> Option<ConstructId> {
    match &program.stmt(stmt).kind {
        StmtKind::Omp(id) => Some(*id),
        StmtKind::Block(stmts) => {
            let real = |stmt: &&StmtId| !matches!(program.stmt(**stmt).kind, StmtKind::Null);
            let mut real = stmts.iter().filter(real);
            match (real.next(), real.next()) {
                (Some(&one), None) => only(program, one),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_atomic(program: &Program, id: ConstructId) -> bool {
    program.constructs[id].directive == DirectiveKind::Atomic
}

/// Whether there are constructs other than `atomic`.
fn has_constructs(program: &Program, body: StmtId) -> bool {
    let mut found = false;
    program.walk_all_stmts(body, &mut |_, stmt| {
        found |= matches!(stmt.kind, StmtKind::Omp(id) if !is_atomic(program, id));
    });
    found
}
