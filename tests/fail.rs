//! Programs that must fail on the device: a message that names the variable and the line, a non-zero exit
//! code, no hang, and no run on the host instead.
//!
//! The first line of `tests/fail/NAME.c` has, in double quotes, words that standard error must hold. The compiler is given
//! `NAME.c`, in its folder: messages name files as it was given them.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::driver::checks::Check;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::precompiled::with_headers;
use support::{Outcome, files, finish, first_line, name, root};

const LIMIT: Duration = Duration::from_secs(120);
/// What each program is translated and built with.
const WORDS: [&str; 2] = ["-O1", "-w"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/fail");
    let trials = files(&dir, "c").into_iter().map(|path| {
        let name = name(&path, &dir);
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(path: &Path) -> Outcome {
    let line = first_line(path);
    let mut run = support::romp2cuda();
    run.arg("run")
        .current_dir(path.parent().ok_or("no folder")?)
        .arg(path.file_name().ok_or("no name")?)
        .args(WORDS)
        .arg("--offload-arch=emulated");
    run.env("ROMP_DEVICE", "emulated")
        .env("ROMP_EMULATED_CHECK", "memory")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY");
    run.env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    with_headers(&mut run, &WORDS, Check::Memory);
    let finished = finish(run, LIMIT);
    let complain = |what: String| {
        let stdout = String::from_utf8_lossy(&finished.stdout);
        Err(format!(
            "{what}: {}\n{}\n{stdout}",
            finished.describe(),
            finished.stderr
        )
        .into())
    };
    if finished.timed_out || finished.code == Some(0) {
        return complain("did not fail".into());
    }
    if finished.stdout.windows(8).any(|bytes| bytes == b"survived") {
        return complain("ran on after its mistake".into());
    }
    if finished.stderr.contains("panicked") {
        return complain("the runtime failed".into());
    }
    match line
        .split('"')
        .skip(1)
        .step_by(2)
        .find(|word| !finished.stderr.contains(word))
    {
        Some(word) => complain(format!("standard error has no {word:?}")),
        None => Ok(()),
    }
}
