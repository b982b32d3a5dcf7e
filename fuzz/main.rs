//! Random programs with results known by construction, and random changes of programs.
//!
//! `cargo test --test fuzz` runs what every change must pass. With a generator's name and options it is a
//! command: `cargo test --test fuzz -- programs --number 50000 --seed 7`. README.md says what there is.

mod campaign;
mod mappings;
mod mutants;
mod parsers;
mod programs;
#[path = "../tests/support/mod.rs"]
mod support;
mod tape;

use campaign::{Campaign, Generator};
use clap::Parser;
use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

const PROGRAMS: Generator = Generator {
    name: "programs",
    prelude: programs::PRELUDE,
    case: programs::case,
    call: |number| format!("RUN({number})"),
    options: &[
        &["-O0"],
        &["-O1", "--sequential=guarded"],
        &["-O0", "--sequential=fork-join"],
        &["-O0", "--simd=lanes"],
        &["-O0", "--shared-budget=512"],
        &["-O0", "--no-merge-regions", "--simd=serial"],
    ],
    same_on_host: true,
    free_of_races: true,
};

const MAPPINGS: Generator = Generator {
    name: "mappings",
    prelude: mappings::PRELUDE,
    case: mappings::case,
    call: |number| format!("case{number}();"),
    options: &[&["-O0"]],
    same_on_host: false,
    free_of_races: true,
};

/// Runs many cases of one generator.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Options {
    /// programs, mappings, mutants or parsers
    generator: String,
    #[arg(long, default_value_t = 1000)]
    number: u64,
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Units side by side; the machine's cores
    #[arg(long)]
    jobs: Option<usize>,
    /// Cases in a translation unit
    #[arg(long, default_value_t = 50)]
    unit: usize,
    /// `emulated`, or the GPU's architecture
    #[arg(long, default_value = "emulated")]
    arch: String,
    /// Build, with nvcc where the architecture is a GPU's, and run nothing
    #[arg(long)]
    build_only: bool,
    /// Seconds for making a failure smaller
    #[arg(long, default_value_t = 120)]
    patience: u64,
    /// Folder for programs that fail
    #[arg(long)]
    keep: Option<PathBuf>,
}

const SEED: u64 = 20_261_122;
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let first = words.first().map_or("", String::as_str);
    match first {
        "--worker" => mutants::work(numeral(&words[1]), numeral(&words[2]), numeral(&words[3])),
        "--one" => mutants::one(std::path::Path::new(&words[1])),
        _ if !first.starts_with('-') && words.len() > 1 => {
            return command_line(Options::parse_from(words));
        }
        _ => return usual(),
    }
    ExitCode::SUCCESS
}

fn numeral(word: &str) -> u64 {
    word.parse().expect("a number")
}

/// What every change must pass.
fn usual() -> ExitCode {
    let programs = |generator: &'static Generator, number: u64| {
        let campaign = Campaign {
            number,
            seed: SEED,
            jobs: cores(),
            unit: 50,
            arch: "emulated".into(),
            build_only: false,
            patience: PATIENCE,
            keep: None,
        };
        Trial::test(generator.name, move || Ok(campaign.run(generator)?))
    };
    let by_nvcc = Campaign {
        number: 30,
        seed: SEED + 1,
        jobs: 1,
        unit: 30,
        arch: "sm_90".into(),
        build_only: true,
        patience: PATIENCE,
        keep: None,
    };
    let trials = vec![
        Trial::test("programs/nvcc", move || {
            support::nvcc()?;
            Ok(by_nvcc.run(&PROGRAMS)?)
        }),
        programs(&PROGRAMS, 1500),
        programs(&MAPPINGS, 500),
        Trial::test("mutants", || {
            mutants::run(SEED, 5000, cores(), PATIENCE)?;
            Ok(())
        }),
        Trial::test("parsers", || Ok(parsers::run(SEED, 100_000)?)),
    ];
    let mut arguments = Arguments::from_args();
    // Each takes all cores.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn command_line(options: Options) -> ExitCode {
    let campaign = Campaign {
        number: options.number,
        seed: options.seed,
        jobs: options.jobs.unwrap_or_else(cores),
        unit: options.unit,
        arch: options.arch,
        build_only: options.build_only,
        patience: Duration::from_secs(options.patience),
        keep: options.keep,
    };
    let Campaign {
        number,
        seed,
        jobs,
        patience,
        ..
    } = campaign.clone();
    let nothing = |()| String::new();
    let result = match options.generator.as_str() {
        "programs" => campaign.run(&PROGRAMS).map(nothing),
        "mappings" => campaign.run(&MAPPINGS).map(nothing),
        "mutants" => mutants::run(seed, number, jobs, patience),
        "parsers" => parsers::run(seed, number).map(nothing),
        other => {
            eprintln!(
                "no generator is called {other}; there are programs, mappings, mutants and parsers"
            );
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(counts) => {
            println!(
                "{number} {} with seed {seed}: all right {counts}",
                options.generator
            );
            ExitCode::SUCCESS
        }
        Err(failures) => {
            println!("{failures}");
            ExitCode::FAILURE
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// The translator that cargo built, or the one that `ROMP2CUDA` names where the command runs without cargo.
fn translator() -> Command {
    let program =
        std::env::var("ROMP2CUDA").unwrap_or_else(|_| env!("CARGO_BIN_EXE_romp2cuda").into());
    let mut command = Command::new(program);
    command.env("NO_COLOR", "1");
    command
}
