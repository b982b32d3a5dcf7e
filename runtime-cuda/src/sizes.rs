//! The sizes of teams and grids where the plan leaves them open, as arithmetic.
//!
//! From numbers of iterations and threads alone; imports nothing. The translator includes this very file (`src/lib.rs`), so
//! that its report says of constant numbers what a launch will have.

/// Threads of a warp.
pub const WARP: u64 = 32;
/// Threads a team where neither the program nor the plan specifies a number.
pub const USUAL_THREADS: u64 = 128;
/// Those of the teams of which fewer start, for some numbers of iterations.
pub const LARGER_TEAM: u64 = 256;
/// For no more teams than these none is made small: even so few teams of one warp do not fill a device.
pub const ALWAYS_LARGE: u64 = 256;
/// The most threads of a block.
const MOST_THREADS: u64 = 1024;
/// The most threads of a team that gets more than planned, or other workers: kernels are compiled for so many.
pub const LARGEST: u64 = 512;

/// From so many iterations on, each thread executes two: there are blocks enough to fill the device, and with 4-byte
/// elements more of them would start faster than memory answers.
const MANY_ITERATIONS: u64 = 1 << 22;
/// From so many iterations up to [`MANY_ITERATIONS`], larger teams are faster, since fewer of them start.
const SOME_ITERATIONS: u64 = 1 << 18;
/// A thread executes several iterations of a nest only as long as there are so many threads: they fill a device about
/// four times.
const MANY_THREADS: u64 = 1 << 20;
/// The most iterations of the outermost of two loops that a thread executes.
const MOST_ROWS_A_THREAD: u64 = 4;
/// Likewise of three loops: what a thread reads of the next plane it reads again in its next iteration.
const MOST_PLANES_A_THREAD: u64 = 8;
/// The width of the blocks of such nests, of which a block has several rows, as well: what neighbouring rows read comes
/// from the L1 cache then.
pub const WIDE_OF_ROWS: u64 = 64;
/// Rows of so many iterations have threads to spare, so that a warp's iterations can begin at a multiple of its size.
pub const LONG_ROW: u64 = 512;

/// What the dimensions of a grid are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// One, for all iterations.
    Line,
    /// Those of a nest of loops.
    OfLoops,
}

/// The threads of a team for so many iterations, of which `planned` are planned, where the kernel can have
/// [`LARGER_TEAM`].
pub fn team(planned: u64, iterations: u64, grid: Grid) -> u64 {
    let some = iterations >= SOME_ITERATIONS;
    let larger = some && (grid == Grid::OfLoops || iterations < MANY_ITERATIONS);
    match planned {
        USUAL_THREADS if larger => LARGER_TEAM,
        planned => planned,
    }
}

/// The teams for so many iterations in a line.
pub fn teams(iterations: u64, threads: u32) -> u64 {
    let threads = u64::from(threads);
    match iterations {
        MANY_ITERATIONS.. => iterations.div_ceil(2 * threads),
        _ => iterations.div_ceil(threads),
    }
}

/// The most iterations of the outermost loop of a nest that a thread of a kernel executes which takes several.
pub fn turns(loops: usize, iterations: u64) -> u64 {
    let most = match loops {
        2 => MOST_ROWS_A_THREAD,
        _ => MOST_PLANES_A_THREAD,
    };
    (iterations / MANY_THREADS).clamp(1, most)
}

/// The grid and the blocks of a nest of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The blocks along x, y and z.
    pub grid: [u64; 3],
    /// The threads of a block along x and y.
    pub block: [u32; 2],
    /// How many threads of a row come before the one that executes its first iteration.
    pub before: u32,
    /// How many iterations of the outermost loop each thread executes at most.
    pub turns: u32,
}

impl Nest {
    /// The blocks of the grid.
    pub fn teams(&self) -> u64 {
        self.grid.iter().fold(1, |n: u64, m| n.saturating_mul(*m))
    }

    /// The threads of a block.
    pub fn threads(&self) -> u32 {
        self.block[0] * self.block[1]
    }
}

/// The grid of a nest with so many iterations of each loop, from the outermost to the innermost, with x along the
/// innermost one, which begins at `first`. A thread has up to `turns` iterations of the outermost of several loops, and
/// one of the others.
pub fn of_nest(trips: &[u64], threads: u32, first: i64, turns: u64) -> Nest {
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
    let mut wide = wide.min(x.next_power_of_two());
    // The kernel counts threads in 32 bits where that suffices for iterations: none of the last block's may wrap.
    if x > u64::from(u32::MAX) - MOST_THREADS {
        wide = 1 << wide.ilog2();
    }
    let high = (u64::from(threads) / wide).clamp(1, y);
    // Of z a block has one iteration, or one for each turn. Turns are as many in the last block as in the others.
    let blocks = if trips.len() > 2 { z } else { y.div_ceil(high) };
    let blocks = blocks.div_ceil(turns);
    let (rows, planes, turns) = match trips.len() {
        0..=2 => (blocks, z, y.div_ceil(high).div_ceil(blocks)),
        _ => (y.div_ceil(high), blocks, z.div_ceil(blocks)),
    };
    Nest {
        grid: [row.div_ceil(wide), rows, planes],
        block: [wide as u32, high as u32],
        before: before as u32,
        turns: turns as u32,
    }
}
