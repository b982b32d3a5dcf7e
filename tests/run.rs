//! Programs that check themselves, each built and run in three ways that must print the same: by gcc for
//! the host, on the emulated device with checks, and on a GPU where the machine has one.
//!
//! `tests/run/TOPIC/NAME.c` is a program; so are the .c files of `tests/run/files/NAME/` and
//! `examples/NAME/`. Each line of `NAME.c.opts` holds compiler options to build it with. Among the comments at the begin of a
//! program, `// host: skip` leaves gcc out, where it does not know a construct, and `// known failure: REASON` says that
//! the program must fail: once it passes, the line has to go.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::driver::checks::Check;
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::precompiled::with_headers;
use support::programs::{Program, programs};
use support::{Finished, Outcome, difference, expect_success, finish};

const LIMIT: Duration = Duration::from_secs(180);
/// What each program is translated and built with.
const WORDS: [&str; 2] = ["-O1", "-w"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let gpu = support::has_gpu();
    let trials = programs().into_iter().map(|program| {
        let name = program.name.clone();
        Trial::test(name, move || check(&program, gpu))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(program: &Program, gpu: bool) -> Outcome {
    let outcome = three_ways(program, gpu);
    match (program.says("known failure"), outcome) {
        (None, outcome) => outcome,
        (Some(reason), Ok(())) => Err(format!("passes now; its first line says: {reason}").into()),
        (Some(_), Err(_)) => Ok(()),
    }
}

fn three_ways(program: &Program, gpu: bool) -> Outcome {
    let emulated = translated(program, "emulated")?;
    if !program
        .says("host")
        .is_some_and(|text| text.starts_with("skip"))
    {
        let host = on_host(program)?;
        same(&host, &emulated, "the host", "the emulated device")?;
    }
    if gpu {
        let cuda = match translated(program, "cuda") {
            // Not every GPU can.
            Err(text) if text.contains("no device: the program requires unified_shared_memory") => {
                return Ok(());
            }
            outcome => outcome?,
        };
        same(&emulated, &cuda, "the emulated device", "the GPU")?;
    }
    Ok(())
}

fn on_host(program: &Program) -> Result<Finished, String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = dir.path().join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-O1", "-w", "-fopenmp"])
        // Words with two dashes are the translator's.
        .args(
            program
                .options
                .iter()
                .filter(|word| !word.starts_with("--")),
        )
        .args(&program.sources)
        .arg("-o")
        .arg(&binary)
        .arg("-lm");
    expect_success("gcc", finish(gcc, LIMIT))?;
    expect_success(
        "built by gcc for the host",
        finish(Command::new(&binary), LIMIT),
    )
}

/// Translates, builds and runs a program; a missing device is an error, never a run on the host.
fn translated(program: &Program, device: &str) -> Result<Finished, String> {
    let mut run = support::romp2cuda();
    run.arg("run")
        .args(&program.sources)
        .args(WORDS)
        .args(&program.options)
        .arg("-lm");
    run.env("ROMP_DEVICE", device)
        .env("ROMP_EXPECT_DEVICE", "1")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY");
    if device == "emulated" {
        // As on a GPU, kernels run on until the host waits, so that a wait that is missing shows.
        run.arg("--offload-arch=emulated")
            .env("ROMP_EMULATED_CHECK", "memory")
            .env("ROMP_WAIT", "lazy");
        run.env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        // What was precompiled with other words of the optimiser, g++ takes, and then fails within itself.
        if !program.options.iter().any(|word| word.starts_with("-O")) {
            with_headers(&mut run, &WORDS, Check::Memory);
        }
    } else {
        run.arg("--offload-arch=native");
    }
    expect_success(&format!("on device {device}"), finish(run, LIMIT))
}

fn same(
    expected: &Finished,
    got: &Finished,
    expected_name: &str,
    got_name: &str,
) -> Result<(), String> {
    let expected = String::from_utf8_lossy(&expected.stdout);
    let got = String::from_utf8_lossy(&got.stdout);
    match difference(expected_name, &expected, &got) {
        Some(difference) => Err(format!(
            "{expected_name} and {got_name} print different results\n{difference}"
        )),
        None => Ok(()),
    }
}
