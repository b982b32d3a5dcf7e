//! What was decided for each kernel, as data: mode and reasons, where every variable lives and why,
//! shared memory, occupancy, parallel regions.
//!
//! From the plans and the facts behind them. `text`, `html` and serde's JSON show it. Must not decide
//! anything, nor print.

pub mod html;
pub mod levels;
pub mod places;
pub mod text;
mod variables;

use crate::device::HeaderStorage;
use crate::device::storage::{LINE, Object};
use crate::emit::source_text::{place, quoted};
use crate::ir::*;
use crate::plan::architectures;
use crate::plan::architectures::{Limit, Team};
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::source::{Preprocessed, Span};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize)]
pub struct Kernel {
    pub name: String,
    /// "file.c:12" of its directive.
    pub place: String,
    pub directive: String,
    pub mode: &'static str,
    pub why: Vec<Reason>,
    /// Planned threads a team, all warps counted.
    pub threads: u32,
    pub one_team: bool,
    pub parameters: usize,
    pub variables: Vec<Variable>,
    pub shared: Shared,
    pub regions: Vec<Region>,
    pub occupancy: Vec<Occupancy>,
    /// The most threads a team that it is compiled for: occupancy is theirs.
    pub max_threads: u32,
    /// Where the text names what this is about.
    #[serde(skip)]
    pub places: places::Places,
}

/// A decision, its reason, and how to decide otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    pub name: String,
    pub declared: String,
    /// The construct that gives it the attribute.
    pub construct: String,
    pub attribute: String,
    /// `explicit`, `predetermined` or `implicit`.
    pub kind: &'static str,
    pub rule: String,
    pub lives: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Which variable of the program it is, and the construct of the row.
    #[serde(skip)]
    pub id: (VarId, ConstructId),
}

/// The shared memory of a team.
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    /// The total, without what the system reserves.
    pub bytes: u64,
    /// Declared by the kernel: what ptxas counts. Where pointers to functions are called, tasks are run or functions
    /// with constructs are called by one thread, what the optimiser leaves of those decides ([`Occupancy::ptxas_shared`]).
    #[serde(rename = "static")]
    pub declared: u64,
    /// Asked for by the launch.
    pub dynamic: u64,
    /// Bytes of the variables, which are `members`.
    pub variables: u64,
    /// Bytes that the device header reserves.
    pub own: Vec<Object>,
    /// Bytes that the budget allows.
    pub budget: u64,
    pub members: Vec<SharedMember>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SharedMember {
    pub name: String,
    pub what: &'static str,
    pub offset: u64,
    pub bytes: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub place: String,
    pub directive: String,
    pub threads: String,
    #[serde(skip)]
    pub id: ConstructId,
}

#[derive(Clone, Debug, Serialize)]
pub struct Occupancy {
    pub architecture: String,
    /// Registers of a thread, as ptxas says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registers: Option<u32>,
    /// Static shared bytes, as ptxas says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptxas_shared: Option<u64>,
    pub teams: u64,
    pub limited_by: Limit,
}

/// A kernel's resources on one architecture, as ptxas tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    pub registers: u32,
    pub shared: u64,
}

pub fn kernel(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    own: &HeaderStorage,
) -> Kernel {
    let pragma = program.constructs[plan.construct].pragma;
    let mut kernel = Kernel {
        name: plan.name.clone(),
        place: place(pre, pragma),
        directive: quoted(pre, pragma),
        mode: mode(plan.mode()),
        why: why(pre, plan),
        threads: plan.shape.block,
        one_team: plan.shape.one_team,
        parameters: plan.args.iter().filter(|a| a.param.is_some()).count(),
        variables: variables::of(program, pre, plan),
        shared: shared(program, plan, own),
        regions: regions(program, pre, plan),
        occupancy: vec![],
        max_threads: plan.shape.max_block,
        places: places::of(program, plan),
    };
    kernel.add_resources(&BTreeMap::new());
    kernel
}

impl Kernel {
    /// Computes the teams that are resident on an SM, with what ptxas says of architectures (`sm_90`).
    pub fn add_resources(&mut self, known: &BTreeMap<String, Resources>) {
        self.occupancy = architectures::ALL
            .iter()
            .map(|one| {
                let resources = known.get(&one.name());
                let found = one.occupancy(Team {
                    threads: self.max_threads,
                    registers: resources.map(|r| r.registers),
                    shared: resources.map_or(self.shared.declared, |r| r.shared)
                        + self.shared.dynamic,
                });
                Occupancy {
                    architecture: one.name(),
                    registers: resources.map(|r| r.registers),
                    ptxas_shared: resources.map(|r| r.shared),
                    teams: found.teams,
                    limited_by: found.by,
                }
            })
            .collect();
    }
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::SingleThread => "one thread a team",
        Mode::Spmd => "SPMD",
        Mode::GuardedSpmd => "guarded SPMD",
        Mode::ForkJoin => "fork-join",
        Mode::Function => "as its callers",
    }
}

fn why(pre: &Preprocessed, plan: &KernelPlan) -> Vec<Reason> {
    let plain = |text: &str| Reason {
        text: text.into(),
        place: None,
        help: None,
    };
    let mut all = vec![match plan.mode() {
        Mode::SingleThread => plain("nothing in the region forks threads"),
        Mode::GuardedSpmd => {
            plain("thread 0 runs what not every thread can repeat, between barriers of the team")
        }
        Mode::Spmd if plan.code.sequential.any => {
            plain("every thread can repeat the sequential part to the same effect")
        }
        Mode::Spmd => plain("there is no sequential part"),
        Mode::ForkJoin | Mode::Function => plain(
            "one thread of the last warp runs the sequential part, the other warps its parallel regions",
        ),
    }];
    all.extend(plan.notes.iter().map(|note| plain(note)));
    all.extend(plan.reasons.iter().map(|note| Reason {
        text: note.words(|span| place(pre, span)),
        place: Some(place(pre, note.place)),
        help: note.help.clone(),
    }));
    all
}

fn shared(program: &Program, plan: &KernelPlan, own: &HeaderStorage) -> Shared {
    let name = |var: VarId| program.vars[var].name.clone();
    let members = plan
        .code
        .shared
        .slots()
        .into_iter()
        .map(|slot| {
            let (name, what) = match slot.member {
                Member::Var(var) => (name(var), "variable"),
                Member::Copy(_, var) => (name(var), "private copy of the team"),
                Member::Value(_) => ("condition".into(), "computed by thread 0 for all"),
                Member::Literal(_) => ("literal".into(), "compound literal"),
                Member::Broadcast(_, var) => (name(var), "broadcast to a region's threads"),
                Member::Work => ("work".into(), "what the master tells its workers"),
            };
            SharedMember {
                name,
                what,
                offset: slot.offset,
                bytes: slot.bytes,
            }
        })
        .collect();
    let variables = plan.code.shared.bytes;
    let (declared, dynamic) = match plan.code.dynamic {
        true => (own.bytes(), variables),
        false if own.is_empty() => (variables, 0),
        // Whole lines, so that there is no gap.
        false => (variables.next_multiple_of(LINE) + own.bytes(), 0),
    };
    Shared {
        bytes: declared + dynamic,
        declared,
        dynamic,
        variables,
        own: own.objects().cloned().collect(),
        budget: plan.shared_budget,
        members,
    }
}

fn regions(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Region> {
    let mut found = vec![];
    for (id, lowering) in plan.code.lowerings() {
        let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
        let all = || match (plan.shape.threads, plan.shape.condition) {
            (Some(n), _) => format!("{} (`num_threads`)", text(n)),
            _ if let Some(largest) = &plan.shape.largest => {
                format!("{}, or as many as another region asks for", largest.least)
            }
            (None, Some(c)) => format!("{}, or 1 where `{}` is false", plan.shape.block, text(c)),
            (None, None) => plan.shape.block.to_string(),
        };
        let forked = lowering.steps.iter().find_map(|step| match step {
            Step::Parallel(parallel) => Some(match parallel.team {
                TeamSize::All => all(),
                TeamSize::Constant(n) => n.to_string(),
                TeamSize::One => "1: nested in another region".into(),
                TeamSize::Asked { threads, condition } => {
                    let threads = threads.map_or_else(all, text);
                    match condition {
                        Some(c) => format!("{threads}, or 1 where `{}` is false", text(c)),
                        None => threads,
                    }
                }
            }),
            Step::Loop(one) if one.spread == Spread::League => Some(all()),
            Step::Loop(one) if one.spread == Spread::Lanes => {
                Some("lanes of a warp, for each iteration of the loop around it".into())
            }
            _ => None,
        });
        let Some(threads) = forked else { continue };
        let pragma = program.constructs[id].pragma;
        found.push(Region {
            place: place(pre, pragma),
            directive: quoted(pre, pragma),
            threads,
            id,
        });
    }
    found
}

/// The words of a directive or clause, as many as tell which one it is: a clause may name thousands of variables, of
/// which each has a row that quotes it.
fn brief(text: &str) -> String {
    const MOST: usize = 200;
    let mut found = String::new();
    for word in text.split_whitespace() {
        if !found.is_empty() {
            found.push(' ');
        }
        if found.len() + word.len() > MOST {
            return found + "...";
        }
        found.push_str(word);
    }
    found
}

fn at(pre: &Preprocessed, span: Span) -> String {
    place(pre, span)
}
