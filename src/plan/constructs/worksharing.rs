//! The steps of `single`, `masked`, `sections` and `scope` (OpenMP 5.2, 10.5 and 11.1 to 11.3).
//!
//! Inside of a parallel region they bind to its team. In sequential code the team has one thread, and the blocks are
//! executed where they stand.

use crate::analyze::{conditional, orphaned_order};
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Masked, Scope, Sections, Single, Step};
use crate::plan::planner::{Context, Planner};

type Steps = Result<Vec<Step>, Box<Diagnostic>>;

impl<'a> Planner<'a> {
    pub(in crate::plan) fn worksharing(
        &mut self,
        construct: &'a Construct,
        leaf: Leaf,
        private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Steps {
        if leaf == Leaf::Masked || leaf == Leaf::Master {
            return Ok(self.masked(construct, context));
        }
        if !context.parallel {
            return Ok(self.in_place(construct, private, context));
        }
        let barrier = context.waits_at_end(construct);
        let step = match leaf {
            Leaf::Single => self.single(construct, private, barrier, context),
            Leaf::Sections => self.sections(construct, private, barrier, context)?,
            _ => {
                self.body(
                    construct.body,
                    Context {
                        tail: false,
                        ..context
                    },
                );
                Step::Scope(Scope { private, barrier })
            }
        };
        self.barriers |= barrier;
        Ok(vec![step])
    }

    /// The steps of a block that one thread executes, with no other thread in its team.
    pub(in crate::plan) fn in_place(
        &mut self,
        construct: &'a Construct,
        mut private: Vec<(VarId, Private)>,
        context: Context,
    ) -> Vec<Step> {
        // The original serves as the copy whose last value it gets.
        private.retain(|(_, how)| !how.is_last());
        self.body(construct.body, context);
        let barrier = false;
        vec![Step::Scope(Scope { private, barrier })]
    }

    fn single(
        &mut self,
        construct: &'a Construct,
        private: Vec<(VarId, Private)>,
        barrier: bool,
        context: Context,
    ) -> Step {
        let copied: Vec<VarId> = construct
            .clauses
            .iter()
            .filter(|c| matches!(c.kind, ClauseKind::Copyprivate(_)))
            .flat_map(|c| c.items())
            .filter_map(|item| item.var())
            .collect();
        self.barriers |= !copied.is_empty();
        let nowait = construct.nowait();
        let turn = if nowait { self.singles } else { 0 };
        self.singles += u32::from(nowait);
        self.body(construct.body, context.alone());
        Step::Single(Single {
            turn,
            private,
            copied,
            barrier,
        })
    }

    fn masked(&mut self, construct: &'a Construct, context: Context) -> Vec<Step> {
        match self.masked_by(construct, context) {
            Some(Masked::Only(number)) => {
                let mut steps = vec![Step::Masked(Masked::Only(number))];
                steps.extend(self.in_place(construct, vec![], context));
                steps
            }
            Some(masked) => {
                self.body(construct.body, context.alone());
                vec![Step::Masked(masked)]
            }
            None => self.in_place(construct, vec![], context),
        }
    }

    /// Which thread executes the block; none where the only one there is does.
    pub(in crate::plan) fn masked_by(
        &self,
        construct: &Construct,
        context: Context,
    ) -> Option<Masked> {
        let filter = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::Filter(thread) => Some(thread),
            _ => None,
        });
        let filter = filter.filter(|thread| int_value(self.program, *thread) != Some(0));
        match (context.parallel, filter) {
            (true, None) => Some(Masked::First),
            (true, Some(number)) => Some(Masked::Thread(number)),
            (false, filter) => filter.map(Masked::Only),
        }
    }

    fn sections(
        &mut self,
        construct: &'a Construct,
        mut private: Vec<(VarId, Private)>,
        barrier: bool,
        context: Context,
    ) -> Result<Step, Box<Diagnostic>> {
        self.body(construct.body, context.alone());
        let copy_barrier = private
            .iter()
            .any(|(_, how)| *how == Private::FirstLastprivate);
        let conditional = match construct.body {
            Some(body) => self.conditional(construct, body, Spread::Team, &mut private)?,
            None => vec![],
        };
        self.barriers |= copy_barrier;
        Ok(Step::Sections(Sections {
            parts: self.parts(construct),
            private,
            copy_barrier,
            // With conditional variables the barrier stands behind the assignment of their last values.
            barrier: barrier && conditional.is_empty(),
            conditional,
        }))
    }

    /// Takes the variables of `lastprivate(conditional: ...)` out of `private`. A single thread uses the original.
    pub(in crate::plan) fn conditional(
        &mut self,
        construct: &Construct,
        body: StmtId,
        spread: Spread,
        private: &mut Vec<(VarId, Private)>,
    ) -> Result<Vec<(VarId, bool)>, Box<Diagnostic>> {
        conditional::check(self.program, construct, body)?;
        if spread == Spread::Thread {
            return Ok(vec![]);
        }
        let mut found = vec![];
        for (var, _) in conditional::items(self.program, construct) {
            let Some(at) = private.iter().position(|(v, _)| *v == var) else {
                continue;
            };
            let (_, how) = private.remove(at);
            found.push((var, how == Private::FirstLastprivate));
        }
        self.barriers |= !found.is_empty();
        Ok(found)
    }

    /// The statements of each section; those before the first directive are a section.
    fn parts(&self, construct: &Construct) -> Vec<Vec<StmtId>> {
        let program = self.program;
        let stmts = match construct.body.map(|body| &program.stmt(body).kind) {
            Some(StmtKind::Block(stmts)) => stmts.as_slice(),
            _ => return vec![],
        };
        let mut parts: Vec<Vec<StmtId>> = vec![];
        for &stmt in stmts {
            let begins = match program.stmt(stmt).kind {
                StmtKind::Omp(id) => program.constructs[id].directive == DirectiveKind::Section,
                _ => false,
            };
            match parts.last_mut() {
                Some(part) if !begins => part.push(stmt),
                _ => parts.push(vec![stmt]),
            }
        }
        parts
    }

    /// The steps of `ordered` with a block (5.2, 15.10.2): the loop around it stands in the same function, or in a
    /// caller.
    pub(in crate::plan) fn ordered(&mut self, construct: &'a Construct, context: Context) -> Steps {
        let program = self.program;
        if !context.parallel || !orphaned_order::orders_threads(construct) {
            return Ok(self.in_place(construct, vec![], context));
        }
        // The loop belongs to a caller.
        let orphaned = context.function && !orphaned_order::loop_in_sight(program, construct);
        if !context.ordered && !orphaned {
            return Err(Box::new(
                Diagnostic::error(
                    Code::Nesting,
                    construct.pragma,
                    "the loop around `ordered` has no `ordered` clause",
                )
                .note("OpenMP 5.2, section 15.10.2")
                .help("write `ordered` on the `for` directive"),
            ));
        }
        self.body(construct.body, context.alone());
        Ok(vec![Step::Ordered])
    }

    /// Whether a function that the block calls may hold a loop that needs a work queue of the team.
    pub(in crate::plan) fn calls_queued_loops(&self, construct: &Construct) -> bool {
        let Some(body) = construct.body else {
            return false;
        };
        let calls = self.facts.calls.of_stmt(&self.facts.uses, body);
        calls.pointers || calls.work_queues
    }
}

/// Checks that an iteration encounters at most one `ordered` region: two on one path would both wait for its turn.
pub(in crate::plan) fn one_ordered_region(
    program: &Program,
    construct: &Construct,
    body: StmtId,
) -> Result<(), Box<Diagnostic>> {
    let mut encountered = vec![];
    certain_regions(program, body, &mut encountered);
    let [first, second, ..] = encountered.as_slice() else {
        return Ok(());
    };
    let pragma = |id: &ConstructId| program.constructs[*id].pragma;
    Err(Box::new(
        Diagnostic::error(
            Code::Nesting,
            pragma(second),
            "an iteration runs more than one `ordered` region",
        )
        .also(pragma(first), "after this one")
        .also(construct.pragma, "of this loop")
        .note("OpenMP 5.2, section 15.10.2")
        .help("put both into one region"),
    ))
}

/// The `ordered` regions that every iteration encounters.
fn certain_regions(program: &Program, stmt: StmtId, encountered: &mut Vec<ConstructId>) {
    match &program.stmt(stmt).kind {
        StmtKind::Block(stmts) => {
            for &s in stmts {
                certain_regions(program, s, encountered);
            }
        }
        StmtKind::Omp(id) if orphaned_order::orders_threads(&program.constructs[*id]) => {
            encountered.push(*id);
        }
        _ => {}
    }
}
