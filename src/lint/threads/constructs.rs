//! How many threads execute what a construct encloses, and which of them one at a time.

use super::{ALL, Walk};
use crate::analyze::loops;
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::lint::values::Same;
use crate::omp::{Binding, ClauseKind, DirectiveKind, Leaf};

/// What says that parallel regions have a single thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Limit {
    /// A `thread_limit` clause.
    clause: bool,
    /// A call of `omp_set_num_threads`.
    pub set: bool,
}

impl Walk<'_> {
    pub(super) fn construct(&mut self, id: ConstructId) {
        let program = self.program;
        let construct = &program.constructs[id];
        let Some(body) = construct.body else {
            return;
        };
        let before = (self.depth, self.guard, self.threads, self.construct);
        let (held, limit) = (self.held, self.limit);
        let conditions = std::mem::take(&mut self.conditions);
        match &construct.directive {
            DirectiveKind::Atomic | DirectiveKind::Critical | DirectiveKind::Ordered => {
                self.guard = ALL;
            }
            DirectiveKind::Section => self.guard = self.guard.max(self.depth),
            DirectiveKind::Construct(leaves) if leaves[..] != [Leaf::Simd] => {
                self.leaves(id, construct, leaves)
            }
            _ => self.conditions.clone_from(&conditions),
        }
        // The program shares them, whatever they become.
        let by_program = |copy: &(VarId, Private)| !construct.shared_scalars.contains(copy);
        let mut copies = self.facts.privatised(construct);
        copies.retain(by_program);
        let originals: Vec<_> = copies.iter().map(|&(var, _)| self.values.of(var)).collect();
        for &(var, how) in &copies {
            let start = match how {
                Private::Linear => Same::Unknown,
                _ => Same::Yes,
            };
            self.values.copied(var, self.depth, start);
            let reduced = how == Private::Reduction;
            if self.threads && !reduced && program.types.is_array(program.vars[var].ty.id) {
                self.found.arrays.push((var, construct.pragma));
            }
        }
        if !is_serial(construct) {
            for var in loops::iteration_variables(program, construct) {
                self.values.distributed(var, self.depth);
            }
        }
        let ticket = std::mem::replace(&mut self.values.one_at_a_time, self.guard == ALL);
        self.stmt(body);
        self.values.one_at_a_time = ticket;
        for (&(var, how), original) in copies.iter().zip(originals) {
            let back = how.writes_original();
            self.values.back(var, original, back);
        }
        if self.depth != before.0 {
            self.held = held;
        }
        (self.depth, self.guard, self.threads, self.construct) = before;
        self.limit = limit;
        self.conditions = conditions;
    }

    fn leaves(&mut self, id: ConstructId, construct: &Construct, leaves: &[Leaf]) {
        let program = self.program;
        let one = |wanted: fn(&ClauseKind<ExprId, ListItem>) -> Option<ExprId>| {
            let mut values = construct.clauses.iter().filter_map(|c| wanted(&c.kind));
            values.any(|value| int_value(program, value) == Some(1))
        };
        let never = |leaf: Leaf| {
            construct.clauses.iter().any(|clause| {
                let named = |names: &Vec<Leaf>| names.contains(&leaf);
                matches!(clause.kind, ClauseKind::If(e) if int_value(program, e) == Some(0))
                    && clause.modifier.as_ref().is_none_or(named)
            })
        };
        let threads = construct.clauses.iter().find_map(|one| match &one.kind {
            ClauseKind::NumThreads { threads, .. } => threads.first().copied(),
            _ => None,
        });
        self.limit.clause |= one(|kind| match kind {
            ClauseKind::ThreadLimit(e) => Some(*e),
            _ => None,
        });
        let one_thread = never(Leaf::Parallel)
            || self.limit.clause
            || match threads {
                Some(threads) => int_value(program, threads) == Some(1),
                None => self.limit.set,
            };
        let one_team = never(Leaf::Teams)
            || one(|kind| match kind {
                ClauseKind::NumTeams { upper, .. } => Some(*upper),
                _ => None,
            });
        for leaf in leaves {
            match leaf {
                Leaf::Teams if !one_team => self.depth += 1,
                Leaf::Parallel if !one_thread => {
                    self.depth += 1;
                    self.threads = true;
                }
                Leaf::Loop
                    if !leaves.contains(&Leaf::Parallel)
                        && !one_team
                        && !self.limit.clause
                        && !is_serial(construct) =>
                {
                    self.depth += 1;
                    self.threads = true;
                }
                Leaf::Single | Leaf::Masked | Leaf::Master | Leaf::Sections => {
                    self.guard = self.guard.max(self.depth)
                }
                // Which thread executes a task, and when, is not asked here.
                Leaf::Task | Leaf::Taskloop => self.guard = ALL,
                _ => {}
            }
        }
        self.construct = match leaves {
            [Leaf::Target] => self.construct,
            _ => id,
        };
        let doacross = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(Some(_)));
        if construct.clauses.iter().any(doacross) {
            self.guard = ALL;
        }
        if construct.directive.shares_loops() && self.runs_once(construct) {
            self.guard = self.guard.max(self.depth);
        }
    }

    /// Whether constant bounds say that no loop of the construct has more than one iteration.
    fn runs_once(&self, construct: &Construct) -> bool {
        self.facts.nest(construct).is_ok_and(|nest| {
            let trips = |one: &CanonicalLoop| one.constant_trips(self.program);
            nest.loops
                .iter()
                .all(|one| trips(one).is_some_and(|n| n <= 1))
        })
    }
}

/// Whether the construct gives all iterations to one thread.
fn is_serial(construct: &Construct) -> bool {
    let alone = |c: &Clause| matches!(c.kind, ClauseKind::Bind(Binding::Thread));
    if construct.clauses.iter().any(alone) {
        return true;
    }
    let sharing = [Leaf::Distribute, Leaf::For, Leaf::Loop, Leaf::Taskloop];
    !sharing.iter().any(|&leaf| construct.directive.has(leaf))
}
