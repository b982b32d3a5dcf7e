//! Random combinations of construct, clauses, operator, type, schedule, chunk, thread and trip counts:
//! the emulated device's results against a serial evaluation.
//!
//! Hundreds of cases stand in a translation unit; each is run several times. `ROMP_SEED` draws other cases
//! than the usual ones, `ROMP_PROPERTY_UNITS` more units, and the folder `ROMP_PROPERTY_KEEP` gets their text. What fails is made smaller before it is shown.

mod case;
mod random;
mod shrink;
#[path = "../support/mod.rs"]
mod support;
mod text;

use case::{Case, Run};
use libtest_mimic::{Arguments, Trial};
use random::Random;
use romp2cuda::driver::checks::Check;
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::precompiled::with_headers;
use support::{Finished, Outcome};

const SEED: u64 = 20_261_122;
const UNITS: u64 = 10;
const CASES: usize = 70;
const RUNS: usize = 16;
/// Of all units; where runs coincide there are fewer than the product.
const LEAST: usize = 10_000;
const LIMIT: Duration = Duration::from_secs(240);

/// The cases of a translation unit, and how it is translated.
#[derive(Clone)]
pub struct Unit {
    pub seed: u64,
    pub option: &'static str,
    pub cases: Vec<(Case, Vec<Run>)>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let number = |name: &str, usual: u64| match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => usual,
    };
    let (seed, units) = (
        number("ROMP_SEED", SEED),
        number("ROMP_PROPERTY_UNITS", UNITS),
    );
    let units: Vec<Unit> = (0..units).map(|at| draw(seed, at)).collect();
    let count: usize = units.iter().map(Unit::combinations).sum();
    let enough = units.len() < UNITS as usize || count >= LEAST;
    let units_of_nvcc = units.len() as u64;
    let mut trials = vec![Trial::test("enough", move || {
        if enough {
            Ok(())
        } else {
            Err(format!("{count} combinations, not {LEAST}").into())
        }
    })];
    for (at, unit) in units.into_iter().enumerate() {
        if let Some(folder) = std::env::var_os("ROMP_PROPERTY_KEEP") {
            let path = std::path::Path::new(&folder).join(format!("unit_{at:02}.c"));
            std::fs::write(path, unit.text()).expect("a folder to keep units in");
        }
        trials.push(Trial::test(format!("unit_{at:02}"), move || check(&unit)));
    }
    trials.push(Trial::test("nvcc", move || {
        compiled_by_nvcc(draw(seed, units_of_nvcc))
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Cases as the real nvcc sees them, which is no g++; machines with a GPU run them.
fn compiled_by_nvcc(unit: Unit) -> Outcome {
    support::nvcc()?;
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    std::fs::write(dir.path().join("property.c"), unit.text())
        .map_err(|error| error.to_string())?;
    let mut build = support::romp2cuda();
    build
        .current_dir(dir.path())
        .args(["cc", "-O0", "-w", "-fopenmp", "--offload-arch=sm_90"])
        .args([unit.option, "-c", "property.c"]);
    let finished = support::finish(build, LIMIT);
    support::expect_success("romp2cuda cc --offload-arch=sm_90", finished)?;
    Ok(())
}

fn draw(seed: u64, at: u64) -> Unit {
    let mut random = Random::new(seed.wrapping_add(at << 32));
    let mut cases: Vec<(Case, Vec<Run>)> = vec![];
    while cases.len() < CASES {
        let case = Case::draw(&mut random);
        if cases.iter().all(|(other, _)| *other != case) {
            let runs = case.runs(&mut random, RUNS);
            cases.push((case, runs));
        }
    }
    let option = [
        "--sequential=auto",
        "--sequential=guarded",
        "--sequential=fork-join",
    ][at as usize % 3];
    Unit {
        seed,
        option,
        cases,
    }
}

impl Unit {
    fn combinations(&self) -> usize {
        self.cases.iter().map(|(_, runs)| runs.len()).sum()
    }

    pub fn text(&self) -> String {
        let cases: Vec<(usize, &Case, &[Run])> = self
            .cases
            .iter()
            .enumerate()
            .map(|(at, (case, runs))| (at, case, runs.as_slice()))
            .collect();
        text::program(&cases)
    }

    /// Translates, builds and runs it on the emulated device.
    pub fn run(&self, limit: Duration) -> Result<Finished, String> {
        let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
        let source = dir.path().join("property.c");
        std::fs::write(&source, self.text()).map_err(|error| error.to_string())?;
        let mut run: Command = support::romp2cuda();
        run.arg("run")
            .arg(&source)
            // Optimised, gcc 12 does not survive the host's version of some.
            .args(["-O0", "-w", "--offload-arch=emulated", self.option])
            .env("ROMP_DEVICE", "emulated")
            .env("OMP_TARGET_OFFLOAD", "MANDATORY")
            .env("ROMP_EMULATED_CHECK", "memory")
            .env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        with_headers(&mut run, &["-O0"], Check::Memory);
        let finished = support::finish(run, limit);
        if finished.code == Some(0) {
            return Ok(finished);
        }
        let stdout = String::from_utf8_lossy(&finished.stdout);
        Err(format!(
            "{}\n{stdout}{}",
            finished.describe(),
            finished.stderr
        ))
    }
}

fn check(unit: &Unit) -> Outcome {
    let failed = match unit.run(LIMIT) {
        Ok(finished) => {
            let expected = format!("{} combinations, 0 failures\n", unit.combinations());
            let stdout = String::from_utf8_lossy(&finished.stdout);
            if stdout == expected {
                return Ok(());
            }
            format!("it printed {stdout:?}, not {expected:?}")
        }
        Err(failed) => failed,
    };
    Err(shrink::report(unit, &failed).into())
}
