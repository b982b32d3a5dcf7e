//! `bench --resume`: what a saved report has already.

use super::{Arguments, reports};
use crate::bench::build::{Built, BuiltProgram};
use crate::bench::report::{Outcome, ProgramReport, Report};
use crate::driver::{Failure, Result};

/// The report that goes on, with the programs that need not run again; none where there is nothing to go on from.
pub(super) fn earlier(arguments: &Arguments, built: &Built) -> Result<Option<Report>> {
    let file = match &arguments.save {
        Some(file) if arguments.resume && file.exists() => file,
        _ => return Ok(None),
    };
    let mut report = reports::read(file)?;
    if report.translator != built.translator {
        return Err(Failure::Usage(format!(
            "bench: --resume: {} is of {}, and what is built is of {}",
            file.display(),
            report.translator,
            built.translator
        )));
    }
    report.programs.retain(|program| {
        let now = built.programs.iter().find(|one| one.name == program.name);
        now.is_none_or(|now| is_done(program, now))
    });
    Ok(Some(report))
}

/// What of the built programs is left to do.
pub(super) fn rest(built: &Built, earlier: Option<&Report>) -> Built {
    let done = earlier.map_or(&[][..], |report| &report.programs);
    let is_done = |program: &BuiltProgram| done.iter().any(|one| one.name == program.name);
    let mut rest = built.clone();
    rest.programs.retain(|program| !is_done(program));
    rest
}

/// Whether its rows are those that are built now, by the same commands, and all had their turn.
fn is_done(then: &ProgramReport, now: &BuiltProgram) -> bool {
    let not_run = |outcome: &Outcome| matches!(outcome, Outcome::NotRun { .. });
    then.rows.len() == now.entries.len()
        && then.rows.iter().zip(&now.entries).all(|(row, entry)| {
            row.id == entry.contender.id && row.commands == entry.commands && !not_run(&row.outcome)
        })
}

/// The report of what is run now, behind what was measured earlier; an error where that was something else.
pub(super) fn behind(earlier: Report, now: Report) -> Result<Report> {
    if earlier.runs != now.runs {
        return Err(Failure::Usage(format!(
            "bench: --resume: that report is of {} runs, this one of {}: --runs={}",
            earlier.runs, now.runs, earlier.runs
        )));
    }
    let mut report = earlier;
    report
        .join(now)
        .map_err(|why| Failure::Usage(format!("bench: --resume: {why}")))?;
    report.complete = false;
    Ok(report)
}
