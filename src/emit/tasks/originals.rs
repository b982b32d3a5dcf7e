//! Copies of the originals of reductions over tasks whose initialiser reads them: from where the reduction begins, before
//! a task has combined its own value.
//!
//! From the clauses; `plan` has refused what no copy is kept of.

use super::own_copy;
use crate::device::Block;
use crate::emit::cancel::Group;
use crate::emit::context::Context;
use crate::emit::cuda::Printer;
use crate::emit::kernel::Kernel;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::kernel::Mode;

/// A copy of an original.
#[derive(Clone, Debug)]
pub struct Original {
    /// The construct with which the reduction begins.
    begins: ConstructId,
    var: VarId,
    name: String,
}

/// Whether a taskgroup needs copies.
pub(super) fn in_group(k: &Kernel, construct: &Construct) -> bool {
    construct.directive == DirectiveKind::Taskgroup
        && !construct.kept_originals(k.program).is_empty()
}

/// The surroundings of a body inside of a taskgroup that constructs in its text name, with the copies.
pub(super) fn inside(group: Option<Group>, kept: Vec<Original>) -> impl FnOnce(&mut Context) {
    |context| {
        context.groups.extend(group);
        context.originals.extend(kept);
    }
}

/// Declares the copies that a construct needs.
pub(super) fn keep(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    construct: &Construct,
) -> Vec<Original> {
    let vars = construct.kept_originals(k.program);
    let copy = |var| Original {
        begins: construct.id,
        var,
        name: own_copy(k, p, out, var, "original"),
    };
    let kept: Vec<Original> = vars.into_iter().map(copy).collect();
    let several = matches!(k.plan.mode, Mode::Spmd | Mode::GuardedSpmd);
    if !kept.is_empty() && !k.is_parallel() && several {
        // All threads have read the originals that thread 0 changes.
        k.barrier(out);
    }
    kept
}

/// How the initialiser of a construct's copy spells the original, where tasks may have changed it.
pub fn spelled(
    k: &Kernel,
    construct: ConstructId,
    var: VarId,
    reduction: &UserReduction,
) -> Option<String> {
    let of = &k.program.constructs[construct];
    let joins = of.clauses.iter().any(|clause| {
        matches!(clause.kind, ClauseKind::InReduction { .. })
            && clause.items().iter().any(|item| item.var() == Some(var))
    });
    let is = |one: &&Original| {
        let here = one.begins == construct && of.directive.has(Leaf::Taskloop);
        one.var == var && (joins || here)
    };
    let name = &k.context.originals.iter().rfind(is)?.name;
    if !reduction.reads_original(k.program) {
        return None;
    }
    // What a function object has captured is constant in it.
    Some(match reduction.has_addresses(k.program) {
        true => format!("romp::as_original({name})"),
        false => name.clone(),
    })
}
