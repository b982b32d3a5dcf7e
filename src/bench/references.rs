//! Runs the references of all programs, several at once, before anything is measured.
//!
//! They are serial programs: together they take as long as the longest, and while they run nothing is timed. What they
//! leave stays in their folders until it is compared, or is kept in the built folder, so that they need not run again.
//! Must not know the contenders.

use super::build::{BuiltProgram, State};
use super::check::Expected;
use super::kept::Place;
use super::measure::{self, Bad, Run};
use super::report::Outcome;
use super::rounds::Rounds;
use super::{Progress, queue};
use crate::driver::Result;
use crate::driver::process::Runner;

/// Where a reference's results are, or what without them becomes of the rows that they were for.
pub type Reference = std::result::Result<Left, Outcome>;

/// What a reference has left.
#[derive(Debug)]
pub enum Left {
    InFolder(Run),
    Kept(Place),
}

impl Left {
    /// What results must be.
    pub fn expected(&self, program: &BuiltProgram) -> std::result::Result<Expected, Outcome> {
        let check = &program.manifest.check;
        let unchecked = |why| Outcome::Unchecked { why };
        match self {
            Left::InFolder(run) => Expected::read(check, run.folder.path(), &run.stdout)
                .map_err(|why| unchecked(format!("the reference left no results: {why}"))),
            Left::Kept(place) => place.read().map_err(unchecked),
        }
    }
}

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
    let run = |at: usize| {
        let name = &programs[at].name;
        progress.now(&format!("references: {at}/{} {name}", programs.len()));
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
    let check = &program.manifest.check;
    let place = match rounds.keeps_references {
        true => Some(Place::new(
            &launch.program,
            rounds.size,
            &launch.arguments,
            check,
        )?),
        false => None,
    };
    if let Some(place) = place.as_ref().filter(|place| place.is_filled()) {
        return Ok(Ok(Left::Kept(place.clone())));
    }
    launch.limit *= PATIENCE;
    let left = match measure::run(runner, &launch, None, progress)? {
        Ok(run) => Left::InFolder(run),
        Err(Bad::Failed(why)) => return Ok(Err(unchecked(format!("the reference failed: {why}")))),
        Err(Bad::TimedOut(seconds)) => {
            let why = format!("the reference had no end after {seconds} s");
            return Ok(Err(unchecked(why)));
        }
        Err(Bad::Stopped) => return Ok(Err(not_run("interrupted".into()))),
    };
    let Some(place) = place else {
        return Ok(Ok(left));
    };
    Ok(match left.expected(program) {
        // A folder that cannot be written to serves as well, but for the next time.
        Ok(expected) if place.write(check, &expected).is_ok() => Ok(Left::Kept(place)),
        Ok(_) => Ok(left),
        Err(outcome) => Err(outcome),
    })
}
