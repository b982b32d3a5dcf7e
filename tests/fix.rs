//! `check --fix`: each program of `tests/fix/` becomes `NAME.fixed.c` beside it, which is translated without an error
//! and, where it has a `main`, runs on the emulated device and ends with exit code 0. A file whose first line is
//! `// unchanged` stays as it is. `check --fix --dry-run` prints the difference of the two for `patch`, and changes
//! nothing. `ROMP_BLESS=1` rewrites the expected files.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use support::{
    Finished, Outcome, compare_with_file, expect_success, files, finish, first_line, name, root,
};

const LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/fix");
    let trials = files(&dir, "c")
        .into_iter()
        .filter(|path| !path.to_string_lossy().ends_with(".fixed.c"))
        .map(|path| Trial::test(name(&path, &dir), move || check(&path)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(path: &Path) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("a.c");
    let before = fs::read(path).map_err(|error| error.to_string())?;
    fs::write(&file, &before).map_err(|error| error.to_string())?;
    let patch = checked(folder.path(), &["--fix", "--dry-run"]);
    if fs::read(&file).ok().as_ref() != Some(&before) {
        return Err("--dry-run has changed the file".into());
    }
    let mended = checked(folder.path(), &["--fix"]);
    let after = fs::read(&file).map_err(|error| error.to_string())?;
    if first_line(path) == "// unchanged" {
        return match after == before && patch.stdout.is_empty() {
            true => Ok(()),
            false => Err(format!("changed:\n{}", String::from_utf8_lossy(&patch.stdout)).into()),
        };
    }
    let expected = path.with_extension("fixed.c");
    // Bytes: line ends and other encodings are part of what must stay.
    match support::blessing() {
        true => fs::write(&expected, &after).map_err(|error| error.to_string())?,
        false if fs::read(&expected).ok().as_ref() == Some(&after) => {}
        false => compare_with_file(&expected, &String::from_utf8_lossy(&after)).and(Err(
            "it differs in line ends or in bytes that are no UTF-8".to_string(),
        ))?,
    }
    expect_success("the fixed file", mended)?;
    patches(&patch.stdout, &before, &after)?;
    match String::from_utf8_lossy(&after).contains("int main(") {
        true => runs(folder.path()),
        false => Ok(()),
    }
}

fn checked(folder: &Path, words: &[&str]) -> Finished {
    let mut command = support::romp2cuda();
    command
        .current_dir(folder)
        .arg("check")
        .args(words)
        .arg("a.c");
    finish(command, LIMIT)
}

/// `patch` takes what --dry-run prints, and makes of the file what --fix does.
fn patches(patch: &[u8], before: &[u8], after: &[u8]) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("a.c");
    fs::write(&file, before).map_err(|error| error.to_string())?;
    let mut child = Command::new("patch")
        .current_dir(folder.path())
        .args(["-p1", "--binary"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| format!("patch: {error}"))?;
    let mut input = child.stdin.take().expect("standard input is piped");
    input.write_all(patch).map_err(|error| error.to_string())?;
    drop(input);
    let same = |text: Vec<u8>| text == after;
    match child.wait() {
        Ok(status) if status.success() && fs::read(&file).is_ok_and(same) => Ok(()),
        other => Err(format!("patch: {other:?}\n{}", String::from_utf8_lossy(patch)).into()),
    }
}

fn runs(folder: &Path) -> Outcome {
    let mut build = support::romp2cuda();
    build.current_dir(folder).args([
        "cc",
        "--offload-arch=emulated",
        "--check=memory",
        "-O1",
        "-fopenmp",
        "a.c",
        "-o",
        "a",
        "-lm",
    ]);
    expect_success("the build", finish(build, LIMIT))?;
    let mut program = Command::new(folder.join("a"));
    program
        .env("ROMP_DEVICE", "emulated")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY");
    expect_success("the program", finish(program, LIMIT))?;
    Ok(())
}
