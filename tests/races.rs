//! Programs with a race, each of which can be had without: `--check=races` finds it, and says nothing of the other.
//!
//! `tests/races/NAME.c` has a race at lines with the comment `RACE`; compiled with `-DORDERED` it has none. The
//! categories are those of DataRaceBench.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Finished, Outcome, files, finish, name, root};

const LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/races");
    let trials = files(&dir, "c").into_iter().flat_map(|path| {
        let name = name(&path, &dir);
        let other = path.clone();
        [
            Trial::test(format!("{name}/race"), move || is_found(&path)),
            Trial::test(format!("{name}/ordered"), move || is_silent(&other)),
        ]
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn run(path: &Path, options: &[&str]) -> Finished {
    let mut run = support::romp2cuda();
    run.arg("run")
        .arg(path)
        .args(["-O1", "-w", "--offload-arch=emulated", "--check=races"])
        .args(options)
        .env("ROMP_DEVICE", "emulated")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    finish(run, LIMIT)
}

fn is_found(path: &Path) -> Outcome {
    let finished = run(path, &[]);
    let complain = |what: String| {
        let described = finished.describe();
        Err(format!("{what}: {described}\n{}", finished.stderr).into())
    };
    if finished.code != Some(1) || !finished.stderr.contains(": a race: ") {
        return complain("the race was not found".into());
    }
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let marked: Vec<String> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| line.contains("// RACE"))
        .map(|(number, _)| number.to_string())
        .collect();
    // Both places of each race.
    let file = format!(
        "{}:",
        path.file_name().unwrap_or_default().to_string_lossy()
    );
    for line in finished
        .stderr
        .lines()
        .filter(|line| line.contains(": a race: "))
    {
        let places: Vec<&str> = line.split(&file).skip(1).collect();
        let number = |place: &&str| {
            place
                .chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
        };
        if places.len() != 2 || !places.iter().all(|place| marked.contains(&number(place))) {
            return complain(format!("not between lines with the comment RACE: {line}"));
        }
    }
    Ok(())
}

fn is_silent(path: &Path) -> Outcome {
    let finished = run(path, &["-DORDERED"]);
    match finished.code {
        Some(0) if !finished.stderr.contains("a race") => Ok(()),
        _ => Err(format!("{}\n{}", finished.describe(), finished.stderr).into()),
    }
}
