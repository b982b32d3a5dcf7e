//! The number of teams and threads of a launch (OpenMP 5.2, 10.1.1 and 10.2).
//!
//! They follow from the construct's shape elements, the environment and the kernel's own limit. Changes no state.

use crate::device::{Grid, Kernel, Shape};
use crate::device_icvs::TeamIcvs;
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::scratch as memory;
use crate::sizes::{self, LARGER_TEAM, USUAL_THREADS, WARP};
use smallvec::SmallVec;

mod open;

/// CUDA's limit for the first dimension of a grid.
const MOST_TEAMS: u64 = i32::MAX as u64;
/// How often small teams fill the device, so that few idle at the end.
const ROUNDS_OF_TEAMS: u64 = 4;
/// CUDA's limit for the second and third dimension of a grid.
const MOST_ROWS: u64 = 65535;

const TWO_WARPS: u64 = 2 * WARP;

/// The most threads that a parallel region of a fork-join kernel gets, beside the master; none for other kernels.
pub fn workers(
    list: &[Arg],
    site: &Site,
    icvs: TeamIcvs,
    kernel: &Kernel,
    resident: impl Fn(u32) -> u32,
) -> Result<Option<u32>> {
    let Some(planned) = list.iter().find(|arg| arg.kind == ffi::KIND_WORKERS) else {
        return Ok(None);
    };
    let mut limit = icvs.thread_limit.map_or(u64::MAX, u64::from);
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
        teams: teams_of(list, icvs),
        resident: |threads| resident(threads + ffi::MASTER),
    };
    Ok(Some(open::threads(planned, &known) as u32))
}

/// The shape of a launch. `workers` is what [`workers`] returns; `resident` says how many teams of so many threads are
/// resident on the device at once.
pub fn shape(
    list: &[Arg],
    site: &Site,
    icvs: TeamIcvs,
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
        .or(icvs.thread_limit.map(u64::from))
        .unwrap_or(u64::MAX);
    let iterations = trips.iter().copied().reduce(u64::saturating_mul);
    let most = u64::from(kernel.max_threads);
    let open = threads.is_none() && limit == u64::MAX && !exact_block;
    let grid = list.iter().find(|arg| arg.kind == ffi::KIND_GRID);
    let dimensions = match grid {
        Some(_) => sizes::Grid::OfLoops,
        None => sizes::Grid::Line,
    };
    let usual = match (block.unwrap_or(USUAL_THREADS), iterations) {
        (planned, Some(n)) if open && !reduces && most >= LARGER_TEAM => {
            sizes::team(planned, n, dimensions)
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
                teams: teams_of(list, icvs),
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
        let turns = match several {
            true => sizes::turns(trips.len(), iterations.unwrap_or(1)),
            false => 1,
        };
        return Ok(of_nest(sizes::of_nest(&trips, threads, first, turns)));
    }
    let teams = match (teams, icvs.num_teams, open_teams, iterations) {
        (Some(n), ..) => n,
        (None, Some(n), ..) => u64::from(n),
        (None, None, Some(n), _) if reduces => few(n, threads, &resident),
        (None, None, Some(n), _) if shared_iterations.is_some() => {
            n.min(ROUNDS_OF_TEAMS * u64::from(resident(threads)))
        }
        (None, None, Some(n), _) => n,
        (None, None, None, Some(n)) if reduces => {
            few(n.div_ceil(u64::from(threads)), threads, &resident)
        }
        (None, None, None, Some(n)) => sizes::teams(n, threads),
        (None, None, None, None) => u64::from(resident(threads)),
    };
    // Fewer teams where the private copies of arrays of all teams would not fit into scratch memory.
    let fitting = |arg: &Arg| Some(memory::MOST / arg.scratch_of(threads)?.max(1));
    let teams = match scratch.and_then(fitting) {
        Some(most) if !exact => teams.min((most as u64).max(1)),
        _ => teams,
    };
    let teams = teams.clamp(1, MOST_TEAMS) as u32;
    // The emulated device, whose images say what their parameters are, gives each team a block of its own.
    let rows = planned.filter(|_| exact_block && kernel.params.is_none());
    let rows = rows.map_or(1, Arg::teams_of_block);
    // Teams that are all resident at once have a scheduler each for themselves if they are apart.
    let packs =
        rows > 1 && u64::from(rows) * u64::from(threads) <= most && teams > resident(threads);
    if packs {
        return Ok(of_rows(teams, threads, rows, resident));
    }
    Ok(Shape {
        teams,
        threads,
        nest: None,
    })
}

/// The shape of a launch of many small teams, of which a block has several: no more of them than fill the device some
/// times, since each further iteration costs a team less than another team.
fn of_rows(teams: u32, threads: u32, rows: u32, resident: impl Fn(u32) -> u32) -> Shape {
    const ROUNDS_OF_BLOCKS: u64 = 16;
    let most = ROUNDS_OF_BLOCKS * u64::from(resident(threads * rows));
    let blocks = u64::from(teams.div_ceil(rows)).min(most.max(1));
    Shape {
        teams: u64::from(teams).min(blocks * u64::from(rows)) as u32,
        threads,
        nest: Some(Grid {
            grid: [blocks, 1, 1],
            block: [threads, rows],
            before: 0,
            turns: 1,
        }),
    }
}

/// The shape of a nest of loops.
fn of_nest(nest: sizes::Nest) -> Shape {
    Shape {
        teams: nest.teams().min(u64::from(u32::MAX)) as u32,
        threads: nest.threads(),
        nest: Some(Grid {
            grid: nest.grid,
            block: nest.block,
            before: nest.before,
            turns: nest.turns,
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
fn teams_of(list: &[Arg], icvs: TeamIcvs) -> Option<u64> {
    let of = |kind| {
        let arg = list.iter().find(|arg| arg.kind == kind);
        arg.map(|arg| arg.number().max(0) as u64)
    };
    is_one_team(list)
        .then_some(1)
        .or_else(|| of(ffi::KIND_TEAMS))
        .or(icvs.num_teams.map(u64::from))
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
