//! The threads of a team whose threads share loops, where nothing in the program can observe how many there are.
//!
//! From the element of the list that says how many are planned and how long the loops are, the number of teams, and
//! how many of them the device holds. Must not know what else a launch asks for.

use super::ROUNDS_OF_TEAMS;
use crate::ffi::Arg;
use crate::sizes::{ALWAYS_LARGE, LARGEST, WARP};

/// What a launch knows of its teams when it chooses their size.
pub(super) struct Known<F> {
    /// The threads that smaller teams have at least, as [`small`] says.
    pub least: u64,
    /// The threads that are planned, after all limits.
    pub planned: u64,
    /// The most threads that limits and the kernel allow.
    pub most: u64,
    /// How many teams there will be.
    pub teams: Option<u64>,
    /// How many teams of so many threads are resident on the device at once.
    pub resident: F,
}

/// The threads of a team: as planned, or more or fewer where `element` says that both serve as well.
pub(super) fn threads(element: &Arg, known: &Known<impl Fn(u32) -> u32>) -> u64 {
    let large = element
        .useful_iterations()
        .and_then(|useful| large(known, useful));
    let small = || {
        let shared = element.shared_iterations()?;
        Some(small(known, shared))
    };
    let threads = large.or_else(small).unwrap_or(known.planned);
    match element.useful_iterations() {
        Some(useful) if threads == known.planned => in_one_round_less(known, useful),
        _ => threads,
    }
}

/// The threads of a team whose last round of the `useful` iterations leaves half of as many threads idle as planned: as
/// many more as have no such round, where the device then needs less time for all teams, of which fewer are resident at
/// once.
fn in_one_round_less(known: &Known<impl Fn(u32) -> u32>, useful: u64) -> u64 {
    // A tenth less time at least: what else a team does may take longer with more threads.
    const NEW: u64 = 10;
    const OLD: u64 = 9;
    let planned = known.planned;
    let (rounds, rest) = (useful.div_ceil(planned.max(1)), useful % planned.max(1));
    let Some(teams) = known
        .teams
        .filter(|_| rounds > 1 && rest > 0 && 2 * rest <= planned)
    else {
        return planned;
    };
    let threads = useful.div_ceil(rounds - 1).next_multiple_of(WARP);
    // Of more rounds, one is less than a tenth.
    if rounds > NEW || threads > known.most.min(LARGEST) {
        return planned;
    }
    // What all teams take, times the number of those that are resident at once.
    let times = |threads: u64, rounds: u64| {
        let resident = u64::from((known.resident)(threads as u32)).max(1);
        (
            u128::from(rounds) * u128::from(teams.max(resident)),
            u128::from(resident),
        )
    };
    let ((new, of_new), (old, of_old)) = (times(threads, rounds - 1), times(planned, rounds));
    match u128::from(NEW) * new * of_old <= u128::from(OLD) * old * of_new {
        true => threads,
        false => planned,
    }
}

/// The threads of a team where there are few teams, which would leave most of the device idle with as many threads as
/// planned: a power of two that lets all teams be resident at once, and gives each thread two of the `useful`
/// iterations that the longest of their loops has; with fewer, a larger team saves less than its barriers cost. None
/// where that is not more than planned.
fn large(known: &Known<impl Fn(u32) -> u32>, useful: u64) -> Option<u64> {
    // So many teams fill every device with as many threads as planned; to ask the driver takes time.
    const MANY_TEAMS: u64 = 1024;
    const LEAST_ITERATIONS: u64 = 2;
    let teams = known.teams.filter(|teams| *teams <= MANY_TEAMS)?.max(1);
    let of_loops = (useful / LEAST_ITERATIONS).min(LARGEST).next_power_of_two();
    let wanted = whole_power(of_loops.min(known.most));
    if wanted <= known.planned {
        return None;
    }
    // Smaller teams are as many more as they have fewer threads, if not shared memory limits them: then nothing is
    // won by more of them either.
    let all = u64::from((known.resident)(wanted as u32)) * wanted;
    let threads = wanted.min(whole_power(all / teams));
    (threads > known.planned).then_some(threads)
}

/// The largest power of two that is not above `n`; 0 where there is none.
fn whole_power(n: u64) -> u64 {
    n.checked_ilog2().map_or(0, |bits| 1 << bits)
}

/// The threads of a team whose threads wait for each other in every iteration that is distributed to teams, and share
/// `shared` iterations in it: as few warps as let all teams together fill the device several times, since small teams
/// wait less, and give each thread no more than a few iterations.
///
/// An SM has half as many teams as warps: teams of fewer warps than `least` threads would leave it half empty. They are
/// smaller only where so many threads had nothing to do. Where teams of a warp would fill the device several times, a
/// thread may have more iterations: what an iteration of the teams costs besides is paid by fewer threads.
fn small(known: &Known<impl Fn(u32) -> u32>, shared: u64) -> u64 {
    const FEW_ITERATIONS: u64 = 16;
    const MORE_ITERATIONS: u64 = 64;
    let planned = known.planned;
    let Some(teams) = known
        .teams
        .filter(|teams| *teams > ALWAYS_LARGE && planned > WARP)
    else {
        return planned;
    };
    let all = u64::from((known.resident)(planned as u32)) * planned;
    let least = match shared > WARP {
        true => known.least.min(planned),
        false => WARP,
    };
    let enough = ROUNDS_OF_TEAMS * all / teams;
    if enough >= planned {
        return balanced(known, all, teams, (least, shared));
    }
    let iterations = match enough <= WARP {
        true => MORE_ITERATIONS,
        false => FEW_ITERATIONS,
    };
    enough
        .max(shared / iterations)
        .next_power_of_two()
        .clamp(least, planned)
}

/// The threads of a team where the `teams` fill the device, which has room for `all` threads, no more than a few times:
/// as many warps, from `least` threads on, as leave the fewest threads idle in the last round of teams. Of two such
/// numbers the smaller one waits less. No more than there are `shared` iterations.
fn balanced(
    known: &Known<impl Fn(u32) -> u32>,
    all: u64,
    teams: u64,
    (least, shared): (u64, u64),
) -> u64 {
    // What of a full device is resident with any size, in percent, and the threads that make a team twice as slow.
    const FILLED: u64 = 97;
    const SLOW: u64 = 1024;
    let most = known.most.min(LARGEST).min(shared.max(known.planned));
    let full = (all * FILLED / 100).max(1);
    let loss = |threads: u64| {
        let rounds = (teams * threads).div_ceil(full);
        u128::from(rounds * full) * u128::from(SLOW + threads) / u128::from(threads)
    };
    let sizes = (least.next_multiple_of(WARP)..=most).step_by(WARP as usize);
    sizes
        .min_by_key(|threads| loss(*threads))
        .unwrap_or(known.planned)
}
