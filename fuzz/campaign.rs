//! Runs many cases: some dozen in a translation unit, units side by side; what fails is made smaller.

use crate::support;
use crate::support::precompiled::with_headers;
use crate::tape::{self, Tape};
use romp2cuda::driver::checks::Check;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A generator of cases, each of which is a few functions of a program.
pub struct Generator {
    pub name: &'static str,
    pub prelude: &'static str,
    /// Writes case `number` of a program.
    pub case: fn(&mut Tape, usize) -> Case,
    /// The statement of `main` that runs it.
    pub call: fn(usize) -> String,
    /// Options of the translator; each unit takes one line of them.
    pub options: &'static [&'static [&'static str]],
    /// The host version gives the same results: nothing depends on the device's own memory.
    pub same_on_host: bool,
    /// No two threads write one place in an order that nothing fixes: the race checker must be silent.
    pub free_of_races: bool,
}

/// A case's text, so that its functions and variables may stand in a file of their own.
#[derive(Default)]
pub struct Case {
    /// Declarations of what `shared` defines, with `DECLARED` for the storage class.
    pub declarations: String,
    /// Functions and variables of device code, with `LINKAGE` for the storage class.
    pub shared: String,
    pub own: String,
}

/// How much is run, and where.
#[derive(Clone)]
pub struct Campaign {
    pub number: u64,
    pub seed: u64,
    pub jobs: usize,
    pub unit: usize,
    /// `emulated`, or an architecture of GPUs such as sm_90; the programs then need that GPU.
    pub arch: String,
    /// Build with the real nvcc, but run nothing.
    pub build_only: bool,
    /// How long making one failure smaller may take.
    pub patience: Duration,
    /// Where programs that fail are kept.
    pub keep: Option<PathBuf>,
}

/// How many units' failures are made smaller and shown.
const SHOWN: usize = 5;
const BUILD_LIMIT: Duration = Duration::from_secs(600);
const RUN_LIMIT: Duration = Duration::from_secs(120);
/// The host versions: barriers of gcc's teams of a thousand threads take long on a machine with many cores.
const HOST_LIMIT: Duration = Duration::from_secs(900);

/// One case: its number and its tape.
type Cases = Vec<(usize, Vec<u32>)>;

/// How a unit is built and run, which follows from its number.
struct Manner {
    options: &'static [&'static str],
    /// The checks of the emulated device.
    check: Check,
    /// Functions and variables of device code stand in a second file.
    two_files: bool,
    /// The order of threads and teams on the emulated device.
    schedule_seed: Option<u64>,
    on_host: bool,
}

impl Manner {
    fn of(generator: &Generator, unit: u64) -> Manner {
        // Numbers without a common divisor: all combinations come up.
        Manner {
            options: generator.options[unit as usize % generator.options.len()],
            check: match unit % 5 {
                3 if generator.free_of_races => Check::All,
                _ => Check::Memory,
            },
            two_files: unit % 7 % 3 == 1,
            schedule_seed: (unit % 11 % 2 == 1).then_some(unit),
            on_host: generator.same_on_host,
        }
    }

    fn describe(&self) -> String {
        format!(
            "options {} --check={}{}{}",
            self.options.join(" "),
            self.check.word(),
            if self.two_files { ", two files" } else { "" },
            self.schedule_seed
                .map(|seed| format!(", ROMP_SCHEDULE_SEED={seed}"))
                .unwrap_or_default()
        )
    }
}

impl Campaign {
    /// All failures as text; nothing where every case did what it should.
    pub fn run(&self, generator: &Generator) -> Result<(), String> {
        let units = self.number.div_ceil(self.unit as u64);
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let failures = Mutex::new(vec![]);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= units {
                            return;
                        }
                        let left = self.number - at * self.unit as u64;
                        let cases = self.draw(generator, at, left.min(self.unit as u64) as usize);
                        let count = cases.len() as u64;
                        if let Err(why) = self.attempt(generator, at, &cases) {
                            let shown = failures.lock().expect("failures").len();
                            let report = if shown < SHOWN {
                                self.reduced(generator, at, cases, &why)
                            } else {
                                format!("unit {at}: {}", first_lines(&why, 2))
                            };
                            eprintln!("{}: {report}", generator.name);
                            failures.lock().expect("failures").push(report);
                        }
                        let done = done.fetch_add(count, Ordering::Relaxed) + count;
                        if self.number > 5000 && done / 5000 != (done - count) / 5000 {
                            eprintln!("{}: {done} of {}", generator.name, self.number);
                        }
                    }
                });
            }
        });
        let failures = failures.into_inner().expect("failures");
        if failures.is_empty() {
            return Ok(());
        }
        Err(format!(
            "{} of {units} units fail, seed {}\n\n{}",
            failures.len(),
            self.seed,
            failures.join("\n\n")
        ))
    }

    fn draw(&self, generator: &Generator, unit: u64, count: usize) -> Cases {
        (0..count)
            .map(|number| {
                let place = unit * self.unit as u64 + number as u64;
                let mut tape = Tape::random(
                    self.seed
                        .wrapping_mul(0x1_0000_0001)
                        .wrapping_add(place << 20),
                );
                (generator.case)(&mut tape, number);
                (number, tape.choices().to_vec())
            })
            .collect()
    }

    /// Translates, builds and runs these cases; why not, if something goes wrong.
    fn attempt(&self, generator: &Generator, unit: u64, cases: &Cases) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
        let manner = Manner::of(generator, unit);
        let program = dir.path().join("fuzz");
        let mut build = crate::translator();
        build
            .arg("cc")
            .args(["-std=gnu11", "-w", "-fopenmp"])
            .arg(format!("--offload-arch={}", self.arch))
            .args(manner.options);
        if self.arch == "emulated" {
            build.arg(format!("--check={}", manner.check.word()));
            with_headers(&mut build, manner.options, manner.check);
        }
        for (name, text) in texts(generator, cases, manner.two_files) {
            let source = dir.path().join(name);
            std::fs::write(&source, text).map_err(|error| error.to_string())?;
            build.arg(source);
        }
        build.arg("-o").arg(&program).arg("-lm");
        finish(build, BUILD_LIMIT)?;
        if self.build_only {
            return Ok(());
        }
        let device = match self.arch.as_str() {
            "emulated" => "emulated",
            _ => "cuda",
        };
        let mut run = command(&program, device);
        run.env("OMP_TARGET_OFFLOAD", "MANDATORY");
        if let Some(seed) = manner.schedule_seed {
            run.env("ROMP_SCHEDULE_SEED", seed.to_string());
        }
        ended(run, RUN_LIMIT)?;
        if manner.on_host {
            ended(command(&program, "host"), HOST_LIMIT)
                .map_err(|why| format!("on the host: {why}"))?;
        }
        Ok(())
    }

    /// The smallest program found that fails, as text.
    fn reduced(&self, generator: &Generator, unit: u64, cases: Cases, why: &str) -> String {
        let deadline = Instant::now() + self.patience;
        let fails = |cases: &Cases| self.attempt(generator, unit, cases).is_err();
        let mut cases = match named(why) {
            Some(number) if number < cases.len() => vec![cases[number].clone()],
            _ => halved(cases, deadline, fails),
        };
        if cases.len() == 1 {
            let (number, tape) = cases.remove(0);
            let tape = tape::shrink(tape, deadline, |tape| fails(&vec![(number, tape.to_vec())]));
            cases.push((number, tape));
        }
        let program: String = texts(generator, &cases, false).remove(0).1;
        let why = self
            .attempt(generator, unit, &cases)
            .err()
            .unwrap_or_else(|| format!("no case fails alone; together: {why}"));
        let manner = Manner::of(generator, unit).describe();
        if let Some(folder) = &self.keep {
            let path = folder.join(format!("{}-{}-{unit}.c", generator.name, self.seed));
            let _ = std::fs::create_dir_all(folder);
            let _ = std::fs::write(path, format!("// {manner}\n{program}"));
        }
        let own = program.strip_prefix(generator.prelude).unwrap_or(&program);
        format!(
            "seed {} unit {unit}, {manner}\n{}\nthe smallest that fails, behind the generator's prelude.h:\n{own}",
            self.seed,
            first_lines(&why, 25)
        )
    }
}

/// The program's files: `main` and the cases, and what they share where that stands in a file of its own.
fn texts(generator: &Generator, cases: &Cases, two_files: bool) -> Vec<(&'static str, String)> {
    let written: Vec<Case> = cases
        .iter()
        .map(|(number, tape)| (generator.case)(&mut Tape::replay(tape), *number))
        .collect();
    let part = |of: fn(&Case) -> &str| -> String { written.iter().map(of).collect() };
    let declarations = part(|case| &case.declarations);
    let shared = part(|case| &case.shared);
    let own = part(|case| &case.own);
    let calls: String = cases
        .iter()
        .map(|(number, _)| format!("    {}\n", (generator.call)(*number)))
        .collect();
    let main = format!(
        "\nint main(void)\n{{\n{calls}    printf(\"the end\\n\");\n    return failures != 0;\n}}\n"
    );
    let prelude = generator.prelude;
    let device = |text: &str| match text {
        "" => String::new(),
        text => format!("#pragma omp declare target\n{text}#pragma omp end declare target\n"),
    };
    let (declarations, shared) = (device(&declarations), device(&shared));
    if two_files && !shared.is_empty() {
        let head = format!("{prelude}#define DECLARED extern\n#define LINKAGE\n{declarations}");
        return vec![
            ("fuzz.c", format!("{head}{own}{main}")),
            ("shared.c", format!("{head}{shared}")),
        ];
    }
    let linkage = match shared.as_str() {
        "" => "",
        _ => "#define DECLARED static\n#define LINKAGE static\n",
    };
    vec![(
        "fuzz.c",
        format!("{prelude}{linkage}{declarations}{shared}{own}{main}"),
    )]
}

fn command(program: &std::path::Path, device: &str) -> Command {
    let mut command = Command::new(program);
    command
        .env("ROMP_DEVICE", device)
        .env("OMP_CANCELLATION", "true")
        // More threads than the host has cores must not wait by spinning.
        .env("OMP_WAIT_POLICY", "passive");
    command
}

/// Runs a program that must find nothing wrong, and say nothing.
fn ended(run: Command, limit: Duration) -> Result<(), String> {
    let printed = finish(run, limit)?;
    if printed.contains("FAIL ") || !printed.ends_with("the end\n") {
        return Err(printed);
    }
    Ok(())
}

/// The half that fails, again and again.
fn halved(mut cases: Cases, deadline: Instant, fails: impl Fn(&Cases) -> bool) -> Cases {
    while cases.len() > 1 && Instant::now() < deadline {
        let second = cases.split_off(cases.len() / 2);
        if !fails(&cases) {
            cases = second;
        }
    }
    cases
}

/// The first case that the program itself says to be wrong.
fn named(failed: &str) -> Option<usize> {
    let at = failed.find("FAIL ")?;
    let digits = failed[at + 5..].split(|c: char| !c.is_ascii_digit());
    digits.into_iter().next()?.parse().ok()
}

/// What a program prints on standard output where it ends with 0 in time, else all that is known.
fn finish(command: Command, limit: Duration) -> Result<String, String> {
    let finished = support::finish(command, limit);
    let stdout = String::from_utf8_lossy(&finished.stdout);
    if finished.code == Some(0) {
        return Ok(stdout.into_owned());
    }
    Err(format!(
        "{}\n{stdout}{}",
        finished.describe(),
        finished.stderr
    ))
}

pub fn first_lines(text: &str, count: usize) -> String {
    text.lines().take(count).collect::<Vec<_>>().join("\n")
}
