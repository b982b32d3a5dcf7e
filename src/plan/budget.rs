//! Whether the variables of a team fit the shared memory that it may use, and where those go that do not.
//!
//! From the layout, the launch shape and `--shared-budget`. The largest variables leave first, until the
//! struct of the others fits. Must not know how either memory is reached.

use super::architectures::{self, STATIC_LIMIT};
use super::layout::{Member, Scope, SharedLayout};
use super::{CodePlan, Lowering, Shape, Step, scan};
use crate::ir::*;

/// The user's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedBudget {
    /// What a kernel may declare without asking the driver, 48 KB.
    #[default]
    Static,
    Bytes(u64),
    /// As many bytes as leave each architecture the teams that its threads allow.
    Occupancy,
}

impl std::str::FromStr for SharedBudget {
    type Err = String;

    fn from_str(word: &str) -> Result<SharedBudget, String> {
        if word == "occupancy" {
            return Ok(SharedBudget::Occupancy);
        }
        match word.parse() {
            Ok(bytes) => Ok(SharedBudget::Bytes(bytes)),
            Err(_) => Err(format!(
                "`{word}` is neither a number of bytes nor `occupancy`"
            )),
        }
    }
}

/// Bytes that a kernel of this shape may use.
pub fn bytes(budget: SharedBudget, shape: &Shape) -> u64 {
    match budget {
        SharedBudget::Static => STATIC_LIMIT,
        SharedBudget::Bytes(bytes) => bytes.min(STATIC_LIMIT),
        SharedBudget::Occupancy => {
            let warps = u64::from(shape.max_block.max(1)).div_ceil(32);
            architectures::ALL
                .iter()
                .map(|one| one.shared_for((one.threads / 32 / warps).clamp(1, one.teams)))
                .min()
                .unwrap_or(STATIC_LIMIT)
                .min(STATIC_LIMIT)
        }
    }
}

/// Bytes beside the variables: what the algorithms of the device header keep in shared memory.
pub fn algorithms(code: &CodePlan) -> u64 {
    let reduces = |lowering: &Lowering| {
        let mut steps = lowering.steps.iter();
        steps.any(|step| matches!(step, Step::Reduce(_)))
    };
    let state = if code.state { 1280 } else { 0 };
    let slots = if code.lowerings.values().any(reduces) {
        4096
    } else {
        0
    };
    let scans = code.lowerings.values().flat_map(|lowering| &lowering.steps);
    let scans = scans.filter_map(|step| match step {
        Step::Loop(one) => one.scan.as_ref().map(scan::shared_bytes),
        _ => None,
    });
    let schedules = if code.schedules { 8320 } else { 0 };
    256 + state + slots + schedules + scans.sum::<u64>()
}

/// The members that leave shared memory, the largest first. What passes between threads at a fork, or is
/// computed by one for all, stays.
pub fn displaced(program: &Program, scopes: &Scope, budget: u64) -> Vec<Member> {
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
            // The first of equal ones.
            .rev()
            .max_by_key(|slot| slot.bytes);
        let Some(largest) = largest else { return gone };
        gone.push(largest.member);
        scopes.remove(largest.member);
    }
}
