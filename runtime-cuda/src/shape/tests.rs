//! Teams and threads of launches, one decision at a time.

mod grids;

use super::*;
use crate::device_icvs::AllTeamIcvs;
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

const SITE: Site = Site {
    abi: 1,
    reserved: 0,
    unit: c"".as_ptr(),
    place: c"a.c:3".as_ptr(),
    kernel: c"k".as_ptr(),
    cache: [null_mut(); 4],
};

const KERNEL: Kernel = Kernel {
    handle: 0,
    max_threads: 1024,
    params: None,
    shared: 0,
    marks_stack: false,
    thread_arrays: false,
    recursive: false,
};

fn of(list: &[Arg], env: &[(&str, &str)]) -> Result<Shape> {
    let icvs = AllTeamIcvs::from(|name| {
        env.iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| v.to_string())
    })
    .unwrap();
    shape(list, &SITE, icvs.of_device(0), &KERNEL, None, |_| 7)
}

#[test]
fn many_teams_are_small_where_they_wait() {
    // 7 teams are resident: 1,792 threads, four times.
    let threads = |teams: i64, flags: u32, shared: usize| {
        let mut block = element(ffi::KIND_BLOCK, 256);
        block.flags = flags;
        block.base = shared as *mut _;
        let shape = of(&[block, element(ffi::KIND_TEAMS_OPEN, teams)], &[]).unwrap();
        (shape.threads, shape.teams)
    };
    assert_eq!(threads(100_000, 0, 9), (256, 100_000));
    assert_eq!(threads(100_000, ffi::SMALL, 9), (32, 28));
    assert_eq!(threads(100, ffi::SMALL, 9), (256, 28));
    assert_eq!(threads(20, ffi::SMALL, 9), (256, 20));
    assert_eq!(threads(0, ffi::SMALL, 9), (256, 1));
    // Where a loop has more iterations than a warp threads, so small teams would leave half of an SM empty.
    assert_eq!(threads(100_000, ffi::SMALL, 33), (64, 28));
    assert_eq!(threads(100_000, ffi::SMALL, 1000), (64, 28));
    assert_eq!(threads(100_000, ffi::SMALL, 1 << 20), (256, 28));
    let mut block = element(ffi::KIND_BLOCK, 256);
    block.flags = ffi::SMALL;
    let shape = of(&[block, element(ffi::KIND_TEAMS, 5000)], &[]).unwrap();
    assert_eq!((shape.threads, shape.teams), (32, 5000));
}

/// The threads of a launch whose teams the program cannot measure: 7 teams are resident, of whatever size.
fn open_team(flags: u32, useful: usize, more: &[Arg], env: &[(&str, &str)]) -> u32 {
    let mut block = element(ffi::KIND_BLOCK, 128);
    block.flags = flags;
    block.begin = useful as *mut _;
    if flags & ffi::SMALL != 0 {
        block.base = useful as *mut _;
    }
    let list: Vec<Arg> = [block].iter().chain(more).copied().collect();
    of(&list, env).unwrap().threads
}

#[test]
fn few_teams_are_large_where_their_loops_have_use_for_it() {
    let threads = |teams: i64, useful: usize| {
        let teams = [element(ffi::KIND_TEAMS_OPEN, teams)];
        open_team(0, useful, &teams, &[])
    };
    assert_eq!((threads(0, 5000), threads(7, 5000)), (512, 512));
    // Seven teams of 512 threads are resident: 3,584 threads, for all teams at once.
    assert_eq!((threads(8, 5000), threads(14, 5000)), (256, 256));
    assert_eq!((threads(15, 5000), threads(5000, 5000)), (128, 128));
    // Two iterations a thread, rounded up.
    assert_eq!((threads(3, 256), threads(3, 258)), (128, 256));
    assert_eq!((threads(3, 512), threads(3, 514)), (256, 512));
    assert_eq!((threads(3, 0), threads(3, usize::MAX)), (128, 128));
}

#[test]
fn limits_and_what_is_asked_for_hold_for_large_teams() {
    let teams = element(ffi::KIND_TEAMS, 3);
    let limit = |n: i64| open_team(0, 5000, &[teams, element(ffi::KIND_LIMIT, n)], &[]);
    assert_eq!((limit(300), limit(100), limit(2000)), (256, 100, 512));
    let limit = [("OMP_TEAMS_THREAD_LIMIT", "300")];
    assert_eq!(open_team(0, 5000, &[teams], &limit), 256);
    let asked = [teams, element(ffi::KIND_THREADS, 33)];
    assert_eq!(open_team(0, 5000, &asked, &[]), 33);
    let few = [("OMP_NUM_TEAMS", "2")];
    let open = element(ffi::KIND_TEAMS_OPEN, 900);
    assert_eq!(open_team(0, 5000, &[open], &few), 512);
    // How many teams there are is not known.
    assert_eq!(open_team(0, 5000, &[], &[]), 128);
    assert_eq!(open_team(ffi::EXACT, 5000, &[teams], &[]), 128);
}

#[test]
fn open_teams_are_larger_or_smaller_by_their_number() {
    let threads = |teams: i64, useful: usize| {
        let teams = [element(ffi::KIND_TEAMS_OPEN, teams)];
        open_team(ffi::SMALL, useful, &teams, &[])
    };
    assert_eq!((threads(7, 500), threads(100, 500)), (256, 128));
    assert_eq!((threads(100_000, 500), threads(100_000, 9)), (64, 32));
}

#[test]
fn teams_leave_few_threads_idle_in_their_last_round() {
    let threads = |teams: i64, shared: usize| {
        let mut block = element(ffi::KIND_BLOCK, 128);
        block.flags = ffi::SMALL;
        block.base = shared as *mut _;
        let list = [block, element(ffi::KIND_TEAMS_OPEN, teams)];
        let icvs = TeamIcvs::default();
        // A device with 132 SMs of 2048 threads.
        let resident = |threads| 132 * (2048 / threads);
        let shape = shape(&list, &SITE, icvs, &KERNEL, None, resident);
        shape.unwrap().threads
    };
    // All of them at once.
    assert_eq!((threads(4000, 4096), threads(2500, 4096)), (64, 96));
    assert_eq!((threads(2000, 4096), threads(1100, 4096)), (128, 224));
    // Rounds that are almost full; no more threads than iterations.
    assert_eq!((threads(4300, 4096), threads(1100, 100)), (160, 128));
    // So many that it does not matter.
    assert_eq!((threads(20_000, 512), threads(300_000, 2048)), (64, 64));
}

#[test]
fn teams_have_no_round_for_a_few_iterations() {
    let of = |teams: Option<i64>, useful: usize, more: &[Arg], env: &[(&str, &str)], most: u32| {
        let mut block = element(ffi::KIND_BLOCK, 128);
        block.begin = useful as *mut _;
        let teams = teams.map(|teams| element(ffi::KIND_TEAMS_OPEN, teams));
        let mut list = vec![block];
        list.extend(teams.iter().chain(more));
        let icvs = AllTeamIcvs::from(|name| {
            let value = env.iter().find(|(n, _)| *n == name);
            value.map(|(_, v)| v.to_string())
        });
        let kernel = Kernel {
            max_threads: most,
            ..KERNEL
        };
        // A device with 132 SMs of 2048 threads.
        let resident = |threads| 132 * (2048 / threads);
        let icvs = icvs.unwrap().of_device(0);
        let shape = shape(&list, &SITE, icvs, &kernel, None, resident);
        shape.unwrap().threads
    };
    let threads = |useful: usize| of(Some(20_000), useful, &[], &[], 512);
    assert_eq!((threads(160), threads(129), threads(192)), (160, 160, 192));
    // A round that is half full, or whole, is none to save.
    assert_eq!(
        (threads(193), threads(256), threads(128), threads(100)),
        (128, 128, 128, 128)
    );
    // Of three rounds two; where fewer larger teams are resident, nothing is won.
    assert_eq!((threads(290), threads(320), threads(1030)), (160, 160, 128));
    assert_eq!(
        (threads(100_000), threads(usize::MAX), threads(0)),
        (128, 128, 128)
    );
    // Limits hold; how many teams there are has to be known.
    assert_eq!(of(Some(20_000), 160, &[], &[], 128), 128);
    assert_eq!(
        of(
            Some(20_000),
            160,
            &[element(ffi::KIND_LIMIT, 130)],
            &[],
            512
        ),
        128
    );
    let limit = [("OMP_TEAMS_THREAD_LIMIT", "130")];
    assert_eq!(of(Some(20_000), 160, &[], &limit, 512), 128);
    assert_eq!(
        of(
            Some(20_000),
            160,
            &[element(ffi::KIND_THREADS, 33)],
            &[],
            512
        ),
        33
    );
    assert_eq!(of(None, 160, &[], &[], 512), 128);
    // Few teams: the device has room for all of them.
    assert_eq!(of(Some(3), 160, &[], &[], 512), 160);
}

#[test]
fn workers_are_more_where_teams_are_few() {
    let workers = |teams: i64, most: u32| {
        let mut planned = element(ffi::KIND_WORKERS, 128);
        planned.begin = 5000 as *mut _;
        let kernel = Kernel {
            max_threads: most,
            ..KERNEL
        };
        let list = [planned, element(ffi::KIND_TEAMS_OPEN, teams)];
        let icvs = TeamIcvs::default();
        let resident = |threads| if threads > 257 { 7 } else { 14 };
        workers(&list, &SITE, icvs, &kernel, resident).unwrap()
    };
    assert_eq!((workers(7, 513), workers(8, 513)), (Some(512), Some(256)));
    // Whole warps besides the master.
    assert_eq!((workers(7, 512), workers(7, 129)), (Some(256), Some(128)));
    assert_eq!(workers(100, 513), Some(128));
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
            threads: 256,
            nest: None,
        }
    );
    assert_eq!(
        of(&list(0), &[]).unwrap(),
        Shape {
            teams: 1,
            threads: 256,
            nest: None,
        }
    );
    assert_eq!(of(&list(i64::MAX), &[]).unwrap().teams, i32::MAX as u32);
    assert_eq!(
        of(&[element(ffi::KIND_BLOCK, 64)], &[]).unwrap(),
        Shape {
            teams: 7,
            threads: 64,
            nest: None,
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
fn a_false_condition_makes_one_team() {
    let teams = |condition: i64, also: (u32, i64)| {
        let list = [
            element(ffi::KIND_BLOCK, 256),
            element(ffi::KIND_TEAMS_IF, condition),
            element(also.0, also.1),
        ];
        of(&list, &[("OMP_NUM_TEAMS", "9")]).unwrap().teams
    };
    for also in [
        (ffi::KIND_TEAMS, 9),
        (ffi::KIND_ITERATIONS, 1 << 20),
        (ffi::KIND_TEAMS_OPEN, 40),
    ] {
        assert_eq!((teams(0, also), teams(1, also)), (1, 9));
    }
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
            threads: 33,
            nest: None,
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
fn what_is_asked_in_vain_is_known() {
    let shape = |threads| Shape {
        teams: 1,
        threads,
        nest: None,
    };
    let list = [element(ffi::KIND_THREADS, 2000)];
    assert_eq!(asked_in_vain(&list, None, shape(1024), 1024), 2000);
    assert_eq!(asked_in_vain(&list, Some(992), shape(1024), 1024), 0);
    let list = [element(ffi::KIND_THREADS, 1024)];
    assert_eq!(asked_in_vain(&list, None, shape(1024), 1024), 0);
    let nest = |threads| Shape {
        nest: Some(Grid {
            grid: [1, 1, 1],
            block: [threads, 1],
            before: 0,
            turns: 1,
        }),
        ..shape(threads)
    };
    assert_eq!(asked_in_vain(&list, None, nest(3), 1024), 0);
    assert_eq!(asked_in_vain(&list, None, nest(3), 512), 1024);
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
fn a_kernel_compiled_for_fewer_threads_is_told() {
    let mut block = element(ffi::KIND_BLOCK, 2048);
    assert_eq!(of(&[block], &[]).unwrap().threads, 1024);
    block.flags = ffi::EXACT;
    let failure = of(&[block], &[]).unwrap_err().to_string();
    assert!(
        failure.contains("kernel k: its launch asks for exactly 2048 threads"),
        "{failure}"
    );
}

#[test]
fn a_block_that_the_kernel_counts_on() {
    let mut block = element(ffi::KIND_BLOCK, 256);
    block.flags = ffi::EXACT;
    let settings = [("OMP_TEAMS_THREAD_LIMIT", "10")];
    assert_eq!(of(&[block], &settings).unwrap().threads, 256);
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

#[test]
fn teams_whose_results_are_combined_are_no_more_than_resident_ones() {
    let teams = |n: i64| {
        let list = [
            element(ffi::KIND_BLOCK, 32),
            element(ffi::KIND_TEAMS_OPEN, n),
            element(ffi::KIND_SCRATCH, 16),
        ];
        of(&list, &[]).unwrap().teams
    };
    // Sixteen are resident on every device.
    assert_eq!((teams(9), teams(16), teams(150_000)), (9, 16, 16));
}

#[test]
fn many_teams_of_a_warp_share_blocks() {
    let list = |teams| {
        let mut block = element(ffi::KIND_BLOCK, 32);
        block.flags = ffi::EXACT;
        block.base = 8 as *mut _;
        [block, element(ffi::KIND_TEAMS_OPEN, teams)]
    };
    // 7 teams are resident at once: so many have a block each.
    let few = of(&list(7), &[]).unwrap();
    assert_eq!((few.teams, few.threads, few.nest), (7, 32, None));
    let many = of(&list(701), &[]).unwrap();
    assert_eq!((many.teams, many.threads), (701, 32));
    let grid = many.nest.unwrap();
    assert_eq!((grid.grid, grid.block), ([88, 1, 1], [32, 8]));
    // 7 blocks are resident at once, too: sixteen times as many.
    let more = of(&list(100_000), &[]).unwrap();
    assert_eq!((more.teams, more.threads), (896, 32));
    assert_eq!(more.nest.unwrap().grid, [112, 1, 1]);
    // The environment says how many teams there are, or the kernel has no room for so many threads.
    assert_eq!(
        of(&list(1001), &[("OMP_NUM_TEAMS", "5")]).unwrap().nest,
        None
    );
    let icvs = TeamIcvs::default();
    let small = Kernel {
        max_threads: 255,
        ..KERNEL
    };
    let own = shape(&list(1001), &SITE, icvs, &small, None, |_| 7).unwrap();
    assert_eq!((own.teams, own.threads, own.nest), (1001, 32, None));
    // A block of an exact size whose teams are not said to share it.
    let mut alone = list(1001);
    alone[0].base = null_mut();
    assert_eq!(of(&alone, &[]).unwrap().nest, None);
}
