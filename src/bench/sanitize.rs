//! Runs what was built once under each tool of NVIDIA's compute-sanitizer, and checks the results as ever.
//!
//! Nothing is timed, so that several run at once. Must not know how findings are told: `driver::sanitizer` does.

use super::build::{BuiltProgram, Entry, State};
use super::check::{Expected, Right};
use super::contenders::Compiler;
use super::machine::Machine;
use super::measure::{self, Bad};
use super::references::Reference;
use super::report::Outcome;
use super::rounds::Rounds;
use super::{Progress, queue};
use crate::driver::process::Runner;
use crate::driver::sanitizer::{self, Tool};
use crate::driver::{Failure, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;

/// What was found, as a value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sanitized {
    pub translator: String,
    pub date: String,
    pub command: String,
    pub machine: Machine,
    pub size: String,
    /// False where the user ended it before.
    pub complete: bool,
    pub runs: Vec<SanitizedRun>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SanitizedRun {
    pub program: String,
    pub row: String,
    pub compiler: Compiler,
    pub tool: Tool,
    #[serde(flatten)]
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    Clean,
    /// Messages, each of one or more lines.
    Found {
        messages: Vec<String>,
    },
    /// It was not built, failed, had no end or is wrong.
    Bad {
        why: String,
    },
    /// There was no time.
    NotRun,
}

/// How many times the limit of other runs: each access is looked at.
const PATIENCE: u32 = 10;

/// One run that is to be made.
struct Piece<'a> {
    program: &'a BuiltProgram,
    expected: &'a std::result::Result<Expected, Outcome>,
    entry: &'a Entry,
    tool: Tool,
}

/// Runs all that has kernels under these tools, `jobs` at once.
pub fn run_all(
    rounds: &Rounds,
    runner: &Runner,
    tools: (&Path, &[Tool]),
    references: Vec<Reference>,
    jobs: usize,
    progress: &dyn Progress,
) -> Result<Vec<SanitizedRun>> {
    let (sanitizer, tools) = tools;
    let programs = &rounds.built.programs;
    let expected: Vec<_> = programs
        .iter()
        .zip(references)
        .map(|(program, reference)| reference.and_then(|left| left.expected(program)))
        .collect();
    let mut pieces = vec![];
    for (program, expected) in programs.iter().zip(&expected) {
        let entries = program.entries.iter();
        for entry in entries.filter(|entry| entry.contender.compiler.offloads()) {
            pieces.extend(tools.iter().map(|&tool| Piece {
                program,
                expected,
                entry,
                tool,
            }));
        }
    }
    let run = |at: usize| {
        let piece = &pieces[at];
        let (program, row) = (&piece.program.name, &piece.entry.contender.id);
        let (of, tool) = (pieces.len(), piece.tool.name());
        progress.now(&format!("{at}/{of}: {tool}: {program} {row}"));
        Ok(SanitizedRun {
            program: program.clone(),
            row: row.clone(),
            compiler: piece.entry.contender.compiler,
            tool: piece.tool,
            verdict: one(rounds, runner, sanitizer, piece, progress)?,
        })
    };
    queue::map(pieces.len(), jobs, run).into_iter().collect()
}

fn one(
    rounds: &Rounds,
    runner: &Runner,
    sanitizer: &Path,
    piece: &Piece,
    progress: &dyn Progress,
) -> Result<Verdict> {
    let bad = |why: String| Ok(Verdict::Bad { why });
    if progress.stopped() {
        return Ok(Verdict::NotRun);
    }
    let expected = match piece.expected {
        Ok(expected) => expected,
        Err(outcome) => return bad(outcome.why().unwrap_or_default()),
    };
    if let State::Missing(why) | State::Failed(why) = &piece.entry.state {
        return bad(format!("not built: {why}"));
    }
    let Some(mut launch) = rounds.launch(piece.program, piece.entry) else {
        return bad(format!("its bench.toml has no size {}", rounds.size));
    };
    let report = tempfile::NamedTempFile::new()
        .map_err(|error| Failure::file(&std::env::temp_dir(), "make a file in", error))?;
    let mut words = sanitizer::words(piece.tool, report.path());
    words.push(launch.program.to_string_lossy().into_owned());
    words.append(&mut launch.arguments);
    launch.arguments = words;
    launch.program = sanitizer.to_path_buf();
    let variables = sanitizer::ENVIRONMENT.iter();
    let variables = variables.map(|(name, value)| (name.to_string(), value.to_string()));
    launch.environment.extend(variables);
    launch.limit *= PATIENCE;
    let run = measure::run(runner, &launch, None, progress)?;
    let text = std::fs::read_to_string(report.path())
        .map_err(|error| Failure::file(report.path(), "read", error))?;
    // What it found may be why the program failed.
    if text.contains("SUMMARY") && !sanitizer::is_clean(&text) {
        let mut messages = sanitizer::messages(&text);
        if messages.is_empty() {
            messages.push(text.trim_end().to_string());
        }
        return Ok(Verdict::Found { messages });
    }
    match run {
        Err(Bad::Stopped) => Ok(Verdict::NotRun),
        Err(Bad::Failed(why)) => bad(why),
        Err(Bad::TimedOut(seconds)) => bad(format!("no end after {seconds} s")),
        Ok(_) if !sanitizer::is_clean(&text) => bad("compute-sanitizer left no summary".into()),
        Ok(run) => {
            let check = &piece.program.manifest.check;
            match expected.compare(check, run.folder.path(), &run.stdout, &mut Right::default()) {
                Ok(()) => Ok(Verdict::Clean),
                Err(why) => bad(format!("wrong: {why}")),
            }
        }
    }
}

impl Sanitized {
    /// Whether one of the translator's rows is not clean.
    pub fn has_own_faults(&self) -> bool {
        self.runs.iter().any(|run| {
            let bad = matches!(run.verdict, Verdict::Found { .. } | Verdict::Bad { .. });
            bad && run.compiler == Compiler::Romp
        })
    }

    /// A line for each run that is not clean, with what was found, and how many are.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for run in &self.runs {
            let head = format!("{} {} {}", run.program, run.row, run.tool.name());
            let _ = match &run.verdict {
                Verdict::Clean => Ok(()),
                Verdict::Found { messages } => {
                    writeln!(
                        text,
                        "{head}: {} findings\n{}",
                        messages.len(),
                        messages.join("\n")
                    )
                }
                Verdict::Bad { why } => writeln!(text, "{head}: {why}"),
                Verdict::NotRun => writeln!(text, "{head}: not run"),
            };
        }
        let clean = |run: &&SanitizedRun| run.verdict == Verdict::Clean;
        let count = self.runs.iter().filter(clean).count();
        let _ = writeln!(
            text,
            "{count} of {} runs in size {} on {} are clean",
            self.runs.len(),
            self.size,
            self.machine.device
        );
        if !self.complete {
            text += "PARTIAL: it was ended before all runs were done.\n";
        }
        text
    }
}
