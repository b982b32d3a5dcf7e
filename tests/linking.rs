//! Objects and libraries of rompcc in other people's builds: CMake, Meson, autotools, MPI, Fortran, pkg-config, clang.
//!
//! Each folder of `tests/linking` is copied beside the others, and its `build.sh` run there with the three programs on
//! PATH. What it prints is `expected`. A folder is skipped, and a line says so, where a program is missing that its
//! `# needs:` names, or where a command of its `# needs to work:` fails: what a program needs beside itself, such as
//! clang's omp.h and libomp, is a package of its own on many machines.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::{Outcome, compare_with_file, expect_success, finish, is_on_path, root};

const LIMIT: Duration = Duration::from_secs(300);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("tests/linking"))
        .expect("tests/linking can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    folders.sort();
    let trials = folders.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(folder: PathBuf) -> Trial {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let script = fs::read_to_string(folder.join("build.sh")).unwrap_or_default();
    let lacks = lacking(&script);
    if let Some(lacks) = &lacks {
        eprintln!("linking/{name} is skipped: {lacks}");
    }
    Trial::test(name, move || run(&folder)).with_ignored_flag(lacks.is_some())
}

/// What this machine lacks of what a script says that it needs.
fn lacking(script: &str) -> Option<String> {
    let said = |what: &str| script.lines().find_map(|line| line.strip_prefix(what));
    let missing: Vec<&str> = said("# needs: ")
        .unwrap_or_default()
        .split_whitespace()
        .filter(|program| !is_on_path(program))
        .collect();
    if !missing.is_empty() {
        return Some(format!("there is no {}", missing.join(", ")));
    }
    let probe = said("# needs to work: ")?;
    let works = Command::new("sh").args(["-c", probe]).output();
    let works = works.is_ok_and(|output| output.status.success());
    (!works).then(|| format!("`{probe}` fails"))
}

fn run(folder: &Path) -> Outcome {
    let dir = tempfile::tempdir()?;
    let all = folder.parent().ok_or("tests/linking")?;
    let mut copy = Command::new("cp");
    copy.arg("-r").arg(all).arg(dir.path().join("linking"));
    expect_success("cp", finish(copy, LIMIT))?;
    let mut command = Command::new("sh");
    command.args(["-e", "build.sh"]).current_dir(
        dir.path()
            .join("linking")
            .join(folder.file_name().unwrap_or_default()),
    );
    support::as_user(&mut command);
    let done = expect_success("build.sh", finish(command, LIMIT))?;
    Ok(compare_with_file(
        &folder.join("expected"),
        &String::from_utf8_lossy(&done.stdout),
    )?)
}
