//! The grids of kernels that are one nest of loops.

use super::*;

#[test]
fn nests_give_grids_their_dimensions() {
    let nest = |trips: &[i64]| {
        let mut list = vec![element(ffi::KIND_BLOCK, 128), element(ffi::KIND_GRID, 0)];
        list.extend(trips.iter().map(|n| element(ffi::KIND_ITERATIONS, *n)));
        list
    };
    let grid = |trips: &[i64], env: &[(&str, &str)]| {
        let shape = of(&nest(trips), env).unwrap();
        let nest = shape.nest.unwrap();
        let Grid { grid, block, .. } = nest;
        assert_eq!(u64::from(shape.teams), grid.iter().product::<u64>());
        assert_eq!(shape.threads, block.iter().product());
        assert_eq!((nest.before, nest.turns), (0, 1));
        (grid, block)
    };
    assert_eq!(grid(&[100, 1000], &[]), ([8, 100, 1], [128, 1]));
    // One million iterations want larger teams; 192 fill three times 64, 10 are most of 16.
    assert_eq!(grid(&[1024, 1024], &[]), ([4, 1024, 1], [256, 1]));
    assert_eq!(grid(&[5, 7, 192], &[]), ([3, 4, 5], [64, 2]));
    assert_eq!(grid(&[1000, 10], &[]), ([1, 125, 1], [16, 8]));
    assert_eq!(grid(&[3, 1], &[]), ([1, 1, 1], [1, 3]));
    assert_eq!(grid(&[0, 1 << 40, 128], &[]), ([1, 1, 1], [1, 1]));
    let limit = [("OMP_TEAMS_THREAD_LIMIT", "100")];
    assert_eq!(grid(&[100, 1000], &limit), ([10, 100, 1], [100, 1]));
}

/// The shape of a nest, as `romp_several_grid` and `romp_iterations_from` say, with its grid.
fn of_several(trips: &[i64], first: i64) -> (Shape, Grid) {
    let mut list = vec![element(ffi::KIND_BLOCK, 128), element(ffi::KIND_GRID, 1)];
    list.extend(trips.iter().map(|n| element(ffi::KIND_ITERATIONS, *n)));
    list.last_mut().unwrap().base = first as *mut std::ffi::c_void;
    let shape = of(&list, &[]).unwrap();
    (shape, shape.nest.unwrap())
}

#[test]
fn threads_get_several_iterations_of_large_nests() {
    let several = |trips: &[i64]| {
        let (shape, nest) = of_several(trips, 0);
        let Grid { grid, block, .. } = nest;
        assert_eq!(u64::from(shape.teams), grid.iter().product::<u64>());
        (grid, block, nest.turns)
    };
    // As long as a million threads are left.
    assert_eq!(several(&[1024, 1024]), ([4, 1024, 1], [256, 1], 1));
    assert_eq!(several(&[1024, 2048]), ([32, 128, 1], [64, 4], 2));
    assert_eq!(several(&[2048, 2048]), ([32, 128, 1], [64, 4], 4));
    assert_eq!(several(&[2049, 2048]), ([32, 129, 1], [64, 4], 4));
    // No more than the outermost loop has, and about as many in each block.
    assert_eq!(several(&[3, 1 << 21]), ([8192, 3, 1], [256, 1], 1));
    assert_eq!(several(&[1, 1 << 22]), ([16384, 1, 1], [256, 1], 1));
    assert_eq!(several(&[9, 1 << 20]), ([16384, 2, 1], [64, 4], 2));
    assert_eq!(several(&[1, 2048, 2048]), ([8, 2048, 1], [256, 1], 1));
    assert_eq!(several(&[9, 1024, 1024]), ([16, 256, 2], [64, 4], 5));
    assert_eq!(several(&[4, 1024, 1024]), ([16, 256, 1], [64, 4], 4));
    // A warp has several rows of these.
    assert_eq!(several(&[1 << 20, 16]), ([1, 65536, 1], [16, 16], 1));
    assert_eq!(several(&[0, 2048, 2048]), ([1, 1, 1], [1, 1], 1));
}

#[test]
fn long_rows_begin_at_whole_lines() {
    let from = |first, trips: &[i64]| {
        let (_, nest) = of_several(trips, first);
        (nest.before, nest.grid[0], nest.block[0])
    };
    assert_eq!(from(0, &[8, 1024]), (0, 8, 128));
    assert_eq!(from(1, &[8, 1024]), (1, 9, 128));
    assert_eq!(from(-1, &[8, 1024]), (31, 9, 128));
    assert_eq!(from(64, &[8, 1024]), (0, 8, 128));
    assert_eq!(from(1, &[8, 1022]), (1, 8, 128));
    // A short row would lose much by it, and sums with the longest ones cannot be counted.
    assert_eq!(from(5, &[8, 256]), (0, 2, 128));
    assert_eq!(from(5, &[1, 1 << 31]).0, 0);
}

#[test]
fn no_thread_of_the_last_block_has_a_number_that_wraps() {
    let ends = |x: u64, threads| {
        let nest = crate::sizes::of_nest(&[x], threads, 0, 1);
        nest.grid[0] * u64::from(nest.block[0])
    };
    for x in [1 << 31, (1 << 32) - 1500, (1 << 32) - 1024, (1 << 32) - 1] {
        for threads in [1, 31, 96, 100, 128, 256, 1000, 1024] {
            assert!((x..=1 << 32).contains(&ends(x, threads)), "{x} {threads}");
        }
    }
    assert_eq!(ends(1000, 100), 1000);
}

#[test]
fn a_launch_says_which_iteration_its_first_thread_has() {
    let grid = Grid {
        grid: [1 << 32, 1, 1],
        block: [1, 1],
        before: 0,
        turns: 1,
    };
    assert_eq!(grid.whole().first, 0);
    assert_eq!(grid.part([i32::MAX as u32, 0, 0]).first, i32::MAX as u32);
    let (_, rows) = of_several(&[8, 1024], 5);
    assert_eq!(rows.whole().first, 0u32.wrapping_sub(5));
    assert_eq!(rows.part([2, 0, 0]).first, 2 * 128 - 5);
}

#[test]
fn grids_above_the_limits_take_several_launches() {
    assert_eq!(
        launches([7, 65535, 1]).collect::<Vec<_>>(),
        [([0, 0, 0], [7, 65535, 1])]
    );
    assert_eq!(
        launches([7, 65536, 70000]).collect::<Vec<_>>(),
        [
            ([0, 0, 0], [7, 65535, 65535]),
            ([0, 65535, 0], [7, 1, 65535]),
            ([0, 0, 65535], [7, 65535, 4465]),
            ([0, 65535, 65535], [7, 1, 4465]),
        ]
    );
}
