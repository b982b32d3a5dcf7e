//! The warnings of the lints for the programs in `tests/lint/`: `NAME.stderr` beside each; without one, none.
//! `NAME.c.opts` holds more options. `ROMP_BLESS=1` rewrites the expected texts, and those of files whose first
//! line is `// silent` must stay empty.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Outcome, compare_with_file, files, finish, first_line, name, options, root};

const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/lint");
    let trials = files(&dir, "c")
        .into_iter()
        .map(|path| Trial::test(name(&path, &dir), move || check(&path)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(path: &Path) -> Outcome {
    let base = root().join("tests/lint");
    let output = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = support::romp2cuda();
    command
        .current_dir(&base)
        .arg("translate")
        .arg(path.strip_prefix(&base).expect("below tests/lint"))
        .arg("-o")
        .arg(output.path().join("out"))
        .args(options(&path.with_extension("c.opts")));
    let finished = finish(command, LIMIT);
    let refused = finished.stderr.contains("error[");
    if finished.code != Some(i32::from(refused)) {
        return Err(format!("{}\n{}", finished.describe(), finished.stderr).into());
    }
    if first_line(path) == "// silent" {
        return match finished.stderr.is_empty() {
            true => Ok(()),
            false => Err(format!("not silent:\n{}", finished.stderr).into()),
        };
    }
    if !finished.stderr.contains("[W") && !refused {
        return Err("no warning".into());
    }
    Ok(compare_with_file(
        &path.with_extension("stderr"),
        &finished.stderr,
    )?)
}
