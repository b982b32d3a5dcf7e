//! Reviews as users play them: `tests/review/NAME.sh` runs in an empty folder, and what it prints is `NAME.out`.
//!
//! A script has `romp` (the translator: the command line, what it prints, its exit code), `tree` (the files of a folder
//! without the runtime) and `$SOURCES` (`tests/review/sources`). Keys come by a pipe: `keys arA` in front of `romp`.
//! `ROMP_BLESS=1` rewrites the expected texts.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::{Outcome, compare_with_file, files, finish, name, root};

const LIMIT: Duration = Duration::from_secs(300);

/// What scripts are written with.
const WORDS: &str = r#"
set -u
export LC_ALL=C
romp() {
    echo "\$ romp2cuda $*"
    "$ROMP" "$@" 2>&1
    code=$?
    [ $code = 0 ] || echo "(exit code $code)"
}
keys() {
    pressed=$1
    shift
    echo "keys: $pressed"
    printf '%s' "$pressed" > .keys
    "$@" < .keys
    rm .keys
}
tree() {
    find "$1" -type f -not -path '*/romp/*' | sort
}
"#;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/review");
    let trials = files(&dir, "sh")
        .into_iter()
        .map(|path| Trial::test(name(&path, &dir), move || play(&path)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn play(path: &Path) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let script = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("{WORDS}{script}"))
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .env("ROMP", env!("CARGO_BIN_EXE_romp2cuda"))
        .env("ROMP_DEVICE", "emulated")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .env("SOURCES", root().join("tests/review/sources"));
    let finished = finish(command, LIMIT);
    if finished.code != Some(0) || !finished.stderr.is_empty() {
        return Err(format!("{}\n{}", finished.describe(), finished.stderr).into());
    }
    let screen = String::from_utf8_lossy(&finished.stdout).into_owned();
    Ok(compare_with_file(&path.with_extension("out"), &screen)?)
}
