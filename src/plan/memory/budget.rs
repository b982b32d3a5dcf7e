//! Whether the variables of a team fit into the shared memory that it may use, and which ones go to global memory
//! otherwise.
//!
//! From the layout, the launch shape and `--shared-budget`. The largest variables leave first, until the struct of
//! the others fits. Must not know how either memory is addressed.

use crate::analyze::regions::Region;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::plan::architectures::STATIC_LIMIT;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan};
use crate::plan::decisions::launch::{MOST_WARPS, Shape, WARP};
use crate::plan::decisions::loops::Scan;
use crate::plan::decisions::reductions::{Combine, Extent, slots};
use crate::plan::decisions::shared::{Member, Scope, SharedLayout};
use crate::plan::decisions::steps::{Lowering, Step};
use crate::plan::options::{Options, SharedBudget};
use std::collections::BTreeMap;

/// The bytes of shared memory that a team of a kernel of this shape may use. Up to 48 KB are declared; the driver is
/// asked for more when the kernel is launched.
///
/// If the user does not set a budget, variables beyond 48 KB stay in shared memory where an SM still holds an eighth
/// of the teams that its threads allow: shared memory answers some eight times faster than the caches and DRAM behind
/// a slice in global memory, so that an eighth of the threads do as much work. A kernel with one team has an SM to
/// itself.
pub fn bytes(options: &Options, shape: &Shape) -> u64 {
    let chosen = options.architectures;
    let limit = chosen.shared_per_team();
    let warps = u64::from(shape.most_of_many_teams().max(1)).div_ceil(WARP.into());
    let keeping = |part: u64| {
        let each = chosen.all().into_iter().map(|one| {
            let teams = (one.threads / u64::from(WARP) / warps).clamp(1, one.teams);
            one.shared_for(teams.div_ceil(part))
        });
        each.min().unwrap_or(STATIC_LIMIT)
    };
    let bytes = match options.shared_budget {
        SharedBudget::Bytes(bytes) => bytes,
        SharedBudget::Occupancy => keeping(1),
        SharedBudget::Auto if shape.one_team => limit,
        SharedBudget::Auto => keeping(8).max(STATIC_LIMIT),
    };
    bytes.min(limit)
}

/// The shared memory that the algorithms of the device header have in kernels whose code is printed: all that ptxas
/// counts besides the variables, also what functions reserve (`device::storage`).
#[derive(Clone, Debug, Default)]
pub struct Counted {
    bytes: BTreeMap<ConstructId, u64>,
}

impl Counted {
    /// The count of a kernel; none until it has been printed.
    pub fn of(&self, construct: ConstructId) -> Option<u64> {
        self.bytes.get(&construct).copied()
    }

    /// Records the count of a printed kernel whose plan has no room for it, so that it is planned again; false where
    /// the plan has room.
    pub fn add(&mut self, plan: &KernelPlan, own: u64, options: &Options) -> bool {
        let variables = plan.code.shared.bytes.next_multiple_of(16);
        let most = match plan.code.dynamic {
            true => options.architectures.shared_per_team(),
            false => STATIC_LIMIT,
        };
        let fits = variables + own <= most && own <= STATIC_LIMIT;
        if fits || self.of(plan.construct).is_some_and(|known| known >= own) {
            return false;
        }
        let key = plan.construct;
        self.bytes.insert(key, own);
        true
    }
}

/// The shared memory that the algorithms will need besides the variables: an estimate before the code is printed,
/// when it is not known yet what functions reserve. If the printed code needs more ([`Counted`]), the kernel is
/// planned again.
pub fn algorithms(program: &Program, code: &CodePlan) -> u64 {
    const WARPS: u64 = MOST_WARPS as u64;
    // Whatever else takes a few lines.
    const ODDS: u64 = 256;
    // The state of the team, and what functions that ask for it may reserve.
    const STATE: u64 = 1280 + WORK_QUEUES + COPIES + WARPS * 64;
    const WORK_QUEUES: u64 = 1280;
    const COPIES: u64 = 512;
    const TASKS: u64 = 512;
    // The run-sched-var of each thread.
    const SCHEDULES: u64 = 8320;
    let mut bytes = ODDS + if code.state { STATE } else { 0 };
    bytes += if code.tasks.is_some() { TASKS } else { 0 };
    bytes += if code.keeps_run_schedule {
        SCHEDULES
    } else {
        0
    };
    // The loop with `ordered` of each thread.
    const ORDERS: u64 = 8192;
    bytes += if code.orders { ORDERS } else { 0 };
    // How far the rows of doacross loops have been executed.
    const ROWS: u64 = 8192 + 256;
    let (mut work_queue, mut copies, mut across) = (false, false, false);
    let mut values: Vec<Vec<(TypeId, Extent, Combine)>> = vec![];
    for step in code.lowerings.values().flat_map(|l: &Lowering| &l.steps) {
        match step {
            Step::Reduce(reduction) => {
                let items = reduction.items.iter().filter(|item| !item.is_long());
                let (mut each, mut key) = (0, vec![]);
                for item in items {
                    let ty = program.vars[item.var].ty.id;
                    each += item.bytes(program).next_multiple_of(16);
                    key.push((ty, item.extent, item.combine.clone()));
                }
                // Reductions of the same types and operators use the same slots, one after the other.
                let by_operators = key.iter().all(|one| matches!(one.2, Combine::Operator(_)));
                if !by_operators || !values.contains(&key) {
                    // The number of slots depends on the size: the larger of both estimates.
                    bytes += (slots(each) * each).max(WARPS * each.min(64));
                    values.push(key);
                }
            }
            Step::Loop(one) => {
                work_queue |= one.uses_work_queue();
                across |= one.across.is_some();
                bytes += one.scan.as_ref().map_or(0, Scan::shared_bytes);
            }
            Step::Single(_) => copies = true,
            _ => {}
        }
    }
    bytes += if across { ROWS } else { 0 };
    bytes + if work_queue { WORK_QUEUES } else { 0 } + if copies { COPIES } else { 0 }
}

/// The members that are spilled from shared memory, the largest first. What a fork broadcasts, and what one thread
/// computes for all, is not spilled.
pub fn spilled(program: &Program, scopes: &Scope, budget: u64) -> Vec<Member> {
    let mut scopes = scopes.clone();
    let mut gone = vec![];
    loop {
        let layout = SharedLayout::build(program, scopes.clone());
        if layout.bytes <= budget {
            return gone;
        }
        let movable = |member: &Member| matches!(member, Member::Var(_) | Member::Copy(..));
        let largest = layout
            .slots()
            .into_iter()
            .filter(|slot| movable(&slot.member))
            // The first of several equally large ones.
            .rev()
            .max_by_key(|slot| slot.bytes);
        let Some(largest) = largest else { return gone };
        gone.push(largest.member);
        scopes.remove(largest.member);
    }
}

/// The alignment of dynamic shared memory (`romp::dynamic_shared`).
const DYNAMIC_ALIGN: u64 = 16;

/// The layouts of what stays in shared memory, and of what is spilled to the memory that the launch provides for each
/// team.
pub fn within_budget(
    program: &Program,
    region: &Region,
    scopes: Scope,
    shape: &Shape,
    own: u64,
    options: Options,
) -> Result<(Scope, Scope), Vec<Diagnostic>> {
    // The budget is for variables. Besides, the algorithms' memory has to fit the hardware.
    let most = options.architectures.shared_per_team().saturating_sub(own);
    let allowed = bytes(&options, shape).min(most);
    // A struct that can be declared is declared.
    let allowed = match allowed > STATIC_LIMIT {
        true => allowed,
        false => allowed.min(STATIC_LIMIT.saturating_sub(own)),
    };
    let pragma = program.constructs[region.construct].pragma;
    if own > STATIC_LIMIT {
        let message = format!(
            "the constructs of this region may need {own} bytes of shared memory for themselves, of {STATIC_LIMIT}"
        );
        let help = "reduce fewer or smaller arrays in one region";
        return Err(vec![
            Diagnostic::error(Code::TeamMemory, pragma, message).help(help),
        ]);
    }
    let mut gone = spilled(program, &scopes, allowed);
    let layout = SharedLayout::build(program, scopes.without(&gone));
    // Dynamic shared memory begins at a whole line.
    let mut allowed = allowed;
    if layout.bytes + own > STATIC_LIMIT && layout.align > DYNAMIC_ALIGN {
        allowed = allowed.min(STATIC_LIMIT.saturating_sub(own));
        gone = spilled(program, &scopes, allowed);
    }
    let spilled = scopes.only(&gone);
    let kept = scopes.without(&gone);
    let needed = SharedLayout::build(program, kept.clone()).bytes;
    if needed <= allowed {
        return Ok((kept, spilled));
    }
    let message = format!(
        "what the threads of a team pass to each other needs {needed} bytes of shared memory, of {allowed} that it may use"
    );
    let help = match options.shared_budget {
        SharedBudget::Auto => "declare large variables before the region and map them",
        _ => {
            "allow more with `--shared-budget`, or declare large variables before the region and map them"
        }
    };
    Err(vec![
        Diagnostic::error(Code::TeamMemory, pragma, message).help(help),
    ])
}
