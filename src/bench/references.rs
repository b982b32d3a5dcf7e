//! Runs the references of all programs, several at once, before anything is measured.
//!
//! They are serial programs: together they take as long as the longest, and while they run nothing is timed. What they
//! leave stays in their folders until it is compared. Must not know the contenders.

use super::build::State;
use super::measure::{self, Bad, Run};
use super::report::Outcome;
use super::rounds::Rounds;
use super::{Progress, queue};
use crate::driver::Result;
use crate::driver::process::Runner;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A reference's run, or what without it becomes of the rows that it was for.
pub type Reference = std::result::Result<Run, Outcome>;

/// How many times the limit of other runs: nothing of them is parallel.
const PATIENCE: u32 = 10;

/// The references of the built programs, in their order.
pub fn run_all(
    rounds: &Rounds,
    runner: &Runner,
    jobs: usize,
    progress: &dyn Progress,
) -> Result<Vec<Reference>> {
    let programs = &rounds.built.programs;
    let done = AtomicUsize::new(0);
    let run = |at: usize| {
        let done = done.fetch_add(1, Ordering::Relaxed);
        let name = &programs[at].name;
        progress.now(&format!("references: {done}/{} {name}", programs.len()));
        one(rounds, runner, at, progress)
    };
    queue::map(programs.len(), jobs, run).into_iter().collect()
}

fn one(rounds: &Rounds, runner: &Runner, at: usize, progress: &dyn Progress) -> Result<Reference> {
    let program = &rounds.built.programs[at];
    let unchecked = |why: String| Outcome::Unchecked { why };
    let not_run = |why: String| Outcome::NotRun { why };
    if progress.stopped() {
        return Ok(Err(not_run("interrupted".into())));
    }
    if let State::Missing(why) | State::Failed(why) = &program.reference.state {
        return Ok(Err(unchecked(format!(
            "the reference was not built: {why}"
        ))));
    }
    let Some(mut launch) = rounds.launch(program, &program.reference) else {
        let why = format!("its bench.toml has no size {}", rounds.size);
        return Ok(Err(not_run(why)));
    };
    launch.limit *= PATIENCE;
    Ok(
        measure::run(runner, &launch, None, progress)?.map_err(|bad| match bad {
            Bad::Failed(why) => unchecked(format!("the reference failed: {why}")),
            Bad::TimedOut(seconds) => {
                unchecked(format!("the reference had no end after {seconds} s"))
            }
            Bad::Stopped => not_run("interrupted".into()),
        }),
    )
}
