//! To which threads loops may be distributed, in which order (their schedules), and what in a region can observe that.
//!
//! From the constructs, the effects of their bodies and the rules of binding; changes nothing.

use crate::analyze::{conditional, loops, run_schedule};
use crate::ir::*;
use crate::omp::{Binding, ClauseKind, DirectiveKind, Leaf, ScheduleKind};
use crate::plan::decisions::loops::{Order, Spread};
use crate::plan::planner::{Context, Planner};
use std::collections::BTreeMap;

impl Planner<'_> {
    /// Whether anything in the region is executed by several threads of a team.
    pub(in crate::plan) fn needs_threads(&self, id: ConstructId) -> bool {
        let program = self.program;
        let forks = |construct: &Construct| {
            let leaves = construct.directive.leaves();
            leaves.contains(&Leaf::Parallel)
                || self.loop_spread(construct, Context::SEQUENTIAL) == Some(Spread::League)
                || self.spreads_distribute(construct)
        };
        let construct = &program.constructs[id];
        let mut found = forks(construct);
        if let Some(body) = construct.body {
            program.walk_stmts(body, &mut |_, s| {
                if let StmtKind::Omp(inner) = s.kind {
                    found |= forks(&program.constructs[inner]);
                }
            });
        }
        found
    }

    /// Whether a combined `teams distribute` without a parallel construct distributes its iterations to all threads:
    /// each thread stands for a team, where the program cannot observe it.
    pub(in crate::plan) fn spreads_distribute(&self, construct: &Construct) -> bool {
        let leaves = construct.directive.leaves();
        let combined = leaves.contains(&Leaf::Teams) && leaves.contains(&Leaf::Distribute);
        combined
            && !leaves.contains(&Leaf::Parallel)
            && !self.num_teams_given
            && construct.body.is_some_and(|body| {
                self.is_thread_unobservable(body)
                    && !self.holds_parallel(body)
                    && !self.calls_constructs(body)
            })
    }

    /// Whether functions that the code calls have constructs, which ask for a team's threads.
    fn calls_constructs(&self, body: StmtId) -> bool {
        self.facts.needs(body).any()
    }

    pub(in crate::plan) fn holds_parallel(&self, body: StmtId) -> bool {
        let program = self.program;
        let mut found = false;
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                let inner = &program.constructs[inner];
                let leaves = inner.directive.leaves();
                found |= !matches!(leaves, [Leaf::Simd])
                    && inner.directive != DirectiveKind::Scan
                    && !inner.directive.orders_accesses();
            }
        });
        found
    }

    /// Whether the code cannot observe which thread executes it.
    pub(in crate::plan) fn is_thread_unobservable(&self, body: StmtId) -> bool {
        let effects = self.facts.effects(body);
        !effects.asks_ids && !effects.unknown
    }

    /// Whether code of the region can observe which thread executes which iteration: it asks for its thread's number,
    /// or a loop changes a variable that its thread keeps from one iteration to the next.
    pub(in crate::plan) fn distribution_shows(&self, id: ConstructId) -> bool {
        let program = self.program;
        let Some(body) = program.constructs[id].body else {
            return false;
        };
        if !self.is_thread_unobservable(body) {
            return true;
        }
        let mut all = vec![id];
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                all.push(inner);
            }
        });
        let copies: BTreeMap<ConstructId, Vec<(VarId, Private)>> = all
            .iter()
            .map(|c| (*c, self.facts.privatised(&program.constructs[*c])))
            .collect();
        all.iter().any(|id| {
            let construct = &program.constructs[*id];
            if !construct.directive.shares_loops() {
                return false;
            }
            let Ok(nest) = self.facts.nest(construct) else {
                return false;
            };
            let uses = self.facts.uses(nest.body);
            uses.captured().any(|var| {
                let kept = match copies[id].iter().find(|(v, _)| *v == var) {
                    Some((_, how)) => how.is_first(),
                    None => {
                        let loop_var = nest.loops.iter().any(|l| l.var == var);
                        !loop_var && self.is_own(var, *id, &copies)
                    }
                };
                kept && uses.get(var).maybe_written()
            })
        })
    }

    /// Whether each of those that execute iterations of a construct has a variable of its own by this name, from
    /// outside of the construct. `copies` are the variables that constructs of the region privatise.
    fn is_own(
        &self,
        var: VarId,
        id: ConstructId,
        copies: &BTreeMap<ConstructId, Vec<(VarId, Private)>>,
    ) -> bool {
        let program = self.program;
        let privatises =
            |id: &ConstructId| copies.get(id).into_iter().flatten().any(|(v, _)| *v == var);
        let construct = &program.constructs[id];
        let forks = |id: ConstructId| {
            let leaves = program.constructs[id].directive.leaves();
            leaves.contains(&Leaf::Parallel)
        };
        let leaves = construct.directive.leaves();
        if leaves.contains(&Leaf::For) && !leaves.contains(&Leaf::Distribute) {
            // The threads of a parallel region share what is declared or privatised around it.
            let around = || std::iter::once(id).chain(program.enclosing(construct));
            if let Some(at) = around().position(forks) {
                let mut inside = around().take(at + 1);
                return inside
                    .any(|id| privatises(&id) || forks(id) && program.is_declared_in(var, id));
            }
        }
        let in_region = program.vars[var].storage.is_local() && self.data.get(var).is_none();
        in_region || copies.keys().any(privatises)
    }

    /// To which threads the iterations of a `loop` construct are distributed (5.2, 11.7).
    pub(in crate::plan) fn loop_spread(
        &self,
        construct: &Construct,
        context: Context,
    ) -> Option<Spread> {
        let program = self.program;
        let leaves = construct.directive.leaves();
        if leaves.last() != Some(&Leaf::Loop) {
            return None;
        }
        if leaves.contains(&Leaf::Parallel) {
            return Some(Spread::Team);
        }
        let bind = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::Bind(bind) => Some(bind),
            _ => None,
        });
        let bind = bind.unwrap_or_else(|| {
            if leaves.contains(&Leaf::Teams) {
                Binding::Teams
            } else if loops::within_loop(program, construct) {
                Binding::Thread
            } else if context.parallel {
                Binding::Parallel
            } else {
                self.default_binding(construct)
            }
        });
        Some(match bind {
            Binding::Teams
                if construct
                    .body
                    .is_some_and(|b| self.holds_parallel(b) || self.calls_constructs(b)) =>
            {
                Spread::Teams
            }
            Binding::Teams => Spread::League,
            Binding::Parallel => Spread::Team,
            Binding::Thread => Spread::Thread,
        })
    }

    /// The binding of a `loop` without a `bind` clause: to the teams directly in a `teams` region, to the threads in
    /// a parallel region, else to the encountering thread.
    pub(in crate::plan) fn default_binding(&self, construct: &Construct) -> Binding {
        let program = self.program;
        let mut around = program.around(construct);
        match around.any(|outer| outer.directive.leaves().last() == Some(&Leaf::Teams)) {
            true => Binding::Teams,
            false => Binding::Thread,
        }
    }

    /// Whether a parallel loop outside of teams, which belongs to one team, may be distributed to the whole device,
    /// since the program cannot observe it.
    pub(in crate::plan) fn may_use_whole_gpu(&self, construct: &Construct) -> bool {
        let own = construct.directive.has(Leaf::Target);
        // Copies that are made while another team writes the original back would have different values.
        let copies_both = self
            .facts
            .privatised(construct)
            .iter()
            .any(|(_, how)| matches!(how, Private::FirstLastprivate | Private::Linear));
        own && !copies_both
            && conditional::items(self.program, construct).is_empty()
            && construct
                .body
                .is_some_and(|b| self.is_thread_unobservable(b) && !self.holds_parallel(b))
            && !construct.clauses.iter().any(|c| {
                matches!(
                    c.kind,
                    ClauseKind::NumThreads { .. } | ClauseKind::ThreadLimit(_) | ClauseKind::If(_)
                )
            })
    }

    /// The order of the iterations: static schedules are followed exactly where the program can observe them (see
    /// `Order`).
    pub(in crate::plan) fn order(&self, construct: &Construct, spread: Spread) -> Order {
        let mut teams = None;
        let mut threads = None;
        let mut queued = None;
        for clause in &construct.clauses {
            match &clause.kind {
                ClauseKind::DistSchedule { chunk } => teams = Some(*chunk),
                ClauseKind::Schedule {
                    kind: ScheduleKind::Static,
                    chunk,
                    ..
                } => threads = Some(*chunk),
                ClauseKind::Schedule {
                    kind: kind @ (ScheduleKind::Dynamic | ScheduleKind::Guided),
                    chunk,
                    ..
                } => queued = Some((*kind == ScheduleKind::Guided, *chunk)),
                _ => {}
            }
        }
        if let (Some((guided, chunk)), Spread::Team | Spread::League) = (queued, spread) {
            let teams = teams.flatten();
            return Order::Queued {
                guided,
                chunk,
                teams,
            };
        }
        if run_schedule::is_runtime(construct) && matches!(spread, Spread::Team | Spread::League) {
            return Order::Runtime {
                teams: teams.flatten(),
            };
        }
        let explicit = match spread {
            Spread::Lanes | Spread::Thread => false,
            Spread::Teams => teams.is_some(),
            Spread::Team => threads.is_some(),
            Spread::League => teams.is_some() || threads.is_some(),
        };
        if !explicit || !self.exact {
            return Order::Free;
        }
        Order::Exact {
            teams: teams.flatten(),
            threads: threads.flatten(),
        }
    }
}
