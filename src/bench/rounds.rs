//! Runs what was built: all contenders of a program in turn, round after round.
//!
//! Contenders take turns so that a slow drift of the machine, its clock or its temperature, meets all of them alike.
//! Each has a run that does not count before. In a round each runs twice where kernels are measured: once as users run
//! it, for the whole time, and once with the records of kernels, which make launches slower. Every run's results are
//! checked.

use super::Progress;
use super::build::{self, Built, BuiltProgram, Entry, State};
use super::check::{Expected, Right};
use super::curves::Gathered;
use super::manifest::{Check, Manifest};
use super::measure::{self, Bad, Figures, Injection, Launch, Run};
use super::records::{Kernel, Records};
use super::references::Reference;
use super::report::{Outcome, Part, ProgramReport, Row, Times, TwinNote};
use super::statistics::Summary;
use super::{functions, kept, published};
use crate::driver::Result;
use crate::driver::process::Runner;
use crate::plan::architectures;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How programs are run.
pub struct Rounds<'a> {
    pub folder: &'a Path,
    pub built: &'a Built,
    pub size: &'a str,
    pub runs: usize,
    pub timeout: Duration,
    /// Whether what references leave is kept in the folder, and taken from there.
    pub keeps_references: bool,
    /// Whether each contender also runs without records, for the whole time.
    pub whole: bool,
    /// Without it there are no kernel times.
    pub injection: Option<Injection>,
    /// `cuda` or `emulated`.
    pub device: &'a str,
    /// The GPU's, for occupancy.
    pub architecture: Option<String>,
}

/// How many kernels of a program a report has, the longest first.
const SHOWN_KERNELS: usize = 16;

/// A contender while it runs.
struct Turns<'a> {
    entry: &'a Entry,
    launch: Launch,
    /// Why it runs no more.
    out: Option<Outcome>,
    totals: Vec<f64>,
    /// Of each run with records: seconds of a solve on the device, and the records.
    kernels: Vec<(f64, Records)>,
    figures: Figures,
    curves: Gathered,
    note: Option<String>,
}

/// Says whether the runs of a program are right.
struct Judge<'a> {
    check: &'a Check,
    expected: &'a Expected,
    right: Right,
}

impl Judge<'_> {
    fn compare(&mut self, run: &Run) -> std::result::Result<(), String> {
        let folder = run.folder.path();
        self.expected
            .compare(self.check, folder, &run.stdout, &mut self.right)
    }
}

impl Rounds<'_> {
    /// Measures one program.
    pub fn program(
        &self,
        runner: &Runner,
        program: &BuiltProgram,
        reference: Reference,
        progress: &dyn Progress,
    ) -> Result<ProgramReport> {
        let not_run = |outcome: Outcome| {
            let rows = program.entries.iter();
            let rows = rows.map(|entry| row(entry, outcome.clone()));
            Ok(self.report(program, rows.collect(), &Figures::default()))
        };
        let expected = match reference.and_then(|left| left.expected(program)) {
            Ok(expected) => expected,
            Err(outcome) => return not_run(outcome),
        };
        let mut judge = Judge {
            check: &program.manifest.check,
            expected: &expected,
            right: Right::default(),
        };
        let mut contenders = vec![];
        for entry in &program.entries {
            match self.launch(program, entry) {
                Some(launch) => contenders.push(Turns::new(entry, launch)),
                None => {
                    let why = format!("its bench.toml has no size {}", self.size);
                    return not_run(Outcome::NotRun { why });
                }
            }
        }
        // The run that does not count, and after it the rounds.
        for round in 0..=self.runs {
            let count = contenders.len();
            for turn in 0..count {
                let contender = &mut contenders[(turn + round) % count];
                if contender.out.is_some() || progress.stopped() {
                    continue;
                }
                let what = match round {
                    0 => "first run".to_string(),
                    _ => format!("run {round}/{}", self.runs),
                };
                progress.now(&format!(
                    "{}: {what}: {}",
                    program.name, contender.entry.contender.id
                ));
                self.turn(runner, &mut judge, contender, round, progress)?;
            }
        }
        let clock = contenders.iter().find_map(|one| one.figures.clock);
        let figures = contenders
            .iter()
            .find(|one| one.out.is_none())
            .map(|one| Figures {
                clock,
                ..one.figures.clone()
            });
        let rows = contenders
            .into_iter()
            .map(|one| self.finished(one, program))
            .collect();
        Ok(self.report(program, rows, &figures.unwrap_or_default()))
    }

    /// How a program of this entry is started; nothing where there is no such size.
    pub fn launch(&self, program: &BuiltProgram, entry: &Entry) -> Option<Launch> {
        let compiler = entry.contender.compiler;
        let libraries = build::libraries_of(self.folder, compiler);
        let limit = program.manifest.timeout.map(Duration::from_secs);
        let path = |entry: &Entry| build::program(self.folder, &program.name, &entry.contender);
        let arguments = program.manifest.sizes.get(self.size)?.clone();
        let mut environment = measure::environment(compiler, self.device, libraries.as_deref());
        if let Some(input) = kept::input(&path(&program.reference), self.size, &arguments) {
            environment.push((kept::INPUT.into(), input.to_string_lossy().into_owned()));
        }
        Some(Launch {
            program: path(entry),
            arguments,
            environment,
            limit: limit.unwrap_or(self.timeout),
        })
    }

    /// One contender's runs of one round.
    fn turn(
        &self,
        runner: &Runner,
        judge: &mut Judge,
        contender: &mut Turns,
        round: usize,
        progress: &dyn Progress,
    ) -> Result<()> {
        let offloads = contender.entry.contender.compiler.offloads();
        let injection = self
            .injection
            .as_ref()
            .filter(|_| offloads && contender.note.is_none());
        // The first run need not be made twice: with records it shows whether there are any.
        let plain = injection.is_none() || round > 0 && self.whole;
        let plain = plain.then_some(None);
        for injection in plain.into_iter().chain(injection.map(Some)) {
            let run = match measure::run(runner, &contender.launch, injection, progress)? {
                Ok(run) => run,
                Err(Bad::Stopped) => return Ok(()),
                Err(bad) => {
                    contender.out = Some(outcome(bad, round));
                    return Ok(());
                }
            };
            if let Err(why) = judge.compare(&run) {
                contender.out = Some(Outcome::Wrong { why });
                return Ok(());
            }
            // Records make launches slower, which curves may hold.
            if round > 0 && (injection.is_none() || !self.whole) {
                contender.curves.add(&run.figures.points);
            }
            contender.take(run, round > 0);
        }
        Ok(())
    }

    fn finished(&self, contender: Turns, program: &BuiltProgram) -> Row {
        let outcome = match contender.out {
            Some(outcome) => outcome,
            None => {
                let times = self.times(&contender, &program.manifest);
                match times.total.is_some() || times.kernel.is_some() {
                    true => Outcome::Measured(Box::new(times)),
                    false => Outcome::NotRun {
                        why: "interrupted".into(),
                    },
                }
            }
        };
        row(contender.entry, outcome)
    }

    fn times(&self, contender: &Turns, manifest: &Manifest) -> Times {
        let seconds: Vec<f64> = contender
            .kernels
            .iter()
            .map(|(seconds, _)| *seconds)
            .collect();
        let kernel = Summary::of(&seconds);
        let typical = kernel.and_then(|summary| {
            let distance = |(seconds, _): &&(f64, Records)| (seconds - summary.median).abs();
            let near = contender
                .kernels
                .iter()
                .min_by(|a, b| distance(a).total_cmp(&distance(b)));
            near.map(|(_, records)| records)
        });
        let solves = contender.figures.solves.unwrap_or(1.0);
        let mut kernels = typical
            .map(|records| records.kernels.clone())
            .unwrap_or_default();
        let launches = kernels.iter().map(|kernel| kernel.launches).sum();
        kernels.truncate(SHOWN_KERNELS);
        Times {
            kernel,
            total: Summary::of(&contender.totals),
            transfers: typical.map(|records| records.transfers / solves),
            launches,
            occupancy: kernels.first().and_then(|kernel| {
                let name = self.architecture.as_deref()?;
                let teams = published::teams(name, kernel)?;
                let threads = u64::from(kernel.threads()).next_multiple_of(32);
                Some((teams * threads) as f64 / architectures::find(name)?.threads as f64)
            }),
            kernels,
            parts: parts(&manifest.kernels, &contender.kernels, solves),
            curves: contender.curves.curves(),
            note: contender.note.clone(),
        }
    }

    fn report(&self, program: &BuiltProgram, rows: Vec<Row>, figures: &Figures) -> ProgramReport {
        let manifest = &program.manifest;
        ProgramReport {
            name: program.name.clone(),
            title: manifest.title.clone(),
            suite: manifest.suite.clone(),
            paper: manifest.paper.clone(),
            means: manifest.means,
            over: manifest.curves.over.clone(),
            clock: figures.clock.filter(|&clock| clock > 0.0),
            published: manifest.published.clone(),
            precision: manifest.precision,
            flops: figures.flops.filter(|&flops| flops > 0.0),
            bytes: figures.bytes.filter(|&bytes| bytes > 0.0),
            twin: manifest.twin.as_ref().map(|twin| TwinNote {
                roofline: twin.roofline,
                bound: twin.bound,
                reason: twin.reason.clone(),
            }),
            rows,
        }
    }
}

impl<'a> Turns<'a> {
    fn new(entry: &'a Entry, launch: Launch) -> Turns<'a> {
        let out = match &entry.state {
            State::Ready => None,
            State::Missing(why) => Some(Outcome::Missing { why: why.clone() }),
            State::Failed(why) => Some(Outcome::NotBuilt { why: why.clone() }),
        };
        Turns {
            entry,
            launch,
            out,
            totals: vec![],
            kernels: vec![],
            figures: Figures::default(),
            curves: Gathered::default(),
            note: None,
        }
    }

    /// Takes the figures of a run whose results are right.
    fn take(&mut self, run: Run, counts: bool) {
        let solves = run.figures.solves.unwrap_or(1.0);
        match run.records {
            Some(Ok(records)) if counts => self
                .kernels
                .push((records.device_seconds() / solves, records)),
            Some(Err(why)) => self.note = Some(why),
            None if counts => self.totals.push(run.figures.seconds.unwrap_or(run.wall)),
            _ => {}
        }
        self.figures = run.figures;
    }
}

/// What the kernels of some functions took in each run, of one solve.
fn parts(named: &BTreeMap<String, Vec<String>>, runs: &[(f64, Records)], solves: f64) -> Vec<Part> {
    let seconds = |functions: &[String], records: &Records| {
        let of = |kernel: &&Kernel| functions.iter().any(|f| functions::is_of(&kernel.name, f));
        let kernels = records.kernels.iter().filter(of);
        kernels.map(|kernel| kernel.seconds).sum::<f64>() / solves
    };
    let part = |(name, functions): (&String, &Vec<String>)| {
        let sample: Vec<f64> = runs
            .iter()
            .map(|(_, records)| seconds(functions, records))
            .collect();
        let seconds = Summary::of(&sample).filter(|summary| summary.median > 0.0)?;
        Some(Part {
            name: name.clone(),
            seconds,
        })
    };
    named.iter().filter_map(part).collect()
}

fn outcome(bad: Bad, round: usize) -> Outcome {
    match bad {
        Bad::Failed(why) if round > 0 => Outcome::Failed {
            why: format!("in run {round}, not before: {why}"),
        },
        Bad::Failed(why) => Outcome::Failed { why },
        Bad::TimedOut(seconds) => Outcome::TimedOut { seconds },
        Bad::Stopped => Outcome::NotRun {
            why: "interrupted".into(),
        },
    }
}

fn row(entry: &Entry, outcome: Outcome) -> Row {
    Row {
        id: entry.contender.id.clone(),
        compiler: entry.contender.compiler,
        variant: entry.contender.variant.clone(),
        commands: entry.commands.clone(),
        outcome,
    }
}
