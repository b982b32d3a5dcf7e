//! The number of teams and threads of a launch (OpenMP 5.2, 10.1.1 and 10.2).
//!
//! They follow from the construct's shape elements, the environment and the kernel's own limit. Changes no state.

use crate::device::{Grid, Kernel, Shape};
use crate::env::Settings;
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::scratch as memory;
use smallvec::SmallVec;

mod open;

/// CUDA's limit for the first dimension of a grid.
const MOST_TEAMS: u64 = i32::MAX as u64;
/// From so many iterations on, each thread executes two: there are blocks enough to fill the device, and with 4-byte
/// elements more of them would start faster than memory answers.
const MANY_ITERATIONS: u64 = 1 << 22;
/// Threads a team where neither the program nor the plan specifies a number.
const USUAL_THREADS: u64 = 128;
/// From so many iterations up to [`MANY_ITERATIONS`], larger teams are faster, since fewer of them start.
const SOME_ITERATIONS: u64 = 1 << 18;
const LARGER_TEAM: u64 = 256;
/// A thread executes several iterations of a nest only as long as there are so many threads: they fill a device about
/// four times.
const MANY_THREADS: u64 = 1 << 20;
/// The most iterations of the outermost of two loops that a thread executes.
const MOST_ROWS_A_THREAD: u64 = 4;
/// Likewise of three loops: what a thread reads of the next plane it reads again in its next iteration.
const MOST_PLANES_A_THREAD: u64 = 8;
/// The width of the blocks of such nests, of which a block has several rows, as well: what neighbouring rows read comes
/// from the L1 cache then.
const WIDE_OF_ROWS: u64 = 64;
/// Rows of so many iterations have threads to spare, so that a warp's iterations can begin at a multiple of its size.
const LONG_ROW: u64 = 512;
/// How often small teams fill the device, so that few idle at the end.
const ROUNDS_OF_TEAMS: u64 = 4;
/// CUDA's limit for the second and third dimension of a grid.
const MOST_ROWS: u64 = 65535;

/// Threads of a warp. The workers of a fork-join kernel come in whole warps.
const WARP: u64 = 32;
const TWO_WARPS: u64 = 2 * WARP;

/// The most threads that a parallel region of a fork-join kernel gets, beside the master; none for other kernels.
pub fn workers(
    list: &[Arg],
    site: &Site,
    settings: &Settings,
    kernel: &Kernel,
    resident: impl Fn(u32) -> u32,
) -> Result<Option<u32>> {
    let Some(planned) = list.iter().find(|arg| arg.kind == ffi::KIND_WORKERS) else {
        return Ok(None);
    };
    let mut limit = settings.teams_thread_limit.map_or(u64::MAX, u64::from);
    for arg in list.iter().filter(|arg| arg.kind == ffi::KIND_LIMIT) {
        limit = positive("thread_limit", arg, site)?;
    }
    let most = u64::from(kernel.max_threads.saturating_sub(ffi::MASTER)).max(1);
    let most = most.min(limit);
    let known = open::Known {
        // The master's warp is the second one.
        least: WARP,
        planned: positive("num_threads", planned, site)?.min(most),
        most,
        teams: teams_of(list, settings),
        resident: |threads| resident(threads + ffi::MASTER),
    };
    Ok(Some(open::threads(planned, &known) as u32))
}

/// The shape of a launch. `workers` is what [`workers`] returns; `resident` says how many teams of so many threads are
/// resident on the device at once.
pub fn shape(
    list: &[Arg],
    site: &Site,
    settings: &Settings,
    kernel: &Kernel,
    workers: Option<u32>,
    resident: impl Fn(u32) -> u32,
) -> Result<Shape> {
    let (mut block, mut teams, mut open_teams, mut threads, mut limit) =
        (None, None, None, None, None);
    // The number of iterations of each loop of a nest, from the outermost to the innermost.
    let mut trips: SmallVec<[u64; 3]> = SmallVec::new();
    // The first value of the innermost loop.
    let mut first = 0;
    // The element that says how many threads a team has.
    let mut planned = None;
    let mut exact_block = false;
    // Whether the results of teams are combined at the end, for which few teams are better than many.
    let mut reduces = false;
    let mut scratch = None;
    for arg in list {
        match arg.kind {
            ffi::KIND_BLOCK => {
                block = Some(arg.bytes as u64);
                exact_block = arg.has(ffi::EXACT);
                planned = Some(arg);
            }
            ffi::KIND_ITERATIONS => {
                trips.push(arg.number().max(0) as u64);
                first = arg.first();
                reduces |= arg.has(ffi::FEW);
            }
            ffi::KIND_TEAMS_OPEN => open_teams = Some(arg.number().max(0) as u64),
            ffi::KIND_TEAMS => teams = Some(positive("num_teams", arg, site)?),
            ffi::KIND_WORKERS => planned = Some(arg),
            ffi::KIND_THREADS => threads = Some(positive("num_threads", arg, site)?),
            ffi::KIND_SCRATCH => {
                reduces = true;
                scratch = Some(arg);
            }
            ffi::KIND_LIMIT => limit = Some(positive("thread_limit", arg, site)?),
            _ => {}
        }
    }
    if is_one_team(list) {
        teams = Some(1);
    }
    let limit = limit
        .or(settings.teams_thread_limit.map(u64::from))
        .unwrap_or(u64::MAX);
    let iterations = trips.iter().copied().reduce(u64::saturating_mul);
    let most = u64::from(kernel.max_threads);
    let open = threads.is_none() && limit == u64::MAX && !exact_block;
    let grid = list.iter().find(|arg| arg.kind == ffi::KIND_GRID);
    let nest = grid.is_some();
    let larger = |n| n >= SOME_ITERATIONS && (nest || n < MANY_ITERATIONS);
    let usual = match (block.unwrap_or(USUAL_THREADS), iterations) {
        (USUAL_THREADS, Some(n)) if open && !reduces && most >= LARGER_TEAM && larger(n) => {
            LARGER_TEAM
        }
        (planned, _) => planned,
    };
    let asked = threads;
    let threads = match asked {
        _ if exact_block => usual,
        asked => asked.unwrap_or(usual).min(limit),
    };
    if exact_block && threads > most {
        let kernel = site.kernel();
        let what = format!(
            "kernel {kernel}: its launch asks for exactly {threads} threads a team, and it is compiled for {most} at most: romp_exact_block({threads}), romp::block_is<{threads}>() and __launch_bounds__({threads}) go together"
        );
        return Err(Failure::new(site.place(), what));
    }
    let threads = threads.clamp(1, most);
    let threads = match (workers, planned) {
        (Some(n), _) => n.next_multiple_of(WARP as u32) + ffi::MASTER,
        (None, Some(planned)) if asked.is_none() && !exact_block => {
            let known = open::Known {
                least: TWO_WARPS,
                planned: threads,
                most: most.min(limit),
                teams: teams_of(list, settings),
                resident: &resident,
            };
            open::threads(planned, &known) as u32
        }
        (None, _) => threads as u32,
    };
    let shared_iterations = planned.and_then(Arg::shared_iterations);
    let exact = teams.is_some();
    if let Some(grid) = grid {
        // On the emulated device, whose images say what their parameters are, iterations are executed row by row, and
        // checks see most where each has a thread.
        let several = grid.takes_several() && kernel.params.is_none();
        let turns = match (several, trips.len()) {
            (true, 2) => MOST_ROWS_A_THREAD,
            (true, _) => MOST_PLANES_A_THREAD,
            (false, _) => 1,
        };
        let turns = (iterations.unwrap_or(1) / MANY_THREADS).clamp(1, turns);
        return Ok(of_nest(&trips, threads, first, turns));
    }
    let teams = match (teams, settings.num_teams, open_teams, iterations) {
        (Some(n), ..) => n,
        (None, Some(n), ..) => u64::from(n),
        (None, None, Some(n), _) if reduces => few(n, threads, resident),
        (None, None, Some(n), _) if shared_iterations.is_some() => {
            n.min(ROUNDS_OF_TEAMS * u64::from(resident(threads)))
        }
        (None, None, Some(n), _) => n,
        (None, None, None, Some(n)) if reduces => {
            few(n.div_ceil(u64::from(threads)), threads, resident)
        }
        (None, None, None, Some(n)) if n >= MANY_ITERATIONS => n.div_ceil(2 * u64::from(threads)),
        (None, None, None, Some(n)) => n.div_ceil(u64::from(threads)),
        (None, None, None, None) => u64::from(resident(threads)),
    };
    // Fewer teams where the private copies of arrays of all teams would not fit into scratch memory.
    let fitting = |arg: &Arg| Some(memory::MOST / arg.scratch_of(threads)?.max(1));
    let teams = match scratch.and_then(fitting) {
        Some(most) if !exact => teams.min((most as u64).max(1)),
        _ => teams,
    };
    Ok(Shape {
        teams: teams.clamp(1, MOST_TEAMS) as u32,
        threads,
        nest: None,
    })
}

/// The grid and the blocks of a nest of loops, with x along the innermost one, which begins at `first`. A thread has up
/// to `turns` iterations of the outermost of several loops, and one of the others.
fn of_nest(trips: &[u64], threads: u32, first: i64, turns: u64) -> Shape {
    let none = trips.contains(&0);
    let at = |from_inside: usize| match trips.len().checked_sub(from_inside + 1) {
        Some(at) if !none => trips[at],
        _ => 1,
    };
    let (x, y, z) = (at(0), at(1), at(2));
    let before = match (LONG_ROW..1 << 31).contains(&x) {
        true => first.rem_euclid(WARP as i64) as u64,
        false => 0,
    };
    let row = x + before;
    // No more turns than there are for blocks of full height, and none where a warp has several rows.
    let most = match trips.len() {
        0..=2 if x < WIDE_OF_ROWS => 1,
        0..=2 => y / (u64::from(threads) / WIDE_OF_ROWS).max(1),
        _ => z,
    };
    let turns = turns.min(most).max(1);
    // A block is as wide as leaves few threads idle in the last block of a row, and as high as its threads allow.
    let mut wide = match turns {
        1 => u64::from(threads),
        _ => u64::from(threads).min(WIDE_OF_ROWS),
    };
    while wide > WARP && row.next_multiple_of(wide) - row > row / 8 {
        wide = wide.div_ceil(2).next_power_of_two().min(wide - 1);
    }
    let wide = wide.min(x.next_power_of_two());
    let high = (u64::from(threads) / wide).clamp(1, y);
    // Of z a block has one iteration, or one for each turn. Turns are as many in the last block as in the others.
    let blocks = if trips.len() > 2 { z } else { y.div_ceil(high) };
    let blocks = blocks.div_ceil(turns);
    let (rows, planes, turns) = match trips.len() {
        0..=2 => (blocks, z, y.div_ceil(high).div_ceil(blocks)),
        _ => (y.div_ceil(high), blocks, z.div_ceil(blocks)),
    };
    let grid = [row.div_ceil(wide), rows, planes];
    let teams = grid.iter().fold(1, |n: u64, m| n.saturating_mul(*m));
    Shape {
        teams: teams.min(u64::from(u32::MAX)) as u32,
        threads: (wide * high) as u32,
        nest: Some(Grid {
            grid,
            block: [wide as u32, high as u32],
            before: before as u32,
            turns: turns as u32,
        }),
    }
}

/// The launches that a grid above CUDA's limits needs: where in the grid each begins, and its size.
pub fn launches(grid: [u64; 3]) -> impl Iterator<Item = ([u32; 3], [u32; 3])> {
    const MOST: [u64; 3] = [MOST_TEAMS, MOST_ROWS, MOST_ROWS];
    let along = move |at: usize| {
        (0..grid[at])
            .step_by(MOST[at] as usize)
            .map(move |from| (from as u32, (grid[at] - from).min(MOST[at]) as u32))
    };
    along(2).flat_map(move |z| {
        along(1).flat_map(move |y| along(0).map(move |x| ([x.0, y.0, z.0], [x.1, y.1, z.1])))
    })
}

/// The number of threads that the construct's own clauses ask for, where the launch has fewer; otherwise 0. `most` is
/// what the kernel can have: the blocks of a nest have no more threads than the nest has iterations.
pub fn asked_in_vain(list: &[Arg], workers: Option<u32>, shape: Shape, most: u32) -> u64 {
    // In a fork-join kernel each parallel region records what it asked for; the planned number is no clause's.
    if workers.is_some() {
        return 0;
    }
    let asking = list.iter().filter(|arg| arg.kind == ffi::KIND_THREADS);
    let asked = asking.map(|arg| arg.number().max(0) as u64).max();
    let had = match shape.nest {
        Some(_) => most,
        None => shape.threads,
    };
    asked.filter(|&asked| asked > u64::from(had)).unwrap_or(0)
}

/// Whether the condition of the `teams` construct says that there is one team.
fn is_one_team(list: &[Arg]) -> bool {
    let mut conditions = list.iter().filter(|arg| arg.kind == ffi::KIND_TEAMS_IF);
    conditions.any(|arg| arg.bytes == 0)
}

/// The number of teams that the program asks for, or that the iterations distributed to teams have use for.
fn teams_of(list: &[Arg], settings: &Settings) -> Option<u64> {
    let of = |kind| {
        let arg = list.iter().find(|arg| arg.kind == kind);
        arg.map(|arg| arg.number().max(0) as u64)
    };
    is_one_team(list)
        .then_some(1)
        .or_else(|| of(ffi::KIND_TEAMS))
        .or(settings.num_teams.map(u64::from))
        .or_else(|| of(ffi::KIND_TEAMS_OPEN))
}

/// The number of teams for iterations whose results are combined: no more than are resident at once.
fn few(teams: u64, threads: u32, resident: impl Fn(u32) -> u32) -> u64 {
    // So many are resident on every device; to ask the driver takes time.
    const ALWAYS_RESIDENT: u64 = 16;
    if teams <= ALWAYS_RESIDENT {
        teams
    } else {
        teams.min(u64::from(resident(threads)).max(ALWAYS_RESIDENT))
    }
}

fn positive(clause: &str, arg: &Arg, site: &Site) -> Result<u64> {
    let n = arg.number();
    if n > 0 {
        return Ok(n as u64);
    }
    Err(Failure::new(
        site.place(),
        format!("{clause}({}) is {n}: it must be positive", arg.text()),
    ))
}

#[cfg(test)]
mod tests;
