//! What costs a kernel time, as far as it can be known before it runs: parallelism that the program does not offer,
//! accesses of a warp that are far from each other, threads that wait for each other, resources that limit how much
//! an SM holds.
//!
//! From the plan and the strides of accesses; what resources cost is `resources`. An estimate for the report: nothing is
//! decided by it.

use super::{Location, at, blocks, launch, location, work};
use crate::analyze::facts::Facts;
use crate::analyze::strides::Called;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use crate::plan::architectures::Chosen;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Spread};
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};
use serde::{Serialize, Serializer};

/// Something that costs time.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
    /// How much it may cost.
    pub severity: Severity,
    /// Findings are in this order, the largest first.
    #[serde(skip)]
    pub weight: u64,
    pub place: String,
    pub at: Location,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The one that it is about, where it is not about all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
}

/// How much of a kernel's time a finding may cost, by its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Not known: it depends on data.
    Low,
    /// A part.
    Medium,
    /// All of the region is affected, or its threads wait.
    High,
}

impl Severity {
    /// That of a weight.
    pub(super) fn of(weight: u64) -> Severity {
        if weight <= weight::UNKNOWN {
            Severity::Low
        } else if weight <= weight::MOST_OF_ACCESSES {
            Severity::Medium
        } else {
            Severity::High
        }
    }

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
        }
    }
}

/// What the cost comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Few threads or teams execute it.
    Parallelism,
    /// Neighbouring threads access memory that is not neighbouring.
    Access,
    /// Threads execute code one after another.
    Waiting,
    /// Registers or shared memory limit how many threads an SM holds.
    Occupancy,
    /// Data lies in slow memory.
    Memory,
    /// Data is copied between host and device.
    Transfer,
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Kind {
    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Parallelism => "parallelism",
            Kind::Access => "access",
            Kind::Waiting => "waiting",
            Kind::Occupancy => "occupancy",
            Kind::Memory => "memory",
            Kind::Transfer => "transfer",
        }
    }

    /// What findings of the kind say, as a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Kind::Parallelism => "Few threads or teams execute a region.",
            Kind::Access => "Neighbouring threads access memory that is not neighbouring.",
            Kind::Waiting => "Threads execute code one after another.",
            Kind::Occupancy => "Registers or shared memory limit how many threads an SM holds.",
            Kind::Memory => "Data lies in slow memory.",
            Kind::Transfer => "Data is copied between host and device again and again.",
        }
    }
}

/// What comes first where several things cost time: an estimate of what each costs.
pub(super) mod weight {
    use super::Kind;

    /// All of the region is affected.
    pub const REGION: u64 = u64::MAX;
    /// Threads execute something one after another.
    const WAITING: u64 = 1 << 40;
    /// The most that accesses of a known distance weigh.
    pub const MOST_OF_ACCESSES: u64 = WAITING - 1;
    /// Accesses at distances that are not known.
    pub const UNKNOWN: u64 = 1;

    /// That of what is not measured.
    pub fn usual(kind: Kind) -> u64 {
        match kind {
            Kind::Waiting => WAITING,
            _ => UNKNOWN + 1,
        }
    }
}

/// Fewer teams than this leave most SMs of any large device idle.
const FEW_TEAMS: u128 = 32;
const MORE_TEAMS: &str = "leave out `num_teams`, or ask for a few teams for each SM";
/// More teams are no help where each of them executes all of it.
const APART: &str = "more teams would each execute what is not distributed: give a loop whose iterations do not depend on each other a region of its own, `target teams distribute parallel for`";

/// What the plan and the program's text say; `chosen` are the architectures that code is made for.
pub fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan, chosen: Chosen) -> Vec<Finding> {
    let mut all = Findings {
        facts,
        pre,
        plan,
        chosen,
        found: vec![],
    };
    all.parallelism();
    for (id, lowering) in plan.code.lowerings() {
        let construct = &facts.program.constructs[id];
        for step in &lowering.steps {
            match step {
                Step::Parallel(one) if one.team == TeamSize::One => all.weigh(
                    weight::REGION,
                    Kind::Parallelism,
                    construct.pragma,
                    "a thread of another parallel region executes this one alone".into(),
                    "distribute the outer loop to teams alone (`teams distribute`), whose threads then share this region; where its iterations do not depend on those of the outer loop, `collapse` combines both",
                ),
                Step::Ordered => all.add(
                    Kind::Waiting,
                    construct.pragma,
                    "threads execute this one after another, in the order of the iterations".into(),
                    "`reduction`, or `scan` where each iteration needs the sum of those before it",
                ),
                Step::Synchronise if construct.directive == DirectiveKind::Critical => {
                    all.critical(construct, "")
                }
                _ => {}
            }
        }
    }
    for &func in &plan.functions {
        let func = &facts.program.funcs[func];
        let Some(body) = func.body else { continue };
        facts.program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind
                && facts.program.constructs[id].directive == DirectiveKind::Critical
            {
                all.critical(
                    &facts.program.constructs[id],
                    &format!("in `{}`: ", func.name),
                );
            }
        });
    }
    let costs = super::work::of(facts, pre, plan, chosen).into_iter();
    let costs = costs
        .chain(super::accesses::of(facts, pre, plan))
        .chain(super::contended::of(facts, pre, plan))
        .chain(super::transfers::of(facts, pre, plan))
        .chain(super::sequences::of(facts, pre, plan))
        .chain(super::data_directives::of(facts, pre, plan));
    for cost in costs {
        let whose = all.reached_by(cost.called);
        let text = format!("{whose}{}", cost.text);
        all.weigh(cost.weight, cost.kind, cost.at, text, &cost.help);
    }
    let order = |one: &Finding| {
        (
            std::cmp::Reverse(one.weight),
            one.at.clone(),
            one.text.clone(),
        )
    };
    all.found.sort_by_cached_key(order);
    all.found
}

struct Findings<'a> {
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    plan: &'a KernelPlan,
    chosen: Chosen,
    found: Vec<Finding>,
}

impl Findings<'_> {
    fn add(&mut self, kind: Kind, span: Span, text: String, help: &str) {
        self.weigh(weight::usual(kind), kind, span, text, help);
    }

    fn weigh(&mut self, weight: u64, kind: Kind, span: Span, text: String, help: &str) {
        self.found.push(Finding {
            kind,
            severity: Severity::of(weight),
            weight,
            place: at(self.pre, span),
            at: location(self.pre, span),
            text,
            help: Some(help.into()),
            architecture: None,
        });
    }

    fn critical(&mut self, construct: &Construct, whose: &str) {
        self.add(
            Kind::Waiting,
            construct.pragma,
            format!("{whose}one thread of the device at a time executes this"),
            "`reduction`, or `atomic` where one variable is updated",
        );
    }

    /// How many teams and threads the region can use at all.
    fn parallelism(&mut self) {
        const SPREAD: &str = "`target teams distribute parallel for` on a loop whose iterations do not depend on each other";
        let program = self.facts.program;
        let alone = self.plan.mode() == Mode::SingleThread;
        let one_team = launch::is_one_team(program, self.plan);
        if !alone {
            self.idle_lanes();
        }
        let text = match (alone, one_team) {
            (true, true) => "one thread of the device executes the region",
            (false, true) => "one team: a single SM of the device executes the region",
            (true, false) => "a team is one thread: 31 of the 32 lanes of its warp idle",
            (false, false) => return self.few_teams(),
        };
        let help = if alone || self.plan.shape.one_team {
            SPREAD
        } else if self.is_distributed(self.plan.construct) {
            MORE_TEAMS
        } else {
            APART
        };
        self.region(text.into(), help);
        if !one_team {
            self.few_teams();
        }
    }

    fn region(&mut self, text: String, help: &str) {
        let pragma = self.facts.program.constructs[self.plan.construct].pragma;
        self.weigh(weight::REGION, Kind::Parallelism, pragma, text, help);
    }

    /// A constant number of teams, or of iterations that teams share, that leaves most SMs without a team.
    fn few_teams(&mut self) {
        let program = self.facts.program;
        let shape = &self.plan.shape;
        let asked = shape.teams.and_then(|teams| int_value(program, teams));
        let asked = asked.and_then(|teams| u128::try_from(teams).ok());
        if let Some((trips, teams, one)) = self.shared_by_teams()
            && teams <= asked.unwrap_or(FEW_TEAMS - 1)
            && teams < FEW_TEAMS
        {
            // What is less than an SM holds is told where the loop stands.
            if one.spread == Spread::Teams || work::room_of_an_sm(self.chosen, trips).is_none() {
                let text = format!(
                    "{trips} iterations are work for {teams} teams: no more SMs of the device can work"
                );
                self.region(text, self.more_teams(one));
            }
            return;
        }
        if let Some(teams) = asked.filter(|teams| *teams < FEW_TEAMS) {
            let help = match self.is_distributed(self.plan.construct) {
                true => MORE_TEAMS,
                false => APART,
            };
            let text = format!("{teams} teams: no more SMs of the device can work");
            self.region(text, help);
        }
    }

    /// How a loop whose few iterations are distributed gets more of them.
    fn more_teams(&self, one: &LoopPlan) -> &'static str {
        let program = self.facts.program;
        let mut shared = false;
        program.walk_all_stmts(one.nest.body, &mut |_, stmt| {
            shared |= matches!(stmt.kind, StmtKind::Omp(id) if program.constructs[id].directive.has(Leaf::For));
        });
        match shared {
            true => {
                "`distribute parallel for collapse` of this loop and of the one that the threads of a team share, where their iterations do not depend on each other"
            }
            false => work::more_iterations(self.facts, &one.nest),
        }
    }

    /// The constant number of iterations that teams share, how many teams have use for them, and their loops, where
    /// nothing else in the region is distributed to teams.
    fn shared_by_teams(&self) -> Option<(u128, u128, &LoopPlan)> {
        let (program, plan) = (self.facts.program, self.plan);
        let steps = plan.code.lowerings().flat_map(|(_, one)| &one.steps);
        let mut loops = steps.filter_map(|step| match step {
            Step::Loop(one) if matches!(one.spread, Spread::League | Spread::Teams) => Some(one),
            _ => None,
        });
        let (Some(one), None) = (loops.next(), loops.next()) else {
            return None;
        };
        let distributes = |func: &FuncId| {
            let body = program.funcs[*func].body;
            body.is_none_or(|body| self.facts.effects(body).constructs)
        };
        if plan.functions.iter().any(distributes) {
            return None;
        }
        let trips = one.nest.constant_trips(program)?;
        let teams = match one.spread {
            Spread::Teams => trips,
            _ => blocks::teams(program, plan, &one.nest)?,
        };
        Some((trips, teams, one))
    }

    /// Teams of a constant number of threads that leaves lanes of their warps without one.
    fn idle_lanes(&mut self) {
        let program = self.facts.program;
        let shape = &self.plan.shape;
        let is_constant = |e: ExprId| int_value(program, e).is_some();
        let (clause, asked) = match (shape.threads, shape.limit) {
            (Some(threads), _) => ("num_threads", threads),
            (None, Some(limit)) => ("thread_limit", limit),
            (None, None) => return,
        };
        let others = shape.limit.is_none_or(is_constant) && shape.largest.is_none();
        if !is_constant(asked) || !others {
            return;
        }
        let lanes = shape.block.next_multiple_of(WARP);
        let idle = lanes - shape.block;
        if 4 * idle < lanes {
            return;
        }
        let text = match shape.block {
            1 => "a team is one thread: 31 of the 32 lanes of its warp idle".into(),
            n if n < WARP => {
                format!("a team has {n} threads: {idle} of the 32 lanes of its warp idle")
            }
            n => format!(
                "a team of {n} threads has {} warps: {idle} of their {lanes} lanes idle",
                lanes / WARP
            ),
        };
        let help = format!("leave out `{clause}`, or ask for a multiple of 32");
        let pragma = program.constructs[self.plan.construct].pragma;
        let weight = match 2 * idle >= lanes {
            true => weight::REGION,
            false => weight::usual(Kind::Parallelism),
        };
        self.weigh(weight, Kind::Parallelism, pragma, text, &help);
    }

    /// Whether teams share all of a construct's work, so that their number changes nothing but time: all that stands in
    /// `target` and `teams` are loops whose iterations are distributed to teams (OpenMP 5.2, 11.6 and 11.7), and nothing
    /// asks how many teams there are.
    fn is_distributed(&self, id: ConstructId) -> bool {
        let construct = &self.facts.program.constructs[id];
        let Some(body) = construct.body else {
            return false;
        };
        let distributed = |step: &Step| matches!(step, Step::Loop(one) if matches!(one.spread, Spread::League | Spread::Teams));
        let lowering = self.plan.code.lowering(id);
        if lowering.is_some_and(|one| one.steps.iter().any(distributed)) {
            return !self.facts.effects(body).asks_ids;
        }
        let around = construct.directive.has(Leaf::Target) || construct.directive.has(Leaf::Teams);
        around && self.only_distributes(body)
    }

    fn only_distributes(&self, stmt: StmtId) -> bool {
        match &self.facts.program.stmt(stmt).kind {
            StmtKind::Block(all) => all.iter().all(|&one| self.only_distributes(one)),
            StmtKind::Omp(construct) => self.is_distributed(*construct),
            StmtKind::Null => true,
            _ => false,
        }
    }

    /// The words that say from where code of a function is reached, in front of what is said of it.
    fn reached_by(&self, called: Option<Called>) -> String {
        called.map_or(String::new(), |called| {
            let program = self.facts.program;
            let name = &program.funcs[called.func].name;
            let from = at(self.pre, program.expr(called.call).span);
            format!("in `{name}`, reached by the call at {from}: ")
        })
    }
}
