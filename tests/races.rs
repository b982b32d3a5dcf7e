//! Programs with a race, each with a variant that has none: `--check=races` finds the race, and is silent on the variant.
//!
//! `tests/races/NAME.c` has a race at lines with the comment `RACE`; compiled with `-DORDERED` it has none. The
//! message's advice holds the words of a comment `ADVICE: WORDS`. The categories are those of DataRaceBench.
//!
//! Of the programs of `tests/run` and the examples a share runs with `--check=all`, too, races and accesses at once, in
//! an order of threads and teams other than by number, and is silent. A hash of the name chooses them; ROMP_RACES_SHARE=1
//! takes all, N one of N. A program with a comment `// races: REASON` at its begin has a race, which must be found.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::driver::checks::Check;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use support::precompiled::with_headers;
use support::programs::{Program, programs};
use support::{Finished, Outcome, files, finish, name, root};

const LIMIT: Duration = Duration::from_secs(180);
/// What each program is translated and built with.
const WORDS: [&str; 2] = ["-O1", "-w"];

/// One program of so many: each takes a second or two.
const SHARE: u64 = 6;

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
    let share = std::env::var("ROMP_RACES_SHARE").map_or(SHARE, |text| {
        text.parse().expect("ROMP_RACES_SHARE is a number")
    });
    let others = programs()
        .into_iter()
        .filter(|program| hash(&program.name).is_multiple_of(share))
        // A program that does not run shows no race.
        .filter(|program| program.says("known failure").is_none())
        .map(|program| Trial::test(format!("run/{}", program.name), move || is_clean(&program)));
    libtest_mimic::run(&arguments, trials.chain(others).collect()).exit_code()
}

fn run(sources: &[PathBuf], check: Check, options: &[String]) -> Finished {
    let mut run = support::romp2cuda();
    run.arg("run")
        .args(sources)
        .args(WORDS)
        .args([
            "--offload-arch=emulated",
            &format!("--check={}", check.word()),
        ])
        .args(options)
        .arg("-lm")
        .env("ROMP_DEVICE", "emulated")
        .env("ROMP_EXPECT_DEVICE", "1")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .env("ROMP_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    // What was precompiled with other words of the optimiser, g++ takes, and then fails within itself.
    if !options.iter().any(|word| word.starts_with("-O")) {
        with_headers(&mut run, &WORDS, check);
    }
    finish(run, LIMIT)
}

/// FNV-1a.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn is_clean(program: &Program) -> Outcome {
    let mut options = program.options.clone();
    options.push(format!("--schedule-seed={}", hash(&program.name) % 1000));
    let finished = run(&program.sources, Check::All, &options);
    let found = finished.stderr.contains(": a race: ");
    match (program.says("races"), finished.code) {
        (None, Some(0)) if !found => Ok(()),
        (Some(_), Some(1)) if found => Ok(()),
        (reason, _) => {
            let expected = reason.map_or("silent".into(), |reason| format!("a race: {reason}"));
            let described = finished.describe();
            Err(format!("expected: {expected}: {described}\n{}", finished.stderr).into())
        }
    }
}

fn is_found(path: &Path) -> Outcome {
    let finished = run(&[path.into()], Check::Races, &[]);
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
    for words in text
        .lines()
        .filter_map(|line| line.split("// ADVICE: ").nth(1))
    {
        if !finished.stderr.contains(words) {
            return complain(format!("no advice `{words}`"));
        }
    }
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
    let finished = run(&[path.into()], Check::Races, &["-DORDERED".into()]);
    match finished.code {
        Some(0) if !finished.stderr.contains("a race") => Ok(()),
        _ => Err(format!("{}\n{}", finished.describe(), finished.stderr).into()),
    }
}
