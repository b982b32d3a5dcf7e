//! `bench --sanitize`: programs under compute-sanitizer.

use super::super::terminal::{Terminal, print, print_json};
use super::super::{Format, REFUSED};
use super::status::Status;
use super::{Arguments, INTERRUPTED, needs_gpu, processors, reports, size};
use crate::bench::build::Built;
use crate::bench::recipes::EMULATED;
use crate::bench::rounds::Rounds;
use crate::bench::sanitize::{self, Sanitized, Verdict};
use crate::bench::{Progress, machine, references};
use crate::driver::process::Runner;
use crate::driver::sanitizer::{self, TOOLS, Tool};
use crate::driver::tools::Tools;
use crate::driver::{Failure, Result};
use std::path::Path;
use std::time::Duration;

/// The tools of these names.
pub(super) fn tools(names: &[String]) -> Result<Vec<Tool>> {
    let tool = |name: &String| {
        let found = TOOLS.iter().copied().find(|tool| tool.name() == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name()).collect();
            Failure::Usage(format!(
                "bench: --sanitize={name}: expected {}",
                known.join(", ")
            ))
        })
    };
    names.iter().map(tool).collect()
}

/// Runs what was built, and says what was found.
pub(super) fn run(
    arguments: &Arguments,
    runner: &Runner,
    folder: &Path,
    built: &Built,
    tools: &[Tool],
    terminal: &Terminal,
    status: &Status,
) -> Result<i32> {
    if built.architecture == EMULATED {
        return Err(Failure::tool(
            "--sanitize is for a GPU, and there is none here",
            "without --sanitize, the emulated device checks every access: --check=all",
        ));
    }
    needs_gpu(folder, built)?;
    let program = sanitizer::find(&Tools::default())?;
    let rounds = Rounds {
        folder,
        built,
        size: size(arguments, &built.architecture),
        runs: 1,
        keeps_references: arguments.prebuilt.is_some(),
        timeout: Duration::from_secs(arguments.timeout),
        whole: true,
        injection: None,
        device: "cuda",
        architecture: None,
    };
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let date = machine::now();
    let references = references::run_all(&rounds, runner, jobs, status)?;
    let runs = sanitize::run_all(&rounds, runner, (&program, tools), references, jobs, status)?;
    let report = Sanitized {
        translator: built.translator.clone(),
        date,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        machine: machine::describe(&built.architecture, built.compilers.clone()),
        size: rounds.size.to_string(),
        complete: runs.iter().all(|run| run.verdict != Verdict::NotRun),
        runs,
    };
    status.clear();
    if let Some(file) = &arguments.save {
        reports::save(&report, file)?;
    }
    match terminal.format {
        Format::Json => print_json(&report),
        _ => print(&report.text()),
    }
    Ok(match report.has_own_faults() {
        _ if status.stopped() => INTERRUPTED,
        true => REFUSED,
        false => 0,
    })
}
