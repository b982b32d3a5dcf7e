//! Why a region does not have another mode, and what the program could say for it.
//!
//! From the plans of its sequential part. It decides nothing: `mode::choice` has chosen.

use crate::diag::Diagnostic;
use crate::ir::*;
use crate::plan::decisions::note::Note;
use crate::plan::decisions::sequential::{ForkJoin, Guard, Unrepeatable};
use crate::plan::decisions::steps::{Lowering, Step};
use crate::plan::launch::{shape, team_sizes};
use crate::plan::planner::Planner;

/// The note that says why the guarded plan was refused.
pub fn not_guarded(error: &Diagnostic) -> Note {
    let place = error
        .primary()
        .map_or_else(Default::default, |label| label.span);
    let note = Note::missed(place, format!("not guarded SPMD: {}", error.message));
    match error.help.first() {
        Some(help) => note.help(help),
        None => note,
    }
}

impl Planner<'_> {
    /// Why the region is not plain SPMD: not every thread can repeat this statement.
    pub(in crate::plan) fn not_plain(&self, guard: &Guard) -> Note {
        let text = format!("not plain SPMD: {}", guard.why.text(self.program));
        Note {
            help: self.instead_of_a_guard(guard).map(String::from),
            ..Note::missed(guard.place, text)
        }
    }

    /// Why the region is not executed by fork-join, which would cost less.
    pub(in crate::plan) fn not_fork_join(&self, id: ConstructId) -> Note {
        let (most, block) = (team_sizes::MOST_WORKERS, self.shape.block);
        let pragma = self.program.constructs[id].pragma;
        let text = format!(
            "not fork-join: the last warp would run the sequential part, which leaves regions {most} threads, not {block}"
        );
        let help = format!("`num_threads({most})`, `thread_limit({most})` or fewer allow it");
        Note::missed(pragma, text).help(help)
    }

    /// What the user could write so that every thread repeats a statement that thread 0 executes alone.
    fn instead_of_a_guard(&self, guard: &Guard) -> Option<&'static str> {
        match guard.why {
            Unrepeatable::Unknown => Some(
                "define the function in this file, so that its effects can be seen, or call it by its name",
            ),
            Unrepeatable::Effects => Some(
                "move it into a parallel region of which it needs no result (`single`), or out of the target region",
            ),
            Unrepeatable::Changes(var) | Unrepeatable::Declares(var) => match self.reducing(var) {
                // A region cannot reduce into a copy of its own.
                Some(construct) => self.instead_of_a_shared_result(construct, var),
                None => Some(
                    "let the parallel region work on a copy: `firstprivate`, or a variable of its own",
                ),
            },
        }
    }

    /// A construct that reduces a variable; one of which not every thread gets the result, if there is one.
    fn reducing(&self, var: VarId) -> Option<ConstructId> {
        let reduces = |lowering: &Lowering| {
            lowering.steps.iter().any(|step| match step {
                Step::Reduce(reduction) => reduction.items.iter().any(|item| item.var == var),
                _ => false,
            })
        };
        let all = self.lowerings.iter().filter(|(_, one)| reduces(one));
        let all: Vec<ConstructId> = all.map(|(id, _)| *id).collect();
        let kept = |id: &&ConstructId| !self.reduced_by_all(**id).contains(&var);
        all.iter().find(kept).or(all.first()).copied()
    }

    /// What the user could write so that every thread gets the result of a reduction; none where nothing is known to
    /// help.
    fn instead_of_a_shared_result(
        &self,
        construct: ConstructId,
        var: VarId,
    ) -> Option<&'static str> {
        if self.reduced_by_all(construct).contains(&var) {
            Some(
                "reduce into a variable declared directly before the parallel region, which nothing else changes, and read the result behind it",
            )
        } else if shape::asks_for_size(&self.program.constructs[construct]) {
            Some(
                "without `num_threads` and `if` on the parallel region that reduces it, every thread gets the result; `thread_limit` says how many there are",
            )
        } else {
            None
        }
    }

    /// Says that only fork-join is possible because called functions ask for their team.
    pub(in crate::plan) fn called_asks(&self, body: StmtId) -> Note {
        let program = self.program;
        let mut place = None;
        program.walk_exprs_in(body, &mut |_, expr| {
            if let ExprKind::Func(func) = expr.kind
                && self.facts.orphans.of_func(func).any()
            {
                place = place.or(Some(expr.span));
            }
        });
        let text = "not guarded SPMD: a called function has constructs of its own, or asks for its threads";
        let help =
            "write the constructs in the target region, or pass the thread's number as an argument";
        Note::missed(place.unwrap_or(program.stmt(body).span), text).help(help)
    }

    /// Why only fork-join is possible, whatever functions ask; none where guarded SPMD is, too.
    pub(in crate::plan) fn only_forked(&self, body: StmtId, forked: &ForkJoin) -> Option<Note> {
        let program = self.program;
        if let Some(copy) = self.copy_beside_original(body) {
            let text = "not guarded SPMD: sequential code changes a variable of which this construct has a copy";
            let help = "use a variable that is declared inside the construct";
            return Some(Note::missed(program.constructs[copy].pragma, text).help(help));
        }
        if let Some(scan) = self.scan_alone {
            let text = "not guarded SPMD: a loop with `scan` in the sequential part";
            let help = "let the threads of a parallel region run the loop: `parallel for`";
            return Some(Note::missed(scan, text).help(help));
        }
        let literal = forked.literals.first()?;
        let text = "not guarded SPMD: the address of a compound literal is taken";
        let help = "declare a variable with that initialiser";
        Some(Note::missed(program.expr(*literal).span, text).help(help))
    }
}
