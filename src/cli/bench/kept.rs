//! `bench --references`: runs references, so that others need not wait for them.

use super::super::REFUSED;
use super::super::terminal::print;
use super::status::Status;
use super::{Arguments, INTERRUPTED, processors, size};
use crate::bench::build::Built;
use crate::bench::recipes::EMULATED;
use crate::bench::rounds::Rounds;
use crate::bench::{Progress, references};
use crate::driver::process::Runner;
use crate::driver::{Failure, Result};
use std::path::Path;
use std::time::Duration;

/// Runs those of which nothing is kept in the folder, and says which leave nothing.
pub(super) fn run(
    arguments: &Arguments,
    runner: &Runner,
    folder: &Path,
    built: &Built,
    status: &Status,
) -> Result<i32> {
    if arguments.prebuilt.is_none() && arguments.build_only.is_none() {
        return Err(Failure::Usage(
            "bench: --references: name the folder that keeps them: --build-only or --prebuilt DIR"
                .into(),
        ));
    }
    // References run in folders of their own.
    let place = folder
        .canonicalize()
        .map_err(|error| Failure::file(folder, "open", error))?;
    let rounds = Rounds {
        folder: &place,
        built,
        size: size(arguments, &built.architecture),
        keeps_references: true,
        runs: 1,
        timeout: Duration::from_secs(arguments.timeout),
        whole: true,
        injection: None,
        device: EMULATED,
        architecture: None,
    };
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let references = references::run_all(&rounds, runner, jobs, status)?;
    status.clear();
    let mut kept = 0;
    let mut code = 0;
    for (program, reference) in built.programs.iter().zip(references) {
        let why = match reference {
            Ok(references::Left::Kept(_)) => {
                kept += 1;
                continue;
            }
            Ok(references::Left::InFolder(_)) => "the folder cannot be written to".to_string(),
            Err(outcome) => outcome.why().unwrap_or_default(),
        };
        code = REFUSED;
        print(&format!("{}: {why}\n", program.name));
    }
    print(&format!(
        "references of {kept} programs in size {} are kept in {}\n",
        rounds.size,
        folder.display()
    ));
    Ok(if status.stopped() { INTERRUPTED } else { code })
}
