//! What costs a kernel time, as far as it can be known before it runs: parallelism that the program does not offer,
//! accesses of a warp that are far from each other, threads that wait for each other, resources that limit how much
//! an SM holds.
//!
//! From the plan, the strides of accesses, and what ptxas says. An estimate for the report: nothing is decided by it.

use super::launch::{self, Launch, Occupancy};
use super::{Kernel, Location, at, location};
use crate::analyze::facts::Facts;
use crate::analyze::strides::Called;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use crate::plan::architectures::Limit;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};
use serde::{Serialize, Serializer};

/// Something that costs time.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
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
const FEW_TEAMS: i128 = 32;

/// What the plan and the program's text say.
pub fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Finding> {
    let mut all = Findings {
        facts,
        pre,
        plan,
        found: vec![],
    };
    all.parallelism();
    for (id, lowering) in plan.code.lowerings() {
        let construct = &facts.program.constructs[id];
        for step in &lowering.steps {
            match step {
                Step::Parallel(one) if one.team == TeamSize::One => all.add(
                    Kind::Parallelism,
                    construct.pragma,
                    "a thread of another parallel region executes this one alone".into(),
                    "distribute the outer loop to teams (`teams distribute`), or combine both loops with `collapse`",
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
    let costs = super::work::of(facts, pre, plan).into_iter();
    for cost in costs.chain(super::accesses::of(facts, pre, plan)) {
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
    found: Vec<Finding>,
}

impl Findings<'_> {
    fn add(&mut self, kind: Kind, span: Span, text: String, help: &str) {
        self.weigh(weight::usual(kind), kind, span, text, help);
    }

    fn weigh(&mut self, weight: u64, kind: Kind, span: Span, text: String, help: &str) {
        self.found.push(Finding {
            kind,
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
        const MORE: &str = "leave out `num_teams`, or ask for a few teams for each SM";
        const APART: &str = "more teams would each execute what is not distributed: give a loop whose iterations do not depend on each other a region of its own, `target teams distribute parallel for`";
        const SPREAD: &str = "`target teams distribute parallel for` on a loop whose iterations do not depend on each other";
        let program = self.facts.program;
        let shape = &self.plan.shape;
        let pragma = program.constructs[self.plan.construct].pragma;
        let alone = self.plan.mode() == Mode::SingleThread;
        let one_team = launch::is_one_team(program, self.plan);
        let text = match (alone, one_team) {
            (true, true) => "one thread of the device executes the region".into(),
            (false, true) => "one team: a single SM of the device executes the region".into(),
            (true, false) => "a team is one thread: 31 of the 32 lanes of its warp idle".into(),
            (false, false) => match shape.teams.and_then(|teams| int_value(program, teams)) {
                Some(n) if n < FEW_TEAMS => {
                    format!("{n} teams: no more SMs of the device can work")
                }
                _ => return,
            },
        };
        let help = if alone || shape.one_team {
            SPREAD
        } else if self.is_distributed(self.plan.construct) {
            MORE
        } else {
            APART
        };
        self.weigh(weight::REGION, Kind::Parallelism, pragma, text, help);
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

/// What the resources of the architectures that code is made for say.
pub fn of_resources(kernel: &Kernel) -> Vec<Finding> {
    let mut found = vec![];
    let mut add = |kind, on: Option<&String>, text: String, help: Option<&str>| {
        found.push(Finding {
            kind,
            weight: weight::usual(kind),
            place: kernel.place.clone(),
            at: kernel.at.clone(),
            text,
            help: help.map(String::from),
            architecture: on.cloned(),
        });
    };
    if kernel.spilled_to_global > 0 {
        let text = format!(
            "{} bytes of variables that a team shares are in global memory: shared memory has no room for them",
            kernel.spilled_to_global
        );
        add(
            Kind::Memory,
            None,
            text,
            Some(
                "smaller arrays; a larger `--shared-budget` keeps more of them in shared memory, where fewer teams then find room in an SM",
            ),
        );
    }
    for one in &kernel.occupancy {
        let known = one.resources.unwrap_or_default();
        let on = &one.architecture;
        if one.threads != kernel.launch.sizes[0] {
            continue;
        }
        if known.spill_stores + known.spill_loads > 0 {
            let text = format!(
                "{on}: a thread stores {} bytes of registers to local memory and loads {} bytes again",
                known.spill_stores, known.spill_loads
            );
            add(
                Kind::Memory,
                Some(on),
                text,
                Some(&more_registers(&kernel.launch)),
            );
        } else if known.stack > 0 {
            let text = format!(
                "{on}: a thread has {} bytes of local memory, which is memory of the device",
                known.stack
            );
            add(
                Kind::Memory,
                Some(on),
                text,
                Some(
                    "arrays of a thread with constant subscripts, or loops over them that are unrolled, stay in registers",
                ),
            );
        }
    }
    for one in low(kernel) {
        let teams = match one.teams {
            1 => "1 team".to_string(),
            n => format!("{n} teams"),
        };
        let limits: Vec<String> = (one.limited_by.iter())
            .map(|limit| resource(kernel, one, *limit))
            .collect();
        let text = format!(
            "{}: an SM holds {} of the warps that it could, {teams} of {}: {} limit it",
            one.architecture,
            one.percent,
            one.threads,
            limits.join(" and ")
        );
        let help = match one.limited_by[0] {
            // The device header's own storage is no option.
            Limit::SharedMemory if kernel.shared.variables == 0 => None,
            // What it costs to have variables elsewhere is said above.
            Limit::SharedMemory if kernel.spilled_to_global > 0 => {
                Some("smaller arrays in shared memory")
            }
            Limit::SharedMemory => Some(
                "smaller arrays in shared memory; `--shared-budget=occupancy` has room for more teams, and the largest arrays in global memory, which is slower",
            ),
            // A warp needs as many in a team of any size.
            _ => Some("a body that keeps fewer values at a time (two loops in place of one)"),
        };
        add(Kind::Occupancy, Some(&one.architecture), text, help);
    }
    found
}

/// What gives a thread registers in place of local memory.
fn more_registers(launch: &Launch) -> String {
    let Some(registers) = launch.registers() else {
        return "the kernel needs more registers than a thread can have: keep fewer values at a time (two loops in place of one)".into();
    };
    let most = launch.max_threads;
    match &launch.sized_by {
        Some(clause) => format!(
            "{clause} has the kernel compiled for teams of {most} threads, which leaves each {registers} registers: a constant of at most 256 leaves as many as a thread can have"
        ),
        None => format!(
            "the kernel is compiled for teams of {most} threads, which leaves each {registers} registers: `num_threads` of at most 256 leaves as many as a thread can have"
        ),
    }
}

/// The architectures of which registers or shared memory leave an SM few threads, whatever the size of the block.
fn low(kernel: &Kernel) -> impl Iterator<Item = &Occupancy> {
    let limited = |one: &&Occupancy| {
        one.percent.is_low() && matches!(one.limited_by[0], Limit::Registers | Limit::SharedMemory)
    };
    let first = kernel.launch.sizes.first().copied();
    let all = kernel.occupancy.iter();
    all.filter(move |one| Some(one.threads) == first)
        .filter(limited)
}

fn resource(kernel: &Kernel, one: &Occupancy, limit: Limit) -> String {
    match (limit, one.resources) {
        (Limit::Registers, Some(known)) => format!("{} registers of each thread", known.registers),
        (Limit::SharedMemory, known) => {
            let declared = known.map_or(kernel.shared.declared, |known| known.shared);
            format!(
                "{} bytes of shared memory of each team",
                declared + kernel.shared.dynamic
            )
        }
        (limit, _) => limit.name().into(),
    }
}
