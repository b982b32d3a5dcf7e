//! Teams of which the launch chooses the size, once it knows how many there are (`runtime-cuda/src/shape/open.rs`):
//! nothing in the program can observe how many threads they have.
//!
//! From the clauses and the loops that the threads of a team share. The number of threads that is planned, and what
//! else a launch gets, is in `launch/shape.rs`.

use crate::analyze::length;
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::MASTER;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::Step;
use crate::plan::launch::host_values;
use crate::plan::planner::{DEFAULT_BLOCK, LARGE_BLOCK, Planner};

/// So many teams fill every device with as many threads as planned.
const MANY_TEAMS: i128 = 1024;

impl Planner<'_> {
    /// The loops that the threads of a team share, if the launch may choose the number of threads by the iterations of
    /// these loops and by those that teams get; otherwise none.
    pub(in crate::plan) fn loops_of_small_teams(&self) -> Vec<Nest> {
        if !self.size_is_open() || self.shape.team_iterations.is_none() {
            return vec![];
        }
        let nests = self.loops_of_teams();
        match nests.iter().all(|nest| self.is_countable(nest)) {
            true => nests,
            false => vec![],
        }
    }

    /// Lets the launch give teams more threads than are planned, where few teams would leave most of a device idle and
    /// the threads share loops that have use for more.
    ///
    /// A kernel whose teams would have a constant size otherwise keeps it, for which compilers unroll loops of short
    /// iterations, unless some iterations have loops of their own, which have several loads under way by themselves, and
    /// teams can become four times as large.
    pub(in crate::plan) fn let_teams_grow(&mut self, mode: Mode) {
        let constant = mode != Mode::ForkJoin && self.shape.small_teams.is_empty();
        let loops = self.loops_of_large_teams();
        let is_long = |nest: &Nest| length::has_loops(self.program, nest.body);
        let worth = self.shape.block <= DEFAULT_BLOCK && loops.iter().any(is_long);
        if loops.is_empty() || constant && !worth {
            return;
        }
        let master = match mode {
            Mode::ForkJoin => MASTER,
            _ => 0,
        };
        self.shape.max_block = LARGE_BLOCK + master;
        self.shape.large_teams = loops;
    }

    /// The loops that have use for more threads than planned, if the launch may give them to teams.
    fn loops_of_large_teams(&self) -> Vec<Nest> {
        let (program, block) = (self.program, self.shape.block);
        if !self.size_is_open() || block >= LARGE_BLOCK || !self.may_have_few_teams() {
            return vec![];
        }
        let long = |nest: &Nest| {
            let trips = nest.constant_trips(program);
            trips.is_none_or(|trips| trips > u128::from(2 * block))
        };
        let mut nests = self.loops_of_teams();
        nests.retain(|nest| self.is_countable(nest) && long(nest));
        nests
    }

    /// Whether no clause, and nothing that the program observes, says how many threads a team has.
    fn size_is_open(&self) -> bool {
        let shape = &self.shape;
        let asked = shape.threads.is_some() || shape.largest.is_some() || shape.condition.is_some();
        let told = asked || shape.limit.is_some() || self.exact || self.sized;
        !told && self.league_loops.is_empty()
    }

    /// Whether the launch knows how many teams there are, and they may be few.
    fn may_have_few_teams(&self) -> bool {
        let (program, shape) = (self.program, &self.shape);
        match (shape.teams, &shape.team_iterations) {
            (Some(teams), _) => {
                constants::int_value(program, teams).is_none_or(|teams| teams <= MANY_TEAMS)
            }
            (None, Some(nest)) => {
                let trips = nest.constant_trips(program);
                trips.is_none_or(|trips| trips <= MANY_TEAMS.unsigned_abs())
            }
            (None, None) => false,
        }
    }

    /// The loops whose iterations the threads of a team share.
    fn loops_of_teams(&self) -> Vec<Nest> {
        let steps = self.lowerings.values().flat_map(|l| &l.steps);
        let of_team = |step: &Step| match step {
            Step::Loop(one) if one.spread == Spread::Team => Some(one.nest.clone()),
            _ => None,
        };
        steps.filter_map(of_team).collect()
    }

    fn is_countable(&self, nest: &Nest) -> bool {
        host_values::countable(self.facts, self.data, nest)
    }
}
