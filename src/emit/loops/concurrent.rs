//! In text for checks: which iterations of a loop may be executed concurrently although one thread executes them one
//! after the other.
//!
//! Those of `simd` (OpenMP 5.2, 10.4), of `loop` (11.7) and under `order(concurrent)` (10.3). The device code says
//! where each begins (`romp::concurrent_loop`), so that two iterations that access one element conflict.

use crate::device::{Block, Class, Object};
use crate::emit::context::Context;
use crate::emit::cuda::{Printer, Written};
use crate::emit::kernel::Kernel;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::loops::{LoopPlan, Spread};
use std::collections::BTreeSet;

/// The loop with these marks around it, or as it is.
pub fn marked(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    id: ConstructId,
    plan: &LoopPlan,
    print: impl FnOnce(&Kernel, &mut Printer, &mut Block),
) {
    let construct = &k.program.constructs[id];
    // Variables of a team are one location for all iterations of the team, and no conflict.
    let is_marked = k.text.is_checked() && plan.scan.is_none() && plan.spread != Spread::Teams;
    // Only the device header knows where copies of arrays lie.
    let is_array = |var: VarId| !k.program.types.is_arithmetic(k.program.vars[var].ty.id);
    let arrays = construct.clauses.iter().any(|clause| {
        matches!(clause.kind, ClauseKind::Reduction { .. })
            && clause
                .kind
                .items()
                .iter()
                .any(|item| item.var().is_none_or(is_array))
    });
    let which = match is_marked && !arrays {
        true => which(k.program, construct),
        false => None,
    };
    let Some(which) = which else {
        return print(k, p, out);
    };
    out.scope(|out| {
        let name = k.made_name("concurrent");
        let object = Object::new(Class::ConcurrentLoop, &name);
        out.object(match which {
            Which::All => object.from(["~0ull", "true"]),
            Which::Apart(None) => object,
            Which::Apart(Some(apart)) => object.from([apart]),
        });
        let mark = (plan.nest.body, name);
        let change = |context: &mut Context| context.concurrent.push(mark);
        k.within(p, change, |k, p| print(k, p, out));
    });
}

/// Directly before a loop that one thread runs as it stands: says where it stores variables of which each iteration
/// has its own. These are one location for all iterations, which do not conflict there.
pub fn spare(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &LoopPlan, id: ConstructId) {
    let Some((_, name)) = k
        .context
        .concurrent
        .last()
        .filter(|(body, _)| *body == plan.nest.body)
    else {
        return;
    };
    let whole = k.program.stmt(plan.nest.loops[0].stmt).span;
    let outside = |var: &VarId| !whole.contains(k.program.vars[*var].span);
    let mut vars: BTreeSet<VarId> = plan.nest.loops.iter().map(|one| one.var).collect();
    vars.extend(of_iterations(&k.program.constructs[id]));
    for var in vars.into_iter().filter(outside) {
        out.user(format!("{name}.spares({});", k.spelling(p, var)));
    }
}

/// The list items of which each iteration, or each lane, has its own.
fn of_iterations(construct: &Construct) -> impl Iterator<Item = VarId> + '_ {
    let clauses = construct.clauses.iter().filter(|clause| {
        matches!(
            clause.kind,
            ClauseKind::Private(_)
                | ClauseKind::Firstprivate { .. }
                | ClauseKind::Lastprivate { .. }
                | ClauseKind::Linear { .. }
                | ClauseKind::Reduction { .. }
        )
    });
    let items = clauses.flat_map(|clause| clause.kind.items());
    items.filter_map(|item| item.var())
}

/// Which iterations may be executed concurrently.
enum Which {
    /// All of them, in any order.
    All,
    /// As lanes of a vector execute them, statement by statement: those whose numbers differ by no more than this, if
    /// there is a limit.
    Apart(Option<u64>),
}

/// Which iterations of a loop may be executed concurrently; none where iterations of one thread follow each other.
fn which(program: &Program, construct: &Construct) -> Option<Which> {
    let clauses = || construct.clauses.iter();
    let any_order = construct.directive.has(Leaf::Loop)
        || clauses().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Order {
                    concurrent: true,
                    ..
                }
            )
        });
    if any_order {
        return Some(Which::All);
    }
    // What `if` says may be known at run time only.
    let decided = clauses().any(|c| {
        let leaves = c.modifier.as_ref();
        matches!(c.kind, ClauseKind::If(_))
            && leaves.is_none_or(|leaves| leaves.contains(&Leaf::Simd))
    });
    if !construct.directive.has(Leaf::Simd) || decided {
        return None;
    }
    let safelen = clauses().find_map(|c| match c.kind {
        ClauseKind::Safelen(length) => Some(length),
        _ => None,
    });
    let Some(safelen) = safelen else {
        return Some(Which::Apart(None));
    };
    let length = u64::try_from(int_value(program, safelen)?).ok()?;
    // The numbers of concurrent iterations differ by less than `safelen`.
    Some(Which::Apart(Some(length.checked_sub(1)?)))
}

/// `ordered simd`: its regions follow each other in the order of the iterations (5.2, 15.10.2).
pub fn in_sequence(k: &Kernel, out: &mut Block, id: ConstructId, print: impl FnOnce(&mut Block)) {
    let ordered = k.program.constructs[id].directive == DirectiveKind::Ordered;
    if !ordered || k.context.concurrent.is_empty() {
        return print(out);
    }
    out.scope(|out| {
        out.object(Object::new(
            Class::ConcurrentSequence,
            k.names.fresh("sequence"),
        ));
        print(out);
    });
}
