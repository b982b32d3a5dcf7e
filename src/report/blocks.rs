//! The threads of a team: the sizes that a launch can have, and the words for them.
//!
//! From the plan and constant numbers of iterations, by the arithmetic that the runtime has for what the plan leaves open
//! (`runtime-cuda/src/sizes.rs`, which is included). Must not know what occupancy the sizes lead to.

use super::brief;
use crate::ir::constants::int_value;
use crate::ir::nests::{Nest, Test};
use crate::ir::*;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{ArgWhat, MASTER, WARP};
use crate::plan::decisions::loops::Turns;
use crate::sizes;
use crate::source::Preprocessed;

/// The team of which the runtime makes a larger one for some numbers of iterations.
const USUAL_TEAM: u32 = sizes::USUAL_THREADS as u32;
/// That one.
const LARGER_TEAM: u32 = sizes::LARGER_TEAM as u32;

/// The threads of a team.
pub(super) struct Threads {
    /// In words.
    pub words: String,
    /// The sizes of a block that are known, else the largest.
    pub sizes: Vec<u32>,
    /// The size is known only when the program runs.
    pub open: bool,
    /// Of two sizes no other is between them.
    pub either: bool,
}

/// The sizes of the block of a launch, without the master.
enum Sizes {
    /// This one.
    One(u32),
    /// The one or the other, by the number of iterations.
    Either(u32, u32),
    /// As [`Sizes::Either`], but for nests with loops of few iterations.
    AtMost(Vec<u32>),
    /// Each number of warps between them, by the number of iterations.
    Between(u32, u32),
}

/// The threads of a team.
pub(super) fn threads(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Threads {
    if let Some(words) = open(program, pre, plan) {
        return Threads {
            words,
            sizes: vec![plan.shape.max_block],
            open: true,
            either: true,
        };
    }
    let or_one = or_one(program, pre, plan);
    let known = |words: String, sizes: Vec<u32>, either| Threads {
        words,
        sizes,
        open: false,
        either,
    };
    let sizes = sizes(program, plan);
    if plan.mode() == Mode::ForkJoin {
        let size = |workers: u32| workers.next_multiple_of(WARP) + MASTER;
        return match sizes {
            Sizes::Between(least, most) => known(
                format!(
                    "{} to {}, by the iterations: workers, and the master",
                    size(least),
                    counted(size(most))
                ),
                vec![size(least), size(most)],
                false,
            ),
            Sizes::One(block) | Sizes::Either(block, _) => known(
                format!(
                    "{}: {block} workers, and the master{or_one}",
                    counted(size(block))
                ),
                vec![size(block)],
                true,
            ),
            Sizes::AtMost(all) => known(counted(all[0]), all, true),
        };
    }
    match sizes {
        Sizes::One(block) => known(format!("{}{or_one}", counted(block)), vec![block], true),
        Sizes::Either(least, most) => known(
            format!(
                "{least} or {}, by the number of iterations{or_one}",
                counted(most)
            ),
            vec![least, most],
            true,
        ),
        Sizes::AtMost(all) => {
            let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
            let words = match all.as_slice() {
                [one] => format!("{}, fewer where a loop has few iterations", counted(*one)),
                _ => format!(
                    "{} threads, by the number of iterations, fewer where a loop has few",
                    numbers.join(" or ")
                ),
            };
            known(words, all, true)
        }
        Sizes::Between(least, most) => known(
            format!("{least} to {}, by the iterations", counted(most)),
            vec![least, most],
            false,
        ),
    }
}

/// The number of threads of a parallel region that all threads of a team execute, in words.
pub(super) fn of_region(program: &Program, plan: &KernelPlan) -> String {
    match sizes(program, plan) {
        Sizes::One(block) => block.to_string(),
        Sizes::Either(least, most) => format!("{least} or {most}"),
        Sizes::Between(least, most) => format!("{least} to {most}"),
        Sizes::AtMost(all) => {
            let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
            format!("{}, or fewer", numbers.join(" or "))
        }
    }
}

/// `1 thread`
pub(super) fn counted(n: u32) -> String {
    match n {
        1 => "1 thread".into(),
        n => format!("{n} threads"),
    }
}

/// The number where an expression has it that is known only when the program runs.
fn open(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Option<String> {
    let shape = &plan.shape;
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    let asked = |expr: Option<ExprId>| expr.filter(|&e| int_value(program, e).is_none());
    let words = match (&shape.largest, asked(shape.threads), asked(shape.limit)) {
        (Some(largest), ..) if !largest.asked.is_empty() => {
            let all: Vec<String> = largest.asked.iter().map(|&e| text(e)).collect();
            format!("the most of {} and {}", largest.least, all.join(", "))
        }
        (_, Some(threads), _) => format!("`{}` (`num_threads`)", text(threads)),
        (_, _, Some(limit)) => format!("`{}` (`thread_limit`)", text(limit)),
        _ => return None,
    };
    let master = match plan.mode() {
        Mode::ForkJoin => ", and the master",
        _ => "",
    };
    let (most, or_one) = (shape.max_block, or_one(program, pre, plan));
    Some(format!("{words} threads, at most {most}{master}{or_one}"))
}

/// What `if` on the parallel construct says.
fn or_one(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> String {
    let text = |expr: ExprId| brief(pre.slice(program.expr(expr).span));
    plan.shape.condition.map_or(String::new(), |condition| {
        format!(", or 1 where `{}` is false", text(condition))
    })
}

fn sizes(program: &Program, plan: &KernelPlan) -> Sizes {
    let shape = &plan.shape;
    let block = shape
        .largest
        .as_ref()
        .map_or(shape.block, |largest| largest.least.max(1));
    if !shape.large_teams.is_empty() {
        let master = match plan.mode() {
            Mode::ForkJoin => MASTER,
            _ => 0,
        };
        let least = match shape.small_teams.is_empty() || few_teams(program, plan) {
            true => block,
            false => WARP.min(block),
        };
        return Sizes::Between(least, shape.max_block - master);
    }
    if !shape.small_teams.is_empty() {
        let least = WARP.min(block);
        return match least == block || few_teams(program, plan) {
            true => Sizes::One(block),
            false => Sizes::Between(least, block),
        };
    }
    if plan.mode() != Mode::Spmd {
        return Sizes::One(block);
    }
    let usual = usual(program, plan, block);
    let Some(nest) = shape.iterations.as_ref().filter(|_| is_grid(plan)) else {
        return usual;
    };
    let trips = nest.loops.iter().map(|one| one.constant_trips(program));
    match (trips.collect::<Option<Vec<u128>>>(), usual) {
        (Some(trips), Sizes::One(threads)) => {
            let (first, several) = (first_of_row(program, nest), shape.turns);
            Sizes::One(of_nest(&trips, threads, first, several).1)
        }
        (_, Sizes::One(threads)) => Sizes::AtMost(vec![threads]),
        (_, Sizes::Either(least, most)) => Sizes::AtMost(vec![least, most]),
        (_, other) => other,
    }
}

/// Whether the launch is known to have so few teams that none of them is small.
fn few_teams(program: &Program, plan: &KernelPlan) -> bool {
    let shape = &plan.shape;
    let teams = match shape.teams {
        Some(teams) => int_value(program, teams).and_then(|teams| u128::try_from(teams).ok()),
        None if shape.one_team => Some(1),
        None => {
            let nest = shape.team_iterations.as_ref();
            nest.and_then(|nest| nest.constant_trips(program))
        }
    };
    teams.is_some_and(|teams| teams <= u128::from(sizes::ALWAYS_LARGE))
}

/// Whether the grid has the dimensions of the loops.
fn is_grid(plan: &KernelPlan) -> bool {
    let shape = &plan.shape;
    shape.grid_of_nest && shape.teams.is_none() && !shape.one_team
}

/// The size where the runtime looks at no dimensions of a nest.
fn usual(program: &Program, plan: &KernelPlan, block: u32) -> Sizes {
    let shape = &plan.shape;
    let asked = shape.threads.is_some() || shape.limit.is_some() || shape.largest.is_some();
    let reduces = combines(plan);
    // The launch of a number of teams that the program asks for does not know how many iterations there are.
    let counted = shape.teams.is_none() && !shape.one_team;
    let Some(nest) = shape.iterations.as_ref().filter(|_| counted) else {
        return Sizes::One(block);
    };
    let may_grow = block == USUAL_TEAM && shape.max_block >= LARGER_TEAM;
    if !may_grow || asked || reduces || shape.exact_block || shape.condition.is_some() {
        return Sizes::One(block);
    }
    let lanes = u128::from(shape.lanes.max(1));
    match nest.constant_trips(program) {
        Some(trips) => {
            let grid = match is_grid(plan) {
                true => sizes::Grid::OfLoops,
                false => sizes::Grid::Line,
            };
            let trips = passed(trips.saturating_mul(lanes));
            Sizes::One(sizes::team(block.into(), trips, grid) as u32)
        }
        None => Sizes::Either(block, LARGER_TEAM),
    }
}

/// Whether teams combine what they have computed: then no more of them start than the device holds at once.
pub(super) fn combines(plan: &KernelPlan) -> bool {
    let is_room = |arg: &ArgWhat| matches!(arg, ArgWhat::Scratch(_) | ArgWhat::ScratchCopies(..));
    plan.shape.few_teams || plan.args.iter().any(|arg| is_room(&arg.what))
}

/// The number of teams that share the iterations of a nest that is distributed to all threads of the league, where it is
/// constant and no clause says another one.
pub(super) fn teams(program: &Program, plan: &KernelPlan, nest: &Nest) -> Option<u128> {
    let trips = nest.loops.iter().map(|one| one.constant_trips(program));
    let trips: Vec<u128> = trips.collect::<Option<_>>()?;
    let Sizes::One(threads) = usual(program, plan, plan.shape.block) else {
        return None;
    };
    if is_grid(plan) {
        let (first, several) = (first_of_row(program, nest), plan.shape.turns);
        return Some(of_nest(&trips, threads, first, several).0);
    }
    let all = trips
        .iter()
        .fold(1, |all: u128, one| all.saturating_mul(*one));
    let lanes = u128::from(plan.shape.lanes.max(1));
    let teams = sizes::teams(passed(all.saturating_mul(lanes)), threads.max(1));
    Some(teams.into())
}

/// A number of iterations as the host passes it.
fn passed(trips: u128) -> u64 {
    trips.min(i64::MAX as u128) as u64
}

/// The value from which on the innermost loop of a grid goes upwards by steps of one; otherwise 0.
fn first_of_row(program: &Program, nest: &Nest) -> i128 {
    let upwards = nest
        .loops
        .last()
        .filter(|one| one.step.value == Some(1) && matches!(one.test, Test::Lt | Test::Le));
    let first = upwards.and_then(|one| int_value(program, one.lo));
    first.unwrap_or(0)
}

/// The teams, and the threads of a block, of a grid whose dimensions are those of loops.
fn of_nest(trips: &[u128], threads: u32, first: i128, several: Turns) -> (u128, u32) {
    let trips: Vec<u64> = trips.iter().map(|&trips| passed(trips)).collect();
    let all = trips.iter().copied().fold(1, u64::saturating_mul);
    let turns = match several {
        Turns::One => 1,
        Turns::Several | Turns::InSequence => sizes::turns(trips.len(), all),
    };
    let first = i64::try_from(first).unwrap_or_default();
    let nest = sizes::of_nest(&trips, threads.max(1), first, turns);
    (nest.teams().into(), nest.threads())
}

#[cfg(test)]
mod tests {
    use super::{Turns, of_nest};

    /// The numbers are those of the runtime's own test of this.
    #[test]
    fn blocks_are_as_wide_and_high_as_loops_have_use_for() {
        let one = |trips: &[u128], threads| of_nest(trips, threads, 0, Turns::One);
        assert_eq!(one(&[100, 1000], 128), (8 * 100, 128));
        assert_eq!(one(&[1024, 1024], 256), (4 * 1024, 256));
        assert_eq!(one(&[5, 7, 192], 128), (3 * 4 * 5, 64 * 2));
        assert_eq!(one(&[1000, 10], 128), (125, 16 * 8));
        assert_eq!(one(&[3, 1], 128), (1, 3));
        assert_eq!(one(&[0, 1 << 40, 128], 128), (1, 1));
        assert_eq!(one(&[100, 1000], 100), (10 * 100, 100));
        assert_eq!(one(&[16], 128), (1, 16));
        assert_eq!(one(&[2, 100], 128), (4, 32 * 2));
    }

    /// Likewise.
    #[test]
    fn blocks_of_several_rows_or_planes_are_fewer() {
        let several = |trips: &[u128]| of_nest(trips, 256, 0, Turns::Several);
        assert_eq!(several(&[1024, 1024]), (4 * 1024, 256));
        assert_eq!(several(&[2048, 2048]), (32 * 128, 64 * 4));
        assert_eq!(several(&[2049, 2048]), (32 * 129, 64 * 4));
        assert_eq!(several(&[3, 1 << 21]), (8192 * 3, 256));
        assert_eq!(several(&[9, 1 << 20]), (16384 * 2, 64 * 4));
        assert_eq!(several(&[1, 2048, 2048]), (8 * 2048, 256));
        assert_eq!(several(&[9, 1024, 1024]), (16 * 256 * 2, 64 * 4));
        // A warp has several rows of these.
        assert_eq!(several(&[1 << 20, 16]), (65536, 16 * 16));
    }

    /// Likewise.
    #[test]
    fn rows_begin_at_whole_lines_where_they_are_long() {
        let from = |first: i128, x: u128| of_nest(&[8, x], 128, first, Turns::One).0 / 8;
        assert_eq!((from(0, 1024), from(1, 1024), from(-1, 1024)), (8, 9, 9));
        assert_eq!((from(64, 1024), from(1, 1022), from(5, 256)), (8, 8, 2));
    }
}
