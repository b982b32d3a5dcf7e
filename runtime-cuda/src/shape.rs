//! How many teams and threads a launch gets (OpenMP 5.2, 10.1 and 10.2).
//!
//! From the construct's shape elements, the environment and the kernel's own limit. Pure.

use crate::device::{Kernel, Shape};
use crate::env::Settings;
use crate::error::{Failure, Result};
use crate::ffi::{self, Arg, Site};
use crate::scratch as memory;

/// CUDA's limit for the first dimension of a grid.
const MOST_TEAMS: u64 = i32::MAX as u64;
/// From here on a thread runs two iterations: blocks then start faster than memory answers (4-byte
/// elements), and there are more than enough of them.
const MANY_ITERATIONS: u64 = 1 << 22;
/// Where neither the program nor the plan says.
const USUAL_THREADS: u64 = 128;

/// A warp: a master has one for itself, and workers come in whole ones.
const WARP: u64 = 32;

/// The most threads that a parallel region gets beside a master warp; none for kernels without one.
pub fn workers(
    list: &[Arg],
    site: &Site,
    settings: &Settings,
    kernel: &Kernel,
) -> Result<Option<u32>> {
    let Some(planned) = list.iter().find(|arg| arg.kind == ffi::KIND_WORKERS) else {
        return Ok(None);
    };
    let mut limit = settings.teams_thread_limit.map_or(u64::MAX, u64::from);
    for arg in list.iter().filter(|arg| arg.kind == ffi::KIND_LIMIT) {
        limit = positive("thread_limit", arg, site)?;
    }
    let most = u64::from(kernel.max_threads).saturating_sub(WARP).max(1);
    let workers = positive("num_threads", planned, site)?.min(limit);
    Ok(Some(workers.min(most) as u32))
}

/// `workers` as [`workers`] says. `resident` gives the teams that fill the device with a number of threads each.
pub fn shape(
    list: &[Arg],
    site: &Site,
    settings: &Settings,
    kernel: &Kernel,
    workers: Option<u32>,
    resident: impl FnOnce(u32) -> u32,
) -> Result<Shape> {
    let (mut block, mut iterations, mut teams, mut open_teams, mut threads, mut limit) =
        (None, None, None, None, None, None);
    // What teams leave in scratch memory is combined at the end: the fewer the better.
    let mut reduces = false;
    let mut scratch = None;
    for arg in list {
        match arg.kind {
            ffi::KIND_BLOCK => block = Some(arg.bytes as u64),
            ffi::KIND_ITERATIONS => {
                iterations = Some(arg.number().max(0) as u64);
                reduces |= arg.has(ffi::FEW);
            }
            ffi::KIND_TEAMS_OPEN => open_teams = Some(arg.number().max(0) as u64),
            ffi::KIND_TEAMS => teams = Some(positive("num_teams", arg, site)?),
            ffi::KIND_THREADS => threads = Some(positive("num_threads", arg, site)?),
            ffi::KIND_SCRATCH => {
                reduces = true;
                scratch = Some(arg);
            }
            ffi::KIND_LIMIT => limit = Some(positive("thread_limit", arg, site)?),
            _ => {}
        }
    }
    let limit = limit
        .or(settings.teams_thread_limit.map(u64::from))
        .unwrap_or(u64::MAX);
    let threads = threads
        .or(block)
        .unwrap_or(USUAL_THREADS)
        .min(limit)
        .clamp(1, u64::from(kernel.max_threads));
    let threads = match workers {
        Some(n) => n.next_multiple_of(WARP as u32) + WARP as u32,
        None => threads as u32,
    };
    let exact = teams.is_some();
    let teams = match (teams, settings.num_teams, open_teams, iterations) {
        (Some(n), ..) => n,
        (None, Some(n), ..) => u64::from(n),
        (None, None, Some(n), _) => n,
        (None, None, None, Some(n)) if reduces => {
            few(n.div_ceil(u64::from(threads)), threads, resident)
        }
        (None, None, None, Some(n)) if n >= MANY_ITERATIONS => n.div_ceil(2 * u64::from(threads)),
        (None, None, None, Some(n)) => n.div_ceil(u64::from(threads)),
        (None, None, None, None) => u64::from(resident(threads)),
    };
    // Private copies of arrays: fewer teams where those of all would not fit.
    let fitting = |arg: &Arg| Some(memory::MOST / arg.scratch_of(threads)?.max(1));
    let teams = match scratch.and_then(fitting) {
        Some(most) if !exact => teams.min((most as u64).max(1)),
        _ => teams,
    };
    Ok(Shape {
        teams: teams.clamp(1, MOST_TEAMS) as u32,
        threads,
    })
}

/// Teams for iterations whose results are combined: no more than the device holds at once.
fn few(teams: u64, threads: u32, resident: impl FnOnce(u32) -> u32) -> u64 {
    // Every device holds that many; asking costs time.
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
mod tests {
    use super::*;
    use std::ptr::null_mut;

    fn element(kind: u32, n: i64) -> Arg {
        Arg {
            kind,
            flags: 0,
            text: c"n".as_ptr(),
            base: null_mut(),
            begin: null_mut(),
            bytes: n as usize,
            pointer: null_mut(),
        }
    }

    fn of(list: &[Arg], env: &[(&str, &str)]) -> Result<Shape> {
        let settings = Settings::from(|name| {
            env.iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| v.to_string())
        })
        .unwrap();
        let site = Site {
            abi: 1,
            reserved: 0,
            unit: c"".as_ptr(),
            place: c"a.c:3".as_ptr(),
            kernel: c"k".as_ptr(),
            cache: [null_mut(); 4],
        };
        shape(
            list,
            &site,
            &settings,
            &Kernel {
                handle: 0,
                max_threads: 1024,
                params: None,
                shared: 0,
                thread_arrays: false,
            },
            None,
            |_| 7,
        )
    }

    #[test]
    fn open_teams_cover_the_iterations() {
        let list = |n| {
            [
                element(ffi::KIND_BLOCK, 256),
                element(ffi::KIND_ITERATIONS, n),
            ]
        };
        assert_eq!(
            of(&list(1000), &[]).unwrap(),
            Shape {
                teams: 4,
                threads: 256
            }
        );
        assert_eq!(
            of(&list(0), &[]).unwrap(),
            Shape {
                teams: 1,
                threads: 256
            }
        );
        assert_eq!(of(&list(i64::MAX), &[]).unwrap().teams, i32::MAX as u32);
        assert_eq!(
            of(&[element(ffi::KIND_BLOCK, 64)], &[]).unwrap(),
            Shape {
                teams: 7,
                threads: 64
            }
        );
    }

    #[test]
    fn reductions_fill_the_device_once() {
        let list = |n| {
            [
                element(ffi::KIND_BLOCK, 256),
                element(ffi::KIND_ITERATIONS, n),
                element(ffi::KIND_SCRATCH, 16),
            ]
        };
        assert_eq!(of(&list(1000), &[]).unwrap().teams, 4);
        assert_eq!(of(&list(1 << 28), &[]).unwrap().teams, 16);
        assert_eq!(
            of(&list(1 << 28), &[("OMP_NUM_TEAMS", "9")]).unwrap().teams,
            9
        );
    }

    #[test]
    fn what_the_program_asks_for_is_exact_where_it_fits() {
        let list = [
            element(ffi::KIND_BLOCK, 256),
            element(ffi::KIND_THREADS, 33),
            element(ffi::KIND_TEAMS, 5),
            element(ffi::KIND_ITERATIONS, 1 << 20),
        ];
        assert_eq!(
            of(&list, &[("OMP_NUM_TEAMS", "9")]).unwrap(),
            Shape {
                teams: 5,
                threads: 33
            }
        );
        assert_eq!(
            of(&[element(ffi::KIND_THREADS, 5000)], &[])
                .unwrap()
                .threads,
            1024
        );
    }

    #[test]
    fn limits_hold() {
        let list = [element(ffi::KIND_BLOCK, 256), element(ffi::KIND_LIMIT, 100)];
        assert_eq!(of(&list, &[]).unwrap().threads, 100);
        assert_eq!(
            of(&list, &[("OMP_TEAMS_THREAD_LIMIT", "10")])
                .unwrap()
                .threads,
            100
        );
        let open = [element(ffi::KIND_BLOCK, 256)];
        assert_eq!(
            of(&open, &[("OMP_TEAMS_THREAD_LIMIT", "10")])
                .unwrap()
                .threads,
            10
        );
        assert_eq!(of(&open, &[("OMP_NUM_TEAMS", "9")]).unwrap().teams, 9);
    }

    #[test]
    fn nothing_below_one() {
        for (kind, clause) in [
            (ffi::KIND_TEAMS, "num_teams"),
            (ffi::KIND_THREADS, "num_threads"),
            (ffi::KIND_LIMIT, "thread_limit"),
        ] {
            let failure = of(&[element(kind, -2)], &[]).unwrap_err();
            assert_eq!(
                failure.to_string(),
                format!("romp: a.c:3: error: {clause}(n) is -2: it must be positive")
            );
        }
    }
}
