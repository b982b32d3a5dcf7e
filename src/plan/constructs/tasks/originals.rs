//! Reductions over tasks whose initialiser reads `omp_orig`: a task's copy begins when others have combined theirs already,
//! so the value that the original has before the first task is kept.
//!
//! From the clauses; refuses what no copy can be kept of. Must not know how copies are printed.

use crate::analyze::thread_arrays::LARGEST_COPY;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf, ReductionModifier};

/// Whether the initialiser for an item of the clause reads the original.
pub(super) fn is_read(
    program: &Program,
    construct: &Construct,
    clause: &Clause,
    item: &ListItem,
) -> bool {
    construct.user_reductions.iter().any(|used| {
        let one = &construct.clauses[used.clause];
        let here = std::ptr::eq(one, clause) && std::ptr::eq(&one.items()[used.item], item);
        here && program.reductions[used.what].reads_original(program)
    })
}

/// An error for an item of `in_reduction` of whose original no copy is kept: one is where a `taskgroup` begins.
pub(super) fn of_task(
    program: &Program,
    construct: &Construct,
    clause: &Clause,
    item: &ListItem,
) -> Option<Box<Diagnostic>> {
    if !is_read(program, construct, clause, item) {
        return None;
    }
    let var = item.var()?;
    let begins = |outer: &&Construct| {
        outer.clauses.iter().any(|c| {
            let is = match c.kind {
                ClauseKind::TaskReduction { .. } => true,
                ClauseKind::Reduction { modifier, .. } => {
                    modifier == Some(ReductionModifier::Task) || outer.directive.has(Leaf::Taskloop)
                }
                _ => false,
            };
            is && c.items().iter().any(|one| one.var() == Some(var))
        })
    };
    let outer = program.around(construct).find(begins);
    let kept = outer.is_some_and(|outer| {
        outer.directive == DirectiveKind::Taskgroup
            && outer.kept_originals(program).contains(&var)
            && is_small(program, var)
    });
    (!kept || !is_whole(item)).then(|| refuse(construct, item))
}

/// An error for an item of a `taskloop` of whose original no copy is kept.
pub(super) fn of_loop(program: &Program, construct: &Construct) -> Option<Box<Diagnostic>> {
    let reduces = |c: &&Clause| matches!(c.kind, ClauseKind::Reduction { .. });
    let clauses = construct.clauses.iter().filter(reduces);
    let mut items = clauses.flat_map(|clause| clause.items().iter().map(move |i| (clause, i)));
    let (_, item) = items.find(|(clause, item)| {
        let small = item.var().is_some_and(|var| is_small(program, var));
        is_read(program, construct, clause, item) && !(is_whole(item) && small)
    })?;
    Some(refuse(construct, item))
}

fn is_whole(item: &ListItem) -> bool {
    matches!(item.kind, ItemKind::Var(_))
}

fn is_small(program: &Program, var: VarId) -> bool {
    let size = program.size_of(program.vars[var].ty.id);
    size.is_some_and(|size| size <= LARGEST_COPY)
}

fn refuse(construct: &Construct, item: &ListItem) -> Box<Diagnostic> {
    let message = format!(
        "a reduction of `{}` over tasks whose initialiser reads `omp_orig` is not translated yet",
        item.text
    );
    Box::new(
        Diagnostic::error(Code::UnsupportedTask, item.span, message)
            .also(construct.pragma, "in this construct")
            .note(format!(
                "the original has changed when a later task begins; its first value is kept of a whole variable of at most {LARGEST_COPY} bytes, by a `taskgroup` around the tasks in the same function, or by `taskloop`"
            ))
            .help("write an initialiser without `omp_orig`"),
    )
}
