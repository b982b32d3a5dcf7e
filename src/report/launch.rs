//! The launch of a kernel: its teams and threads, and how many teams an SM holds of that size.
//!
//! All figures are of the sizes that a launch can have, the master's warp included: what is said of threads and what
//! is said of occupancy cannot differ.

use super::blocks::{self, counted};
use super::{Kernel, brief, resources};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::architectures::{self, Architecture, Chosen, Limit, Team};
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::WARP;
use crate::source::Preprocessed;
use serde::Serialize;
use std::collections::BTreeMap;

/// The registers that a thread can have.
const MOST_REGISTERS: u32 = 255;

/// What a launch has.
#[derive(Clone, Debug, Serialize)]
pub struct Launch {
    /// The number of teams, in words.
    pub teams: String,
    /// The number of threads a team, in words.
    pub threads: String,
    /// The numbers of threads a team for which occupancy is given: the ones that are known, else the largest.
    pub sizes: Vec<u32>,
    /// Of two sizes no other is between them.
    #[serde(skip)]
    pub either: bool,
    /// The size is known only when the program runs.
    pub open: bool,
    /// There is one: the region has no `teams`, or `num_teams(1)`.
    pub one_team: bool,
    /// The most threads a team that it is compiled for.
    pub max_threads: u32,
    /// How many teams a block has where a launch has more of them than the device holds with a block for each; 1 where
    /// each has a block of its own in any case.
    pub teams_a_block: u32,
    /// The most threads of a block, which it is compiled for (`__launch_bounds__`).
    pub max_block: u32,
    /// The clause that decides that number, where one does.
    #[serde(skip)]
    pub sized_by: Option<String>,
}

/// How many teams an SM of an architecture holds, with what ptxas says of the kernel.
#[derive(Clone, Debug, Serialize)]
pub struct Occupancy {
    pub architecture: String,
    /// Of a team.
    pub threads: u32,
    /// How many of them share a block.
    pub teams_a_block: u32,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub resources: Option<Resources>,
    pub teams: u64,
    /// How many of the warps that an SM can hold it then has.
    pub percent: Percent,
    /// All resources that have no room for another team.
    pub limited_by: Vec<Limit>,
}

impl Occupancy {
    /// `64 teams of 32`
    pub fn words(&self) -> String {
        match self.teams {
            1 => format!("1 team of {}", self.threads),
            teams => format!("{teams} teams of {}", self.threads),
        }
    }

    /// `, 8 a block`, of a kernel whose launch decides how many that are.
    pub fn sharing(&self, launch: &Launch) -> String {
        match launch.shares_blocks() {
            true => format!(", {} a block", self.teams_a_block),
            false => String::new(),
        }
    }

    /// What limits it, in words.
    pub fn limits(&self) -> String {
        Limit::names(&self.limited_by)
    }
}

/// A part of a whole, with a digit behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent {
    tenths: u64,
}

impl Percent {
    /// `part` of `whole`.
    pub fn of(part: u64, whole: u64) -> Percent {
        let tenths = part * 1000 / whole.max(1);
        Percent { tenths }
    }

    /// Whether it is less than a half.
    pub fn is_low(self) -> bool {
        self.tenths < 500
    }
}

impl std::fmt::Display for Percent {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match (self.tenths / 10, self.tenths % 10) {
            (whole, 0) => write!(f, "{whole}%"),
            (whole, tenths) => write!(f, "{whole}.{tenths}%"),
        }
    }
}

impl Serialize for Percent {
    /// As a number.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.tenths % 10 {
            0 => to.serialize_u64(self.tenths / 10),
            _ => to.serialize_f64(self.tenths as f64 / 10.0),
        }
    }
}

/// A kernel's resources on one architecture, as ptxas tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Of a thread.
    pub registers: u32,
    /// Static bytes of a block; none where only the linker will know them.
    #[serde(rename = "ptxas_shared", skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
    /// Bytes of a thread in local memory: arrays with subscripts that are not constant, variables whose address is
    /// taken, and what is spilled.
    pub stack: u64,
    /// Bytes of registers that a thread stores to local memory, since it has too few.
    pub spill_stores: u64,
    /// Bytes that it loads from there.
    pub spill_loads: u64,
}

impl Launch {
    /// What the plan says of a kernel's launch.
    pub fn of(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Launch {
        let threads = blocks::threads(program, pre, plan);
        Launch {
            teams: teams(program, pre, plan),
            threads: threads.words,
            sizes: threads.sizes,
            either: threads.either,
            open: threads.open,
            one_team: is_one_team(program, plan),
            max_threads: match plan.shape.teams_of_block {
                0 => plan.shape.max_block,
                _ => plan.shape.block,
            },
            teams_a_block: plan.shape.teams_of_block.max(1),
            max_block: plan.shape.most_of_block(),
            sized_by: sized_by(program, pre, plan),
        }
    }

    /// The most registers that code for blocks of this size may have a thread use, where that is fewer than a thread can
    /// have: the largest block has to find room in an SM.
    pub fn registers(&self) -> Option<u32> {
        const OF_AN_SM: u32 = 64 << 10;
        const UNIT: u32 = 8;
        let threads = self.max_block.max(1).next_multiple_of(WARP);
        let most = OF_AN_SM / threads / UNIT * UNIT;
        (most < MOST_REGISTERS).then_some(most)
    }

    /// The blocks for which occupancy is given, each as the threads of a team and how many teams it has: first those of a
    /// launch of many teams.
    fn blocks(&self) -> Vec<(u32, u32)> {
        let apart = self.sizes.iter().map(|&threads| (threads, 1));
        let together = { self.sizes.iter() }.map(|&threads| (threads, self.teams_a_block));
        match self.shares_blocks() {
            true => together.chain(apart).collect(),
            false => apart.collect(),
        }
    }

    /// Whether several teams may share a block.
    pub fn shares_blocks(&self) -> bool {
        self.teams_a_block > 1
    }

    /// Whether a row is of the first of the blocks for which occupancy is given.
    pub fn is_first(&self, row: &Occupancy) -> bool {
        self.blocks().first() == Some(&(row.threads, row.teams_a_block))
    }

    /// Whose shared memory is counted: that of a `team`, or of a `block` that may have several.
    pub fn owner(&self) -> &'static str {
        match self.shares_blocks() {
            true => "block",
            false => "team",
        }
    }

    /// `, up to 8 of them a block`, where several share one.
    fn sharing(&self) -> String {
        match self.shares_blocks() {
            true => format!(", up to {} of them a block", self.teams_a_block),
            false => String::new(),
        }
    }

    /// `128 or 256 threads a team`
    pub fn short(&self) -> String {
        let most = self.sizes.last().copied().unwrap_or_default();
        let threads = match self.sizes.as_slice() {
            [least, most] if self.either => format!("{least} or {}", counted(*most)),
            [least, most] => format!("{least} to {}", counted(*most)),
            _ if self.open => format!("up to {}", counted(most)),
            _ => counted(most),
        };
        let one_team = if self.one_team { ", one team" } else { "" };
        let sharing = match self.shares_blocks() {
            true => format!(", up to {} teams a block", self.teams_a_block),
            false => String::new(),
        };
        format!("{threads} a team{one_team}{sharing}")
    }

    /// `one team of 1 thread`
    pub fn words(&self) -> String {
        match self.one_team {
            true => format!("one team of {}", self.threads),
            false => format!(
                "teams of {}{}; {}",
                self.threads,
                self.sharing(),
                self.teams
            ),
        }
    }
}

/// Whether one team executes a region, as far as constants say it.
pub(super) fn is_one_team(program: &Program, plan: &KernelPlan) -> bool {
    let asked = plan.shape.teams.and_then(|teams| int_value(program, teams));
    plan.shape.one_team || asked == Some(1)
}

/// The clause that decides how many threads a team has at most.
fn sized_by(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Option<String> {
    let shape = &plan.shape;
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    match (shape.threads, &shape.largest, shape.limit) {
        (Some(threads), ..) => Some(format!("`num_threads({})`", text(threads))),
        (None, Some(_), _) => Some("the largest `num_threads`".into()),
        (None, None, Some(limit)) => Some(format!("`thread_limit({})`", text(limit))),
        (None, None, None) => None,
    }
}

fn teams(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> String {
    let number = number_of_teams(program, pre, plan);
    match plan.shape.teams_if {
        Some(condition) => {
            let text = brief(pre.slice(program.expr(condition).span));
            format!("{number}, or one (`if(teams: {text})`)")
        }
        None => number,
    }
}

fn number_of_teams(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> String {
    let shape = &plan.shape;
    if let Some(teams) = shape.teams {
        let text = brief(pre.slice(program.expr(teams).span));
        return format!("{text} of them (`num_teams`)");
    }
    let counted = shape.iterations.is_some() || shape.team_iterations.is_some();
    // Of small teams no more start than fill the device some times (`romp::packed_teams_for`, `romp_teams_open`).
    let open_size = !shape.small_teams.is_empty() || !shape.large_teams.is_empty();
    let rounds = shape.iterations.is_none() && (open_size || shape.teams_of_block > 0);
    match (shape.one_team, blocks::combines(plan), counted) {
        (true, ..) => "one",
        (_, true, true) => "as many as the iterations need, at most what the device holds at once",
        (_, true, false) => "as many as the device holds at once",
        (_, _, true) if rounds => {
            "as many as the iterations need, or as fill the device some times"
        }
        (_, _, true) => "as many as the iterations need",
        _ => "as many as suit the device",
    }
    .into()
}

/// Computes the teams that are resident on an SM, with what ptxas says of architectures (`sm_90`), and whether that is of
/// code that was compiled without what it uses of other files.
pub fn add_resources(
    kernel: &mut Kernel,
    chosen: Chosen,
    (known, alone): (&BTreeMap<String, Resources>, bool),
) {
    kernel.alone = alone;
    let chosen: Vec<u32> = chosen.all().iter().map(|one| one.sm).collect();
    let (asked, others): (Vec<&Architecture>, Vec<&Architecture>) = architectures::ALL
        .iter()
        .partition(|one| chosen.contains(&one.sm));
    let rows = |all: Vec<&Architecture>| {
        let each = |one| rows_of(kernel, one, known.get(&Architecture::name(one)));
        all.into_iter().flat_map(each).collect()
    };
    let (asked, others) = (rows(asked), rows(others));
    (kernel.occupancy, kernel.elsewhere) = (asked, others);
    kernel.costs = resources::of(kernel);
}

fn rows_of(kernel: &Kernel, one: &Architecture, resources: Option<&Resources>) -> Vec<Occupancy> {
    let shared = kernel.declared(resources) + kernel.shared.dynamic;
    let row = |(threads, teams): (u32, u32)| {
        let block = threads * teams;
        let found = one.occupancy(Team {
            threads: block,
            registers: resources.map(|r| r.registers),
            shared,
        });
        let resident = found.teams * u64::from(block.next_multiple_of(WARP));
        Occupancy {
            architecture: one.name(),
            threads,
            teams_a_block: teams,
            resources: resources.copied(),
            teams: found.teams * u64::from(teams),
            percent: Percent::of(resident, one.threads),
            limited_by: found.by,
        }
    };
    kernel.launch.blocks().into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_have_a_digit_where_they_need_it() {
        let words = [(24, 64), (2, 3), (3, 3), (0, 0)].map(|(n, of)| Percent::of(n, of));
        let written = words.map(|one| one.to_string());
        assert_eq!(written, ["37.5%", "66.6%", "100%", "0%"]);
        let numbers = serde_json::to_string(&words).expect("plain data");
        assert_eq!(numbers, "[37.5,66.6,100,0]");
        assert!(Percent::of(499, 1000).is_low() && !Percent::of(1, 2).is_low());
    }

    fn launch(threads: u32, teams_a_block: u32) -> Launch {
        Launch {
            teams: "as many as the iterations need".into(),
            threads: counted(threads),
            sizes: vec![threads],
            either: true,
            open: false,
            one_team: false,
            max_threads: threads,
            teams_a_block,
            max_block: threads * teams_a_block,
            sized_by: None,
        }
    }

    #[test]
    fn teams_that_share_a_block_are_counted_as_teams() {
        let launch = launch(32, 8);
        assert_eq!(
            launch.words(),
            "teams of 32 threads, up to 8 of them a block; as many as the iterations need"
        );
        assert_eq!(launch.short(), "32 threads a team, up to 8 teams a block");
        assert_eq!(launch.blocks(), [(32, 8), (32, 1)]);
        assert_eq!(launch.registers(), None);
        assert_eq!(launch.owner(), "block");
    }

    #[test]
    fn large_teams_limit_registers() {
        let registers = |max_threads| {
            let launch = Launch {
                one_team: true,
                ..launch(max_threads, 1)
            };
            launch.registers()
        };
        assert_eq!(
            [1024, 1000, 512].map(registers),
            [Some(64), Some(64), Some(128)]
        );
        assert_eq!(registers(257), Some(224));
        assert_eq!([256, 128, 1].map(registers), [None, None, None]);
    }
}
